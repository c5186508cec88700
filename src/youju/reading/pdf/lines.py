"""Lines of text as they are read, with the place of every character."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from youju.reading.document import Line
from youju.reading.pdf.aligned import with_aligned_rows, with_wide_tables
from youju.reading.pdf.glyphs import NOWHERE, SKEWED, Fragment, PageGlyphs, Style, TableRow
from youju.reading.pdf.layout import Column, reading_order
from youju.reading.pdf.mending import raised
from youju.reading.pdf.pdfium import Floats
from youju.reading.pdf.tables import with_ruled_rows

_WIDE_GAP = 2.5
"""A gap too wide for the words of one sentence, even in a stretched line."""


@dataclass(slots=True, eq=False)
class TextLine:
    """One line: its text, the box of each of its characters (see `Fragment`), its extent in the frame and the margins
    of its column. `row` is set if it is a row of a table, `gaps` says that it has wide ones, `note` that it belongs to
    the notes at the foot of its page."""

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
    row: TableRow | None = None
    gaps: bool = False
    note: bool = False

    def cut(self, count: int) -> None:
        """Drop the first `count` characters (a bullet)."""
        self.text, self.boxes = self.text[count:], self.boxes[count:]


def column_lines(page: PageGlyphs) -> Iterator[list[TextLine]]:
    """The lines of a page in reading order, column by column, its main frame first."""
    for turn, fragments in page.frames:
        rules = page.rules if turn == 0 else []
        ruled = with_ruled_rows(page, fragments) if rules else fragments
        for column in reading_order(with_wide_tables(ruled, rules)):
            yield list(_lines(page, turn, column))


def _lines(page: PageGlyphs, turn: int, column: Column) -> Iterator[TextLine]:
    for row in with_aligned_rows(column.rows, page.rules if turn == 0 else ()):
        for fragments in _apart(row.fragments):
            text, boxes = _join(fragments)
            widest = max(fragments, key=lambda fragment: fragment.u1 - fragment.u0)
            extent = (fragments[0].u0, widest.v0, max(each.u1 for each in fragments), widest.v1)
            margins = column.left, column.right
            yield TextLine(
                page, turn, text, boxes, *extent, *margins, widest.style, fragments[0].row, _has_gap(fragments)
            )


def _apart(fragments: list[Fragment]) -> Iterator[list[Fragment]]:
    """Rows of tables, each alone, and what stands beside them."""
    if len(fragments) == 1:
        yield fragments
        return
    for is_row, some in groupby(fragments, key=lambda fragment: fragment.row is not None):
        if is_row:
            yield from ([fragment] for fragment in some)
        else:
            yield list(some)


def _has_gap(fragments: list[Fragment]) -> bool:
    if len(fragments) == 1 or _are_letters(fragments):
        return False
    return any(after.u0 - before.u1 > _WIDE_GAP * before.height for before, after in pairwise(fragments))


def _join(fragments: list[Fragment]) -> tuple[str, Sequence[int]]:
    """The text of one row."""
    if len(fragments) == 1:
        return fragments[0].text, fragments[0].boxes
    letters = _are_letters(fragments)
    text, boxes = fragments[0].text, list(fragments[0].boxes)
    for before, after in pairwise(fragments):
        between = " " if not letters and (after.u0 - before.u1) / before.height > 0.15 else ""
        text += between + (raised(after.text) if _is_raised(before, after) else after.text)
        boxes += [NOWHERE] * len(between)
        boxes += after.boxes
    return text, boxes


def _is_raised(before: Fragment, after: Fragment) -> bool:
    """Whether a fragment is a note's mark at the end of another."""
    small = after.height < 0.85 * before.height and after.v1 < before.v1 - 0.15 * before.height
    return small and after.text.isdecimal() and after.u0 - before.u1 < 0.5 * before.height


def _are_letters(fragments: list[Fragment]) -> bool:
    """Whether a row is one word of Chinese characters set wide, as in `目　录`."""
    if any(len(fragment.text) != 1 or not "\u4e00" <= fragment.text <= "\u9fff" for fragment in fragments):
        return False
    gaps = [after.u0 - before.u1 for before, after in pairwise(fragments)]
    return max(gaps) < min(1.3 * min(gaps) + 1, 4 * fragments[0].height)


def placed(line: TextLine, start: int, length: int) -> Iterator[Line]:
    """The canonical lines of the first `length` characters of `line`, which stand in the text from `start`.

    Mostly one. A line that slants is cut. The lines of a table's cells are lines of their own; of turned text each
    character is one, since a `Line` is level.
    """
    level = line.turn in {0, SKEWED}
    slanted = line.page.confidence is not None  # a page may have lain askew on the scanner
    if isinstance(line.boxes, range) and level and not slanted:  # one fragment, as most lines are
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
        for low, high in _steps(boxes, first, last) if slanted else [(first, last)]:
            yield _placed(line.page, start + low, boxes[low:high])


def _steps(boxes: Floats, first: int, last: int) -> list[tuple[int, int]]:
    """A line that slants, in pieces that are level to half of their height."""
    tops = boxes[first:last, 1]
    height = max(1.0, float(np.median(boxes[first:last, 3] - tops)))
    step = np.rint((tops - tops[0]) / (0.5 * height))
    cuts = (np.flatnonzero(np.diff(step)) + 1 + first).tolist()
    return list(pairwise([first, *cuts, last]))


def _placed(page: PageGlyphs, start: int, boxes: Floats) -> Line:
    edges = np.empty(len(boxes) + 1, np.float32)
    if boxes[-1, 0] < boxes[0, 0]:  # from right to left
        edges[0], edges[1:] = boxes[0, 2], boxes[:, 0]
        np.minimum.accumulate(edges, out=edges)
    else:  # an accent may begin before its letter
        edges[:-1], edges[-1] = boxes[:, 0], boxes[-1, 2]
        np.maximum.accumulate(edges, out=edges)
    top, bottom = float(boxes[:, 1].min()), float(boxes[:, 3].max())
    return Line(page.number, start, start + len(boxes), top, bottom, array("f", edges.tobytes()))


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
