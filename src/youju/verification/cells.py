"""What a sentence says of the cells of a table: is it the value of the row and the column that it names?

“二线城市总监住宿标准为每晚500元” is proved by one cell, and by no other that holds 500. Names are taken from the
clause, else from the clause before it, else from the question; figures count in the unit that the table gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from youju.citations.grids import Grid, cell_row, grids_of, topic_of
from youju.citations.naming import Named, named_in
from youju.knowledge.values import Passage
from youju.text.alike import alike
from youju.text.folding import fold
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import LABELS, content_units, coverage
from youju.text.sentences import split_clauses, split_sentences
from youju.text.units import GENERIC_MEASURES
from youju.verification.operators import operators_in

Place = tuple[int, int]
"""Row and column."""

PROSE = 0.5
"""Coverage from which a sentence beside the table speaks of the same thing."""
_NEUTRAL = frozenset(("permit", "all_weak", "and", "include", "if_weak"))
"""Operators that take nothing away from a value: 可以报销800元 is what the table allows."""
_DENYING = frozenset(("forbid", "not", "exempt", "may_not", "advise_not", "not_always", "except", "unless", "beyond"))

_FILLERS = re.compile(
    r"(?:根据|按照?|依据|依照)?(?:上?表|表格|规定|标准|公司|制度)(?:中|里|显示|列明)?|分别|对应|执行|报销|享受|发放|适用|可以|能够|"
    r"的话|出差|人员|职级|级别|金额|费用|数[额值量]|均|都|则|即|也|为|是|的|在|到|于|可|能|至|按|每|其|该|与|和|及|了|"
    r"\b(?:is|are|in|of|to|at|by|the|an?|per|for|and|on|can|may|be)\b"
)


def states_cells(claim: str, question: str, passages: Sequence[Passage]) -> bool:
    """Whether every word of the claim is accounted for by one table: names of rows and columns, what the table is
    about, and for each clause the values of the cells that it names, and nothing else."""
    if any(cell_row(claim, passage) for passage in passages):
        return True
    about = _about(passages, f"{claim} {question}")
    readings = [_Reading(grid, passage, claim, question) for grid, passage in about]
    return any(reading.holds() for reading in readings) and not any(reading.contradicts() for reading in readings)


def rows_of(claim: str, question: str, passage: Passage) -> tuple[tuple[int, int], ...]:
    """The spans, in the passage's text, of the rows whose cells the claim states; none if it states none."""
    if row := cell_row(claim, passage):
        return (row,)
    for grid, _ in _about((passage,), f"{claim} {question}"):
        reading = _Reading(grid, passage, claim, question)
        if reading.holds():
            return tuple((grid.rows[row].start, grid.rows[row].end) for row in sorted(reading.rows()))
    return ()


def contradicted(claim: str, question: str, passages: Sequence[Passage]) -> tuple[str, str] | None:
    """A quantity of the claim that is not in the cell which the claim names, and what is there; None if there is none.
    What a sentence beside the table says is left to other checks."""
    for grid, passage in _about(passages, f"{claim} {question}"):
        wrong = _Reading(grid, passage, claim, question).contradicts()
        if wrong and not any(_in_prose(claim, wrong[0], other) for other in passages):
            return wrong
    return None


def _about(passages: Sequence[Passage], words: str) -> list[tuple[Grid, Passage]]:
    """The tables that the words name something of; of those that they name as much of, the ones that are about what
    the words are about."""
    grids = [(grid, passage) for passage in passages for grid in grids_of(passage)]
    text = fold(words).text
    scored = [(_topic_share(grid, passage, text), grid, passage) for grid, passage in grids]
    best = max((score for score, *_ in scored), default=(0, 0.0))
    return [(grid, passage) for score, grid, passage in scored if score >= best]


def _topic_share(grid: Grid, passage: Passage, text: str) -> tuple[int, float]:
    named = named_in(text, grid)
    topic = content_units(topic_of(grid, passage, tuple(named.columns)))
    return bool(named.rows) + bool(named.columns), len(topic & content_units(text))


@dataclass(frozen=True, slots=True)
class _Said:
    """One clause: its folded words, what it names (itself, else what came before it), its values and its rates."""

    text: str
    named: Named
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    values: tuple[Quantity, ...]
    rates: frozenset[str]


class _Reading:
    """A claim read against one table."""

    def __init__(self, grid: Grid, passage: Passage, claim: str, question: str) -> None:
        self._grid = grid
        self._passage = passage
        self._clauses = list(_clauses(claim, question, grid))
        self._columns = frozenset(column for clause in self._clauses for column in clause.columns)

    def holds(self) -> bool:
        """Whether each clause says cells that it names, and nothing else."""
        valued = [clause for clause in self._clauses if clause.values]
        return bool(valued) and all(
            not clause.named.strange and self._accounted(clause) and (not clause.values or self._proved(clause))
            for clause in self._clauses
        )

    def rows(self) -> frozenset[int]:
        """The rows that its values stand in."""
        return frozenset(row for clause in self._clauses if clause.values for row in clause.rows)

    def contradicts(self) -> tuple[str, str] | None:
        """The first value that is not in the cells which its clause names, and what they say."""
        for clause in self._clauses:
            if not clause.values or not clause.rows or self._proved(clause):
                continue
            cells = self._cells(clause)
            for value in clause.values:
                there = [one for cell in cells for one in self._grid.quantities(*cell) if _rivals(value, one)]
                if there and (clause.columns or len(cells) == 1) and (len(cells) == 1 or len(clause.values) > 1):
                    said = " / ".join(self._grid.says(*cell) for cell in cells)
                    return clause.text[value.start : value.end], said
                if there and not any(_proves(one, value) for one in there):
                    said = " / ".join(self._grid.says(*cell) for cell in cells)
                    return clause.text[value.start : value.end], said
        return None

    def _cells(self, clause: _Said) -> list[Place]:
        """The cells that a clause names, in the order in which it names them; without a column those of all columns of
        figures."""
        return list(product(clause.rows, clause.columns or self._grid.figures))

    def _proved(self, clause: _Said) -> bool:
        cells = self._cells(clause)
        if not cells:
            return False
        if len(clause.values) == 1:
            return all(self._says(cell, clause.values, clause.rates) for cell in cells)
        if len(clause.values) == len(cells):
            pairs = zip(cells, clause.values, strict=True)
            return all(self._says(cell, (value,), clause.rates) for cell, value in pairs)
        return len(cells) == 1 and self._says(cells[0], clause.values, clause.rates)

    def _says(self, cell: Place, values: Sequence[Quantity], rates: frozenset[str]) -> bool:
        """Whether a cell says all these values and no other, at these rates (每晚)."""
        there = self._grid.quantities(*cell)
        figures = [one for one in there if one.kind != "frequency"]
        known = {one.unit for one in there if one.kind == "frequency"} | _rates(" ".join(self._grid.column(cell[1])))
        return (
            len(figures) == len(values)
            and all(_proves(one, value) for one, value in zip(figures, values, strict=True))
            and rates <= known
        )

    def _accounted(self, clause: _Said) -> bool:
        """Whether nothing is left of a clause without names, values, the table's topic and words that say nothing."""
        board = list(clause.text)
        topic = fold(topic_of(self._grid, self._passage, clause.columns)).text
        for start, end in clause.named.spans:
            board[start:end] = " " * (end - start)
        if operators_in("".join(board)) - _NEUTRAL or operators_in(topic) & _DENYING:
            return False
        rates = (quantity for quantity in find_quantities(clause.text) if quantity.kind == "frequency")
        for quantity in (*clause.values, *rates):
            board[quantity.start : quantity.end] = " " * (quantity.end - quantity.start)
        text = "".join(board)
        for word in sorted(alike(topic), key=len, reverse=True):
            text = text.replace(word, " ")
        text = _without_common(text, topic)
        return not re.search(r"\w", _FILLERS.sub(" ", text))


def _without_common(text: str, topic: str) -> str:
    """The text without its runs of two characters or more that stand in the topic."""
    pieces: list[str] = []
    place = 0
    while place < len(text):
        end = place + 1
        while end < len(text) and text[place : end + 1] in topic:
            end += 1
        run = text[place:end]
        pieces.append(" " if len(run.strip()) > 1 and run in topic else run)
        place = end
    return "".join(pieces)


def _clauses(claim: str, question: str, grid: Grid) -> Iterator[_Said]:
    asked = named_in(question, grid)
    asked_rows = () if asked.strange else asked.row_order
    asked_columns = () if asked.strange else asked.column_order
    whole = named_in(claim, grid)
    rows = () if whole.rows else asked_rows
    columns = () if whole.columns else asked_columns
    for span in split_clauses(claim):
        text = fold(claim[span.start : span.end]).text
        named = named_in(text, grid)
        rows, columns = named.row_order or rows, named.column_order or columns
        inside = [*named.spans]
        found = [
            one
            for one in find_quantities(f"·{text}")
            if not any(start < one.end - 1 and one.start - 1 < end for start, end in inside)
        ]
        values = tuple(
            _moved(one)
            for one in found
            if one.kind != "frequency" and not one.indefinite and one.kind != "ordinal" and one.unit not in LABELS
        )
        rates = frozenset(one.unit for one in found if one.kind == "frequency")
        yield _Said(text, named, rows, columns, values, rates)


def _moved(one: Quantity) -> Quantity:
    return replace(one, start=max(0, one.start - 1), end=one.end - 1)


@lru_cache(maxsize=1024)
def _rates(words: str) -> frozenset[str]:
    return frozenset(one.unit for one in find_quantities(words) if one.kind == "frequency")


def _proves(there: Quantity, value: Quantity) -> bool:
    """As exact as the source: same value and unit, the same bound or none, no 约 of its own."""
    if value.kind == "number" and not value.unit and there.kind in ("money", "count"):
        return value.value == there.value and value.upper == there.upper
    same = value.proved_by(there) and (value.upper is None) == (there.upper is None)
    bare = not there.unit and there.kind == "number" and bool(value.unit)
    return same and value.about == there.about and value.bound in ("", there.bound) and not bare


def _rivals(value: Quantity, other: Quantity) -> bool:
    """Whether one could be written for the other: the same sort of thing, or a bare figure."""
    if value.kind == other.kind == "count":
        measures = {value.unit, other.unit}
        return len(measures) == 1 or measures <= GENERIC_MEASURES
    return value.kind == "number" or other.kind in ("number", value.kind)


def _in_prose(claim: str, said: str, passage: Passage) -> bool:
    """Whether a sentence outside tables says this quantity, and speaks of what the claim speaks of."""
    wanted = find_quantities(f"·{said}")
    units = content_units(claim)
    for unit in split_sentences(passage.text):
        words = passage.text[unit.start : unit.end]
        if unit.kind == "table_row" or coverage(units, content_units(words)) < PROSE:
            continue
        if any(one.proved_by(other) for one in wanted for other in find_quantities(words)):
            return True
    return False
