"""Tables: rows that rules or aligned gaps draw, each as one fragment whose cells keep their order.

Ruled tables are read cell by cell, so that a cell of several lines, or one that spans rows, stays with its rows (its
text is repeated in each). Without rules only the rows are told, from gaps that line up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from youju.reading.builder import glue
from youju.reading.pdf.glyphs import NOWHERE, Fragment, PageGlyphs
from youju.reading.pdf.pdfium import Segment

_NEAR = 3.0
_BAR = " | "


def with_ruled_rows(page: PageGlyphs, fragments: list[Fragment]) -> list[Fragment]:
    """The fragments of a level frame, those inside a ruled table put together as rows."""
    rest = fragments
    rows: list[Fragment] = []
    for grid in _grids(page.rules):
        inside = [fragment for fragment in rest if grid.holds(fragment)]
        cells = _cells(grid, inside, page)
        if len(cells) < 2 or any(_holds_table(pieces) for pieces in cells.values()):
            continue
        rest = [fragment for fragment in rest if not grid.holds(fragment)]
        rows += _rows(grid, cells)
    return [*rest, *rows]


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

    def owners(self) -> list[list[tuple[int, int]]]:
        """For each row and column the first cell (row, column) of the merged cell that it belongs to."""
        owners: list[list[tuple[int, int]]] = []
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
        ys, xs = _places(rows), _places(columns)
        if len(ys) >= 3 and len(xs) >= 3:
            grids.append(_Grid(rows, columns, ys, xs))
    return grids


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


@dataclass(slots=True)
class _Cell:
    text: str
    boxes: list[int]


def _cells(grid: _Grid, inside: list[Fragment], page: PageGlyphs) -> dict[tuple[int, int], list[Fragment]]:
    """What stands in each cell, under the first row and column of the cell."""
    owners = grid.owners()
    cells: dict[tuple[int, int], list[Fragment]] = {}
    for piece in (piece for fragment in inside for piece in _split(fragment, grid, page)):
        row = _band(grid.ys, (piece.v0 + piece.v1) / 2)
        column = _band(grid.xs, (piece.u0 + piece.u1) / 2)
        cells.setdefault(owners[row][column], []).append(piece)
    return cells


def _holds_table(pieces: list[Fragment]) -> bool:
    """Whether wide gaps part a cell's text in several lines: then the rules frame a form, and are not its cells."""
    ordered = sorted(pieces, key=lambda piece: (round(piece.v0 / max(1.0, piece.height)), piece.u0))
    gaps = sum(
        after.v0 < before.v1 and after.u0 - before.u1 > 1.5 * before.height for before, after in pairwise(ordered)
    )
    return gaps >= 2


def _rows(grid: _Grid, cells: dict[tuple[int, int], list[Fragment]]) -> list[Fragment]:
    owners = grid.owners()
    texts = {owner: _cell(pieces) for owner, pieces in cells.items()}
    rows: list[Fragment] = []
    for row, (top, bottom) in enumerate(pairwise(grid.ys)):
        mine = owners[row][:1] if len(set(owners[row])) == 1 else owners[row]
        content = [texts.get(owner, _Cell("", [])) for owner in mine]
        own = any(cell.text for cell, owner in zip(content, mine, strict=True) if owner[0] == row)
        if own:  # a row that holds nothing but what spans into it says nothing new
            style = next(cells[owner][0].style for owner in mine if owner in cells)
            text, boxes = _bars(content)
            rows.append(Fragment(text, boxes, grid.xs[0], top + 1, grid.xs[-1], bottom - 1, style, len(content)))
    return rows


def _band(edges: list[float], point: float) -> int:
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


def _cell(pieces: list[Fragment]) -> _Cell:
    """The lines of one cell as running text."""
    pieces = sorted(pieces, key=lambda piece: (round(piece.v0 / max(1.0, piece.height)), piece.u0))
    cell = _Cell("", [])
    for piece in pieces:
        between = glue(cell.text, piece.text)
        cell.text += between + piece.text.replace("|", "｜")
        cell.boxes += [NOWHERE] * len(between)
        cell.boxes += piece.boxes
    trimmed = cell.text.rstrip()
    lead = len(trimmed) - len(trimmed.lstrip())
    return _Cell(trimmed[lead:], cell.boxes[lead : len(trimmed)])


def _bars(cells: Sequence[_Cell]) -> tuple[str, list[int]]:
    """A row in canonical text (see `row_text`), with the boxes of its characters."""
    text, boxes = "", list[int]()
    for position, cell in enumerate(cells):
        if position:
            text += _BAR
            boxes += [NOWHERE] * len(_BAR)
        text += cell.text
        boxes += cell.boxes
    lead = len(text) - len(text.lstrip())
    return text.strip(), boxes[lead : lead + len(text.strip())]
