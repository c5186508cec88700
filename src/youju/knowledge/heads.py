"""What stands above the rows of a table that is longer than a passage.

A passage is a span of the canonical text, so it cannot repeat the header of its table. It names it instead: passages
that begin in mid-table carry the table's caption and header rows as `heads`, with the place where they stand. Search
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
            if block.group is not None and block.kind in ("table_header", "table_row"):
                self._first.setdefault(block.group, place)

    def above(self, start: int) -> list[TableHead]:
        """The heads for a passage that begins at `start`: none unless a row of its table stands before it. A table
        without header rows gives its first row, whatever that is."""
        place = bisect_right(self._ends, start)
        if place == len(self._blocks) or self._blocks[place].kind not in ("table_header", "table_row"):
            return []
        group = self._blocks[place].group
        first = self._first.get(group) if group is not None else None
        if first is None or self._blocks[first].start >= start:
            return []
        rows = self._blocks[first : max(first + 1, min(place, first + _HEADER_ROWS))]
        header = [block for block in rows if block.kind == "table_header"] or rows[:1]
        above = self._blocks[first - 1 : first] if first else ()
        caption = [block for block in above if self._is_caption(block)]
        return [TableHead(block, self._short(block)) for block in (*caption, *header)]

    def _is_caption(self, block: Block) -> bool:
        words = self._text[block.start : block.end].strip()
        return block.kind == "paragraph" and len(words) <= _LONGEST_CAPTION and _CAPTION.match(words) is not None

    def _short(self, block: Block) -> str:
        return self._text[block.start : block.end] if block.end - block.start <= LONGEST else ""
