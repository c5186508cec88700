"""The stored form of a version's layout: blocks, pages, glyph positions, places and tables, compressed."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice, takewhile
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from youju.reading.document import Block, Line, Page, Place, ReadDocument, Table, TableCell

_PER_POINT = 10
"""Positions are kept to a tenth of a point: finer than any screen shows."""
_BINARY = 2
"""The first byte of a layout whose lines are numbers; that of a zlib stream is 0x78."""
_LENGTH = struct.Struct("<I")
_NUMBER = np.dtype("<i4")
_BATCH = 2000


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a version's text stands."""

    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    places: tuple[Place, ...] = ()
    tables: tuple[Table, ...] = ()


def pack(document: ReadDocument) -> bytes:
    """Compress the layout of a read document: a format number, then its length and JSON, then the lines as numbers."""
    rows: dict[str, Any] = {
        "blocks": [block_row(block) for block in document.blocks],
        "pages": [list(astuple(page)) for page in document.pages],
        "places": [list(astuple(place)) for place in document.places],
        "tables": [[table.group, [list(astuple(cell)) for cell in table.cells]] for table in document.tables],
        "lines": len(document.lines),
    }
    head = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
    stream = zlib.compressobj(level=1)
    parts = [bytes([_BINARY]), stream.compress(_LENGTH.pack(len(head))), stream.compress(head)]
    parts += [stream.compress(numbers) for numbers in _numbers(document.lines)]
    return b"".join([*parts, stream.flush()])


def unpack(data: bytes) -> Layout:
    """The inverse of `pack`, positions rounded to a tenth of a point. Layouts packed by earlier versions are JSON only;
    the first of them have no places and tables."""
    if data[0] == _BINARY:
        plain = memoryview(zlib.decompress(memoryview(data)[1:]))
        (length,) = _LENGTH.unpack_from(plain)
        rows: dict[str, Any] = json.loads(bytes(plain[_LENGTH.size : _LENGTH.size + length]))
        lines = _lines(plain[_LENGTH.size + length :], rows["lines"])
    else:
        rows = json.loads(zlib.decompress(data))
        lines = tuple(_line(row) for row in rows["lines"])
    return Layout(
        blocks=tuple(block_of(row) for row in rows["blocks"]),
        pages=tuple(Page(*row) for row in rows["pages"]),
        lines=lines,
        places=tuple(Place(*row) for row in rows.get("places", ())),
        tables=tuple(
            Table(group, tuple(TableCell(*cell) for cell in cells)) for group, cells in rows.get("tables", ())
        ),
    )


def _numbers(lines: Sequence[Line]) -> Iterator[bytes]:
    """Page, start, end, top and bottom of every line; then all edges, each as its distance from the one before, which
    compresses well. Some lines at a time: no second copy of a long layout stands in memory."""
    batches = [lines[first : first + _BATCH] for first in range(0, len(lines), _BATCH)]
    for batch in batches:
        places = [(n.page, n.start, n.end, round(n.top * _PER_POINT), round(n.bottom * _PER_POINT)) for n in batch]
        yield np.array(places, _NUMBER).tobytes()
    last = 0
    for batch in batches:
        edges = np.concatenate([np.asarray(line.edges, np.float64) for line in batch])
        tenths = np.rint(edges * _PER_POINT).astype(_NUMBER)
        yield np.diff(tenths, prepend=np.array([last], _NUMBER)).tobytes()
        last = int(tenths[-1])


def _lines(data: memoryview, count: int) -> tuple[Line, ...]:
    """The inverse of `_numbers`."""
    numbers = np.frombuffer(data, _NUMBER)
    places, steps = numbers[: 5 * count].reshape(count, 5), numbers[5 * count :]
    points = (np.cumsum(steps, dtype=np.int64) / _PER_POINT).astype(np.float32)
    lines: list[Line] = []
    first = 0
    for page, start, end, top, bottom in places.tolist():
        last = first + end - start + 1
        edges = array("f", points[first:last].tobytes())
        lines.append(Line(page, start, end, top / _PER_POINT, bottom / _PER_POINT, edges))
        first = last
    return tuple(lines)


def _line(row: list[int]) -> Line:
    page, start, end, top, bottom, *edges = row
    points = array("f", [edge / _PER_POINT for edge in edges])
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
        near = takewhile(lambda span: span.start < end, islice(self._spans, first, None))
        return [span for span in near if span.start < span.end]  # a page without text shares nothing
