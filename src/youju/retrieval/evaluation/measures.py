"""How good rankings are: recall and reciprocal rank with confidence intervals.

Definitions as in TREC: R@k is the share of the gold items of a question that stand in the first k places, MRR@10 one
over the rank of the first gold item, 0 beyond the tenth; both are means over questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CUTS = (1, 5, 10, 20, 100)
"""The k of R@k."""
DEPTH = max(CUTS)
_DRAWS = 2000
_SEED = 20_260_101

Measures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over questions with its 95 % interval (percentile bootstrap over questions, seeded)."""

    mean: float
    low: float
    high: float


def measures_of(ranking: Sequence[str], gold: Sequence[Set[str]]) -> dict[str, float]:
    """The measures of one question. `ranking`: passage ids, best first; each gold item is a set of passages, any of
    which will do (an article that is cut in two is found by either half)."""
    first = [next((rank for rank, one in enumerate(ranking, start=1) if one in item), None) for item in gold]
    found = [rank for rank in first if rank is not None]
    shares = {f"R@{k}": sum(rank <= k for rank in found) / len(gold) for k in CUTS}
    best = min(found, default=DEPTH)
    return shares | {"MRR@10": 1 / best if found and best <= 10 else 0.0}


def interval(values: Sequence[float]) -> Interval:
    """The mean of a measure over questions, one value each. Shape `(n,)`, n ≥ 1."""
    data = np.asarray(values, np.float64)
    drawn = _resampled(data)
    return Interval(float(data.mean()), float(np.quantile(drawn, 0.025)), float(np.quantile(drawn, 0.975)))


def difference(before: Sequence[float], after: Sequence[float]) -> Interval:
    """How much a measure has grown, question by question: the paired interval."""
    return interval([now - was for was, now in zip(before, after, strict=True)])


def _resampled(data: NDArray[np.float64]) -> NDArray[np.float64]:
    chance = np.random.default_rng(_SEED)
    return np.array([data[chance.integers(0, len(data), len(data))].mean() for _ in range(_DRAWS)])
