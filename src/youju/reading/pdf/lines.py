"""Lines of text as they are read, with the place of every character."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from youju.reading.document import Line
from youju.reading.pdf.glyphs import NOWHERE, SKEWED, Fragment, PageGlyphs, Style
from youju.reading.pdf.layout import Column, Row, reading_order
from youju.reading.pdf.pdfium import Floats
from youju.reading.pdf.tables import with_ruled_rows

_CELL_GAP = 0.9
"""In heights of a line: a gap that may part two cells, if it recurs in the rows above and below."""
_WIDE_GAP = 2.5
"""A gap too wide for the words of one sentence, even in a stretched line."""


@dataclass(slots=True, eq=False)
class TextLine:
    """One line: its text, the box of each of its characters (see `Fragment`), its extent in the frame and the margins
    of its column. `cells` is the number of its cells if it is a row of a table, `gaps` says that it has wide ones."""

    page: PageGlyphs
    turn: int
    text: str
    boxes: Sequence[int]
    u0: float
    v0: float
    u1: float
    v1: float
    left: float
    right: float
    style: Style
    cells: int = 0
    gaps: bool = False

    def cut(self, count: int) -> None:
        """Drop the first `count` characters (a bullet)."""
        self.text, self.boxes = self.text[count:], self.boxes[count:]


def page_lines(page: PageGlyphs) -> list[TextLine]:
    """All lines of a page in reading order, its main frame first."""
    lines: list[TextLine] = []
    for turn, fragments in page.frames:
        whole = with_ruled_rows(page, fragments) if page.rules and turn == 0 else fragments
        for column in reading_order(whole):
            lines += _lines(page, turn, column)
    return lines


def _lines(page: PageGlyphs, turn: int, column: Column) -> Iterator[TextLine]:
    aligned = _aligned(column.rows)
    for row, cells in zip(column.rows, aligned, strict=True):
        ruled = max(fragment.cells for fragment in row.fragments)
        bar = " | " if cells else " "
        text, boxes = _join(row.fragments, bar)
        widest = max(row.fragments, key=lambda fragment: fragment.u1 - fragment.u0)
        extent = (row.left, widest.v0, row.right, widest.v1, column.left, column.right)
        yield TextLine(page, turn, text, boxes, *extent, widest.style, ruled or cells, _has_gap(row))


def _aligned(rows: list[Row]) -> list[int]:
    """For each row its number of cells if it stands in an unruled table: three rows and more of as many cells, each of
    which begins (or ends, as numbers do) below the one above."""
    counts = [0] * len(rows)
    if all(len(row.fragments) == 1 for row in rows):
        return counts
    cells = [_cells(row) for row in rows]
    first = 0
    for position in range(1, len(rows) + 1):
        if position < len(rows) and _line_up(cells[position - 1], cells[position]):
            continue
        if position - first >= 3:
            counts[first:position] = [len(each) for each in cells[first:position]]
        first = position
    return counts


def _has_gap(row: Row) -> bool:
    return any(after.u0 - before.u1 > _WIDE_GAP * before.height for before, after in pairwise(row.fragments))


@dataclass(slots=True)
class _Cell:
    u0: float
    u1: float
    figures: bool


def _cells(row: Row) -> list[_Cell]:
    cells: list[_Cell] = []
    before: Fragment | None = None
    for fragment in row.fragments:
        figures = any(char.isdigit() for char in fragment.text)
        if before is None or fragment.u0 - before.u1 > _CELL_GAP * before.height:
            cells.append(_Cell(fragment.u0, fragment.u1, figures))
        else:
            cells[-1] = _Cell(cells[-1].u0, fragment.u1, figures or cells[-1].figures)
        before = fragment
    return cells


def _line_up(above: list[_Cell], below: list[_Cell]) -> bool:
    return len(above) == len(below) > 1 and all(map(_is_below, above, below))


def _is_below(above: _Cell, below: _Cell) -> bool:
    """Whether two cells begin or stand centred at one place; only figures may be set to end there, since lines of
    running text do too."""
    left, right = abs(above.u0 - below.u0), abs(above.u1 - below.u1)
    centre = abs(above.u0 + above.u1 - below.u0 - below.u1) / 2
    return left < 4 or centre < 4 or (right < 4 and above.figures and below.figures)


def _join(fragments: list[Fragment], bar: str) -> tuple[str, Sequence[int]]:
    """The text of one row; `bar` stands in wide gaps, a space in others."""
    if len(fragments) == 1:
        return fragments[0].text, fragments[0].boxes
    text, boxes = fragments[0].text, list(fragments[0].boxes)
    for before, after in pairwise(fragments):
        gap = (after.u0 - before.u1) / before.height
        between = bar if gap > _CELL_GAP else " " if gap > 0.15 else ""
        text += between + after.text
        boxes += [NOWHERE] * len(between)
        boxes += after.boxes
    return text, boxes


def placed(line: TextLine, start: int, length: int) -> Iterator[Line]:
    """The canonical lines of the first `length` characters of `line`, which stand in the text from `start`.

    Mostly one. The lines of a table's cells are lines of their own; of turned text each character is one, since a
    `Line` is level.
    """
    level = line.turn in {0, SKEWED}
    if isinstance(line.boxes, range) and level:  # one fragment, as most lines are
        if length:
            first = line.boxes.start
            yield _placed(line.page, start, line.page.boxes[first : first + length])
        return
    where = np.array(line.boxes[:length], np.intp)
    known = where != NOWHERE
    if not known.any():
        return
    boxes = line.page.boxes[np.where(known, where, 0)]
    for first, last in _runs(boxes, known, single=not level):
        _bridge(boxes, known, first, last)
        yield _placed(line.page, start + first, boxes[first:last])


def _placed(page: PageGlyphs, start: int, boxes: Floats) -> Line:
    x0, top, x1, bottom = boxes.T
    edges = array("f", x0.tobytes())
    edges.append(float(x1[-1]))
    return Line(page.number, start, start + len(boxes), float(top.min()), float(bottom.max()), edges)


def _runs(boxes: Floats, known: NDArray[np.bool_], *, single: bool) -> list[tuple[int, int]]:
    """Runs `[first, last)` of characters on one level line; a gap of one unprinted space is bridged."""
    places = np.flatnonzero(known)
    if single:
        return [(place, place + 1) for place in places.tolist()]
    before, after = boxes[places[:-1]], boxes[places[1:]]
    height = np.minimum(before[:, 3] - before[:, 1], after[:, 3] - after[:, 1])
    overlap = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
    cut = (overlap < 0.3 * height) | (np.diff(places) > 2)
    ends = places[:-1][cut] + 1
    starts = places[1:][cut]
    return list(zip([int(places[0]), *starts.tolist()], [*ends.tolist(), int(places[-1]) + 1], strict=True))


def _bridge(boxes: Floats, known: NDArray[np.bool_], first: int, last: int) -> None:
    """Give unprinted spaces inside a run the gap in which they stand."""
    for index in (np.flatnonzero(~known[first:last]) + first).tolist():
        boxes[index] = boxes[index - 1]
        boxes[index, 0] = boxes[index - 1, 2]
