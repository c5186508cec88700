"""The ledger's doors: each opens one transaction, and a write commits as one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from youju.caller import Caller
from youju.errors import CallerMistake, NotFound
from youju.index.protocol import Entry
from youju.knowledge.checking.repository import faults
from youju.knowledge.database import Database
from youju.knowledge.deletion.repository import end_deletions, newest_deletion
from youju.knowledge.drafts import Draft
from youju.knowledge.layout import Layout
from youju.knowledge.names.putting import Published, put_draft, put_known
from youju.knowledge.names.repository import Known, Root
from youju.knowledge.names.settling import Settled, settle
from youju.knowledge.names.values import Arrival, Name, Problem, Stamp
from youju.knowledge.placing import Placement, Wish
from youju.knowledge.recognition.repository import readings_of
from youju.knowledge.repository import Repository
from youju.knowledge.values import DocumentInfo, Passage, VersionInfo
from youju.reading.document import RecognisedPage


@dataclass(frozen=True, slots=True)
class Content:
    """A live version's whole text with its layout, for the view of a passage."""

    text: str
    layout: Layout
    stored_file: str | None
    media_type: str


Indexing = Callable[[list[Entry]], None]
"""Gets entries before the transaction that makes them live commits. Blocking."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a deletion leaves to the index: versions whose entries have to go."""

    versions: tuple[str, ...]


class Ledger:
    """Documents, versions, passages, roles, answers: the one truth.

    Implements the view that retrieval follows (change counter, live entries, passages by id).
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, home: Path, url: str | None = None) -> Ledger:
        """Open, and create or migrate if needed. Raises `StorageFailed`."""
        return cls(await Database.open(home, url))

    async def close(self) -> None:
        """Give the connections back."""
        await self._database.close()

    @property
    def database(self) -> Database:
        """For the packages of this floor that have tables and queries of their own."""
        return self._database

    @asynccontextmanager
    async def _read(self) -> AsyncGenerator[Repository]:
        async with self._database.read() as connection:
            yield Repository(connection)

    @asynccontextmanager
    async def _write(self) -> AsyncGenerator[Repository]:
        async with self._database.write() as connection:
            yield Repository(connection)

    # ── publishing ─────────────────────────────────────────────────────────────────────────────────────────────

    async def publish(self, drafts: Sequence[Draft], index: Indexing) -> list[Published]:
        """Make these drafts live, all in one transaction.

        `index` gets the new entries before the commit: a crash between the two leaves entries of a version that is
        not live, which no search can return.
        """
        touched: set[str] = set()
        async with self._write() as ledger:
            published = [await put_draft(ledger, draft, touched) for draft in drafts]
            await _tell(ledger, touched, index)
        return published

    async def take(self, arrival: Arrival, current: Callable[[str, str], str], index: Indexing) -> Published | None:
        """Take a name in without reading its file, if a version of these bytes is there that today's readers would
        make: `current` gives the fingerprint of (content hash, reader). None where the file has to be read."""
        async with self._read() as ledger:
            if await _version_for(ledger, await settle(ledger, arrival), arrival, current) is None:
                return None
        touched: set[str] = set()
        async with self._write() as ledger:
            settled = await settle(ledger, arrival)
            version = await _version_for(ledger, settled, arrival, current)
            if version is None:
                return None
            published = await put_known(ledger, arrival, settled, version, touched)
            await _tell(ledger, touched, index)
        return published

    async def refuse(self, arrival: Arrival, problem: Problem) -> str | None:
        """Remember that the bytes under a name did not come in, and keep what is live; returns the document that goes
        on in an earlier version, if there is one."""
        async with self._write() as ledger:
            known = await ledger.names.get(arrival.key)
            document = known.document_id if known else None
            since = None
            if known is None:
                settled = await settle(ledger, arrival)
                if settled.renamed is not None:
                    document, since = settled.document, settled.renamed.added_at
                    await ledger.names.drop([settled.renamed.key])
            await ledger.names.put(arrival, document, problem=problem, since=since)
            if document is not None and await ledger.rename(document):
                await ledger.record_change(document)
            return document

    async def note(self, arrival: Arrival) -> None:
        """Keep a name that has no document: an archive whose files are documents of their own."""
        async with self._write() as ledger:
            await ledger.names.put(arrival, None)

    async def place(self, document: str, wish: Wish, index: Indexing) -> bool:
        """Change roles, category, dates and title without reading the document again; what is said here stands above
        the rules of folders from now on. Whether anything changed. Raises `NotFound`, and `CallerMistake` for documents
        that replace each other in a circle."""
        async with self._write() as ledger:
            version = await ledger.live_version(document)
            if version is None:
                raise NotFound("No such document.")
            before = await ledger.placement(document)
            wish = await _resolved(ledger, wish)
            placement, said = wish.over(before), (await ledger.said(document)).then(wish)
            start, end = placement.effective_from, placement.effective_to
            if start and end and start >= end:
                raise CallerMistake("effective_to must be after effective_from.", code="invalid_dates")
            if placement.replaces is not None and document in await ledger.replaced_line(placement.replaces):
                raise CallerMistake("Documents that replace each other in a circle.", remedy="Name the older one.")
            touched = {document, *await ledger.replaced([document])}
            await ledger.put_placement(document, version, placement, said)
            if placement == before:
                return False
            touched |= await ledger.replaced([document])
            await _tell(ledger, touched, index)
        return True

    async def restore(self, document: str, version: str, index: Indexing) -> str | None:
        """Make an earlier version of a document live again, as one publish; returns the one that was live."""
        async with self._write() as ledger:
            live = await ledger.live_version(document)
            await ledger.make_live(document, version)
            await ledger.retitle(document)
            await _tell(ledger, {document, *await ledger.replaced([document])}, index)
            return live

    async def remove(self, documents: Sequence[str], index: Indexing) -> Removed:
        """Delete documents with all their names, versions and passages, and the answers that quote them."""
        async with self._write() as ledger:
            versions = [version for document in documents for version in await ledger.version_ids(document)]
            touched = {*documents, *await ledger.replaced(documents)}
            for document in documents:
                await ledger.delete_answers(document)
                await ledger.delete_document(document)
                await ledger.blank_items(document)
            await ledger.forget_pages()
            await _tell(ledger, touched, index)
            return Removed(tuple(versions))

    async def retire(self, documents: Sequence[str], index: Indexing) -> Removed:
        """Keep documents as history only: nothing of them can be searched or shown, and their names are free."""
        async with self._write() as ledger:
            touched = {*documents, *await ledger.replaced(documents)}
            live = [version for one in documents if (version := await ledger.live_version(one))]
            for document in documents:
                await ledger.make_live(document, None)
                await ledger.names.drop([name.key for name in await ledger.names.of(document)])
            await _tell(ledger, touched, index)
            return Removed(tuple(live))

    async def forget_log(self) -> None:
        """After a deletion: empty the database's log, which holds what was before."""
        await self._database.forget_log()

    async def newest_deletion(self) -> int | None:
        """The newest deletion whose traces have not been cleared, in whichever process it began."""
        async with self._database.read() as connection:
            return await newest_deletion(connection)

    async def end_deletions(self, newest: int) -> None:
        """The traces of all deletions up to this one are cleared."""
        async with self._database.write() as connection:
            await end_deletions(connection, newest)

    @asynccontextmanager
    async def frozen(self) -> AsyncGenerator[None]:
        """Hold the write lock: nothing is published, in no process, while an index is compared or rebuilt."""
        async with self._write():
            yield

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

    async def placements(self) -> dict[str, tuple[Placement, Wish]]:
        """Where each document stands, and what was set for it alone."""
        async with self._read() as ledger:
            return await ledger.placements()

    async def touch(self, stamps: Mapping[str, Stamp]) -> None:
        """The bytes under these names were looked at and are the same."""
        async with self._write() as ledger:
            for key, stamp in stamps.items():
                await ledger.names.touch(key, stamp)

    async def drop_names(self, keys: Sequence[str]) -> list[str]:
        """Forget names; returns the documents that have none left (they are still there). A document that goes on is
        shown under the first name that is left."""
        async with self._write() as ledger:
            documents = [name.document_id for key in keys if (name := await ledger.names.get(key)) and name.document_id]
            await ledger.names.drop(keys)
            nameless: list[str] = []
            for document in dict.fromkeys(documents):
                if not await ledger.names.of(document):
                    nameless.append(document)
                elif await ledger.rename(document):
                    await ledger.record_change(document)
            return nameless

    async def roots(self) -> list[Root]:
        """The folders, files and addresses that were named, the oldest first."""
        async with self._read() as ledger:
            return await ledger.names.roots()

    async def remember(self, roots: Sequence[Root]) -> None:
        """Keep what was named and what was said about it."""
        async with self._write() as ledger:
            for root in roots:
                await ledger.names.put_root(root)

    async def forget_roots(self, keys: Sequence[str]) -> None:
        """Drop those among these roots under which nothing is known any more."""
        async with self._write() as ledger:
            for key in keys:
                await ledger.names.drop_empty_root(key)

    # ── what the parts follow ──────────────────────────────────────────────────────────────────────────────────

    async def change_counter(self) -> int:
        """The number of the newest change; another number means that something was published, moved or removed."""
        async with self._read() as ledger:
            return await ledger.change_counter()

    async def changed_documents(self, since: int) -> list[str]:
        """Ids of documents touched after that counter, removed ones included."""
        async with self._read() as ledger:
            return await ledger.changed_documents(since)

    async def live_entries(self, document_ids: Sequence[str] | None = None) -> list[Entry]:
        """What an index holds for these documents, or for all."""
        async with self._read() as ledger:
            return await ledger.live_entries(document_ids)

    async def faults(self) -> list[tuple[str, str]]:
        """What is wrong in the ledger's own file, each with its remedy. Reads all texts once."""
        async with self._database.read() as connection:
            return await faults(connection)

    async def live_documents(self) -> list[str]:
        """Ids of the documents that have a live version: what is gone through where all at once would not fit."""
        async with self._read() as ledger:
            return await ledger.live_documents()

    async def live_versions(self) -> set[str]:
        """Ids of the versions that may be searched."""
        async with self._read() as ledger:
            return await ledger.live_versions()

    async def live_version(self, document: str) -> str | None:
        """Id of a document's live version: what a new import is compared with."""
        async with self._read() as ledger:
            return await ledger.live_version(document)

    async def recognised(self, content_hash: str) -> tuple[RecognisedPage, ...]:
        """What OCR has made of the pages of these bytes."""
        async with self._database.read() as connection:
            return await readings_of(connection, content_hash)

    async def version_ids(self, document: str) -> list[str]:
        """Ids of all versions of a document: what the index may hold of it."""
        async with self._read() as ledger:
            return await ledger.version_ids(document)

    async def stored_files(self) -> set[str]:
        """The kept originals that some version needs."""
        async with self._read() as ledger:
            return await ledger.stored_files()

    # ── content, for a caller ──────────────────────────────────────────────────────────────────────────────────

    async def load_passages(self, passage_ids: Sequence[str], caller: Caller, at: date | None) -> dict[str, Passage]:
        """The last word on what may be used: live, permitted, and the very text that was imported."""
        async with self._read() as ledger:
            return await ledger.passages(passage_ids, caller, at or date.today())

    async def section_passages(
        self, version_id: str, section_ordinal: int, caller: Caller, at: date | None
    ) -> list[Passage]:
        """The passages of one section, in order."""
        async with self._read() as ledger:
            return await ledger.section_passages(version_id, section_ordinal, caller, at or date.today())

    async def passages_at(
        self, law: str, article: int, suffix: int | None, caller: Caller, at: date | None
    ) -> list[Passage]:
        """The passages of one article, by structure."""
        async with self._read() as ledger:
            return await ledger.passages_at(law, article, suffix, caller, at or date.today())

    async def law_names(self, caller: Caller) -> list[str]:
        """Names that locators carry, each once."""
        async with self._read() as ledger:
            return await ledger.law_names(caller)

    async def last_article(self, law: str, caller: Caller) -> int | None:
        """The highest article number under that name, or None."""
        async with self._read() as ledger:
            return await ledger.last_article(law, caller)

    async def documents(self, caller: Caller, at: date | None = None, *, history: bool = False) -> list[DocumentInfo]:
        """All readable documents, by display name; with `history` those instead that are kept as history only."""
        async with self._read() as ledger:
            return await ledger.documents(caller, at or date.today(), history=history)

    async def document(self, wanted: str, caller: Caller, *, history: bool = False) -> DocumentInfo:
        """One readable document, by id or by one of its names; with `history` also one that is kept as history only.
        Raises `NotFound`, also for a name that is not unique."""
        async with self._read() as ledger:
            every = await ledger.documents(caller, date.today())
            every += await ledger.documents(caller, date.today(), history=True) if history else []
        by_id = [document for document in every if document.id == wanted]
        named = by_id or [one for one in every if wanted in (one.source, one.title, *one.other_names)]
        if len(named) == 1:
            return named[0]
        if named:
            ids = ", ".join(document.id for document in named)
            raise NotFound(f"{len(named)} documents are named {wanted}.", remedy=f"Use an id: {ids}.", code="ambiguous")
        raise NotFound(f"No document {wanted}.", remedy="`youju ls` lists what there is.")

    async def answers_citing(self, documents: Sequence[str]) -> int:
        """How many kept answers cite one of these documents: they go with it."""
        async with self._read() as ledger:
            return await ledger.answers_citing(documents)

    async def history(self, document: str, caller: Caller) -> list[VersionInfo]:
        """Versions of a readable document, newest first; empty for any other."""
        async with self._read() as ledger:
            return await ledger.versions(document, caller)

    async def content(self, version: str, caller: Caller) -> Content:
        """A live version's text and layout. Raises `NotFound`."""
        async with self._read() as ledger:
            found = await ledger.content(version, caller)
        if found is None:
            raise NotFound("No such passage.")
        return Content(*found)

    # ── records ────────────────────────────────────────────────────────────────────────────────────────────────

    async def record_answer(
        self, caller: Caller, answer: dict[str, Any], record: dict[str, Any], cited: Mapping[str, str]
    ) -> None:
        """Keep an answer (its JSON) with its evidence. `cited`: passage id → document id."""
        async with self._write() as ledger:
            await ledger.put_answer(answer["id"], caller, answer, record, dict(cited))

    async def answer(self, identifier: str, caller: Caller) -> dict[str, Any]:
        """An answer given to this caller, who may still read all that it cites. Raises `NotFound`."""
        async with self._read() as ledger:
            found = await ledger.answer(identifier, caller)
        if found is None:
            raise NotFound("No such answer.")
        return found


async def _resolved(ledger: Repository, wish: Wish) -> Wish:
    """With the id of the one document that is to be replaced."""
    if wish.replaces is None:
        return wish
    found = await ledger.find(wish.replaces)
    if found is None:
        raise NotFound(f"No single document {wish.replaces}.", remedy="`youju ls` lists what there is.")
    return wish.then(Wish(replaces=found))


async def _tell(ledger: Repository, touched: set[str], index: Indexing) -> None:
    """Let followers and the index know of these documents."""
    for document in sorted(touched):
        await ledger.record_change(document)
    entries = await ledger.live_entries(sorted(touched))
    if entries:
        await asyncio.to_thread(index, entries)


async def _version_for(
    ledger: Repository, settled: Settled, arrival: Arrival, current: Callable[[str, str], str]
) -> str | None:
    """The version of the arriving bytes that needs no reading, the live one before all others."""
    live = await ledger.live_version(settled.document)
    if settled.joined is not None:
        return live
    versions = await ledger.versions_of(settled.document, arrival.content_hash)
    versions.sort(key=lambda version: version[0] != live)
    fits = (one for one, reader, made in versions if reader and made == current(arrival.content_hash, reader))
    return next(fits, None)
