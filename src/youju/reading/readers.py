"""The one door of reading: which reader takes a file, by its content first and its suffix second."""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module

from youju.errors import InputRejected
from youju.reading.decoding import is_text
from youju.reading.document import ReadDocument
from youju.reading.mail_parts import MAIL_SUFFIXES, PAGE_SUFFIXES, is_mail, is_saved_page
from youju.reading.reader import Limits, Reader, SourceFile, rejected

HEAD_BYTES = 4096
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


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
    if not document.text and not document.needs_ocr:
        raise rejected(source, "empty", "holds no text", "Add a file that has text in it.")
    warnings = document.warnings
    if source.suffix not in reader.suffixes:
        warnings = (f"{source.name} is read as {reader.name}, which is what it holds.", *warnings)
    return replace(document, warnings=warnings, metadata={**document.metadata, "reader": fingerprint(reader)})


def fingerprint(reader: Reader) -> str:
    """The name and version of a reader, as they enter the fingerprint of what it read."""
    return f"{reader.name}/{reader.version}"


def _choose(source: SourceFile, limits: Limits) -> Reader:
    head = _head(source, limits)
    for reader in READERS:
        if reader.accepts(source, head):
            return reader
    if head.startswith(_OLE):
        raise _refuse_ole(source)
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


def _refuse_ole(source: SourceFile) -> Exception:
    """Old Office files and password-protected new ones share a container."""
    if "EncryptedPackage".encode("utf-16-le") in source.path.read_bytes():
        return rejected(source, "encrypted", "is protected by a password", "Save a copy without one and add that.")
    return rejected(source, "unsupported", "is an old Office file", "Save it in today's format (.docx) and add that.")


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


def _is_word(source: SourceFile, head: bytes) -> bool:
    return head.startswith(b"PK") and "word/document.xml" in _zip_names(source)


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
_TEXT_SUFFIXES = (".txt", ".text", ".log", ".jsonl", ".ndjson", "")


def _is_html(source: SourceFile, head: bytes) -> bool:
    if is_saved_page(source, head):
        return True
    markup = _HTML_START.match(head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe")) is not None
    return is_text(head) and (source.suffix in _HTML_SUFFIXES or (markup and source.suffix in _TEXT_SUFFIXES))


def _is_markdown(source: SourceFile, head: bytes) -> bool:
    return source.suffix in _MARKDOWN_SUFFIXES and is_text(head)


def _is_plain(source: SourceFile, head: bytes) -> bool:
    return source.suffix in _TEXT_SUFFIXES and is_text(head) and not head.startswith(b"{\\rtf")


READERS: tuple[LazyReader, ...] = (
    LazyReader("PDF", "1", (".pdf",), "youju.reading.pdf.reader", _is_pdf, binary=True),
    LazyReader("Word document", "1", (".docx",), "youju.reading.word.reader", _is_word, binary=True),
    LazyReader("e-book", "1", (".epub",), "youju.reading.epub", _is_epub, binary=True),
    LazyReader("e-mail", "1", MAIL_SUFFIXES, "youju.reading.mail", is_mail),
    LazyReader("HTML", "3", _HTML_SUFFIXES, "youju.reading.html", _is_html),
    LazyReader("Markdown", "3", _MARKDOWN_SUFFIXES, "youju.reading.markdown", _is_markdown),
    LazyReader("plain text", "3", _TEXT_SUFFIXES, "youju.reading.plain", _is_plain),
)
"""In the order in which they are asked."""
