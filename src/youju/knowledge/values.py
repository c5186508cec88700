"""What the ledger hands out: pure values, without storage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from youju.reading.document import Block, Place

InForceStatus = Literal["in_force", "repealed", "not_yet", "unknown"]
VersionState = Literal[
    "ready",
    "needs_ocr",  # pictures without text that nobody has tried to read: listed, not searchable
    "unreadable",  # OCR could read none of its pages: listed, not searchable
]


@dataclass(frozen=True, slots=True)
class Locator:
    """The address of a passage inside a document, in its domain's own terms. Numbers are plain integers; `suffix` is
    the N of 第X条之N. A domain fills what it knows."""

    law: str
    article: int | None = None
    suffix: int | None = None
    paragraph: int | None = None
    item: int | None = None
    label: str | None = None
    """The address as the document writes it, for example 第四十七条."""
    subitem: int | None = None
    """The 目 of a Chinese statute: a numbered point below an item."""


@dataclass(frozen=True, slots=True)
class InForce:
    """Whether a text is in force at the date asked about, and between which dates. `end` is exclusive."""

    status: InForceStatus = "unknown"
    start: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a version: `parent` is the ordinal of the section above, or None. Span includes its heading."""

    ordinal: int
    title: str
    level: int
    start: int
    end: int
    parent: int | None = None
    locator: Locator | None = None


@dataclass(frozen=True, slots=True)
class PassageSpan:
    """A passage as the cutter makes it: a span of the canonical text in one section (None before the first). The dates
    are set where it is in force for a part of its version's time only; `effective_to` is its first day out of force."""

    ordinal: int
    start: int
    end: int
    section: int | None = None
    locator: Locator | None = None
    effective_from: date | None = None
    effective_to: date | None = None


@dataclass(frozen=True, slots=True)
class PageSpan:
    """The part of a passage on one page: `[start, end)` in the version's canonical text. `estimated` and `confidence`
    (of OCR, 0–1) are the page's own, see `reading.document.Page`."""

    number: int
    start: int
    end: int
    label: str | None = None
    estimated: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class TableHead:
    """What a person reads above the rows with which a passage begins: the caption of their table or one of its header
    rows. `block` stands before the passage; `text` is its text in the canonical one, empty where it is too long
    to be read with every row."""

    block: Block
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of one live version of one document, as retrieval, registry, gate and cards use it.

    `text == version.text[start:end]`. `blocks`, `pages` and `places` are those that lie in the span, clipped to it
    but for blocks (offsets in the canonical text).
    `heads` stand before the span: they are read, searched and checked with the passage, and never quoted as its words.
    `source` and `title` are display names. `section` is the path of headings, outermost first.
    """

    id: str
    document_id: str
    version_id: str
    ordinal: int
    text: str
    start: int
    end: int
    source: str
    title: str
    section: tuple[str, ...] = ()
    section_ordinal: int | None = None
    pages: tuple[PageSpan, ...] = ()
    places: tuple[Place, ...] = ()
    blocks: tuple[Block, ...] = ()
    heads: tuple[TableHead, ...] = ()
    locator: Locator | None = None
    category: str | None = None
    version_label: str = ""
    in_force: InForce = InForce()
    media_type: str = "text/plain"

    @property
    def key(self) -> str:
        """What makes two passages the same source: document and locator where there is one, else the id."""
        return f"{self.document_id}/{self.locator}" if self.locator else self.id


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """One document as a list shows it. `pages` and `passages` are counts of the live version.

    `other_names` are those besides `source`; `replaces` the document that it takes the place of (its id, or its name
    where there is none). `source_is_newer`: the file holds another text than what is live, because it could not be read
    (then `problem` says why) or because an earlier version was restored. Not
    `live`: kept as history only, neither searched nor shown.
    """

    id: str
    source: str
    title: str
    state: VersionState
    category: str | None
    collection: str | None
    roles: frozenset[str]
    pages: int
    passages: int
    characters: int
    version_id: str
    version_number: int
    version_label: str
    effective_from: date | None
    effective_to: date | None
    in_force: InForce
    media_type: str
    imported_at: datetime
    other_names: tuple[str, ...] = ()
    replaces: str | None = None
    source_is_newer: bool = False
    problem: str | None = None
    live: bool = True


@dataclass(frozen=True, slots=True)
class VersionInfo:
    """One version in a document's history, newest first in lists. `name` is what its file was called, `reader` what
    read it (empty where that is not known)."""

    id: str
    number: int
    label: str
    live: bool
    state: VersionState
    characters: int
    pages: int
    passages: int
    created_at: datetime
    superseded_at: datetime | None
    name: str = ""
    reader: str = ""
    effective_from: date | None = None
    effective_to: date | None = None
