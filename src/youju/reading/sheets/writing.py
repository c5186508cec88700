"""Writes sheets down: each a section, each row a line under its header, with the number that people know it by."""

from __future__ import annotations

from collections.abc import Sequence

from youju.reading.builder import TextBuilder
from youju.reading.document import Block, Place, ReadDocument
from youju.reading.sheets.layout import Line, pieces_of
from youju.reading.sheets.values import Sheet
from youju.reading.tables import Row, TableWriter


def written(
    sheets: Sequence[Sheet],
    warnings: Sequence[str],
    *,
    media_type: str,
    headed: bool = True,
    conventional: bool = False,
) -> ReadDocument:
    """Write sheets down; an empty one leaves no trace."""
    writer = _Writer()
    for sheet in sheets:
        if sheet.rows or sheet.texts:
            writer.sheet(sheet, headed=headed, conventional=conventional)
    return ReadDocument(
        writer.builder.text,
        writer.builder.blocks,
        places=tuple(writer.places),
        tables=tuple(writer.tables.tables),
        media_type=media_type,
        warnings=(*warnings, *(warning for sheet in sheets for warning in sheet.warnings)),
    )


class _Writer:
    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.tables = TableWriter(self.builder)
        self.places: list[Place] = []

    def sheet(self, sheet: Sheet, *, headed: bool, conventional: bool) -> None:
        """One sheet: its name as a heading, its lines and tables, the texts of its boxes."""
        if headed:
            self.builder.add("heading", sheet.name, level=1)
        for piece in pieces_of(sheet, conventional=conventional):
            if isinstance(piece, Line):
                self._place(sheet, piece.row, self.builder.add("paragraph", piece.text))
                continue
            for row in self.tables.write([Row(cells, header) for _, header, cells in piece.rows]):
                if not row.again and row.number >= piece.repeated:
                    self._place(sheet, piece.rows[row.number][0], row.block)
        for text in sheet.texts:
            self.builder.add("paragraph", text)

    def _place(self, sheet: Sheet, row: int, block: Block | None) -> None:
        if block is not None:
            self.places.append(Place("sheet", sheet.name, block.start, block.end, row, row))
