"""Merged cells: a cell's text stands in every row and column that it spans, so that no row is short or shifted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_MOST_COLUMNS = 1000  # as in the HTML standard
_LONGEST_NAME = 30
_FIGURES = re.compile(r"[\d.,，%％/\-–—~～:：¥￥$€\s]*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it is written down: its text, and how many columns and rows it spans."""

    text: str
    columns: int = 1
    rows: int = 1


def expand(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """Rows of texts, of equal length. A cell that spans a whole row is given once: it is a caption."""
    written = list(rows)
    grid: list[dict[int, Cell]] = [{} for _ in written]
    for number, row in enumerate(written):
        column = 0
        for cell in row:
            while column in grid[number]:
                column += 1
            for below in grid[number : number + max(1, cell.rows)]:
                for beside in range(column, min(column + max(1, cell.columns), _MOST_COLUMNS)):
                    below.setdefault(beside, cell)
            column += max(1, cell.columns)
    width = max((max(row) + 1 for row in grid if row), default=0)
    return [_texts(row, width) for row in grid]


def _texts(row: dict[int, Cell], width: int) -> list[str]:
    if width > 1 and len(row) == width and len({id(cell) for cell in row.values()}) == 1:
        return [row[0].text]
    return [row[column].text if column in row else "" for column in range(width)]


def looks_like_header(first: Sequence[str], rest: Sequence[Sequence[str]], *, bold: bool) -> bool:
    """Whether the first row of a table names its columns: every cell a short name of its own, and either bold, or
    without figures above columns of figures."""
    if not rest or len(first) < 2 or not all(first) or len(set(first)) < len(first):
        return False
    if any(len(cell) > _LONGEST_NAME or _FIGURES.fullmatch(cell) for cell in first):
        return False
    below = [[row[column] for row in rest if column < len(row)] for column in range(len(first))]
    figures = any(
        not any(char.isdigit() for char in name)
        and sum(any(char.isdigit() for char in cell) for cell in cells) > len(cells) / 2
        for name, cells in zip(first, below, strict=True)
    )
    return bold or figures
