"""Reading order: fragments → rows → columns → lines.

A page is read row by row, unless a gutter parts it: a strip that no fragment crosses over several rows, with filled
lines of prose on either side. Cells of a table are short or far apart, so a table is never read column by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from youju.reading.pdf.glyphs import Fragment

_MIN_ROWS = 4


@dataclass(slots=True)
class Row:
    """Fragments that stand on one line, from left to right."""

    fragments: list[Fragment] = field(default_factory=list[Fragment])

    @property
    def left(self) -> float:
        """Where the row begins."""
        return self.fragments[0].u0

    @property
    def right(self) -> float:
        """Where the row ends."""
        return max(fragment.u1 for fragment in self.fragments)

    @property
    def filled(self) -> float:
        """The width that its characters take, gaps left out."""
        return sum(fragment.u1 - fragment.u0 for fragment in self.fragments)


@dataclass(slots=True)
class Column:
    """Rows that are read one after the other, between the margins `left` and `right`."""

    rows: list[Row]
    left: float
    right: float


def reading_order(fragments: Sequence[Fragment]) -> list[Column]:
    """The columns of one page (or of one frame of it), in the order in which they are read."""
    rows = rows_of(fragments)
    if not rows:
        return []
    return _columns(rows, min(row.left for row in rows), max(row.right for row in rows))


def rows_of(fragments: Sequence[Fragment]) -> list[Row]:
    """The lines on which the fragments stand, from top to bottom."""
    rows: list[Row] = []
    v0 = v1 = 0.0
    for fragment in sorted(fragments, key=lambda each: each.v0 + each.v1):
        shared = min(v1, fragment.v1) - max(v0, fragment.v0)
        if rows and shared >= 0.5 * min(v1 - v0, fragment.height):
            rows[-1].fragments.append(fragment)
            if fragment.height > v1 - v0:
                v0, v1 = fragment.v0, fragment.v1
        else:
            rows.append(Row([fragment]))
            v0, v1 = fragment.v0, fragment.v1
    for row in rows:
        if len(row.fragments) > 1:
            row.fragments.sort(key=lambda each: each.u0)
            _drop_doubles(row)
    return rows


def _drop_doubles(row: Row) -> None:
    """Text that is printed twice with a slight shift, to look bold, is read once."""
    kept: list[Fragment] = []
    for fragment in row.fragments:
        before = kept[-1] if kept else None
        if before and fragment.u0 < before.u1 - 0.5 * (fragment.u1 - fragment.u0):
            if fragment.text in before.text:
                continue
            if before.text in fragment.text:
                kept.pop()
        kept.append(fragment)
    row.fragments = kept


def _columns(rows: list[Row], left: float, right: float) -> list[Column]:
    """Part the rows at the best gutter, if there is one, and each part again."""
    split = _best_split(rows, left, right)
    if split is None:
        return [Column(rows, left, right)]
    gutter, bands = split
    columns: list[Column] = []
    position = 0
    for first, last in [*bands, (len(rows), len(rows))]:
        if first > position:
            columns += _columns(rows[position:first], left, right)
        if last > first:
            for side in _sides(rows[first:last], gutter):
                columns += _columns(side, min(row.left for row in side), max(row.right for row in side))
        position = last
    return columns


def _sides(rows: list[Row], gutter: float) -> tuple[list[Row], list[Row]]:
    """The rows on either side of a gutter. They are made anew: lines of two columns rarely stand level."""
    fragments = [fragment for row in rows for fragment in row.fragments]
    left = [fragment for fragment in fragments if fragment.u1 <= gutter]
    right = [fragment for fragment in fragments if fragment.u1 > gutter]
    return rows_of(left), rows_of(right)


def _best_split(rows: list[Row], left: float, right: float) -> tuple[float, list[tuple[int, int]]] | None:
    """The gutter that parts the most rows, and the bands `[first, last)` of rows that it parts."""
    best: tuple[float, list[tuple[int, int]]] | None = None
    most = 0
    for gutter in _candidates(rows, left, right):
        bands = [band for band in _bands(rows, gutter) if _is_prose(rows[band[0] : band[1]], gutter, right - left)]
        parted = sum(last - first for first, last in bands)
        if parted > most:
            best, most = (gutter, bands), parted
    return best


def _candidates(rows: list[Row], left: float, right: float) -> list[float]:
    """Places where clearly fewer rows have text than on either side."""
    width = int(right - left) + 2
    if len(rows) < _MIN_ROWS or width < 100:
        return []
    change = np.zeros(width + 1)
    for row in rows:
        for fragment in row.fragments:
            change[int(fragment.u0 - left)] += 1
            change[min(width, int(fragment.u1 - left + 1))] -= 1
    cover = np.cumsum(change)
    peak = np.minimum(np.maximum.accumulate(cover), np.maximum.accumulate(cover[::-1])[::-1])
    low = np.concatenate(([False], cover <= 0.75 * peak, [False]))
    low[: int(width * 0.12)] = low[int(width * 0.88) :] = False
    edges = np.flatnonzero(low[1:] != low[:-1])
    places: list[float] = []
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        strip = cover[first:last]
        deepest = np.flatnonzero(strip == strip.min())
        places.append(left + first + float(deepest[len(deepest) // 2]) + 0.5)
    return places[:8]


def _bands(rows: list[Row], gutter: float) -> list[tuple[int, int]]:
    """Runs of rows that the gutter parts: nothing crosses it."""
    bands: list[tuple[int, int]] = []
    first: int | None = None
    for position, row in enumerate([*rows, None]):
        crossed = row is None or any(each.u0 < gutter < each.u1 for each in row.fragments)
        if crossed and first is not None:
            bands.append((first, position))
            first = None
        elif not crossed and first is None:
            first = position
    return bands


def _is_prose(rows: list[Row], gutter: float, width: float) -> bool:
    """Whether both sides of a band hold lines of prose: a fair part of the width, most lines filled with text."""
    for side in _sides(rows, gutter):
        if len(side) < _MIN_ROWS:
            return False
        span = max(row.right for row in side) - min(row.left for row in side)
        size = side[len(side) // 2].fragments[0].style.size
        filled = sum(row.filled >= 0.75 * span for row in side)
        if span < max(0.18 * width, 9 * size) or filled < 0.5 * len(side):
            return False
    return True
