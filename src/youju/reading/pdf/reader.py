"""PDF with text: pages, positions, reading order, paragraphs and headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from youju.reading.builder import clean
from youju.reading.document import ReadDocument
from youju.reading.pdf.assembly import assemble
from youju.reading.pdf.glyphs import PageGlyphs, read_glyphs
from youju.reading.pdf.pdfium import PdfFile, PdfPage, open_pdf
from youju.reading.reader import Limits, SourceFile, rejected

_FEW_CHARACTERS = 20
_JUNK_TITLE = re.compile(
    r"microsoft|untitled|无标题|未命名|\.(?:docx?|wps|pptx?|pdf|indd|tex|dvi)$|^\W*$", re.IGNORECASE
)


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read a PDF. Pages with pictures and no usable text are listed in `needs_ocr`."""
    with open_pdf(source, limits) as file:
        glyphs, needs_ocr, lost = _pages(file)
        if len(lost) == len(file):
            raise rejected(source, "broken", "is damaged: no page can be read", "Save it again, then retry.")
        title, bookmarks = clean(file.title).strip(), file.bookmarks()
    unseen = [page.number for page in glyphs if page.unseen]
    document = assemble(glyphs, bookmarks)
    if unseen and not document.text and not needs_ocr:
        raise rejected(source, "empty", "holds no text that can be seen", "Add a file that has text in it.")
    return replace(
        document,
        title=document.title or _stated_title(title, source),
        media_type="application/pdf",
        needs_ocr=tuple(needs_ocr),
        unreadable=tuple(lost),
        warnings=_warnings(needs_ocr, lost, len(glyphs)) + _unseen(unseen),
    )


def _pages(file: PdfFile) -> tuple[list[PageGlyphs], list[int], list[int]]:
    """The glyphs of every page, the pages that need OCR, and those that could not be loaded."""
    glyphs: list[PageGlyphs] = []
    needs_ocr: list[int] = []
    lost: list[int] = []
    for number in range(1, len(file) + 1):
        with file.page(number) as page:
            if page is None:
                lost.append(number)
                glyphs.append(PageGlyphs.empty(number))
                continue
            glyphs.append(read_glyphs(page))
            if _needs_ocr(page, glyphs[-1]):
                needs_ocr.append(number)
    return glyphs, needs_ocr, lost


def _needs_ocr(page: PdfPage, glyphs: PageGlyphs) -> bool:
    """Hardly any text under a picture, or text whose characters the file does not tell."""
    if glyphs.unmapped > max(_FEW_CHARACTERS, glyphs.characters):
        return True
    return glyphs.characters < _FEW_CHARACTERS and page.pictures() > 0.2


def _stated_title(stated: str, source: SourceFile) -> str | None:
    """The title in the file's properties, if somebody wrote it."""
    kept = stated and not _JUNK_TITLE.search(stated) and stated != PurePath(source.name).stem
    return stated if kept else None


def _warnings(needs_ocr: Sequence[int], lost: Sequence[int], pages: int) -> tuple[str, ...]:
    warnings: list[str] = []
    if needs_ocr:
        which = "All pages need" if len(needs_ocr) == pages else f"{_listed(needs_ocr)} need"
        warnings.append(f"{which} OCR: pictures without text.")
    if lost:
        warnings.append(f"{_listed(lost)} could not be read.")
    return tuple(warnings)


def _unseen(pages: Sequence[int]) -> tuple[str, ...]:
    """Nothing is left out in silence."""
    if not pages:
        return ()
    holds = "hold" if len(pages) > 1 else "holds"
    why = "white, tiny, covered or outside the page"
    return (f"{_listed(pages)} {holds} text that nobody can see ({why}): not read.",)


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:10])
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    return f"Page{'s' if len(numbers) > 1 else ''} {shown}{more}"
