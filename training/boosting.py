"""Gradient-boosted trees for two classes, small and deterministic, in NumPy.

Logistic loss, Newton steps, histograms of at most `BINS` bins, complete binary trees of one depth, and monotone
constraints (a split that would turn a feature's declared direction round is not made; its children keep to their sides
of the middle, as LightGBM's basic method has it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BINS = 48


@dataclass(frozen=True)
class Settings:
    """How trees are grown. `smoothing` is the L2 penalty on leaves, `least` the curvature that a child needs."""

    trees: int = 160
    depth: int = 4
    rate: float = 0.1
    smoothing: float = 4.0
    least: float = 8.0


@dataclass(frozen=True)
class Forest:
    """Trees as arrays: node n has children 2n+1 (value ≤ threshold) and 2n+2. Shapes `(trees, 2^depth - 1)` for
    `feature` and `threshold`, `(trees, 2^depth)` for `leaf`; the score is the logistic function of bias + leaves."""

    bias: float
    feature: Ints
    threshold: Floats
    leaf: Floats

    def margin(self, rows: Floats) -> Floats:
        """The log-odds of each row, shape `(n,)`."""
        total = np.full(len(rows), self.bias)
        depth = int(np.log2(self.leaf.shape[1]))
        for feature, threshold, leaf in zip(self.feature, self.threshold, self.leaf, strict=True):
            node = np.zeros(len(rows), dtype=np.int64)
            for _ in range(depth):
                node = 2 * node + 1 + (rows[np.arange(len(rows)), feature[node]] > threshold[node])
            total += leaf[node - len(feature)]
        return total


def grow(rows: Floats, true: NDArray[np.bool_], weight: Floats, direction: Sequence[int], settings: Settings) -> Forest:
    """Fit. `direction` says for each feature whether the score may only rise with it (1), fall (-1), or either (0)."""
    edges = [_edges(column) for column in rows.T]
    binned = np.stack([np.searchsorted(edge, column, side="left") for edge, column in zip(edges, rows.T, strict=True)])
    target = true.astype(np.float64)
    mean = float(np.average(target, weights=weight))
    bias = float(np.log(mean / (1 - mean)))
    margin = np.full(len(rows), bias)
    features, thresholds, leaves = [], [], []
    for _ in range(settings.trees):
        probability = 1 / (1 + np.exp(-margin))
        slope, curve = weight * (target - probability), weight * probability * (1 - probability)
        tree = _Tree(binned, slope, curve, np.array(direction), settings)
        margin += tree.leaf[tree.place]
        features.append(tree.feature)
        cuts = [edges[f][b] if b < len(edges[f]) else np.inf for f, b in zip(tree.feature, tree.bin, strict=True)]
        thresholds.append(np.array(cuts))
        leaves.append(tree.leaf)
    return Forest(bias, np.array(features), np.array(thresholds), np.array(leaves))


def _edges(column: Floats) -> Floats:
    """Upper edges of the bins but the last: a value goes left of `edges[b]` if it is at most that."""
    values = np.unique(column)
    if len(values) > BINS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1), method="nearest"))
    return (values[:-1] + values[1:]) / 2


class _Tree:
    """One tree, grown level by level. `place` is the leaf of each row."""

    def __init__(self, binned: Ints, slope: Floats, curve: Floats, direction: Ints, settings: Settings) -> None:
        inner = 2**settings.depth - 1
        self.feature = np.zeros(inner, dtype=np.int64)
        self.bin = np.full(inner, BINS + 1, dtype=np.int64)  # beyond every edge: all rows go left
        self._settings = settings
        self._direction = direction
        low, high = np.full(2 * inner + 1, -np.inf), np.full(2 * inner + 1, np.inf)
        node = np.zeros(binned.shape[1], dtype=np.int64)
        for level in range(settings.depth):
            first, count = 2**level - 1, 2**level
            slopes, curves = _histograms(binned, node - first, count, slope, curve)
            for at in range(count):
                self._split(first + at, slopes[:, at], curves[:, at], low, high)
            chosen = binned[self.feature[node], np.arange(len(node))]
            node = 2 * node + 1 + (chosen > self.bin[node])
        self.place = node - inner
        sums = np.bincount(self.place, slope, inner + 1), np.bincount(self.place, curve, inner + 1)
        value = sums[0] / (sums[1] + settings.smoothing)
        self.leaf = settings.rate * np.clip(value, low[inner:], high[inner:])

    def _split(self, node: int, slopes: Floats, curves: Floats, low: Floats, high: Floats) -> None:
        """Choose the best allowed cut of a node. `slopes` and `curves` have shape `(features, bins)`."""
        smoothing, least = self._settings.smoothing, self._settings.least
        left, right = np.cumsum(slopes, 1), slopes.sum(1, keepdims=True) - np.cumsum(slopes, 1)
        left_curve = np.cumsum(curves, 1)
        right_curve = curves.sum(1, keepdims=True) - left_curve
        here = np.clip(left / (left_curve + smoothing), low[node], high[node])
        there = np.clip(right / (right_curve + smoothing), low[node], high[node])
        gain = _gain(left, left_curve + smoothing, here) + _gain(right, right_curve + smoothing, there)
        whole = slopes[0].sum(), curves[0].sum() + smoothing
        gain -= _gain(whole[0], whole[1], np.clip(whole[0] / whole[1], low[node], high[node]))
        turned = (there - here) * self._direction[:, None] < 0
        gain[(left_curve < least) | (right_curve < least) | turned] = 0
        best = int(np.argmax(gain))
        children = (2 * node + 1, 2 * node + 2)
        for child in children:
            low[child], high[child] = low[node], high[node]
        if gain.flat[best] <= 1e-9:
            return
        feature, cut = divmod(best, gain.shape[1])
        self.feature[node], self.bin[node] = feature, cut
        middle = (here[feature, cut] + there[feature, cut]) / 2
        if self._direction[feature] > 0:
            high[children[0]], low[children[1]] = middle, middle
        elif self._direction[feature] < 0:
            low[children[0]], high[children[1]] = middle, middle


def _gain(slope: Floats, curve: Floats, value: Floats) -> Floats:
    """How much a step of `value` lowers the loss, to second order."""
    return slope * value - curve * value**2 / 2


def _histograms(binned: Ints, place: Ints, count: int, slope: Floats, curve: Floats) -> tuple[Floats, Floats]:
    """Sums of slope and curvature by feature, node and bin, shapes `(features, count, BINS + 1)`."""
    size = BINS + 1
    slopes, curves = [], []
    for column in binned:
        key = place * size + column
        slopes.append(np.bincount(key, slope, count * size).reshape(count, size))
        curves.append(np.bincount(key, curve, count * size).reshape(count, size))
    return np.stack(slopes), np.stack(curves)
