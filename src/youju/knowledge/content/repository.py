"""Queries on what a caller may read: passages and texts of live versions, and nothing that was altered since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.content.values import Content
from youju.knowledge.identity import text_hash
from youju.knowledge.layout import block_of, unpack
from youju.knowledge.models import DocumentRow, PassageRow, VersionRow
from youju.knowledge.repository import (
    LIVE,
    PASSAGE_TERM,
    batches,
    in_force,
    passage_term,
    published,
    readable,
    replaced_from,
)
from youju.knowledge.values import PageSpan, Passage, TableHead
from youju.knowledge.versions.rows import ADDRESS, locator_of
from youju.reading.document import Place


class ContentRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

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

    async def whole(self, version: str, caller: Caller) -> Content | None:
        """A readable live version's text with its layout."""
        query = (
            select(VersionRow.text, VersionRow.layout, VersionRow.stored_file, VersionRow.media_type)
            .join(DocumentRow, LIVE)
            .where(VersionRow.id == version, readable(caller))
        )
        row = (await self._db.execute(query)).first()
        return None if row is None else Content(row.text, unpack(row.layout), row.stored_file, row.media_type)

    async def _passages(self, query: Select[*tuple[Any, ...]], at: date) -> list[Passage]:
        rows = (await self._db.execute(query)).all()
        return [_passage(row, at) for row in rows if text_hash(row.text) == row.text_hash]


def _passage_query(caller: Caller) -> Select[*tuple[Any, ...]]:
    return _live_passages(select(*_PASSAGE_COLUMNS), caller)


def _live_passages(query: Select[*tuple[Any, ...]], caller: Caller) -> Select[*tuple[Any, ...]]:
    """The query over passages, narrowed to live versions of readable documents."""
    joined = query.join(VersionRow, VersionRow.id == PassageRow.version_id).join(DocumentRow, LIVE)
    return joined.where(readable(caller))


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
    *(getattr(PassageRow, name) for name in ADDRESS),
    DocumentRow.id.label("document_id"),
    DocumentRow.source,
    DocumentRow.category,
    VersionRow.title,
    VersionRow.label.label("version_label"),
    VersionRow.media_type,
    VersionRow.effective_from,
    VersionRow.effective_to,
    VersionRow.declared,
    *PASSAGE_TERM,
    published(),
    replaced_from(),
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
        locator=locator_of(row),
        category=row.category,
        version_label=row.version_label,
        in_force=in_force(*passage_term(row), at, row.published),
        media_type=row.media_type,
    )
