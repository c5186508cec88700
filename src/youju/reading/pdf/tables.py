"""Tables: rows that rules or aligned gaps draw, each as one fragment whose cells keep their order.

Ruled tables are read cell by cell, so that a cell of several lines, or one that spans rows, stays with its rows (its
text is repeated in each). Where the rules do not tell the cells without doubt, the page is read as prose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from youju.reading.builder import glue
from youju.reading.pdf.glyphs import NOWHERE, Fragment, PageGlyphs, RowCell, TableRow
from youju.reading.pdf.layout import rows_of
from youju.reading.pdf.pdfium import Segment

_NEAR = 3.0
_OPEN_SIDE = 15.0
_BAR = " | "

Place = tuple[int, int]
"""Row and column of a cell, from 0."""


def with_ruled_rows(page: PageGlyphs, fragments: list[Fragment]) -> list[Fragment]:
    """The fragments of a level frame, those inside a ruled table put together as rows."""
    rest = fragments
    rows: list[Fragment] = []
    for ruled in _grids(page.rules):
        inside = [fragment for fragment in rest if ruled.holds(fragment)]
        grid, owners, cells = _filled(ruled, inside, page)
        if (
            len(grid.ys) < 3
            or len(cells) < 2
            or not _are_blocks(grid, owners)
            or any(_holds_table(pieces) for pieces in cells.values())
        ):
            continue
        rest = [fragment for fragment in rest if not grid.holds(fragment)]
        rows += _rows(grid, owners, cells)
    return [*rest, *rows]


def ruled_areas(page: PageGlyphs) -> list[Segment]:
    """Where ruled tables lie: `x0, y0, x1, y1`."""
    return [(grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1]) for grid in _grids(page.rules)]


@dataclass(slots=True)
class _Rule:
    """A line at `at`, from `low` to `high` along it."""

    at: float
    low: float
    high: float

    def covers(self, point: float) -> bool:
        return self.low - _NEAR <= point <= self.high + _NEAR


@dataclass(slots=True)
class _Grid:
    """A ruled table: its level and upright rules, and where they stand."""

    level: list[_Rule]
    upright: list[_Rule]
    ys: list[float]
    xs: list[float]

    def holds(self, fragment: Fragment) -> bool:
        u, v = (fragment.u0 + fragment.u1) / 2, (fragment.v0 + fragment.v1) / 2
        return self.xs[0] < u < self.xs[-1] and self.ys[0] < v < self.ys[-1]

    def owners(self) -> list[list[Place]]:
        """For each row and column the first place of the merged cell that it belongs to."""
        owners: list[list[Place]] = []
        for row, (top, bottom) in enumerate(pairwise(self.ys)):
            owners.append([])
            for column, (left, right) in enumerate(pairwise(self.xs)):
                middle, centre = (top + bottom) / 2, (left + right) / 2
                if row and not _ruled(self.level, top, centre):
                    owner = owners[row - 1][column]
                elif column and not _ruled(self.upright, left, middle):
                    owner = owners[row][column - 1]
                else:
                    owner = (row, column)
                owners[row].append(owner)
        return owners


def _ruled(rules: Sequence[_Rule], at: float, point: float) -> bool:
    return any(abs(rule.at - at) <= _NEAR and rule.covers(point) for rule in rules)


def _grids(segments: Sequence[Segment]) -> list[_Grid]:
    """Tables of at least two rows and two columns among the rules of a page."""
    level = _merge([((y0 + y1) / 2, x0, x1) for x0, y0, x1, y1 in segments if x1 - x0 > y1 - y0 and x1 - x0 > 8])
    upright = _merge([((x0 + x1) / 2, y0, y1) for x0, y0, x1, y1 in segments if y1 - y0 > x1 - x0 and y1 - y0 > 5])
    grids: list[_Grid] = []
    while level:
        rows, columns = [level.pop()], list[_Rule]()
        grown = True
        while grown:
            touching = [rule for rule in upright if any(_meet(row, rule) for row in rows)]
            joining = [rule for rule in level if any(_meet(rule, column) for column in [*columns, *touching])]
            upright = [rule for rule in upright if rule not in touching]
            level = [rule for rule in level if rule not in joining]
            columns, rows, grown = columns + touching, rows + joining, bool(touching or joining)
        ys, xs = _places(rows), _open_sides(_places(columns), rows)
        if len(ys) >= 2 and len(xs) >= 3:
            grids.append(_Grid(rows, columns, ys, xs))
    return grids


def _open_sides(xs: list[float], level: Sequence[_Rule]) -> list[float]:
    """The places of upright rules, and where most level ones end beyond the first and the last: a table without a rule
    at its sides has columns there all the same."""
    if len(xs) < 2:
        return xs
    left, right = median(rule.low for rule in level), median(rule.high for rule in level)
    first = [left] if left < xs[0] - _OPEN_SIDE else []
    last = [right] if right > xs[-1] + _OPEN_SIDE else []
    return [*first, *xs, *last]


def _merge(lines: list[tuple[float, float, float]]) -> list[_Rule]:
    """Pieces that lie on one line and touch, as one rule."""
    merged: list[_Rule] = []
    for at, low, high in sorted(lines, key=lambda line: (round(line[0] / 2), line[1])):
        last = merged[-1] if merged else None
        if last and abs(last.at - at) <= _NEAR and low <= last.high + _NEAR:
            last.high = max(last.high, high)
        else:
            merged.append(_Rule(at, low, high))
    return merged


def _meet(level: _Rule, upright: _Rule) -> bool:
    return level.covers(upright.at) and upright.covers(level.at)


def _places(rules: Sequence[_Rule]) -> list[float]:
    """Where rules stand, those nearly in one place taken together."""
    places: list[float] = []
    for rule in sorted(rules, key=lambda each: each.at):
        if not places or rule.at - places[-1] > 2 * _NEAR:
            places.append(rule.at)
    return places


Cells = dict[Place, list[Fragment]]


def _filled(grid: _Grid, inside: list[Fragment], page: PageGlyphs) -> tuple[_Grid, list[list[Place]], Cells]:
    """The grid, its merged cells and what stands in them. Where a table has rules between its columns only, the rules
    between its rows are put in."""
    pieces = [piece for fragment in inside for piece in _split(fragment, grid, page)]
    cuts = [cut for band in pairwise(grid.ys) for cut in _row_cuts(grid, band, pieces)]
    if cuts:
        drawn = [_Rule(cut, grid.xs[0], grid.xs[-1]) for cut in cuts]
        grid = replace(grid, level=[*grid.level, *drawn], ys=sorted([*grid.ys, *cuts]))
    owners = grid.owners()
    cells: Cells = {}
    for piece in pieces:
        row = _band(grid.ys, (piece.v0 + piece.v1) / 2)
        column = _band(grid.xs, (piece.u0 + piece.u1) / 2)
        cells.setdefault(owners[row][column], []).append(piece)
    return grid, owners, cells


def _row_cuts(grid: _Grid, band: tuple[float, float], pieces: Sequence[Fragment]) -> list[float]:
    """Where rows end inside a band between two rules: none, unless every line of the band begins in the first column
    and goes on in others, and no cell looks like running text."""
    mine = [each for each in pieces if band[0] < (each.v0 + each.v1) / 2 < band[1]]
    lines = [row.fragments for row in rows_of(mine)]
    if len(lines) < 3:
        return []
    for line in lines:
        columns = {_band(grid.xs, (piece.u0 + piece.u1) / 2) for piece in line}
        if 0 not in columns or len(columns) < max(2, (len(grid.xs) - 1) / 2):
            return []
    for above, below in pairwise(lines):
        for one in above:
            column = _band(grid.xs, (one.u0 + one.u1) / 2)
            under = next((each for each in below if _band(grid.xs, (each.u0 + each.u1) / 2) == column), None)
            if under is not None and grid.xs[column + 1] - one.u1 < min(under.u1 - under.u0, 3 * under.height):
                return []  # the next word would not have fitted: the cell's text is wrapped
    return [(above[0].v1 + below[0].v0) / 2 for above, below in pairwise(lines)]


def _are_blocks(grid: _Grid, owners: list[list[Place]]) -> bool:
    """Whether all merged cells are rectangles with rules around them. If not, rules are missing, and nobody knows which
    text is whose."""
    for places, (top, bottom) in zip(owners, pairwise(grid.ys), strict=True):
        for one, other, x in zip(places, places[1:], grid.xs[1:], strict=False):
            if one != other and not _ruled(grid.upright, x, (top + bottom) / 2):
                return False
    sizes = Counter(owner for row in owners for owner in row)
    return all(sizes[owner] == rows * columns for owner, (rows, columns) in _spans(owners).items())


def _spans(owners: list[list[Place]]) -> dict[Place, tuple[int, int]]:
    """How many rows and columns each cell spans."""
    last: dict[Place, tuple[int, int]] = {}
    for row, places in enumerate(owners):
        for column, owner in enumerate(places):
            low, right = last.get(owner, (row, column))
            last[owner] = max(low, row), max(right, column)
    return {(row, column): (low - row + 1, right - column + 1) for (row, column), (low, right) in last.items()}


def _holds_table(pieces: list[Fragment]) -> bool:
    """Whether wide gaps part a cell's text in several lines: then the rules frame a form, and are not its cells."""
    rows = [row.fragments for row in rows_of(pieces)]
    return sum(after.u0 - one.u1 > 1.5 * one.height for row in rows for one, after in pairwise(row)) >= 2


def _rows(grid: _Grid, owners: list[list[Place]], cells: Cells) -> list[Fragment]:
    # a row that holds nothing but what spans into it says nothing new
    kept = [row for row, places in enumerate(owners) if any(place[0] == row and place in cells for place in places)]
    spans, table = _spans(owners), object()
    rows: list[Fragment] = []
    for number, row in enumerate(kept):
        whole = len(set(owners[row])) == 1
        content: list[tuple[RowCell, list[Fragment]]] = []
        for column, owner in enumerate(owners[row][:1] if whole else owners[row]):
            reach = [other for other in kept if owner[0] <= other < owner[0] + spans[owner][0]]
            first = reach[0] == row and owner[1] == column
            cell = RowCell(column, rows=len(reach) if first else 0, columns=spans[owner][1])
            content.append((cell, cells.get(owner, [])))
        extent = grid.xs[0], grid.ys[row] + 1, grid.xs[-1], grid.ys[row + 1] - 1
        rows.append(row_fragment(content, extent, TableRow(table, number, tuple(grid.xs))))
    return rows


def row_fragment(
    content: Sequence[tuple[RowCell, list[Fragment]]], extent: tuple[float, float, float, float], row: TableRow
) -> Fragment:
    """One row of a table as a fragment: `row` with its cells, each at its place in the text."""
    text, boxes, cells = "", list[int](), list[RowCell]()
    for position, (cell, pieces) in enumerate(content):
        if position:
            text += _BAR
            boxes += [NOWHERE] * len(_BAR)
        words, places = _cell(pieces)
        cells.append(replace(cell, start=len(text), end=len(text) + len(words)))
        text += words
        boxes += places
    lead, end = len(text) - len(text.lstrip()), len(text.rstrip())
    kept = tuple(
        replace(cell, start=min(max(0, cell.start - lead), end - lead), end=min(max(0, cell.end - lead), end - lead))
        for cell in cells
    )
    style = next(pieces[0].style for _, pieces in content if pieces)
    return Fragment(text[lead:end], boxes[lead:end], *extent, style, replace(row, cells=kept))


def _band(edges: Sequence[float], point: float) -> int:
    return next((band for band, (_, high) in enumerate(pairwise(edges)) if point < high), len(edges) - 2)


def _split(fragment: Fragment, grid: _Grid, page: PageGlyphs) -> list[Fragment]:
    """The parts of a fragment that runs over an upright rule."""
    middle = (fragment.v0 + fragment.v1) / 2
    cuts = [x for x in grid.xs if fragment.u0 + 1 < x < fragment.u1 - 1 and _ruled(grid.upright, x, middle)]
    if not cuts:
        return [fragment]
    centres = page.boxes[list(fragment.boxes)][:, [0, 2]].mean(axis=1).tolist()
    pieces: list[Fragment] = []
    for low, high in pairwise([float("-inf"), *cuts, float("inf")]):
        chosen = [index for index, centre in enumerate(centres) if low <= centre < high]
        if chosen:
            text = "".join(fragment.text[index] for index in chosen)
            boxes = [fragment.boxes[index] for index in chosen]
            u0, u1 = float(page.boxes[boxes[0]][0]), float(page.boxes[boxes[-1]][2])
            pieces.append(Fragment(text, boxes, u0, fragment.v0, u1, fragment.v1, fragment.style))
    return pieces


def _cell(pieces: list[Fragment]) -> tuple[str, list[int]]:
    """The lines of one cell as running text, with the boxes of its characters."""
    text, boxes = "", list[int]()
    for piece in (piece for row in rows_of(pieces) for piece in row.fragments):
        between = glue(text, piece.text)
        text += between + piece.text.replace("|", "｜")
        boxes += [NOWHERE] * len(between)
        boxes += piece.boxes
    lead, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return text[lead:end], boxes[lead:end]
