"""From what a user wrote down as the answer to the passages of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.index.protocol import Entry
from youju.knowledge.values import DocumentInfo, Passage
from youju.retrieval.evaluation.cases import Case, Gold
from youju.retrieval.finding import ExactLookup


class Holdings(Protocol):
    """The ledger, as golds are looked up in it."""

    async def documents(self, caller: Caller) -> Sequence[DocumentInfo]:
        """Readable documents."""
        ...

    async def live_entries(self, document_ids: Sequence[str] | None = None) -> Sequence[Entry]:
        """The passages of these documents' live versions."""
        ...

    async def load_passages(self, passage_ids: Sequence[str], caller: Caller, at: date | None) -> dict[str, Passage]:
        """The live and permitted ones among these."""
        ...


class Golds:
    """Looks golds up, for one caller."""

    def __init__(self, ledger: Holdings, lookups: Sequence[ExactLookup], caller: Caller) -> None:
        self._ledger = ledger
        self._lookups = lookups
        self._caller = caller
        self._documents: dict[str, list[str]] | None = None
        self._entries: dict[str, Sequence[Entry]] = {}

    async def passages(self, case: Case) -> list[tuple[Gold, frozenset[str]]]:
        """Each gold item of a case with its passages; none where the ledger does not hold it (for this caller)."""
        return [(gold, frozenset(await self._of(gold, case.at))) for gold in case.gold]

    async def _of(self, gold: Gold, at: date | None) -> list[str]:
        if gold.reference is not None:
            found = [await lookup.exact(gold.reference, self._caller, at) for lookup in self._lookups]
            return [passage.id for passages in found for passage in passages]
        if gold.passage is not None:
            return list(await self._ledger.load_passages([gold.passage], self._caller, at))
        return [
            entry.passage_id
            for document in await self._named(gold.document or "")
            for entry in await self._of_document(document)
            if gold.section is None or gold.section in entry.heading
        ]

    async def _named(self, name: str) -> list[str]:
        """Ids of the readable documents of that name, title or id."""
        if self._documents is None:
            self._documents = {}
            for one in await self._ledger.documents(self._caller):
                for known in {one.id, one.source, one.title, *one.other_names}:
                    self._documents.setdefault(known, []).append(one.id)
        return self._documents.get(name, [])

    async def _of_document(self, document: str) -> Sequence[Entry]:
        if document not in self._entries:
            self._entries[document] = await self._ledger.live_entries([document])
        return self._entries[document]
