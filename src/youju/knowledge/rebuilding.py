"""The search index built again from the ledger, in parts, so that a large base does not have to fit into memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from youju.index.protocol import Entry, LexicalIndex
from youju.index.vectors import embedding_input, embedding_key
from youju.knowledge.ledger import Ledger

_DOCUMENTS_AT_ONCE = 200


async def rebuild_index(ledger: Ledger, index: LexicalIndex) -> tuple[int, set[bytes]]:
    """Build the index from what is live. Nothing can be published meanwhile.

    Returns the number of passages and the keys of their vectors.
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
    return count, keys
