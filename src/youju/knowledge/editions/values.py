"""What is known of a document that is one of several dated texts of one work, as pure values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from youju.knowledge.values import InForceStatus, Section
from youju.reading.document import ReadDocument


@dataclass(frozen=True, slots=True)
class Repeal:
    """What a text says of another work: that it, or one article or paragraph of it, is repealed from `since` on (None:
    the text names no day), and where it says so (`address`, 第一千二百六十条)."""

    name: str
    since: date | None
    address: str
    article: int | None = None
    suffix: int | None = None
    paragraph: int | None = None


@dataclass(frozen=True, slots=True)
class RepealedPart:
    """What another work has repealed of this one: an article, one paragraph of it, or (no `article`) the whole. `until`
    is its first day out of force, `law` and `address` name the repealing provision, `source` tells where that can be
    read."""

    article: int | None
    suffix: int | None
    paragraph: int | None
    until: date
    law: str
    address: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """One dated text of a work. Everything stands as its source says it: what follows from it for the days in force is
    worked out anew whenever an edition comes or goes.

    `line` names the work (the official name of a law). `commences` is what the source calls the day of commencement:
    for an amended law often that of its first text, long before `published`. `status` is the source's own word,
    `origin` where the text came from; `part` names the part of the work that this text is, where it is not whole.
    `repeals` is what the text says of other works; `parts` what is known to be repealed of this one.
    """

    line: str
    kind: str = ""
    published: date | None = None
    commences: date | None = None
    status: str = ""
    origin: str = ""
    issuer: str | None = None
    number: str | None = None
    place: str | None = None
    part: str | None = None
    repeals: tuple[Repeal, ...] = ()
    parts: tuple[RepealedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Dates:
    """The days in force that the ledger keeps for an edition: `end` is the first day out of force. `declared` says what
    the dates do not: in force, repealed on an unknown day, unknown whatever they say; None where nothing does."""

    start: date | None
    end: date | None
    declared: InForceStatus | None


Settle = Callable[[Mapping[str, Edition]], Mapping[str, Dates]]
"""From all editions, by document id, to the days in force of each. Pure; the editions of one line depend on each other,
and on what other lines repeal."""


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition as a list shows it, with the document that holds it. `articles` counts its sections that have an
    address; the dates are those that count today, whoever set them."""

    document_id: str
    version_id: str
    source: str
    edition: Edition
    dates: Dates
    articles: int


@dataclass(frozen=True, slots=True)
class StoredText:
    """A live edition as it is kept, to be cut again: `key` is the name under which it came."""

    document_id: str
    key: str
    source: str
    title: str
    label: str
    document: ReadDocument
    sections: tuple[Section, ...]
    content_hash: str
    stored_file: str | None
