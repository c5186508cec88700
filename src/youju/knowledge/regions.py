"""Which section owns which stretch of a version's text: the first cut on the way to passages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from youju.knowledge.values import Locator, Section
from youju.reading.document import Block
from youju.text.tokens import estimate_tokens

TINY = 30
"""Neighbouring sections of one parent with fewer tokens than this share a passage of up to four times as many."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of text that belongs to one section (None: to the document) and to none below it."""

    start: int
    end: int
    section: int | None = None
    locator: Locator | None = None
    lead: int = 0
    """Tokens of the headings above that stand at its beginning."""


def regions_of(text: str, blocks: Sequence[Block], sections: Sequence[Section], size: int) -> list[Region]:
    """The text, cut wherever a section begins or ends; bare headings with what they head, tiny siblings together."""
    known = {section.ordinal: section for section in sections}
    regions = _join_headings(text, list(_partition(text, sections)), blocks, known, size // 2)
    return _join_tiny(text, regions, known)


def _partition(text: str, sections: Sequence[Section]) -> Iterator[Region]:
    """The text, cut wherever a section begins or ends."""
    edges = {0, len(text), *(section.start for section in sections), *(section.end for section in sections)}
    waiting = sorted(sections, key=lambda section: (section.start, -section.end, section.ordinal), reverse=True)
    open_: list[Section] = []
    cuts = sorted(edges)
    for start, end in pairwise(cuts):
        while waiting and waiting[-1].start <= start:
            open_.append(waiting.pop())
        while open_ and open_[-1].end <= start:
            open_.pop()
        if text[start:end].strip():
            owner = open_[-1] if open_ else None
            yield Region(start, end, owner.ordinal if owner else None, owner.locator if owner else None)


def _join_headings(
    text: str, regions: list[Region], blocks: Sequence[Block], known: dict[int, Section], most: int
) -> list[Region]:
    """A region of nothing but headings (at most `most` tokens) goes with the section below it that follows."""
    joined: list[Region] = []
    for region in reversed(regions):
        after = joined[-1] if joined else None
        if after and _leads_to(region, after, blocks, known):
            lead = after.lead + estimate_tokens(text[region.start : region.end])
            if lead <= most:
                joined[-1] = replace(after, start=region.start, lead=lead)
                continue
        joined.append(region)
    return joined[::-1]


def _leads_to(region: Region, after: Region, blocks: Sequence[Block], known: dict[int, Section]) -> bool:
    if after.locator is not None or after.section is None or not _is_below(after.section, region.section, known):
        return False
    return all(block.kind == "heading" for block in blocks_inside(blocks, region))


def _is_below(section: int, above: int | None, known: dict[int, Section]) -> bool:
    step: int | None = section
    while step is not None and step != above:
        step = known[step].parent
    return step == above


def _join_tiny(text: str, regions: list[Region], known: dict[int, Section]) -> list[Region]:
    """Neighbouring tiny siblings become one region of their parent."""
    joined: list[Region] = []
    parent: int | None = None  # of the siblings that the last region is made of
    room = 0  # for more of them
    for region in regions:
        tokens = _tiny_tokens(text, region)
        above = known[region.section].parent if region.section is not None else None
        if 0 < tokens <= room and parent == above:
            locator = known[above].locator if above is not None else None
            joined[-1] = replace(joined[-1], end=region.end, section=above, locator=locator)
            room -= tokens
        else:
            joined.append(region)
            parent, room = above, 4 * TINY - tokens if tokens else 0
    return joined


def _tiny_tokens(text: str, region: Region) -> int:
    """The size of a region that may share a passage; 0 for one that may not."""
    if region.section is None or region.locator is not None or region.end - region.start > TINY * 8:
        return 0
    tokens = estimate_tokens(text[region.start : region.end])
    return tokens if tokens < TINY else 0


def blocks_inside(blocks: Sequence[Block], region: Region) -> Iterator[Block]:
    """The blocks that touch the region, clipped to it."""
    first = max(0, bisect_right(blocks, region.start, key=lambda block: block.start) - 1)
    for block in blocks[first:]:
        if block.start >= region.end:
            return
        if block.end > region.start:
            yield replace(block, start=max(block.start, region.start), end=min(block.end, region.end))
