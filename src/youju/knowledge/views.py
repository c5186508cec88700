"""A passage where it stands: the pages of a PDF with rectangles, or the section of a text with marked spans, its tables
as tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from youju.knowledge.content.values import Content
from youju.knowledge.layout import Overlapping
from youju.knowledge.places import place_label, recognition
from youju.knowledge.values import InForce, Passage
from youju.reading.cells import cells_at
from youju.reading.document import Block, BlockKind, Box, Table, TableCell, boxes_of

_AROUND = 4000
"""How many characters of a section are shown before and after what is marked, at most."""


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ViewPage:
    """One physical page. Sizes and boxes in points from the top left; `boxes` cover what is marked, line by line."""

    number: int
    label: str | None
    width: float
    height: float
    boxes: tuple[Box, ...] = ()

    @property
    def name(self) -> str:
        """What people call the page: its printed label, else its number."""
        return self.label or str(self.number)


@dataclass(frozen=True, slots=True)
class ViewCell:
    """One cell of a table's row, shown in the first of the `rows` that it spans. `marks` are spans of `text`."""

    text: str
    marks: tuple[Span, ...] = ()
    rows: int = 1
    columns: int = 1
    header: bool = False


@dataclass(frozen=True, slots=True)
class ViewBlock:
    """One block as its author set it. `marks` are spans of `text`, in order. A row of a table has its `cells`, but for
    those that go on from a row above."""

    kind: BlockKind
    level: int
    group: int | None
    text: str
    marks: tuple[Span, ...] = ()
    cells: tuple[ViewCell, ...] = ()


@dataclass(frozen=True, slots=True)
class PassageView:
    """What a face shows when a citation is opened.

    `pages`: all pages of the document when it has positions (then `blocks` is empty); `marked` are the numbers of
    those that carry the marked text. Else `blocks`: the section around it; `cut_before` and `cut_after` say that it
    goes on there.
    `spans` are the marked spans of the canonical text, in order; `quote` is their text. `place` says where they stand
    in a file without pages, `recognised` on which pages they were read from a picture, and how surely (0–1).
    """

    passage_id: str
    source: str
    title: str
    section: tuple[str, ...]
    version_label: str
    in_force: InForce
    media_type: str
    spans: tuple[Span, ...]
    quote: str
    pages: tuple[ViewPage, ...] = ()
    marked: tuple[int, ...] = ()
    blocks: tuple[ViewBlock, ...] = ()
    cut_before: bool = False
    cut_after: bool = False
    place: str = ""
    recognised: tuple[tuple[int, ...], float] | None = None


def view_of(passage: Passage, content: Content, spans: Sequence[Span] = ()) -> PassageView:
    """The view of `passage` with `spans` of the canonical text marked: quotes in it, or without any all of it.

    What lies outside the passage is not marked: a view shows what was cited, not what a link asks for.
    """
    marked = _marked_spans(passage, spans)
    boxes = [box for low, high in marked for box in boxes_of(content.layout.lines, low, high)]
    pages = tuple(
        ViewPage(
            page.number, page.label, page.width, page.height, tuple(box for box in boxes if box.page == page.number)
        )
        for page in content.layout.pages
    )
    blocks, before, after = ([], False, False) if boxes else _section(content, marked[0][0], marked[-1][1])
    return PassageView(
        passage_id=passage.id,
        source=passage.source,
        title=passage.title,
        section=passage.section,
        version_label=passage.version_label,
        in_force=passage.in_force,
        media_type=passage.media_type,
        spans=marked,
        quote=" … ".join(content.text[low:high] for low, high in marked),
        pages=pages if boxes else (),
        marked=tuple(page.number for page in pages if page.boxes),
        blocks=_with_cells(blocks, tuple(_view_block(block, content.text, marked) for block in blocks), content),
        cut_before=before,
        cut_after=after,
        place=place_label(passage.places, marked),
        recognised=recognition([(passage.pages, marked)]),
    )


def _marked_spans(passage: Passage, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The spans in order, within the passage, those that touch as one; the whole passage if nothing is left."""
    marked: list[Span] = []
    for start, end in sorted(spans):
        low, high = max(passage.start, start), min(passage.end, end)
        if marked and low <= marked[-1][1]:
            marked[-1] = (marked[-1][0], max(high, marked[-1][1]))
        elif low < high:
            marked.append((low, high))
    return tuple(marked) or ((passage.start, passage.end),)


def _section(content: Content, low: int, high: int) -> tuple[Sequence[Block], bool, bool]:
    """The blocks from the last heading at or before the mark to the next heading after it, within `_AROUND`, and
    whether the section goes on before and after them."""
    blocks = content.layout.blocks
    touched = Overlapping(blocks)(low, high)
    if not touched:
        return (), False, False
    first, last = blocks.index(touched[0]), blocks.index(touched[-1])
    while first and blocks[first].kind != "heading" and low - blocks[first - 1].start <= _AROUND:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].kind != "heading" and blocks[last + 1].end - high <= _AROUND:
        last += 1
    before = bool(first) and blocks[first].kind != "heading"
    after = last + 1 < len(blocks) and blocks[last + 1].kind != "heading"
    return blocks[first : last + 1], before, after


def _view_block(block: Block, text: str, marked: Sequence[Span]) -> ViewBlock:
    marks = tuple(
        (max(block.start, low) - block.start, min(block.end, high) - block.start)
        for low, high in marked
        if low < block.end and block.start < high
    )
    shown = text[block.start : block.end]
    cells = _cells(shown, marks, header=block.kind == "table_header") if block.kind in _ROWS else ()
    return ViewBlock(block.kind, block.level, block.group, shown, marks, cells)


_ROWS = ("table_header", "table_row")
_BAR = re.compile(r" ?\| ?")


def _cells(text: str, marks: Sequence[Span], *, header: bool) -> tuple[ViewCell, ...]:
    """The cells of a row, one for each column, as the canonical text writes them."""
    cells: list[ViewCell] = []
    borders = [match.span() for match in _BAR.finditer(text)]
    for (_, low), (high, _) in pairwise([(0, 0), *borders, (len(text), len(text))]):
        inside = tuple(
            (max(low, start) - low, min(high, end) - low) for start, end in marks if start < high and low < end
        )
        cells.append(ViewCell(text[low:high], inside, header=header))
    return tuple(cells)


def _with_cells(blocks: Sequence[Block], views: tuple[ViewBlock, ...], content: Content) -> tuple[ViewBlock, ...]:
    """The rows of tables whose cells are known, each merged cell once."""
    groups = {block.group for block in blocks if block.kind in _ROWS}
    merged: dict[int, ViewBlock] = {}
    for table in content.layout.tables:
        if table.group in groups:
            rows = [place for place, block in enumerate(blocks) if block.kind in _ROWS and block.group == table.group]
            merged |= _merged(table, [(place, blocks[place], views[place]) for place in rows])
    return tuple(merged.get(place, view) for place, view in enumerate(views))


def _merged(table: Table, rows: Sequence[tuple[int, Block, ViewBlock]]) -> dict[int, ViewBlock]:
    near = _near(table, rows[0][1].start, rows[-1][1].end)
    touched = [cells_at(near, block.start, block.end) for _, block, _ in rows]
    shown: set[TableCell] = set()
    made: dict[int, ViewBlock] = {}
    for number, (place, block, view) in enumerate(rows):
        cells: list[ViewCell] = []
        for cell in sorted(touched[number], key=lambda one: one.column):
            below = list(takewhile(lambda own, cell=cell: cell in own, touched[number:]))
            if cell in shown or cell.column >= len(view.cells):
                continue
            shown.add(cell)
            written = [rows[number + step][2].cells for step in range(len(below))]
            marks = (row[cell.column].marks for row in written if cell.column < len(row))
            cells.append(
                ViewCell(
                    view.cells[cell.column].text,
                    next(filter(None, marks), ()),
                    len(below),
                    cell.columns,
                    cell.header or block.kind == "table_header",
                )
            )
        made[place] = replace(view, cells=tuple(cells))
    return made


def _near(table: Table, start: int, end: int) -> Table:
    """The part of a table whose rows lie in the span: looking through a large one for every row takes too long."""
    own = {cell.row for cell in table.cells if start <= cell.start < end}
    if not own:
        return table
    low, high = min(own), max(own)
    kept = (cell for cell in table.cells if cell.row <= high and low < cell.row + cell.rows)
    return Table(table.group, tuple(kept))
