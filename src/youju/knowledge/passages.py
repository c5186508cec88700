"""Cuts a version's canonical text into passages: along its structure first, by length only where there is none.

The text is first parted into regions (one section each), a region into units (what stays whole, or prose), units are
packed into passages. Everything is a span of the canonical text, so nothing can shift.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from youju.knowledge.values import Locator, PassageSpan, Section
from youju.reading.document import Block
from youju.reading.numbering import numbering
from youju.text.graphemes import safe_cut
from youju.text.sentences import split_sentences
from youju.text.tokens import estimate_tokens

NAME = "structure"
VERSION = "1"
"""Name and version of this cutter, for the fingerprint of what it cut."""

TINY = 30
"""Neighbouring sections of one parent with fewer tokens than this share a passage of up to four times as many."""

_PROSE = {"paragraph", "quote"}
_CLAUSE = re.compile(r"[，、：,:）)\s]")
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
    packer = _Packer(text, size, min(overlap, size // 2))
    ordered = sorted(blocks, key=lambda block: block.start)
    passages: list[PassageSpan] = []
    for region in _regions(text, ordered, sections, size):
        room = 2 * size if region.locator else size + size // 4
        for stretch in _stretches(text, _units(text, region, ordered)):
            for start, end in packer.pack(stretch, room):
                passages.append(PassageSpan(len(passages), start, end, region.section, region.locator))
    return tuple(passages)


# Regions: which section owns which stretch of text


@dataclass(frozen=True, slots=True)
class _Region:
    """A stretch of text that belongs to one section (None: to the document) and to none below it."""

    start: int
    end: int
    section: int | None = None
    locator: Locator | None = None
    lead: int = 0
    """Tokens of the headings above that stand at its beginning."""


def _regions(text: str, blocks: Sequence[Block], sections: Sequence[Section], size: int) -> list[_Region]:
    known = {section.ordinal: section for section in sections}
    regions = _join_headings(text, list(_partition(text, sections)), blocks, known, size // 2)
    return _join_tiny(text, regions, known)


def _partition(text: str, sections: Sequence[Section]) -> Iterator[_Region]:
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
            yield _Region(start, end, owner.ordinal if owner else None, owner.locator if owner else None)


def _join_headings(
    text: str, regions: list[_Region], blocks: Sequence[Block], known: dict[int, Section], most: int
) -> list[_Region]:
    """A region of nothing but headings (at most `most` tokens) goes with the section below it that follows."""
    joined: list[_Region] = []
    for region in reversed(regions):
        after = joined[-1] if joined else None
        if after and _leads_to(region, after, blocks, known):
            lead = after.lead + estimate_tokens(text[region.start : region.end])
            if lead <= most:
                joined[-1] = replace(after, start=region.start, lead=lead)
                continue
        joined.append(region)
    return joined[::-1]


def _leads_to(region: _Region, after: _Region, blocks: Sequence[Block], known: dict[int, Section]) -> bool:
    if after.locator is not None or after.section is None or not _is_below(after.section, region.section, known):
        return False
    return all(block.kind == "heading" for block in _inside(blocks, region))


def _is_below(section: int, above: int | None, known: dict[int, Section]) -> bool:
    step: int | None = section
    while step is not None and step != above:
        step = known[step].parent
    return step == above


def _join_tiny(text: str, regions: list[_Region], known: dict[int, Section]) -> list[_Region]:
    """Neighbouring tiny siblings become one region of their parent."""
    joined: list[_Region] = []
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


def _tiny_tokens(text: str, region: _Region) -> int:
    """The size of a region that may share a passage; 0 for one that may not."""
    if region.section is None or region.locator is not None or region.end - region.start > TINY * 8:
        return 0
    tokens = estimate_tokens(text[region.start : region.end])
    return tokens if tokens < TINY else 0


def _inside(blocks: Sequence[Block], region: _Region) -> Iterator[Block]:
    """The blocks that touch the region, clipped to it."""
    first = max(0, bisect_right(blocks, region.start, key=lambda block: block.start) - 1)
    for block in blocks[first:]:
        if block.start >= region.end:
            return
        if block.end > region.start:
            yield replace(block, start=max(block.start, region.start), end=min(block.end, region.end))


# Units: what stays whole, what may be cut, and what must not be parted from its successor


@dataclass(frozen=True, slots=True)
class _Unit:
    """A piece of one region. `sticky`: no passage ends right after it. `opens`: a good place to begin a passage."""

    start: int
    end: int
    prose: bool
    sticky: bool = False
    question: bool = False
    opens: bool = False


def _units(text: str, region: _Region, blocks: Sequence[Block]) -> list[_Unit]:
    """The blocks of a region, and as prose whatever text lies between them."""
    units: list[_Unit] = []
    position = region.start
    for block in _inside(blocks, region):
        if text[position : block.start].strip():
            units.append(_Unit(position, block.start, prose=True))
        if text[block.start : block.end].strip():
            units.append(_unit(text, block))
        position = max(position, block.end)
    if text[position : region.end].strip():
        units.append(_Unit(position, region.end, prose=True))
    return units


def _unit(text: str, block: Block) -> _Unit:
    words = text[block.start : block.end].strip()
    question = block.kind == "paragraph" and _QUESTION.match(words) is not None
    sticky = block.kind in {"heading", "table_header"} or (block.kind in _PROSE and words[-1] in "：:") or question
    opens = block.kind == "paragraph" and numbering(words) is not None
    return _Unit(block.start, block.end, block.kind in _PROSE, sticky, question, opens)


def _stretches(text: str, units: list[_Unit]) -> Iterator[list[_Unit]]:
    """The units between two answered questions."""
    stretch: list[_Unit] = []
    for position, unit in enumerate(units):
        if unit.question and _is_answered(text, units, position) and not all(before.sticky for before in stretch):
            yield stretch
            stretch = []
        stretch.append(unit)
    if stretch:
        yield stretch


def _is_answered(text: str, units: list[_Unit], position: int) -> bool:
    unit = units[position]
    lines = text[unit.start : unit.end].splitlines()[1:]
    if position + 1 < len(units):
        lines.append(text[units[position + 1].start : units[position + 1].end])
    return any(_ANSWER.match(line.strip()) for line in lines)


# Packing


class _Packer:
    """Packs units into spans of about `size` tokens."""

    def __init__(self, text: str, size: int, overlap: int) -> None:
        self._text = text
        self._size = size
        self._overlap = overlap

    def pack(self, units: list[_Unit], room: int) -> Iterator[tuple[int, int]]:
        """Spans that cover the units; one span if all of them have at most `room` tokens."""
        sizes = [self._tokens(unit.start, unit.end) for unit in units]
        if sum(sizes) <= room:
            yield from self._bounded(units[0].start, units[-1].end)
            return
        for first, last in self._cuts(units, sizes):
            start, end = units[first].start, units[last].end
            whole = first == last and not units[first].prose
            if whole or sum(sizes[first : last + 1]) <= self._size + self._size // 4:
                yield from self._bounded(start, end)
            else:
                yield from self._by_sentences(start, end, units[last].start)

    def _cuts(self, units: list[_Unit], sizes: list[int]) -> list[tuple[int, int]]:
        """Runs of units, first and last, each at most `size` unless a single unit (with what sticks to it) is more."""
        runs: list[tuple[int, int]] = []
        first, total = 0, 0
        for position, tokens in enumerate(sizes):
            if total and total + tokens > self._size:
                cut = self._best(units, sizes, first, position)
                while cut > first and units[cut - 1].sticky:
                    cut -= 1
                if cut > first:
                    runs.append((first, cut - 1))
                    first, total = cut, sum(sizes[cut:position])
            total += tokens
        last = (first, len(units) - 1)
        if runs and total < self._size // 5 and sum(sizes[runs[-1][0] :]) <= self._size + self._size // 4:
            last = (runs.pop()[0], last[1])
        return [*runs, last]

    def _best(self, units: list[_Unit], sizes: list[int], first: int, position: int) -> int:
        """Where to end a run that is full at `position`: before a numbered paragraph, if that leaves it half full."""
        total = sum(sizes[first:position])
        for cut in range(position, first, -1):
            if units[cut].opens:
                return cut
            total -= sizes[cut - 1]
            if total < self._size // 2:
                break
        return position

    def _bounded(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The span itself, or its pieces where it is beyond twice the size."""
        if self._tokens(start, end) > 2 * self._size:
            yield from self._by_sentences(start, end, start)
        else:
            yield from self._strip(start, end)

    def _by_sentences(self, start: int, end: int, body: int) -> Iterator[tuple[int, int]]:
        """Windows of whole sentences; each begins with the last sentences of the one before, up to the overlap. The
        first one reaches into the text that begins at `body`: what stands before it (a heading) is nothing alone."""
        sentences = split_sentences(self._text[start:end])
        starts = [start + sentence.start for sentence in sentences]
        atoms = [atom for span in pairwise([*starts, end]) for atom in self._atoms(*span)]
        sizes = [self._tokens(*atom) for atom in atoms]
        first = 0
        while first < len(atoms):
            last, total = first, sizes[first]
            while last + 1 < len(atoms):
                room = 2 * self._size if atoms[last][1] <= body else self._size
                if total + sizes[last + 1] > room:
                    break
                last += 1
                total += sizes[last]
            rest = sum(sizes[last + 1 :]) if len(atoms) - last < 20 else self._size
            if rest <= self._size // 5 and total + rest <= self._size + self._size // 4:
                last = len(atoms) - 1
            yield from self._strip(atoms[first][0], atoms[last][1])
            if last == len(atoms) - 1:
                return
            earliest = max(first + 1, bisect_right(atoms, (body, 0)))
            most = min(self._overlap, self._size - sizes[last + 1])
            first = last + 1
            while first > earliest and most >= sizes[first - 1]:
                first -= 1
                most -= sizes[first]

    def _atoms(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """A sentence, or where it alone is beyond the size, pieces of it that end at a clause, a space, a character."""
        if self._tokens(start, end) <= self._size:
            yield start, end
            return
        most = max(self._overlap // 2, self._size // 10, 1)
        while start < end:
            stop = min(end, self._reach(start, end, most))
            yield start, stop
            start = stop

    def _reach(self, start: int, end: int, most: int) -> int:
        """The furthest good place to cut, so that `[start, place)` has at most `most` tokens (or one character)."""
        low, high = start + 1, min(end, start + 8 * most)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._tokens(start, middle) <= most else (low, middle - 1)
        if low == end:
            return end
        for place in range(low, start + (low - start) // 2, -1):
            if _CLAUSE.match(self._text[place - 1]):
                return place
        return max(start + 1, safe_cut(self._text, low))

    def _strip(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        piece = self._text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())

    def _tokens(self, start: int, end: int) -> int:
        return estimate_tokens(self._text[start:end])
