"""Office Open XML packages (ECMA-376 part 2): a zip of XML parts that are related to each other.

Only the parts that are asked for are unpacked, so that a damaged picture spoils nothing. Entities are never resolved
and nothing is fetched: such files have no document type, so one that declares any is refused.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Self

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue] (it ships no types)

from youju.reading.reader import Limits, SourceFile, rejected

Element = Any
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_STRICT = (
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships", OFFICE.rstrip("/").encode()),
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/", b"http://schemas.openxmlformats.org/drawingml/2006/"),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
)
"""Files saved as “Strict Open XML” name the same elements otherwise."""

_EXPANSION = 10
_MOST_XML = 256 * 2**20
_MOST_PARTS = 20_000
_DOCUMENT_TYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a part: its `id`, the last word of its type (`styles`, `footnotes`) and the name of its target,
    which is an address outside when `external`."""

    id: str
    kind: str
    target: str
    external: bool


class Package:
    """An open package. Raises `InputRejected` for one that would unpack to more than a file may have."""

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        self._source = source
        self._limits = limits
        self._archive = zipfile.ZipFile(source.path)
        self._relations: dict[str, tuple[Relation, ...]] = {}
        try:
            self._names = self._check()
        except BaseException:
            self._archive.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def main(self) -> str:
        """The name of the part that the package is about."""
        return next((each.target for each in self.relations("") if each.kind == "officeDocument"), "")

    def relations(self, part: str) -> tuple[Relation, ...]:
        """The relations of a part, of the package itself for an empty name. Targets that do not exist are left out."""
        if part not in self._relations:
            self._relations[part] = tuple(self._find_relations(part))
        return self._relations[part]

    def related(self, part: str, kind: str) -> str | None:
        """The name of the part that is related to `part` as `kind`, if there is one."""
        return next((each.target for each in self.relations(part) if each.kind == kind and not each.external), None)

    def xml(self, part: str | None) -> Element | None:
        """The root element of a part; None if there is no such part. Raises `lxml.etree.XMLSyntaxError`."""
        if part is None or part not in self._names:
            return None
        entry = self._names[part]
        if entry.file_size > min(_MOST_XML, self._limits.max_bytes * _EXPANSION):
            raise self._too_large(entry.file_size)
        data = self._archive.read(entry)
        self._refuse_entities(data[:4096])
        for strict, usual in _STRICT:
            data = data.replace(strict, usual)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
        return etree.fromstring(data, parser)

    def stream(self, part: str | None) -> IO[bytes] | None:
        """The bytes of a part, unpacked as they are read; for `elements_of`."""
        if part is None or part not in self._names:
            return None
        with self._archive.open(self._names[part]) as head:
            self._refuse_entities(head.read(4096))
        return self._archive.open(self._names[part])

    def _check(self) -> dict[str, zipfile.ZipInfo]:
        entries = self._archive.infolist()
        size = sum(entry.file_size for entry in entries)
        if size > self._limits.max_bytes * _EXPANSION or len(entries) > _MOST_PARTS:
            raise self._too_large(size)
        return {entry.filename.replace("\\", "/").lstrip("/"): entry for entry in entries}

    def _too_large(self, size: int) -> Exception:
        reason = f"unpacks to {size / 2**20:.0f} MB"
        return rejected(self._source, "too_large", reason, "Split it, or raise YOUJU_MAX_FILE_MB.")

    def _refuse_entities(self, head: bytes) -> None:
        if _DOCUMENT_TYPE.search(head.replace(b"\0", b"")):
            reason = "declares XML entities, which no Office program writes"
            raise rejected(self._source, "broken", reason, "Open and save it again, then retry.")

    def _find_relations(self, part: str) -> Iterator[Relation]:
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        for each in () if root is None else root:
            target = each.get("Target", "")
            kind = each.get("Type", "").rsplit("/", 1)[-1]
            if each.get("TargetMode") == "External":
                yield Relation(each.get("Id", ""), kind, target, external=True)
                continue
            path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            if path in self._names:
                yield Relation(each.get("Id", ""), kind, path, external=False)


def elements_of(stream: IO[bytes], *names: str) -> Iterator[Element]:
    """The elements of these names (without namespace) in a part, one after the other; each is gone when the next is
    asked for."""
    tags = tuple(f"{{*}}{name}" for name in names)
    for _, element in etree.iterparse(
        stream, events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    ):
        yield element
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def local(element: Element) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
