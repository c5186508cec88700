"""Tables of a Word document, with merged cells spread over what they span."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(slots=True)
class _Open:
    """A cell that may go on in the rows below: where it is written, and how many rows it spans so far."""

    row: int
    place: int
    columns: int
    rows: int = 1


def _cells(rows: list[Element]) -> list[list[Cell]]:
    """Each row's own cells; a cell that is merged downwards stands in its first row with the rows that it spans."""
    written: list[list[Cell]] = []
    open_: dict[int, _Open] = {}
    for number, row in enumerate(rows):
        written.append([])
        column = int(value(row, "trPr/gridBefore") or 0)
        written[-1] += [Cell("")] * column
        for cell in row.iter(f"{W}tc"):
            if cell.getparent() is not row and not _is_own(cell, row):
                continue
            columns = max(1, int(value(cell, "tcPr/gridSpan") or 1))
            merge = value(cell, "tcPr/vMerge")
            above = open_.get(column)
            if merge is not None and merge != "restart" and above is not None and above.columns == columns:
                above.rows += 1
            else:
                open_[column] = _Open(number, len(written[-1]), columns)
                written[-1].append(Cell(cell_text(cell), columns))
            column += columns
        _close(written, open_, number)
    _close(written, open_, len(rows))
    return written


def _is_own(cell: Element, row: Element) -> bool:
    """Whether a cell inside a content control belongs to this row, not to a table inside one of its cells."""
    return next(above for above in cell.iterancestors(f"{W}tr")) is row


def _close(written: list[list[Cell]], open_: dict[int, _Open], number: int) -> None:
    """Note the rows that cells span which did not go on in row `number`."""
    for column, span in list(open_.items()):
        if span.row + span.rows <= number or number == len(written):
            cell = written[span.row][span.place]
            written[span.row][span.place] = Cell(cell.text, cell.columns, span.rows)
            del open_[column]


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
