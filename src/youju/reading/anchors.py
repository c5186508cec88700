"""Anchors: which part of a text the address `#name` leads to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from youju.reading.builder import TextBuilder
from youju.reading.document import Place

_LONGEST = 200


class Anchors:
    """The anchors that a walk meets. One begins with the first block written after it, and ends where the next one
    begins; of several that begin together, one is kept: the last that the page itself links to, else the last."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._marks: list[tuple[int, str]] = []

    def mark(self, name: str | None) -> None:
        """An anchor stands here, between what was written and what comes."""
        if name and name.isprintable() and len(name) <= _LONGEST:
            self._marks.append((self._builder.length, name))

    def places(self, linked: Collection[str] = ()) -> tuple[Place, ...]:
        """The parts of the text, when all of it is written. `linked`: the names that links of the page lead to."""
        blocks = self._builder.blocks
        starts = [block.start for block in blocks]
        chosen: dict[int, str] = {}
        for at, name in self._marks:
            block = bisect_left(starts, at)
            if block < len(starts) and (name in linked or chosen.get(starts[block]) not in linked):
                chosen[starts[block]] = name
        begins = sorted(chosen)
        ends = [blocks[bisect_left(starts, begin) - 1].end for begin in begins[1:]]
        return tuple(
            Place("anchor", chosen[begin], begin, end)
            for begin, end in zip(begins, [*ends, self._builder.length], strict=False)
        )
