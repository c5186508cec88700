"""What finding asks of the ledger: what changed, what is live, and the last word on every passage."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.index.protocol import Entry
from youju.knowledge.values import Passage


class LedgerView(Protocol):
    """The ledger as retrieval follows it."""

    async def change_counter(self) -> int:
        """A number that grows with every change of what is live, permitted or in force."""
        ...

    async def changed_documents(self, since: int) -> Sequence[str]:
        """Ids of the documents touched after that counter, removed ones included."""
        ...

    async def live_entries(self, document_ids: Sequence[str] | None = None) -> Sequence[Entry]:
        """The passages of the live versions of these documents, or of all, in a fixed order."""
        ...

    async def live_documents(self) -> Sequence[str]:
        """Ids of the documents that have a live version, in a fixed order."""
        ...

    async def live_versions(self) -> Set[str]:
        """Ids of the versions that may be searched."""
        ...

    async def load_passages(self, passage_ids: Sequence[str], caller: Caller, at: date | None) -> dict[str, Passage]:
        """Only the live and permitted ones among these, with the text that was imported."""
        ...

    async def section_passages(
        self, version_id: str, section_ordinal: int, caller: Caller, at: date | None
    ) -> Sequence[Passage]:
        """The passages of one section of a live, permitted version, in order."""
        ...
