"""Pictures: PNG, JPEG, TIFF with its frames, BMP, WebP, HEIC. Their text is what OCR makes of them."""

from __future__ import annotations

from dataclasses import replace

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.pdf.assembly import assemble
from youju.reading.pdf.glyphs import PageGlyphs
from youju.reading.pdf.reader import listed_pages
from youju.reading.pdf.recognised import recognised_glyphs
from youju.reading.pictures import frame_picture, frame_size, frames, open_image
from youju.reading.reader import Limits, SourceFile, rejected

_LEAST_PIXELS = 16
_MEDIA_TYPES = {"JPEG": "image/jpeg", "MPO": "image/jpeg", "HEIF": "image/heic"}


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """A page for each frame; those that OCR has not recognised yet are listed in `needs_ocr`."""
    sizes, media_type = _sizes(source, limits)
    recognised = {page.number: page for page in source.recognised}
    glyphs: list[PageGlyphs] = []
    needs_ocr: list[int] = []
    illegible: list[int] = []
    for number, size in enumerate(sizes, start=1):
        page = recognised.get(number)
        seen = recognised_glyphs(page) if page else None
        if page is None:
            needs_ocr.append(number)
        elif seen is None:
            illegible.append(number)
        glyphs.append(seen or PageGlyphs.empty(number, *size))
    warnings = [f"{listed_pages(illegible)} could not be read by OCR: not readable."] if illegible else []
    return replace(
        assemble(glyphs),
        media_type=media_type,
        needs_ocr=tuple(needs_ocr),
        unreadable=tuple(illegible),
        warnings=tuple(warnings),
    )


def _sizes(source: SourceFile, limits: Limits) -> tuple[list[tuple[float, float]], str]:
    """The size of each frame in points, and the media type. The first frame is decoded, so that a file that was cut off
    is found out now."""
    try:
        with open_image(source.path) as image:
            count = frames(image)
            if count > limits.max_pages:
                reason = f"has {count} pages, and {limits.max_pages} are allowed"
                raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_PAGES.")
            if min(image.size) < _LEAST_PIXELS:
                raise rejected(source, "empty", "is too small a picture to hold text", "Add a larger one.")
            kind = image.format or ""
            sizes = [frame_size(image, number) for number in range(1, count + 1)]
            frame_picture(image, 1)
    except InputRejected as error:
        if error.message.startswith(source.name):
            raise
        told = error.message.removeprefix("The picture")
        raise InputRejected(f"{source.name}{told}", remedy=error.remedy, code=error.code) from None
    return sizes, _MEDIA_TYPES.get(kind, f"image/{kind.lower()}")
