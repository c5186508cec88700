"""Queries on page images and what OCR made of them. Nothing here commits.

A row of `page_images` is a page without usable text; its `image_hash` is empty until its picture has been made. A page
is known when a reading of that picture is kept, whichever document it was made for.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.models import DocumentRow, PageImageRow, PageReadingRow, VersionRow
from youju.reading.document import Page, RecognisedLine, RecognisedPage
from youju.reading.ocr.picture import PagePicture


@dataclass(frozen=True, slots=True)
class LiveFile:
    """A live version that was read from a kept original. `reader` is what read it (see `readers.recognised_by`)."""

    document_id: str
    version_id: str
    name: str
    content_hash: str
    stored_file: str
    reader: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """One page without usable text of a live version. `known`: OCR has read it."""

    file: LiveFile
    page: int
    image_hash: str
    known: bool


async def expect_pages(connection: AsyncConnection, content_hash: str, pages: Sequence[Page]) -> None:
    """These pages of these bytes are for OCR to read. What is there already stays."""
    if not pages:
        return
    query = select(PageImageRow.page).where(PageImageRow.content_hash == content_hash)
    there = set((await connection.execute(query)).scalars())
    rows = [
        {
            "content_hash": content_hash,
            "page": page.number,
            "image_hash": "",
            "width": page.width,
            "height": page.height,
        }
        for page in pages
        if page.number not in there
    ]
    if rows:
        await connection.execute(insert(PageImageRow), rows)


async def pages_of_live(connection: AsyncConnection, documents: Sequence[str] | None = None) -> list[Waiting]:
    """The pages without usable text of live versions (of these documents, or of all), document by document."""
    known = exists().where(PageReadingRow.image_hash == PageImageRow.image_hash)
    query = (
        select(
            DocumentRow.id.label("document_id"),
            DocumentRow.source,
            VersionRow.id.label("version_id"),
            VersionRow.content_hash,
            VersionRow.stored_file,
            VersionRow.reader,
            PageImageRow.page,
            PageImageRow.image_hash,
            known.label("known"),
        )
        .join(VersionRow, DocumentRow.live_version_id == VersionRow.id)
        .join(PageImageRow, PageImageRow.content_hash == VersionRow.content_hash)
        .where(VersionRow.stored_file.is_not(None))
        .order_by(DocumentRow.source, DocumentRow.id, PageImageRow.page)
    )
    wanted = None if documents is None else set(documents)
    return [
        Waiting(
            LiveFile(row.document_id, row.version_id, row.source, row.content_hash, row.stored_file, row.reader),
            row.page,
            row.image_hash,
            bool(row.known),
        )
        for row in await connection.execute(query)
        if wanted is None or row.document_id in wanted
    ]


async def readings_of(connection: AsyncConnection, content_hash: str) -> tuple[RecognisedPage, ...]:
    """What OCR has made of the pages of these bytes, by page; of several readings of one page the newest."""
    query = (
        select(PageImageRow.page, PageImageRow.width, PageImageRow.height, PageReadingRow.engine, PageReadingRow.lines)
        .join(PageReadingRow, PageReadingRow.image_hash == PageImageRow.image_hash)
        .where(PageImageRow.content_hash == content_hash)
        .order_by(PageImageRow.page, PageReadingRow.created_at, PageReadingRow.engine)
    )
    newest = {row.page: row for row in await connection.execute(query)}
    return tuple(_page(row) for row in newest.values())


async def is_read(connection: AsyncConnection, image_hash: str) -> bool:
    """Whether a reading of this picture is kept."""
    query = select(PageReadingRow.engine).where(PageReadingRow.image_hash == image_hash)
    return (await connection.execute(query)).first() is not None


async def put_picture(connection: AsyncConnection, content_hash: str, page: int, picture: PagePicture) -> bool:
    """Keep which picture a page shows; False if nothing needs that page any more."""
    done = await connection.execute(
        update(PageImageRow)
        .where(PageImageRow.content_hash == content_hash, PageImageRow.page == page)
        .values(image_hash=picture.image_hash, width=picture.width, height=picture.height)
    )
    return done.rowcount > 0


async def put_reading(connection: AsyncConnection, image_hash: str, page: RecognisedPage) -> bool:
    """Keep what OCR made of a picture; False, and nothing kept, if no page shows it any more."""
    shown = select(PageImageRow.page).where(PageImageRow.image_hash == image_hash)
    if (await connection.execute(shown)).first() is None:
        return False
    there = select(PageReadingRow.engine).where(
        PageReadingRow.image_hash == image_hash, PageReadingRow.engine == page.engine
    )
    if (await connection.execute(there)).first() is None:
        await connection.execute(
            insert(PageReadingRow).values(
                image_hash=image_hash,
                engine=page.engine,
                confidence=page.confidence,
                lines=_packed(page),
                created_at=datetime.now(UTC),
            )
        )
    return True


async def forget_pages(connection: AsyncConnection) -> None:
    """Delete what OCR made of page images that no version shows any more."""
    needed = select(VersionRow.content_hash)
    await connection.execute(delete(PageImageRow).where(PageImageRow.content_hash.not_in(needed)))
    shown = select(PageImageRow.image_hash)
    await connection.execute(delete(PageReadingRow).where(PageReadingRow.image_hash.not_in(shown)))


def _packed(page: RecognisedPage) -> bytes:
    lines = [[line.text, line.top, line.bottom, line.score, line.edges] for line in page.lines]
    form = {"angle": page.angle, "lines": lines, "rules": page.rules}
    return zlib.compress(json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode())


def _page(row: Any) -> RecognisedPage:
    form = json.loads(zlib.decompress(row.lines))
    lines = tuple(
        RecognisedLine(text, top, bottom, tuple(edges), score) for text, top, bottom, score, edges in form["lines"]
    )
    rules = tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in form["rules"])
    return RecognisedPage(row.page, row.width, row.height, lines, row.engine, form["angle"], rules)
