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
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PassageView:
    """What a face shows when a citation is opened.

    `pages`: all pages of the document when it has positions (then `blocks` is empty); `marked` are the numbers of
    those that carry the marked text. Else `blocks`: the section around it; `cut_before` and `cut_after` say that it
    goes on there.
    `start` and `end` are the marked span in the canonical text, `quote` its text.
    """

    passage_id: str
    source: str
    title: str
    section: tuple[str, ...]
    version_label: str
    in_force: InForce
    media_type: str
    start: int
    end: int
    quote: str
    pages: tuple[ViewPage, ...] = ()
    marked: tuple[int, ...] = ()
    blocks: tuple[ViewBlock, ...] = ()
    cut_before: bool = False
    cut_after: bool = False


def view_of(passage: Passage, content: Content, start: int | None = None, end: int | None = None) -> PassageView:
    """The view of `passage` with `[start, end)` of the canonical text marked: a quote in it, or else all of it.

    A span that does not touch the passage marks the passage: a view shows what was cited, not what a link asks for.
    """
    low, high = _marked_span(passage, start, end)
    boxes = boxes_of(content.layout.lines, low, high)
    pages = tuple(
        ViewPage(
            page.number, page.label, page.width, page.height, tuple(box for box in boxes if box.page == page.number)
        )
        for page in content.layout.pages
    )
    blocks, before, after = ([], False, False) if boxes else _section(content, low, high)
    return PassageView(
        passage_id=passage.id,
        source=passage.source,
        title=passage.title,
        section=passage.section,
        version_label=passage.version_label,
        in_force=passage.in_force,
        media_type=passage.media_type,
        start=low,
        end=high,
        quote=content.text[low:high],
        pages=pages if boxes else (),
        marked=tuple(page.number for page in pages if page.boxes),
        blocks=tuple(_view_block(block, content.text, low, high) for block in blocks),
        cut_before=before,
        cut_after=after,
    )


def _marked_span(passage: Passage, start: int | None, end: int | None) -> tuple[int, int]:
    low = max(passage.start, passage.start if start is None else start)
    high = min(passage.end, passage.end if end is None else end)
    return (low, high) if low < high else (passage.start, passage.end)


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


def _view_block(block: Block, text: str, low: int, high: int) -> ViewBlock:
    start, end = max(block.start, low), min(block.end, high)
    marks = ((start - block.start, end - block.start),) if start < end else ()
    return ViewBlock(block.kind, block.level, block.group, text[block.start : block.end], marks)
