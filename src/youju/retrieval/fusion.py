"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): ranks count, scales do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

K = 60


def fuse(rankings: Sequence[Sequence[str]], unseen: Mapping[str, int] | None = None) -> list[tuple[str, float]]:
    """Each id once with the sum of 1 / (60 + rank) over the rankings that hold it, best first, ties by id.

    `unseen`: ids that one of the rankings could not see at all, with the rank (from 1) that stands in for it there.
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, one in enumerate(ranking, start=1):
            scores[one] = scores.get(one, 0.0) + 1 / (K + rank)
    for one, rank in (unseen or {}).items():
        scores[one] = scores.get(one, 0.0) + 1 / (K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
