"""The law's own way of finding: how people who know no statute ask for one was learned from their questions.

Plugs into `youju.retrieval.specialist`. The model (`law.ranking`) is read at the first question; without it statutes
are found in the general way and the outcome says so.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.law.ranking import shipped
from youju.retrieval.floor import Signals
from youju.retrieval.floor import confidence as general_confidence
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.learning.features import features
from youju.retrieval.learning.model import RankingModel
from youju.retrieval.question import Asked


class StatuteSpecialist:
    """`Specialist` over the shipped model for the embedder of this fingerprint. Safe across threads."""

    def __init__(self, fingerprint: str) -> None:
        self._fingerprint = fingerprint
        self._loaded: RankingModel | PartUnavailable | None = None
        self._lock = threading.Lock()

    def adapted(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """See `Specialist`."""
        return self._model().adapt(vector)

    def scores(self, asked: Asked, weights: Mapping[str, float], candidates: Candidates) -> NDArray[np.float32]:
        """See `Specialist`."""
        return self._model().score(features(asked.text, weights, candidates))

    def confidence(self, asked: Asked, score: float | None, found: Signals) -> float:
        """See `Specialist`."""
        if score is None:
            return general_confidence(asked, found)
        return 1 / (1 + math.exp(-score))

    def _model(self) -> RankingModel:
        with self._lock:
            if self._loaded is None:
                try:
                    self._loaded = shipped(self._fingerprint)
                except PartUnavailable as error:
                    self._loaded = error
            if isinstance(self._loaded, PartUnavailable):
                raise self._loaded
            return self._loaded
