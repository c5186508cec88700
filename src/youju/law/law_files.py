"""Files that may be laws: read by the pool within its limits, one bad file never stopping the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from youju.errors import InputRejected
from youju.knowledge.originals import Originals
from youju.knowledge.sources import Source
from youju.knowledge.unpacking import contents_of, is_container
from youju.law.documents import LawDocument
from youju.law.files.facts import NotLaw
from youju.law.files.reading import law_document
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

_READ_AHEAD = 2
"""How many files are read while another is dealt with: one for each worker of the pool."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What one file is: a law, no law, or why it cannot be read. `stored` names its kept original."""

    name: str
    content: LawDocument | NotLaw | InputRejected
    stored: str | None = None


async def read_laws(
    sources: Sequence[Source | InputRejected], reading: ReadingPool, originals: Originals, limits: Limits
) -> AsyncGenerator[ReadFile]:
    """Every file under these sources, archives opened, in their order. What is read stays kept only until the caller
    lets go of `originals.in_use()`, unless a version needs it."""
    window: deque[asyncio.Task[ReadFile]] = deque()
    try:
        for source in sources:
            if isinstance(source, Source) and await asyncio.to_thread(is_container, source):
                while window:
                    yield await window.popleft()
                async with aclosing(_opened(source, reading, originals, limits)) as inside:
                    async for one in inside:
                        yield one
                continue
            window.append(asyncio.create_task(_read(source, reading, originals, limits)))
            if len(window) > _READ_AHEAD:
                yield await window.popleft()
        while window:
            yield await window.popleft()
    finally:
        for task in window:
            task.cancel()


async def _opened(
    source: Source, reading: ReadingPool, originals: Originals, limits: Limits
) -> AsyncGenerator[ReadFile]:
    try:
        with originals.workspace() as folder:
            file = SourceFile(source.path, source.name, source.password)
            contents = contents_of(source, await reading.unpack(file, folder, limits))
            for one in contents.sources:
                yield await _read(one, reading, originals, limits)
    except InputRejected as error:
        yield ReadFile(source.name, error)


async def _read(source: Source | InputRejected, reading: ReadingPool, originals: Originals, limits: Limits) -> ReadFile:
    if isinstance(source, InputRejected):
        return ReadFile(source.message.partition(":")[0], source)
    try:
        original = await asyncio.to_thread(originals.keep, source.path, source.name, limits.max_bytes)
        read = await reading.read(SourceFile(original.path, source.name, source.password), limits)
    except InputRejected as error:
        return ReadFile(source.name, error)
    name = source.name.rpartition("/")[2]
    return ReadFile(source.name, await asyncio.to_thread(law_document, read, name), original.name)
