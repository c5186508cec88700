"""Pages that are pictures are recognised, and dense vectors filled, while nobody asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

import structlog

from youju.app import Progress
from youju.errors import YoujuError
from youju.knowledge.recognition.service import Step

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
    """One task for the life of the server. Between two steps it waits until it is `quiet`: answers go first.

    Vectors take moments and recognising takes minutes: whatever comes in between two pages gets its vectors first.
    """

    def __init__(
        self,
        fill: Callable[[], AsyncGenerator[Progress]],
        changes: Callable[[], Awaitable[int]],
        quiet: Callable[[], Awaitable[None]],
        recognise: Callable[[], AsyncGenerator[Step]] | None = None,
    ) -> None:
        self.progress = Filled()
        self.recognition = Filled("off")
        self._recognise = recognise
        self._seen: int | None = None
        self._fill = fill
        self._changes = changes
        self._quiet = quiet

    async def run(self) -> None:
        """Fill and recognise whenever something changed, until cancelled. What was done stays."""
        while True:
            changed = await self._follow()
            if changed and self._recognise is not None:
                try:
                    await self._read_pictures(self._recognise)
                except YoujuError as error:
                    _log.warning("no recognition", reason=error.line())
                    self.recognition = Filled("off")
                except Exception:  # noqa: BLE001 (whatever it is, the server goes on without OCR and says so)
                    _log.exception("recognition failed")
                    self.recognition = Filled("off")
            await asyncio.sleep(LOOK_SECONDS)

    async def _follow(self) -> bool:
        """Fill if something changed; whether it did."""
        try:
            if self._seen == (now := await self._changes()):
                return False
            self._seen = now
            await self._once()
        except YoujuError as error:
            _log.warning("no vectors", reason=error.line())
            self.progress = Filled("off")
        except Exception:  # noqa: BLE001 (whatever it is, the server goes on without vectors and says so)
            _log.exception("filling failed")
            self.progress = Filled("off")
        return True

    async def _read_pictures(self, recognise: Callable[[], AsyncGenerator[Step]]) -> None:
        """Passes over the pages that are pictures, until none comes in meanwhile."""
        again = True
        while again:
            again = False
            async with aclosing(recognise()) as steps:
                async for step in steps:
                    self.recognition = Filled("running", step.done, step.total)
                    if step.document is not None:
                        _log.info("recognised", published=step.document.published, passages=step.document.passages)
                    await self._quiet()
                    again |= await self._follow()
        if self.recognition.state == "running":
            self.recognition.state = "done"

    async def _once(self) -> None:
        """One pass over the vectors. It tells its progress at least once where there is an embedder."""
        self.progress = Filled("off")
        async with aclosing(self._fill()) as steps:
            async for step in steps:
                self.progress = Filled("running", step.done, step.total)
                await self._quiet()
        if self.progress.state == "running":
            self.progress.state = "done"
