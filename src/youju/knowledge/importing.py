"""A document's way in: file → kept original → read → structure → passages → one publish."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from youju.caller import Caller
from youju.errors import InputRejected
from youju.index.protocol import LexicalIndex
from youju.knowledge import passages as cutter
from youju.knowledge.arriving import Batch, is_gone
from youju.knowledge.drafts import Draft
from youju.knowledge.identity import digest
from youju.knowledge.layout import Overlapping
from youju.knowledge.ledger import Ledger
from youju.knowledge.names.putting import Published
from youju.knowledge.names.values import Arrival, Name, Problem
from youju.knowledge.originals import Original, Originals
from youju.knowledge.passages import cut_passages
from youju.knowledge.placing import Placement, Wish, title_of
from youju.knowledge.rebuilding import rebuild_index
from youju.knowledge.recognition.repository import LiveFile
from youju.knowledge.sources import Source
from youju.knowledge.structure import HeadingStructure, StructureParser
from youju.knowledge.telling import told_known, told_read
from youju.knowledge.unpacking import contents_of, is_container
from youju.knowledge.values import PassageSpan, Section
from youju.reading.document import ReadDocument, RecognisedPage
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import READERS, fingerprint, renewed
from youju.reading.worker import ReadingPool

Outcome = Literal[
    "added",
    "updated",
    "restored",  # bytes that were there before are live again
    "moved",  # only roles, category, dates or title changed
    "renamed",  # a known file under a new name
    "joined",  # one more name of a document with the same bytes
    "unchanged",
    "removed",  # its file is gone
    "needs_ocr",
    "unreadable",  # OCR could read none of its pages
    "failed",
]
Result = Literal["imported", "partial", "refused"]
DEFAULT_LIMITS = Limits()
_AT_ONCE = 50
"""After how many files at most the first of them are imported, while the rest have not been looked at yet."""
_READ_AHEAD = 2
"""How many files are read while another is published: one for each worker of the pool."""
FAILURES: frozenset[Outcome] = frozenset({"needs_ocr", "unreadable", "failed"})
"""Outcomes that leave a person something to do."""


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
        if self.outcome == "failed":
            return "refused"
        return "partial" if self.missing or self.outcome in {"needs_ocr", "unreadable"} else "imported"


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
        parts = [f"{part.name}/{part.version}" for part in self._structures]
        self._parts = digest(*parts, cutter.NAME, cutter.VERSION, str(chunk_tokens), str(chunk_overlap))
        self.readers = digest(*(fingerprint(reader) for reader in READERS))

    async def add(self, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller) -> AsyncGenerator[Item]:
        """Import these sources and yield what became of each, in their order.

        While one is published the next ones are read. Closing the iterator stops after the current publish.
        """
        batch = Batch(sources, wish, caller)
        with self._originals.in_use():
            plain: list[Source | InputRejected] = []
            for source in sources:
                opens = isinstance(source, Source) and await asyncio.to_thread(is_container, source)
                if not opens:
                    plain.append(source)
                if opens or len(plain) == _AT_ONCE:
                    async for item in self._each(plain, batch):
                        yield item
                    plain = []
                if opens and isinstance(source, Source):
                    async for item in self._opened(source, batch):
                        yield item
            async for item in self._each(plain, batch):
                yield item
        await self.collect_files()

    async def _each(self, sources: Sequence[Source | InputRejected], batch: Batch) -> AsyncGenerator[Item]:
        """What became of each file; while one is published the next ones are read."""
        window: deque[asyncio.Task[Draft | Item]] = deque()
        try:
            for source in sources:
                window.append(asyncio.create_task(self._prepare(source, batch)))
                if len(window) > _READ_AHEAD:
                    yield await self._finish(await window.popleft())
            while window:
                yield await self._finish(await window.popleft())
        finally:
            for task in window:
                task.cancel()

    async def _opened(self, source: Source, batch: Batch) -> AsyncGenerator[Item]:
        """What became of the files in an archive or a mail; documents of files that are no longer in it go."""
        arrival = batch.arrival(source, "", None)
        try:
            original = await asyncio.to_thread(self._originals.keep, source.path, source.name, self._limits.max_bytes)
            arrival = batch.arrival(source, original.content_hash, original.stamp)
            with self._originals.workspace() as folder:
                file = SourceFile(original.path, source.name, source.password)
                contents = contents_of(source, await self._reading.unpack(file, folder, self._limits))
                batch.join(contents.sources)
                if not contents.is_document:
                    await self._ledger.note(arrival)
                async for item in self._each(contents.sources, batch):
                    yield item
        except InputRejected as error:
            yield await self._refused(arrival, error)
            return
        async for item in self._let_go([one for one in await self._ledger.members(source.key) if contents.lacks(one)]):
            yield item

    async def _let_go(self, names: Sequence[Name]) -> AsyncGenerator[Item]:
        if not names:
            return
        nameless = await self._ledger.drop_names([name.key for name in names])
        if nameless:
            await self.remove(*nameless)
        for name in names:
            yield Item(name.name, "removed", f"{name.name}: no longer in it, and gone.", document_id=name.document_id)

    async def publish(self, drafts: Sequence[Draft]) -> list[Published]:
        """Publish drafts in one transaction: they become live together."""
        if not self._collected:
            await self.collect()
        published = await self._ledger.publish(drafts, self._index.add)
        await self._unindex(published)
        return published

    async def _unindex(self, published: Sequence[Published]) -> None:
        superseded = [version for done in published for version in done.superseded]
        if superseded:
            await asyncio.to_thread(self._index.remove, superseded)
        if any(done.removed for done in published):
            await self.purge()

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

    async def collect_files(self) -> None:
        """Delete kept originals that no version needs: what failed and killed imports left behind."""
        if self._originals.names() - await self._ledger.stored_files():
            loop = asyncio.get_running_loop()

            def needed() -> set[str]:
                return asyncio.run_coroutine_threadsafe(self._ledger.stored_files(), loop).result()

            await asyncio.to_thread(self._originals.collect, needed)

    async def remove(self, *documents: str) -> None:
        """Delete documents: ledger first (from then on nothing can show them), then index entries and originals."""
        removed = await self._ledger.remove(documents, self._index.add)
        await asyncio.to_thread(self._index.remove, removed.versions)
        await self.collect_files()
        await self.purge()

    async def purge(self) -> None:
        """After a deletion: leave nothing of it in the files of index and ledger, which only mark it as deleted.
        Nothing can be published meanwhile."""
        if await asyncio.to_thread(self._index.has_remains):
            await rebuild_index(self._ledger, self._index)
        await self._ledger.forget_log()

    async def place(self, document: str, wish: Wish) -> bool:
        """Change roles, category, dates and title without reading; see `Ledger.place`."""
        return await self._ledger.place(document, wish, self._index.add)

    async def restore(self, document: str, version: str) -> None:
        """Make an earlier version live again, as one publish."""
        superseded = await self._ledger.restore(document, version, self._index.add)
        if superseded is not None and superseded != version:
            await asyncio.to_thread(self._index.remove, [superseded])

    async def retire(self, *documents: str) -> None:
        """Keep documents as history only."""
        retired = await self._ledger.retire(documents, self._index.add)
        await asyncio.to_thread(self._index.remove, retired.versions)

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
        title = title or title_of(None, document.title, source)
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
            fingerprint=self._fingerprint(content_hash, document.metadata.get("reader", "")),
            placement=placement,
            reader=document.metadata.get("reader", ""),
        )

    def _telling(self, document: ReadDocument, sections: Sequence[Section]) -> tuple[PassageSpan, ...]:
        """The passages that say something. Bare headings, as between the articles of a statute, are on the path of
        what follows them; as passages they would only take places in a search."""
        passages = self._cut(document.text, document.blocks, sections)
        within = Overlapping(document.blocks)
        kept = [one for one in passages if any(block.kind != "heading" for block in within(one.start, one.end))]
        return tuple(replace(one, ordinal=place) for place, one in enumerate(kept)) or passages

    def _fingerprint(self, content: str, reader: str) -> str:
        return digest(content, reader, self._parts)

    def current(self, content: str, reader: str) -> str:
        """The fingerprint that a version of these bytes would get today from the reader that read it then."""
        return self._fingerprint(content, renewed(reader))

    async def _prepare(self, source: Source | InputRejected, batch: Batch) -> Draft | Item:
        if isinstance(source, InputRejected):
            return _failed(source.message.partition(":")[0], source)
        try:
            original = await asyncio.to_thread(self._originals.keep, source.path, source.name, self._limits.max_bytes)
        except InputRejected as error:
            return await self._refused(batch.arrival(source, "", None), error)
        arrival = await self._arrive(source, original, batch)
        try:
            return await self._taken(arrival) or await self._read(source, original, arrival)
        except InputRejected as error:
            return await self._refused(arrival, error)

    async def _arrive(self, source: Source, original: Original, batch: Batch) -> Arrival:
        arrival = batch.arrival(source, original.content_hash, original.stamp)
        known = await self._ledger.name(source.key)
        others = await self._ledger.names_of(known.document_id) if known and known.document_id else []
        together = await asyncio.to_thread(batch.together, source, original.content_hash, others)
        alike = await self._ledger.names_with(original.content_hash) if known is None else []
        gone = await asyncio.to_thread(lambda: frozenset(name.key for name in alike if is_gone(name.key)))
        return replace(arrival, together=together, gone=gone)

    async def _taken(self, arrival: Arrival) -> Item | None:
        published = await self._ledger.take(arrival, self.current, self._index.add)
        if published is None:
            return None
        await self._unindex([published])
        return Item(arrival.name, published.outcome, told_known(arrival, published), document_id=published.document_id)

    async def _read(self, source: Source, original: Original, arrival: Arrival) -> Draft:
        content = original.content_hash
        recognised = await self._ledger.recognised(content)
        file = SourceFile(original.path, source.name, source.password, recognised)
        read = await self._reading.read(file, self._limits)
        draft = await asyncio.to_thread(self.draft, source.key, source.name, read, content, Placement())
        return replace(draft, stored_file=original.name, arrival=arrival)

    async def reread(self, live: LiveFile, recognised: tuple[RecognisedPage, ...]) -> tuple[Draft, Published]:
        """Read the kept original of a live version again, with what OCR has made of it by now, and publish that in its
        place; if another version is live by then, nothing is published. Raises `InputRejected` and `StorageFailed`."""
        with self._originals.in_use():
            path = self._originals.path(live.stored_file)
            read = await self._reading.read(SourceFile(path, live.name, recognised=recognised), self._limits)
            draft = await asyncio.to_thread(self.draft, "", live.name, read, live.content_hash, Placement())
            draft = replace(draft, stored_file=live.stored_file, identity=live.document_id, over=live.version_id)
            (published,) = await self.publish([draft])
        return draft, published

    async def _refused(self, arrival: Arrival, error: InputRejected) -> Item:
        problem = Problem(error.line(), error.code, self.readers)
        kept_old = await self._ledger.refuse(arrival, problem)
        kept = " The version imported before stays in use." if kept_old else ""
        return Item(arrival.name, "failed", error.line() + kept, code=error.code, document_id=kept_old)

    async def _finish(self, prepared: Draft | Item) -> Item:
        if isinstance(prepared, Item):
            return prepared
        (published,) = await self.publish([prepared])
        outcome: Outcome = published.outcome if prepared.state == "ready" else prepared.state
        return Item(
            prepared.source,
            outcome,
            told_read(prepared, published),
            code=None if prepared.state == "ready" else prepared.state,
            document_id=published.document_id,
            pages=len(prepared.document.pages),
            passages=len(prepared.passages),
            missing=tuple(sorted({*prepared.document.needs_ocr, *prepared.document.unreadable})),
        )


def _only_pictures(document: ReadDocument) -> bool:
    """Whether no page could be read. What little text such a scan carries (a stamp, a scanner's name) is not the
    document's."""
    return len({*document.needs_ocr, *document.unreadable}) == len(document.pages) > 0


def _failed(name: str, error: InputRejected) -> Item:
    return Item(name, "failed", error.line(), code=error.code)
