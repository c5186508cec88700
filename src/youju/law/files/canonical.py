"""The one form in which a law is kept, whatever file it came from: title, 题注, preamble, parts, articles, annexes.

Words are never changed: only marks of the layout go (tables of contents, spread headings, the spaces behind 第X条), and
each 款 and 项 gets a block of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from youju.law.clauses import item_depth
from youju.law.files.days import DAY
from youju.law.files.head import INTRODUCTION, PREAMBLE, Head
from youju.law.files.marks import ARTICLE_RANK, Mark, joined, lines
from youju.reading.builder import TextBuilder
from youju.reading.document import Block, ReadDocument, Table, TableCell

WHOLE = "全文"
SIGNATURE, BEHIND = "落款", "文末"
_SIGNED = re.compile(rf"{DAY}$|[\u4e00-\u9fff、]{{2,30}}(?:法院|检察院|委员会|国务院|政府|部|局|署)$")
_MOST_CLOSING = 12
_LONGEST_CLOSING = 40
_ENDS = "。！？…”）)"
_GOES_ON = _ENDS + "；：，、"
_TABLE_KINDS = {"table_header", "table_row"}


@dataclass(frozen=True, slots=True)
class Canonical:
    """The document in its kept form, and its marks with their places there."""

    document: ReadDocument
    marks: tuple[Mark, ...]


def canonical(read: ReadDocument, head: Head, marks: Sequence[Mark], title: str) -> Canonical:
    """Write the law down. `marks` stand in the read text; without any, all that follows the head is one whole."""
    return _Writing(read, head, marks, title).done()


class _Writing:
    """One pass over the lines of a read text."""

    def __init__(self, read: ReadDocument, head: Head, marks: Sequence[Mark], title: str) -> None:
        self._read = read
        self._head = head
        self._title = title
        self._at = {mark.start: mark for mark in marks}
        self._builder = TextBuilder()
        self._marks: list[Mark] = []
        self._label = ""
        self._list: int | None = None
        self._blocks = sorted(read.blocks, key=lambda block: block.start)
        self._starts = [block.start for block in self._blocks]
        self._tables: dict[int, int] = {}
        self._moved: list[tuple[int, int, int]] = []

    def done(self) -> Canonical:
        """The whole text."""
        self._builder.add("heading", self._title, level=1)
        for note in self._head.notes:
            self._builder.add("paragraph", note)
        if self._head.part and not self._begins_with_part():
            self._mark(Mark("part", 0, 0, self._head.part), self._builder.add("heading", self._head.part, level=2))
        rows = list(self._rows())
        self._opening(rows)
        last = max(self._at, default=0)
        closing, name = _closing(rows, last)
        if closing is not None and self._at[last].kind in {"article", "whole"} and not self._in_table(closing):
            self._at[closing] = Mark("signature", closing, 0, name)
        for start, line in rows:
            self._line(start, line)
        self._flush_label()
        document = ReadDocument(
            self._builder.text,
            self._builder.blocks,
            tables=tuple(self._moved_tables()),
            title=self._title,
            media_type="text/plain",
            warnings=self._read.warnings,
        )
        return Canonical(document, tuple(self._marks))

    def _begins_with_part(self) -> bool:
        """Whether the text itself is headed by its 编, or by just this part."""
        first = self._at[min(self._at)] if self._at else None
        if first is None or first.kind != "part":
            return False
        return first.rank == 0 or re.sub(r"\s", "", first.text) == self._head.part

    def _rows(self) -> Iterator[tuple[int, str]]:
        """The lines behind the head, without the table of contents."""
        first = min(self._at, default=len(self._read.text))
        start = first if self._head.preamble is None else min(first, self._head.preamble)
        low, high = self._head.contents
        for place, line in lines(self._read.text):
            if place >= start and not low <= place < high:
                yield place, line

    def _opening(self, rows: Sequence[tuple[int, str]]) -> None:
        """What begins with the first line, where that is no part or article: the preamble, or the whole."""
        if rows and rows[0][0] not in self._at:
            if not self._at:
                self._at[rows[0][0]] = Mark("whole", rows[0][0], 0, WHOLE)
            else:
                name = PREAMBLE if self._head.named else INTRODUCTION
                self._at[rows[0][0]] = Mark("preamble", rows[0][0], ARTICLE_RANK, name)

    def _line(self, start: int, line: str) -> None:
        mark = self._at.get(start)
        if mark is not None and mark.kind in {"article", "part", "annex", "signature"}:
            self._flush_label()
        if mark is not None and mark.kind == "preamble" and self._head.named:
            block = self._builder.add("heading", PREAMBLE, level=2)
        elif mark is None or mark.kind in {"preamble", "whole", "signature"}:
            block = self._text(start, line)
        elif mark.kind == "article":
            block = self._article(mark, line)
        else:
            block = self._add_heading(mark)
        if mark is not None and (mark.kind != "article" or not self._label):
            self._mark(mark, block)

    def _article(self, mark: Mark, line: str) -> Block | None:
        """The first line of an article. A label that stands alone waits for the line below."""
        length = mark.label_end - mark.start
        label, rest = re.sub(r"\s+", "", line[:length]), line[length:].strip()
        if label.startswith("第") and (not rest or rest[0] not in "【（(［["):
            label += "　"
        self._list = None
        if rest:
            return self._builder.add("paragraph", label + rest)
        self._label = label
        self._waiting = mark
        return None

    def _flush_label(self, line: str = "") -> None:
        """Write the label that waits, in front of `line`."""
        if self._label:
            block = self._builder.add("paragraph", self._label + line)
            self._label = ""
            self._mark(self._waiting, block)

    def _add_heading(self, mark: Mark) -> Block | None:
        self._list = None
        level = min(mark.rank + 2, 6) if mark.kind == "part" else 2
        return self._builder.add("heading", mark.text, level=level)

    def _text(self, start: int, line: str) -> Block | None:
        block = self._block(start)
        if block is not None and self._in_table(start):
            return self._row(block, line, start)
        if self._label:
            self._flush_label(line)
            return None
        depth = item_depth(line)
        if block is not None and block.kind == "heading":
            self._list = None
            return self._builder.add("heading", joined(line), level=max(block.level, 2))
        if depth == 0 or (depth == 2 and self._list is None):
            self._list = None
            return self._builder.add("paragraph", line)
        self._list = self._list or self._builder.new_group()
        return self._builder.add("list_item", line, level=depth, group=self._list)

    def _in_table(self, place: int) -> bool:
        block = self._block(place)
        return block is not None and block.kind in _TABLE_KINDS

    def _row(self, block: Block, line: str, start: int) -> Block | None:
        """A row of a table, in the group of its table."""
        self._flush_label()
        self._list = None
        old = block.group or 0
        group = self._tables.get(old)
        if group is None:
            group = self._tables[old] = self._builder.new_group()
        added = self._builder.add(block.kind, line, level=block.level, group=group)
        if added is not None:
            self._moved.append((start, start + len(line), added.start - start))
        return added

    def _moved_tables(self) -> Iterator[Table]:
        """The tables with the places of their cells in the new text."""
        for table in self._read.tables:
            if table.group in self._tables:
                cells = [moved for cell in table.cells if (moved := self._moved_cell(cell))]
                yield Table(self._tables[table.group], tuple(cells))

    def _moved_cell(self, cell: TableCell) -> TableCell | None:
        at = bisect_right(self._moved, cell.start, key=lambda move: move[0]) - 1
        if at < 0 or cell.end > self._moved[at][1]:
            return None
        shift = self._moved[at][2]
        return replace(cell, start=cell.start + shift, end=cell.end + shift)

    def _block(self, place: int) -> Block | None:
        at = bisect_right(self._starts, place) - 1
        return self._blocks[at] if at >= 0 and place < self._blocks[at].end else None

    def _mark(self, mark: Mark, block: Block | None) -> None:
        if block is not None:
            self._marks.append(replace(mark, start=block.start, label_end=block.start))


def _closing(rows: Sequence[tuple[int, str]], last_mark: int) -> tuple[int | None, str]:
    """Where the lines begin that stand behind the last sentence of the text, and what they are: who signed it and when,
    or what else a page shows there."""
    found: int | None = None
    signed = True
    for start, line in reversed(rows[-_MOST_CLOSING:]):
        plain = re.sub(r"\s", "", line)
        if start <= last_mark or len(plain) > _LONGEST_CLOSING or plain[-1] in _GOES_ON or item_depth(line):
            over = plain[-1] in _ENDS
            return found if over else None, SIGNATURE if signed else BEHIND
        found = start
        signed = signed and _SIGNED.match(plain) is not None
    return None, SIGNATURE
