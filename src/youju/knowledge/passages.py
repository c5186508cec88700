"""Cuts a version's canonical text into passages: along its structure first, by length only where there is none.

The text is first parted into regions (one section each), a region into units (what stays whole, or prose), units are
packed into passages. Everything is a span of the canonical text, so nothing can shift.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from youju.knowledge.packing import Packer, Unit
from youju.knowledge.regions import Region, blocks_inside, regions_of
from youju.knowledge.values import PassageSpan, Section
from youju.reading.document import Block
from youju.reading.numbering import numbering

NAME = "structure"
VERSION = "2"
"""Name and version of this cutter, for the fingerprint of what it cut."""

_PROSE = {"paragraph", "quote"}
_QUESTION = re.compile(r"(?:问题?\s*\d*|Q(?:uestion)?\s*\d*)\s*[:：.、．]", re.IGNORECASE)
_ANSWER = re.compile(r"(?:答案?\s*\d*|A(?:nswer)?\s*\d*)\s*[:：.、．]", re.IGNORECASE)


def cut_passages(
    text: str, blocks: Sequence[Block], sections: Sequence[Section], size: int = 500, overlap: int = 100
) -> tuple[PassageSpan, ...]:
    """Passages in reading order, each `text[start:end]` without white space at its ends.

    `size` and `overlap` are in estimated tokens. Every character of `text` but white space is in a passage; no passage
    has more than twice `size`. A passage stays in one section, but for tiny siblings, which share one under their
    parent's name, and bare headings, which go with what follows. A section with a locator is one passage up to twice
    `size`. A question begins a passage and its answer follows in it. Only pieces of one long paragraph overlap.
    """
    packer = Packer(text, size, min(overlap, size // 2))
    ordered = sorted(blocks, key=lambda block: block.start)
    passages: list[PassageSpan] = []
    for region in regions_of(text, ordered, sections, size):
        room = 2 * size if region.locator else size + size // 4
        for stretch in _stretches(text, _units(text, region, ordered)):
            for start, end in packer.pack(stretch, room):
                passages.append(PassageSpan(len(passages), start, end, region.section, region.locator))
    return tuple(passages)


def _units(text: str, region: Region, blocks: Sequence[Block]) -> list[Unit]:
    """The blocks of a region, and as prose whatever text lies between them."""
    units: list[Unit] = []
    position = region.start
    for block in blocks_inside(blocks, region):
        if text[position : block.start].strip():
            units.append(Unit(position, block.start, prose=True))
        if text[block.start : block.end].strip():
            units.append(_unit(text, block))
        position = max(position, block.end)
    if text[position : region.end].strip():
        units.append(Unit(position, region.end, prose=True))
    return units


def _unit(text: str, block: Block) -> Unit:
    words = text[block.start : block.end].strip()
    question = block.kind == "paragraph" and _QUESTION.match(words) is not None
    sticky = block.kind in {"heading", "table_header"} or (block.kind in _PROSE and words[-1] in "：:") or question
    opens = block.kind == "table_header" or (block.kind == "paragraph" and numbering(words) is not None)
    return Unit(block.start, block.end, block.kind in _PROSE, sticky, question, opens)


def _stretches(text: str, units: list[Unit]) -> Iterator[list[Unit]]:
    """The units between two answered questions."""
    stretch: list[Unit] = []
    for position, unit in enumerate(units):
        if unit.question and _is_answered(text, units, position) and not all(before.sticky for before in stretch):
            yield stretch
            stretch = []
        stretch.append(unit)
    if stretch:
        yield stretch


def _is_answered(text: str, units: list[Unit], position: int) -> bool:
    unit = units[position]
    lines = text[unit.start : unit.end].splitlines()[1:]
    if position + 1 < len(units):
        lines.append(text[units[position + 1].start : units[position + 1].end])
    return any(_ANSWER.match(line.strip()) for line in lines)
