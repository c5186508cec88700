"""Office files that the tests make: Word files from their XML, workbooks and slides with the usual libraries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl
from pptx import Presentation
from tests.reading.made_files import zipped

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SPACES = (
    f'xmlns:w="{W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = {"styles": "styles", "numbering": "numbering", "footnotes": "footnotes", "endnotes": "endnotes"}


def word(path: Path, body: str, parts: dict[str, str] | None = None, more: dict[str, bytes] | None = None) -> Path:
    """A .docx with this body; `parts` are the contents of `styles`, `numbering`, `footnotes`, `endnotes`."""
    parts = parts or {}
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_TYPES}.{_PARTS[name]}+xml"/>' for name in parts
    )
    relations = "".join(
        f'<Relationship Id="r{name}" Type="{_RELATIONS}/{name}" Target="{name}.xml"/>' for name in parts
    )
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_TYPES}.document.main+xml"/>{overrides}</Types>'
    )
    files = {
        "[Content_Types].xml": types,
        "_rels/.rels": _rels(f'<Relationship Id="r1" Type="{_RELATIONS}/officeDocument" Target="word/document.xml"/>'),
        "word/_rels/document.xml.rels": _rels(relations),
        "word/document.xml": f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>",
        **{f"word/{name}.xml": f"<w:{name} {_SPACES}>{content}</w:{name}>" for name, content in parts.items()},
    }
    path.write_bytes(zipped({**{name: text.encode() for name, text in files.items()}, **(more or {})}))
    return path


def _rels(content: str) -> str:
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{content}</Relationships>'
    )


def p(content: str, properties: str = "") -> str:
    """A paragraph; content that is no markup becomes a run."""
    inner = content if content.startswith("<") else r(content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inner}</w:p>"


def r(text: str, properties: str = "") -> str:
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def tbl(*rows: list[str]) -> str:
    """A table; a cell that begins with `<w:tcPr` or holds markup is taken as it is."""
    cell = "<w:tc>{}</w:tc>".format
    lines = ("".join(cell(c if c.startswith("<") else p(c)) for c in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{line}</w:tr>' for line in lines)}</w:tbl>"


def level(at: int, form: str, text: str, more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbered(text: str, at: int = 0, number: int = 1) -> str:
    return p(text, f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>')


def workbook(path: Path, fill: Callable[[openpyxl.Workbook], None]) -> Path:
    """An .xlsx that `fill` has filled; its first sheet is there."""
    book = openpyxl.Workbook()
    fill(book)
    book.save(path)
    return path


def slides(path: Path, fill: Callable[[object], None]) -> Path:
    """A .pptx that `fill` has filled."""
    deck = Presentation()
    fill(deck)
    deck.save(str(path))
    return path
