"""What a reader makes of a file: one canonical text, its blocks, its pages and where each character stands.

All offsets are Unicode code points in `ReadDocument.text`; all spans are half-open `[start, end)`. Pages are counted
from 1. Coordinates are PDF points with the origin at the page's **top left**, x to the right, y down.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias

BlockKind = Literal["heading", "paragraph", "list_item", "table_header", "table_row", "code", "quote"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the top left corner."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the text that its author set as one: never overlapping, in reading order.

    `level` is 1–6 for headings and the nesting depth (from 1) for list items, else 0. `group` is one number for all
    items of one list and all rows of one table, so that they can be shown together; None elsewhere.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One physical page (of a presentation: one slide): its span in the text, its size in points and the label printed
    on it, if the file says it.

    `confidence` is set where the text was recognised in a picture (OCR): the mean over its characters, 0–1.
    `estimated` says that the page is where another program would break it, not where the file says.
    """

    number: int
    start: int
    end: int
    width: float = 0.0
    height: float = 0.0
    label: str | None = None
    confidence: float | None = None
    estimated: bool = False


PlaceKind = Literal["sheet", "anchor", "part"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span of the text stands in a file without pages. Never overlapping within one kind, in reading order.

    `sheet`: rows `first`–`last` (from 1, as the spreadsheet numbers them) of the sheet `name`; one place for each row.
    `anchor`: the part of a page that the address `#name` leads to. `part`: a named part, as a chapter's file.
    """

    kind: PlaceKind
    name: str
    start: int
    end: int
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell as its author set it: `[start, end)` of the text is its first writing. `row` and `column` count from 0;
    a merged cell spans several, and its text is written again in each row, so that a row can be read alone."""

    row: int
    column: int
    start: int
    end: int
    rows: int = 1
    columns: int = 1
    header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of one table, by row and column. `group` is that of the blocks that hold its rows."""

    group: int
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """One line that OCR found in a picture, between `top` and `bottom`, in points, where the page's text
    stands upright (see `RecognisedPage`).

    `edges[i]` and `edges[i + 1]` are the left and right of character `i` (len = len(text) + 1); `score` is 0–1.
    """

    text: str
    top: float
    bottom: float
    edges: tuple[float, ...]
    score: float


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """What OCR made of the picture of one page; no lines where nothing could be read. `width` and `height` are those of
    the page as it is shown, in points.

    `angle` says by how many degrees clockwise the text is turned on the page: a page scanned askew, sideways or upside
    down. Lines and `rules` (straight lines that are drawn: `x0, y0, x1, y1`) stand on the page turned back by it about
    its centre, so that they are level there; the origin is that page's top left.
    """

    number: int
    width: float
    height: float
    lines: tuple[RecognisedLine, ...]
    engine: str
    angle: float = 0.0
    rules: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def confidence(self) -> float:
        """The mean score over the characters; 0 for a page without any."""
        characters = sum(len(line.text) for line in self.lines)
        return sum(line.score * len(line.text) for line in self.lines) / characters if characters else 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of glyphs: `[start, end)` of the text on `page`, between `top` and `bottom`; `edges[i]` and
    `edges[i + 1]` are the left and right of character `start + i` (len = end - start + 1). Readers of long files give
    an `array`, which takes a tenth of the room of a tuple."""

    page: int
    start: int
    end: int
    top: float
    bottom: float
    edges: Sequence[float]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """The outcome of reading one file.

    `text` holds no NUL and no lone surrogate; line ends are `\\n`. `needs_ocr` lists pages that carry pictures but no
    usable text and have not been recognised yet; `unreadable` those that OCR could not read either, and those that are
    damaged. `warnings` are sentences for the person who imports. `title` is the document's own title, or None.
    """

    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...] = ()
    lines: tuple[Line, ...] = ()
    places: tuple[Place, ...] = ()
    tables: tuple[Table, ...] = ()
    title: str | None = None
    media_type: str = "text/plain"
    needs_ocr: tuple[int, ...] = ()
    unreadable: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict[str, str])

    def __reduce__(self) -> tuple[Callable[..., ReadDocument], tuple[dict[str, Any], FlatLines | None]]:
        """Pickled with its lines as a few arrays: a long file has hundreds of thousands, and each object of its own
        would cost more than what it holds."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        flat = _flat(self.lines)
        if flat is not None:
            parts["lines"] = ()
        return _whole, (parts, flat)


FlatLines: TypeAlias = "tuple[array[int], array[float], array[float]]"
"""Of all lines one after the other: page, start and end; top and bottom; edges."""


def _flat(lines: Sequence[Line]) -> FlatLines | None:
    """The lines as arrays; None where their edges are none, as those of short files may be."""
    places, heights, edges = array("q"), array("d"), array("f")
    for line in lines:
        if not isinstance(line.edges, array) or line.edges.typecode != "f":
            return None
        places.extend((line.page, line.start, line.end))
        heights.extend((line.top, line.bottom))
        edges.extend(line.edges)
    return places, heights, edges


def _whole(parts: dict[str, Any], flat: FlatLines | None) -> ReadDocument:
    """The inverse of `ReadDocument.__reduce__`."""
    if flat is None:
        return ReadDocument(**parts)
    (places, heights, edges), lines, first = flat, list[Line](), 0
    for at in range(len(places) // 3):
        page, start, end = places[3 * at : 3 * at + 3]
        last = first + end - start + 1
        lines.append(Line(page, start, end, heights[2 * at], heights[2 * at + 1], edges[first:last]))
        first = last
    return replace(ReadDocument(**parts), lines=tuple(lines))


def boxes_of(lines: Sequence[Line], start: int, end: int) -> list[Box]:
    """The rectangles that cover `[start, end)`, one for each line it touches, in reading order."""
    boxes: list[Box] = []
    for line in lines:
        low, high = max(start, line.start), min(end, line.end)
        if low < high:
            x0, x1 = line.edges[low - line.start], line.edges[high - line.start]
            boxes.append(Box(line.page, min(x0, x1), line.top, max(x0, x1), line.bottom))
    return boxes


def row_text(cells: Sequence[str]) -> str:
    """A table row in canonical text: `a | b | c`. Empty cells keep their place; a bar inside a cell becomes `｜`."""
    return " | ".join(" ".join(cell.replace("|", "｜").split()) for cell in cells).strip()


def row_cells(text: str) -> list[str]:
    """The cells of a row that `row_text` wrote."""
    return re.split(r" ?\| ?", text)
