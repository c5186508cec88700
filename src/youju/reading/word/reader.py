"""Word documents (.docx): headings, numbered lists, tables and text in the order of the body. No page is claimed: where
a page ends is decided by the program that prints it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.parser import parse_xml

from youju.reading.builder import TextBuilder
from youju.reading.document import ReadDocument, row_text
from youju.reading.numbering import HEADING_LENGTH, bullet, heading_number, levels_of, numbering
from youju.reading.reader import Limits, SourceFile, rejected
from youju.reading.word.numbers import Numbers
from youju.reading.word.styles import Style, Styles
from youju.reading.word.tables import table_rows
from youju.reading.word.xml import Element, W, blocks, is_on, paragraph_text, text_boxes, value

_EXPANSION = 10


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read a Word document."""
    _check_size(source, limits)
    document: Any = docx.Document(str(source.path))
    walk = _Walk(document)
    walk.body(document.element.body)
    walk.notes(document.part)
    stated = (document.core_properties.title or "").strip()
    return ReadDocument(
        walk.builder.text,
        walk.builder.blocks,
        title=walk.title or stated or None,
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    )


def _check_size(source: SourceFile, limits: Limits) -> None:
    """Refuse an archive that would unpack to far more than a file may have."""
    with zipfile.ZipFile(source.path) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > limits.max_bytes * _EXPANSION:
        reason = f"unpacks to {size / 2**20:.0f} MB"
        raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_FILE_MB.")


@dataclass(slots=True)
class _Piece:
    """A paragraph of the body with its style and the number that Word shows in front of it."""

    element: Element
    text: str
    style: Style
    marker: str | None = None
    depth: int = 0


class _Walk:
    """Walks the body and writes blocks."""

    def __init__(self, document: Any) -> None:
        self.builder = TextBuilder()
        self.title: str | None = None
        self._styles = Styles(document.styles.element)
        self._numbers = Numbers(_part(document.part, RELATIONSHIP_TYPE.NUMBERING))
        self._ranks: dict[int, int] = {}
        self._shift = 0
        self._group: int | None = None

    def body(self, body: Element) -> None:
        """All paragraphs and tables, text boxes after the paragraph on which they hang."""
        pieces = list(self._pieces(body))
        levels = {piece.style.level for piece in pieces if isinstance(piece, _Piece) and piece.text.strip()}
        self._shift = int(0 in levels)
        if not levels - {None, 0}:
            bold = [piece for piece in pieces if isinstance(piece, _Piece) and _is_bold_heading(piece)]
            ranks = {number.rank for piece in bold if (number := heading_number(piece.text))}
            self._ranks = {rank: level + self._shift for rank, level in levels_of(ranks).items()}
        for piece in pieces:
            if isinstance(piece, _Piece):
                self._paragraph(piece)
            else:
                self._table(piece)

    def notes(self, part: Any) -> None:
        """Footnotes and endnotes, after the body."""
        for kind in (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES):
            root = _part(part, kind)
            for note in () if root is None else root:
                if note.get(f"{W}type") in {None, "normal"}:
                    text = "\n".join(paragraph_text(block) for block in note.iter(f"{W}p"))
                    self.builder.add("paragraph", text)

    def _pieces(self, body: Element) -> Iterator[_Piece | list[tuple[bool, list[str]]]]:
        for block in blocks(body):
            if block.tag == f"{W}tbl":
                yield table_rows(block)
                continue
            style = self._styles.of(block)
            piece = _Piece(block, paragraph_text(block).strip(), style)
            marked = self._numbers.marker(*style.number) if style.number and piece.text else None
            if marked is not None:
                piece.marker, piece.depth = marked
                piece.text = _with_marker(piece.marker, piece.text)
            if not style.contents:
                yield piece
            for box in text_boxes(block):
                yield from self._pieces(box)

    def _paragraph(self, piece: _Piece) -> None:
        level = self._level(piece)
        if level is not None:
            self._group = None
            self.builder.add("heading", " ".join(piece.text.split()), level=min(6, level))
            if level == 1 and self.title is None and (self._shift or not self.builder.blocks[1:]):
                self.title = " ".join(piece.text.split())
        elif piece.marker is not None and not _is_clause(piece.text):
            self._item(piece.text, piece.depth + 1)
        elif dash := bullet(piece.text):
            self._item(piece.text[dash:], 1)
        elif piece.text:
            self._group = None
            self.builder.add("paragraph", piece.text)

    def _level(self, piece: _Piece) -> int | None:
        """The heading level of a paragraph, by its style; in a document without heading styles, by its look."""
        if not piece.text:
            return None
        if piece.style.level is not None:
            return piece.style.level + self._shift
        number = heading_number(piece.text)
        return self._ranks.get(number.rank) if number and _is_bold_heading(piece) else None

    def _item(self, text: str, level: int) -> None:
        self._group = self._group or self.builder.new_group()
        self.builder.add("list_item", text, level=level, group=self._group)

    def _table(self, rows: list[tuple[bool, list[str]]]) -> None:
        self._group = None
        group = self.builder.new_group()
        for header, cells in rows:
            if len(cells) == 1 and len(rows) == 1:  # a frame around a paragraph
                self.builder.add("paragraph", cells[0])
            elif any(cells):
                self.builder.add("table_header" if header else "table_row", row_text(cells), group=group)


def _part(part: Any, kind: str) -> Element | None:
    """The root element of a part that is related to the document, if there is one."""
    related = next((each.target_part for each in part.rels.values() if each.reltype == kind), None)
    return None if related is None else parse_xml(related.blob)


def _with_marker(marker: str, text: str) -> str:
    """The number in front of its text, with a space where people write one."""
    return marker + ("" if not marker or marker[-1] in "、）】" else " ") + text


def _is_clause(text: str) -> bool:
    """Whether a numbered paragraph is a 第X条 or a chapter, not an item of a list."""
    number = numbering(text)
    return number is not None and number.rank <= 4


def _is_bold_heading(piece: _Piece) -> bool:
    """A short numbered line that stands out: chapters always do, others if they are bold or centred."""
    number = heading_number(piece.text) if piece.text and len(piece.text) <= 2 * HEADING_LENGTH else None
    if number is None:
        return False
    runs = [run for run in piece.element.iter(f"{W}r") if run.find(f"{W}t") is not None]
    bold = bool(runs) and all(is_on(run, "rPr/b") for run in runs)
    return number.rank <= 3 or bold or value(piece.element, "pPr/jc") == "center"
