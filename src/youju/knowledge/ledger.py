"""The ledger's doors: each opens one transaction, and a write commits as one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from youju.caller import Caller
from youju.errors import NotFound
from youju.index.protocol import Entry
from youju.knowledge.database import Database
from youju.knowledge.drafts import Draft, Placement
from youju.knowledge.layout import Layout
from youju.knowledge.repository import Repository
from youju.knowledge.values import DocumentInfo, Passage, VersionInfo

PublishOutcome = Literal["added", "updated", "restored", "unchanged", "moved"]
"""`restored`: an earlier version is live again; `moved`: only roles, category or dates changed."""


@dataclass(frozen=True, slots=True)
class Published:
    """What became of one draft. `superseded` is the version whose index entries nothing needs any more."""

    document_id: str
    outcome: PublishOutcome
    superseded: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """A live version's whole text with its layout, for the view of a passage."""

    text: str
    layout: Layout
    stored_file: str | None
    media_type: str


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

    @asynccontextmanager
    async def _read(self) -> AsyncGenerator[Repository]:
        async with self._database.read() as connection:
            yield Repository(connection)

    @asynccontextmanager
    async def _write(self) -> AsyncGenerator[Repository]:
        async with self._database.write() as connection:
            yield Repository(connection)

    # ── publishing ─────────────────────────────────────────────────────────────────────────────────────────────

    async def publish(self, drafts: Sequence[Draft], index: Callable[[list[Entry]], None]) -> list[Published]:
        """Make these drafts live, all in one transaction.

        `index` gets the new entries before the commit: a crash between the two leaves entries of a version that is
        not live, which no search can return.
        """
        async with self._write() as ledger:
            published = [await _put(ledger, draft) for draft in drafts]
            touched = [done.document_id for done in published if done.outcome != "unchanged"]
            for document in touched:
                await ledger.record_change(document)
            await asyncio.to_thread(index, await ledger.live_entries(touched))
        return published

    async def place(self, document: str, placement: Placement, index: Callable[[list[Entry]], None]) -> None:
        """Change roles, category and dates without reading the document again. Raises `NotFound`."""
        async with self._write() as ledger:
            version = await ledger.live_version(document)
            if version is None:
                raise NotFound("No such document.")
            await ledger.put_placement(document, version, placement)
            await ledger.record_change(document)
            await asyncio.to_thread(index, await ledger.live_entries([document]))

    async def remove(self, document: str) -> set[str]:
        """Delete a document, all its versions and passages, and the answers that quote it.

        Returns the names of kept originals that nothing needs any more.
        """
        async with self._write() as ledger:
            files = await ledger.files_of(document)
            await ledger.delete_answers(document)
            await ledger.delete_document(document)
            await ledger.record_change(document)
            return files - await ledger.stored_files(files)

    @asynccontextmanager
    async def frozen(self) -> AsyncGenerator[None]:
        """Hold the write lock: nothing is published, in no process, while an index is compared or rebuilt."""
        async with self._write():
            yield

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

    async def live_versions(self) -> set[str]:
        """Ids of the versions that may be searched."""
        async with self._read() as ledger:
            return await ledger.live_versions()

    async def live_version(self, document: str) -> str | None:
        """Id of a document's live version: what a new import is compared with."""
        async with self._read() as ledger:
            return await ledger.live_version(document)

    async def version_ids(self, document: str) -> list[str]:
        """Ids of all versions of a document: what the index may hold of it."""
        async with self._read() as ledger:
            return await ledger.version_ids(document)

    async def stored_files(self, names: Sequence[str]) -> set[str]:
        """Those among these kept originals that some version needs."""
        async with self._read() as ledger:
            return await ledger.stored_files(names)

    async def placement(self, document: str) -> Placement | None:
        """Roles, category and dates of a live document, or None."""
        async with self._read() as ledger:
            return await ledger.placement(document) if await ledger.live_version(document) else None

    async def twin(self, content_hash: str, document: str, caller: Caller) -> str | None:
        """Display name of another readable document with the same bytes."""
        async with self._read() as ledger:
            return await ledger.twin(content_hash, document, caller)

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

    async def documents(self, caller: Caller, at: date | None = None) -> list[DocumentInfo]:
        """All readable documents, by display name."""
        async with self._read() as ledger:
            return await ledger.documents(caller, at or date.today())

    async def document(self, wanted: str, caller: Caller) -> DocumentInfo:
        """One readable document, by id or by display name. Raises `NotFound`, also for a name that is not unique."""
        async with self._read() as ledger:
            by_id = await ledger.documents(caller, date.today(), wanted)
            if by_id:
                return by_id[0]
            named = [d for d in await ledger.documents(caller, date.today()) if wanted in (d.source, d.title)]
        if len(named) == 1:
            return named[0]
        if named:
            ids = ", ".join(document.id for document in named)
            raise NotFound(f"{len(named)} documents are named {wanted}.", remedy=f"Use an id: {ids}.", code="ambiguous")
        raise NotFound(f"No document {wanted}.", remedy="`youju ls` lists what there is.")

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

    async def record_run(self, run: str, items: Sequence[dict[str, Any]]) -> None:
        """Keep an import run."""
        async with self._write() as ledger:
            await ledger.put_run(run, items)

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


async def _put(ledger: Repository, draft: Draft) -> Published:
    document, version = draft.document_id, draft.version_id
    live = await ledger.live_version(document)
    if live == version:
        if await ledger.placement(document) == draft.placement:
            return Published(document, "unchanged")
        await ledger.put_placement(document, version, draft.placement)
        return Published(document, "moved")
    await ledger.put_document(draft)
    known = await ledger.version_exists(version)
    if not known:
        await ledger.put_version(draft)
    await ledger.make_live(document, version)
    if known:
        await ledger.put_placement(document, version, draft.placement)
    outcome: PublishOutcome = "restored" if known else "added" if live is None else "updated"
    return Published(document, outcome, superseded=live)
