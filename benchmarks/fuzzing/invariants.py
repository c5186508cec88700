"""What holds for every document that a reader makes and for every refusal, whatever the file was."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Protocol

from youju.errors import InputRejected
from youju.reading.containers import Member
from youju.reading.document import ReadDocument, Table

CODES = frozenset(
    {"unreadable", "too_large", "empty", "not_text", "broken", "encrypted", "unsupported", "needs_ocr", "unsafe_name"}
)


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def broken_promises(document: ReadDocument) -> Iterator[str]:
    """What is wrong with a document, in words; nothing when all is well."""
    if not (document.text.strip() or document.needs_ocr or document.unreadable):
        yield "an empty document that looks ready"
    if any(control in document.text for control in "\0\r\x0b\x0c\x1b"):
        yield "a control character in the text"
    strings = [
        document.text,
        document.title or "",
        document.media_type,
        *document.warnings,
        *document.metadata.values(),
    ]
    strings += [page.label or "" for page in document.pages] + [place.name for place in document.places]
    if any("\0" in string or _surrogate(string) for string in strings):
        yield "NUL or a lone surrogate"
    if any("\n" in warning or not warning for warning in document.warnings):
        yield "a warning that is not one line"
    length = len(document.text)
    yield from _ordered("block", document.blocks, length)
    yield from _ordered("page", document.pages, length, empty=True)
    yield from _ordered("line", document.lines, length)
    for kind, places in groupby(sorted(document.places, key=lambda one: one.kind), key=lambda one: one.kind):
        yield from _ordered(f"place ({kind})", list(places), length, empty=True)
    yield from _pages(document)
    yield from _lines(document)
    for table in document.tables:
        yield from _table(document, table)


def _surrogate(string: str) -> bool:
    try:
        string.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _ordered(what: str, spans: Sequence[Span], length: int, *, empty: bool = False) -> Iterator[str]:
    if any(not 0 <= one.start <= one.end <= length or (one.start == one.end and not empty) for one in spans):
        yield f"a {what} outside the text, or without any"
    if any(left.end > right.start for left, right in pairwise(spans)):
        yield f"a {what} that overlaps the one before, or stands before it"


def _pages(document: ReadDocument) -> Iterator[str]:
    numbers = [page.number for page in document.pages]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"pages numbered {numbers[:5]}"
    for page in document.pages:
        if not (_finite([page.width, page.height]) and min(page.width, page.height) >= 0):
            yield f"a page of {page.width} × {page.height} points"
        if page.confidence is not None and not 0 <= page.confidence <= 1:
            yield f"a confidence of {page.confidence}"
    for told in (document.needs_ocr, document.unreadable):
        if list(told) != sorted(set(told)) or not set(told) <= set(numbers):
            yield f"pages {told[:5]} that are not there"


def _lines(document: ReadDocument) -> Iterator[str]:
    pages = {page.number: page for page in document.pages}
    for line in document.lines:
        page = pages.get(line.page)
        if page is None or not page.start <= line.start <= line.end <= page.end:
            yield "a line outside its page"
            return
        if len(line.edges) != line.end - line.start + 1 or not _finite([line.top, line.bottom, *line.edges]):
            yield "a line whose edges do not fit its text"
            return


def _table(document: ReadDocument, table: Table) -> Iterator[str]:
    groups = {block.group for block in document.blocks}
    if table.group not in groups:
        yield "a table without a row"
    taken: set[tuple[int, int]] = set()
    for cell in table.cells:
        if not 0 <= cell.start <= cell.end <= len(document.text):
            yield "a cell outside the text"
        if min(cell.row, cell.column) < 0 or min(cell.rows, cell.columns) < 1:
            yield "a cell without a place"
        if cell.rows * cell.columns > 1_000_000:
            yield f"a cell over {cell.rows} × {cell.columns} places"
            return
        places = {
            (row, column)
            for row in range(cell.row, cell.row + cell.rows)
            for column in range(cell.column, cell.column + cell.columns)
        }
        if taken & places:
            yield "two cells at one place"
            return
        taken |= places


def _finite(values: Iterable[float]) -> bool:
    return all(math.isfinite(value) for value in values)


def bad_refusal(refusal: InputRejected, name: str, folder: str) -> str | None:
    """What is wrong with a refusal, or None."""
    line = refusal.line()
    if refusal.code not in CODES:
        return f"a refusal with the code {refusal.code}"
    if not refusal.message.startswith(name) or not refusal.message.endswith(".") or not refusal.remedy:
        return f"a refusal without name, reason or way out: {line}"
    if folder in line or "\n" in line or "\0" in line or _surrogate(line):
        return f"a refusal that shows what it should not: {line}"
    return None


def bad_member(member: Member | InputRejected, folder: str) -> str | None:
    """What is wrong with a file out of an archive, or with its refusal; None when all is well."""
    if isinstance(member, InputRejected):
        return None if ": " in member.message and member.remedy else f"a member refused as {member.line()}"
    if not member.path.resolve().is_relative_to(Path(folder).resolve()) or not member.path.is_file():
        return "a member outside the folder"
    if not member.name or "\0" in member.name or "\n" in member.name or _surrogate(member.name):
        return f"a member named {member.name!r}"
    return None
