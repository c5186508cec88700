"""Finds the text of pages again in a canonical text that was read from elsewhere.

Only letters and digits are compared. Runs of characters that occur once in each text anchor it (as in a patience diff);
between anchors shorter runs do, and every run grows as far as both texts agree.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_RUNS = (24, 10, 5)
"""Lengths of the runs that anchor, one after the other."""

_ENOUGH = 12
_OPENING = "（(“‘《〈【[「『"

Codes = NDArray[np.uint32]
Match = tuple[int, int, int]
"""Places in both texts, and for how many characters they agree from there."""


def align(text: str, pages: Sequence[str]) -> list[tuple[int, int]]:
    """For each page the span of `text` that stands on it, in order and never overlapping. Text that stands on none with
    certainty is in no span; a page whose text is not found has an empty one."""
    places, ours = _letters(text)
    parts = [_letters(page)[1] for page in pages]
    edges = np.cumsum([0, *(len(part) for part in parts)])
    theirs = np.concatenate(parts) if parts else np.empty(0, np.uint32)
    owner = np.full(len(ours), -1)
    for first, second, length in _matches(ours, theirs, 0, 0, 0):
        owner[first : first + length] = np.searchsorted(edges, np.arange(second, second + length), side="right") - 1
    found: list[tuple[int, int] | None] = []
    for page, part in enumerate(parts):
        mine = np.flatnonzero(owner == page)
        enough = len(mine) >= min(_ENOUGH, max(1, len(part) / 2))
        found.append((int(mine[0]), int(mine[-1]) + 1) if enough else None)
    return _spans(text, places, found)


def _letters(text: str) -> tuple[NDArray[np.int64], Codes]:
    """The letters and digits of a text, folded, and where they stand."""
    places: list[int] = []
    codes: list[int] = []
    for place, char in enumerate(text):
        if char.isalnum():
            places.append(place)
            codes.append(ord(char if char.isascii() else unicodedata.normalize("NFKC", char)[0]))
    return np.array(places, np.int64), np.array(codes, np.uint32)


def _matches(ours: Codes, theirs: Codes, first: int, second: int, depth: int) -> list[Match]:
    """Stretches that agree, in order; `first` and `second` are added to their places."""
    if depth == len(_RUNS) or not len(ours) or not len(theirs):
        return []
    anchors = _grown(ours, theirs, _chain(_anchors(ours, theirs, _RUNS[depth])))
    matches: list[Match] = []
    for (a, b, length), (after_a, after_b, _) in pairwise([(0, 0, 0), *anchors, (len(ours), len(theirs), 0)]):
        low_a, low_b = a + length, b + length
        matches.append((first + a, second + b, length))
        matches += _matches(ours[low_a:after_a], theirs[low_b:after_b], first + low_a, second + low_b, depth + 1)
    return [match for match in matches if match[2]]


def _anchors(ours: Codes, theirs: Codes, size: int) -> list[tuple[int, int]]:
    """Where runs of `size` characters stand that occur exactly once in each text, in our order."""
    if min(len(ours), len(theirs)) < size:
        return []
    keys, at = _once(_hashes(ours, size))
    their_keys, their_at = _once(_hashes(theirs, size))
    _, mine, other = np.intersect1d(keys, their_keys, assume_unique=True, return_indices=True)
    pairs = sorted(zip(at[mine].tolist(), their_at[other].tolist(), strict=True))
    return [(a, b) for a, b in pairs if np.array_equal(ours[a : a + size], theirs[b : b + size])]


def _hashes(codes: Codes, size: int) -> NDArray[np.uint64]:
    wide = codes.astype(np.uint64)
    count = len(codes) - size + 1
    hashes = np.zeros(count, np.uint64)
    for step in range(size):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + wide[step : step + count]
    return hashes


def _once(hashes: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    keys, at, counts = np.unique(hashes, return_index=True, return_counts=True)
    return keys[counts == 1], at[counts == 1]


def _chain(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of the pairs that is in order in both texts."""
    ends: list[int] = []
    last: list[int] = []  # for each length, the pair that ends the chain with the least end
    before: list[int] = [-1] * len(pairs)
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        before[number] = last[length - 1] if length else -1
        if length == len(ends):
            ends.append(other)
            last.append(number)
        else:
            ends[length], last[length] = other, number
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _grown(ours: Codes, theirs: Codes, chain: Sequence[tuple[int, int]]) -> list[Match]:
    """Anchors as stretches that agree as far as they can, forwards and then backwards, without overlapping."""
    grown: list[Match] = []
    low_a = low_b = 0
    for a, b in chain:
        if a < low_a or b < low_b:
            continue  # inside the stretch before
        back = _agreement(ours[low_a:a][::-1], theirs[low_b:b][::-1])
        forth = _agreement(ours[a:], theirs[b:])
        grown.append((a - back, b - back, back + forth))
        low_a, low_b = a + forth, b + forth
    return grown


def _agreement(one: Codes, other: Codes) -> int:
    """For how many characters two texts agree from their beginning."""
    most = min(len(one), len(other))
    size = 256
    for start in range(0, most, size):
        stop = min(most, start + size)
        different = np.flatnonzero(one[start:stop] != other[start:stop])
        if len(different):
            return start + int(different[0])
    return most


def _spans(text: str, places: NDArray[np.int64], found: Sequence[tuple[int, int] | None]) -> list[tuple[int, int]]:
    """Spans of the text for spans of its letters. Where one page follows another without a letter between them, the
    marks between belong to the first, but for an opening bracket."""
    known = [span for span in found if span]
    if not known:
        return [(0, 0)] * len(found)
    starts: list[int] = []
    ends: list[int] = []
    for number, (first, last) in enumerate(known):
        follows = number > 0 and known[number - 1][1] == first
        starts.append(ends[-1] if follows else 0 if first == 0 else int(places[first]))
        end = int(places[last]) if last < len(places) else len(text)
        touches = last == len(places) or (number + 1 < len(known) and known[number + 1][0] == last)
        after = int(places[last - 1]) + 1
        while end > after and text[end - 1] in _OPENING and last < len(places):
            end -= 1
        ends.append(end if touches else after)
    spans = iter(zip(starts, ends, strict=True))
    out: list[tuple[int, int]] = []
    at = 0
    for span in found:
        start, end = next(spans) if span else (at, at)
        out.append((start, end))
        at = end
    return out
