"""What the readers of spreadsheets hand to the one that writes them down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from youju.reading.reader import SourceFile, rejected

MOST_ROWS = 120_000
MOST_CELLS = 1_200_000
MOST_CHARACTERS = 100_000_000


class Shown(NamedTuple):
    """A cell as people see it. `number`: its value is a number or a date. `strong`: it is set in bold or on a ground of
    its own, as headers are."""

    text: str
    number: bool = False
    strong: bool = False


@dataclass(slots=True)
class Row:
    """A row: its number as the program shows it (from 1), and its cells with text by column (from 0)."""

    number: int
    cells: dict[int, Shown]


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged range, ends included: rows from 1, columns from 0."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True)
class Sheet:
    """A sheet as people see it: columns are counted without the hidden ones, rows keep their numbers, and `hidden` are
    those that are left out. `texts` stand in boxes on the sheet."""

    name: str
    rows: list[Row] = field(default_factory=list[Row])
    merged: list[Merged] = field(default_factory=list[Merged])
    hidden: set[int] = field(default_factory=set[int])
    texts: list[str] = field(default_factory=list[str])
    warnings: list[str] = field(default_factory=list[str])


class Meter:
    """Counts what a file holds and refuses one that holds too much."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._rows = self._cells = self._characters = 0

    def add(self, row: Row) -> None:
        """One row more. Raises `InputRejected` (code `too_large`)."""
        self._rows += 1
        self._cells += len(row.cells)
        self._characters += sum(len(cell.text) for cell in row.cells.values())
        for count, most, what in (
            (self._rows, MOST_ROWS, "rows"),
            (self._cells, MOST_CELLS, "cells"),
            (self._characters, MOST_CHARACTERS, "characters"),
        ):
            if count > most:
                reason = f"has more than {most:,} {what} with content"
                raise rejected(self._source, "too_large", reason, "Split it, or leave out what nobody asks about.")
