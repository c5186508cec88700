"""Queries on editions: what each document is an edition of, and the days in force that follow."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.editions.values import Dates, Edition, EditionInfo, Repeal, RepealedPart, StoredText
from youju.knowledge.layout import unpack
from youju.knowledge.models import DocumentRow, EditionRow, SectionRow, SourceRow, VersionRow
from youju.knowledge.repository import LIVE, readable
from youju.knowledge.values import Section
from youju.knowledge.versions.rows import locator_of
from youju.reading.document import ReadDocument

_COLUMNS = ("line", "kind", "published", "commences", "status", "origin", "issuer", "number", "place", "part")


class EditionRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def put(self, document: str, edition: Edition) -> None:
        """Keep what is known of a document in place of what was."""
        await self._db.execute(delete(EditionRow).where(EditionRow.document_id == document))
        await self._db.execute(insert(EditionRow).values(document_id=document, **_row(edition)))

    async def all(self) -> dict[str, Edition]:
        """Every edition whose document has a live version, by document id."""
        query = select(EditionRow).join(DocumentRow, DocumentRow.id == EditionRow.document_id)
        rows = await self._db.execute(query.where(DocumentRow.live_version_id.is_not(None)))
        return {row.document_id: _edition(row) for row in rows}

    async def dates(self) -> dict[str, Dates]:
        """The days in force that the live version of each edition has now."""
        query = select(EditionRow.document_id, VersionRow.effective_from, VersionRow.effective_to, VersionRow.declared)
        query = query.join(DocumentRow, DocumentRow.id == EditionRow.document_id).join(VersionRow, LIVE)
        return {
            row.document_id: Dates(row.effective_from, row.effective_to, row.declared)
            for row in await self._db.execute(query)
        }

    async def declare(self, document: str, declared: str | None) -> None:
        """Say of a document's live version what its dates do not."""
        live = select(DocumentRow.live_version_id).where(DocumentRow.id == document).scalar_subquery()
        await self._db.execute(update(VersionRow).where(VersionRow.id == live).values(declared=declared))

    async def stored(self, document: str) -> StoredText | None:
        """A live edition as it is kept."""
        query = select(VersionRow, DocumentRow.source).join(DocumentRow, LIVE).where(DocumentRow.id == document)
        row = (await self._db.execute(query)).first()
        if row is None:
            return None
        key = select(SourceRow.key).where(SourceRow.document_id == document).order_by(SourceRow.added_at, SourceRow.key)
        return StoredText(
            document_id=document,
            key=(await self._db.execute(key)).scalars().first() or "",
            source=row.source,
            title=row.title,
            label=row.label,
            document=_document(row),
            sections=tuple(await self._sections(row.id)),
            content_hash=row.content_hash,
            stored_file=row.stored_file,
        )

    async def readable_by(self, caller: Caller) -> list[EditionInfo]:
        """The editions that a caller may read, by line and then by date of publication."""
        articles = (
            select(func.count())
            .where(SectionRow.version_id == VersionRow.id, SectionRow.article.is_not(None))
            .correlate(VersionRow)
            .scalar_subquery()
        )
        query = (
            select(
                EditionRow,
                DocumentRow.source,
                VersionRow.id.label("version_id"),
                VersionRow.effective_from,
                VersionRow.effective_to,
                VersionRow.declared,
                articles.label("articles"),
            )
            .join(DocumentRow, DocumentRow.id == EditionRow.document_id)
            .join(VersionRow, LIVE)
            .where(readable(caller))
            .order_by(EditionRow.line, EditionRow.published, EditionRow.document_id)
        )
        return [_info(row) for row in await self._db.execute(query)]

    async def sections(self, version: str, caller: Caller) -> list[Section]:
        """The sections of a readable live version, in order."""
        live = select(VersionRow.id).join(DocumentRow, LIVE).where(VersionRow.id == version, readable(caller))
        return await self._sections(version) if (await self._db.execute(live)).first() else []

    async def _sections(self, version: str) -> list[Section]:
        query = select(SectionRow).where(SectionRow.version_id == version).order_by(SectionRow.ordinal)
        return [_section(row) for row in await self._db.execute(query)]


def _row(edition: Edition) -> dict[str, Any]:
    plain = {name: getattr(edition, name) for name in _COLUMNS}
    return plain | {
        "repeals": [_plain(asdict(repeal)) for repeal in edition.repeals],
        "parts": [_plain(asdict(part)) for part in edition.parts],
    }


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def _edition(row: Any) -> Edition:
    return Edition(
        **{name: getattr(row, name) for name in _COLUMNS},
        repeals=tuple(Repeal(**one | {"since": _day(one["since"])}) for one in row.repeals),
        parts=tuple(RepealedPart(**one | {"until": date.fromisoformat(one["until"])}) for one in row.parts),
    )


def _day(written: str | None) -> date | None:
    return date.fromisoformat(written) if written else None


def _info(row: Any) -> EditionInfo:
    return EditionInfo(
        document_id=row.document_id,
        version_id=row.version_id,
        source=row.source,
        edition=_edition(row),
        dates=Dates(row.effective_from, row.effective_to, row.declared),
        articles=row.articles,
    )


def _document(row: Any) -> ReadDocument:
    layout = unpack(row.layout)
    return ReadDocument(
        text=row.text,
        blocks=layout.blocks,
        pages=layout.pages,
        lines=layout.lines,
        places=layout.places,
        tables=layout.tables,
        title=row.own_title,
        media_type=row.media_type,
        metadata={"reader": row.reader} if row.reader else {},
    )


def _section(row: Any) -> Section:
    return Section(row.ordinal, row.title, row.level, row.start, row.end, row.parent, locator_of(row))
