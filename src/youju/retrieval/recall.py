"""Recall: the two ways to a passage, both wide, both filtered inside. Each raises `PartUnavailable` by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from youju.index.protocol import Filters, LexicalIndex
from youju.models.protocols import Embedder
from youju.retrieval.catalogue import Table
from youju.retrieval.floor import has_unknown, rarity
from youju.retrieval.question import Asked

Ranking = Sequence[tuple[str, float]]
"""Passage ids and their scores, best first."""


@dataclass(frozen=True, slots=True)
class Lexical:
    """What keywords found, the rarity of each term of the question among the admitted passages, and whether a word of
    the question stands in none of them."""

    ranking: Ranking
    weights: Mapping[str, float]
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Dense:
    """What meaning found. `embedded`: the share of the admitted passages that have a vector."""

    ranking: Ranking
    embedded: float
    table: Table
    vector: NDArray[np.float32]

    def cosines(self, passage_ids: Sequence[str]) -> dict[str, float]:
        """Question against passage, for those that have a vector."""
        places = {one: self.table.position[one] for one in passage_ids if one in self.table.position}
        rows = {one: int(self.table.row[place]) for one, place in places.items() if self.table.row[place] >= 0}
        if not rows:
            return {}
        scores = np.vecdot(self.table.vectors.matrix(np.array(list(rows.values()))), self.vector)
        return dict(zip(rows, scores.tolist(), strict=True))


async def by_keywords(index: LexicalIndex, asked: Asked, filters: Filters, k: int) -> Lexical:
    """The `k` best by BM25. Raises `PartUnavailable`."""

    def search() -> Lexical:
        index.refresh()
        ranking = [(hit.passage_id, hit.score) for hit in index.search(asked.text, filters, k)]
        counts, total = index.counts(asked.terms, filters)
        return Lexical(ranking, rarity(asked.terms, counts, total), has_unknown(asked.terms, counts))

    return await asyncio.to_thread(search)


async def by_meaning(catalogue: Awaitable[Table], embedder: Embedder, asked: Asked, filters: Filters, k: int) -> Dense:
    """The `k` nearest by cosine, exactly. The catalogue is brought up to date while the question is embedded. Raises
    `PartUnavailable`."""
    embedding = asyncio.create_task(asyncio.to_thread(embedder.embed_query, asked.text))
    try:
        table = await catalogue
    finally:
        vector = await embedding

    def search() -> Dense:
        admitted = table.admitted(filters)
        places = admitted[table.row[admitted] >= 0]
        nearest = table.vectors.search(vector, table.row[places], k)
        found = [table.passage_ids[int(place)] for place in places[nearest.positions]]
        share = len(places) / len(admitted) if len(admitted) else 1.0
        return Dense(list(zip(found, nearest.scores.tolist(), strict=True)), share, table, vector)

    return await asyncio.to_thread(search)
