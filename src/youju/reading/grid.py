"""Merged cells: a cell's text stands in every row and column that it spans, so that no row is short or shifted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

_MOST_COLUMNS = 1000  # as in the HTML standard
_MOST_MERGED = 2_000_000
"""Places that all merged cells of one table may fill together; what spans more stands in its first place only."""

_LONGEST_NAME = 30
_FIGURES = re.compile(r"[\d.,，%％/\-–—~～:：¥￥$€\s]*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it is written down: its text, and how many columns and rows it spans. `header`: it names a row."""

    text: str
    columns: int = 1
    rows: int = 1
    header: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A cell with the row and column (from 0) of its upper left corner. Compared by identity."""

    cell: Cell
    row: int
    column: int


def lay_out(rows: Sequence[Sequence[Cell]]) -> list[list[Placed | None]]:
    """What stands at each column of each row. Columns in which no cell begins are left out: nothing tells them apart
    from the one before."""
    grid: list[dict[int, Placed]] = []
    hanging: dict[int, tuple[Placed, int]] = {}  # for each column, what spans into it from above and its last row
    room = _MOST_MERGED
    for number, row in enumerate(rows):
        hanging = {column: held for column, held in hanging.items() if held[1] >= number}
        places = {column: placed for column, (placed, _) in hanging.items()}
        column = 0
        for cell in row:
            while column in places:
                column += 1
            placed = Placed(cell, number, column)
            wide, high = max(1, min(cell.columns, _MOST_COLUMNS)), max(1, min(cell.rows, len(rows) - number))
            room -= wide * high - 1
            if room < 0:
                wide = high = 1
            for beside in range(column, column + wide):
                if beside in places:  # two cells claim it: the one from above has it
                    break
                places[beside] = placed
                if high > 1:
                    hanging[beside] = (placed, number + high - 1)
                column += 1
        grid.append(places)
    used = sorted({placed.column for places in grid for placed in places.values()})
    return [_spread(places, used) for places in grid]


def _spread(places: dict[int, Placed], used: list[int]) -> list[Placed | None]:
    spread: list[Placed | None] = [None] * len(used)
    for column, placed in places.items():
        at = bisect_left(used, column)
        if at < len(used) and used[at] == column:
            spread[at] = placed
    return spread


def expand(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Rows of texts, of equal length. A cell that spans a whole row is given once: it is a caption."""
    return [[placed.cell.text if placed else "" for placed in captioned(row)] for row in lay_out(rows)]


def captioned(row: list[Placed | None]) -> list[Placed | None]:
    """The row; where one cell spans all of it, that cell once."""
    if len(row) < 2 or row[0] is None or row[-1] is not row[0]:
        return row
    return row[:1] if all(placed is row[0] for placed in row) else row


def is_figures(text: str) -> bool:
    """Whether a text is a number, an amount or a date, or nothing."""
    return _FIGURES.fullmatch(text) is not None


def looks_like_header(first: Sequence[str], rest: Sequence[Sequence[str]], *, bold: bool) -> bool:
    """Whether the first row of a table names its columns: every cell a short name of its own, and either bold, or
    without figures above columns of figures."""
    if not rest or len(first) < 2 or not all(first) or len(set(first)) < len(first):
        return False
    if any(len(cell) > _LONGEST_NAME or is_figures(cell) for cell in first):
        return False
    below = [[row[column] for row in rest if column < len(row)] for column in range(len(first))]
    figures = any(
        not any(char.isdigit() for char in name)
        and sum(any(char.isdigit() for char in cell) for cell in cells) > len(cells) / 2
        for name, cells in zip(first, below, strict=True)
    )
    return bold or figures
