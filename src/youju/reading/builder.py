"""Canonical text and its blocks, built together so that every offset is right by construction."""

from __future__ import annotations

import re

from youju.reading.document import Block, BlockKind

_NEVER_TEXT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u2060-\u2064\ufeff\ufffe\uffff\ud800-\udfff]"
)
_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\u303f\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003ffff]"
)
_EITHER = "“”‘’…—"  # as wide as what stands beside them


def clean(text: str) -> str:
    """The text without what no person reads: NUL and other controls, byte order marks, zero-width spaces, lone
    surrogates. Line ends become `\\n`, no-break spaces plain ones."""
    return _NEVER_TEXT.sub("", _LINE_END.sub("\n", text)).replace("\xa0", " ")


def glue(left: str, right: str) -> str:
    """What stands between two lines of one paragraph when they are joined: nothing beside a Chinese character or a
    full-width mark, else a space."""
    if not left or not right or left[-1].isspace() or right[0].isspace():
        return ""
    beside = [char for char in (left[-1], right[0]) if char not in _EITHER]
    return "" if not beside or any(_WIDE.match(char) for char in beside) else " "


class TextBuilder:
    """Collects blocks in reading order. Blocks are a blank line apart; blocks of one group, a line end."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._groups = 0

    def new_group(self) -> int:
        """A number for the items of one list or the rows of one table."""
        self._groups += 1
        return self._groups

    def add(self, kind: BlockKind, text: str, *, level: int = 0, group: int | None = None) -> Block | None:
        """Append one block, cleaned and stripped; None (and nothing appended) when no text is left."""
        text = clean(text).strip()
        if not text:
            return None
        if self._blocks:
            same = group is not None and self._blocks[-1].group == group
            self._append("\n" if same else "\n\n")
        start = self._length
        self._append(text)
        block = Block(kind, start, self._length, level, group)
        self._blocks.append(block)
        return block

    @property
    def text(self) -> str:
        """The canonical text so far."""
        return "".join(self._parts)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks so far."""
        return tuple(self._blocks)

    @property
    def length(self) -> int:
        """Code points so far: where the next separator or block begins."""
        return self._length

    def _append(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)
