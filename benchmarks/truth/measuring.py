"""How much of a truth a text keeps: characters in order, cells at their places."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.truth.content import Grid

Matrix = Sequence[Sequence[str]]
_SHIFTS = (0, -1, 1, -2, 2)
"""Rows by which a reader may be off at the beginning of a table without losing it: a title row more or less."""


def letters(text: str) -> str:
    """Letters and digits alone, compatibility forms folded: neither white space nor marks of markup count."""
    return "".join(char for char in unicodedata.normalize("NFKC", text) if char.isalnum())


def common(left: str, right: str) -> int:
    """Length of the longest common subsequence, by bit-parallel rows (Hyyrö 2004): n·m/64 steps."""
    if not left or not right:
        return 0
    masks: dict[str, int] = defaultdict(int)
    for place, char in enumerate(left):
        masks[char] |= 1 << place
    full = (1 << len(left)) - 1
    row = full
    for char in right:
        match = row & masks.get(char, 0)
        row = ((row + match) | (row - match)) & full
    return len(left) - row.bit_count()


@dataclass(frozen=True)
class Kept:
    """Characters of the truth, of the reading, and in both in the same order."""

    truth: int
    read: int
    both: int

    @property
    def recall(self) -> float:
        """The share of the truth that was read."""
        return self.both / self.truth if self.truth else 1.0

    @property
    def precision(self) -> float:
        """The share of the reading that is truth."""
        return self.both / self.read if self.read else 0.0

    @property
    def similarity(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.both / (self.truth + self.read) if self.truth + self.read else 1.0

    def __add__(self, other: Kept) -> Kept:
        return Kept(self.truth + other.truth, self.read + other.read, self.both + other.both)


def characters(truth: str, read: str) -> Kept:
    left, right = letters(truth), letters(read)
    return Kept(len(left), len(right), common(left, right))


def alike(truth: str, read: str) -> Kept:
    """The same characters, whatever their order."""
    left, right = Counter(letters(truth)), Counter(letters(read))
    return Kept(left.total(), right.total(), (left & right).total())


def cells(grid: Grid, tables: Sequence[Matrix]) -> int:
    """How many cells of the table stand at their row and column, in the table that has most of them.

    A merged cell has to stand at its top left place; whether its text is written again in the others is free.
    """
    return max((_at_place(grid, table, shift) for table in tables for shift in _SHIFTS), default=0)


def _at_place(grid: Grid, table: Matrix, shift: int) -> int:
    def text_at(row: int, column: int) -> str:
        inside = 0 <= row < len(table) and column < len(table[row])
        return letters(table[row][column]) if inside else ""

    return sum(letters(cell.text) == text_at(cell.row + shift, cell.column) for cell in grid.cells)
