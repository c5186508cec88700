"""PDF with text: pages, positions, reading order, paragraphs and headings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from youju.reading.builder import clean
from youju.reading.document import ReadDocument, RecognisedPage
from youju.reading.pdf.assembly import assemble
from youju.reading.pdf.glyphs import PageGlyphs, read_glyphs
from youju.reading.pdf.noise import is_noise
from youju.reading.pdf.pdfium import PdfFile, PdfPage, open_pdf
from youju.reading.pdf.recognised import recognised_glyphs
from youju.reading.reader import Limits, SourceFile, rejected

_FEW_CHARACTERS = 20
_MOST_IN_MARGINS = 300
"""More characters than these in the margins are no running header and footer."""
_JUNK_TITLE = re.compile(
    r"microsoft|untitled|无标题|未命名|\.(?:docx?|wps|pptx?|pdf|indd|tex|dvi)$|^\W*$", re.IGNORECASE
)


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read a PDF. Pages with pictures and no usable text are those that OCR recognised, if it did; else they are listed
    in `needs_ocr`, and in `unreadable` where OCR could not read them either."""
    with open_pdf(source, limits) as file:
        pages = _pages(file, {page.number: page for page in source.recognised})
        if len(pages.lost) == len(file):
            raise rejected(source, "broken", "is damaged: no page can be read", "Save it again, then retry.")
        title, bookmarks = clean(file.title).strip(), file.bookmarks()
    unseen = [page.number for page in pages.glyphs if page.unseen]
    document = assemble(pages.glyphs, bookmarks)
    if unseen and not document.text and not pages.needs_ocr and not pages.illegible:
        raise rejected(source, "empty", "holds no text that can be seen", "Add a file that has text in it.")
    return replace(
        document,
        title=document.title or _stated_title(title, source),
        media_type="application/pdf",
        needs_ocr=tuple(pages.needs_ocr),
        unreadable=tuple(sorted(pages.lost + pages.illegible)),
        warnings=_warnings(pages) + _unseen(unseen),
    )


@dataclass(slots=True)
class _Pages:
    """The glyphs of every page; the pages that need OCR, those that OCR could not read, those that cannot be loaded."""

    glyphs: list[PageGlyphs] = field(default_factory=list[PageGlyphs])
    needs_ocr: list[int] = field(default_factory=list[int])
    illegible: list[int] = field(default_factory=list[int])
    lost: list[int] = field(default_factory=list[int])


def _pages(file: PdfFile, recognised: Mapping[int, RecognisedPage]) -> _Pages:
    pages = _Pages()
    for number in range(1, len(file) + 1):
        with file.page(number) as page:
            if page is None:
                pages.lost.append(number)
                pages.glyphs.append(PageGlyphs.empty(number))
                continue
            glyphs = read_glyphs(page)
            noise = is_noise([each.text for _, frame in glyphs.frames for each in frame])
            if noise:
                glyphs = PageGlyphs.empty(number, page.width, page.height, page.label)
            if noise or _needs_ocr(page, glyphs):
                glyphs = _seen(page, glyphs, recognised.get(number), pages)
            pages.glyphs.append(glyphs)
    return pages


def _seen(page: PdfPage, glyphs: PageGlyphs, recognised: RecognisedPage | None, pages: _Pages) -> PageGlyphs:
    """A page without usable text: what OCR made of it, else its own few characters."""
    if recognised is None:
        pages.needs_ocr.append(page.number)
        return glyphs
    seen = recognised_glyphs(recognised, page.label)
    if seen is None:
        pages.illegible.append(page.number)
        return glyphs
    return seen


def _needs_ocr(page: PdfPage, glyphs: PageGlyphs) -> bool:
    """Hardly any text beside a picture but for a running header or footer, or text whose characters the file does not
    tell."""
    if glyphs.unmapped > max(_FEW_CHARACTERS, glyphs.characters):
        return True
    few = glyphs.inner < _FEW_CHARACTERS and glyphs.characters - glyphs.inner < _MOST_IN_MARGINS
    return few and page.pictures() > 0.2


def _stated_title(stated: str, source: SourceFile) -> str | None:
    """The title in the file's properties, if somebody wrote it."""
    kept = stated and not _JUNK_TITLE.search(stated) and stated != PurePath(source.name).stem
    return stated if kept else None


def _warnings(pages: _Pages) -> tuple[str, ...]:
    warnings: list[str] = []
    if pages.needs_ocr:
        every = len(pages.needs_ocr) == len(pages.glyphs)
        need = "need" if len(pages.needs_ocr) > 1 else "needs"
        which = "All pages need" if every else f"{listed_pages(pages.needs_ocr)} {need}"
        warnings.append(f"{which} OCR: pictures or unknown characters without usable text.")
    if pages.illegible:
        warnings.append(f"{listed_pages(pages.illegible)} could not be read by OCR: not readable.")
    if pages.lost:
        warnings.append(f"{listed_pages(pages.lost)} could not be read.")
    return tuple(warnings)


def _unseen(pages: Sequence[int]) -> tuple[str, ...]:
    """Nothing is left out in silence."""
    if not pages:
        return ()
    holds = "hold" if len(pages) > 1 else "holds"
    why = "white, tiny, covered or outside the page"
    return (f"{listed_pages(pages)} {holds} text that nobody can see ({why}): not read.",)


def listed_pages(numbers: Sequence[int]) -> str:
    """`Page 3`, `Pages 3, 5, 6 and 12 more`."""
    shown = ", ".join(str(number) for number in numbers[:10])
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    return f"Page{'s' if len(numbers) > 1 else ''} {shown}{more}"
