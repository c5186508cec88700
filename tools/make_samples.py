"""Makes the sample base's PDF, Word and GB18030 files from the plain sources in `tools/samples/`.

    .venv/bin/python tools/make_samples.py

The other sample files are their own source. Needs reportlab, python-docx and the font Droid Sans Fallback (Debian:
fonts-droid-fallback, Apache-2.0). Dates and identifiers are fixed: two runs on one machine give identical bytes.
"""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt
from docx.text.paragraph import Paragraph
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

SOURCES = Path(__file__).parent / "samples"
TARGET = Path(__file__).parent.parent / "src" / "youju" / "samples" / "files"
COMPANY = "栎光科技有限公司"
PAGE_WIDTH, PAGE_HEIGHT = 595.0, 842.0
INK, BLUE, GREY, SHADE = HexColor(0x202020), HexColor(0x1F3A5F), HexColor(0x777777), HexColor(0xE9EEF4)
HAN, LATIN = "DroidSansFallback", "Helvetica"


# ── the sources: a little markdown ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Piece:
    """One block of a source: `kind` is h1, h2, text, number, bullet or table; `label` is a list item's number."""

    kind: str
    text: str = ""
    label: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def pieces(source: str) -> Iterator[Piece]:
    """Headings, paragraphs, list items and tables of a source, in order."""
    rows: list[tuple[str, ...]] = []
    for line in [*source.splitlines(), ""]:
        if line.startswith("|"):
            if not line.startswith("|---"):
                rows.append(tuple(cell.strip() for cell in line.strip("|").split("|")))
            continue
        if rows:
            yield Piece("table", rows=tuple(rows))
            rows = []
        if match := re.match(r"(#{1,2}) (.+)", line):
            yield Piece(f"h{len(match[1])}", match[2])
        elif match := re.match(r"(\d+\.|-) (.+)", line):
            yield Piece("bullet" if match[1] == "-" else "number", match[2], "•" if match[1] == "-" else match[1])
        elif line.strip():
            yield Piece("text", line.strip())


# ── breaking lines ───────────────────────────────────────────────────────────────────────────────────────────────────

_ATOM = re.compile(r"\s+|[!-~–’]+|.")
_NEVER_FIRST = "，。、；：？！）》”’」%"
_NEVER_LAST = "（《“‘「"


def units(text: str) -> list[str]:
    """What may stand at the end of a line: Latin words and numbers whole, punctuation with its neighbour."""
    out: list[str] = []
    for atom in _ATOM.findall(text):
        if out and (atom[0] in _NEVER_FIRST or out[-1][-1] in _NEVER_LAST):
            out[-1] += atom
        else:
            out.append(atom)
    return out


def runs(text: str) -> Iterator[tuple[str, str]]:
    """Stretches of one font: the Han font has no Latin letters."""
    glyphs = pdfmetrics.getFont(HAN).face.charToGlyph
    current, font = "", LATIN
    for char in text:
        need = HAN if char > "~" and ord(char) in glyphs else LATIN
        if need != font and current:
            yield current, font
            current = ""
        current, font = current + char, need
    if current:
        yield current, font


def width_of(text: str, size: float) -> float:
    """Width in points."""
    return sum(pdfmetrics.stringWidth(part, font, size) for part, font in runs(text))


def lines_of(text: str, size: float, width: float, first: float = 0.0) -> list[str]:
    """`text` cut into lines that fit; the first one is shorter by `first` points."""
    lines, current, room = [], "", width - first
    for unit in units(text):
        if current and width_of((current + unit).rstrip(), size) > room:
            lines.append(current.rstrip())
            current, room = "", width
        current += unit if current or not unit.isspace() else ""
    return [*lines, current.rstrip()]


# ── setting pages ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Design:
    """How a PDF looks: sizes in points, columns as (left, width), indent of a paragraph's first line in characters."""

    title: str
    running_head: str
    edition: str
    footer: str
    columns: tuple[tuple[float, float], ...]
    size: float
    leading: float
    indent: int = 0
    chapter_on_new_page: bool = False
    heads: dict[str, tuple[float, float, float]] = field(default_factory=dict[str, tuple[float, float, float]])
    """Size, space before and space after of h1 and h2."""


class Press:
    """Sets pieces into columns and pages. `outline` remembers which heading came on which page."""

    def __init__(self, design: Design, total: int) -> None:
        self.design, self.total = design, total
        self.buffer = io.BytesIO()
        self.canvas = Canvas(self.buffer, pagesize=(PAGE_WIDTH, PAGE_HEIGHT), invariant=1, pageCompression=1)
        self.canvas.setTitle(design.title)
        self.canvas.setAuthor(COMPANY)
        self.page, self.column, self.top, self.y = 1, 0, 770.0, 770.0
        self.bottom = 76.0
        self.outline: list[tuple[str, str, int]] = []

    @property
    def left(self) -> float:
        """Left edge of the column."""
        return self.design.columns[self.column][0]

    @property
    def width(self) -> float:
        """Width of the column."""
        return self.design.columns[self.column][1]

    def draw(self, x: float, y: float, text: str, size: float, color: Color = INK, *, bold: bool = False) -> None:
        """One line of text, in as many fonts as it needs."""
        for part, font in runs(text):
            pen = self.canvas.beginText(x, y)
            pen.setFont(font, size)
            pen.setFillColor(color)
            if bold:  # the Han font has one weight: a thin outline thickens it
                pen.setTextRenderMode(2)
                pen.setStrokeColor(color)
                self.canvas.setLineWidth(size / 40)
            pen.textOut(part)
            pen.setTextRenderMode(0)
            self.canvas.drawText(pen)
            x += pdfmetrics.stringWidth(part, font, size)

    def rule(self, x0: float, y0: float, x1: float, y1: float, color: Color = GREY) -> None:
        """A thin line."""
        self.canvas.setStrokeColor(color)
        self.canvas.setLineWidth(0.5)
        self.canvas.line(x0, y0, x1, y1)

    def furniture(self) -> None:
        """Header and footer of the page."""
        design, left = self.design, self.design.columns[0][0]
        right = sum(design.columns[-1])
        self.draw(left, 800, design.running_head, 9, GREY)
        self.draw(right - width_of(design.edition, 9), 800, design.edition, 9, GREY)
        self.rule(left, 793, right, 793)
        label = design.footer.format(page=self.page, total=self.total)
        self.draw((PAGE_WIDTH - width_of(label, 9)) / 2, 40, label, 9, GREY)

    def turn(self) -> None:
        """Go on in the next column, or on the next page."""
        if self.column + 1 < len(self.design.columns):
            self.column += 1
        else:
            self.next_page()
        self.y = self.top

    def next_page(self) -> None:
        """Finish the page and begin another."""
        self.furniture()
        self.canvas.showPage()
        self.page, self.column, self.top, self.y = self.page + 1, 0, 770.0, 770.0

    def need(self, height: float) -> None:
        """Turn unless `height` points are left."""
        if self.y - height < self.bottom and self.y < self.top:
            self.turn()

    def heading(self, piece: Piece) -> None:
        """A heading with its bookmark; at least two lines follow it in the column."""
        size, before, after = self.design.heads[piece.kind]
        if piece.kind == "h1" and self.design.chapter_on_new_page and self.y < self.top:
            self.next_page()
        if self.y < self.top:
            self.y -= before
        self.need(size * 1.4 + after + 2 * self.design.leading)
        key = f"h{len(self.outline)}"
        self.canvas.bookmarkHorizontal(key, 0, self.y + size)
        self.canvas.addOutlineEntry(piece.text, key, 0 if piece.kind == "h1" else 1, closed=piece.kind == "h1")
        self.outline.append((piece.kind, piece.text, self.page))
        for line in lines_of(piece.text, size, self.width):
            self.y -= size * 1.2
            self.draw(self.left, self.y, line, size, BLUE, bold=True)
        self.y -= after

    def paragraph(self, text: str, indent: float = 0.0, hang: float = 0.0, label: str = "") -> None:
        """Running text; never one line alone at the foot or the head of a column."""
        size, leading = self.design.size, self.design.leading
        lines = lines_of(text, size, self.width - hang, indent)
        for number, line in enumerate(lines):
            rest = len(lines) - number
            together = 2 if rest == 2 or (number == 0 and rest > 1) else 1
            self.need(leading * together)
            self.y -= leading
            if label and number == 0:
                self.draw(self.left + hang - width_of(label, size) - 5, self.y, label, size)
            self.draw(self.left + hang + (indent if number == 0 else 0), self.y, line, size)
        self.y -= leading * 0.35

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A ruled table; rows stay whole and the header is repeated after a turn."""
        size = self.design.size - 1
        widths = column_widths(rows, size, self.width)
        cells = [[lines_of(c, size, w - 10) for c, w in zip(row, widths, strict=True)] for row in rows]
        heights = [max(map(len, row)) * (size + 4) + 8 for row in cells]
        self.y -= 4
        self.need(heights[0] + heights[1])
        for number, (row, height) in enumerate(zip(cells, heights, strict=True)):
            if number and self.y - height < self.bottom:
                self.turn()
                self.row(cells[0], widths, heights[0], head=True)
            self.row(row, widths, height, head=number == 0)
        self.y -= self.design.leading * 0.6

    def row(self, cells: Sequence[Sequence[str]], widths: Sequence[float], height: float, *, head: bool) -> None:
        """One row of a table with its rules."""
        x, size = self.left, self.design.size - 1
        if head:
            self.canvas.setFillColor(SHADE)
            self.canvas.rect(x, self.y - height, sum(widths), height, stroke=0, fill=1)
        for lines, width in zip(cells, widths, strict=True):
            for number, line in enumerate(lines):
                self.draw(x + 5, self.y - 4 - size - number * (size + 4), line, size, bold=head)
            self.rule(x, self.y, x, self.y - height)
            x += width
        self.rule(x, self.y, x, self.y - height)
        self.rule(self.left, self.y, x, self.y)
        self.rule(self.left, self.y - height, x, self.y - height)
        self.y -= height

    def set(self, piece: Piece) -> None:
        """Set one piece."""
        match piece.kind:
            case "h1" | "h2":
                self.heading(piece)
            case "table":
                self.table(piece.rows)
            case "text":
                self.paragraph(piece.text, indent=self.design.indent * self.design.size)
            case _:
                self.paragraph(piece.text, hang=3 * self.design.size, label=piece.label)

    def finish(self) -> bytes:
        """The whole file."""
        self.furniture()
        self.canvas.showPage()
        self.canvas.save()
        return self.buffer.getvalue()


def column_widths(rows: Sequence[Sequence[str]], size: float, width: float) -> list[float]:
    """The whole width: each column as wide as its longest cell, and only the widest ones cut to make them all fit."""
    wishes = [max(width_of(row[i], size) for row in rows) + 14 for i in range(len(rows[0]))]
    cap = max(wishes)
    while sum(min(wish, cap) for wish in wishes) > width:
        cap -= 1
    widths = [min(wish, cap) for wish in wishes]
    return [each + (width - sum(widths)) / len(widths) for each in widths]


# ── the handbook and the travel policy ───────────────────────────────────────────────────────────────────────────────

HANDBOOK = Design(
    title="员工手册",
    running_head=f"{COMPANY}　员工手册",
    edition="2025版（6.2）",
    footer="第 {page} 页　共 {total} 页",
    columns=((72, 451),),
    size=12,
    leading=21,
    indent=2,
    chapter_on_new_page=True,
    heads={"h1": (18, 0, 14), "h2": (13, 12, 4)},
)
TRAVEL = Design(
    title="International Travel Policy",
    running_head="Oaklight Technology · International Travel Policy",
    edition="FIN-2025-05, version 2.1",
    footer="Page {page} of {total}",
    columns=((60, 228), (308, 228)),
    size=11,
    leading=15.5,
    heads={"h1": (20, 0, 8), "h2": (12, 10, 3)},
)


def cover(press: Press) -> None:
    """The handbook's first page, without header and footer."""
    facts = ["文件编号：HR-2025-01", "版本：6.2（2025版）", "施行日期：2025年7月1日", "发布部门：人力资源部"]
    centred = [(600, COMPANY, 18), (520, "员工手册", 40), *((330 - 26 * i, f, 12) for i, f in enumerate(facts))]
    for y, text, size in centred:
        color = BLUE if size > 12 else INK
        press.draw((PAGE_WIDTH - width_of(text, size)) / 2, y, text, size, color, bold=size > 12)
    press.rule(180, 490, PAGE_WIDTH - 180, 490, BLUE)
    notice = "内部文件，未经人力资源部同意不得对外提供"
    press.draw((PAGE_WIDTH - width_of(notice, 10)) / 2, 90, notice, 10, GREY)
    press.canvas.showPage()
    press.page += 1


def contents(press: Press, outline: Iterable[tuple[str, str, int]]) -> None:
    """The table of contents: chapters with their pages."""
    press.y -= 22
    press.draw(press.left, press.y, "目录", 18, BLUE, bold=True)
    press.y -= 14
    for kind, text, page in outline:
        if kind != "h1":
            continue
        press.y -= 26
        right = press.left + press.width
        press.draw(press.left, press.y, text, 12)
        press.draw(right - width_of(str(page), 12), press.y, str(page), 12)
        press.canvas.setDash(1, 3)
        press.rule(press.left + width_of(text, 12) + 8, press.y + 3, right - width_of(str(page), 12) - 8, press.y + 3)
        press.canvas.setDash()
    press.next_page()


def handbook() -> bytes:
    """The staff handbook; set once to learn the page numbers, and again with them."""
    source = list(pieces((SOURCES / "员工手册.md").read_text(encoding="utf-8")))

    def setting(outline: list[tuple[str, str, int]], total: int) -> Press:
        press = Press(HANDBOOK, total)
        cover(press)
        contents(press, outline)
        for piece in source:
            press.set(piece)
        return press

    draft = setting([], 0)
    return setting(draft.outline, draft.page).finish()


def travel_policy() -> bytes:
    """The English travel policy: a title over both columns, then two columns."""
    title, subtitle, *body = pieces((SOURCES / "travel-policy.md").read_text(encoding="utf-8"))

    def setting(total: int) -> Press:
        press = Press(TRAVEL, total)
        press.canvas.bookmarkHorizontal("top", 0, 780)
        press.canvas.addOutlineEntry(title.text, "top", 0)
        press.draw(60, 748, title.text, 20, BLUE, bold=True)
        press.draw(60, 728, subtitle.text, 10, GREY)
        press.top = press.y = 708
        for piece in body:
            press.set(piece)
        return press

    return setting(setting(0).page).finish()


# ── Word ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def word(name: str, number: str) -> bytes:
    """A Word file with real headings, restarted numbered lists, tables with header rows and a page number field."""
    document = Document()
    style(document)
    previous = ""
    for piece in pieces((SOURCES / f"{name}.md").read_text(encoding="utf-8")):
        match piece.kind:
            case "h1":
                document.add_paragraph(piece.text, style="Title")
            case "h2":
                document.add_heading(piece.text, level=1)
            case "table":
                add_table(document, piece.rows)
            case "number":
                item = document.add_paragraph(piece.text, style="List Number")
                restart(document, item, first=previous != "number")
            case _:
                document.add_paragraph(piece.text)
        previous = piece.kind
    section = document.sections[0]
    section.header.paragraphs[0].text = f"{COMPANY}　{number}"
    page_field(section.footer.paragraphs[0])
    about(document, name)
    return with_fixed_times(document)


def style(document: WordDocument) -> None:
    """Chinese fonts by name for every style that is used."""
    for name, size in (("Normal", 11), ("Title", 20), ("Heading 1", 14), ("List Number", 11)):
        used = document.styles[name]
        used.font.name, used.font.size = "Calibri", Pt(size)
        used.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), "宋体")


def restart(document: WordDocument, item: Paragraph, *, first: bool) -> None:
    """Give each list its own numbering: Word would count on from the list before."""
    numbering = document.part.numbering_part.element
    if first:
        used = document.styles["List Number"].element.pPr.numPr.numId.val
        abstract = next(num for num in numbering.num_lst if num.numId == used).abstractNumId.val
        numbering.add_num(abstract).add_lvlOverride(ilvl=0).add_startOverride(1)
    properties = item._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = 0
    properties.get_or_add_numId().val = numbering.num_lst[-1].numId


def add_table(document: WordDocument, rows: Sequence[Sequence[str]]) -> None:
    """A ruled table whose first row is a header."""
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        cells = table.add_row().cells
        for cell, text in zip(cells, row, strict=True):
            cell.paragraphs[0].add_run(text).bold = number == 0
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    document.add_paragraph()


def page_field(paragraph: Paragraph) -> None:
    """第 N 页, counted by Word."""
    paragraph.add_run("第 ")
    element = OxmlElement("w:fldSimple")
    element.set(qn("w:instr"), "PAGE")
    element.append(deepcopy(paragraph.add_run("1")._r))
    paragraph._p.remove(paragraph.runs[-1]._r)
    paragraph._p.append(element)
    paragraph.add_run(" 页")


def about(document: WordDocument, title: str) -> None:
    """The file's own properties, with fixed dates."""
    properties = document.core_properties
    properties.title, properties.author, properties.comments = title, COMPANY, ""
    properties.created = properties.modified = datetime(2025, 6, 1, 9, 0)


def with_fixed_times(document: WordDocument) -> bytes:
    """The file with every member dated alike, so that the same text gives the same bytes."""
    raw, out = io.BytesIO(), io.BytesIO()
    document.save(raw)
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for member in old.namelist():
            info = zipfile.ZipInfo(member, (2025, 6, 1, 9, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(member))
    return out.getvalue()


# ── all of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


def find_font() -> Path:
    """The Han font, where fontconfig knows it."""
    command = ["fc-list", "Droid Sans Fallback", "file"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (a constant command)
    for line in sorted(found.stdout.splitlines()):
        return Path(line.strip().rstrip(":"))
    raise SystemExit("Droid Sans Fallback is not installed: install the package fonts-droid-fallback.")


def make() -> dict[str, bytes]:
    """The generated files by name."""
    pdfmetrics.registerFont(TTFont(HAN, str(find_font())))
    return {
        "员工手册.pdf": handbook(),
        "travel-policy.pdf": travel_policy(),
        "费用报销管理办法.docx": word("费用报销管理办法", "FIN-2025-02"),
        "采购管理办法.docx": word("采购管理办法", "PUR-2024-01"),
        "薪酬等级与调薪办法.docx": word("薪酬等级与调薪办法", "HR-C-2025-01"),
        "常见问题.txt": (SOURCES / "常见问题.txt").read_text(encoding="utf-8").encode("gb18030"),
    }


if __name__ == "__main__":
    for name, data in make().items():
        (TARGET / name).write_bytes(data)
        print(f"{name}: {len(data):,} bytes")
