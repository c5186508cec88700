"""The image of a page with the cited places marked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from youju.reading.document import Box
from youju.reading.pictures import page_picture

MOST_PIXELS = 6_000_000
_MARK = (255, 213, 0, 96)
_MARGIN = 1.0  # points around the characters, so that a mark does not cut into them


def render_page(path: Path, page_number: int, boxes: Sequence[Box], scale: float = 2.0) -> bytes:
    """PNG of page `page_number` (from 1) of a PDF or an image file with the `boxes` that lie on it marked.

    `scale` is pixels per point; a page that would have more than `MOST_PIXELS` comes out smaller. Call it through
    `ReadingPool.render`: PDFium is not thread-safe, and a process that reads has other fonts. Raises `NotFound` for a
    page that does not exist, `InputRejected` (`broken`) for one that cannot be drawn.
    """
    image, width, _ = page_picture(path, page_number, scale, MOST_PIXELS)
    marked = _mark(image, [box for box in boxes if box.page == page_number], image.width / (width or 1.0))
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
