"""Old and foreign Office files (.doc .xls .ppt, .rtf, OpenDocument, WPS): LibreOffice turns them into today's formats,
which our own readers read. Workbooks can be read by their values alone without it."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Literal

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.libreoffice import ConversionFailed, converted, program, seconds_of
from youju.reading.reader import Limits, SourceFile, rejected

Kind = Literal["text", "sheet", "slides"]

SUFFIXES = (
    *(".doc", ".dot", ".rtf", ".odt", ".ott", ".fodt", ".wps", ".wpt"),
    *(".xls", ".xlt", ".xlsb", ".ods", ".ots", ".fods", ".et", ".ett"),
    *(".ppt", ".pps", ".pot", ".odp", ".otp", ".fodp", ".dps", ".dpt"),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS: tuple[tuple[str, Kind], ...] = (
    ("WordDocument", "text"),
    ("Workbook", "sheet"),
    ("PowerPoint Document", "slides"),
    ("Book", "sheet"),
)
_READERS: dict[Kind, tuple[str, str, str]] = {
    "text": ("docx", "youju.reading.word.reader", ".docx"),
    "sheet": ("xlsx", "youju.reading.sheets.xlsx", ".xlsx"),
    "slides": ("pptx", "youju.reading.slides.reader", ".pptx"),
}
_MEDIA_TYPES: dict[tuple[str, Kind], str] = {
    ("ole", "text"): "application/msword",
    ("ole", "sheet"): "application/vnd.ms-excel",
    ("ole", "slides"): "application/vnd.ms-powerpoint",
    ("odf", "text"): "application/vnd.oasis.opendocument.text",
    ("odf", "sheet"): "application/vnd.oasis.opendocument.spreadsheet",
    ("odf", "slides"): "application/vnd.oasis.opendocument.presentation",
    ("xlsb", "sheet"): "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    ("rtf", "text"): "application/rtf",
    ("xml", "text"): "application/msword",
    ("xml", "sheet"): "application/vnd.ms-excel",
}
_FLAT = re.compile(
    rb"progid=\"(?:(?P<word>Word)|Excel)\.|opendocument\.(?P<odf>text|spreadsheet|presentation)", re.IGNORECASE
)
_ODF: dict[str, Kind] = {"text": "text", "spreadsheet": "sheet", "presentation": "slides"}


def form_of(source: SourceFile, head: bytes) -> tuple[str, Kind] | None:
    """The family of format (`ole`, `odf`, `xlsb`, `rtf`, `xml`) and what the file is; None for anything else. An OLE
    file that is protected by a password may be any of them, so it is none."""
    if head.startswith(b"{\\rtf"):
        return "rtf", "text"
    if head.startswith(OLE):
        return _in_ole(source)
    if head.startswith(b"PK"):
        return _in_zip(source)
    if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<?xml") and (match := _FLAT.search(head)):
        if odf := match.group("odf"):
            return "odf", _ODF[odf.decode().lower()]
        return "xml", "text" if match.group("word") else "sheet"
    return None


def _in_ole(source: SourceFile) -> tuple[str, Kind] | None:
    data = source.path.read_bytes()
    if "EncryptedPackage".encode("utf-16-le") in data:
        return None
    for name, kind in _STREAMS:
        if f"{name}\0".encode("utf-16-le") in data:
            return "ole", kind
    return None


def _in_zip(source: SourceFile) -> tuple[str, Kind] | None:
    try:
        with zipfile.ZipFile(source.path) as archive:
            names = archive.namelist()
            if "xl/workbook.bin" in names:
                return "xlsb", "sheet"
            if "mimetype" not in names or archive.getinfo("mimetype").file_size > 200:
                return None
            stated = archive.read("mimetype").decode("ascii", errors="replace").strip()
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return None
    match = re.fullmatch(r"application/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)[\w-]*", stated)
    return ("odf", _ODF[match.group(1)]) if match else None


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Convert the file and read what comes of it. Raises `InputRejected`, code `unsupported` where that needs
    LibreOffice and it is not installed."""
    with source.path.open("rb") as file:
        form = form_of(source, file.read(4096))
    if form is None:
        raise ValueError("no Office file")
    family, kind = form
    media_type = _MEDIA_TYPES[form]
    if program() is None:
        if kind == "sheet" and family != "xml":
            return _values(source, media_type)
        reason = "is in a format that only LibreOffice can open, which is not installed"
        modern = _READERS[kind][2]
        raise rejected(source, "unsupported", reason, f"Install LibreOffice, or save it as {modern} and add that.")
    target, module, suffix = _READERS[kind]
    try:
        with converted(source, target, seconds_of(limits)) as path:
            reader: Callable[[SourceFile, Limits], ReadDocument] = import_module(module).read
            document = reader(SourceFile(path, source.name), limits)
    except ConversionFailed as error:
        if kind == "sheet" and family != "xml":
            return _values(source, media_type)
        reason = f"cannot be converted: LibreOffice {error}"
        remedy = f"If it has a password or is damaged, open it and save it as {suffix} without one."
        raise rejected(source, "broken", reason, remedy) from error
    return replace(document, media_type=media_type)


def _values(source: SourceFile, media_type: str) -> ReadDocument:
    reader: Callable[[SourceFile, str], ReadDocument] = import_module("youju.reading.sheets.legacy").read
    try:
        return reader(source, media_type)
    except InputRejected:
        raise
    except Exception as error:  # a parser may fail in any way on a damaged file
        reason = f"is damaged, or is no workbook ({type(error).__name__})"
        raise rejected(source, "broken", reason, "Open and save it as .xlsx, then retry.") from error
