"""The ledger's doors: each opens one transaction, and a write commits as one.

Those that only read stand in `ledger_reader`, and the queries in the repositories (see `repository`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from youju.caller import Caller
from youju.errors import CallerMistake, NotFound
from youju.index.protocol import Entry
from youju.knowledge.database import Database
from youju.knowledge.deletion.repository import end_deletions
from youju.knowledge.drafts import Draft
from youju.knowledge.editions.settling import has_editions, settle_editions
from youju.knowledge.editions.values import Settle
from youju.knowledge.ledger_reader import LedgerReader
from youju.knowledge.names.putting import Published, put_draft, put_known
from youju.knowledge.names.repository import Root
from youju.knowledge.names.settling import Settled, settle
from youju.knowledge.names.values import Arrival, Problem, Stamp
from youju.knowledge.placing import Wish
from youju.knowledge.transaction import Transaction

Indexing = Callable[[list[Entry]], None]
"""Gets entries before the transaction that makes them live commits. Blocking."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a deletion leaves to the index: versions whose entries have to go."""

    versions: tuple[str, ...]


class Ledger(LedgerReader):
    """Documents, versions, passages, roles, answers: the one truth. `settle` is the rule by which the days in force of
    the editions of a work follow from each other; without it they stay as they came."""

    def __init__(self, database: Database, settle: Settle | None = None) -> None:
        super().__init__(database)
        self._settle = settle

    @classmethod
    async def open(cls, home: Path, url: str | None = None, settle: Settle | None = None) -> Ledger:
        """Open, and create or migrate if needed. Raises `StorageFailed`."""
        return cls(await Database.open(home, url), settle)

    async def close(self) -> None:
        """Give the connections back."""
        await self._database.close()

    @property
    def database(self) -> Database:
        """For the packages of this floor that have tables and queries of their own."""
        return self._database

    @asynccontextmanager
    async def _write(self) -> AsyncGenerator[Transaction]:
        async with self._database.write() as connection:
            yield Transaction(connection)

    @asynccontextmanager
    async def frozen(self) -> AsyncGenerator[None]:
        """Hold the write lock: nothing is published, in no process, while an index is compared or rebuilt."""
        async with self._write():
            yield

    async def forget_log(self) -> None:
        """After a deletion: empty the database's log, which holds what was before."""
        await self._database.forget_log()

    async def end_deletions(self, newest: int) -> None:
        """The traces of all deletions up to this one are cleared."""
        async with self._database.write() as connection:
            await end_deletions(connection, newest)

    # ── publishing ─────────────────────────────────────────────────────────────────────────────────────────────

    async def publish(self, drafts: Sequence[Draft], index: Indexing) -> list[Published]:
        """Make these drafts live, all in one transaction.

        `index` gets the new entries before the commit: a crash between the two leaves entries of a version that is
        not live, which no search can return.
        """
        touched: set[str] = set()
        async with self._write() as ledger:
            published = [await put_draft(ledger, draft, touched) for draft in drafts]
            moved: set[str] = set()
            if self._settle is not None and any(draft.edition is not None for draft in drafts):
                moved = await settle_editions(ledger, self._settle)
            await _tell(ledger, touched | moved, index)
        unchanged = [done.outcome == "unchanged" and done.document_id in moved for done in published]
        return [replace(done, outcome="moved") if now else done for done, now in zip(published, unchanged, strict=True)]

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
            if document is not None and await ledger.documents.rename(document):
                await ledger.feed.record(document)
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
            version = await ledger.versions.live(document)
            if version is None:
                raise NotFound("No such document.")
            before = await ledger.documents.placement(document)
            wish = await _resolved(ledger, wish)
            placement, said = wish.over(before), (await ledger.documents.said(document)).then(wish)
            start, end = placement.effective_from, placement.effective_to
            if start and end and start >= end:
                raise CallerMistake("effective_to must be after effective_from.", code="invalid_dates")
            if placement.replaces is not None and document in await ledger.documents.replaced_line(placement.replaces):
                raise CallerMistake("Documents that replace each other in a circle.", remedy="Name the older one.")
            touched = {document, *await ledger.documents.replaced([document])}
            await ledger.documents.move(document, version, placement, said)
            if placement == before:
                return False
            touched |= await ledger.documents.replaced([document]) | await self._settled(ledger, [document])
            await _tell(ledger, touched, index)
        return True

    async def restore(self, document: str, version: str, index: Indexing) -> str | None:
        """Make an earlier version of a document live again, as one publish; returns the one that was live."""
        async with self._write() as ledger:
            live = await ledger.versions.live(document)
            await ledger.versions.make_live(document, version)
            await ledger.documents.retitle(document)
            await _tell(ledger, {document, *await ledger.documents.replaced([document])}, index)
            return live

    async def remove(self, documents: Sequence[str], index: Indexing) -> Removed:
        """Delete documents with all their names, versions and passages, and the answers that quote them."""
        async with self._write() as ledger:
            versions = [version for document in documents for version in await ledger.versions.of(document)]
            touched = {*documents, *await ledger.documents.replaced(documents)}
            editions = await has_editions(ledger, documents)
            await ledger.delete(documents)
            touched |= await settle_editions(ledger, self._settle) if editions and self._settle else set()
            await _tell(ledger, touched, index)
            return Removed(tuple(versions))

    async def retire(self, documents: Sequence[str], index: Indexing) -> Removed:
        """Keep documents as history only: nothing of them can be searched or shown, and their names are free."""
        async with self._write() as ledger:
            touched = {*documents, *await ledger.documents.replaced(documents)}
            live = [version for one in documents if (version := await ledger.versions.live(one))]
            editions = await has_editions(ledger, documents)
            for document in documents:
                await ledger.versions.make_live(document, None)
                await ledger.names.drop([name.key for name in await ledger.names.of(document)])
            touched |= await settle_editions(ledger, self._settle) if editions and self._settle else set()
            await _tell(ledger, touched, index)
            return Removed(tuple(live))

    async def _settled(self, ledger: Transaction, documents: Sequence[str]) -> set[str]:
        """Documents whose days in force are others now that one of these editions has changed."""
        if self._settle is None or not await has_editions(ledger, documents):
            return set()
        return await settle_editions(ledger, self._settle)

    # ── names and roots ────────────────────────────────────────────────────────────────────────────────────────

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
                elif await ledger.documents.rename(document):
                    await ledger.feed.record(document)
            return nameless

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

    # ── records ────────────────────────────────────────────────────────────────────────────────────────────────

    async def record_answer(
        self,
        caller: Caller,
        answer: dict[str, Any],
        record: dict[str, Any],
        cited: Mapping[str, str],
        session: str | None = None,
    ) -> None:
        """Keep an answer (its JSON) with its evidence, in a conversation or alone. `cited`: passage id → document id.

        Whoever deleted the conversation meanwhile wants nothing of it kept.
        """
        async with self._write() as ledger:
            if session is None or await ledger.sessions.touch(session, caller):
                await ledger.answers.put(caller, answer, record, dict(cited), session)


async def _resolved(ledger: Transaction, wish: Wish) -> Wish:
    """With the id of the one document that is to be replaced."""
    if wish.replaces is None:
        return wish
    found = await ledger.documents.find(wish.replaces)
    if found is None:
        raise NotFound(f"No single document {wish.replaces}.", remedy="`youju ls` lists what there is.")
    return wish.then(Wish(replaces=found))


async def _tell(ledger: Transaction, touched: set[str], index: Indexing) -> None:
    """Let followers and the index know of these documents."""
    for document in sorted(touched):
        await ledger.feed.record(document)
    entries = await ledger.feed.entries(sorted(touched))
    if entries:
        await asyncio.to_thread(index, entries)


async def _version_for(
    ledger: Transaction, settled: Settled, arrival: Arrival, current: Callable[[str, str], str]
) -> str | None:
    """The version of the arriving bytes that needs no reading, the live one before all others."""
    live = await ledger.versions.live(settled.document)
    if settled.joined is not None:
        return live
    versions = await ledger.versions.made_of(settled.document, arrival.content_hash)
    versions.sort(key=lambda version: version[0] != live)
    fits = (one for one, reader, made in versions if reader and made == current(arrival.content_hash, reader))
    return next(fits, None)
