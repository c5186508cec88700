"""Waiting for a stream without losing it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import TypeVar

T = TypeVar("T")

_AHEAD = 64
"""Items that may wait to be taken."""


async def with_pauses(source: AsyncGenerator[T], seconds: float) -> AsyncGenerator[T | None]:
    """The items of `source`, and None once in every gap of more than `seconds`. Closing it closes the source."""
    queue: asyncio.Queue[T] = asyncio.Queue(_AHEAD)

    async def pump() -> None:
        async with aclosing(source):
            async for item in source:
                await queue.put(item)

    pumping = asyncio.create_task(pump())
    try:
        while not (pumping.done() and queue.empty()):
            taking = asyncio.create_task(queue.get())
            try:
                await asyncio.wait({taking, pumping}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
                if not taking.done() and not pumping.done():
                    yield None
                    await asyncio.wait({taking, pumping}, return_when=asyncio.FIRST_COMPLETED)
                if taking.done():
                    yield taking.result()
            finally:
                taking.cancel()
        await pumping
    finally:
        pumping.cancel()
        with suppress(asyncio.CancelledError):
            await pumping
