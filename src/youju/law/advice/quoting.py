"""The words of an article to quote: those that an address means, or those that come nearest to a question.

A 款 is quoted whole, a 项 below the words that lead in to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from youju.citations.snippets import Span, merged
from youju.knowledge.values import Locator
from youju.law.clauses import Clause, clauses
from youju.text.folding import fold

FEW_ITEMS = 8
"""So many items are quoted whole where none of them is nearer to the question than the others."""


def spans_of(article: str, address: Locator) -> tuple[Span, ...]:
    """The spans of an article's text that the address means; the whole article for one without 款 and 项.

    Empty where the text has no such 款 or 项, for example because it is only a part of a long article.
    """
    parts = clauses(article)
    if address.paragraph is not None:
        parts = parts[address.paragraph - 1 : address.paragraph]
    if address.item is None:
        return tuple(part.span for part in parts)
    found = next((part for part in parts if address.item in part.items), None)
    return _with_lead(found, [address.item]) if found else ()


def nearest(article: str, weights: Mapping[str, float]) -> tuple[Span, ...]:
    """The 款 that has most of a question's terms (`weights`: each with its rarity), the first of equals; of its items
    those that have any of them, else all where they are few."""
    parts = clauses(article)
    if not parts:
        return ()
    best = max(parts, key=lambda part: _weight(article, part.span, weights))
    items = [number for number, item in best.items.items() if _weight(article, item.span, weights)]
    if not best.items or (not items and len(best.items) <= FEW_ITEMS):
        return (best.span,)
    return _with_lead(best, items)


def _with_lead(part: Clause, items: Iterable[int]) -> tuple[Span, ...]:
    return tuple(merged([part.lead, *(part.items[number].span for number in items)]))


def _weight(article: str, span: Span, weights: Mapping[str, float]) -> float:
    words = fold(article[span[0] : span[1]]).text
    return sum(weight for term, weight in weights.items() if term in words)
