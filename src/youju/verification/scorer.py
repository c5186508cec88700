"""The trained scorer of support: how likely it is that the cited passages say what a claim says.

A small forest of decision trees over the measures of `features`, in a file of this package that `python -m
training.scorer` made (docs/scorer.md tells from what, and how well it does). It runs on NumPy alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import structlog
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.knowledge.values import Passage
from youju.verification.features import FEATURES, Rarity, features

_log = structlog.stdlib.get_logger("youju.verification")

ARTEFACT = "scorer.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Scorer:
    """Complete binary trees as arrays: node n has the children 2n+1 (value ≤ threshold) and 2n+2. `threshold` is the
    score from which a claim counts as supported, chosen on documents that the trees did not learn from."""

    rarity: Rarity
    threshold: float
    bias: float
    feature: NDArray[np.int64]
    cut: NDArray[np.float64]
    leaf: NDArray[np.float64]
    label: str

    @classmethod
    def load(cls) -> Scorer:
        """The scorer of this package. Raises `PartUnavailable` if its file is missing or not what this version
        reads."""
        try:
            text = files("youju.verification").joinpath(ARTEFACT).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise PartUnavailable("The support scorer's file is missing or unreadable.", remedy=_REMEDY) from None
        return cls.read(text)

    @classmethod
    def read(cls, text: str) -> Scorer:
        """A scorer from its JSON. Raises `PartUnavailable`."""
        try:
            scorer = cls._from(json.loads(text))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            scorer = None
        if scorer is None or not scorer._is_sound():
            raise PartUnavailable("The support scorer's file is of another version or damaged.", remedy=_REMEDY)
        return scorer

    @classmethod
    def _from(cls, stored: Mapping[str, Any]) -> Scorer | None:
        if stored["format"] != FORMAT or tuple(stored["features"]) != FEATURES:
            return None
        return cls(
            Rarity({unit: float(weight) for unit, weight in stored["rarity"].items()}),
            float(stored["threshold"]),
            float(stored["bias"]),
            np.array(stored["feature"], dtype=np.int64),
            np.array(stored["cut"], dtype=np.float64),
            np.array(stored["leaf"], dtype=np.float64),
            str(stored["label"]),
        )

    def score(self, claim: str, passages: Sequence[Passage]) -> float:
        """0–1; 0 without passages, and for a claim without content."""
        cited = tuple(passages)
        row = features(claim, cited, self.rarity)
        return self.score_of(row) if row.any() else 0.0

    def score_of(self, row: NDArray[np.float64]) -> float:
        """The score of features, shape `(len(FEATURES),)`."""
        trees = np.arange(len(self.feature))
        node = np.zeros(len(trees), dtype=np.int64)
        while node[0] < self.feature.shape[1]:
            node = 2 * node + 1 + (row[self.feature[trees, node]] > self.cut[trees, node])
        margin = self.bias + float(self.leaf[trees, node - self.feature.shape[1]].sum())
        return 1 / (1 + math.exp(-margin))

    def _is_sound(self) -> bool:
        if self.feature.ndim != 2:
            return False
        trees, inner = self.feature.shape
        shapes = self.cut.shape == (trees, inner) and self.leaf.shape == (trees, inner + 1)
        whole = trees > 0 and (inner + 1) & inner == 0 and inner > 0
        within = bool(((self.feature >= 0) & (self.feature < len(FEATURES))).all())
        finite = bool(np.isfinite(self.leaf).all() and not np.isnan(self.cut).any())
        return shapes and whole and within and finite and 0 < self.threshold < 1 and math.isfinite(self.bias)


_REMEDY = "Install Youju again; until then support is judged by fixed thresholds."


@cache
def installed() -> Scorer | PartUnavailable:
    """The scorer of this package, read once, or why there is none (logged once, too)."""
    try:
        return Scorer.load()
    except PartUnavailable as error:
        _log.warning("support is judged by fixed thresholds", reason=error.line())
        return error
