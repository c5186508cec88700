"""A small law as a value, and the four kinds of files that laws come in: two layouts of markdown, plain text and the
.docx of the national law database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from youju.law.documents import LawDocument
from youju.law.files.facts import NotLaw
from youju.law.files.reading import law_document
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

Layout = Literal["info", "bold", "plain", "docx"]
LAYOUTS: tuple[Layout, ...] = ("info", "bold", "plain", "docx")


@dataclass(frozen=True)
class Article:
    """`lines` are its 款, 项 and 目, the first without the label."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Law:
    """`body` holds parts as (label, heading) and articles in their order."""

    title: str
    notes: tuple[str, ...]
    body: tuple[tuple[str, str] | Article, ...]
    preamble: tuple[str, ...] = ()
    annex: tuple[str, ...] = field(default=())


def write(law: Law, layout: Layout, folder: Path, name: str = "law") -> Path:
    """The law as a file of this layout."""
    path = folder / f"{name}{'.docx' if layout == 'docx' else '.txt' if layout == 'plain' else '.md'}"
    if layout == "docx":
        _docx(law, path)
    else:
        text = {"info": _info, "bold": _bold, "plain": _plain}[layout](law)
        path.write_text(text, encoding="utf-8")
    return path


def write_page(law: Law, path: Path) -> Path:
    """The law as a PDF whose lines are broken after 40 characters, or as a page of the web, by the suffix of `path`."""
    if path.suffix == ".html":
        lines = "".join(f"<p>{line}</p>" for line in _official(law))
        path.write_text(f"<html><body><h1>{law.title}</h1>{lines}</body></html>", encoding="utf-8")
        return path
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    canvas, top = Canvas(str(path)), 800
    for size, line in [(18, law.title), *((11, line) for line in _official(law))]:
        canvas.setFont("STSong-Light", size)
        for at in range(0, len(line), 40):
            canvas.drawString(60, top, line[at : at + 40])
            top -= 17 if size == 11 else 30
    canvas.save()
    return path


def read(path: Path) -> ReadDocument:
    """What the reader for this kind of file makes of it."""
    return read_file(SourceFile(path, path.name), Limits())


def law_in(path: Path) -> LawDocument:
    """The law that the file holds; fails where it holds none."""
    found = law_document(read(path), path.name)
    assert isinstance(found, LawDocument), found
    return found


def law_of(text: str, name: str = "某法.txt", folder: Path | None = None) -> LawDocument | NotLaw:
    """The law in a plain text: read as a file where there is a folder, else taken as it is."""
    if folder is None:
        return law_document(ReadDocument(text, ()), name)
    (folder / name).write_text(text, encoding="utf-8")
    return law_document(read(folder / name), name)


def _info(law: Law) -> str:
    lines = [f"# {law.title}", *law.notes, "<!-- INFO END -->", *law.preamble]
    for one in law.body:
        if isinstance(one, Article):
            lines += [f"{one.label} {one.lines[0]}", *one.lines[1:]]
        else:
            lines.append(f"{'##' if one[0].endswith('章') else '###'} {one[0]}  {one[1]}")
    return "\n\n".join([*lines, *law.annex]) + "\n"


def _bold(law: Law) -> str:
    lines = ["---\nsidebar: auto\n---", f"# {law.title}", *law.notes, *law.preamble]
    for one in law.body:
        if isinstance(one, Article):
            lines += [f"**{one.label}**　{one.lines[0]}", *one.lines[1:]]
        else:
            lines.append(f"{'##' if one[0].endswith('章') else '###'} {one[0]}　{one[1]}")
    return "\n\n".join([*lines, *law.annex]) + "\n"


def _contents(law: Law) -> Iterator[str]:
    parts = [one for one in law.body if not isinstance(one, Article)]
    if parts:
        yield "目　　录"
        yield from (f"{label}　{'　'.join(heading)}" for label, heading in parts)


def _official(law: Law) -> Iterator[str]:
    """The lines behind the title as the official database sets them: the notes in one pair of brackets."""
    yield f"（{'　'.join(law.notes)}）"
    yield from _contents(law)
    yield from (f"　　{line}" for line in law.preamble)
    for one in law.body:
        if isinstance(one, Article):
            yield f"　　{one.label}　{one.lines[0]}"
            yield from (f"　　{line}" for line in one.lines[1:])
        else:
            yield f"{one[0]}　{'　'.join(one[1])}"
    yield from law.annex


def _plain(law: Law) -> str:
    return "\n".join([law.title, "", *_official(law)]) + "\n"


def _docx(law: Law, path: Path) -> None:
    document = Document()
    for line in (law.title, *_official(law)):
        paragraph = document.add_paragraph(line)
        if not line.startswith("　"):
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    document.save(str(path))
