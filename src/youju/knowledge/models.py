"""The ledger's tables. The one truth: every index is rebuilt from these rows."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Base of all tables."""

    type_annotation_map: ClassVar = {datetime: DateTime(timezone=True)}


class DocumentRow(Base):
    """A document: a line of versions. `source` is its display name, `live_version_id` the pointer that a publish flips;
    without one the document is kept as history only. `replaces` is the document that this one takes the place of: its
    id, or its name for as long as there is none; `title_rule` see `placing.title_of`; `said` is what was set for this
    one document, which stands above the rules of its folder."""

    __tablename__ = "documents"

    id: Mapped[str] = mapped_column(primary_key=True)
    source: Mapped[str]
    category: Mapped[str | None]
    collection: Mapped[str | None]
    live_version_id: Mapped[str | None]
    replaces: Mapped[str | None] = mapped_column(index=True)
    title_rule: Mapped[str | None]
    said: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime]


class SourceRow(Base):
    """A name under which a document is known: a file, an address, an upload. One document may have several.

    `key` names the source for good and never leaves the ledger; `root` is the key of the root under which it was found,
    `container` that of the archive or mail it came out of. `size` and `modified_ns` are the file's when `content_hash`
    (SHA-256 of its bytes) was taken, at `seen_at`. `problem` says why those bytes did not come in: then what is live,
    if there is a document at all, is older than the file. `readers` tells which readers tried.
    """

    __tablename__ = "sources"

    key: Mapped[str] = mapped_column(primary_key=True)
    document_id: Mapped[str | None] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    root: Mapped[str | None] = mapped_column(index=True)
    container: Mapped[str | None] = mapped_column(index=True)
    content_hash: Mapped[str] = mapped_column(index=True)
    size: Mapped[int | None]
    modified_ns: Mapped[int | None] = mapped_column(BigInteger)
    seen_at: Mapped[datetime]
    added_at: Mapped[datetime]
    problem: Mapped[str | None]
    problem_code: Mapped[str | None]
    readers: Mapped[str | None]


class RootRow(Base):
    """A folder, file or address that a person named, with what was said about it: what `sync` looks at again."""

    __tablename__ = "roots"

    key: Mapped[str] = mapped_column(primary_key=True)
    location: Mapped[str]
    wish: Mapped[dict[str, Any]] = mapped_column(JSON)
    added_at: Mapped[datetime]


class RoleRow(Base):
    """One role that may read a document. No row: open to all."""

    __tablename__ = "document_roles"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(primary_key=True)


class VersionRow(Base):
    """One version, with its whole canonical text. `layout` is the compressed form of blocks, pages and lines;
    `declared` is what the source itself says of its being in force; `stored_file` names the kept original, `name` is
    what the file was called, `reader` what read it (empty where nobody knows any more), `own_title` the title that the
    text gives itself."""

    __tablename__ = "versions"
    __table_args__ = (UniqueConstraint("document_id", "number"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"))
    number: Mapped[int]
    label: Mapped[str]
    title: Mapped[str]
    own_title: Mapped[str | None]
    name: Mapped[str]
    reader: Mapped[str]
    fingerprint: Mapped[str]
    content_hash: Mapped[str] = mapped_column(index=True)
    stored_file: Mapped[str | None]
    media_type: Mapped[str]
    state: Mapped[str]
    text: Mapped[str]
    layout: Mapped[bytes] = mapped_column(LargeBinary)
    page_count: Mapped[int]
    effective_from: Mapped[date | None]
    effective_to: Mapped[date | None]
    declared: Mapped[str | None]
    created_at: Mapped[datetime]
    superseded_at: Mapped[datetime | None]


class AddressColumns:
    """The columns of a locator."""

    law: Mapped[str | None]
    article: Mapped[int | None]
    suffix: Mapped[int | None]
    paragraph: Mapped[int | None]
    item: Mapped[int | None]
    label: Mapped[str | None]
    subitem: Mapped[int | None]


class SectionRow(AddressColumns, Base):
    """A section of a version; `parent` is an ordinal of the same version."""

    __tablename__ = "sections"

    version_id: Mapped[str] = mapped_column(ForeignKey("versions.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    parent: Mapped[int | None]
    title: Mapped[str]
    level: Mapped[int]
    start: Mapped[int]
    end: Mapped[int]


class PassageRow(AddressColumns, Base):
    """A passage: `text` equals the version's `text[start:end]`, and `text_hash` proves it at every read.
    `path` is the section path; `pages`, `places` and `blocks` are the parts of the layout that lie in the span; `heads`
    the blocks, with their text, that stand above the rows of a table that the passage goes on with. The dates are set
    where the passage is in force for a part of its version's time only."""

    __tablename__ = "passages"
    __table_args__ = (
        UniqueConstraint("version_id", "ordinal"),
        Index("ix_passages_address", "law", "article"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    version_id: Mapped[str] = mapped_column(ForeignKey("versions.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    section: Mapped[int | None]
    start: Mapped[int]
    end: Mapped[int]
    text: Mapped[str]
    text_hash: Mapped[str]
    path: Mapped[list[str]] = mapped_column(JSON)
    pages: Mapped[list[Any]] = mapped_column(JSON)
    places: Mapped[list[Any]] = mapped_column(JSON)
    blocks: Mapped[list[Any]] = mapped_column(JSON)
    heads: Mapped[list[Any]] = mapped_column(JSON)
    effective_from: Mapped[date | None]
    effective_to: Mapped[date | None]


class EditionRow(Base):
    """What is known of a document that is one of several dated texts of one work, as its source says it. `line` names
    the work (the official name of a law): documents with the same line are its editions, each live in the ledger and in
    force in its own time. `commences` is the source's day of commencement, `status` its word for the state, `origin`
    where the text came from; `repeals` and `parts` see `editions.values.Edition`."""

    __tablename__ = "editions"

    document_id: Mapped[str] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True)
    line: Mapped[str] = mapped_column(index=True)
    kind: Mapped[str]
    issuer: Mapped[str | None]
    number: Mapped[str | None]
    place: Mapped[str | None]
    part: Mapped[str | None]
    published: Mapped[date | None]
    commences: Mapped[date | None]
    status: Mapped[str]
    origin: Mapped[str]
    repeals: Mapped[list[Any]] = mapped_column(JSON)
    parts: Mapped[list[Any]] = mapped_column(JSON)


class ChangeRow(Base):
    """The change counter: one row for every document touched, in commit order. Caches follow it."""

    __tablename__ = "changes"

    counter: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    document_id: Mapped[str]


class PageReadingRow(Base):
    """What OCR made of one page image, under the hash of the image: `lines` is the compressed form, without the text of
    which nothing else is kept."""

    __tablename__ = "page_readings"

    image_hash: Mapped[str] = mapped_column(primary_key=True)
    engine: Mapped[str] = mapped_column(primary_key=True)
    confidence: Mapped[float]
    lines: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]


class PageImageRow(Base):
    """Which image the page of a kept original shows. Goes with the last version that needs the original."""

    __tablename__ = "page_images"

    content_hash: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[int] = mapped_column(primary_key=True)
    image_hash: Mapped[str] = mapped_column(index=True)
    width: Mapped[float]
    height: Mapped[float]


class ImportRunRow(Base):
    """One import as a person started it. `state` is running, done, cancelled or interrupted; `wish` is what was said
    about all of its files; `staged` names the folder of uploaded files that wait, if there is one."""

    __tablename__ = "import_runs"

    id: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str]
    caller: Mapped[str]
    wish: Mapped[dict[str, Any]] = mapped_column(JSON)
    staged: Mapped[str | None]
    total: Mapped[int]
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class ImportItemRow(Base):
    """One file that a run has dealt with, in the order in which they were finished: `result` is imported, partial or
    refused, `outcome` says which kind."""

    __tablename__ = "import_items"

    run_id: Mapped[str] = mapped_column(ForeignKey("import_runs.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    result: Mapped[str]
    outcome: Mapped[str]
    code: Mapped[str | None]
    message: Mapped[str]
    document_id: Mapped[str | None]
    pages: Mapped[int]
    passages: Mapped[int]


class DeletionRow(Base):
    """A deletion whose traces in the files of ledger, index and vectors are still to be cleared."""

    __tablename__ = "deletions"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)


class SessionRow(Base):
    """A conversation of one caller. Without a title it is called by its first question."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    caller: Mapped[str] = mapped_column(index=True)
    title: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class AnswerRow(Base):
    """An answer as it was given, with everything needed to verify it again, and the conversation it was given in."""

    __tablename__ = "answers"

    id: Mapped[str] = mapped_column(primary_key=True)
    caller: Mapped[str]
    question: Mapped[str]
    created_at: Mapped[datetime]
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    record: Mapped[dict[str, Any]] = mapped_column(JSON)
    session_id: Mapped[str | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)


class AnswerPassageRow(Base):
    """A passage that an answer cites: what a deletion, a changed permission or a new version touches."""

    __tablename__ = "answer_passages"

    answer_id: Mapped[str] = mapped_column(ForeignKey("answers.id", ondelete="CASCADE"), primary_key=True)
    passage_id: Mapped[str] = mapped_column(primary_key=True)
    document_id: Mapped[str] = mapped_column(index=True)
