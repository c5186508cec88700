"""Embedding what is live and has no vector yet: in the background, resumable, a batch at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.models.protocols import Embedder
from youju.retrieval.ledger_view import LedgerView

BATCH = 16
"""Passages between two reports: about half a second of two cores, and all that an interruption loses."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the distinct live texts have a vector. `total` may grow while documents are published."""

    done: int
    total: int


async def fill_vectors(
    ledger: LedgerView, vectors: VectorStore, embedder: Embedder, documents: Sequence[str] | None = None
) -> AsyncGenerator[Progress]:
    """Embed all that is missing (of these documents, or of all), and what is published meanwhile; yields after each
    batch, and at least once.

    Stop by closing the iterator or cancelling: what was yielded is kept, and the next call goes on from there. Several
    processes may fill at the same time. Raises `PartUnavailable` when the embedder or the file does not work.
    """
    counter: int | None = None
    while counter != (now := await ledger.change_counter()):
        counter = now
        texts = {embedding_key(text): text for text in map(embedding_input, await ledger.live_entries(documents))}
        total = len(texts)
        present = (await asyncio.to_thread(vectors.refresh)).keys()
        missing = [key for key in texts if key not in present]
        yield Progress(total - len(missing), total)
        while missing:
            batch, missing = missing[:BATCH], missing[BATCH:]
            await asyncio.to_thread(_embed, vectors, embedder, {key: texts[key] for key in batch})
            yield Progress(total - len(missing), total)


def _embed(vectors: VectorStore, embedder: Embedder, texts: dict[bytes, str]) -> None:
    """Embed and keep those that no other process has embedded in the meantime."""
    keys = list(texts)
    wanted = [key for key, row in zip(keys, vectors.refresh().rows_for(keys), strict=True) if row < 0]
    vectors.append(wanted, embedder.embed_passages([texts[key] for key in wanted]))
