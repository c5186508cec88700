"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): ranks count, scales do not."""

from __future__ import annotations

from collections.abc import Sequence

K = 60


def fuse(rankings: Sequence[Sequence[str]]) -> list[tuple[str, float]]:
    """Each id once with the sum of 1 / (60 + rank) over the rankings that hold it, best first, ties by id."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, one in enumerate(ranking, start=1):
            scores[one] = scores.get(one, 0.0) + 1 / (K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
