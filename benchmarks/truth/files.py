"""Writes a content as files of every format, with what such files have around it: running headers, navigation."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from html import escape
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
from benchmarks.truth.content import Content, Grid, Heading, Items, Paragraph, content
from pptx.util import Inches
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate, Table
from reportlab.platypus import Paragraph as Flowing

PDF_SECTIONS = 40
OTHER_SECTIONS = 24

pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))


def write_pdf(path: Path, written: Content, columns: int = 1, *, compressed: bool = True) -> None:
    """Justified prose in one or two columns, ruled tables, a running header and page numbers."""
    chinese = written.language == "zh"
    font = "STSong-Light" if chinese else "Helvetica"
    wrap = {"wordWrap": "CJK"} if chinese else {}
    body = ParagraphStyle("body", fontName=font, fontSize=10, leading=15, spaceAfter=6, alignment=TA_JUSTIFY, **wrap)
    heads = [ParagraphStyle(f"h{n}", body, fontSize=20 - 3 * n, leading=26 - 3 * n, spaceBefore=8) for n in (1, 2, 3)]
    size = 10 if columns == 1 else 7
    width = (A4[0] - 120 - 24 * (columns - 1)) / columns

    def flow(piece: Any) -> list[Flowable]:
        match piece:
            case Heading(level, text):
                return [Flowing(escape(text), heads[level - 1])]
            case Paragraph(text):
                return [Flowing(escape(text), body)]
            case Items():
                marks = [""] * len(piece.texts) if piece.numbered else ["• "] * len(piece.texts)
                return [Flowing(escape(m + t), body) for m, t in zip(marks, piece.shown(), strict=True)]
            case _:
                spans = [_span(cell.row, cell.column, cell.rows, cell.columns) for cell in piece.cells]
                style = [("FONT", (0, 0), (-1, -1), font, size), ("GRID", (0, 0), (-1, -1), 0.5, colors.black)]
                return [KeepTogether(Table(piece.matrix(), style=[*style, *filter(None, spans)], spaceAfter=8))]

    def margins(canvas: Canvas, _: Any) -> None:
        canvas.setFont(font, 8)
        canvas.drawString(60, A4[1] - 36, "内部资料 请勿外传" if chinese else "Internal, not to be passed on")
        canvas.drawCentredString(A4[0] / 2, 30, f"- {canvas.getPageNumber()} -")

    frames = [Frame(60 + place * (width + 24), 56, width, A4[1] - 112, 0, 0, 0, 0) for place in range(columns)]
    document = BaseDocTemplate(str(path), pagesize=A4, pageCompression=int(compressed))
    document.addPageTemplates([PageTemplate("page", frames, onPage=margins)])
    document.build([part for piece in written.pieces for part in flow(piece)])


def _span(row: int, column: int, rows: int, columns: int) -> tuple[Any, ...] | None:
    if rows == columns == 1:
        return None
    return ("SPAN", (column, row), (column + columns - 1, row + rows - 1))


def write_two_columns(path: Path, written: Content) -> None:
    write_pdf(path, written, columns=2)


def write_docx(path: Path, written: Content) -> None:
    """Headings and lists by style, real table cells, a header and a footer."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "内部资料"
    for piece in written.pieces:
        match piece:
            case Heading(level, text):
                document.add_heading(text, level)
            case Paragraph(text):
                document.add_paragraph(text)
            case Items(texts, numbered):
                style = document.styles["List Number" if numbered else "List Bullet"]
                number = _fresh_numbering(document, style) if numbered else None
                for text in texts:
                    _number(document.add_paragraph(text, style=style), number)
            case _:
                _fill(document.add_table(piece.rows, piece.columns, style="Table Grid"), piece)
    document.save(str(path))


def _fresh_numbering(document: Any, style: Any) -> int:
    """A list of its own that counts from 1."""
    numbering = document.part.numbering_part.element
    abstract = numbering.num_having_numId(style.element.pPr.numPr.numId.val).abstractNumId.val
    number = numbering.add_num(abstract)
    number.add_lvlOverride(ilvl=0).add_startOverride(1)
    return number.numId


def _number(item: Any, number: int | None) -> None:
    if number is not None:
        properties = item._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_numId().val = number
        properties.get_or_add_ilvl().val = 0


def _fill(table: Any, grid: Grid) -> None:
    for cell in grid.cells:
        first = table.cell(cell.row, cell.column)
        if (cell.rows, cell.columns) != (1, 1):
            first = first.merge(table.cell(cell.row + cell.rows - 1, cell.column + cell.columns - 1))
        first.text = cell.text


def write_xlsx(path: Path, written: Content) -> None:
    """One sheet for each table."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, grid in enumerate(written.grids, start=1):
        sheet = book.create_sheet(f"表{number}" if written.language == "zh" else f"Table {number}")
        for cell in grid.cells:
            sheet.cell(cell.row + 1, cell.column + 1, cell.text)
            if (cell.rows, cell.columns) != (1, 1):
                sheet.merge_cells(None, cell.row + 1, cell.column + 1, cell.row + cell.rows, cell.column + cell.columns)
    book.save(path)


def write_pptx(path: Path, written: Content) -> None:
    """A slide for each heading, with what stands under it in one text box; tables on slides of their own."""
    deck = pptx.Presentation()
    body: Any = None
    for piece in written.pieces:
        if isinstance(piece, Heading):
            slide = deck.slides.add_slide(deck.slide_layouts[1])
            slide.shapes.title.text = piece.text
            body = slide.placeholders[1].text_frame
        elif isinstance(piece, Grid):
            slide = deck.slides.add_slide(deck.slide_layouts[6])
            shape = slide.shapes.add_table(
                piece.rows, piece.columns, Inches(0.5), Inches(1), Inches(9), Inches(0.4 * piece.rows)
            )
            _fill_slide(shape.table, piece)
            body = slide.shapes.add_textbox(Inches(0.5), Inches(6), Inches(9), Inches(1)).text_frame
        else:
            for text in piece.shown() if isinstance(piece, Items) else [piece.text]:
                first = len(body.paragraphs) == 1 and not body.text
                (body.paragraphs[0] if first else body.add_paragraph()).text = text
    deck.save(str(path))


def _fill_slide(table: Any, grid: Grid) -> None:
    for cell in grid.cells:
        first = table.cell(cell.row, cell.column)
        if (cell.rows, cell.columns) != (1, 1):
            first.merge(table.cell(cell.row + cell.rows - 1, cell.column + cell.columns - 1))
        first.text = cell.text


def write_html(path: Path, written: Content) -> None:
    """An article among navigation, a sidebar and a footer."""
    menu = "".join(
        f'<li><a href="/{n}">{label}</a></li>' for n, label in enumerate(("首页", "产品", "登录", "帮助中心"))
    )
    main = "\n".join(_html(piece) for piece in written.pieces)
    path.write_text(
        f'<!doctype html><html lang="{written.language}"><head><meta charset="utf-8">'
        f"<title>{escape(written.pieces[0].text)}</title>"
        f"<script>var tracking = 'on';</script></head><body><header><nav><ul>{menu}</ul></nav></header>\n"
        f"<main><article>\n{main}\n</article></main>\n<aside><ul>{menu}</ul></aside>"
        "<footer>版权所有 联系我们 Cookie 设置</footer></body></html>",
        encoding="utf-8",
    )


def _html(piece: Any) -> str:
    match piece:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Items(texts, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</{tag}>"
        case _:
            return f"<table>{''.join(_html_row(piece, row) for row in range(piece.rows))}</table>"


def _html_row(grid: Grid, row: int) -> str:
    tag = "th" if row == 0 else "td"
    cells = [
        f'<{tag} rowspan="{cell.rows}" colspan="{cell.columns}">{escape(cell.text)}</{tag}>'
        for cell in grid.cells
        if cell.row == row
    ]
    return f"<tr>{''.join(cells)}</tr>"


def write_md(path: Path, written: Content) -> None:
    """Pipe tables know no merged cells: the other places of one stay empty."""
    path.write_text("\n\n".join(_markdown(piece) for piece in written.pieces) + "\n", encoding="utf-8")


def _markdown(piece: Any) -> str:
    match piece:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Items(_, numbered):
            return "\n".join(text if numbered else f"- {text}" for text in piece.shown())
        case _:
            rows = [f"| {' | '.join(row)} |" for row in piece.matrix()]
            return "\n".join([rows[0], "|" + " --- |" * piece.columns, *rows[1:]])


def write_csv(path: Path, written: Content) -> None:
    """The first table alone."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(written.grids[0].matrix(repeated=True))


def write_eml(path: Path, written: Content) -> None:
    """A message in plain text with an alternative in HTML."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "hr@example.com", "all@example.com", written.pieces[0].text
    message.set_content("\n\n".join(_markdown(piece) for piece in written.pieces[1:]))
    message.add_alternative("\n".join(_html(piece) for piece in written.pieces[1:]), subtype="html")
    path.write_bytes(message.as_bytes())


Write = Callable[[Path, Content], None]

FORMATS: dict[str, tuple[str, Write, int]] = {
    "PDF": (".pdf", write_pdf, PDF_SECTIONS),
    "PDF, two columns": (".pdf", write_two_columns, PDF_SECTIONS),
    "Word": (".docx", write_docx, OTHER_SECTIONS),
    "Excel": (".xlsx", write_xlsx, OTHER_SECTIONS),
    "PowerPoint": (".pptx", write_pptx, OTHER_SECTIONS),
    "HTML": (".html", write_html, OTHER_SECTIONS),
    "Markdown": (".md", write_md, OTHER_SECTIONS),
    "CSV": (".csv", write_csv, 3),
    "e-mail": (".eml", write_eml, OTHER_SECTIONS),
}


def expected(name: str, written: Content) -> Content:
    """What a file of this format holds of the content: a spreadsheet its tables, a CSV file the first one."""
    if name == "Excel":
        return Content(written.language, tuple(written.grids))
    if name == "CSV":
        return Content(written.language, tuple(written.grids[:1]))
    return written


def make(folder: Path, languages: Sequence[str] = ("zh", "en")) -> dict[str, list[tuple[Path, Content]]]:
    """Every format in every language, with its truth."""
    made: dict[str, list[tuple[Path, Content]]] = {}
    for number, (name, (suffix, write, sections)) in enumerate(FORMATS.items()):
        for language in languages:
            written = content(language, number, sections)
            path = folder / f"{name.replace(', ', '-').replace(' ', '-')}-{language}{suffix}"
            write(path, written)
            made.setdefault(name, []).append((path, expected(name, written)))
    return made
