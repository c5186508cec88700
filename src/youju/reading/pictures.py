"""Pages as pictures: of a PDF, drawn by PDFium; of an image file, its frames as they are meant to be seen."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pypdfium2 as pdfium
from PIL import Image, ImageOps, UnidentifiedImageError

from youju.errors import InputRejected, NotFound
from youju.reading.image_kinds import image_kind
from youju.reading.pdf.fonts import use_system_fonts

MOST_PIXELS = 100_000_000
"""Of one frame of an image file: a page of A3 at 600 dots an inch has 70 million."""
_PAGE_WIDTH = 595.0
_LEAST_DPI, _MOST_DPI = 150.0, 1200.0
_ORIENTATION = 0x0112


@contextmanager
def open_image(path: Path) -> Generator[Image.Image]:
    """An image file, its pixels not decoded yet. Raises `InputRejected`: `broken`, `too_large`, `unsupported`."""
    with path.open("rb") as file:
        kind = image_kind(file.read(32))
    if kind == "HEIF":
        _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of pixel counts: we count ourselves; of odd metadata: nobody's concern
            with Image.open(path, formats=(kind,) if kind else ()) as image:
                yield image
    except Image.DecompressionBombError:
        raise too_many_pixels() from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, TypeError, KeyError) as error:
        reason = f"The picture is damaged ({type(error).__name__})."
        raise InputRejected(reason, remedy="Save it again, then retry.", code="broken") from None


def frames(image: Image.Image) -> int:
    """How many pages an image has: the frames of a TIFF; other formats move, and their first frame is the picture."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def frame_size(image: Image.Image, number: int) -> tuple[float, float]:
    """Width and height of frame `number` (from 1) as it is seen, in points. Raises `InputRejected` (`too_large`).

    A picture without a believable resolution is taken to be as wide as a sheet of A4.
    """
    image.seek(number - 1)
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise too_many_pixels()
    if image.getexif().get(_ORIENTATION, 1) in {5, 6, 7, 8}:
        width, height = height, width
    dots = image.info.get("dpi", (0, 0))[0]
    dpi = float(dots) if _LEAST_DPI <= dots <= _MOST_DPI else 72.0 * min(width, height) / _PAGE_WIDTH
    return width * 72.0 / dpi, height * 72.0 / dpi


def frame_picture(image: Image.Image, number: int) -> Image.Image:
    """Frame `number` (from 1) in colour, turned as its camera says, on white where it is transparent."""
    image.seek(number - 1)
    seen = ImageOps.exif_transpose(image)
    if seen.mode in {"I;16", "I;16B", "I;16L", "I", "F"}:
        seen = _eight_bits(seen)
    if "A" in seen.getbands() or "transparency" in seen.info:
        ground = Image.new("RGBA", seen.size, "white")
        return Image.alpha_composite(ground, seen.convert("RGBA")).convert("RGB")
    return seen.convert("RGB")


def page_picture(path: Path, number: int, scale: float, most_pixels: int) -> tuple[Image.Image, float, float]:
    """Page `number` (from 1) as a picture of `scale` pixels for each point, or less if it had more than `most_pixels`
    then, with its width and height in points.

    PDFium is not thread-safe: call it in a process that draws. Raises `NotFound` for a page that does not exist,
    `InputRejected` for one that cannot be drawn.
    """
    with path.open("rb") as file:
        kind = image_kind(file.read(32))
    return (_image_page if kind else _pdf_page)(path, number, scale, most_pixels)


def _image_page(path: Path, number: int, scale: float, most_pixels: int) -> tuple[Image.Image, float, float]:
    with open_image(path) as image:
        if not 1 <= number <= frames(image):
            raise NotFound(f"There is no page {number}.")
        width, height = frame_size(image, number)
        picture = frame_picture(image, number)
    scale = _within(scale, width, height, most_pixels)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0), width, height


def _pdf_page(path: Path, number: int, scale: float, most_pixels: int) -> tuple[Image.Image, float, float]:
    use_system_fonts()
    try:
        with pdfium.PdfDocument(path) as document:
            if not 1 <= number <= len(document):
                raise NotFound(f"There is no page {number}.")
            document.init_forms()  # or the fields of a form are drawn empty
            page = document[number - 1]
            width, height = page.get_size()
            scale = _within(scale, width, height, most_pixels)
            bitmap: Any = cast("Any", page).render(scale=scale)  # it takes a float, though its default is an int
            return bitmap.to_pil().convert("RGB"), width, height
    except pdfium.PdfiumError as error:
        raise InputRejected(f"Page {number} cannot be drawn: {error}.", code="broken") from None


def _within(scale: float, width: float, height: float, most_pixels: int) -> float:
    return min(scale, (most_pixels / max(1.0, width * height)) ** 0.5)


def _eight_bits(image: Image.Image) -> Image.Image:
    """Deeper grey as 0–255: what is converted without care comes out white."""
    low, high = cast("tuple[float, float]", image.getextrema())
    span = (high - low) or 1.0
    return image.convert("F").point(lambda value: (value - low) * (255.0 / span)).convert("L")


def _register_heif() -> None:
    try:
        from pi_heif import register_heif_opener  # noqa: PLC0415 (optional)
    except ImportError:
        raise InputRejected(
            "The picture is in the format HEIC, which needs a further package.",
            remedy="pip install 'youju[ocr]'",
            code="unsupported",
        ) from None
    register_heif_opener()


def too_many_pixels() -> InputRejected:
    """The refusal of a picture that would fill the memory."""
    most = MOST_PIXELS // 1_000_000
    reason = f"The picture has more than {most} million pixels."
    return InputRejected(reason, remedy="Save it at a lower resolution.", code="too_large")
