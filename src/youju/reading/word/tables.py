"""Tables of a Word document, with merged cells spread over what they span."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from youju.reading.grid import Cell, expand, looks_like_header
from youju.reading.word.xml import Element, W, blocks, child, is_on, paragraph_text, value


def table_rows(table: Element) -> list[tuple[bool, list[str]]]:
    """Rows in order: whether each is a header, and its cells."""
    rows = list(_rows(table))
    texts = expand(_cells(rows))
    marked = [is_on(row, "trPr/tblHeader") for row in rows]
    if texts and not any(marked):
        marked[0] = looks_like_header(texts[0], texts[1:], bold=_is_bold(rows[0]))
    return list(zip(marked, texts, strict=True))


def _rows(table: Element) -> Iterator[Element]:
    for node in table:
        if node.tag == f"{W}tr":
            yield node
        elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml"}:
            yield from _rows(node)


def _cells(rows: list[Element]) -> list[list[Cell]]:
    """Each row's own cells; a cell that is merged downwards stands in its first row with the rows that it spans."""
    written: list[list[Cell]] = []
    above: dict[int, tuple[int, int]] = {}  # for each column, row and place of the cell that may go on below
    for number, row in enumerate(rows):
        column = int(value(row, "trPr/gridBefore") or 0)
        written.append([Cell("")] * column)
        for cell in (cell for cell in row.iter(f"{W}tc") if _is_own(cell, row)):
            columns = max(1, int(value(cell, "tcPr/gridSpan") or 1))
            if value(cell, "tcPr/vMerge") in {None, "restart"} or column not in above:
                above[column] = (number, len(written[-1]))
                written[-1].append(Cell(cell_text(cell), columns))
            else:
                first, place = above[column]
                merged = written[first][place]
                written[first][place] = replace(merged, rows=merged.rows + 1)
            column += columns
    return written


def _is_own(cell: Element, row: Element) -> bool:
    """Whether a cell belongs to this row, not to a table inside one of its cells."""
    return next(above for above in cell.iterancestors(f"{W}tr")) is row


def cell_text(cell: Element) -> str:
    """All text of a cell on one line, a table inside it included."""
    parts: list[str] = []
    for block in blocks(cell):
        if block.tag == f"{W}p":
            parts.append(paragraph_text(block))
        else:
            parts += [text for _, row in table_rows(block) for text in row]
    return " ".join(" ".join(parts).split())


def _is_bold(row: Element) -> bool:
    runs = [run for run in row.iter(f"{W}r") if child(run, "t") is not None]
    return bool(runs) and all(is_on(run, "rPr/b") for run in runs)
