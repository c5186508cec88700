"""Following files as they change: one sign for each burst of changes, when the files have come to rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from pathlib import Path

_POLL_MS = 1000
_REST = 0.5
"""Seconds for which size and time of a file must stay the same: it may still be being written."""
_PATIENCE = 60.0
"""Seconds after which a file that never rests is looked at all the same; the import waits for it once more."""


async def settled_changes(locations: Sequence[Path]) -> AsyncGenerator[None]:
    """Yields once when watching has begun (what happened before has to be looked for), then after each burst of changes
    under these files and folders, when all that changed has come to rest."""
    # Native code of a few megabytes, which only those need who watch.
    from watchfiles import awatch  # noqa: PLC0415

    begun = False
    watching = awatch(*locations, yield_on_timeout=True, rust_timeout=_POLL_MS, raise_interrupt=False)
    async for changes in watching:
        if changes:
            await _rest([Path(path) for _, path in changes])
        if changes or not begun:
            yield
        begun = True


async def _rest(paths: Iterable[Path]) -> None:
    paths = list(paths)
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    before = await asyncio.to_thread(_look, paths)
    while asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(_REST)
        now = await asyncio.to_thread(_look, paths)
        if now == before:
            return
        before = now


def _look(paths: Iterable[Path]) -> list[tuple[int, int] | None]:
    return [_state(path) for path in paths]


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
