"""Pages of glyphs → one document, wherever the glyphs come from: a PDF's own text, or a picture that was recognised."""

from __future__ import annotations

from collections.abc import Sequence

from youju.reading.document import Page, ReadDocument
from youju.reading.pdf.furniture import remove_furniture
from youju.reading.pdf.glyphs import PageGlyphs, body_size
from youju.reading.pdf.notes import page_lines
from youju.reading.pdf.pdfium import Bookmark
from youju.reading.pdf.prose import Written, paragraphs, write
from youju.reading.pdf.recognised import settle_sizes


def assemble(glyphs: Sequence[PageGlyphs], bookmarks: Sequence[Bookmark] = ()) -> ReadDocument:
    """Text, blocks, pages, lines and tables of these pages, in their order; the title is that of a first heading, or
    None. `bookmarks` help to tell headings, and nothing else: what is no text of its page is no heading.

    The glyphs are used up: furniture is taken out of them, and where they stand is forgotten once it is written.
    """
    settle_sizes(glyphs)
    body = body_size(glyphs)
    printed = remove_furniture(glyphs, body)
    written = write(paragraphs([page_lines(page, body) for page in glyphs], body, bookmarks))
    return ReadDocument(
        written.builder.text,
        written.builder.blocks,
        pages=_spans(glyphs, written, printed),
        lines=tuple(written.lines),
        tables=written.tables,
        title=_title(written),
    )


def _spans(glyphs: Sequence[PageGlyphs], written: Written, printed: dict[int, str]) -> tuple[Page, ...]:
    """Pages with their spans, which follow each other without a gap. The label is the file's own, else the number
    printed on the page where most pages have one."""
    most = len(printed) > 0.5 * len(glyphs)
    pages: list[Page] = []
    end = written.builder.length
    for page in reversed(glyphs):
        start = written.page_starts.get(page.number, end)
        label = page.label or (printed.get(page.number) if most else None)
        size = round(page.width, 2), round(page.height, 2)
        pages.append(Page(page.number, start, end, *size, label, page.confidence))
        end = start
    return tuple(reversed(pages))


def _title(written: Written) -> str | None:
    """The first heading of the highest level if it stands at the beginning."""
    blocks, text = written.builder.blocks, written.builder.text
    first = next((block for block in blocks[:3] if block.kind == "heading" and block.level == 1), None)
    return " ".join(text[first.start : first.end].split()) if first else None
