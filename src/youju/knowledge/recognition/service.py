"""The pass over documents whose pages are pictures: recognise page by page, keep each at once, publish the document.

It may be stopped or killed at any moment: what was kept stays, and the next pass goes on from there. A document is
published again when all its pages are known, in the place of the version that was live when it was read; if that was
replaced or removed meanwhile, nothing is published.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from youju.errors import InputRejected, NotFound, StorageFailed
from youju.knowledge.database import Database
from youju.knowledge.importing import Importer, Item
from youju.knowledge.originals import Originals
from youju.knowledge.recognition import repository
from youju.knowledge.recognition.repository import LiveFile, Waiting
from youju.knowledge.telling import told_recognised
from youju.reading.document import RecognisedPage
from youju.reading.ocr.picture import PagePicture
from youju.reading.reader import SourceFile
from youju.reading.readers import recognised_by


class Recogniser(Protocol):
    """Makes pictures of pages and recognises them: the reading pool."""

    async def picture(self, source: SourceFile, page_number: int) -> PagePicture:
        """The hash and size of a page's picture. Raises `InputRejected` and `NotFound`."""
        ...

    async def recognise(self, source: SourceFile, page_number: int) -> RecognisedPage:
        """What OCR makes of a page. Raises `InputRejected`, `NotFound` and `PartUnavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class Recognised:
    """What became of one document. `missing` are the pages that could not be read."""

    document_id: str
    message: str
    passages: int = 0
    missing: tuple[int, ...] = ()
    published: bool = True

    def of(self, item: Item) -> Item:
        """What became of the file of this document, now that its pages have been looked at."""
        if not self.published:
            return replace(item, message=self.message)
        if not self.passages:
            state = {"outcome": "unreadable", "code": "unreadable"}
        else:
            state = {"outcome": "added", "code": None} if item.outcome == "needs_ocr" else {}
        return replace(item, message=self.message, passages=self.passages, missing=self.missing, **state)


@dataclass(frozen=True, slots=True)
class Step:
    """So many of so many pages are known; `document` is set when one has been published or cannot be."""

    done: int
    total: int
    name: str = ""
    document: Recognised | None = None


class Recognition:
    """The pass. `engine` is the name of what is installed, or None: then nothing is recognised."""

    def __init__(
        self,
        database: Database,
        importer: Importer,
        originals: Originals,
        recogniser: Recogniser,
        engine: str | None,
    ) -> None:
        self._database = database
        self._importer = importer
        self._originals = originals
        self._recogniser = recogniser
        self._engine = engine

    async def waiting(self) -> tuple[int, int]:
        """How many documents have pages that nobody has recognised yet, and how many pages those are."""
        pages = [page for page in await self._pages(None) if not page.known]
        return len({page.file.document_id for page in pages}), len(pages)

    async def run(self, documents: Sequence[str] | None = None) -> AsyncGenerator[Step]:
        """Recognise what waits (of these documents, or of all); a step after each page and each document.

        Raises `PartUnavailable` when the engine does not work. One document that fails never stops the others.
        """
        if self._engine is None:
            return
        pages = await self._pages(documents)
        total, done = sum(not page.known for page in pages), 0
        for file, group in groupby(pages, key=lambda page: page.file):
            mine = list(group)
            try:
                for page in mine:
                    if not page.known:
                        await self._recognise(page)
                        done += 1
                        yield Step(done, total, file.name)
                finished = await self._publish(file)
            except (InputRejected, NotFound, StorageFailed) as error:
                finished = Recognised(file.document_id, f"{file.name}: {error.line()}", published=False)
            if finished is not None:
                yield Step(done, total, file.name, finished)

    async def _pages(self, documents: Sequence[str] | None) -> list[Waiting]:
        async with self._database.read() as connection:
            return await repository.pages_of_live(connection, documents)

    async def _recognise(self, page: Waiting) -> None:
        """Make one page known. A page that brings the engine down is known as one that cannot be read."""
        with self._originals.in_use():
            source = SourceFile(self._originals.path(page.file.stored_file), page.file.name)
            image_hash = page.image_hash or await self._picture(source, page)
            if not image_hash or await self._is_read(image_hash):
                return
            try:
                recognised = await self._recogniser.recognise(source, page.page)
            except (InputRejected, NotFound):
                recognised = RecognisedPage(page.page, 0.0, 0.0, (), self._engine or "")
        async with self._database.write() as connection:
            await repository.put_reading(connection, image_hash, recognised)

    async def _picture(self, source: SourceFile, page: Waiting) -> str:
        """The hash of the page's picture; of a page that cannot be drawn, one of its own. Empty if nothing needs the
        page any more."""
        content = page.file.content_hash
        try:
            picture = await self._recogniser.picture(source, page.page)
        except (InputRejected, NotFound) as error:
            if error.code == "encrypted":
                raise
            name = f"no picture of page {page.page} of {content}"
            picture = PagePicture(hashlib.sha256(name.encode()).hexdigest(), 0.0, 0.0)
        async with self._database.write() as connection:
            kept = await repository.put_picture(connection, content, page.page, picture)
        return picture.image_hash if kept else ""

    async def _is_read(self, image_hash: str) -> bool:
        async with self._database.read() as connection:
            return await repository.is_read(connection, image_hash)

    async def _publish(self, file: LiveFile) -> Recognised | None:
        """Read the document again with its recognised pages, unless that is what is live."""
        async with self._database.read() as connection:
            readings = await repository.readings_of(connection, file.content_hash)
        by_ocr = recognised_by(readings)
        if not by_ocr or file.reader.endswith(by_ocr):
            return None
        draft, published = await self._importer.reread(file, readings)
        if published.outcome == "unchanged":
            return None
        missing = tuple(sorted({*draft.document.needs_ocr, *draft.document.unreadable}))
        return Recognised(file.document_id, told_recognised(draft), len(draft.passages), missing)
