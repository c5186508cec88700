"""Building the index anew from the ledger, which holds all that it needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from youju.index.lexical import TantivyIndex
from youju.index.protocol import Entry
from youju.index.vectors import compact_all, embedding_input, embedding_key
from youju.knowledge.ledger import Ledger

_DOCUMENTS_AT_ONCE = 100
"""Documents whose texts are in memory together."""


async def rebuild(ledger: Ledger, index: TantivyIndex, vectors: Path) -> int:
    """Rebuild the index from the ledger; returns the number of passages. Nothing can be published meanwhile.

    Vectors (in the folder `vectors`) of texts that are still live are kept; a damaged vector file is begun again.
    """
    keys: set[bytes] = set()
    loop, count = asyncio.get_running_loop(), 0

    def entries(documents: Sequence[str]) -> Iterator[Entry]:
        """All entries, for the thread that indexes; of what has passed only the keys stay."""
        nonlocal count
        for start in range(0, len(documents), _DOCUMENTS_AT_ONCE):
            some = ledger.live_entries(documents[start : start + _DOCUMENTS_AT_ONCE])
            for entry in asyncio.run_coroutine_threadsafe(some, loop).result():
                count += 1
                keys.add(embedding_key(embedding_input(entry)))
                yield entry

    async with ledger.frozen():
        documents = await ledger.live_documents()
        await asyncio.to_thread(lambda: index.rebuild(entries(documents)))
    await asyncio.to_thread(compact_all, vectors, keys)
    return count
