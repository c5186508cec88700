"""Files that the tests of reading make for themselves."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
SONG = "STSong-Light"
LATIN = "Helvetica"


def read(path: Path, name: str | None = None, **limits: int) -> ReadDocument:
    return read_file(SourceFile(path, name or path.name), Limits(**limits))


def read_bytes(folder: Path, name: str, data: bytes) -> ReadDocument:
    path = folder / name
    path.write_bytes(data)
    return read(path)


def kinds(document: ReadDocument) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def pdf(path: Path, pages: Sequence[Callable[[Canvas], None]], **options: object) -> Path:
    canvas = Canvas(str(path), pagesize=A4, **options)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def lines(
    canvas: Canvas,
    texts: Sequence[str],
    x: float = 72,
    y: float = 760,
    font: str = SONG,
    size: float = 11,
    pitch: float = 17,
) -> float:
    """Write lines downwards from `y` (from the bottom, as PDF counts); the place below the last one."""
    canvas.setFont(font, size)
    for text in texts:
        canvas.drawString(x, y, text)
        y -= pitch
    return y


def wrapped(text: str, width: int) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]


def table(canvas: Canvas, rows: list[list[str]], y: float, *, ruled: bool = True, style: Sequence[tuple] = ()) -> None:
    grid = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else []
    drawn = Table(rows, style=[("FONT", (0, 0), (-1, -1), SONG, 10), *grid, *style])
    _, height = drawn.wrap(450, 700)
    drawn.drawOn(canvas, 72, y - height)


def picture(canvas: Canvas) -> None:
    """A page that is one picture."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), (200, 220, 240))), 40, 40, 500, 700)


def zipped(parts: dict[str, bytes]) -> bytes:
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()
