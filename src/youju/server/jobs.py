"""Imports of uploaded files as tasks of the server: they outlive the request that began them, and the server itself."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Annotated

import structlog
from fastapi import Depends, Request

from youju.app import Youju
from youju.caller import Caller
from youju.errors import YoujuError
from youju.knowledge.runs.service import OpenRun

AT_ONCE = 2
"""How many imports work at the same time; the others wait for their turn."""

_log = structlog.stdlib.get_logger("youju.server")


class ImportJobs:
    """The imports that this server works on. Their state is in the ledger; here are only the tasks."""

    def __init__(self, youju: Youju) -> None:
        self._youju = youju
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)
        self.closing = False

    def start(self, run: OpenRun, caller: Caller) -> asyncio.Task[None]:
        """Begin to work on a run."""
        task = self._tasks[run.id] = asyncio.create_task(self._work(run, caller))
        task.add_done_callback(lambda done: self._done(run.id, done))
        return task

    def _done(self, run: str, task: asyncio.Task[None]) -> None:
        del self._tasks[run]
        if not task.cancelled() and (error := task.exception()) is not None:
            reason = error.line() if isinstance(error, YoujuError) else type(error).__name__
            _log.error("import failed", run=run, reason=reason)

    async def _work(self, run: OpenRun, caller: Caller) -> None:
        async with run, self._turn, aclosing(self._youju.carry_out(run, caller)) as items:
            async for _ in items:
                pass

    async def ended(self, job: asyncio.Task[None]) -> None:
        """Wait until a job has ended, whatever the end. Raises what made it fail; being cancelled ends the waiting
        and not the job."""
        await asyncio.wait([job])
        if not job.cancelled():
            job.result()

    async def resume(self, caller: Caller) -> None:
        """Clear what a killed process left behind, and go on with what was interrupted when the server ended."""
        try:
            await self._youju.tidy()
            for run in await self._youju.left_imports():
                self.start(run, caller)
        except YoujuError as error:
            _log.error("imports wait", reason=error.line())

    async def stop(self, identifier: str) -> None:
        """Let go of a run that the ledger says is stopped, if it is ours."""
        task = self._tasks.get(identifier)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        """Interrupt them all: they go on when a server starts again."""
        self.closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def current_jobs(request: Request) -> ImportJobs:
    """The imports of this server."""
    return request.app.state.imports


Jobs = Annotated[ImportJobs, Depends(current_jobs)]
