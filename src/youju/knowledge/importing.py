"""A document's way in: file → kept original → read → structure → passages → one publish."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Literal

from youju.caller import Caller
from youju.errors import InputRejected
from youju.index.protocol import LexicalIndex
from youju.knowledge import passages as cutter
from youju.knowledge.drafts import Draft, Placement
from youju.knowledge.identity import digest, document_id, version_id
from youju.knowledge.layout import Overlapping
from youju.knowledge.ledger import Ledger, Published
from youju.knowledge.originals import Original, Originals
from youju.knowledge.passages import cut_passages
from youju.knowledge.sources import Source
from youju.knowledge.structure import HeadingStructure, StructureParser
from youju.knowledge.values import PassageSpan, Section
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import READERS
from youju.reading.worker import ReadingPool

Outcome = Literal["added", "updated", "restored", "moved", "unchanged", "duplicate", "needs_ocr", "failed"]
Result = Literal["imported", "partial", "refused"]
DEFAULT_LIMITS = Limits()
_READ_AHEAD = 2
"""How many files are read while another is published: one for each worker of the pool."""
FAILURES: frozenset[Outcome] = frozenset({"duplicate", "needs_ocr", "failed"})
"""Outcomes that leave a person something to do."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What an import says about placement. None keeps what the document has (for a new one: open, no category, no
    dates), so that re-importing a restricted document never opens it by silence."""

    roles: frozenset[str] | None = None
    category: str | None = None
    collection: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None

    def over(self, now: Placement | None) -> Placement:
        """The placement that results."""
        now = now or Placement()
        said = {name: getattr(self, name) for name in self.__slots__ if getattr(self, name) is not None}
        return replace(now, **said)


@dataclass(frozen=True, slots=True)
class Item:
    """What became of one file. `message` is one line for a person; `code` is set where there is something to do;
    `missing` are the pages whose text did not come in."""

    name: str
    outcome: Outcome
    message: str
    code: str | None = None
    document_id: str | None = None
    pages: int = 0
    passages: int = 0
    missing: tuple[int, ...] = ()

    @property
    def result(self) -> Result:
        """In one of three words what became of it."""
        if self.outcome in {"failed", "duplicate"}:
            return "refused"
        return "partial" if self.missing or self.outcome == "needs_ocr" else "imported"


class Importer:
    """Takes documents in, file by file; one bad file never stops the others."""

    def __init__(
        self,
        ledger: Ledger,
        index: LexicalIndex,
        originals: Originals,
        reading: ReadingPool,
        *,
        structures: Sequence[StructureParser] = (),
        limits: Limits = DEFAULT_LIMITS,
        chunk_tokens: int = 500,
        chunk_overlap: int = 100,
    ) -> None:
        self._ledger = ledger
        self._index = index
        self._originals = originals
        self._reading = reading
        self._structures = (*structures, HeadingStructure())
        self._limits = limits
        self._collected = False
        self._cut = partial(cut_passages, size=chunk_tokens, overlap=chunk_overlap)
        parts = [f"{part.name}/{part.version}" for part in (*READERS, *self._structures)]
        self._parts = digest(*parts, cutter.NAME, cutter.VERSION, str(chunk_tokens), str(chunk_overlap))

    async def add(self, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller) -> AsyncGenerator[Item]:
        """Import these sources and yield what became of each, in their order.

        While one is published the next ones are read. Closing the iterator stops after the current publish.
        """
        window: deque[asyncio.Task[Draft | Item]] = deque()
        rest = iter(sources)
        try:
            for source in rest:
                window.append(asyncio.create_task(self._prepare(source, wish, caller)))
                if len(window) > _READ_AHEAD:
                    yield await self._finish(await window.popleft(), caller)
            while window:
                yield await self._finish(await window.popleft(), caller)
        finally:
            for task in window:
                task.cancel()

    async def publish(self, drafts: Sequence[Draft]) -> list[Published]:
        """Publish drafts in one transaction: they become live together."""
        if not self._collected:
            await self.collect()
        published = await self._ledger.publish(drafts, self._index.add)
        superseded = [done.superseded for done in published if done.superseded]
        if superseded:
            await asyncio.to_thread(self._index.remove, superseded)
        return published

    async def collect(self) -> None:
        """Remove index entries of versions that are not live: what a killed process left behind. They cannot be
        shown, but they would take places in a search. The lock keeps away a publish that has indexed and not
        committed yet."""
        async with self._ledger.frozen():
            live = await self._ledger.live_versions()
            left = await asyncio.to_thread(self._index.versions) - live
            if left:
                await asyncio.to_thread(self._index.remove, left)
        self._collected = True

    async def remove(self, document: str) -> None:
        """Delete a document: ledger first (from then on nothing can show it), then index entries and original."""
        versions = await self._ledger.version_ids(document)
        unneeded = await self._ledger.remove(document)
        await asyncio.to_thread(self._index.remove, versions)
        self._originals.discard(unneeded)

    def draft(
        self,
        key: str,
        source: str,
        document: ReadDocument,
        content_hash: str,
        placement: Placement,
        *,
        title: str | None = None,
        sections: tuple[Section, ...] | None = None,
    ) -> Draft:
        """A read document with its passages; structure and title are found where they are not given."""
        title = title or document.title or Path(source).stem
        if sections is None:
            parser = next(structure for structure in self._structures if structure.recognises(document, title))
            sections = parser.parse(document, title)
        return Draft(
            key=key,
            source=source,
            title=title,
            document=document,
            sections=sections,
            passages=() if _only_pictures(document) else self._telling(document, sections),
            content_hash=content_hash,
            fingerprint=digest(content_hash, self._parts),
            placement=placement,
        )

    def _telling(self, document: ReadDocument, sections: Sequence[Section]) -> tuple[PassageSpan, ...]:
        """The passages that say something. Bare headings, as between the articles of a statute, are on the path of
        what follows them; as passages they would only take places in a search."""
        passages = self._cut(document.text, document.blocks, sections)
        within = Overlapping(document.blocks)
        kept = [one for one in passages if any(block.kind != "heading" for block in within(one.start, one.end))]
        return tuple(replace(one, ordinal=place) for place, one in enumerate(kept)) or passages

    async def _prepare(self, source: Source | InputRejected, wish: Wish, caller: Caller) -> Draft | Item:
        if isinstance(source, InputRejected):
            return _failed(source.message.partition(":")[0], source)
        try:
            original = await asyncio.to_thread(self._originals.keep, source.path, source.name, self._limits.max_bytes)
        except InputRejected as error:
            return _failed(source.name, error)
        try:
            return await self._read(source, original, wish, caller)
        except InputRejected as error:
            await self._forget(original.name)
            return _failed(source.name, error, kept_old=await self._ledger.live_version(document_id(source.key)))

    async def _read(self, source: Source, original: Original, wish: Wish, caller: Caller) -> Draft | Item:
        document = document_id(source.key)
        now = await self._ledger.placement(document)
        placement = wish.over(now)
        live = await self._ledger.live_version(document)
        if live == version_id(document, digest(original.content_hash, self._parts)):
            if placement == now:
                return Item(source.name, "unchanged", f"{source.name}: unchanged.", document_id=document)
            await self._ledger.place(document, placement, self._index.add)
            return Item(source.name, "moved", f"{source.name}: roles, category or dates changed.", document_id=document)
        read = await self._reading.read(SourceFile(original.path, source.name), self._limits)
        draft = await asyncio.to_thread(self.draft, source.key, source.name, read, original.content_hash, placement)
        return replace(draft, stored_file=original.name)

    async def _finish(self, prepared: Draft | Item, caller: Caller) -> Item:
        if isinstance(prepared, Item):
            return prepared
        twin = await self._ledger.twin(prepared.content_hash, prepared.document_id, caller)
        if twin is not None:
            if prepared.stored_file:
                await self._forget(prepared.stored_file)
            message = f"{prepared.source}: the same content as {twin}, which is already here. Remove one of the two."
            return Item(prepared.source, "duplicate", message, code="duplicate")
        (published,) = await self.publish([prepared])
        outcome: Outcome = published.outcome if prepared.state == "ready" else "needs_ocr"
        return Item(
            prepared.source,
            outcome,
            _told(prepared, outcome),
            code="needs_ocr" if outcome == "needs_ocr" else None,
            document_id=prepared.document_id,
            pages=len(prepared.document.pages),
            passages=len(prepared.passages),
            missing=tuple(sorted({*prepared.document.needs_ocr, *prepared.document.unreadable})),
        )

    async def _forget(self, original: str) -> None:
        """Drop the copy of a file that did not come in, unless a version needs the same bytes."""
        if original not in await self._ledger.stored_files([original]):
            self._originals.discard([original])


def _only_pictures(document: ReadDocument) -> bool:
    """Whether no page could be read. What little text such a scan carries (a stamp, a scanner's name) is not the
    document's."""
    return len(document.needs_ocr) == len(document.pages) > 0


def _failed(name: str, error: InputRejected, kept_old: str | None = None) -> Item:
    kept = " The version imported before stays in use." if kept_old else ""
    return Item(name, "failed", error.line() + kept, code=error.code)


def _told(draft: Draft, outcome: Outcome) -> str:
    if outcome == "needs_ocr":
        return f"{draft.source}: no readable text, needs OCR; listed, but not searchable."
    parts = [f"{draft.source}: {outcome}, {len(draft.passages)} passages"]
    if draft.document.pages:
        parts.append(f"{len(draft.document.pages)} pages")
    if draft.document.needs_ocr:
        pages = "、".join(str(page) for page in draft.document.needs_ocr[:20])
        parts.append(f"pages without text that need OCR: {pages}")
    return " ".join([", ".join(parts) + ".", *draft.document.warnings])
