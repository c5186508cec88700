"""The image of a page with the cited places marked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pypdfium2 as pdfium
from PIL import Image, ImageDraw

from youju.errors import InputRejected, NotFound
from youju.reading.document import Box
from youju.reading.pdf.fonts import use_system_fonts

MOST_PIXELS = 6_000_000
_MARK = (255, 213, 0, 96)
_MARGIN = 1.0  # points around the characters, so that a mark does not cut into them


def render_page(path: Path, page_number: int, boxes: Sequence[Box], scale: float = 2.0) -> bytes:
    """PNG of page `page_number` (from 1) with the `boxes` that lie on it marked.

    `scale` is pixels per point; a page that would have more than `MOST_PIXELS` comes out smaller. Call it through
    `ReadingPool.render`: PDFium is not thread-safe, and a process that reads has other fonts. Raises `NotFound` for a
    page that does not exist, `InputRejected` (`broken`) for one that cannot be drawn.
    """
    use_system_fonts()
    try:
        with pdfium.PdfDocument(path) as document:
            if not 1 <= page_number <= len(document):
                raise NotFound(f"There is no page {page_number}.")
            page = document[page_number - 1]
            width, height = page.get_size()
            scale = min(scale, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
            bitmap: Any = cast("Any", page).render(scale=scale)  # it takes a float, though its default is an int
            image: Image.Image = bitmap.to_pil().convert("RGB")
    except pdfium.PdfiumError as error:
        raise InputRejected(f"Page {page_number} cannot be drawn: {error}.", code="broken") from None
    marked = _mark(image, [box for box in boxes if box.page == page_number], scale)
    out = io.BytesIO()
    marked.save(out, format="PNG", compress_level=3)
    return out.getvalue()


def _mark(image: Image.Image, boxes: Sequence[Box], scale: float) -> Image.Image:
    """The image with translucent rectangles; text under them stays dark."""
    if not boxes:
        return image
    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    for box in boxes:
        corners = [(box.x0 - _MARGIN) * scale, (box.y0 - _MARGIN) * scale]
        corners += [(box.x1 + _MARGIN) * scale, (box.y1 + _MARGIN) * scale]
        draw.rectangle(corners, fill=_MARK)
    return Image.alpha_composite(image.convert("RGBA"), layer).convert("RGB")
