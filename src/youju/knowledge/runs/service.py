"""Imports as jobs: each is in the ledger from its start, file by file, to its end, whatever that is.

Whether a run still works is never guessed: its process holds a lock that the system frees when it dies. Whoever looks
at the runs first writes down which of them were interrupted.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from youju.caller import Caller
from youju.errors import InputRejected, NotFound, StorageFailed
from youju.knowledge.database import Database
from youju.knowledge.importing import Item
from youju.knowledge.placing import NOTHING_SAID, Wish
from youju.knowledge.runs.repository import RunRepository
from youju.knowledge.runs.staging import RunFolder
from youju.knowledge.runs.values import Run, RunItem, RunState
from youju.knowledge.sources import Source

KEPT = 200
"""How many runs are remembered."""

Sources = Sequence[Source | InputRejected]


class ImportRuns:
    """The import runs of a home folder. `folder` is where they keep their locks and uploaded files."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder

    @asynccontextmanager
    async def _read(self) -> AsyncGenerator[RunRepository]:
        async with self._database.read() as connection:
            yield RunRepository(connection)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[RunRepository]:
        """One transaction on the runs."""
        async with self._database.write() as connection:
            yield RunRepository(connection)

    # ── starting ───────────────────────────────────────────────────────────────────────────────────────────────

    def folder(self) -> RunFolder:
        """A folder of a new run, held by this process. Blocking. Raises `StorageFailed`."""
        folder = RunFolder(self._folder / secrets.token_hex(8))
        while not folder.take():  # another process took the new folder for a leftover
            folder = RunFolder(self._folder / secrets.token_hex(8))
        return folder

    async def start(self, sources: Sources, wish: Wish, caller: Caller) -> OpenRun:
        """Write down that an import begins."""
        return await self._begun(await asyncio.to_thread(self.folder), sources, wish, caller, staged=False)

    async def start_staged(self, folder: RunFolder, sources: Sources, wish: Wish, caller: Caller) -> OpenRun:
        """The same for files that were received into `folder`: they wait there until they are in, and an interrupted
        import goes on with them."""
        await asyncio.to_thread(folder.write, sources)
        return await self._begun(folder, sources, wish, caller, staged=True)

    async def _begun(self, folder: RunFolder, sources: Sources, wish: Wish, caller: Caller, *, staged: bool) -> OpenRun:
        run = folder.path.name
        async with self.write() as runs:
            await runs.put(run, caller.name, wish.row(), len(sources), run if staged else None)
            await runs.prune(KEPT)
        return OpenRun(self, folder, sources, wish, staged=staged)

    async def left(self) -> list[OpenRun]:
        """Interrupted imports of uploaded files, taken over by this process so that they go on. What else lies in
        the folder and belongs to no living process is cleared."""
        await self.settle()
        async with self._read() as runs:
            waiting = await runs.waiting()
        resumed: list[OpenRun] = []
        for run, wish in waiting:
            folder = RunFolder(self._folder / run)
            if not await asyncio.to_thread(folder.take, fresh=False):
                if not folder.path.is_dir():
                    await self._give_up(run)
                continue
            opened = await self._resumed(folder, Wish.of(wish))
            if opened is not None:
                resumed.append(opened)
        await self._clear({one.id for one in resumed} | {run for run, _ in waiting})
        return resumed

    async def _resumed(self, folder: RunFolder, wish: Wish) -> OpenRun | None:
        try:
            sources = await asyncio.to_thread(folder.sources)
        except (OSError, ValueError, KeyError, TypeError):
            folder.release(remove=True)
            await self._give_up(folder.path.name)
            return None
        async with self.write() as runs:
            if not await runs.reopen(folder.path.name):
                folder.release(remove=False)  # another process was faster
                return None
            known = await runs.items(folder.path.name, 0, len(sources) + 100_000)
        return OpenRun(self, folder, sources, wish, staged=True, known=known)

    async def _give_up(self, run: str) -> None:
        """Uploaded files are gone: nothing can go on."""
        async with self.write() as runs:
            if await runs.reopen(run):
                await runs.move(run, "cancelled", end=True)

    async def _clear(self, needed: set[str]) -> None:
        """Remove folders of no run that lives or waits: an upload that broke off, a run that was killed."""
        paths = [path for path in self._folder.glob("*") if path.name not in needed]
        for folder in map(RunFolder, paths):
            if await asyncio.to_thread(folder.take, fresh=False):
                await asyncio.to_thread(folder.release, remove=True)

    # ── looking ────────────────────────────────────────────────────────────────────────────────────────────────

    async def settle(self) -> None:
        """Write down which runs were interrupted: they have not ended, and no process holds their lock."""
        async with self._read() as runs:
            unfinished = await runs.open_runs()
        dead = [run for run in unfinished if not await asyncio.to_thread(RunFolder(self._folder / run).held)]
        if not dead:
            return
        async with self.write() as runs:
            for run in dead:
                stopped = await runs.state(run) == "cancelled"
                await runs.move(run, "cancelled" if stopped else "interrupted", end=True)

    async def runs(self, limit: int = 50) -> list[Run]:
        """The newest runs, newest first."""
        await self.settle()
        async with self._read() as runs:
            return await runs.runs(limit)

    async def run(self, identifier: str) -> Run:
        """One run. Raises `NotFound`."""
        await self.settle()
        async with self._read() as runs:
            found = await runs.runs(1, identifier)
        if not found:
            raise NotFound("No such import.", remedy="`youju imports list` shows those that are remembered.")
        return found[0]

    async def items(self, identifier: str, after: int = 0, limit: int = 1_000_000) -> list[RunItem]:
        """What became of its files, in the order in which they were finished, from the one at `after` on."""
        async with self._read() as runs:
            return await runs.items(identifier, after, limit)

    async def stop(self, identifier: str) -> None:
        """Ask a run to end, in whatever process it works: it stops at its next file. Raises `NotFound`; a run that has
        ended stays as it is."""
        await self.run(identifier)
        async with self.write() as runs:
            await runs.move(identifier, "cancelled", end=False)


class OpenRun:
    """A run in the hands of this process. Use it as a context manager: the way out decides how the run ended.

    `known` are the items of the same run before it was interrupted: they are not told twice.
    """

    def __init__(
        self,
        runs: ImportRuns,
        folder: RunFolder,
        sources: Sources,
        wish: Wish = NOTHING_SAID,
        *,
        staged: bool,
        known: Sequence[RunItem] = (),
    ) -> None:
        self.id = folder.path.name
        self.sources = sources
        self.wish = wish
        self._runs = runs
        self._folder = folder
        self._staged = staged
        self._next = len(known)
        self._reached: Counter[str] = Counter(item.name for item in known)
        self._again = Counter(self._reached)

    async def follow(self, running: AsyncGenerator[Item]) -> AsyncGenerator[Item]:
        """The items of the import, each in the ledger before it is passed on, until it ends or is stopped. Only within
        the context manager."""
        async with aclosing(running):
            async for item in running:
                going = await self._keep(item)
                yield item
                if not going:
                    break

    async def _keep(self, item: Item) -> bool:
        """Write an item down; whether the import shall go on."""
        row = RunItem(
            name=item.name,
            result=item.result,
            outcome=item.outcome,
            code=item.code,
            message=item.message,
            document_id=item.document_id,
            pages=item.pages,
            passages=item.passages,
        )
        async with self._runs.write() as runs:
            if self._again[item.name]:
                self._again[item.name] -= 1
            else:
                self._reached[item.name] += 1
                await runs.put_items(self.id, self._next, [row])
                self._next += 1
            return await runs.state(self.id) == "running"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        end: RunState = "interrupted"
        if kind is None:
            end = "done"
        elif issubclass(kind, asyncio.CancelledError | GeneratorExit | KeyboardInterrupt) and not self._staged:
            end = "cancelled"
        try:
            with suppress(StorageFailed):  # the next who looks finds the lock free, and writes it down
                end = await self._ended(end)
        finally:
            self._folder.release(remove=not (self._staged and end == "interrupted"))

    async def _ended(self, end: RunState) -> RunState:
        async with self._runs.write() as runs:
            if await runs.state(self.id) == "cancelled":
                end = "cancelled"
            if end == "cancelled":
                await runs.put_items(self.id, self._next, self._unreached())
            await runs.move(self.id, end, end=True)
        return end

    def _unreached(self) -> list[RunItem]:
        """The files that a stopped run did not come to."""
        names = Counter(_name(source) for source in self.sources)
        names.subtract(self._reached)
        return [
            RunItem(name, "refused", "stopped", "stopped", f"{name}: not imported. Add it again.", None, 0, 0)
            for name, count in names.items()
            for _ in range(count)
        ]


def _name(source: Source | InputRejected) -> str:
    return source.message.partition(":")[0] if isinstance(source, InputRejected) else source.name
