"""Queries of those who follow the ledger, as an index does: what has changed, and what there is to search."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.index.protocol import Address, Entry
from youju.knowledge.models import ChangeRow, DocumentRow, EditionRow, PassageRow, VersionRow
from youju.knowledge.repository import LIVE, PASSAGE_TERM, batches, passage_term, replaced_from, roles_of


class FeedRepository:
    """Queries over one connection. They take no caller: what an index holds is filtered when it is searched."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def record(self, document: str) -> None:
        """Advance the change counter."""
        await self._db.execute(insert(ChangeRow).values(document_id=document))

    async def counter(self) -> int:
        """The newest change; 0 for an empty ledger."""
        return (await self._db.execute(select(func.coalesce(func.max(ChangeRow.counter), 0)))).scalar_one()

    async def changed_since(self, since: int) -> list[str]:
        """Documents touched after `since`, deleted ones included."""
        query = select(ChangeRow.document_id).where(ChangeRow.counter > since).distinct()
        return sorted((await self._db.execute(query)).scalars())

    async def live_documents(self) -> list[str]:
        """Ids of all documents that have a live version."""
        query = select(DocumentRow.id).where(DocumentRow.live_version_id.is_not(None)).order_by(DocumentRow.id)
        return list((await self._db.execute(query)).scalars())

    async def live_versions(self) -> set[str]:
        """Ids of all live versions that have passages: what an index must hold."""
        query = select(VersionRow.id).join(DocumentRow, LIVE).where(VersionRow.state == "ready")
        return set((await self._db.execute(query)).scalars())

    async def entries(self, documents: Sequence[str] | None = None) -> list[Entry]:
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
                PassageRow.label,
                EditionRow.line,
                DocumentRow.id.label("document_id"),
                DocumentRow.category,
                VersionRow.title,
                VersionRow.effective_from,
                VersionRow.effective_to,
                VersionRow.declared,
                *PASSAGE_TERM,
                replaced_from(),
            )
            .join(VersionRow, VersionRow.id == PassageRow.version_id)
            .join(DocumentRow, LIVE)
            .outerjoin(EditionRow, EditionRow.document_id == DocumentRow.id)
            .where(where)
            .order_by(DocumentRow.id, PassageRow.ordinal)
        )
        rows = (await self._db.execute(query)).all()
        roles = await roles_of(self._db, sorted({row.document_id for row in rows}))
        return [
            Entry(
                passage_id=row.id,
                version_id=row.version_id,
                document_id=row.document_id,
                heading=" ".join([row.title, *row.path, *(text for *_, text in row.heads if text)]),
                text=row.text,
                roles=roles.get(row.document_id, frozenset()),
                category=row.category,
                **_index_dates(row),
                address=Address(row.line, row.label, tuple(row.path[:-1])) if row.line and row.label else None,
            )
            for row in rows
        ]


def _index_dates(row: Any) -> dict[str, date | None]:
    """A text that is declared repealed without a date is in force on no day that a search can ask about."""
    start, end, declared = passage_term(row)
    return {"effective_from": start, "effective_to": date.min if declared == "repealed" and end is None else end}
