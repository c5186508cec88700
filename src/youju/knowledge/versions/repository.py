"""Queries on the versions of documents: keeping one, making it live, and which there are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.drafts import Draft
from youju.knowledge.layout import pack
from youju.knowledge.models import DocumentRow, PassageRow, SectionRow, VersionRow
from youju.knowledge.recognition.repository import expect_pages
from youju.knowledge.repository import LIVE, batches, readable
from youju.knowledge.values import VersionInfo
from youju.knowledge.versions.rows import dates_row, passage_rows, section_rows


class VersionRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def put(self, draft: Draft) -> None:
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
                **dates_row(draft.placement),
            )
        )
        waiting = [page for page in draft.document.pages if page.number in draft.document.needs_ocr]
        await expect_pages(self._db, draft.content_hash, waiting)
        await self._put_rows(SectionRow, section_rows(draft))
        await self._put_rows(PassageRow, passage_rows(draft))

    async def _put_rows(self, table: type[SectionRow | PassageRow], rows: Sequence[dict[str, Any]]) -> None:
        for batch in batches(rows):
            await self._db.execute(insert(table), list(batch))

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

    async def exists(self, version: str) -> bool:
        """Whether the id is known, live or not."""
        return (await self._db.execute(select(VersionRow.id).where(VersionRow.id == version))).first() is not None

    async def live(self, document: str) -> str | None:
        """The live version's id."""
        return (await self._db.execute(select(DocumentRow.live_version_id).where(DocumentRow.id == document))).scalar()

    async def live_hash(self, document: str) -> str | None:
        """Hash of the bytes that the live version was made of."""
        query = select(VersionRow.content_hash).join(DocumentRow, LIVE).where(DocumentRow.id == document)
        return (await self._db.execute(query)).scalar()

    async def of(self, document: str) -> list[str]:
        """All versions of a document."""
        return list((await self._db.execute(select(VersionRow.id).where(VersionRow.document_id == document))).scalars())

    async def made_of(self, document: str, content_hash: str) -> list[tuple[str, str, str]]:
        """A document's versions of these bytes, the newest first: id, reader, fingerprint."""
        query = select(VersionRow.id, VersionRow.reader, VersionRow.fingerprint)
        query = query.where(VersionRow.document_id == document, VersionRow.content_hash == content_hash)
        rows = await self._db.execute(query.order_by(VersionRow.number.desc()))
        return [(row.id, row.reader, row.fingerprint) for row in rows]

    async def stored_files(self) -> set[str]:
        """Names of the kept originals that some version needs."""
        query = select(VersionRow.stored_file).where(VersionRow.stored_file.is_not(None)).distinct()
        return {str(name) for name in (await self._db.execute(query)).scalars()}

    async def history(self, document: str, caller: Caller) -> list[VersionInfo]:
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
            .where(VersionRow.document_id == document, readable(caller))
            .order_by(VersionRow.number.desc())
        )
        return [_version(row) for row in await self._db.execute(query)]


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
