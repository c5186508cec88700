"""Dense vectors are filled while nobody asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

import structlog

from youju.app import Progress
from youju.errors import YoujuError

AGAIN_SECONDS = 60.0
"""How often to look for what other processes imported."""

_log = structlog.stdlib.get_logger("youju.server")


@dataclass(slots=True)
class Filled:
    """How far it is. `off`: no vectors are wanted or none can be made; search is lexical."""

    state: Literal["waiting", "running", "done", "off"] = "waiting"
    done: int = 0
    total: int = 0


class Filler:
    """One task for the life of the server. Between two steps it waits until it is `quiet`: answers go first."""

    def __init__(self, fill: Callable[[], AsyncGenerator[Progress]], quiet: Callable[[], Awaitable[None]]) -> None:
        self.progress = Filled()
        self._fill = fill
        self._quiet = quiet
        self._nudge = asyncio.Event()

    def nudge(self) -> None:
        """There is something new."""
        self._nudge.set()

    async def run(self) -> None:
        """Fill, wait, fill again, until cancelled. What was filled stays."""
        while True:
            self._nudge.clear()
            try:
                await self._once()
            except YoujuError as error:
                _log.warning("no vectors", reason=error.line())
                self.progress = Filled("off")
            try:
                async with asyncio.timeout(AGAIN_SECONDS):
                    await self._nudge.wait()
            except TimeoutError:
                pass

    async def _once(self) -> None:
        async with aclosing(self._fill()) as steps:
            async for step in steps:
                self.progress = Filled("running", step.done, step.total)
                await self._quiet()
        self.progress = Filled("done", self.progress.total, self.progress.total)
