"""Word documents (.docx): headings, numbered lists, tables and text in the order of the body. The file does not say
where a page ends: that is decided by the program that prints it, so pages come from LibreOffice or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from youju.reading.builder import TextBuilder
from youju.reading.document import ReadDocument
from youju.reading.numbering import HEADING_LENGTH, bullet, heading_number, levels_of, numbering
from youju.reading.ooxml import Element, Package
from youju.reading.reader import Limits, SourceFile
from youju.reading.tables import Row, TableWriter
from youju.reading.word.numbers import Numbers
from youju.reading.word.pages import with_pages
from youju.reading.word.runs import Runs, with_boxes
from youju.reading.word.styles import Style, Styles
from youju.reading.word.tables import only_cell, table_rows
from youju.reading.word.xml import W, blocks, child, is_on, text_boxes, value

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_HANZI = range(0x4E00, 0xA000)


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read a Word document, with its pages if LibreOffice can tell them."""
    with Package(source, limits) as package:
        main = package.main()
        root = package.xml(main)
        if root is None:
            raise ValueError("no document")
        walk = _Walk(package, main)
        body = child(root, "body")
        if body is not None:
            walk.body(body)
        stated = _stated_title(package)
    document = ReadDocument(
        walk.builder.text,
        walk.builder.blocks,
        tables=tuple(walk.tables.tables),
        title=walk.title or stated or None,
        media_type=MEDIA_TYPE,
        warnings=tuple(walk.warnings()),
    )
    return with_pages(source, document, limits)


def _stated_title(package: Package) -> str:
    root = package.xml(package.related("", "core-properties"))
    found = None if root is None else root.find("{*}title")
    return " ".join((found.text or "").split()) if found is not None else ""


@dataclass(slots=True)
class _Piece:
    """A paragraph of the body with its style and the number that Word shows in front of it."""

    element: Element
    text: str
    style: Style
    marker: str | None = None
    depth: int = 0


@dataclass(slots=True)
class _Note:
    """A note that is set apart from the text."""

    text: str


class _Walk:
    """Walks the body and writes blocks."""

    def __init__(self, package: Package, main: str) -> None:
        self.builder = TextBuilder()
        self.tables = TableWriter(self.builder)
        self.title: str | None = None
        self._styles = Styles(package.xml(package.related(main, "styles")))
        self._numbers = Numbers(package.xml(package.related(main, "numbering")))
        self._runs = Runs(self._styles.hidden)
        self._notes = {kind: _Notes(package.xml(package.related(main, f"{kind}s"))) for kind in ("footnote", "endnote")}
        self._ends: list[_Note] = []
        self._inner: list[Element] = []  # tables inside the cells of the one that is being read
        self._chunks = self._objects = 0
        self._ranks: dict[int, int] = {}
        self._shift = 0
        self._group: int | None = None

    def warnings(self) -> Iterator[str]:
        """What of the file is not in the text."""
        if self._chunks:
            yield f"{self._chunks} documents that are inserted as whole files are not read: open and save it in Word."
        if self._objects:
            yield f"{self._objects} embedded objects (sheets, slides, packages) are not read."

    def body(self, body: Element) -> None:
        """All paragraphs and tables, text boxes and footnotes after the paragraph on which they hang, endnotes at the
        end, where they are printed."""
        pieces = list(self._pieces(body))
        self._objects = sum(each.get("ProgID", "") != "Equation.3" for each in body.iter("{*}OLEObject"))
        levels = {piece.style.level for piece in pieces if isinstance(piece, _Piece) and piece.text.strip()}
        self._shift = int(0 in levels)
        if not levels - {None, 0}:
            bold = [piece for piece in pieces if isinstance(piece, _Piece) and _is_bold_heading(piece)]
            ranks = {number.rank for piece in bold if (number := heading_number(piece.text))}
            self._ranks = {rank: level + self._shift for rank, level in levels_of(ranks).items()}
        for piece in [*pieces, *self._ends]:
            if isinstance(piece, _Piece):
                self._paragraph(piece)
            elif isinstance(piece, _Note):
                self._group = None
                self.builder.add("paragraph", piece.text)
            else:
                self._group = None
                self.tables.write(piece)

    def _pieces(self, body: Element) -> Iterator[_Piece | _Note | list[Row]]:
        carried = ""  # of a paragraph whose end has been deleted
        for block in blocks(body):
            if block.tag == f"{W}altChunk":
                self._chunks += 1
            elif block.tag == f"{W}tbl":
                yield from self._table(block)
            else:
                piece = self._piece(block)
                piece.text = carried + piece.text
                carried = piece.text if child(block, "pPr/rPr/del") is not None else ""
                if not piece.style.contents and not carried:
                    yield piece
                for box in text_boxes(block):
                    yield from self._pieces(box)
            yield from self._taken_notes()
        if carried:
            yield _Note(carried)

    def _piece(self, paragraph: Element) -> _Piece:
        style = self._styles.of(paragraph)
        piece = _Piece(paragraph, self._runs.text(paragraph).strip(), style)
        marked = self._numbers.marker(*style.number, style.name) if style.number and piece.text else None
        if marked is not None:
            piece.marker, piece.depth = marked
            piece.text = piece.marker + piece.text
        return piece

    def _table(self, table: Element) -> Iterator[_Piece | _Note | list[Row]]:
        """The rows of a table, and after them the tables inside its cells; what a frame holds, as it stands."""
        frame = only_cell(table)
        if frame is not None:
            yield from self._pieces(frame)
            return
        outer, self._inner = self._inner, []
        yield table_rows(table, self._cell_text)
        inner, self._inner = self._inner, outer
        for each in inner:
            yield from self._table(each)

    def _cell_text(self, cell: Element) -> str:
        """The text of a cell. A table inside it is written by itself, but for a frame."""
        parts: list[str] = []
        for block in blocks(cell):
            if block.tag == f"{W}p":
                parts += with_boxes(block, lambda paragraph: self._piece(paragraph).text)
            elif block.tag == f"{W}tbl":
                frame = only_cell(block)
                if frame is None:
                    self._inner.append(block)
                else:
                    parts.append(self._cell_text(frame))
        return " ".join(" ".join(parts).split())

    def _taken_notes(self) -> Iterator[_Note]:
        """The footnotes that have been referred to since the last time; endnotes wait for the end."""
        taken, self._runs.notes = self._runs.notes, []
        for kind, identifier in taken:
            note = self._notes[kind].take(identifier, self._runs)
            if note is not None and kind == "footnote":
                yield note
            elif note is not None:
                self._ends.append(note)

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


class _Notes:
    """Footnotes or endnotes, numbered in the order in which the text refers to them."""

    def __init__(self, root: Element | None) -> None:
        self._kind = "Endnote" if root is not None and root.tag == f"{W}endnotes" else "Note"
        self._elements: dict[str, Element] = {} if root is None else {note.get(f"{W}id", ""): note for note in root}
        self._count = 0

    def take(self, identifier: str, runs: Runs) -> _Note | None:
        """The next note; None if there is no such note, or it has been taken."""
        element = self._elements.pop(identifier, None)
        if element is None or element.get(f"{W}type") not in {None, "normal"}:
            return None
        self._count += 1
        lines = (runs.text(paragraph).strip() for paragraph in element.iter(f"{W}p"))
        text = "\n".join(line for line in lines if line)
        if not text:
            return None
        if any(ord(char) in _HANZI for char in text):
            return _Note(f"{'尾注' if self._kind == 'Endnote' else '注'}{self._count}：{text}")
        return _Note(f"{self._kind} {self._count}: {text}")


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
