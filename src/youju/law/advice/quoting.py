"""The words of an article that an address means: a 款 whole, a 项 below the words that lead in to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from youju.citations.snippets import Span, merged
from youju.knowledge.values import Locator
from youju.law.clauses import clauses
from youju.law.numerals import NUMERAL, number

_LINE = re.compile(r"[^\n]+")
_ITEM = re.compile(rf"\s*[（(]\s*({NUMERAL})\s*[）)]")


def spans_of(article: str, address: Locator) -> tuple[Span, ...]:
    """The spans of an article's text that the address means; the whole article for one without 款 and 项.

    Empty where the text has no such 款 or 项, for example because it is only a part of a long article.
    """
    parts = [(one.start, one.end) for one in clauses(article)]
    if address.paragraph is not None:
        parts = parts[address.paragraph - 1 : address.paragraph]
    if address.item is None:
        return tuple(parts)
    for start, end in parts:
        lead = list(_lead_in(article, start, end))
        item = list(_item(article, start, end, address.item))
        if item:
            return tuple(merged([*lead, *item], gap=1))
    return ()


def _lead_in(article: str, start: int, end: int) -> Iterator[Span]:
    for line in _LINE.finditer(article, start, end):
        if _ITEM.match(line[0]):
            return
        yield line.span()


def _item(article: str, start: int, end: int, wanted: int) -> Iterator[Span]:
    """The item's line and the numbered points below it."""
    inside = False
    for line in _LINE.finditer(article, start, end):
        if label := _ITEM.match(line[0]):
            inside = number(label[1]) == wanted
        if inside:
            yield line.span()
