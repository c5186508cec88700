"""A small learned order: measures of a candidate become one score, the log-odds that it answers.

One hidden layer beside a straight line, fitted so that in each question's list the answering passages stand first
(softmax cross-entropy over the list: Cao et al., “Learning to rank”, ICML 2007). Measures only, nothing that names a
law or a document: how often something answered before is a habit of one log, and misleads on the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_FIRST, _SECOND = 0.9, 0.999


@dataclass(frozen=True, slots=True)
class Listed:
    """One question's candidates: measures `(n, k)` and which of them answer `(n,)`."""

    rows: Floats
    answers: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Growing:
    """How the order is fitted; chosen on held-out questions (docs/law/retrieval.md). `decay` pulls weights to zero."""

    hidden: int = 16
    epochs: int = 30
    batch: int = 32
    rate: float = 5e-3
    decay: float = 1e-2
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Reranker:
    """`score` = slope × (straight line + hidden layer) + offset, over measures standardised by `mean` and `scale`.

    Shapes: `mean`, `scale`, `line` `(k,)`, `inner` `(k, h)`, `bias`, `outer` `(h,)`, `slope` and `offset` `()`.
    """

    mean: Floats
    scale: Floats
    line: Floats
    inner: Floats
    bias: Floats
    outer: Floats
    slope: Floats
    offset: Floats

    def score(self, rows: Floats) -> Floats:
        """The log-odds that each candidate `(n, k)` answers, shape `(n,)`."""
        return (self.slope * self.order(rows) + self.offset).astype(np.float32)

    def order(self, rows: Floats) -> Floats:
        """What puts candidates in order, on a scale of its own."""
        standard = np.clip((rows - self.mean) / self.scale, -8, 8)
        hidden = np.tanh(standard @ self.inner + self.bias)
        return (standard @ self.line + hidden @ self.outer).astype(np.float32)

    def arrays(self) -> dict[str, Floats]:
        """Its parts by name, as a model file keeps them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of(cls, arrays: Mapping[str, Floats]) -> Reranker:
        """From the parts of a model file. Raises `KeyError` or `ValueError` where they do not fit together."""
        found = cls(**{field.name: np.asarray(arrays[field.name], np.float32) for field in fields(cls)})
        k, h = found.inner.shape
        if {found.mean.shape, found.scale.shape, found.line.shape} != {(k,)} or found.outer.shape != (h,):
            raise ValueError("The parts of the reranker do not fit together.")
        return found


def fit(lists: Sequence[Listed], growing: Growing | None = None) -> Reranker:
    """Fit the order to lists of which each holds an answer (others say nothing and are left out). Deterministic. The
    log-odds are not calibrated yet: see `calibrated`."""
    growing = growing or Growing()
    told = [one for one in lists if one.answers.any()]
    if not told:
        raise ValueError("No list holds an answer.")
    every = np.concatenate([one.rows for one in told]).astype(np.float64)
    mean, scale = every.mean(axis=0), np.maximum(every.std(axis=0), 1e-6)
    standard = [np.clip((one.rows - mean) / scale, -8, 8) for one in told]
    shares = [one.answers / one.answers.sum() for one in told]
    weights = _descend(standard, shares, growing)
    as_floats = {name: value.astype(np.float32) for name, value in weights.items()}
    return Reranker(mean.astype(np.float32), scale.astype(np.float32), **as_floats, slope=_one(1), offset=_one(0))


def calibrated(reranker: Reranker, orders: NDArray[np.floating], answers: NDArray[np.bool_]) -> Reranker:
    """The reranker with log-odds that hold for questions it did not learn from. `orders`, `answers`: of candidates of
    held-out questions, shape `(n,)`. Platt, “Probabilistic outputs”, 1999: two Newton-fitted numbers."""
    slope, offset = 1.0, float(np.log((answers.sum() + 1) / ((~answers).sum() + 1)))
    values, target = orders.astype(np.float64), answers.astype(np.float64)
    for _ in range(50):
        share = 1 / (1 + np.exp(-(slope * values + offset)))
        error, curve = share - target, np.maximum(share * (1 - share), 1e-12)
        slopes = np.array([(error * values).sum() + 1e-3 * slope, error.sum()])
        curves = np.array(
            [[(curve * values**2).sum() + 1e-3, (curve * values).sum()], [(curve * values).sum(), curve.sum()]]
        )
        step = np.clip(np.linalg.solve(curves, slopes), -1, 1)
        slope, offset = slope - step[0], offset - step[1]
    return replace(reranker, slope=_one(slope), offset=_one(offset))


def _one(value: float) -> Floats:
    return np.array(value, np.float32)


def _descend(
    standard: Sequence[NDArray[np.float64]], shares: Sequence[NDArray[np.float64]], growing: Growing
) -> dict[str, NDArray[np.float64]]:
    """Adam over batches of lists."""
    draw = np.random.RandomState(growing.seed)  # its stream is frozen: the same seed gives the same model for ever
    k, h = standard[0].shape[1], growing.hidden
    weights = {
        "line": np.zeros(k),
        "inner": draw.normal(0, 1 / np.sqrt(k), (k, h)),
        "bias": np.zeros(h),
        "outer": np.zeros(h),
    }
    means, squares = ({name: np.zeros_like(value) for name, value in weights.items()} for _ in range(2))
    steps, step = growing.epochs * -(-len(standard) // growing.batch), 0
    for _ in range(growing.epochs):
        order = draw.permutation(len(standard))
        for start in range(0, len(order), growing.batch):
            batch = order[start : start + growing.batch]
            slopes = _slopes([standard[one] for one in batch], [shares[one] for one in batch], weights)
            step += 1
            rate = growing.rate * (1 - (step - 1) / steps)
            for name, slope in slopes.items():
                means[name] = _FIRST * means[name] + (1 - _FIRST) * slope
                squares[name] = _SECOND * squares[name] + (1 - _SECOND) * slope**2
                change = means[name] / (1 - _FIRST**step) / (np.sqrt(squares[name] / (1 - _SECOND**step)) + 1e-8)
                weights[name] = weights[name] - rate * (change + growing.decay * weights[name])
    return weights


def _slopes(
    lists: Sequence[NDArray[np.float64]], shares: Sequence[NDArray[np.float64]], weights: dict[str, NDArray[np.float64]]
) -> dict[str, NDArray[np.float64]]:
    """Of the mean loss of some lists, by each weight."""
    rows, wanted = np.concatenate(lists), np.concatenate(shares)
    starts = np.cumsum([0, *(len(one) for one in lists[:-1])])
    length = np.array([len(one) for one in lists])
    hidden = np.tanh(rows @ weights["inner"] + weights["bias"])
    score = rows @ weights["line"] + hidden @ weights["outer"]
    score -= np.repeat(np.maximum.reduceat(score, starts), length)
    share = np.exp(score)
    share /= np.repeat(np.add.reduceat(share, starts), length)
    error = (share - wanted) / len(lists)
    by_hidden = error[:, None] * weights["outer"] * (1 - hidden**2)
    return {
        "line": rows.T @ error,
        "inner": rows.T @ by_hidden,
        "bias": by_hidden.sum(axis=0),
        "outer": hidden.T @ error,
    }
