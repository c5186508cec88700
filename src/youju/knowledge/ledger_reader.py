"""The ledger's doors for those who only read it: each opens one consistent state."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

from youju.caller import Caller
from youju.errors import NotFound
from youju.index.protocol import Entry
from youju.knowledge.checking.repository import faults
from youju.knowledge.content.values import Content
from youju.knowledge.database import Database
from youju.knowledge.deletion.repository import newest_deletion
from youju.knowledge.editions.values import Dates, Edition, EditionInfo, StoredText
from youju.knowledge.names.repository import Known, Root
from youju.knowledge.names.values import Name
from youju.knowledge.placing import Placement, Wish
from youju.knowledge.recognition.repository import readings_of
from youju.knowledge.transaction import Transaction
from youju.knowledge.values import DocumentInfo, Passage, Section, VersionInfo
from youju.reading.document import RecognisedPage


class LedgerReader:
    """What there is: the view that retrieval follows (change counter, live entries, passages by id), the content that a
    caller may read, the names and roots."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def _read(self) -> AsyncGenerator[Transaction]:
        async with self._database.read() as connection:
            yield Transaction(connection)

    # ── what the parts follow ──────────────────────────────────────────────────────────────────────────────────

    async def change_counter(self) -> int:
        """The number of the newest change; another number means that something was published, moved or removed."""
        async with self._read() as ledger:
            return await ledger.feed.counter()

    async def changed_documents(self, since: int) -> list[str]:
        """Ids of documents touched after that counter, removed ones included."""
        async with self._read() as ledger:
            return await ledger.feed.changed_since(since)

    async def live_entries(self, document_ids: Sequence[str] | None = None) -> list[Entry]:
        """What an index holds for these documents, or for all."""
        async with self._read() as ledger:
            return await ledger.feed.entries(document_ids)

    async def live_documents(self) -> list[str]:
        """Ids of the documents that have a live version: what is gone through where all at once would not fit."""
        async with self._read() as ledger:
            return await ledger.feed.live_documents()

    async def live_versions(self) -> set[str]:
        """Ids of the versions that may be searched."""
        async with self._read() as ledger:
            return await ledger.feed.live_versions()

    async def live_version(self, document: str) -> str | None:
        """Id of a document's live version: what a new import is compared with."""
        async with self._read() as ledger:
            return await ledger.versions.live(document)

    async def version_ids(self, document: str) -> list[str]:
        """Ids of all versions of a document: what the index may hold of it."""
        async with self._read() as ledger:
            return await ledger.versions.of(document)

    async def stored_files(self) -> set[str]:
        """The kept originals that some version needs."""
        async with self._read() as ledger:
            return await ledger.versions.stored_files()

    async def recognised(self, content_hash: str) -> tuple[RecognisedPage, ...]:
        """What OCR has made of the pages of these bytes."""
        async with self._database.read() as connection:
            return await readings_of(connection, content_hash)

    async def newest_deletion(self) -> int | None:
        """The newest deletion whose traces have not been cleared, in whichever process it began."""
        async with self._database.read() as connection:
            return await newest_deletion(connection)

    async def faults(self) -> list[tuple[str, str]]:
        """What is wrong in the ledger's own file, each with its remedy. Reads all texts once."""
        async with self._database.read() as connection:
            return await faults(connection)

    # ── content, for a caller ──────────────────────────────────────────────────────────────────────────────────

    async def load_passages(self, passage_ids: Sequence[str], caller: Caller, at: date | None) -> dict[str, Passage]:
        """The last word on what may be used: live, permitted, and the very text that was imported."""
        async with self._read() as ledger:
            return await ledger.content.passages(passage_ids, caller, at or date.today())

    async def section_passages(
        self, version_id: str, section_ordinal: int, caller: Caller, at: date | None
    ) -> list[Passage]:
        """The passages of one section, in order."""
        async with self._read() as ledger:
            return await ledger.content.section_passages(version_id, section_ordinal, caller, at or date.today())

    async def passages_at(
        self, law: str, article: int, suffix: int | None, caller: Caller, at: date | None
    ) -> list[Passage]:
        """The passages of one article, by structure."""
        async with self._read() as ledger:
            return await ledger.content.passages_at(law, article, suffix, caller, at or date.today())

    async def law_names(self, caller: Caller) -> list[str]:
        """Names that locators carry, each once."""
        async with self._read() as ledger:
            return await ledger.content.law_names(caller)

    async def last_article(self, law: str, caller: Caller) -> int | None:
        """The highest article number under that name, or None."""
        async with self._read() as ledger:
            return await ledger.content.last_article(law, caller)

    async def documents(self, caller: Caller, at: date | None = None, *, history: bool = False) -> list[DocumentInfo]:
        """All readable documents, by display name; with `history` those instead that are kept as history only."""
        async with self._read() as ledger:
            return await ledger.documents.readable_by(caller, at or date.today(), history=history)

    async def document(self, wanted: str, caller: Caller, *, history: bool = False) -> DocumentInfo:
        """One readable document, by id or by one of its names; with `history` also one that is kept as history only.
        Raises `NotFound`, also for a name that is not unique."""
        async with self._read() as ledger:
            every = await ledger.documents.readable_by(caller, date.today())
            every += await ledger.documents.readable_by(caller, date.today(), history=True) if history else []
        by_id = [document for document in every if document.id == wanted]
        named = by_id or [one for one in every if wanted in (one.source, one.title, *one.other_names)]
        if len(named) == 1:
            return named[0]
        if named:
            ids = ", ".join(document.id for document in named)
            raise NotFound(f"{len(named)} documents are named {wanted}.", remedy=f"Use an id: {ids}.", code="ambiguous")
        raise NotFound(f"No document {wanted}.", remedy="`youju ls` lists what there is.")

    async def history(self, document: str, caller: Caller) -> list[VersionInfo]:
        """Versions of a readable document, newest first; empty for any other."""
        async with self._read() as ledger:
            return await ledger.versions.history(document, caller)

    async def content(self, version: str, caller: Caller) -> Content:
        """A live version's text and layout. Raises `NotFound`."""
        async with self._read() as ledger:
            found = await ledger.content.whole(version, caller)
        if found is None:
            raise NotFound("No such passage.")
        return found

    async def answer(self, identifier: str, caller: Caller) -> dict[str, Any]:
        """An answer given to this caller, who may still read all that it cites. Raises `NotFound`."""
        async with self._read() as ledger:
            found = await ledger.answers.get(identifier, caller)
        if found is None:
            raise NotFound("No such answer.")
        return found

    async def answers_citing(self, documents: Sequence[str]) -> int:
        """How many kept answers cite one of these documents: they go with it."""
        async with self._read() as ledger:
            return await ledger.answers.count_citing(documents)

    # ── editions ───────────────────────────────────────────────────────────────────────────────────────────────

    async def editions(self) -> dict[str, Edition]:
        """What is known of all live editions, by document id: what their days in force follow from. No content."""
        async with self._read() as ledger:
            return await ledger.editions.all()

    async def edition_dates(self) -> dict[str, Dates]:
        """The days in force that each live edition has now, whoever set them."""
        async with self._read() as ledger:
            return await ledger.editions.dates()

    async def stored_edition(self, document: str) -> StoredText | None:
        """A live edition with its whole text, for those who cut it again. Never for a person."""
        async with self._read() as ledger:
            return await ledger.editions.stored(document)

    async def readable_editions(self, caller: Caller) -> list[EditionInfo]:
        """The editions that a caller may read, by line and then by date of publication."""
        async with self._read() as ledger:
            return await ledger.editions.readable_by(caller)

    async def sections(self, version: str, caller: Caller) -> list[Section]:
        """The sections of a readable live version, in order; none for any other."""
        async with self._read() as ledger:
            return await ledger.editions.sections(version, caller)

    # ── names and roots ────────────────────────────────────────────────────────────────────────────────────────

    async def name(self, key: str) -> Name | None:
        """The name under that key."""
        async with self._read() as ledger:
            return await ledger.names.get(key)

    async def names_of(self, document: str) -> list[Name]:
        """The names of a document, the first one first."""
        async with self._read() as ledger:
            return await ledger.names.of(document)

    async def names_with(self, content_hash: str) -> list[Name]:
        """The names whose newest bytes have that hash."""
        async with self._read() as ledger:
            return await ledger.names.with_content(content_hash)

    async def members(self, container: str) -> list[Name]:
        """The names of what came out of a container."""
        async with self._read() as ledger:
            return await ledger.names.of_container(container)

    async def known_names(self, roots: Collection[str] | None = None) -> list[Known]:
        """The names found under these roots, or all, with what is live of their documents."""
        async with self._read() as ledger:
            return await ledger.names.known(roots)

    async def roots(self) -> list[Root]:
        """The folders, files and addresses that were named, the oldest first."""
        async with self._read() as ledger:
            return await ledger.names.roots()

    async def placements(self) -> dict[str, tuple[Placement, Wish]]:
        """Where each document stands, and what was set for it alone."""
        async with self._read() as ledger:
            return await ledger.documents.placements()
