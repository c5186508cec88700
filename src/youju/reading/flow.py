"""The flow of a marked-up document (Markdown, HTML) into blocks: headings, paragraphs, nested lists, quotes, tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from youju.reading.builder import TextBuilder
from youju.reading.document import Table
from youju.reading.grid import Cell
from youju.reading.tables import Row, TableWriter


@dataclass(slots=True)
class _Item:
    """An open list item: its marker and the paragraphs gathered so far."""

    marker: str
    level: int
    group: int
    texts: list[str] = field(default_factory=list[str])
    written: bool = False


@dataclass(slots=True)
class _List:
    """An open list: the number of its next item, None for bullets."""

    number: int | None
    group: int


class Flow:
    """Takes what a walk through a document meets, in its order, and writes blocks.

    An item of a list is one block with its paragraphs on lines of their own, up to the first thing inside it that is a
    block of another kind; numbers are kept, bullets are not. Nested lists share their group.
    """

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self._tables = TableWriter(self.builder)
        self._lists: list[_List] = []
        self._items: list[_Item] = []
        self._quotes = 0

    def heading(self, text: str, level: int) -> None:
        """A heading of level 1–6."""
        self._flush()
        self.builder.add("heading", " ".join(text.split()), level=level)

    def text(self, text: str) -> None:
        """A paragraph, wherever it stands."""
        if not text.strip():
            return
        if self._items and not self._items[-1].written:
            self._items[-1].texts.append(text.strip())
        else:
            self.builder.add("quote" if self._quotes else "paragraph", text)

    def code(self, text: str) -> None:
        """Preformatted text."""
        self._flush()
        self.builder.add("code", text)

    def table(self, rows: Sequence[tuple[bool, Sequence[str | Cell]]]) -> None:
        """The rows of a table: whether the row is a header, and its cells; what spans into a row from above is not
        among them. Rows without text are left out."""
        self._flush()
        self._tables.write(
            [Row([Cell(cell) if isinstance(cell, str) else cell for cell in cells], header) for header, cells in rows]
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables so far."""
        return tuple(self._tables.tables)

    def open_quote(self) -> None:
        """What follows is quoted."""
        self._flush()
        self._quotes += 1

    def close_quote(self) -> None:
        """The end of a quotation."""
        self._quotes -= 1

    def open_list(self, start: int | None = None) -> None:
        """A list, numbered from `start` or with bullets."""
        self._flush()
        group = self._lists[-1].group if self._lists else self.builder.new_group()
        self._lists.append(_List(start, group))

    def close_list(self) -> None:
        """The end of a list."""
        self._lists.pop()

    def open_item(self, delimiter: str = ".") -> None:
        """An item of the innermost list. An item outside every list gets one."""
        if not self._lists:
            self.open_list()
        current = self._lists[-1]
        marker = "" if current.number is None else f"{current.number}{delimiter} "
        if current.number is not None:
            current.number += 1
        self._items.append(_Item(marker, len(self._lists), current.group))

    def close_item(self) -> None:
        """The end of an item."""
        self._flush()
        self._items.pop()

    def _flush(self) -> None:
        """Write what the innermost open item has gathered, before anything else comes."""
        if self._items and not self._items[-1].written and self._items[-1].texts:
            item = self._items[-1]
            self.builder.add("list_item", item.marker + "\n".join(item.texts), level=item.level, group=item.group)
            item.written = True
