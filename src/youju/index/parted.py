"""The lexical index in two parts: passages with an address, and all others.

BM25 weighs a term by how many passages hold it and a passage by its length against the average. In one index 26,000
articles of law would set both, and a handbook of 300 passages would be ranked by how statutes speak. Each part counts
for itself, so what is found in a handbook does not depend on whether the statutes are installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from youju.index.lexical import TantivyIndex
from youju.index.protocol import Entry, Filters, Hit


class PartedIndex:
    """The `LexicalIndex` of a folder, each part in a folder below it. Safe across threads and processes; each part is
    written atomically, and a version is whole once `add` has returned."""

    def __init__(self, folder: Path) -> None:
        self._general = TantivyIndex(folder / "lexical")
        self._addressed = TantivyIndex(folder / "addressed")
        self._parts = (self._general, self._addressed)

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the entries of new versions, each to its part. Adding a version again replaces its entries, also those
        that were in the other part."""
        general, addressed = _divided(entries)
        versions = {entry.version_id for entry in (*general, *addressed)}
        for part, own in ((self._general, general), (self._addressed, addressed)):
            if moved := (versions - {entry.version_id for entry in own}) & part.versions():
                part.remove(moved)
            if own:
                part.add(own)

    def remove(self, version_ids: Iterable[str]) -> None:
        """Remove all entries of these versions. Unknown ids are ignored."""
        gone = set(version_ids)
        for part in self._parts:
            if present := gone & part.versions():
                part.remove(present)

    def has_remains(self) -> bool:
        """Whether the files still hold words of passages that were removed."""
        return any(part.has_remains() for part in self._parts)

    def rebuild(self, entries: Iterable[Entry]) -> None:
        """Replace both parts, the general one first; readers see each part whole. Entries with an address wait in
        memory meanwhile."""
        addressed: list[Entry] = []

        def general() -> Iterator[Entry]:
            for entry in entries:
                if entry.address is None:
                    yield entry
                else:
                    addressed.append(entry)

        self._general.rebuild(general())
        self._addressed.rebuild(addressed)

    def versions(self) -> set[str]:
        """Ids of all versions that have entries."""
        return self._general.versions() | self._addressed.versions()

    def refresh(self) -> None:
        """See what other processes wrote."""
        for part in self._parts:
            part.refresh()

    def search(self, query: str, filters: Filters, k: int) -> Sequence[Hit]:
        """The best `k` passages, best first; ties by passage id. Scores of both parts are ranked together where the
        filters ask for both."""
        hits = [hit for part in self._asked(filters) for hit in part.search(query, filters, k)]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[:k]

    def counts(self, terms: Sequence[str], filters: Filters) -> tuple[list[int], int]:
        """In how many of the admitted passages each term occurs, and how many there are."""
        found = [part.counts(terms, filters) for part in self._asked(filters)]
        return [sum(numbers) for numbers in zip(*(each for each, _ in found), strict=True)], sum(n for _, n in found)

    def _asked(self, filters: Filters) -> Sequence[TantivyIndex]:
        if filters.addressed is None:
            return self._parts
        return (self._addressed,) if filters.addressed else (self._general,)


def _divided(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    general: list[Entry] = []
    addressed: list[Entry] = []
    for entry in entries:
        (general if entry.address is None else addressed).append(entry)
    return general, addressed
