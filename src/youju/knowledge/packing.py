"""Packs the units of one region into spans of about one size: the last cut on the way to passages."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from youju.text.graphemes import safe_cut
from youju.text.sentences import split_sentences
from youju.text.tokens import estimate_tokens

_CLAUSE = re.compile(r"[，、：,:）)\s]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of one region. `sticky`: no passage ends right after it. `opens`: a good place to begin a passage."""

    start: int
    end: int
    prose: bool
    sticky: bool = False
    question: bool = False
    opens: bool = False


class Packer:
    """Packs units into spans of about `size` tokens."""

    def __init__(self, text: str, size: int, overlap: int) -> None:
        self._text = text
        self._size = size
        self._overlap = overlap

    def pack(self, units: list[Unit], room: int) -> Iterator[tuple[int, int]]:
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

    def _cuts(self, units: list[Unit], sizes: list[int]) -> list[tuple[int, int]]:
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

    def _best(self, units: list[Unit], sizes: list[int], first: int, position: int) -> int:
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
