"""What stands above the rows of a table that is longer than a passage.

A passage is a span of the canonical text, so it cannot repeat what stands before it. It names it instead: passages
that begin with a table, or inside one, carry its caption and header rows as `heads`, each with its own place. Search
counts them as headings, a model reads them in front of the rows, the gate names cells by them; a quote never takes
them for words of the passage.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from youju.knowledge.values import TableHead
from youju.reading.document import Block

LONGEST = 400
"""Characters of a header row that are read with every passage of the table."""
_CAPTION = re.compile(r"(?:附?表|Table)\s*[\d一二三四五六七八九十A-Z]|.*单位\s*[：:]|.*[：:]\s*$", re.IGNORECASE)
_ROWS = ("table_header", "table_row")
_LONGEST_CAPTION = 60
_HEADER_ROWS = 5


class TableHeads:
    """The heads of every table of one text. `blocks` in order."""

    def __init__(self, text: str, blocks: Sequence[Block]) -> None:
        self._text = text
        self._blocks = blocks
        self._ends = [block.end for block in blocks]
        self._first: dict[int, int] = {}  # group → place of its first block
        for place, block in enumerate(blocks):
            if block.group is not None and block.kind in _ROWS:
                self._first.setdefault(block.group, place)

    def above(self, start: int) -> list[TableHead]:
        """The heads for a passage that begins at `start`: none unless it begins with a table of which the caption, or
        rows, stand before it. A table without header rows gives its first row, whatever that is."""
        place = bisect_right(self._ends, start)
        if place == len(self._blocks) or self._blocks[place].kind not in _ROWS:
            return []
        group = self._blocks[place].group
        first = self._first.get(group) if group is not None else None
        if first is None:
            return []
        rows = self._blocks[first : max(first + 1, min(place, first + _HEADER_ROWS))]
        begun = self._blocks[first].start < start
        header = ([block for block in rows if block.kind == "table_header"] or rows[:1]) if begun else ()
        top = self._top(first)
        caption = [block for block in self._blocks[max(0, top - 1) : top] if self._is_caption(block)]
        return [TableHead(block, self._short(block)) for block in (*caption, *header)]

    def _top(self, first: int) -> int:
        """The first block of a table of which a part begins at `first`: long ones are written in parts, each a group
        with the same header again."""
        while first and (above := self._blocks[first - 1]).group is not None and above.kind in _ROWS:
            part = self._first[above.group]
            if self._words(self._blocks[part]) != self._words(self._blocks[first]):
                break
            first = part
        return first

    def _words(self, block: Block) -> str:
        return self._text[block.start : block.end]

    def _is_caption(self, block: Block) -> bool:
        words = self._words(block).strip()
        return block.kind == "paragraph" and len(words) <= _LONGEST_CAPTION and _CAPTION.match(words) is not None

    def _short(self, block: Block) -> str:
        return self._words(block) if block.end - block.start <= LONGEST else ""
