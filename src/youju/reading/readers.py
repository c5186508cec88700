"""The one door of reading: which reader takes a file, by its content first and its suffix second."""

from __future__ import annotations

import hashlib
import re
import stat
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from youju.errors import InputRejected
from youju.reading import libreoffice, office
from youju.reading.decoding import is_text
from youju.reading.document import ReadDocument, RecognisedPage
from youju.reading.image_kinds import IMAGE_SUFFIXES, image_kind
from youju.reading.mail_parts import MAIL_SUFFIXES, PAGE_SUFFIXES, is_mail, is_saved_page
from youju.reading.reader import Limits, Reader, SourceFile, rejected

HEAD_BYTES = 4096
_BY_OCR = " + "


def read_file(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read one file. `metadata["reader"]` names the reader and its version, for the fingerprint.

    Raises `InputRejected` with code `unreadable`, `too_large`, `empty`, `not_text`, `broken`, `encrypted` or
    `unsupported`.
    """
    reader = _choose(source, limits)
    try:
        document = reader.read(source, limits)
    except InputRejected:
        raise
    except MemoryError:
        raise rejected(source, "too_large", "needs more memory than there is", "Split it into parts.") from None
    except Exception as error:  # a parser may fail in any way on a damaged file
        reason = f"is damaged, or is no {reader.name} ({type(error).__name__})"
        raise rejected(source, "broken", reason, "Open and save it again, then retry.") from error
    if not document.text and not document.needs_ocr and not document.unreadable:
        raise rejected(source, "empty", "holds no text", "Add a file that has text in it.")
    warnings = document.warnings
    if source.suffix not in reader.suffixes:
        warnings = (f"{source.name} is read as {reader.name}, which is what it holds.", *warnings)
    made_by = fingerprint(reader) + recognised_by(source.recognised)
    return replace(document, warnings=warnings, metadata={**document.metadata, "reader": made_by})


def fingerprint(reader: Reader) -> str:
    """The name and version of a reader, as they enter the fingerprint of what it read."""
    return f"{reader.name}/{reader.version}"


def recognised_by(pages: Sequence[RecognisedPage]) -> str:
    """What stands behind a reader's name where OCR had a part in what it read: the engines, and a digest of what they
    made of which page. Empty for no pages."""
    if not pages:
        return ""
    ordered = sorted(pages, key=lambda page: page.number)
    digest = hashlib.sha256(repr([(page.number, page.engine, page.angle, page.lines) for page in ordered]).encode())
    return f"{_BY_OCR}{', '.join(sorted({page.engine for page in ordered}))} {digest.hexdigest()[:12]}"


def renewed(made_by: str) -> str:
    """What reads today, in the place of the reader that `made_by` names; what OCR made stays as it was."""
    reader, plus, recognised = made_by.partition(_BY_OCR)
    name = reader.rpartition("/")[0]
    today = next((fingerprint(one) for one in READERS if one.name == name), "")
    return f"{today}{plus}{recognised}"


def _choose(source: SourceFile, limits: Limits) -> Reader:
    head = _head(source, limits)
    for reader in READERS:
        if reader.accepts(source, head):
            return reader
    if head.startswith(office.OLE) and (refusal := _refuse_ole(source)):
        raise refusal
    for reader in READERS:
        if source.suffix in reader.suffixes and reader.binary:
            raise rejected(
                source, "broken", f"is damaged, or is no {reader.name}", "Open and save it again, then retry."
            )
        if source.suffix in reader.suffixes:
            raise rejected(source, "not_text", "is not text", "Give it the suffix of what it is, then retry.")
    known = " ".join(suffix for reader in READERS for suffix in reader.suffixes if suffix)
    raise rejected(source, "unsupported", "is in a format that is not read", f"Convert it to one of {known}.")


def _head(source: SourceFile, limits: Limits) -> bytes:
    """The first bytes, after the size has been checked without reading."""
    try:
        status = source.path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise rejected(source, "unreadable", "is not a regular file", "Name a file or a folder.")
        if status.st_size > limits.max_bytes:
            size, most = status.st_size / 2**20, limits.max_bytes / 2**20
            reason = f"has {size:.1f} MB, and {most:.0f} MB are allowed"
            raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_FILE_MB.")
        if not status.st_size:
            raise rejected(source, "empty", "is empty (0 bytes)", "Add a file that has content.")
        with source.path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError as error:
        reason = f"cannot be opened ({error.strerror or type(error).__name__})"
        raise rejected(source, "unreadable", reason, "Check that it exists and that you may read it.") from None


def _refuse_ole(source: SourceFile) -> Exception | None:
    """Old Office files and password-protected new ones share a container, as do files of other programs."""
    if "EncryptedPackage".encode("utf-16-le") in source.path.read_bytes():
        return rejected(source, "encrypted", "is protected by a password", "Save a copy without one and add that.")
    if any(source.suffix in reader.suffixes for reader in READERS):
        return None
    return rejected(source, "unsupported", "is no document of an Office program", "Convert it to one, or to PDF.")


@dataclass(frozen=True, slots=True)
class LazyReader:
    """A `Reader` whose module, with the libraries it needs, is imported when the first file of its kind is read.

    The module offers `read(source, limits)`. `binary` says that such a file is never plain text.
    """

    name: str
    version: str
    suffixes: tuple[str, ...]
    module: str
    recognises: Callable[[SourceFile, bytes], bool]
    binary: bool = False

    def accepts(self, source: SourceFile, head: bytes) -> bool:
        """Whether the content (then the suffix) is of this kind."""
        return self.recognises(source, head)

    def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read the whole file."""
        read: Callable[[SourceFile, Limits], ReadDocument] = import_module(self.module).read
        return read(source, limits)


def _is_pdf(_: SourceFile, head: bytes) -> bool:
    return b"%PDF-" in head[:1024]


_WORD_PART = re.compile(r"word/document\d*\.xml")


def _is_word(source: SourceFile, head: bytes) -> bool:
    return head.startswith(b"PK") and any(_WORD_PART.fullmatch(name) for name in _zip_names(source))


def _is_presentation(source: SourceFile, head: bytes) -> bool:
    return head.startswith(b"PK") and "ppt/presentation.xml" in _zip_names(source)


def _is_office(source: SourceFile, head: bytes) -> bool:
    return office.form_of(source, head) is not None


def _is_workbook(source: SourceFile, head: bytes) -> bool:
    return head.startswith(b"PK") and "xl/workbook.xml" in _zip_names(source)


def _is_delimited(source: SourceFile, head: bytes) -> bool:
    return source.suffix in {*_DELIMITED_SUFFIXES, ".xls"} and is_text(head)


def _zip_names(source: SourceFile) -> list[str]:
    try:
        with zipfile.ZipFile(source.path) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return []


def _is_epub(source: SourceFile, head: bytes) -> bool:
    return head.startswith(b"PK") and (
        b"mimetypeapplication/epub+zip" in head[:100] or "META-INF/container.xml" in _zip_names(source)
    )


_HTML_START = re.compile(
    rb"\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->).)*-->\s*)*<(!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_HTML_SUFFIXES = (".html", ".htm", ".xhtml", *PAGE_SUFFIXES)
_MARKDOWN_SUFFIXES = (".md", ".markdown")
_DELIMITED_SUFFIXES = (".csv", ".tsv", ".tab")
_TEXT_SUFFIXES = (".txt", ".text", ".log", ".jsonl", ".ndjson", "")


def _is_html(source: SourceFile, head: bytes) -> bool:
    if is_saved_page(source, head):
        return True
    markup = _HTML_START.match(head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe")) is not None
    suspected = (*_TEXT_SUFFIXES, ".xls", ".doc")  # what web systems export as Office files is often a page
    return is_text(head) and (source.suffix in _HTML_SUFFIXES or (markup and source.suffix in suspected))


def _is_markdown(source: SourceFile, head: bytes) -> bool:
    return source.suffix in _MARKDOWN_SUFFIXES and is_text(head)


def _is_image(_: SourceFile, head: bytes) -> bool:
    return image_kind(head) is not None


def _is_plain(source: SourceFile, head: bytes) -> bool:
    return source.suffix in _TEXT_SUFFIXES and is_text(head)


_WORD_SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
_EXCEL_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
_SLIDES_SUFFIXES = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm")
_PAGES = "+LibreOffice" if libreoffice.program() else ""
"""What LibreOffice does is part of the version: when it appears or goes, the files that it reads are read again."""

READERS: tuple[LazyReader, ...] = (
    LazyReader("PDF", "2", (".pdf",), "youju.reading.pdf.reader", _is_pdf, binary=True),
    LazyReader("Word document", f"2{_PAGES}", _WORD_SUFFIXES, "youju.reading.word.reader", _is_word, binary=True),
    LazyReader("Excel workbook", "1", _EXCEL_SUFFIXES, "youju.reading.sheets.xlsx", _is_workbook, binary=True),
    LazyReader("PowerPoint file", "1", _SLIDES_SUFFIXES, "youju.reading.slides.reader", _is_presentation, binary=True),
    LazyReader("Office file", f"1{_PAGES}", office.SUFFIXES, "youju.reading.office", _is_office, binary=True),
    LazyReader("picture", "1", IMAGE_SUFFIXES, "youju.reading.image", _is_image, binary=True),
    LazyReader("e-book", "1", (".epub",), "youju.reading.epub", _is_epub, binary=True),
    LazyReader("e-mail", "1", MAIL_SUFFIXES, "youju.reading.mail", is_mail),
    LazyReader("HTML", "3", _HTML_SUFFIXES, "youju.reading.html", _is_html),
    LazyReader("delimited text", "1", _DELIMITED_SUFFIXES, "youju.reading.sheets.delimited", _is_delimited),
    LazyReader("Markdown", "3", _MARKDOWN_SUFFIXES, "youju.reading.markdown", _is_markdown),
    LazyReader("plain text", "4", _TEXT_SUFFIXES, "youju.reading.plain", _is_plain),
)
"""In the order in which they are asked."""
