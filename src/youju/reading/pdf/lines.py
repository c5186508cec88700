"""Lines of text as they are read, with the place of every character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from youju.reading.document import Line
from youju.reading.pdf.glyphs import Fragment, PageGlyphs, Style
from youju.reading.pdf.layout import Column, Row, reading_order

_NOWHERE = -1


@dataclass(slots=True, eq=False)
class TextLine:
    """One line: its text, the box of each of its characters (index into the page's boxes, -1 for a space that stands
    for a gap), its extent in the frame and the margins of its column."""

    page: PageGlyphs
    turn: int
    text: str
    boxes: list[int]
    u0: float
    v0: float
    u1: float
    v1: float
    left: float
    right: float
    style: Style
    cells: list[str] = field(default_factory=list[str])
    """The cells, where the line is a row of a table."""

    def cut(self, count: int) -> None:
        """Drop the first `count` characters (a bullet)."""
        self.text, self.boxes = self.text[count:], self.boxes[count:]


def page_lines(page: PageGlyphs) -> list[TextLine]:
    """All lines of a page in reading order, its main frame first."""
    return [
        _line(page, turn, column, row)
        for turn, fragments in page.frames
        for column in reading_order(fragments)
        for row in column.rows
    ]


def _line(page: PageGlyphs, turn: int, column: Column, row: Row) -> TextLine:
    text, boxes = _join(row.fragments)
    widest = max(row.fragments, key=lambda fragment: fragment.u1 - fragment.u0)
    return TextLine(
        page,
        turn,
        text,
        boxes,
        row.left,
        widest.v0,
        row.right,
        widest.v1,
        column.left,
        column.right,
        widest.style,
    )


def _join(fragments: list[Fragment]) -> tuple[str, list[int]]:
    if len(fragments) == 1:
        only = fragments[0]
        return only.text, list(range(only.first, only.last))
    text, boxes = "", []
    before: Fragment | None = None
    for fragment in fragments:
        if before and fragment.u0 - before.u1 > 0.15 * before.height:
            text += " "
            boxes.append(_NOWHERE)
        text += fragment.text
        boxes += range(fragment.first, fragment.last)
        before = fragment
    return text, boxes


def placed(line: TextLine, start: int, length: int) -> Iterator[Line]:
    """The canonical lines of the first `length` characters of `line`, which stand in the text from `start`.

    A level line is one `Line`; of turned text each character is one, since a `Line` is a row.
    """
    where = np.array(line.boxes[:length])
    known = where != _NOWHERE
    if not known.any():
        return
    boxes = line.page.boxes[np.where(known, where, 0)].astype(np.float64).round(2)
    number = line.page.number
    if line.turn not in {0, 4}:
        for index in np.flatnonzero(known).tolist():
            x0, top, x1, bottom = boxes[index].tolist()
            yield Line(number, start + index, start + index + 1, top, bottom, (x0, x1))
        return
    for index in np.flatnonzero(~known).tolist():  # never the first: a gap stands between two characters
        boxes[index] = boxes[index - 1]
        boxes[index, 0] = boxes[index - 1, 2]
    edges = (*boxes[:, 0].tolist(), float(boxes[-1, 2]))
    yield Line(number, start, start + length, float(boxes[:, 1].min()), float(boxes[:, 3].max()), edges)
