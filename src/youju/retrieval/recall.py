"""Recall: the two ways to a passage, both wide, both filtered inside. Each raises `PartUnavailable` by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from youju.index.protocol import Filters, LexicalIndex
from youju.index.vectors import nearest
from youju.retrieval.catalogue import Table
from youju.retrieval.floor import has_unknown, rarity
from youju.retrieval.fusion import fuse
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
    """What meaning found among `admitted` passages, of which `embedded` have a vector."""

    ranking: Ranking
    admitted: int
    embedded: int
    table: Table
    vector: NDArray[np.float32]

    def cosines(self, passage_ids: Sequence[str]) -> dict[str, float]:
        """Question against passage, for those that have a vector."""
        return self.table.cosines(passage_ids, self.vector)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the two ways brought to one question; None where a way is not to be had."""

    lexical: Lexical | None
    dense: Dense | None

    def fused(self) -> list[tuple[str, float]]:
        """One ranking of both."""
        rankings = [[one for one, _ in ways.ranking] for ways in (self.lexical, self.dense) if ways]
        return fuse(rankings, self._waiting())

    def _waiting(self) -> dict[str, int]:
        """What keywords found and meaning could not, for want of a vector: its rank by keywords counts for both, so
        that what was embedded first does not win by that alone."""
        if self.lexical is None or self.dense is None or self.dense.embedded == self.dense.admitted:
            return {}
        found = [one for one, _ in self.lexical.ranking]
        embedded = self.dense.cosines(found)
        return {one: rank for rank, one in enumerate(found, start=1) if one not in embedded}


def by_keywords(index: LexicalIndex, asked: Asked, filters: Filters, k: int, query: str | None = None) -> Lexical:
    """The `k` best by BM25 for the question, or for `query` in its stead. Raises `PartUnavailable`."""
    ranking = [(hit.passage_id, hit.score) for hit in index.search(query or asked.text, filters, k)]
    counts, total = index.counts(asked.terms, filters)
    return Lexical(ranking, rarity(asked.terms, counts, total), has_unknown(asked.terms, counts))


def by_meaning(table: Table, vectors: Sequence[tuple[NDArray[np.float32], int]], filters: Filters) -> list[Dense]:
    """For each unit vector its `k` nearest by cosine, exactly."""
    admitted = table.admitted(filters)
    places = admitted[table.row[admitted] >= 0]
    scores = table.vectors.scores(np.stack([vector for vector, _ in vectors]), table.row[places])
    return [
        Dense(_best(table, places, own, k), len(admitted), len(places), table, vector)
        for own, (vector, k) in zip(scores, vectors, strict=True)
    ]


def _best(table: Table, places: NDArray[np.int64], scores: NDArray[np.float32], k: int) -> Ranking:
    best = nearest(scores, k)
    found = [table.passage_ids[int(place)] for place in places[best.positions]]
    return list(zip(found, best.scores.tolist(), strict=True))
