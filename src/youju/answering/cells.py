"""A question about a cell of a table: which row and which column it names, and what stands there.

The row that answers is the one that the question names. A neighbouring row may share more words with the question than
that one (三线城市 and 一线城市), so words alone never choose among rows of figures: where no row is named, the table is
quoted whole or not at all.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from youju.answering.focus import Wanted, is_in_kind, quantities_in_kind
from youju.answering.units import Unit
from youju.citations.grids import Grid, grids_of, topic_of
from youju.citations.naming import Named, has_another, named_in
from youju.retrieval.values import Scored
from youju.text.alike import alike
from youju.text.folding import fold as plain
from youju.text.tokens import fold, words

_NUMERAL = re.compile(r"[\d〇零一二三四五六七八九十百千]")

MAX_CELLS = 4
"""Cells of one table that are shown one by one; more are shown as rows."""
_STRANGE = 0.7
"""Share of a question that is about neither a table nor its rows and columns, from which that is not the one asked."""
_KNOWN = 0.6
"""Share of a row's own words that a question must have to name it without saying its name."""

FIGURES: frozenset[Wanted] = frozenset(("duration", "share", "money", "date", "count"))
"""What is asked for with a figure."""
_NEVER: frozenset[Wanted] = frozenset(("why", "list", "yes_no"))
_GENERAL = frozenset(
    [
        "标准",
        "金额",
        "费用",
        "钱",
        "可以",
        "最高",
        "最低",
        "上限",
        "限额",
        "额度",
        "出差",
        "报销",
        "员工",
        "公司",
        "规定",
        "每晚",
        "每天",
        "每月",
        "每人",
        "一晚",
        "一天",
        "住",
        "住宿",
        "级别",
        "职级",
        "能",
        "去",
        "分别",
        "对应",
        "价格",
        "价钱",
        "数量",
        "人数",
        "how",
        "much",
        "many",
        "allowance",
        "rate",
        "limit",
        "amount",
        "price",
        "cost",
    ]
)
"""Words with which people ask for a value, whatever the table calls it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table in a passage, as a sentence."""

    source: Scored
    sentence: str


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a passage beside the question."""

    source: Scored
    grid: Grid
    named: Named
    about: float
    """Share of the question that stands in what the table is about, its rows and columns."""
    called: bool
    """Whether the question gives the title of its document."""
    strange: bool
    """Whether the question names something of the kind of its rows or columns that is not there, or asks of
    something that stands elsewhere."""

    @property
    def axes(self) -> int:
        """How many of rows and columns the question names."""
        return bool(self.named.rows) + bool(self.named.columns)

    @property
    def rank(self) -> tuple[bool, int, float]:
        """The table that is most about the question has the highest."""
        return self.called, self.axes, round(self.about, 6)


class Tables:
    """The tables of some passages beside one question. `share` weighs the question's terms, 0–1; `terms` are those."""

    def __init__(
        self,
        question: str,
        sources: Sequence[Scored],
        wanted: Wanted,
        terms: Mapping[str, float],
        share: Callable[[frozenset[str]], float],
    ) -> None:
        self._question = question
        self._wanted: Wanted = wanted
        self._terms = terms
        self._share = share
        self._texts = {source.passage.id: fold(source.passage.text) for source in sources}
        self._tables = [self._beside(source, grid) for source in sources for grid in grids_of(source.passage)]

    def cells(self) -> list[Cell]:
        """The cells that are asked for: of the tables that are most about the question, each value once."""
        if self._wanted in _NEVER:
            return []
        found = [(table, cells) for table in self._tables if not table.strange and (cells := self._asked(table))]
        best = max((table.rank for table in self._tables), default=())
        chosen: dict[str, Cell] = {}
        for table, cells in found:
            if table.rank == best:
                for sentence in cells:
                    chosen.setdefault(sentence, Cell(table.source, sentence))
        return list(chosen.values())[:MAX_CELLS]

    def answers(self, unit: Unit) -> bool:
        """Whether a unit may stand for an answer by itself or with its table: any that is no row of figures; of those
        the named ones, or all where none is named and nothing strange is."""
        table = self._of(unit)
        if table is None:
            return True
        if table.strange or table.rank < max(one.rank for one in self._tables if one.grid.figures):
            return False
        if not table.named.rows:
            return not self._is_part(table)
        return self._number(table, unit) in table.named.rows

    def is_frame(self, unit: Unit, units: Sequence[Unit]) -> bool:
        """Whether a unit is the header of a table of figures, or leads in to one of which no row is left: it answers
        nothing by itself."""
        if self._wanted not in FIGURES:
            return False
        place = units.index(unit)
        inside = unit if unit.group or place + 1 == len(units) else units[place + 1]
        if inside.group is None or inside.block.kind not in ("table_header", "table_row"):
            return False
        rows = [other for other in units if other.group == inside.group and other.block.kind == "table_row"]
        return not rows or (unit is inside and unit.block.kind == "table_header" and any(map(self._of, rows)))

    def undivided(self, unit: Unit) -> bool:
        """Whether a unit is a row of a table of figures of which the question names no row, or which names no column:
        it answers as a whole."""
        table = self._of(unit)
        return table is not None and (not table.named.rows or (not table.grid.header and len(table.grid.values) > 1))

    def _of(self, unit: Unit) -> _Table | None:
        if self._wanted not in FIGURES or unit.block.kind != "table_row":
            return None
        for table in self._tables:
            if table.source is unit.source and table.grid.figures and self._number(table, unit) is not None:
                return table
        return None

    def _is_part(self, table: _Table) -> bool:
        """Whether other rows of the table stand elsewhere: in another part of a long one, in another passage."""
        version, header = table.source.passage.version_id, table.grid.header
        return any(
            other is not table and other.source.passage.version_id == version and other.grid.header == header
            for other in self._tables
        )

    @staticmethod
    def _number(table: _Table, unit: Unit) -> int | None:
        start = unit.start - unit.source.passage.start
        return next((number for number, row in enumerate(table.grid.rows) if row.start == start), None)

    def _beside(self, source: Scored, grid: Grid) -> _Table:
        named = named_in(self._question, grid)
        if not named.rows and not named.strange:
            named = Named(_meant(self._question, grid), named.columns, column_order=named.column_order)
        topic = fold(topic_of(grid, source.passage, tuple(named.columns)))
        labels = fold(" ".join(word for row in named.rows for word in grid.rows[row].cells))
        others = alike(topic)
        known = frozenset(
            term
            for term in self._terms
            if term in topic or term in labels or term in others or any(term in one for one in others)
        )
        said = frozenset(self._in_names(named))
        left = frozenset(self._terms) - known - said - _GENERAL
        elsewhere = any(self._stands_elsewhere(term, source, grid) for term in left)
        strange = (
            named.strange
            or has_another(self._question, source.passage.title)
            or (bool(named.rows) and elsewhere)
            or self._share(left) >= _STRANGE
        )
        called = _calls(self._question, source.passage.title)
        return _Table(source, grid, named, self._share(known | said), called, strange)

    def _in_names(self, named: Named) -> Iterator[str]:
        """The terms that lie in what the question names."""
        question = plain(self._question).text
        for term in self._terms:
            place = question.find(term)
            if any(start < place + len(term) and place < end for start, end in named.spans if place >= 0):
                yield term

    def _stands_elsewhere(self, term: str, source: Scored, grid: Grid) -> bool:
        """Whether some passage speaks of the term outside this table."""
        if len(term) < 2:
            return False
        low, high = min(row.start for row in grid.rows), max(row.end for row in grid.rows)
        around = fold(f"{source.passage.text[:low]} {source.passage.text[high:]}")
        others = (text for identity, text in self._texts.items() if identity != source.passage.id)
        return any(term in text for text in (around, *others))

    def _asked(self, table: _Table) -> list[str]:
        """The sentences of the cells that the question names by row and column, if they are of the kind asked for."""
        grid, named = table.grid, table.named
        places = [(row, column) for row in sorted(named.rows) for column in sorted(named.columns)]
        if not 0 < len(places) <= MAX_CELLS or len(grid.values) == 1:  # a row of one value is as short, and plainer
            return []
        in_kind = {column for row, column in places if self._in_kind(grid, row, column)}
        places = [(row, column) for row, column in places if column in in_kind]
        if any(not self._in_kind(grid, row, column) for row, column in places):
            return []
        sentences = [grid.sentence(row, column) for row, column in places]
        return sentences if all(sentences) else []  # where one of them says nothing, the row is shown

    def _in_kind(self, grid: Grid, row: int, column: int) -> bool:
        says = grid.says(row, column)
        if self._wanted in FIGURES:
            bare = quantities_in_kind("count", says) if self._wanted == "money" else []
            return bool(quantities_in_kind(self._wanted, says) or bare)
        return column not in grid.figures or self._wanted == "open" or is_in_kind(self._wanted, says)


def _calls(question: str, title: str) -> bool:
    """Whether the question has the title whole, and not as the beginning of a longer one (表1 in 表12)."""
    wanted = fold(title)
    _, found, after = fold(question).partition(wanted)
    inside = bool(after[:1].isdigit() and wanted[-1:].isdigit())
    return bool(found and wanted) and not inside


def _meant(question: str, grid: Grid) -> frozenset[int]:
    """The one row of which the question has most of the words that tell it from the others; none if two are alike."""
    labels = [frozenset(words(" ".join(row.cells[column] for column in grid.names))) for row in grid.rows]
    counts = Counter(word for label in labels for word in label)
    total = len(labels)
    asked = frozenset(words(question))
    scores: list[tuple[float, int]] = []
    for row, label in enumerate(labels):
        weights = {word: math.log(total / counts[word]) for word in label if counts[word] < total}
        figures = [word for word in weights if _NUMERAL.search(word)]
        whole = sum(weights.values())
        held = sum(weight for word, weight in weights.items() if word in asked)
        if whole and held >= _KNOWN * whole and all(word in asked for word in figures):
            scores.append((held, row))
    scores.sort(reverse=True)
    if not scores or (len(scores) > 1 and scores[1][0] >= scores[0][0]):
        return frozenset()
    return frozenset((scores[0][1],))
