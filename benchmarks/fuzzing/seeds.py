"""Whole files to begin with: small, so that a change hits something, and with everything that a format can hold."""

from __future__ import annotations

import gzip
import io
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.truth.content import content
from benchmarks.truth.files import (
    Write,
    write_csv,
    write_docx,
    write_eml,
    write_html,
    write_md,
    write_pdf,
    write_pptx,
    write_two_columns,
    write_xlsx,
)
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

SECTIONS = 3
"""So many that there is a list and a table."""


def _written(write: Write, suffix: str, language: str, seed: int = 1) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"seed{suffix}"
        write(path, content(language, seed, SECTIONS))
        return path.read_bytes()


def _both(write: Write, suffix: str) -> list[bytes]:
    return [_written(write, suffix, language) for language in ("zh", "en")]


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def _pdf() -> list[bytes]:
    plain = partial(write_pdf, compressed=False)
    return [*_both(plain, ".pdf"), _written(write_two_columns, ".pdf", "en"), _odd_pdf()]


def _odd_pdf() -> bytes:
    """A rotated page, a picture, a bookmark, page labels, hidden text."""
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=0)
    canvas.setTitle("odd")
    canvas.bookmarkPage("a")
    canvas.addOutlineEntry("A", "a")
    canvas.drawString(72, 400, "A page that lies on its side.")
    canvas.setPageRotation(90)
    canvas.showPage()
    canvas.drawInlineImage(Image.new("RGB", (20, 20), (200, 100, 50)), 72, 500, 200, 200)
    hidden = canvas.beginText(72, 400)
    hidden.setTextRenderMode(3)
    hidden.textLine("What nobody sees.")
    canvas.drawText(hidden)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _plain() -> list[bytes]:
    texts = [content(language, 1, SECTIONS).text for language in ("zh", "en")]
    return [texts[0].encode("utf-8"), texts[0].encode("gb18030"), texts[0].encode("utf-16"), texts[1].encode("utf-8")]


def _epub() -> list[bytes]:
    container = (
        b'<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        b'<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        b"</container>"
    )
    package = (
        b'<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        b'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>'
        b"<dc:title>Book</dc:title><dc:language>zh</dc:language></metadata><manifest>"
        b'<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        b'<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>'
        b'<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    chapters = [
        (b'<?xml version="1.0" encoding="utf-8"?>' + page.replace(b"<!doctype html>", b""))
        for page in _both(write_html, ".html")
    ]
    parts = {"mimetype": b"application/epub+zip", "META-INF/container.xml": container, "OEBPS/content.opf": package}
    return [zipped(parts | {"OEBPS/a.xhtml": chapters[0], "OEBPS/b.xhtml": chapters[1]})]


def _zip() -> list[bytes]:
    inner = zipped({"深.md": _written(write_md, ".md", "zh")})
    return [
        zipped(
            {"规定/一.md": _written(write_md, ".md", "zh"), "b.csv": _written(write_csv, ".csv", "en"), "c.zip": inner}
        )
    ]


def _tar() -> list[bytes]:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in (
            ("规定/一.md", _written(write_md, ".md", "zh")),
            ("b.csv", _written(write_csv, ".csv", "en")),
        ):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return [out.getvalue(), gzip.decompress(out.getvalue())]


def _picture(kind: str) -> list[bytes]:
    image = Image.new("RGB", (200, 80), "white")
    ImageDraw.Draw(image).text((10, 30), "A picture of words 4711", fill="black")
    out = io.BytesIO()
    image.save(out, kind)
    return [out.getvalue()]


SEEDS: dict[str, tuple[str, Callable[[], list[bytes]]]] = {
    "PDF": (".pdf", _pdf),
    "Word": (".docx", partial(_both, write_docx, ".docx")),
    "HTML": (".html", partial(_both, write_html, ".html")),
    "Markdown": (".md", partial(_both, write_md, ".md")),
    "plain text": (".txt", _plain),
    "PowerPoint": (".pptx", partial(_both, write_pptx, ".pptx")),
    "Excel": (".xlsx", partial(_both, write_xlsx, ".xlsx")),
    "CSV": (".csv", partial(_both, write_csv, ".csv")),
    "e-mail": (".eml", partial(_both, write_eml, ".eml")),
    "EPUB": (".epub", _epub),
    "zip": (".zip", _zip),
    "tar": (".tar", _tar),
    "PNG": (".png", partial(_picture, "PNG")),
    "JPEG": (".jpg", partial(_picture, "JPEG")),
    "TIFF": (".tiff", partial(_picture, "TIFF")),
}
"""Suffix and files of every format."""

CONTAINERS = frozenset({"zip", "tar"})
"""Those that hold files and no text: they are unpacked, not read."""
