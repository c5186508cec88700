"""How the parts are, for those who ask often: looking at all of them takes seconds over a large ledger."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from youju.parts import PartState

FRESH_SECONDS = 300.0
AGAIN_SECONDS = 20.0
"""After so many seconds what could not be reached is asked again."""


class Standing:
    """The state of the parts as it was after the last change of the documents, and at most `FRESH_SECONDS` ago."""

    def __init__(
        self, look: Callable[[], Awaitable[Sequence[PartState]]], changes: Callable[[], Awaitable[int]]
    ) -> None:
        self._look = look
        self._changes = changes
        self._seen: Sequence[PartState] = ()
        self._at: int | None = None
        self._until = 0.0
        self._looking = asyncio.Lock()

    async def now(self) -> Sequence[PartState]:
        """Every part. Whoever comes while somebody looks waits for what they see. Raises `StorageFailed`."""
        async with self._looking:
            counter = await self._changes()
            if counter != self._at or time.monotonic() >= self._until:
                self._seen = await self._look()
                self._at, self._until = counter, time.monotonic() + FRESH_SECONDS
        return self._seen


class Afar:
    """The state of parts on other machines, which may take seconds to answer: it is asked for beside, never waited for.

    What was seen last is told, for `FRESH_SECONDS`, or for `AGAIN_SECONDS` where a part was not ready.
    """

    def __init__(self, look: Callable[[], Awaitable[Sequence[PartState]]]) -> None:
        self._look = look
        self._seen: Sequence[PartState] = ()
        self._until = 0.0
        self._looking: asyncio.Task[None] | None = None

    def now(self) -> Sequence[PartState]:
        """What was seen last; nothing until the first look has ended."""
        if self._looking is None and time.monotonic() >= self._until:
            self._looking = asyncio.create_task(self._refresh())
        return self._seen

    async def _refresh(self) -> None:
        try:
            self._seen = await self._look()
        finally:
            good = all(part.state == "ready" for part in self._seen)
            self._until = time.monotonic() + (FRESH_SECONDS if good else AGAIN_SECONDS)
            self._looking = None

    async def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
