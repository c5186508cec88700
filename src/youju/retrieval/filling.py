"""Embedding what is live and has no vector yet: resumable, a batch at a time, beside whatever else is done.

What is kept between batches are keys, never texts: the memory stays flat however many passages there are.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import structlog

from youju.errors import PartUnavailable
from youju.index.protocol import Entry
from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.models.protocols import Embedder
from youju.retrieval.ledger_view import LedgerView

_log = structlog.stdlib.get_logger("youju.retrieval")

T = TypeVar("T")

BATCH = 16
"""Passages between two reports: about half a second of two cores, and all that an interruption loses."""
_BATCH_BESIDE = 8
"""The same beside an import, where Ctrl-C waits for it."""
_DOCUMENTS = 50
"""Documents whose texts are read at a time."""
_PASSAGES = 1000
"""Passages whose texts are read at a time, unless one document alone has more."""
_NICE = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the distinct live texts have a vector. `total` may grow while documents are published."""

    done: int
    total: int


class Filling:
    """Follows the ledger's change counter and embeds what is missing. Keep it for the life of a process: another pass
    reads only the documents that changed. `finished` are files with vectors that were computed beforehand: what they
    hold is copied, not embedded."""

    def __init__(
        self, ledger: LedgerView, vectors: VectorStore, embedder: Embedder, finished: Sequence[Path] = ()
    ) -> None:
        self._ledger = ledger
        self._vectors = vectors
        self._embedder = embedder
        self._finished = finished
        self._keys: dict[str, tuple[bytes, ...]] = {}
        self._counter: int | None = None

    async def run(self) -> AsyncGenerator[Progress]:
        """Embed all that is missing, and what is published meanwhile; yields after each batch, and at least once.

        Stop by closing the iterator or cancelling: what was yielded is kept, and the next call goes on from there.
        Several processes may fill at the same time. Raises `PartUnavailable` when the embedder or the file does not
        work.
        """
        looked: int | None = None
        while looked != (now := await self._ledger.change_counter()):
            looked = now
            await self._follow(now)
            async for step in self.fill():
                yield step

    async def adopt(self) -> None:
        """Only copy what the finished files hold of the live texts, and embed nothing: a moment, not half an hour."""
        await self._follow(await self._ledger.change_counter())
        await asyncio.to_thread(self._missing, {key for keys in self._keys.values() for key in keys})

    async def _follow(self, counter: int) -> None:
        changed = self._counter is None or await self._ledger.changed_documents(self._counter)
        await self.look_at(await self._ledger.live_documents() if changed is True else changed)
        self._counter = counter

    async def look_at(self, documents: Sequence[str]) -> None:
        """Note the keys of these documents' texts."""
        for some in _groups(documents, _DOCUMENTS):
            entries = await self._ledger.live_entries(some)
            found = await asyncio.to_thread(_keys_by_document, entries)
            for document in some:
                self._keys.pop(document, None)
            self._keys |= found

    async def fill(self) -> AsyncGenerator[Progress]:
        """Embed what is missing of the documents that were looked at."""
        wanted = {key for keys in self._keys.values() for key in keys}
        missing = await asyncio.to_thread(self._missing, wanted)
        yield Progress(len(wanted) - len(missing), len(wanted))
        if not missing:
            return
        for some in self._some_passages(missing):
            texts = _texts(await self._ledger.live_entries(some))
            here = [key for key in texts if key in missing]
            for keys in _groups(here, BATCH):
                await asyncio.to_thread(_embed, self._vectors, self._embedder, {key: texts[key] for key in keys})
                missing.difference_update(keys)
                yield Progress(len(wanted) - len(missing), len(wanted))

    def _missing(self, wanted: set[bytes]) -> set[bytes]:
        """The keys that have no vector, and none in a finished file either. Copies what is in one."""
        missing = wanted - self._vectors.refresh().keys()
        if missing and self._finished:
            for file in self._finished:
                try:
                    self._vectors.adopt(file, missing)
                except PartUnavailable as error:  # then all is embedded; `youju doctor` says so, too
                    _log.warning("finished vectors are not used", reason=error.line())
            missing -= self._vectors.refresh().keys()
        return missing

    def _some_passages(self, missing: set[bytes]) -> Iterator[list[str]]:
        """Documents with missing texts, so many at a time that their texts take little room."""
        some: list[str] = []
        passages = 0
        for document, keys in list(self._keys.items()):
            if missing.isdisjoint(keys):
                continue
            if some and passages + len(keys) > _PASSAGES:
                yield some
                some, passages = [], 0
            some.append(document)
            passages += len(keys)
        if some:
            yield some


async def fill_vectors(
    ledger: LedgerView, vectors: VectorStore, embedder: Embedder, documents: Sequence[str] | None = None
) -> AsyncGenerator[Progress]:
    """One filling: of these documents, or of all and what is published meanwhile. See `Filling.run`."""
    filling = Filling(ledger, vectors, embedder)
    if documents is not None:
        await filling.look_at(documents)
    async for step in filling.fill() if documents is not None else filling.run():
        yield step


async def live_keys(ledger: LedgerView) -> set[bytes]:
    """The keys of all live texts: what an embedder's file needs."""
    keys: set[bytes] = set()
    for some in _groups(await ledger.live_documents(), _DOCUMENTS):
        found = await asyncio.to_thread(_keys_by_document, await ledger.live_entries(some))
        keys.update(key for own in found.values() for key in own)
    return keys


class Beside:
    """Embeds documents while others are still being read: one thread that gives way to everybody else.

    `put` what is published, iterate `run` in a task, `finish` when nothing more comes. What is left when it is closed
    is embedded by the next filling. Only ids wait: an import is never held up, and nothing grows but by a few bytes
    for a file.
    """

    def __init__(self, ledger: LedgerView, vectors: VectorStore, embedder: Embedder) -> None:
        self._ledger = ledger
        self._vectors = vectors
        self._embedder = embedder
        self._waiting: dict[str, int] = {}
        self._more = asyncio.Event()
        self._finished = False
        self._done = 0
        self._total = 0

    def put(self, document: str, passages: int) -> None:
        """A document has been published; `passages` is how many it has, 0 where that is not known yet."""
        self._total += passages - self._waiting.get(document, 0)
        self._waiting[document] = passages
        self._more.set()

    def finish(self) -> None:
        """Nothing more comes."""
        self._finished = True
        self._more.set()

    async def run(self) -> AsyncGenerator[Progress]:
        """Embed until `finish`, and then what is left. Raises `PartUnavailable`."""
        thread = ThreadPoolExecutor(1, "embedding", initializer=_give_way)
        try:
            while self._waiting or not self._finished:
                await self._more.wait()
                self._more.clear()
                while self._waiting:
                    async for step in self._some(thread):
                        yield step
        finally:
            thread.shutdown(wait=False, cancel_futures=True)

    async def _some(self, thread: ThreadPoolExecutor) -> AsyncGenerator[Progress]:
        some = dict(list(self._waiting.items())[:_DOCUMENTS])
        for document in some:
            del self._waiting[document]
        entries = await self._ledger.live_entries(list(some))
        self._total += len(entries) - sum(some.values())
        for batch in _groups(entries, _BATCH_BESIDE):
            await asyncio.get_running_loop().run_in_executor(
                thread, _embed, self._vectors, self._embedder, _texts(batch)
            )
            self._done += len(batch)
            yield Progress(self._done, self._total)


def _give_way() -> None:
    """This thread, and those that the embedder starts from it, get what reading leaves: Linux weighs each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _groups(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _keys_by_document(entries: Iterable[Entry]) -> dict[str, tuple[bytes, ...]]:
    found: dict[str, list[bytes]] = {}
    for entry in entries:
        found.setdefault(entry.document_id, []).append(embedding_key(embedding_input(entry)))
    return {document: tuple(keys) for document, keys in found.items()}


def _texts(entries: Iterable[Entry]) -> dict[bytes, str]:
    return {embedding_key(text): text for text in map(embedding_input, entries)}


def _embed(vectors: VectorStore, embedder: Embedder, texts: dict[bytes, str]) -> None:
    """Embed and keep those that no other process has embedded in the meantime."""
    keys = list(texts)
    wanted = [key for key, row in zip(keys, vectors.refresh().rows_for(keys), strict=True) if row < 0]
    vectors.append(wanted, embedder.embed_passages([texts[key] for key in wanted]))
