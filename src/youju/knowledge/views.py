"""A passage where it stands: the pages of a PDF with rectangles, or the section of a text with marked spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from youju.knowledge.layout import Overlapping
from youju.knowledge.ledger import Content
from youju.knowledge.values import InForce, Passage
from youju.reading.document import Block, BlockKind, Box, boxes_of

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
class ViewBlock:
    """One block as its author set it. `marks` are spans of `text`, in order."""

    kind: BlockKind
    level: int
    group: int | None
    text: str
    marks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class PassageView:
    """What a face shows when a citation is opened.

    `pages`: all pages of the document when it has positions (then `blocks` is empty); `marked` are the numbers of
    those that carry the marked text. Else `blocks`: the section around it; `cut_before` and `cut_after` say that it
    goes on there.
    `spans` are the marked spans of the canonical text, in order; `quote` is their text.
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
        blocks=tuple(_view_block(block, content.text, marked) for block in blocks),
        cut_before=before,
        cut_after=after,
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
    return ViewBlock(block.kind, block.level, block.group, text[block.start : block.end], marks)
