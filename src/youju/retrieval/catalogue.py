"""The table of all live passages that dense search selects from: it follows the ledger's change counter, document by
document, and the vector file row by row."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from youju.index.protocol import Entry, Filters
from youju.index.vectors import VectorStore, VectorView, embedding_input, embedding_key
from youju.retrieval.ledger_view import LedgerView

_AT_ONCE = 100
"""Documents whose passages are read at a time."""
_FIRST_DAY, _LAST_DAY = 0, date.max.toordinal() + 1


@dataclass(frozen=True, slots=True)
class Table:
    """All live passages at one moment, in a fixed order: by document, then as they stand in it.

    Arrays have one item per passage. `position` is the way back from a passage id. `placement` is an index into
    `placements`, whose items are (roles, category). `row` is the row in `vectors`, -1 where the passage is not embedded
    yet. Days are ordinals, `end` exclusive. `document` numbers the documents. `addressed` holds the entries of passages
    with an address, whole, for a specialist who reads them; of the others only the key stays.
    """

    passage_ids: Sequence[str]
    position: Mapping[str, int]
    keys: Sequence[bytes]
    placements: Sequence[tuple[frozenset[str], str | None]]
    placement: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    row: NDArray[np.int32]
    document: NDArray[np.int32]
    has_address: NDArray[np.bool_]
    addressed: Mapping[str, Entry]
    vectors: VectorView

    def admitted(self, filters: Filters) -> NDArray[np.int64]:
        """Positions of the passages that the filters admit, embedded or not."""
        admits = np.array([filters.admits(*placement, None, None) for placement in self.placements], bool)
        chosen = admits[self.placement]
        if filters.addressed is not None:
            chosen &= self.has_address == filters.addressed
        if filters.at is not None:
            day = filters.at.toordinal()
            chosen &= (self.start <= day) & (day < self.end)
        return np.flatnonzero(chosen)

    def cosines(self, passage_ids: Sequence[str], vector: NDArray[np.float32]) -> dict[str, float]:
        """The unit `vector` against these passages, as far as they are here and have a vector."""
        places = {one: self.position[one] for one in passage_ids if one in self.position}
        rows = {one: int(self.row[place]) for one, place in places.items() if self.row[place] >= 0}
        if not rows:
            return {}
        scores = np.vecdot(self.vectors.matrix(np.array(list(rows.values()))), vector)
        return dict(zip(rows, scores.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Document:
    """The columns of one document's passages."""

    passage_ids: tuple[str, ...]
    keys: tuple[bytes, ...]
    placements: tuple[tuple[frozenset[str], str | None], ...]
    start: tuple[int, ...]
    end: tuple[int, ...]
    addressed: Mapping[str, Entry]


class Catalogue:
    """Keeps one `Table` up to date. One event loop at a time; only changed documents are read again."""

    def __init__(self, ledger: LedgerView, vectors: VectorStore) -> None:
        self._ledger = ledger
        self._vectors = vectors
        self._documents: dict[str, _Document] = {}
        self._counter: int | None = None
        self._table: Table | None = None
        self._lock = asyncio.Lock()

    async def table(self, counter: int) -> Table:
        """The table as of the ledger's change `counter` (or later). Raises `PartUnavailable` if the vector file is
        damaged."""
        async with self._lock:
            changed: Sequence[str] = []
            if self._counter is None:
                changed = await self._ledger.live_documents()
            elif counter > self._counter:
                changed = await self._ledger.changed_documents(self._counter)
            columns: dict[str, _Document] = {}
            for start in range(0, len(changed), _AT_ONCE):  # of a text only its key stays
                entries = await self._ledger.live_entries(changed[start : start + _AT_ONCE])
                columns |= await asyncio.to_thread(_by_document, entries)
            self._table = await asyncio.to_thread(self._follow, changed, columns)
            self._counter = max(counter, self._counter or counter)
            return self._table

    def _follow(self, changed: Sequence[str], columns: Mapping[str, _Document]) -> Table:
        view = self._vectors.refresh()
        table = self._table
        if table is None or changed:
            for document_id in changed:
                self._documents.pop(document_id, None)
            self._documents |= columns
            return _assemble([self._documents[key] for key in sorted(self._documents)], view)
        if table.vectors is view:
            return table
        return replace(table, row=view.rows_for(table.keys), vectors=view)


def _by_document(entries: Iterable[Entry]) -> dict[str, _Document]:
    grouped: dict[str, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(entry.document_id, []).append(entry)
    return {document_id: _columns(own) for document_id, own in grouped.items()}


def _columns(entries: Sequence[Entry]) -> _Document:
    return _Document(
        passage_ids=tuple(entry.passage_id for entry in entries),
        keys=tuple(embedding_key(embedding_input(entry)) for entry in entries),
        placements=tuple((entry.roles, entry.category) for entry in entries),
        start=tuple(entry.effective_from.toordinal() if entry.effective_from else _FIRST_DAY for entry in entries),
        end=tuple(entry.effective_to.toordinal() if entry.effective_to else _LAST_DAY for entry in entries),
        addressed={entry.passage_id: entry for entry in entries if entry.address is not None},
    )


def _assemble(documents: Sequence[_Document], view: VectorView) -> Table:
    numbers: dict[tuple[frozenset[str], str | None], int] = {}
    placement = [numbers.setdefault(one, len(numbers)) for document in documents for one in document.placements]
    keys = [key for document in documents for key in document.keys]
    passage_ids = [one for document in documents for one in document.passage_ids]
    addressed = {one: entry for document in documents for one, entry in document.addressed.items()}
    return Table(
        passage_ids=passage_ids,
        position={passage_id: position for position, passage_id in enumerate(passage_ids)},
        keys=keys,
        placements=list(numbers),
        placement=np.array(placement, np.int32),
        start=np.array([day for document in documents for day in document.start], np.int32),
        end=np.array([day for document in documents for day in document.end], np.int32),
        row=view.rows_for(keys),
        document=np.repeat(np.arange(len(documents), dtype=np.int32), [len(one.keys) for one in documents]),
        has_address=np.fromiter((one in addressed for one in passage_ids), bool, len(passage_ids)),
        addressed=addressed,
        vectors=view,
    )
