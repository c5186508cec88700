"""Queries on documents: where they stand, what they are called, what they replace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.models import DocumentRow, PassageRow, RoleRow, VersionRow
from youju.knowledge.names.repository import NameRepository
from youju.knowledge.names.values import Name
from youju.knowledge.placing import Placement, Wish, title_of
from youju.knowledge.repository import LIVE, in_force, newest, published, readable, replaced_from, roles_of, term
from youju.knowledge.values import DocumentInfo
from youju.knowledge.versions.rows import dates_row


class DocumentRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection
        self._names = NameRepository(connection)

    async def put(self, document: str, source: str, placement: Placement, said: Wish | None = None) -> None:
        """Insert the document if it is new, and place it."""
        if not await self.exists(document):
            row = {"id": document, "source": source, "created_at": datetime.now(UTC), "said": {}}
            await self._db.execute(insert(DocumentRow).values(row))
            pending = update(DocumentRow).where(DocumentRow.replaces == source).values(replaces=document)
            await self._db.execute(pending)
        values = _document_row(placement) | ({} if said is None else {"said": said.row()})
        await self._db.execute(update(DocumentRow).where(DocumentRow.id == document).values(**values))
        await self._put_roles(document, placement.roles)

    async def _put_roles(self, document: str, roles: Iterable[str]) -> None:
        await self._db.execute(delete(RoleRow).where(RoleRow.document_id == document))
        rows = [{"document_id": document, "role": role} for role in sorted(roles)]
        if rows:
            await self._db.execute(insert(RoleRow), rows)

    async def move(self, document: str, version: str, placement: Placement, said: Wish | None = None) -> None:
        """Move a document and its live version."""
        await self.put(document, "", placement, said)
        await self.retitle(document)
        await self._db.execute(update(VersionRow).where(VersionRow.id == version).values(**dates_row(placement)))

    async def rename(self, document: str) -> bool:
        """Show a document under the first of its names; whether that is another one than before."""
        names = await self._names.of(document)
        shown = await self.display_name(document)
        if not names or names[0].name == shown:
            return False
        await self._db.execute(update(DocumentRow).where(DocumentRow.id == document).values(source=names[0].name))
        await self.retitle(document)
        return True

    async def retitle(self, document: str) -> None:
        """Title the live version by the rule that the document has."""
        query = select(DocumentRow.source, DocumentRow.title_rule, VersionRow.id, VersionRow.own_title)
        row = (await self._db.execute(query.join(VersionRow, LIVE).where(DocumentRow.id == document))).one()
        title = title_of(row.title_rule, row.own_title, row.source)
        await self._db.execute(update(VersionRow).where(VersionRow.id == row.id).values(title=title))

    async def delete(self, document: str) -> None:
        """Delete a document with all its versions, sections, passages and roles."""
        await self._db.execute(delete(DocumentRow).where(DocumentRow.id == document))

    async def exists(self, document: str) -> bool:
        """Whether the id is known."""
        return (await self._db.execute(select(DocumentRow.id).where(DocumentRow.id == document))).first() is not None

    async def find(self, wanted: str) -> str | None:
        """Id of the one document with that id or name."""
        if await self.exists(wanted):
            return wanted
        named = select(DocumentRow.id).where(DocumentRow.source == wanted)
        found = set((await self._db.execute(named)).scalars())
        return found.pop() if len(found) == 1 else None

    async def display_name(self, document: str) -> str:
        """What a document is called in lists."""
        query = select(DocumentRow.source).where(DocumentRow.id == document)
        return (await self._db.execute(query)).scalar_one()

    async def is_nameless(self, document: str) -> bool:
        """Whether a document has lost all its names and is kept for its history."""
        return await self.exists(document) and not await self._names.of(document)

    async def twins(self, content_hash: str, caller: Caller) -> list[tuple[str, str]]:
        """Readable documents whose live version was made of these bytes: id and display name, the oldest first."""
        query = select(DocumentRow.id, DocumentRow.source).join(VersionRow, LIVE).where(readable(caller))
        query = query.where(VersionRow.content_hash == content_hash, VersionRow.stored_file.is_not(None))
        rows = await self._db.execute(query.order_by(DocumentRow.created_at, DocumentRow.id))
        return [(row.id, row.source) for row in rows]

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
        return _placement(row, (await roles_of(self._db, [document])).get(document, frozenset()))

    async def placements(self) -> dict[str, tuple[Placement, Wish]]:
        """Where each live document stands, and what was set for it alone."""
        query = select(DocumentRow, VersionRow.effective_from, VersionRow.effective_to).join(VersionRow, LIVE)
        roles = await roles_of(self._db, None)
        return {
            row.id: (_placement(row, roles.get(row.id, frozenset())), Wish.of(row.said))
            for row in await self._db.execute(query)
        }

    async def said(self, document: str) -> Wish:
        """What was set for this one document."""
        row = (await self._db.execute(select(DocumentRow.said).where(DocumentRow.id == document))).first()
        return Wish.of(row.said) if row else Wish()

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

    async def readable_by(self, caller: Caller, at: date, *, history: bool = False) -> list[DocumentInfo]:
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
                published(),
                replaced_from(),
                DocumentRow.replaces,
                VersionRow.content_hash,
                VersionRow.created_at,
                DocumentRow.live_version_id,
                func.length(VersionRow.text).label("characters"),
                count.label("passages"),
            )
            .join(VersionRow, newest() if history else LIVE)
            .where(readable(caller))
            .order_by(DocumentRow.source, DocumentRow.id)
        )
        rows = (await self._db.execute(query)).all()
        roles = await roles_of(self._db, None)
        names: dict[str, list[Name]] = {}
        for name in await self._names.with_document():
            names.setdefault(str(name.document_id), []).append(name)
        return [_document(row, roles.get(row.id, frozenset()), names.get(row.id, []), at) for row in rows]


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
        in_force=in_force(*term(row), at, row.published),
        media_type=row.media_type,
        imported_at=row.created_at.replace(tzinfo=UTC),
        other_names=tuple(name.name for name in names[1:]),
        replaces=row.replaces,
        live=row.live_version_id is not None,
        source_is_newer=newer is not None,
        problem=newer.problem.message if newer and newer.problem else None,
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
