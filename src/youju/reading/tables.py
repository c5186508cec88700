"""Writes tables: a block for each row, and the cells that the rows are made of.

A long table is written in parts, each with a group of its own, its header first: wherever a passage is cut between two
parts, its rows still stand under their header. The header of the parts after the first is written again, not found
again in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from youju.reading.builder import TextBuilder, clean
from youju.reading.document import Block, Table, TableCell
from youju.reading.grid import Cell, Placed, captioned, lay_out
from youju.text.tokens import estimate_tokens

_WHOLE = 250
"""A table of at most so many tokens, half a passage of the usual size, is written in one part."""

_PART = 200
_LONGEST_HEADER = 400
_ROWS_OF_A_PART = 500  # of a table that has no header to repeat
_MOST_EMPTY = 20
_MOST_REPEATED = 2_000_000
"""Characters that the merged cells of one document may be written again with: a bound for files made to swell."""

_BAR = " | "


@dataclass(frozen=True, slots=True)
class Row:
    """A row as its author set it: its own cells only, not those that span into it from above."""

    cells: Sequence[Cell]
    header: bool = False


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """The block that came of row `number` (from 0) of those given. `again`: a header in front of a later part."""

    number: int
    block: Block
    again: bool


@dataclass(frozen=True, slots=True)
class _Line:
    """A row ready to be written: what stands at each column, and the tokens of it."""

    number: int
    places: list[Placed | None]
    header: bool
    tokens: int


def cell_text(text: str) -> str:
    """The text of a cell as it stands in a row: on one line, without bars."""
    return " ".join(clean(text).replace("|", "｜").split())


class TableWriter:
    """Writes the tables of one document. `tables` are those written so far."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._room = _MOST_REPEATED
        self.tables: list[Table] = []

    def write(self, rows: Sequence[Row]) -> list[WrittenRow]:
        """Write one table. Rows without text of their own are left out: empty ones, and those that would only repeat
        what spans into them."""
        lines = self._lines(rows)
        written: list[WrittenRow] = []
        for part, repeated in _parts(lines):
            written += self._write_part(part, repeated)
        return written

    def _lines(self, rows: Sequence[Row]) -> list[_Line]:
        grid = lay_out([[_written(cell) for cell in row.cells] for row in rows])
        kept = [(number, places) for number, places in enumerate(grid) if _has_own_text(number, places)]
        lone = self._lone(kept)
        lines: list[_Line] = []
        for number, places in kept:
            own = [None if _is_again(each, number, at, places, lone) else each for at, each in enumerate(places)]
            text = _BAR.join(each.cell.text for each in own if each)
            lines.append(_Line(number, own, rows[number].header, estimate_tokens(text)))
        return lines

    def _lone(self, kept: Sequence[tuple[int, list[Placed | None]]]) -> set[Placed]:
        """Merged cells that are written once, because there is no room left to repeat them."""
        places = Counter(
            placed for _, row in kept for placed in row if placed and (placed.cell.rows > 1 or placed.cell.columns > 1)
        )
        lone: set[Placed] = set()
        for placed, count in places.items():
            cost = len(placed.cell.text) * (count - 1)
            if cost > self._room:
                lone.add(placed)
            else:
                self._room -= cost
        return lone

    def _write_part(self, lines: Sequence[_Line], repeated: int) -> Iterator[WrittenRow]:
        """Write one part; its first `repeated` lines have been written before."""
        group = self._builder.new_group()
        width = max(_width(line.places) for line in lines)
        cells: dict[Placed, TableCell] = {}
        for row, line in enumerate(lines):
            places = captioned(line.places[:width])
            text = _row_text(places)
            block = self._builder.add("table_header" if line.header else "table_row", text, group=group)
            if block is None:
                continue
            at = block.start - (len(text) - len(text.lstrip()))
            span = width if len(places) < width else 1
            met: set[Placed] = set()
            for column, placed in enumerate(places):
                length = len(placed.cell.text) if placed else 0
                if placed and length and placed not in cells:
                    header = line.header or placed.cell.header
                    cells[placed] = TableCell(row, column, at, at + length, columns=span, header=header)
                    met.add(placed)
                elif placed and length and placed in met:
                    cells[placed] = replace(cells[placed], columns=cells[placed].columns + 1)
                elif placed and length:
                    cells[placed] = replace(cells[placed], rows=row - cells[placed].row + 1)
                at += length + len(_BAR)
            yield WrittenRow(line.number, block, row < repeated)
        if cells:
            self.tables.append(Table(group, tuple(cells.values())))


def _written(cell: Cell) -> Cell:
    return Cell(cell_text(cell.text), cell.columns, cell.rows, cell.header)


def _has_own_text(number: int, places: Sequence[Placed | None]) -> bool:
    return any(placed is not None and placed.row == number and placed.cell.text for placed in places)


def _is_again(placed: Placed | None, number: int, at: int, places: Sequence[Placed | None], lone: set[Placed]) -> bool:
    """Whether this is another place than the first of a cell that is written once."""
    return placed is not None and placed in lone and (placed.row != number or placed in places[:at])


def _width(places: Sequence[Placed | None]) -> int:
    return next((at + 1 for at in reversed(range(len(places))) if (placed := places[at]) and placed.cell.text), 0)


def _row_text(places: Sequence[Placed | None]) -> str:
    """As `row_text` writes it; a row that is short by many cells ends with its last one."""
    width = _width(places)
    shown = places[:width] if len(places) - width > _MOST_EMPTY else places
    return _BAR.join(placed.cell.text if placed else "" for placed in shown)


def _parts(lines: Sequence[_Line]) -> Iterator[tuple[Sequence[_Line], int]]:
    """The lines of each part, and how many of them, at its beginning, repeat the header."""
    heads = next((number for number, line in enumerate(lines) if not line.header), len(lines))
    head, body = list(lines[:heads]), lines[heads:]
    header = sum(line.tokens for line in head)
    if not lines:
        return
    if not head or header > _LONGEST_HEADER:
        for start in range(0, len(lines), _ROWS_OF_A_PART):
            yield lines[start : start + _ROWS_OF_A_PART], 0
        return
    if header + sum(line.tokens for line in body) <= _WHOLE:
        yield lines, 0
        return
    most = max(_PART, 2 * header)
    part, size, repeated = [*head], header, 0
    for line in body:
        if size + line.tokens > most and len(part) > len(head):
            yield part, repeated
            part, size, repeated = [*head], header, len(head)
        part.append(line)
        size += line.tokens
    yield part, repeated
