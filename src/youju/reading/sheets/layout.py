"""Finds the tables on a sheet: what empty rows and columns part, with the titles above and the notes below."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from youju.reading.grid import Cell, is_figures
from youju.reading.sheets.values import Merged, Row, Sheet, Shown

_LONGEST_NAME = 40
_MOST_HEADERS = 4
_MOST_JOINED = 100_000
_MOST_FILLED = 1_000_000
"""Rows that the merged ranges of a sheet may fill together: a bound for files made to swell."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of prose on a sheet: its row and its text."""

    row: int
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: for each of its rows the number, whether it is a header, and its own cells. The first `repeated` rows
    are headers of an earlier table, which this one goes on with."""

    rows: list[tuple[int, bool, list[Cell]]]
    repeated: int = 0


@dataclass(frozen=True, slots=True)
class _Area:
    """Rows with content in `left`–`right` (ends included)."""

    rows: Sequence[Row]
    left: int
    right: int


def pieces_of(sheet: Sheet, *, conventional: bool = False) -> Iterator[Line | Grid]:
    """Lines and tables, from the top down and from left to right. `conventional`: the first row of a table is its
    header whenever it can be one, as in files that can say nothing of it."""
    merged = _Merges(sheet)
    known: list[tuple[_Area, int]] = []
    for area in _areas(sheet.rows, merged, None):
        head, body, tail = _framed(area, merged)
        yield from (_line(row, area) for row in head)
        if body is not None:
            headers, repeated = _headers(body, merged, conventional), 0
            above = next((each for each in reversed(known) if not head and _goes_on(body, each[0])), None)
            if not headers and above:
                headers = repeated = above[1]
                body = _Area([*above[0].rows[:headers], *body.rows], above[0].left, above[0].right)
            yield _grid(body, headers, repeated, merged)
            if headers:
                known = [*known[-9:], (body, headers)]
        yield from (_line(row, area) for row in tail)


class _Merges:
    """The merged ranges of a sheet that hold text, by their upper left cell and by the columns they fill."""

    def __init__(self, sheet: Sheet) -> None:
        rows = {row.number: row for row in sheet.rows}
        self.tops: dict[tuple[int, int], Merged] = {}
        self.filled: dict[int, list[Merged]] = {}
        self._hidden = sheet.hidden
        last = sheet.rows[-1].number if sheet.rows else 0
        edge = max((max(row.cells) for row in sheet.rows), default=0)
        room = _MOST_FILLED
        for stated in sheet.merged:
            row = rows.get(stated.top)
            each = Merged(stated.top, stated.left, min(stated.bottom, last), min(stated.right, edge))
            room -= each.bottom - each.top + 1
            if row is None or each.left not in row.cells or room < 0:
                continue
            self.tops[each.top, each.left] = each
            for number in range(each.top, each.bottom + 1):
                self.filled.setdefault(number, []).append(each)

    def joins(self, one: int, other: int) -> bool:
        """Whether nothing parts two rows: all rows between are hidden, or filled from above."""
        return other - one <= _MOST_JOINED and all(
            number in self.filled or number in self._hidden for number in range(one + 1, other)
        )

    def columns(self, row: Row, left: int, right: int) -> set[int]:
        """The columns of a row that hold something, merged cells in full."""
        columns = {column for column in row.cells if left <= column <= right}
        for each in self.filled.get(row.number, ()):
            columns.update(range(max(left, each.left), min(right, each.right) + 1))
        return columns


def _areas(rows: Sequence[Row], merged: _Merges, within: tuple[int, int] | None) -> Iterator[_Area]:
    """Areas that no empty row and no empty column parts further; titles over several of them come by themselves."""
    for run in _runs(rows, merged):
        left, right = within or (0, max((max(row.cells) for row in run), default=0))
        titles = [] if within else list(_titles(run, left, right))
        used = sorted(set[int]().union(*(merged.columns(row, left, right) for row in run[len(titles) :])))
        spans = _spans(used)
        if len(spans) <= 1:
            whole = _clip(run, merged, *(used[0], used[-1]) if used else (left, right))
            if titles and used:
                whole = _Area(run, min(left, used[0]), max(right, used[-1]))
            if whole.rows:
                yield whole
            continue
        if titles:
            yield _Area(titles, left, right)
        for low, high in spans:
            part = _clip(run[len(titles) :], merged, low, high)
            yield from _areas(part.rows, merged, (low, high)) if len(part.rows) < len(run) else [part]


def _runs(rows: Sequence[Row], merged: _Merges) -> Iterator[list[Row]]:
    """Rows that follow each other; one that only a merged cell from above fills parts nothing."""
    run: list[Row] = []
    for row in rows:
        if run and not merged.joins(run[-1].number, row.number):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _titles(run: Sequence[Row], left: int, right: int) -> Iterator[Row]:
    for row in run:
        if len([column for column in row.cells if left <= column <= right]) != 1:
            return
        yield row


def _spans(columns: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of columns that follow each other."""
    if not columns:
        return []
    cuts = [(one, other) for one, other in pairwise(columns) if other - one > 1]
    return list(zip([columns[0], *(c[1] for c in cuts)], [*(c[0] for c in cuts), columns[-1]], strict=True))


def _clip(rows: Sequence[Row], merged: _Merges, left: int, right: int) -> _Area:
    kept = [row for row in rows if any(left <= column <= right for column in row.cells)]
    return _Area(kept, left, right)


def _own(row: Row, area: _Area) -> dict[int, Shown]:
    return {column: cell for column, cell in sorted(row.cells.items()) if area.left <= column <= area.right}


def _line(row: Row, area: _Area) -> Line:
    return Line(row.number, " ".join(cell.text for cell in _own(row, area).values()))


def _framed(area: _Area, merged: _Merges) -> tuple[Sequence[Row], _Area | None, Sequence[Row]]:
    """The titles above a table, the table, and the notes below it; no table where every row is one cell."""
    rows = area.rows
    first, last = 0, len(rows)
    while first < last and _is_lone(rows[first], area, merged):
        first += 1
    while last > first and _is_lone(rows[last - 1], area, merged) and not _is_short(rows[last - 1], area):
        last -= 1
    if last - first < 1:
        return rows, None, []
    return rows[:first], _Area(rows[first:last], area.left, area.right), rows[last:]


def _is_lone(row: Row, area: _Area, merged: _Merges) -> bool:
    """Whether one cell is all that a row has, and none from above spans into it."""
    own = _own(row, area)
    if len(own) != 1:
        return False
    return all(each.top == row.number for each in merged.filled.get(row.number, ()) if each.left <= area.right)


def _is_short(row: Row, area: _Area) -> bool:
    """Whether the only cell of a row is a value of its column, not a note."""
    (column, cell) = next(iter(_own(row, area).items()))
    return cell.number or column > area.left


def _headers(area: _Area, merged: _Merges, conventional: bool) -> int:
    """How many rows at the top are headers."""
    rows = area.rows
    if len(rows) < 2 or area.right == area.left:
        return 0
    first = _own(rows[0], area)
    if not _can_name(first, area, merged, rows[0].number) or not (
        conventional or _stands_out(first, rows[1], area) or _over_numbers(first, rows[1:], area) or _is_wide(first)
    ):
        return 0
    deep = max(
        (each.bottom for column in first if (each := merged.tops.get((rows[0].number, column)))),
        default=rows[0].number,
    )
    count = max(1, sum(row.number <= deep for row in rows))
    spread = any((each := merged.tops.get((rows[0].number, column))) and each.right > each.left for column in first)
    if count == 1 and spread and len(rows) > 2:
        second = _own(rows[1], area).values()
        count += bool(second) and not any(cell.number or is_figures(cell.text) for cell in second)
    return count if count <= _MOST_HEADERS and count < len(rows) else 0


def _can_name(first: dict[int, Shown], area: _Area, merged: _Merges, row: int) -> bool:
    """Whether the cells of a row can be the names of columns: short texts, at most a corner or two of them empty."""
    if any(cell.number or len(cell.text) > _LONGEST_NAME or is_figures(cell.text) for cell in first.values()):
        return False
    if any(cell.text.rstrip().endswith(("：", ":")) for cell in first.values()):
        return False  # a form: names and their values side by side
    named = len(merged.columns(Row(row, dict(first)), area.left, area.right))
    width = area.right - area.left + 1
    texts = [cell.text for cell in first.values()]
    return len(first) >= 2 and named >= 0.6 * width and len(set(texts)) >= 0.6 * len(texts)


def _stands_out(first: dict[int, Shown], second: Row, area: _Area) -> bool:
    below = _own(second, area).values()
    return all(cell.strong for cell in first.values()) and not all(cell.strong for cell in below)


def _over_numbers(first: dict[int, Shown], rest: Sequence[Row], area: _Area) -> bool:
    """Whether a name without figures stands over a column of numbers."""
    for column, cell in first.items():
        below = [row.cells[column] for row in rest[:50] if column in row.cells]
        numbers = sum(each.number or is_figures(each.text) for each in below)
        if numbers * 2 > len(below) and not any(char.isdigit() for char in cell.text):
            return True
    return False


def _is_wide(first: dict[int, Shown]) -> bool:
    """Three columns and more are hardly ever names and their values."""
    return len(first) >= 3


def _goes_on(area: _Area, above: _Area) -> bool:
    """Whether rows are those of the table above: one empty row between them, the same kinds of values."""
    first, last = area.rows[0], above.rows[-1]
    if first.number - last.number != 2 or not (above.left <= area.left and area.right <= above.right):
        return False
    own, before = _own(first, area), _own(last, above)
    return len(own) >= 2 and all(
        column in before and cell.number == before[column].number for column, cell in own.items()
    )


def _grid(area: _Area, headers: int, repeated: int, merged: _Merges) -> Grid:
    numbers = [row.number for row in area.rows]
    present = set(numbers)
    rows: list[tuple[int, bool, list[Cell]]] = []
    for at, row in enumerate(area.rows):
        covered = {
            column
            for each in merged.filled.get(row.number, ())
            if each.top < row.number and each.top in present
            for column in range(each.left, min(each.right, area.right) + 1)
        }
        own = _own(row, area)
        cells: list[Cell] = []
        column = area.left
        while column <= area.right:
            if column in covered:
                column += 1
                continue
            each = merged.tops.get((row.number, column))
            columns = min(each.right, area.right) - column + 1 if each else 1
            high = bisect_right(numbers, each.bottom) - at if each else 1
            cells.append(Cell(own[column].text if column in own else "", columns, high))
            column += columns
        rows.append((row.number, at < headers, cells))
    return Grid(rows, repeated)
