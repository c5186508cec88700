"""Every query on the ledger. Nothing here commits: the ledger's doors do.

A query that returns document content takes a `Caller` and filters by it in SQL.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from youju.caller import Caller
from youju.index.protocol import Entry
from youju.knowledge.deletion.repository import begin_deletion
from youju.knowledge.drafts import Draft
from youju.knowledge.heads import TableHeads
from youju.knowledge.identity import text_hash
from youju.knowledge.layout import Layout, Overlapping, block_of, block_row, pack, unpack
from youju.knowledge.models import (
    AnswerPassageRow,
    AnswerRow,
    ChangeRow,
    DocumentRow,
    ImportItemRow,
    PageImageRow,
    PageReadingRow,
    PassageRow,
    RoleRow,
    SectionRow,
    VersionRow,
)
from youju.knowledge.names.repository import Names
from youju.knowledge.names.values import Name
from youju.knowledge.placing import Placement, Wish, title_of
from youju.knowledge.recognition.repository import expect_pages
from youju.knowledge.values import (
    DocumentInfo,
    InForce,
    InForceStatus,
    Locator,
    PageSpan,
    Passage,
    PassageSpan,
    TableHead,
    VersionInfo,
)
from youju.reading.document import Page, Place

T = TypeVar("T")

_MANY = 500
"""How many ids one IN list takes: below every engine's limit on bound parameters."""


def batches(items: Sequence[T], size: int = _MANY) -> Iterable[Sequence[T]]:
    """Split a sequence into runs of at most `size`."""
    return (items[at : at + size] for at in range(0, len(items), size))


def in_force(start: date | None, end: date | None, declared: str | None, at: date) -> InForce:
    """The state at a date. Dates decide where they are known; what the source declares fills the rest."""
    status: InForceStatus = "unknown"
    if start is not None and at < start:
        status = "not_yet"
    elif (end is not None and at >= end) or declared == "repealed":
        status = "repealed"
    elif start is not None or declared == "in_force":
        status = "in_force"
    return InForce(status, start, end)


def _readable(caller: Caller) -> ColumnElement[bool]:
    """Documents open to this caller."""
    if caller.reads_all:
        return DocumentRow.id.is_not(None)
    roles = select(RoleRow.document_id).where(RoleRow.document_id == DocumentRow.id)
    return or_(~roles.exists(), roles.where(RoleRow.role.in_(sorted(caller.roles))).exists())


_LIVE = DocumentRow.live_version_id == VersionRow.id


def _newest() -> ColumnElement[bool]:
    """Joins documents that are kept as history only with their newest version."""
    other = aliased(VersionRow)
    number = select(func.max(other.number)).where(other.document_id == DocumentRow.id).correlate(DocumentRow)
    return and_(
        DocumentRow.live_version_id.is_(None),
        VersionRow.document_id == DocumentRow.id,
        VersionRow.number == number.scalar_subquery(),
    )


def _replaced_from() -> ColumnElement[date]:
    """The day from which a live document takes the place of this one: `date.min` where that one has no first day of its
    own; NULL where there is none. Derived at each reading, so that it goes with the document that replaces."""
    newer, version = aliased(DocumentRow), aliased(VersionRow)
    return (
        select(func.min(func.coalesce(version.effective_from, date.min)))
        .join(newer, newer.live_version_id == version.id)
        .where(newer.replaces == DocumentRow.id)
        .correlate(DocumentRow)
        .scalar_subquery()
        .label("replaced_from")
    )


_ADDRESS = ("law", "article", "suffix", "paragraph", "item", "label")


def _address(locator: Locator | None) -> dict[str, Any]:
    return {name: getattr(locator, name) if locator else None for name in _ADDRESS}


def _locator(row: Any) -> Locator | None:
    return Locator(**{name: getattr(row, name) for name in _ADDRESS}) if row.law is not None else None


class Repository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection
        self.names = Names(connection)

    # ── writing ────────────────────────────────────────────────────────────────────────────────────────────────

    async def put_document(self, document: str, source: str, placement: Placement, said: Wish | None = None) -> None:
        """Insert the document if it is new, and place it."""
        if not await self.document_exists(document):
            row = {"id": document, "source": source, "created_at": datetime.now(UTC), "said": {}}
            await self._db.execute(insert(DocumentRow).values(row))
            pending = update(DocumentRow).where(DocumentRow.replaces == source).values(replaces=document)
            await self._db.execute(pending)
        values = _document_row(placement) | ({} if said is None else {"said": said.row()})
        await self._db.execute(update(DocumentRow).where(DocumentRow.id == document).values(**values))
        await self.put_roles(document, placement.roles)

    async def rename(self, document: str) -> bool:
        """Show a document under the first of its names; whether that is another one than before."""
        names = await self.names.of(document)
        shown = await self.display_name(document)
        if not names or names[0].name == shown:
            return False
        await self._db.execute(update(DocumentRow).where(DocumentRow.id == document).values(source=names[0].name))
        await self.retitle(document)
        return True

    async def retitle(self, document: str) -> None:
        """Title the live version by the rule that the document has."""
        query = select(DocumentRow.source, DocumentRow.title_rule, VersionRow.id, VersionRow.own_title)
        row = (await self._db.execute(query.join(VersionRow, _LIVE).where(DocumentRow.id == document))).one()
        title = title_of(row.title_rule, row.own_title, row.source)
        await self._db.execute(update(VersionRow).where(VersionRow.id == row.id).values(title=title))

    async def put_roles(self, document: str, roles: Iterable[str]) -> None:
        """Replace the roles of a document."""
        await self._db.execute(delete(RoleRow).where(RoleRow.document_id == document))
        rows = [{"document_id": document, "role": role} for role in sorted(roles)]
        if rows:
            await self._db.execute(insert(RoleRow), rows)

    async def put_version(self, draft: Draft) -> None:
        """Insert the draft's version with its sections and passages. It is not live yet."""
        newest = select(func.coalesce(func.max(VersionRow.number), 0)).where(
            VersionRow.document_id == draft.document_id
        )
        number = (await self._db.execute(newest)).scalar_one() + 1
        await self._db.execute(
            insert(VersionRow).values(
                id=draft.version_id,
                document_id=draft.document_id,
                number=number,
                label=draft.label,
                title=draft.title,
                own_title=draft.document.title,
                name=draft.source,
                reader=draft.reader,
                fingerprint=draft.fingerprint,
                content_hash=draft.content_hash,
                stored_file=draft.stored_file,
                media_type=draft.document.media_type,
                state=draft.state,
                text=draft.document.text,
                layout=pack(draft.document),
                page_count=len(draft.document.pages),
                declared=draft.declared,
                created_at=datetime.now(UTC),
                **_dates(draft.placement),
            )
        )
        waiting = [page for page in draft.document.pages if page.number in draft.document.needs_ocr]
        await expect_pages(self._db, draft.content_hash, waiting)
        await self._put_rows(SectionRow, _section_rows(draft))
        await self._put_rows(PassageRow, _passage_rows(draft))

    async def _put_rows(self, table: type[SectionRow | PassageRow], rows: Sequence[dict[str, Any]]) -> None:
        for batch in batches(rows):
            await self._db.execute(insert(table), list(batch))

    async def put_placement(self, document: str, version: str, placement: Placement, said: Wish | None = None) -> None:
        """Move a document and its live version."""
        await self.put_document(document, "", placement, said)
        await self.retitle(document)
        await self._db.execute(update(VersionRow).where(VersionRow.id == version).values(**_dates(placement)))

    async def make_live(self, document: str, version: str | None) -> None:
        """Flip the live pointer: the one step that readers see. None keeps the document as history only."""
        now = datetime.now(UTC)
        old = select(DocumentRow.live_version_id).where(DocumentRow.id == document).scalar_subquery()
        await self._db.execute(
            update(VersionRow)
            .where(VersionRow.id == old, VersionRow.id.is_distinct_from(version))
            .values(superseded_at=now)
        )
        if version is not None:
            await self._db.execute(update(VersionRow).where(VersionRow.id == version).values(superseded_at=None))
        await self._db.execute(update(DocumentRow).where(DocumentRow.id == document).values(live_version_id=version))

    async def record_change(self, document: str) -> None:
        """Advance the change counter."""
        await self._db.execute(insert(ChangeRow).values(document_id=document))

    async def delete_document(self, document: str) -> None:
        """Delete a document with all its versions, sections, passages and roles."""
        await self._db.execute(delete(DocumentRow).where(DocumentRow.id == document))
        await begin_deletion(self._db)

    async def forget_pages(self) -> None:
        """Delete what OCR made of page images that no version shows any more."""
        needed = select(VersionRow.content_hash)
        await self._db.execute(delete(PageImageRow).where(PageImageRow.content_hash.not_in(needed)))
        shown = select(PageImageRow.image_hash)
        await self._db.execute(delete(PageReadingRow).where(PageReadingRow.image_hash.not_in(shown)))

    async def delete_answers(self, document: str) -> None:
        """Delete the answers that cite a document."""
        citing = select(AnswerPassageRow.answer_id).where(AnswerPassageRow.document_id == document)
        await self._db.execute(delete(AnswerRow).where(AnswerRow.id.in_(citing)))

    async def blank_items(self, document: str) -> None:
        """Take a deleted document's name out of the records of imports."""
        values = {"name": "(deleted)", "message": "Deleted since.", "document_id": None}
        await self._db.execute(update(ImportItemRow).where(ImportItemRow.document_id == document).values(**values))

    async def answers_citing(self, documents: Sequence[str]) -> int:
        """How many kept answers cite one of these documents."""
        query = select(func.count(AnswerPassageRow.answer_id.distinct()))
        return (await self._db.execute(query.where(AnswerPassageRow.document_id.in_(list(documents))))).scalar_one()

    async def put_answer(
        self, identifier: str, caller: Caller, answer: dict[str, Any], record: dict[str, Any], cited: dict[str, str]
    ) -> None:
        """Keep an answer with its evidence. `cited`: passage id → document id."""
        await self._db.execute(
            insert(AnswerRow).values(
                id=identifier,
                caller=caller.name,
                question=answer["question"],
                created_at=datetime.now(UTC),
                answer=answer,
                record=record,
            )
        )
        if cited:
            rows = [{"answer_id": identifier, "passage_id": p, "document_id": d} for p, d in cited.items()]
            await self._db.execute(insert(AnswerPassageRow), rows)

    # ── reading for the parts (no content leaves without a caller) ─────────────────────────────────────────────

    async def document_exists(self, document: str) -> bool:
        """Whether the id is known."""
        return (await self._db.execute(select(DocumentRow.id).where(DocumentRow.id == document))).first() is not None

    async def version_exists(self, version: str) -> bool:
        """Whether the id is known, live or not."""
        return (await self._db.execute(select(VersionRow.id).where(VersionRow.id == version))).first() is not None

    async def live_version(self, document: str) -> str | None:
        """The live version's id."""
        return (await self._db.execute(select(DocumentRow.live_version_id).where(DocumentRow.id == document))).scalar()

    async def version_ids(self, document: str) -> list[str]:
        """All versions of a document."""
        return list((await self._db.execute(select(VersionRow.id).where(VersionRow.document_id == document))).scalars())

    async def live_documents(self) -> list[str]:
        """Ids of all documents that have a live version."""
        query = select(DocumentRow.id).where(DocumentRow.live_version_id.is_not(None)).order_by(DocumentRow.id)
        return list((await self._db.execute(query)).scalars())

    async def live_versions(self) -> set[str]:
        """Ids of all live versions that have passages: what an index must hold."""
        query = select(VersionRow.id).join(DocumentRow, _LIVE).where(VersionRow.state == "ready")
        return set((await self._db.execute(query)).scalars())

    async def placement(self, document: str) -> Placement:
        """Where a document stands now; one that is kept as history only: where it stood last."""
        query = (
            select(DocumentRow, VersionRow.effective_from, VersionRow.effective_to)
            .join(VersionRow, VersionRow.document_id == DocumentRow.id)
            .where(DocumentRow.id == document)
            .order_by((VersionRow.id == DocumentRow.live_version_id).desc(), VersionRow.number.desc())
        )
        row = (await self._db.execute(query)).first()
        if row is None:
            return Placement()
        return _placement(row, (await self._roles([document])).get(document, frozenset()))

    async def said(self, document: str) -> Wish:
        """What was set for this one document."""
        row = (await self._db.execute(select(DocumentRow.said).where(DocumentRow.id == document))).first()
        return Wish.of(row.said) if row else Wish()

    async def placements(self) -> dict[str, tuple[Placement, Wish]]:
        """Where each live document stands, and what was set for it alone."""
        query = select(DocumentRow, VersionRow.effective_from, VersionRow.effective_to).join(VersionRow, _LIVE)
        roles = await self._roles(None)
        return {
            row.id: (_placement(row, roles.get(row.id, frozenset())), Wish.of(row.said))
            for row in await self._db.execute(query)
        }

    async def is_nameless(self, document: str) -> bool:
        """Whether a document has lost all its names and is kept for its history."""
        return await self.document_exists(document) and not await self.names.of(document)

    async def display_name(self, document: str) -> str:
        """What a document is called in lists."""
        query = select(DocumentRow.source).where(DocumentRow.id == document)
        return (await self._db.execute(query)).scalar_one()

    async def find(self, wanted: str) -> str | None:
        """Id of the one document with that id or name."""
        if await self.document_exists(wanted):
            return wanted
        named = select(DocumentRow.id).where(DocumentRow.source == wanted)
        found = set((await self._db.execute(named)).scalars())
        return found.pop() if len(found) == 1 else None

    async def live_hash(self, document: str) -> str | None:
        """Hash of the bytes that the live version was made of."""
        query = select(VersionRow.content_hash).join(DocumentRow, _LIVE).where(DocumentRow.id == document)
        return (await self._db.execute(query)).scalar()

    async def twins(self, content_hash: str, caller: Caller) -> list[tuple[str, str]]:
        """Readable documents whose live version was made of these bytes: id and display name, the oldest first."""
        query = select(DocumentRow.id, DocumentRow.source).join(VersionRow, _LIVE).where(_readable(caller))
        query = query.where(VersionRow.content_hash == content_hash, VersionRow.stored_file.is_not(None))
        rows = await self._db.execute(query.order_by(DocumentRow.created_at, DocumentRow.id))
        return [(row.id, row.source) for row in rows]

    async def versions_of(self, document: str, content_hash: str) -> list[tuple[str, str, str]]:
        """A document's versions of these bytes, the newest first: id, reader, fingerprint."""
        query = select(VersionRow.id, VersionRow.reader, VersionRow.fingerprint)
        query = query.where(VersionRow.document_id == document, VersionRow.content_hash == content_hash)
        rows = await self._db.execute(query.order_by(VersionRow.number.desc()))
        return [(row.id, row.reader, row.fingerprint) for row in rows]

    async def replaced(self, documents: Iterable[str]) -> set[str]:
        """The documents that these take the place of: their end depends on these."""
        query = select(DocumentRow.replaces).where(DocumentRow.id.in_(list(documents)))
        return {one for one in (await self._db.execute(query)).scalars() if one is not None}

    async def replaced_line(self, document: str) -> list[str]:
        """A document, the one that it replaces, the one that that replaces, and so on."""
        line: list[str] = []
        following: set[str] = {document}
        while following and not following & set(line):
            line += following
            following = await self.replaced(following)
        return line

    async def change_counter(self) -> int:
        """The newest change; 0 for an empty ledger."""
        return (await self._db.execute(select(func.coalesce(func.max(ChangeRow.counter), 0)))).scalar_one()

    async def changed_documents(self, since: int) -> list[str]:
        """Documents touched after `since`, deleted ones included."""
        query = select(ChangeRow.document_id).where(ChangeRow.counter > since).distinct()
        return sorted((await self._db.execute(query)).scalars())

    async def stored_files(self) -> set[str]:
        """Names of the kept originals that some version needs."""
        query = select(VersionRow.stored_file).where(VersionRow.stored_file.is_not(None)).distinct()
        return {str(name) for name in (await self._db.execute(query)).scalars()}

    async def live_entries(self, documents: Sequence[str] | None = None) -> list[Entry]:
        """What the search index holds for these documents' live versions, or for all of them."""
        if documents is None:
            return await self._entries(DocumentRow.id.is_not(None))
        entries: list[Entry] = []
        for some in batches(documents):
            entries += await self._entries(DocumentRow.id.in_(list(some)))
        return entries

    async def _entries(self, where: ColumnElement[bool]) -> list[Entry]:
        query = (
            select(
                PassageRow.id,
                PassageRow.version_id,
                PassageRow.path,
                PassageRow.heads,
                PassageRow.text,
                DocumentRow.id.label("document_id"),
                DocumentRow.category,
                VersionRow.title,
                VersionRow.effective_from,
                VersionRow.effective_to,
                VersionRow.declared,
                _replaced_from(),
            )
            .join(VersionRow, VersionRow.id == PassageRow.version_id)
            .join(DocumentRow, _LIVE)
            .where(where)
            .order_by(DocumentRow.id, PassageRow.ordinal)
        )
        rows = (await self._db.execute(query)).all()
        roles = await self._roles(sorted({row.document_id for row in rows}))
        return [
            Entry(
                passage_id=row.id,
                version_id=row.version_id,
                document_id=row.document_id,
                heading=" ".join([row.title, *row.path, *(text for *_, text in row.heads if text)]),
                text=row.text,
                roles=roles.get(row.document_id, frozenset()),
                category=row.category,
                effective_from=row.effective_from,
                effective_to=_index_end(row),
            )
            for row in rows
        ]

    async def _roles(self, documents: Sequence[str] | None) -> dict[str, frozenset[str]]:
        query = select(RoleRow.document_id, RoleRow.role)
        found: dict[str, set[str]] = {}
        for some in [None] if documents is None else batches(documents):
            chosen = query if some is None else query.where(RoleRow.document_id.in_(list(some)))
            for row in await self._db.execute(chosen):
                found.setdefault(row.document_id, set()).add(row.role)
        return {document: frozenset(roles) for document, roles in found.items()}

    # ── reading content, for a caller ──────────────────────────────────────────────────────────────────────────

    async def passages(self, ids: Sequence[str], caller: Caller, at: date) -> dict[str, Passage]:
        """Live, permitted and unaltered passages among `ids`."""
        found: dict[str, Passage] = {}
        for some in batches(list(ids)):
            for passage in await self._passages(_passage_query(caller).where(PassageRow.id.in_(list(some))), at):
                found[passage.id] = passage
        return found

    async def section_passages(self, version: str, section: int, caller: Caller, at: date) -> list[Passage]:
        """All passages of one section of a live version, in order."""
        query = _passage_query(caller).where(PassageRow.version_id == version, PassageRow.section == section)
        return await self._passages(query.order_by(PassageRow.ordinal), at)

    async def passages_at(self, law: str, article: int, suffix: int | None, caller: Caller, at: date) -> list[Passage]:
        """The passages of one article of a live document whose locators carry `law`."""
        query = _passage_query(caller).where(
            PassageRow.law == law, PassageRow.article == article, PassageRow.suffix.is_not_distinct_from(suffix)
        )
        return await self._passages(query.order_by(PassageRow.version_id, PassageRow.ordinal), at)

    async def law_names(self, caller: Caller) -> list[str]:
        """Names that the locators of readable live passages carry."""
        query = _live_passages(select(PassageRow.law).distinct(), caller).where(PassageRow.law.is_not(None))
        return sorted((await self._db.execute(query)).scalars())

    async def last_article(self, law: str, caller: Caller) -> int | None:
        """The highest article number of a law."""
        query = _live_passages(select(func.max(PassageRow.article)), caller).where(PassageRow.law == law)
        return (await self._db.execute(query)).scalar()

    async def _passages(self, query: Select[*tuple[Any, ...]], at: date) -> list[Passage]:
        rows = (await self._db.execute(query)).all()
        return [_passage(row, at) for row in rows if text_hash(row.text) == row.text_hash]

    async def documents(self, caller: Caller, at: date, *, history: bool = False) -> list[DocumentInfo]:
        """Readable documents, by display name: the living ones, or those that are kept as history only, in their newest
        version."""
        count = (
            select(func.count()).where(PassageRow.version_id == VersionRow.id).correlate(VersionRow).scalar_subquery()
        )
        query = (
            select(
                DocumentRow.id,
                DocumentRow.source,
                DocumentRow.category,
                DocumentRow.collection,
                VersionRow.id.label("version_id"),
                VersionRow.number,
                VersionRow.label,
                VersionRow.title,
                VersionRow.state,
                VersionRow.page_count,
                VersionRow.media_type,
                VersionRow.effective_from,
                VersionRow.effective_to,
                VersionRow.declared,
                _replaced_from(),
                DocumentRow.replaces,
                VersionRow.content_hash,
                VersionRow.created_at,
                DocumentRow.live_version_id,
                func.length(VersionRow.text).label("characters"),
                count.label("passages"),
            )
            .join(VersionRow, _newest() if history else _LIVE)
            .where(_readable(caller))
            .order_by(DocumentRow.source, DocumentRow.id)
        )
        rows = (await self._db.execute(query)).all()
        roles = await self._roles(None)
        names: dict[str, list[Name]] = {}
        for name in await self.names.with_document():
            names.setdefault(str(name.document_id), []).append(name)
        return [_document(row, roles.get(row.id, frozenset()), names.get(row.id, []), at) for row in rows]

    async def versions(self, document: str, caller: Caller) -> list[VersionInfo]:
        """History of a readable document, newest first."""
        count = select(func.count()).where(PassageRow.version_id == VersionRow.id).correlate(VersionRow)
        query = (
            select(
                VersionRow.id,
                VersionRow.number,
                VersionRow.label,
                VersionRow.state,
                VersionRow.page_count,
                VersionRow.created_at,
                VersionRow.superseded_at,
                func.length(VersionRow.text).label("characters"),
                count.scalar_subquery().label("passages"),
                VersionRow.name,
                VersionRow.reader,
                VersionRow.effective_from,
                VersionRow.effective_to,
                DocumentRow.live_version_id,
            )
            .join(DocumentRow, DocumentRow.id == VersionRow.document_id)
            .where(VersionRow.document_id == document, _readable(caller))
            .order_by(VersionRow.number.desc())
        )
        return [_version(row) for row in await self._db.execute(query)]

    async def content(self, version: str, caller: Caller) -> tuple[str, Layout, str | None, str] | None:
        """Text, layout, kept original and media type of a readable live version."""
        query = (
            select(VersionRow.text, VersionRow.layout, VersionRow.stored_file, VersionRow.media_type)
            .join(DocumentRow, _LIVE)
            .where(VersionRow.id == version, _readable(caller))
        )
        row = (await self._db.execute(query)).first()
        return None if row is None else (row.text, unpack(row.layout), row.stored_file, row.media_type)

    async def answer(self, identifier: str, caller: Caller) -> dict[str, Any] | None:
        """An answer that was given to this caller, who may still read all that it cites."""
        cited = select(AnswerPassageRow.document_id).where(AnswerPassageRow.answer_id == AnswerRow.id)
        readable = select(DocumentRow.id).where(_readable(caller))
        query = select(AnswerRow.answer).where(
            AnswerRow.id == identifier,
            AnswerRow.caller == caller.name,
            ~cited.where(AnswerPassageRow.document_id.not_in(readable)).exists(),
        )
        return (await self._db.execute(query)).scalar()


def _passage_query(caller: Caller) -> Select[*tuple[Any, ...]]:
    return _live_passages(select(*_PASSAGE_COLUMNS), caller)


def _live_passages(query: Select[*tuple[Any, ...]], caller: Caller) -> Select[*tuple[Any, ...]]:
    """The query over passages, narrowed to live versions of readable documents."""
    joined = query.join(VersionRow, VersionRow.id == PassageRow.version_id).join(DocumentRow, _LIVE)
    return joined.where(_readable(caller))


_PASSAGE_COLUMNS: list[Any] = [
    PassageRow.id,
    PassageRow.version_id,
    PassageRow.ordinal,
    PassageRow.section,
    PassageRow.start,
    PassageRow.end,
    PassageRow.text,
    PassageRow.text_hash,
    PassageRow.path,
    PassageRow.pages,
    PassageRow.places,
    PassageRow.blocks,
    PassageRow.heads,
    *(getattr(PassageRow, name) for name in _ADDRESS),
    DocumentRow.id.label("document_id"),
    DocumentRow.source,
    DocumentRow.category,
    VersionRow.title,
    VersionRow.label.label("version_label"),
    VersionRow.media_type,
    VersionRow.effective_from,
    VersionRow.effective_to,
    VersionRow.declared,
    _replaced_from(),
]


def _passage(row: Any, at: date) -> Passage:
    return Passage(
        id=row.id,
        document_id=row.document_id,
        version_id=row.version_id,
        ordinal=row.ordinal,
        text=row.text,
        start=row.start,
        end=row.end,
        source=row.source,
        title=row.title,
        section=tuple(row.path),
        section_ordinal=row.section,
        pages=tuple(PageSpan(*page) for page in row.pages),
        places=tuple(Place(*place) for place in row.places),
        blocks=tuple(block_of(block) for block in row.blocks),
        heads=tuple(TableHead(block_of(block), text) for *block, text in row.heads),
        locator=_locator(row),
        category=row.category,
        version_label=row.version_label,
        in_force=in_force(*_term(row), at),
        media_type=row.media_type,
    )


def _document(row: Any, roles: frozenset[str], names: Sequence[Name], at: date) -> DocumentInfo:
    newer = next((name for name in names if name.content_hash != row.content_hash), None)
    return DocumentInfo(
        id=row.id,
        source=row.source,
        title=row.title,
        state=row.state,
        category=row.category,
        collection=row.collection,
        roles=roles,
        pages=row.page_count,
        passages=row.passages,
        characters=row.characters,
        version_id=row.version_id,
        version_number=row.number,
        version_label=row.label,
        effective_from=row.effective_from,
        effective_to=row.effective_to,
        in_force=in_force(*_term(row), at),
        media_type=row.media_type,
        imported_at=row.created_at.replace(tzinfo=UTC),
        other_names=tuple(name.name for name in names[1:]),
        replaces=row.replaces,
        live=row.live_version_id is not None,
        source_is_newer=newer is not None,
        problem=newer.problem.message if newer and newer.problem else None,
    )


def _version(row: Any) -> VersionInfo:
    return VersionInfo(
        id=row.id,
        number=row.number,
        label=row.label,
        live=row.id == row.live_version_id,
        state=row.state,
        characters=row.characters,
        pages=row.page_count,
        passages=row.passages,
        created_at=row.created_at.replace(tzinfo=UTC),
        superseded_at=row.superseded_at.replace(tzinfo=UTC) if row.superseded_at else None,
        name=row.name,
        reader=row.reader,
        effective_from=row.effective_from,
        effective_to=row.effective_to,
    )


def _placement(row: Any, roles: frozenset[str]) -> Placement:
    dates = (row.effective_from, row.effective_to)
    return Placement(roles, row.category, row.collection, *dates, row.title_rule, row.replaces)


def _document_row(placement: Placement) -> dict[str, str | None]:
    return {
        "category": placement.category,
        "collection": placement.collection,
        "title_rule": placement.title,
        "replaces": placement.replaces,
    }


def _dates(placement: Placement) -> dict[str, date | None]:
    return {"effective_from": placement.effective_from, "effective_to": placement.effective_to}


def _term(row: Any) -> tuple[date | None, date | None, str | None]:
    """First day, first day out of force and what is declared, with what a document that replaces this one changes."""
    if row.replaced_from == date.min:
        return row.effective_from, row.effective_to, "repealed"
    ends = [end for end in (row.effective_to, row.replaced_from) if end is not None]
    return row.effective_from, min(ends, default=None), row.declared


def _index_end(row: Any) -> date | None:
    """A text that is declared repealed without a date is in force on no day that a search can ask about."""
    _, end, declared = _term(row)
    return date.min if declared == "repealed" and end is None else end


def _section_rows(draft: Draft) -> list[dict[str, Any]]:
    return [
        {
            "version_id": draft.version_id,
            "ordinal": section.ordinal,
            "parent": section.parent,
            "title": section.title,
            "level": section.level,
            "start": section.start,
            "end": section.end,
            **_address(section.locator),
        }
        for section in draft.sections
    ]


def _passage_rows(draft: Draft) -> list[dict[str, Any]]:
    document = draft.document
    pages = Overlapping(document.pages)
    kinds = dict.fromkeys(place.kind for place in document.places)
    places = [Overlapping([place for place in document.places if place.kind == kind]) for kind in kinds]
    blocks = Overlapping(document.blocks)
    heads = TableHeads(document.text, document.blocks)
    rows: list[dict[str, Any]] = []
    for span in draft.passages:
        text = document.text[span.start : span.end]
        rows.append(
            {
                "id": draft.passage_id(span),
                "version_id": draft.version_id,
                "ordinal": span.ordinal,
                "section": span.section,
                "start": span.start,
                "end": span.end,
                "text": text,
                "text_hash": text_hash(text),
                "path": list(draft.path(span.section)),
                "pages": [_page_row(page, span) for page in pages(span.start, span.end)],
                "places": [_place_row(place, span) for of_kind in places for place in of_kind(span.start, span.end)],
                "blocks": [block_row(block) for block in blocks(span.start, span.end)],
                "heads": [[*block_row(head.block), head.text] for head in heads.above(span.start)],
                **_address(span.locator),
            }
        )
    return rows


def _page_row(page: Page, span: PassageSpan) -> list[Any]:
    inside = max(page.start, span.start), min(page.end, span.end)
    return [page.number, *inside, page.label, page.estimated, page.confidence]


def _place_row(place: Place, span: PassageSpan) -> list[Any]:
    inside = max(place.start, span.start), min(place.end, span.end)
    return [place.kind, place.name, *inside, place.first, place.last]
