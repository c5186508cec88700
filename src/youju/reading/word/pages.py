"""On which page the text of a Word document stands, by the pages that LibreOffice breaks it into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from youju.errors import InputRejected
from youju.reading.alignment import align
from youju.reading.document import Page, ReadDocument
from youju.reading.libreoffice import ConversionFailed, converted, program, seconds_of
from youju.reading.pdf.pdfium import open_pdf
from youju.reading.reader import Limits, SourceFile

_MOST_CHARACTERS = 5_000_000


def with_pages(source: SourceFile, document: ReadDocument, limits: Limits) -> ReadDocument:
    """The document with estimated pages if LibreOffice is installed, else as it is. A page whose text is not found
    again has an empty span: better no page than a wrong one. Failing is a warning."""
    if program() is None or not document.text:
        return document
    if len(document.text) > _MOST_CHARACTERS:
        return replace(document, warnings=(*document.warnings, "Its pages are not known: it is too long for that."))
    try:
        with converted(source, "pdf", seconds_of(limits)) as path:
            drawn = _drawn(SourceFile(path, source.name), limits)
    except (ConversionFailed, InputRejected) as error:
        reason = f"LibreOffice {error}" if isinstance(error, ConversionFailed) else "what LibreOffice made is not read"
        return replace(document, warnings=(*document.warnings, f"Its pages are not known: {reason}."))
    spans = align(document.text, [text for text, _, _ in drawn])
    pages = [
        Page(number, start, end, width, height, estimated=True)
        for number, ((start, end), (_, width, height)) in enumerate(zip(spans, drawn, strict=True), start=1)
    ]
    return replace(document, pages=tuple(pages))


def _drawn(source: SourceFile, limits: Limits) -> Sequence[tuple[str, float, float]]:
    """The characters of each page in the order in which they are drawn, and its size in points."""
    pages: list[tuple[str, float, float]] = []
    with open_pdf(source, limits) as file:
        for number in range(1, len(file) + 1):
            with file.page(number) as page:
                if page is None:
                    pages.append(("", 0.0, 0.0))
                    continue
                codes, _ = page.characters()
                text = codes.astype(np.uint32).tobytes().decode("utf-32-le", errors="ignore")
                pages.append((text, round(page.width, 2), round(page.height, 2)))
    return pages
