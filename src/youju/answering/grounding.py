"""The forced search: it happens before anybody writes a word, and cannot be skipped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import zip_longest

from youju.answering.question import Question
from youju.caller import Caller
from youju.retrieval.finding import Finder
from youju.retrieval.values import Found, Scored


async def ground(finder: Finder, question: Question, query: str, parts: Sequence[str], caller: Caller) -> Found:
    """Search for the whole question, as `query` says it, and for each of its parts. Of the passages, the best of every
    part come first, so that none is cut away for another.

    Raises `PartUnavailable` when neither way of searching works.
    """
    queries = [*parts, query] if len(parts) > 1 else [query]
    found = await asyncio.gather(
        *(finder.find(query, caller, category=question.category, at=question.at) for query in queries)
    )
    if len(found) == 1:
        return found[0]
    passages = _interleaved([one.passages for one in found])
    return Found(
        passages=passages,
        terms={term: weight for one in found for term, weight in one.terms.items()},
        nearest=() if passages else tuple(dict.fromkeys(title for one in found for title in one.nearest)),
        notices=tuple(dict.fromkeys(notice for one in found for notice in one.notices)),
    )


def _interleaved(rankings: Sequence[Sequence[Scored]]) -> tuple[Scored, ...]:
    """All passages by rank, each once and with its better score."""
    best: dict[str, Scored] = {}
    for ranks in zip_longest(*rankings):
        for one in ranks:
            known = best.get(one.passage.key) if one else None
            if one and (known is None or one.score > known.score):
                best[one.passage.key] = one
    return tuple(best.values())
