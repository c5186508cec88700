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

LOOK_SECONDS = 5.0
"""How often to look whether documents came or went, here or through another process."""

_log = structlog.stdlib.get_logger("youju.server")


@dataclass(slots=True)
class Filled:
    """How far it is. `off`: no vectors are wanted or none can be made; search is by keywords."""

    state: Literal["waiting", "running", "done", "off"] = "waiting"
    done: int = 0
    total: int = 0


class Filler:
    """One task for the life of the server. Between two steps it waits until it is `quiet`: answers go first."""

    def __init__(
        self,
        fill: Callable[[], AsyncGenerator[Progress]],
        changes: Callable[[], Awaitable[int]],
        quiet: Callable[[], Awaitable[None]],
    ) -> None:
        self.progress = Filled()
        self._fill = fill
        self._changes = changes
        self._quiet = quiet

    async def run(self) -> None:
        """Fill whenever something changed, until cancelled. What was filled stays."""
        filled: int | None = None
        while True:
            try:
                if filled != (now := await self._changes()):
                    filled = now
                    await self._once()
            except YoujuError as error:
                _log.warning("no vectors", reason=error.line())
                self.progress = Filled("off")
            except Exception:  # noqa: BLE001 (whatever it is, the server goes on without vectors and says so)
                _log.exception("filling failed")
                self.progress = Filled("off")
            await asyncio.sleep(LOOK_SECONDS)

    async def _once(self) -> None:
        """One pass. It tells its progress at least once where there is an embedder."""
        self.progress = Filled("off")
        async with aclosing(self._fill()) as steps:
            async for step in steps:
                self.progress = Filled("running", step.done, step.total)
                await self._quiet()
        if self.progress.state == "running":
            self.progress.state = "done"
