"""Tables without upright rules: rows whose cells stand below each other.

A column is a strip that no other column's text reaches into, so a cell that is empty keeps its place. Where cells are
not aligned, or text crosses from strip to strip, there is no table: prose rather than a wrong one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from youju.reading.numbering import bullet, numbering
from youju.reading.pdf.glyphs import Fragment, RowCell, TableRow
from youju.reading.pdf.layout import Row, rows_of
from youju.reading.pdf.pdfium import Segment
from youju.reading.pdf.tables import row_fragment

_CELL_GAP = 0.9
"""In heights of a line: a gap that may part two cells, if it recurs in the rows above and below."""
_NEAR = 4.0
_SHORT_NUMBER = re.compile(r"[(（\[]?\w{1,3}[-–.．)）\]、:：]")
_FAR = 3.5
"""In sizes of the text: clear space that no table has between its rows."""
_MIN_ROWS = 3
_LINE = 12
_SENTENCE = 40
"""Cells of more characters than this, in half of the rows, are prose in two columns."""


def with_aligned_rows(rows: list[Row], rules: Sequence[Segment]) -> list[Row]:
    """The rows of one column of a page, those of a table put together as one fragment each."""
    if all(len(row.fragments) == 1 for row in rows):
        return rows
    out: list[Row] = []
    position = 0
    while position < len(rows):
        strip = _table_from(rows, position)
        if strip is None:
            out.append(rows[position])
            position += 1
        else:
            out += [Row([fragment]) for fragment in _fragments(strip, rules)]
            position += len(strip.rows)
    return out


def with_wide_tables(fragments: list[Fragment], rules: Sequence[Segment]) -> list[Fragment]:
    """The fragments of a page, those of tables that no column of prose stands beside put together as rows: a table over
    several columns is found before these are parted."""
    heights = Counter(round(fragment.v0 / 2) for fragment in fragments)
    if sum(count >= _MIN_ROWS for count in heights.values()) < _MIN_ROWS:
        return fragments
    rows = rows_of(fragments)
    out: list[Fragment] = []
    position = 0
    while position < len(rows):
        strips = _table_from(rows, position)
        last = position + (len(strips.rows) if strips else 1)
        if strips and _is_sparse(strips):
            out += _fragments(strips, rules)
        else:
            out += [fragment for row in rows[position:last] for fragment in row.fragments]
        position = last
    return out


def _is_sparse(strips: _Strips) -> bool:
    """Whether there are three columns and more, and none is filled as lines of prose fill theirs."""
    if len(strips.columns) < 3:
        return False
    for number, (low, high) in enumerate(strips.columns):
        cells = [cell for row in strips.rows for cell in row if strips.column(cell) == number]
        long = sum(cell.u1 - cell.u0 > 0.75 * (high - low) and len(cell.text) > _LINE for cell in cells)
        if long > 0.5 * len(cells):
            return False
    return True


@dataclass(slots=True)
class _Cell:
    """Fragments that belong together in one row."""

    pieces: list[Fragment]

    @property
    def u0(self) -> float:
        return self.pieces[0].u0

    @property
    def u1(self) -> float:
        return self.pieces[-1].u1

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


@dataclass(slots=True)
class _Strips:
    """Rows that may be a table: the left and right of its columns, and for each row its cells by column."""

    columns: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    rows: list[list[_Cell]] = field(default_factory=list[list[_Cell]])

    def takes(self, cells: list[_Cell], gap: float) -> bool:
        """Add a row, unless that puts two cells of one row into one column."""
        columns = list(self.columns)
        for cell in cells:
            touched = [each for each in columns if cell.u0 < each[1] + gap and cell.u1 > each[0] - gap]
            columns = [each for each in columns if each not in touched]
            columns.append(
                (min([cell.u0, *(low for low, _ in touched)]), max([cell.u1, *(high for _, high in touched)]))
            )
        grown = _Strips(sorted(columns), [*self.rows, cells])
        changed = len(columns) != len(self.columns) + len(cells) and len(columns) < len(self.columns)
        if not grown.whole(grown.rows if changed else [cells]):
            return False
        self.columns, self.rows = grown.columns, grown.rows
        return True

    def column(self, cell: _Cell) -> int:
        """The number of the column that the cell stands in."""
        return next(place for place, (low, high) in enumerate(self.columns) if low <= cell.u0 and cell.u1 <= high)

    def whole(self, rows: list[list[_Cell]]) -> bool:
        """Whether none of the rows has two cells in one column."""
        return all(len({self.column(cell) for cell in row}) == len(row) for row in rows)


def _table_from(rows: list[Row], first: int) -> _Strips | None:
    """The longest run of rows from `first` that stand in strips and are a table; tried anew without the rows from
    where the columns became others, one cell stood alone, or a wide gap was."""
    if len(rows[first].fragments) < 2:
        return None
    cells, turns = list[list[_Cell]](), set[int]()
    strips = _Strips()
    for above, row in pairwise([rows[first], *rows[first:]]):
        before, cell = len(strips.columns), _cells(row)
        if _parts(above, row, cell) or not strips.takes(cell, 0.3 * row.fragments[0].height):
            break
        if cells and (len(strips.columns) != before or len(cell) == 1):
            turns.add(len(cells))
        cells.append(cell)
    turns.update(_wide_steps(cells))
    for end in [len(cells), *sorted(turns, reverse=True)]:
        tried = _run(cells[:end])
        if _is_table(tried):
            return tried
    return None


def _wide_steps(cells: list[list[_Cell]]) -> list[int]:
    """The rows that stand further below the one above than others do."""
    steps = [below[0].pieces[0].v0 - above[0].pieces[0].v0 for above, below in pairwise(cells)]
    return [place for place, step in enumerate(steps, start=1) if step > 1.6 * median(steps)]


def _parts(above: Row, row: Row, cells: list[_Cell]) -> bool:
    """Whether a table ends above a row: it is one of a ruled table, a line in another size, or far away."""
    one, other = above.fragments[0], row.fragments[0]
    size = one.style.size
    if len(cells) == 1 and abs(other.style.size - size) > 0.05 * size:
        return True
    return other.row is not None or other.v0 - one.v1 > _FAR * size


def _run(cells: list[list[_Cell]]) -> _Strips:
    """Rows in strips, without those at the end that have one cell."""
    while cells and len(cells[-1]) < 2:
        cells.pop()
    strips = _Strips()
    for row in cells:
        strips.takes(row, 0.3 * row[0].pieces[0].height)
    return strips


def _is_table(strips: _Strips) -> bool:
    """Three rows and more of several cells, in columns that are aligned and mostly filled."""
    full = [row for row in strips.rows if len(row) > 1]
    if len(full) < _MIN_ROWS or len(full) < 0.6 * len(strips.rows) or len(strips.columns) < 2:
        return False
    if sum(_is_marker(row[0].text) for row in full) >= 0.5 * len(full):
        return False  # a list
    columns: list[list[_Cell]] = [[] for _ in strips.columns]
    for row in full:
        for cell in row:
            columns[strips.column(cell)].append(cell)
    if sum(map(len, columns)) < 0.6 * len(full) * len(columns):
        return False
    long = sum(sum(len(cell.text) > _SENTENCE for cell in row) > 1 for row in full)
    return long < 0.5 * len(full) and all(map(_is_aligned, columns))


def _is_marker(text: str) -> bool:
    """Whether a cell holds nothing but a bullet or the number of an item."""
    number = numbering(text)
    numbered = number is not None and number.end == len(text)
    return numbered or bullet(f"{text} ") > len(text) or _SHORT_NUMBER.fullmatch(text) is not None


def _is_aligned(column: list[_Cell]) -> bool:
    """Whether the cells begin or stand centred at one place; only figures may be set to end there, since lines of
    running text do too."""
    figures = [cell for cell in column if _is_figure(cell.text)]
    sides = [
        [cell.u0 for cell in column],
        [(cell.u0 + cell.u1) / 2 for cell in column],
        [cell.u1 for cell in column] if len(figures) >= 0.6 * len(column) else [],
    ]
    return any(sum(abs(at - median(side)) < _NEAR for at in side) >= 0.8 * len(side) for side in sides if side)


def _is_figure(text: str) -> bool:
    return 2 * sum(char.isalpha() for char in text) < len(text)


def _cells(row: Row) -> list[_Cell]:
    cells: list[_Cell] = []
    for fragment in row.fragments:
        if cells and fragment.u0 - cells[-1].u1 <= _CELL_GAP * fragment.height:
            cells[-1].pieces.append(fragment)
        else:
            cells.append(_Cell([fragment]))
    return cells


def _fragments(strips: _Strips, rules: Sequence[Segment]) -> list[Fragment]:
    """The rows of the table, each with the lines below it that go on in its cells."""
    joined: list[list[list[_Cell]]] = []
    for row, goes_on in zip(strips.rows, _goes_on(strips, rules), strict=True):
        if goes_on:
            joined[-1].append(row)
        else:
            joined.append([row])
    table, edges = object(), (*(low for low, _ in strips.columns), strips.columns[-1][1])
    out: list[Fragment] = []
    for number, lines in enumerate(joined):
        pieces: list[list[Fragment]] = [[] for _ in strips.columns]
        for cell in (cell for line in lines for cell in line):
            pieces[strips.column(cell)] += cell.pieces
        flat = [piece for cell in pieces for piece in cell]
        extent = edges[0], min(each.v0 for each in flat), edges[-1], max(each.v1 for each in flat)
        content = [(RowCell(column), cell) for column, cell in enumerate(pieces)]
        out.append(row_fragment(content, extent, TableRow(table, number, edges)))
    return out


def _goes_on(strips: _Strips, rules: Sequence[Segment]) -> list[bool]:
    """For each row whether it goes on with the cells of the one above: its first column is empty, a cell above is full,
    and it stands closer than other rows do, or rules part the others and not these. Else it is a row of its own."""
    tops = [min(cell.pieces[0].v0 for cell in row) for row in strips.rows]
    bottoms = [max(cell.pieces[0].v1 for cell in row) for row in strips.rows]
    begins = [strips.column(row[0]) == 0 for row in strips.rows]
    gaps = [after - before for before, after in zip(bottoms, tops[1:], strict=False)]
    usual = median([gap for gap, first in zip(gaps, begins[1:], strict=True) if first] or [0.0])
    parted = [_is_parted(strips, rules, low, high) for low, high in zip(bottoms, tops[1:], strict=False)]
    starts = [part for part, first in zip(parted[1:], begins[2:], strict=True) if first]
    ruled = bool(starts) and sum(starts) >= 0.8 * len(starts)
    goes_on = [False]
    for place, (part, gap) in enumerate(zip(parted, gaps, strict=True), start=1):
        size = strips.rows[place][0].pieces[0].style.size
        close = not part and (gap < min(0.6 * usual, 0.5 * size) or ruled)
        hangs = not begins[place] and (begins[place - 1] or goes_on[-1])
        goes_on.append(close and hangs and _is_full_above(strips, place))
    return goes_on


def _is_parted(strips: _Strips, rules: Sequence[Segment], low: float, high: float) -> bool:
    """Whether a rule over most of the table lies between two heights."""
    width = strips.columns[-1][1] - strips.columns[0][0]
    return any(
        x1 - x0 > 0.6 * width and y1 - y0 < x1 - x0 and low - _NEAR / 2 < (y0 + y1) / 2 < high + _NEAR / 2
        for x0, y0, x1, y1 in rules
    )


def _is_full_above(strips: _Strips, place: int) -> bool:
    """Whether one of a row's cells stands below one that fills most of its column."""
    above = {strips.column(cell): cell for cell in strips.rows[place - 1]}
    for cell in strips.rows[place]:
        column = strips.column(cell)
        low, high = strips.columns[column]
        if column in above and above[column].u1 - above[column].u0 > 0.6 * (high - low):
            return True
    return False
