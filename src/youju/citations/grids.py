"""The tables of a passage: rows, what names each row and each column, and what one cell says by itself.

A row stands in the canonical text as `a | b | c`, merged cells written out, so that a cell belongs to the column of its
place. The header is that of the table, or the one that the passage names as the heads of a table it goes on with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from youju.knowledge.values import Passage
from youju.reading.document import BlockKind, row_cells
from youju.text.folding import fold, is_cjk
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import LABELS
from youju.text.sentences import split_sentences

_UNIT = re.compile(r"\s*[（(\[]([^（）()\[\]]{1,10})[）)\]]\s*")
_SAID_UNIT = re.compile(r"(?:计量)?单位\s*[：:]\s*([^\s，,；;。）)|]{1,10})|\b[Uu]nits?\s*:\s*([^\s,;|)]{1,12})")
_FIGURE = re.compile(r"[+-]?\d[\d,，]*(?:\.\d+)?")
_EMPTY = frozenset(("", "-", "—", "–", "/", "--", "——", "无", "N/A", "n/a"))
_INDEX = frozenset(("序号", "编号", "no", "no.", "#", "序", "项次"))
_LONG = 40
"""Characters of a cell from which it is prose and names nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row at `[start, end)` of the passage's text."""

    start: int
    end: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, as far as a passage holds it. `header`: its header rows, none if the table has none; `caption`: what
    stands above them. `names`: the columns that name a row. All rows have as many cells as the header."""

    header: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]
    caption: str = ""
    names: tuple[int, ...] = (0,)
    above: tuple[str, ...] = ()
    """For each row the line over it that spans the whole table; empty for none."""

    @property
    def values(self) -> tuple[int, ...]:
        """The columns that say something of what a row names."""
        width = len(self.rows[0].cells)
        return tuple(column for column in range(width) if column not in self.names and column not in _indexes(self))

    @property
    def figures(self) -> tuple[int, ...]:
        """Those of them that hold quantities."""
        return tuple(column for column in self.values if _is_measured(self.rows, column))

    def column(self, column: int) -> tuple[str, ...]:
        """What the header says above a column, from the top, without its unit; a name that spans rows once."""
        words = [_UNIT.sub("", cells[column]) if _unit_in(cells[column]) else cells[column] for cells in self.header]
        return tuple(dict.fromkeys(word.strip() for word in words if word.strip()))

    def unit(self, column: int) -> str:
        """The unit that the header of a column, or the caption, gives its figures; empty for none."""
        for cells in reversed(self.header):
            if unit := _unit_in(cells[column]):
                return unit
        if unit := _unit_in(self.caption.split("\n")[-1]):
            return unit
        said = _SAID_UNIT.search(" ".join([self.caption, *(cells[column] for cells in self.header)]))
        unit = (said[1] or said[2]) if said else ""
        return unit if unit and _is_unit(unit) else ""

    def says(self, row: int, column: int) -> str:
        """What a cell says, with the unit of its column where it is a bare figure: `800 元/晚`."""
        value = self.rows[row].cells[column]
        unit = self.unit(column)
        if not unit or not _FIGURE.fullmatch(value):
            return value
        return f"{value}{unit}" if unit in ("%", "％", "‰") else f"{value} {unit}"

    def quantities(self, row: int, column: int) -> tuple[Quantity, ...]:
        """The quantities of a cell, in the unit of its column."""
        return find_quantities(self.says(row, column))

    def sentence(self, row: int, column: int) -> str:
        """A cell alone: `二线城市 · 总监及以上：600 元/晚`. Empty where the cell, or what names it, is."""
        value = self.says(row, column)
        if self.rows[row].cells[column].strip() in _EMPTY:
            return ""
        names = [*self.row_names(row), *self.column(column)]
        if len(names) < 1 + bool(self.header):
            return ""
        unit = self.unit(column)
        if unit and value == self.rows[row].cells[column]:  # a range, or words: what it is measured in stays a heading
            names[-1] = f"{names[-1]}（{unit}）" if is_cjk(names[-1][-1:] or " ") else f"{names[-1]} ({unit})"
        joined = " · ".join(names)
        return joined + ("：" if any(map(is_cjk, joined + value)) else ": ") + value

    def row_names(self, row: int) -> tuple[str, ...]:
        """What names a row: the line over it, and as many of the naming cells as tell it from the other rows."""
        cells = [tuple(one.cells[column] for column in self.names) for one in self.rows]
        lines = self.above or ("",) * len(self.rows)
        named = list(zip(lines, cells, strict=True))
        most = 1
        while most < len(self.names) and len({(line, own[:most]) for line, own in named}) < len(set(named)):
            most += 1
        line, own = named[row]
        return tuple(dict.fromkeys(word for word in (line, *own[:most]) if word.strip() and len(word) <= _LONG))


def _indexes(grid: Grid) -> frozenset[int]:
    return frozenset(
        column
        for column in range(len(grid.rows[0].cells))
        if any(cells[column].strip().lower() in _INDEX for cells in grid.header)
    )


def tells_unit(caption: str) -> bool:
    """Whether a caption gives the unit of its table: 差旅标准（元/晚）."""
    return len(caption) <= 2 * _LONG and bool(_unit_in(caption) or _SAID_UNIT.search(caption))


def _unit_in(cell: str) -> str:
    found = _UNIT.search(cell)
    unit = found[1].strip().removeprefix("单位").lstrip("：: ") if found else ""
    return unit if unit and _is_unit(unit) else ""


@lru_cache(maxsize=1024)
def _is_unit(words: str) -> bool:
    """Whether a figure in front makes these words a quantity: 元/晚, %, days, but not 含早餐."""
    for figure in ("2", "2 "):
        first, *rest = find_quantities(figure + words) or (None,)
        if first and first.unit and first.kind not in ("code", "article", "ordinal"):
            return all(one.kind == "frequency" for one in rest if one)
    return False


def topic_of(grid: Grid, passage: Passage, columns: Sequence[int] = ()) -> str:
    """What stands above the cells of these columns (none: of all): title, section, caption, header."""
    corner = " ".join(cells[column] for cells in grid.header for column in grid.names)
    above = " ".join(cells[column] for cells in grid.header for column in columns or grid.values)
    return " ".join((passage.title, *passage.section, grid.caption, corner, above))


def measures(cell: str) -> bool:
    """Whether the cell holds a value: a quantity that is no name (一线城市) and no rate in a heading (元/晚)."""
    return any(not q.indefinite and q.kind != "ordinal" and q.unit not in LABELS for q in find_quantities(cell))


# ── from a passage ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Draft:
    """Rows as they come: `started` says that the table begins in the passage."""

    started: bool
    header: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    rows: list[Row] = field(default_factory=list[Row])
    above: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    line: str = ""


@lru_cache(maxsize=512)
def grids_of(passage: Passage) -> tuple[Grid, ...]:
    """The tables of a passage in order, those without a row left out. A piece of a row that was too long for a passage
    is none."""
    if any(block.kind in ("table_header", "table_row") for block in passage.blocks):
        return tuple(_from_blocks(passage))
    return tuple(_from_text(passage.text))


def unmarked_headers(passage: Passage) -> frozenset[int]:
    """Where rows begin that name the columns of their table without being marked so."""
    rows = [block for block in passage.blocks if block.kind == "table_row"]
    if not rows:
        return frozenset()
    headers = {cells for grid in grids_of(passage) for cells in grid.header}
    body = {row.start for grid in grids_of(passage) for row in grid.rows}
    starts = ((block.start - passage.start, block.end - passage.start) for block in rows)
    return frozenset(
        start
        for start, end in starts
        if start >= 0 and start not in body and tuple(row_cells(passage.text[start:end])) in headers
    )


def _from_blocks(passage: Passage) -> Iterator[Grid]:
    blocks = passage.blocks
    parts = groupby(enumerate(blocks), key=lambda pair: (pair[1].kind in _ROWS, pair[1].group))
    last: _Draft | None = None  # the table that stands directly above
    for (is_table, group), numbered in parts:
        if not is_table:
            last = None
            continue
        rows = list(numbered)
        heads = [head for head in passage.heads if head.block.kind in _ROWS and head.block.group == group]
        captions = [head.text for head in passage.heads if head.block.kind not in _ROWS] if not rows[0][0] else []
        if rows[0][0] and last is None:
            before = blocks[rows[0][0] - 1]
            captions.append(passage.text[max(0, before.start - passage.start) : max(0, before.end - passage.start)])
        draft = _Draft(not heads, lines=[one for one in captions if len(one) <= 2 * _LONG])
        for head in heads:
            _take(draft, head.block.kind, Row(-1, -1, tuple(row_cells(head.text))))
        for _, block in rows:
            start, end = block.start - passage.start, block.end - passage.start
            if start < 0 or end > len(passage.text):
                continue
            if block.kind == "table_header" and draft.rows and draft.rows[-1].start >= 0:  # the next page repeats it
                yield from _made(draft)
                draft = _Draft(True, lines=draft.lines)
            _take(draft, block.kind, Row(start, end, tuple(row_cells(passage.text[start:end]))))
        if last and last.header and last.header == draft.header:
            draft.lines = last.lines  # the next part of a long table
        last = draft
        yield from _made(draft)


_ROWS = ("table_header", "table_row")
_RULER = re.compile(r"\s*\|?[\s:|-]*-{2,}[\s:|-]*$")


def _from_text(text: str) -> Iterator[Grid]:
    draft: _Draft | None = None
    last = ""
    for unit in split_sentences(text):
        words = text[unit.start : unit.end]
        if unit.kind != "table_row":
            if draft:
                yield from _made(draft)
            draft, last = None, words
            continue
        if draft is None:
            draft = _Draft(True, lines=[last] if last and len(last) <= 2 * _LONG else [])
        if _RULER.match(words):
            if len(draft.rows) == 1:
                draft.header.append(draft.rows.pop().cells)
                draft.above.pop()
            continue
        _take(draft, "table_row", Row(unit.start, unit.end, _cells(words)))
    if draft:
        yield from _made(draft)


def _cells(words: str) -> tuple[str, ...]:
    if "|" in words:
        return tuple(cell.strip() for cell in words.strip().strip("|").split("|"))
    return tuple(cell.strip() for cell in words.split("\t"))


def _take(draft: _Draft, kind: BlockKind, row: Row) -> None:
    if len(row.cells) == 1:  # a line over the whole table
        words = row.cells[0].strip()
        if draft.rows or draft.header:
            draft.line = words
        elif words:
            draft.lines.append(words)
    elif kind == "table_header":
        draft.header.append(row.cells)
    else:
        draft.rows.append(row)
        draft.above.append(draft.line if len(draft.line) <= _LONG else "")


def _made(draft: _Draft) -> Iterator[Grid]:
    """The grid of these rows, if there is one: rows of another width are left out, as nobody can say their columns."""
    header, rows, above = list(draft.header), list(draft.rows), list(draft.above)
    if not header and len(rows) > 1 and (draft.started or rows[0].start < 0) and _heads(rows[0], rows[1:]):
        header.append(rows.pop(0).cells)
        above.pop(0)
    while len(rows) > 1 and header and header[-1][0] and rows[0].cells[0] == header[-1][0]:
        header.append(rows.pop(0).cells)  # its first cell goes on: the second line of the header
        above.pop(0)
    kept = [(row, line) for row, line in zip(rows, above, strict=True) if row.start >= 0]
    width = len(header[-1]) if header else max((len(row.cells) for row, _ in kept), default=0)
    kept = [(row, line) for row, line in kept if len(row.cells) == width]
    header = [cells for cells in header if len(cells) == width]
    if not kept or width < 2:
        return
    rows = [row for row, _ in kept]
    grid = Grid(tuple(header), tuple(rows), "\n".join(draft.lines), above=tuple(line for _, line in kept))
    yield Grid(grid.header, grid.rows, grid.caption, _naming(grid), grid.above)


def _heads(first: Row, rest: Sequence[Row]) -> bool:
    """Whether a row that nobody marked names the columns: words, or dates, above at least one column of other
    figures."""
    if not all(cell.strip() for cell in first.cells[1:]):
        return False
    columns = [column for column in range(1, len(first.cells)) if _is_measured(rest, column)]
    return bool(columns) and all(
        not measures(first.cells[column]) or _kinds([first], column).isdisjoint(_kinds(rest, column))
        for column in columns
    )


def _kinds(rows: Iterable[Row], column: int) -> frozenset[str]:
    cells = (row.cells[column] for row in rows if column < len(row.cells))
    return frozenset(one.kind for cell in cells for one in find_quantities(cell))


def _is_measured(rows: Iterable[Row], column: int) -> bool:
    cells = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column].strip() not in _EMPTY]
    return bool(cells) and sum(map(_is_figure, cells)) * 2 > len(cells)


def _is_figure(cell: str) -> bool:
    """Whether the cell measures something, which a room or a telephone number does not."""
    return measures(cell) and any(one.kind != "code" for one in find_quantities(cell))


def _naming(grid: Grid) -> tuple[int, ...]:
    """The first column, and those beside it up to the first of figures; that alone where there are no figures. A
    column that only counts the rows names none."""
    width = len(grid.rows[0].cells)
    columns = [column for column in range(width) if column not in _indexes(grid)]
    measured = [column for column in columns[1:] if _is_measured(grid.rows, column)]
    if not measured:
        return tuple(columns[:1])
    short = [
        column
        for column in columns[: columns.index(measured[0])]
        if all(len(row.cells[column]) <= _LONG for row in grid.rows)
    ]
    return tuple(short) or tuple(columns[:1])


# ── one cell ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=512)
def _sentences(passage: Passage) -> dict[str, tuple[int, int]]:
    """Every cell of a passage as a sentence, with the span of its row. What two rows say alike belongs to the first."""
    said: dict[str, tuple[int, int]] = {}
    for grid in grids_of(passage):
        for number, row in enumerate(grid.rows):
            for column in grid.values:
                words = fold(grid.sentence(number, column)).text
                if words:
                    said.setdefault(words, (row.start, row.end))
    return said


def cell_row(sentence: str, passage: Passage) -> tuple[int, int] | None:
    """The span of the row, in the passage's text, of the cell that a sentence (as `Grid.sentence` makes it) says."""
    words = fold(sentence.strip()).text
    return _sentences(passage).get(words) if words else None


def row_at(passage: Passage, start: int) -> tuple[Grid, int] | None:
    """The grid and the number of the row that begins at `start` of the passage's text."""
    for grid in grids_of(passage):
        for number, row in enumerate(grid.rows):
            if row.start == start:
                return grid, number
    return None
