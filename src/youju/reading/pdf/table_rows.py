"""Which rows make one table, also over pages, and which of them name its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from youju.reading.document import TableCell
from youju.reading.grid import looks_like_header
from youju.reading.pdf.glyphs import TableRow
from youju.reading.pdf.lines import TextLine

_DEEPEST_HEADER = 3


@dataclass(frozen=True, slots=True)
class RowPlace:
    """What a row is in its table: `table` counts the document's tables, `number` the rows; None for the repetition of
    a header on a further page."""

    table: int
    number: int | None
    header: bool


def place_rows(lines: Sequence[TextLine | None]) -> dict[int, RowPlace]:
    """What each row is, by its position among `lines`; None stands for what is no row."""
    places: dict[int, RowPlace] = {}
    for number, run in enumerate(_runs(lines)):
        parts = [list(part) for _, part in groupby(run, key=lambda place: id(_row(lines[place]).table))]
        rows = [[_texts(lines[place]) for place in part] for part in parts]
        header = _header_rows([_line(lines[place]) for place in parts[0]])
        again = [_repeated(rows[0], part) for part in rows[1:]]
        header = header or range(max(again, default=0))
        count = 0
        for part, repeated in zip(parts, [0, *again], strict=True):
            for position, place in enumerate(part):
                if position < repeated:
                    places[place] = RowPlace(number, None, header=True)
                else:
                    places[place] = RowPlace(number, count, header=part is parts[0] and position in header)
                    count += 1
    return places


def cells_of(line: TextLine, place: RowPlace, start: int) -> list[TableCell]:
    """The cells that begin in a row whose text stands from `start`."""
    if place.number is None:
        return []
    return [
        TableCell(
            place.number, cell.column, start + cell.start, start + cell.end, cell.rows, cell.columns, place.header
        )
        for cell in _row(line).cells
        if cell.rows
    ]


def _line(line: TextLine | None) -> TextLine:
    if line is None:
        raise ValueError("no row")
    return line


def _row(line: TextLine | None) -> TableRow:
    row = line.row if line else None
    if row is None:
        raise ValueError("no row")
    return row


def _texts(line: TextLine | None) -> list[str]:
    text = line.text if line else ""
    return [text[cell.start : cell.end] for cell in _row(line).cells]


def _runs(lines: Sequence[TextLine | None]) -> list[list[int]]:
    """The positions of the rows of each table."""
    runs: list[list[int]] = []
    before: TextLine | None = None
    for place, line in enumerate(lines):
        if line is not None and line.row is not None:
            if before is not None and _goes_on(before, line):
                runs[-1].append(place)
            else:
                runs.append([place])
        before = line
    return runs


def _goes_on(before: TextLine, line: TextLine) -> bool:
    """Whether two rows are of one table: drawn as one, or on successive pages with the same columns."""
    one, other = _row(before), _row(line)
    if one.table is other.table:
        return True
    if line.page.number != before.page.number + 1 or len(one.edges) != len(other.edges):
        return False
    widths = [right - left for left, right in pairwise(one.edges)]
    starts = zip(one.edges[:-1], other.edges[:-1], widths, strict=True)
    return all(abs(here - there) < max(4.0, 0.3 * width) for here, there, width in starts)


def _repeated(first: Sequence[list[str]], part: Sequence[list[str]]) -> int:
    """How many rows at the head of a further part are those of the first one."""
    count = 0
    for one, other in zip(first, part, strict=False):
        if one != other:
            break
        count += 1
    return count if count < len(part) else 0


def _header_rows(lines: Sequence[TextLine]) -> range:
    """The rows that name the columns. A header whose cells are merged is as deep as they are; above it may stand a
    caption, one cell over the whole table."""
    first = 0
    columns = max(len(_row(line).edges) - 1 for line in lines)
    while first < len(lines) and columns > 1 and len(_row(lines[first]).cells) == 1:
        first += 1
    if first == len(lines):
        return range(0)
    cells = _row(lines[first]).cells
    merged = any(cell.columns > 1 for cell in cells)
    depth = min(_DEEPEST_HEADER, max([cell.rows for cell in cells] + [2 if merged else 1]))
    if first + depth >= len(lines):
        return range(0)
    texts = [_texts(line) for line in lines[first:]]
    names = [" ".join(dict.fromkeys(name for name in column if name)) for column in zip(*texts[:depth], strict=False)]
    bold = all(line.style.bold for line in lines[first : first + depth])
    bold = bold and not all(line.style.bold for line in lines[first + depth :])
    found = looks_like_header(names, texts[depth:], bold=bold)
    return range(first, first + depth) if found else range(0)
