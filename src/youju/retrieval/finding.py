"""Interim: lexical search only, until the full pipeline lands."""

from __future__ import annotations

import asyncio
from datetime import date

from youju.caller import Caller
from youju.index.protocol import Filters, LexicalIndex
from youju.knowledge.ledger import Ledger
from youju.retrieval.values import Found, Scored
from youju.text.tokens import words


class Finder:
    def __init__(self, ledger: Ledger, lexical: LexicalIndex) -> None:
        self._ledger, self._lexical = ledger, lexical

    async def find(
        self,
        question: str,
        caller: Caller,
        *,
        category: str | None = None,
        at: date | None = None,
        k: int | None = None,
        explain: bool = False,
    ) -> Found:
        filters = Filters(None if caller.reads_all else caller.roles, category, at or date.today())
        await asyncio.to_thread(self._lexical.refresh)
        hits = await asyncio.to_thread(self._lexical.search, question, filters, k or 8)
        found = await self._ledger.load_passages([hit.passage_id for hit in hits], caller, at)
        scored = [Scored(found[h.passage_id], h.score, "lexical") for h in hits if h.passage_id in found]
        return Found(passages=tuple(scored), terms=dict.fromkeys(words(question), 1.0))
