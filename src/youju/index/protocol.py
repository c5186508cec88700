"""The search index: a cache of the ledger behind two small protocols.

An index never decides what may be shown. It narrows; the ledger is asked last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Address:
    """Where a passage stands in a published work, as people cite it: the work's official name, the label that the work
    itself gives to the place (第四十七条), and the headings of the parts above it, outermost first."""

    work: str
    label: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One passage as the index keeps it.

    `heading` is what stands above the text (title and section path) and is searched beside it. `roles` empty means
    open to all. Dates bound when the passage is in force; None is open-ended. `address` is set for a passage of an
    edition of a published work, by which people know and cite it.
    """

    passage_id: str
    version_id: str
    document_id: str
    heading: str
    text: str
    roles: frozenset[str] = frozenset()
    category: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must satisfy. `roles` None means the caller reads all; an empty set means only open documents.
    `addressed`: only passages with an address, only those without, or (None) both."""

    roles: frozenset[str] | None
    category: str | None = None
    at: date | None = None
    addressed: bool | None = None

    def admits(self, roles: Set[str], category: str | None, start: date | None, end: date | None) -> bool:
        """The same rule that the index applies to placement and dates, for callers that hold the values. `end` is
        exclusive."""
        if self.roles is not None and roles and self.roles.isdisjoint(roles):
            return False
        if self.category is not None and category != self.category:
            return False
        return self.at is None or ((start is None or start <= self.at) and (end is None or self.at < end))


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage and its score on the scale of the stage that found it (higher is better)."""

    passage_id: str
    version_id: str
    score: float


class LexicalIndex(Protocol):
    """Words, bigrams and code-like tokens of passages. Every write is durable when the call returns; readers in other
    processes see it at their next `refresh`. Blocking: run off the event loop."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the entries of new versions in one commit. Adding a version again replaces its entries."""
        ...

    def remove(self, version_ids: Iterable[str]) -> None:
        """Remove all entries of these versions, in one commit. Unknown ids are ignored."""
        ...

    def has_remains(self) -> bool:
        """Whether the files still hold words of passages that were removed: only a rebuild takes them out."""
        ...

    def rebuild(self, entries: Iterable[Entry]) -> None:
        """Replace the whole index, atomically for readers."""
        ...

    def versions(self) -> set[str]:
        """Ids of all versions that have entries: what a collection compares with the ledger."""
        ...

    def refresh(self) -> None:
        """See what other processes wrote."""
        ...

    def search(self, query: str, filters: Filters, k: int) -> Sequence[Hit]:
        """The best `k` passages, best first; ties by passage id. Hits share at least one term with the query."""
        ...

    def counts(self, terms: Sequence[str], filters: Filters) -> tuple[list[int], int]:
        """In how many of the admitted passages each term occurs, and how many there are: rarity, as far as the caller
        may know it."""
        ...
