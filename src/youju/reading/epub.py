"""E-books (EPUB 2 and 3): the chapters in reading order, under the titles that the book's navigation gives them."""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from selectolax.lexbor import LexborHTMLParser

from youju.reading.document import Place, ReadDocument
from youju.reading.flow import Flow
from youju.reading.html import decode_page, write_page
from youju.reading.reader import Limits, SourceFile, check_length, rejected

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})
_FONT_DISGUISES = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
"""Not against reading: they keep a font from being copied."""
_BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
_NOT_XML = (ParseError, DefusedXmlException, ValueError, LookupError)
_LARGEST_PART = 16 * 2**20


@dataclass(frozen=True, slots=True)
class _Package:
    """What the book says of itself: its title, the paths of its chapters in reading order and of its navigation."""

    title: str | None
    chapters: tuple[str, ...]
    navigation: str | None
    ncx: str | None
    metadata: dict[str, str] = field(default_factory=dict[str, str])


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Read all chapters. Raises `InputRejected` (`encrypted`) for a book that is protected against copying."""
    with zipfile.ZipFile(source.path) as book:
        _refuse_protected(source, book)
        package = _package(source, book)
        titles = _titles(book, package)
        size = sum(book.getinfo(path).file_size for path in package.chapters if path in book.NameToInfo)
        if size > limits.max_bytes:
            reason = f"unpacks to more than {limits.max_bytes / 2**20:.0f} MB"
            raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_FILE_MB.")
        flow = Flow()
        parts: list[Place] = []
        damaged: list[str] = []
        for path in package.chapters:
            before = flow.builder.length
            page = _text(book, path)
            if page is None:
                damaged.append(path)
            else:
                _write_chapter(page, titles.get(path), flow)
            check_length(source, flow.builder.length, limits)
            if flow.builder.length > before:
                start = before + 2 if before else 0
                parts.append(Place("part", titles.get(path) or path, start, flow.builder.length))
    if damaged and not parts:
        raise rejected(source, "broken", "is damaged: none of its chapters can be read", "Get another copy of it.")
    warnings = [f"{len(damaged)} chapters are damaged and missing: {', '.join(damaged[:5])}."] if damaged else []
    return ReadDocument(
        flow.builder.text,
        flow.builder.blocks,
        places=tuple(parts),
        tables=flow.tables,
        title=package.title,
        media_type="application/epub+zip",
        warnings=tuple(warnings),
        metadata=package.metadata,
    )


def _write_chapter(page: str, title: str | None, flow: Flow) -> None:
    """Write one chapter, under its title from the navigation if it begins with none of its own."""
    trial = Flow()
    write_page(page, trial, whole=True, xml=True)
    blocks = trial.builder.blocks
    if not blocks:
        return
    begins = trial.builder.text[: len(title or "") + 200]
    if title and not any(block.kind == "heading" for block in blocks[:2]) and title not in begins:
        flow.heading(title, 1)
    write_page(page, flow, whole=True, xml=True)


def _text(book: zipfile.ZipFile, path: str) -> str | None:
    data = _bytes(book, path)
    return None if data is None else decode_page(data).text


def _bytes(book: zipfile.ZipFile, path: str) -> bytes | None:
    """A part of the book; None if it is missing, damaged, or far larger than a chapter is."""
    try:
        info = book.getinfo(path)
        return book.read(info) if info.file_size <= _LARGEST_PART else None
    except _BROKEN:
        return None


def _tree(book: zipfile.ZipFile, path: str) -> Element | None:
    data = _bytes(book, path)
    try:
        return fromstring(data) if data else None
    except _NOT_XML:
        return None


def _refuse_protected(source: SourceFile, book: zipfile.ZipFile) -> None:
    if _ENCRYPTION not in book.NameToInfo:
        return
    tree = _tree(book, _ENCRYPTION)
    ways = {
        each.get("Algorithm") for data in _named(tree, "EncryptedData") for each in _named(data, "EncryptionMethod")
    }
    if tree is None or ways - _FONT_DISGUISES:
        raise rejected(
            source, "encrypted", "is protected against copying (DRM)", "Ask its publisher for a copy without it."
        )


def _package(source: SourceFile, book: zipfile.ZipFile) -> _Package:
    roots = [each.get("full-path") for each in _named(_tree(book, _CONTAINER), "rootfile")]
    path = next((root for root in roots if root), None)
    tree = _tree(book, path) if path else None
    if path is None or tree is None:
        raise rejected(source, "broken", "is damaged: it does not say what it consists of", "Get another copy of it.")
    items = {item.get("id", ""): item for item in _named(tree, "item")}

    def place(item: Element | None) -> str | None:
        return _resolve(path, item.get("href", "")) if item is not None else None

    navigation = next((item for item in items.values() if "nav" in item.get("properties", "").split()), None)
    spine = [items[ref.get("idref", "")] for ref in _named(tree, "itemref") if ref.get("idref", "") in items]
    chapters = [place(item) for item in spine if item is not navigation and item.get("media-type", "") in _PAGES]
    ncx = next((item for item in items.values() if item.get("media-type") == "application/x-dtbncx+xml"), None)
    said = {name: text for name in ("creator", "date", "language", "publisher") if (text := _said(tree, name))}
    return _Package(
        _said(tree, "title"),
        tuple(dict.fromkeys(chapter for chapter in chapters if chapter)),
        place(navigation),
        place(ncx),
        said,
    )


def _titles(book: zipfile.ZipFile, package: _Package) -> dict[str, str]:
    """The title of each chapter's file: the first entry of the navigation that leads into it."""
    titles: dict[str, str] = {}
    for path, entries in ((package.navigation, _nav_entries), (package.ncx, _ncx_entries)):
        if path and not titles:
            for href, title in entries(book, path):
                if title:
                    titles.setdefault(_resolve(path, href), title)
    return titles


def _nav_entries(book: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    """Of EPUB 3: links in the list that is the table of contents."""
    navs = LexborHTMLParser(_text(book, path) or "").css("nav")
    contents = [nav for nav in navs if (nav.attributes.get("epub:type") or "") == "toc"] or navs[:1]
    for nav in contents:
        for link in nav.css("a[href]"):
            yield link.attributes.get("href") or "", " ".join(link.text(deep=True).split())


def _ncx_entries(book: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    """Of EPUB 2: points with a label and a place."""
    for point in _named(_tree(book, path), "navPoint"):
        label = next(_named(point, "text"), None)
        content = next(_named(point, "content"), None)
        if label is not None and content is not None:
            yield content.get("src", ""), " ".join("".join(label.itertext()).split())


def _resolve(base: str, href: str) -> str:
    """A path in the book, from a reference in the file at `base`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(href.partition("#")[0])))


def _named(tree: Element | None, name: str) -> Iterator[Element]:
    """All elements of this name, whatever namespace they are in."""
    for element in tree.iter() if tree is not None else ():
        if element.tag.rpartition("}")[2] == name:
            yield element


def _said(tree: Element, name: str) -> str | None:
    texts = (" ".join("".join(each.itertext()).split()) for each in _named(tree, name))
    return next((text for text in texts if text), None)
