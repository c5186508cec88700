"""The words of a statute for a question in which not one of them stands.

People say 走人 where the law says 解除劳动合同: what was found by meaning shares no term with the question, and the
ordinary extracts, which go by terms, have nothing to quote from it. Its rank is then all there is to go by.
"""

from __future__ import annotations

from youju.answering.advising import Advice, Point, Quotation
from youju.answering.extractive import compose
from youju.law.advice.quoting import nearest
from youju.law.documents import CATEGORY
from youju.retrieval.values import Found, Scored

_RANKED = ("rerank", "fusion", "dense")


def governing(question: str, found: Found) -> Advice | None:
    """The nearest words of the statute that was found first, before what the ordinary extracts quote of others; None
    where these quote it themselves, where a reference named it, or where something else was found first."""
    first = found.passages[0] if found.passages else None
    if first is None or not _is_statute(first) or first.stage not in _RANKED:
        return None
    quoted = {quote.source.passage.id for quote in compose(question, found.passages, found.terms)}
    if first.passage.id in quoted:
        return None
    spans = nearest(first.passage.text, found.terms)
    rest = tuple(one for one in found.passages if one.passage.id in quoted)
    return Advice((Point((Quotation(first, spans),)),), rest=rest)


def _is_statute(one: Scored) -> bool:
    locator = one.passage.locator
    return one.passage.category == CATEGORY and locator is not None and locator.article is not None
