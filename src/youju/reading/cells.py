"""Which cells a span of a table's text touches, and which cells name their column and row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from youju.reading.document import Table, TableCell

_BAR = 3  # " | "


def cells_at(table: Table, start: int, end: int) -> tuple[TableCell, ...]:
    """The cells that `[start, end)` of the text touches, by row and column. A merged cell is found wherever its text is
    written again, and given once."""
    found: dict[TableCell, None] = {}
    low, high = _rows_around(table, start, end)
    for row in range(low, high + 1):
        for cell, first, last in _writings(table, row):
            if max(first, start) < min(last, end):
                found[cell] = None
    return tuple(sorted(found, key=lambda cell: (cell.row, cell.column)))


def headers_of(table: Table, cell: TableCell, text: str = "") -> tuple[TableCell, ...]:
    """The cells that say what `cell` is: the headers of its columns from the top down, then what names its row.

    The row's names are its header cells where the source marks any, else its first cell. The canonical `text` tells
    more: a column of running numbers names nothing, and a name that spans several rows has the name beside it below
    it. Empty for a cell that is a name itself and has nothing above it.
    """
    heads = _header_rows(table)
    above = [
        other
        for other in table.cells
        if other.row in heads and other.row + other.rows <= cell.row and _share_columns(other, cell)
    ]
    names = [] if cell.row in heads else _row_names(table, cell, text)
    return (*_nearest(above, _width(table)), *names)


def _rows_around(table: Table, start: int, end: int) -> tuple[int, int]:
    """The rows between which the span lies, by the cells that are written in it or next to it."""
    before = max((cell.row for cell in table.cells if cell.start <= start), default=0)
    after = min((cell.row for cell in table.cells if cell.end >= end), default=_height(table) - 1)
    return before, max(before, after)


def _writings(table: Table, row: int) -> Iterator[tuple[TableCell, int, int]]:
    """Each cell of a row and where the row writes it, once for each column that it spans."""
    places = {
        column: cell
        for cell in table.cells
        if cell.row <= row < cell.row + cell.rows
        for column in range(cell.column, cell.column + cell.columns)
    }
    width = _width(table)
    if width > 1 and len(places) == width and len(set(places.values())) == 1:
        places = {0: places[0]}  # a caption is written once
    own = next((column for column in sorted(places) if places[column].row == row), None)
    if own is None:
        return
    at = places[own].start - sum(_length(places, column) + _BAR for column in range(own))
    for column in range(max(places) + 1):
        if column in places:
            yield places[column], at, at + _length(places, column)
        at += _length(places, column) + _BAR


def _length(places: dict[int, TableCell], column: int) -> int:
    return places[column].end - places[column].start if column in places else 0


def _width(table: Table) -> int:
    return max((cell.column + cell.columns for cell in table.cells), default=0)


def _height(table: Table) -> int:
    return max((cell.row + cell.rows for cell in table.cells), default=0)


def _header_rows(table: Table) -> set[int]:
    """Rows that hold headers only; a row header beside other cells does not make one."""
    heads = {cell.row for cell in table.cells if cell.header}
    return heads - {cell.row for cell in table.cells if not cell.header}


def _share_columns(one: TableCell, other: TableCell) -> bool:
    return one.column < other.column + other.columns and other.column < one.column + one.columns


def _nearest(above: Sequence[TableCell], width: int) -> list[TableCell]:
    """Header rows that follow each other, the nearest ones: a table may change its columns on the way down. A caption
    across the table names no column, so that what stands above it still counts."""
    chosen: list[TableCell] = []
    for cell in sorted(above, key=lambda each: each.row, reverse=True):
        last = chosen[-1] if chosen else None
        if last and cell.row + cell.rows < last.row and any(each.columns < width for each in chosen):
            break
        chosen.append(cell)
    return chosen[::-1]


def _row_names(table: Table, cell: TableCell, text: str) -> list[TableCell]:
    left = sorted(
        (
            other
            for other in table.cells
            if other.column < cell.column and other.row <= cell.row < other.row + other.rows and other is not cell
        ),
        key=lambda other: other.column,
    )
    marked = [other for other in left if other.header]
    if marked:
        return marked
    names: list[TableCell] = []
    for other in left:
        shown = text[other.start : other.end]
        if names and (not shown or _is_amount(shown)):
            break
        if names or not shown or not shown.strip("()（）.、 ").isdigit():
            names.append(other)
        if names and other.rows == 1:
            break
    return names


def _is_amount(text: str) -> bool:
    """Whether a text is an amount (`650元`, `10%`), not a name with a figure in it (`P1`, `5年以上`)."""
    letters = [char for char in text if char.isalnum()]
    return not letters or (letters[0].isdigit() and 2 * sum(char.isdigit() for char in letters) >= len(letters))
