"""Tables of HTML: which of them hold data, and their rows and cells."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from youju.reading.grid import Cell, looks_like_header
from youju.reading.html_nodes import is_hidden, visible_text

_GROUPS = frozenset({"thead", "tbody", "tfoot"})
_LONGEST_NUMBER = 5


def is_data(table: LexborNode) -> bool:
    """Whether a table holds data, not the layout of a page: more than one column, no headings inside, and tables or
    code inside only where it names its columns or rows."""
    if table.attributes.get("role") in {"presentation", "none"} or table.css_first("h1,h2,h3,h4,h5,h6") is not None:
        return False
    rows = own_rows(table)
    if not any(len(cells_of(row)) > 1 for row in rows):
        return False
    named = any(cell.tag == "th" for row in rows for cell in cells_of(row))
    inner = table.css_first("td table, th table") is not None
    return (named or not inner) and (len(rows) > 1 or table.css_first("pre") is None)


def rows_of(table: LexborNode, left_out: frozenset[int]) -> list[tuple[bool, list[Cell]]]:
    """Each row: whether it is a header, and its cells. The rows of a table in a cell are text of that cell."""
    rows: list[tuple[bool, list[Cell]]] = []
    seen = own_rows(table)
    for row in seen:
        cells = cells_of(row)
        in_head = row.parent is not None and row.parent.tag == "thead"
        header = in_head or (bool(cells) and all(cell.tag == "th" for cell in cells))
        rows.append((header, [_cell(cell, left_out) for cell in cells]))
    if rows and not any(header for header, _ in rows):
        texts = [[cell.text for cell in cells] for _, cells in rows]
        bold = all(cell.css_first("b, strong") is not None for cell in cells_of(seen[0]))
        rows[0] = (looks_like_header(texts[0], texts[1:], bold=bold), rows[0][1])
    return rows


def own_rows(table: LexborNode) -> list[LexborNode]:
    """The rows of this table that are seen, not those of tables inside it."""
    groups = [node for node in table.iter() if node.tag in _GROUPS]
    rows = [row for group in [table, *groups] for row in group.iter() if row.tag == "tr"]
    return [row for row in rows if not is_hidden(row, "tr")]


def cells_of(row: LexborNode) -> list[LexborNode]:
    """The cells of a row that are seen."""
    return [node for node in row.iter() if node.tag in {"td", "th"} and not is_hidden(node, node.tag)]


def number_of(node: LexborNode, name: str) -> int:
    """A small number in an attribute, 1 where there is none."""
    value = (node.attributes.get(name) or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER else 1


def _cell(cell: LexborNode, left_out: frozenset[int]) -> Cell:
    text = visible_text(cell, without=left_out)
    return Cell(text, number_of(cell, "colspan"), number_of(cell, "rowspan"), header=cell.tag == "th")
