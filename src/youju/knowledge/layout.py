"""The stored form of a version's layout: blocks, pages, glyph positions, places and tables, compressed."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import islice, takewhile
from typing import Any, Generic, Protocol, TypeVar

from youju.reading.document import Block, Line, Page, Place, ReadDocument, Table, TableCell

_PER_POINT = 10
"""Positions are kept to a tenth of a point: finer than any screen shows."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a version's text stands."""

    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    places: tuple[Place, ...] = ()
    tables: tuple[Table, ...] = ()


def pack(document: ReadDocument) -> bytes:
    """Compress the layout of a read document."""
    rows: dict[str, Any] = {
        "blocks": [block_row(block) for block in document.blocks],
        "pages": [list(astuple(page)) for page in document.pages],
        "lines": [
            [n.page, n.start, n.end, *(round(v * _PER_POINT) for v in (n.top, n.bottom, *n.edges))]
            for n in document.lines
        ],
        "places": [list(astuple(place)) for place in document.places],
        "tables": [[table.group, [list(astuple(cell)) for cell in table.cells]] for table in document.tables],
    }
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), level=1)


def unpack(data: bytes) -> Layout:
    """The inverse of `pack`, positions rounded to a tenth of a point. Layouts packed before there were places and
    tables have none."""
    rows = json.loads(zlib.decompress(data))
    return Layout(
        blocks=tuple(block_of(row) for row in rows["blocks"]),
        pages=tuple(Page(*row) for row in rows["pages"]),
        lines=tuple(_line(row) for row in rows["lines"]),
        places=tuple(Place(*row) for row in rows.get("places", ())),
        tables=tuple(
            Table(group, tuple(TableCell(*cell) for cell in cells)) for group, cells in rows.get("tables", ())
        ),
    )


def _table(group: int, cells: list[list[Any]]) -> Table:
    return Table(group, tuple(TableCell(*cell) for cell in cells))


def _line(row: list[int]) -> Line:
    page, start, end, top, bottom, *edges = row
    points = tuple(edge / _PER_POINT for edge in edges)
    return Line(page, start, end, top / _PER_POINT, bottom / _PER_POINT, points)


def block_row(block: Block) -> list[Any]:
    """A block as JSON."""
    return [block.kind, block.start, block.end, block.level, block.group]


def block_of(row: list[Any]) -> Block:
    """The inverse of `block_row`."""
    return Block(*row)


class Spanned(Protocol):
    """Anything with a span of the canonical text."""

    @property
    def start(self) -> int:
        """First character."""
        ...

    @property
    def end(self) -> int:
        """After the last character."""
        ...


S = TypeVar("S", bound=Spanned)


class Overlapping(Generic[S]):
    """Finds which of many ordered spans a given span touches, without looking at them all."""

    def __init__(self, spans: Sequence[S]) -> None:
        self._spans = spans
        self._ends = [span.end for span in spans]

    def __call__(self, start: int, end: int) -> list[S]:
        """The spans that share at least one character with `[start, end)`."""
        first = bisect_right(self._ends, start)
        return list(takewhile(lambda span: span.start < end, islice(self._spans, first, None)))
