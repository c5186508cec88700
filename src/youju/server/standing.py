"""How the parts are, for those who ask often: looking at all of them takes seconds over a large ledger."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from youju.parts import PartState

FRESH_SECONDS = 300.0


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
