"""Tables of a Word document: their own cells, with what these span."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from youju.reading.grid import Cell, expand, looks_like_header
from youju.reading.ooxml import Element
from youju.reading.tables import Row
from youju.reading.word.xml import W, child, is_on, number, value

CellText = Callable[[Element], str]


def table_rows(table: Element, cell_text: CellText) -> list[Row]:
    """Rows in order; `cell_text` is asked for the text of each cell, in order."""
    rows = list(_rows(table))
    cells = _cells(rows, cell_text)
    marked = [is_on(row, "trPr/tblHeader") for row in rows]
    heads = next((at for at, mark in enumerate(marked) if not mark), len(marked))
    if not heads and rows:
        texts = expand(cells)
        heads = int(looks_like_header(texts[0], texts[1:], bold=_is_bold(rows[0])))
    return [Row(row, at < heads) for at, row in enumerate(cells)]


def only_cell(table: Element) -> Element | None:
    """The cell of a table that has no other: a frame around paragraphs."""
    rows = list(_rows(table))
    cells = list(_own(rows[0])) if len(rows) == 1 else []
    return cells[0] if len(cells) == 1 else None


def _rows(table: Element) -> Iterator[Element]:
    """Rows, but those that are deleted."""
    for node in table:
        if node.tag == f"{W}tr":
            if child(node, "trPr/del") is None:
                yield node
        elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml"}:
            yield from _rows(node)


def _own(row: Element) -> Iterator[Element]:
    """Cells of a row, but those that are deleted."""
    for node in row:
        if node.tag == f"{W}tc":
            if child(node, "tcPr/cellDel") is None:
                yield node
        elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml"}:
            yield from _own(node)


def _cells(rows: list[Element], cell_text: CellText) -> list[list[Cell]]:
    """Each row's own cells; a cell that is merged downwards stands in its first row with the rows that it spans."""
    written: list[list[Cell]] = []
    above: dict[int, tuple[int, int]] = {}  # for each column, row and place of the cell that may go on below
    for at, row in enumerate(rows):
        column = min(number(value(row, "trPr/gridBefore")), 1000)
        written.append([Cell("")] * column)
        for cell in _own(row):
            columns = max(1, number(value(cell, "tcPr/gridSpan"), 1))
            text = cell_text(cell)
            if value(cell, "tcPr/hMerge") in {"", "continue"} and written[-1]:
                before = written[-1][-1]
                written[-1][-1] = replace(before, columns=before.columns + columns)
            elif value(cell, "tcPr/vMerge") in {None, "restart"} or column not in above:
                above[column] = (at, len(written[-1]))
                written[-1].append(Cell(text, columns))
            else:
                first, place = above[column]
                merged = written[first][place]
                written[first][place] = replace(merged, rows=merged.rows + 1)
            column += columns
    return written


def _is_bold(row: Element) -> bool:
    runs = [run for run in row.iter(f"{W}r") if child(run, "t") is not None]
    return bool(runs) and all(is_on(run, "rPr/b") for run in runs)
