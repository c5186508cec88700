"""The law's own way of finding: how people who know no statute ask for one was learned from their questions.

Plugs into `youju.retrieval.specialist`. The model that ships (`law.ranking`) is read at the first question; one that
was learned from a user's own questions (`youju eval tune`) stands in its place where it fits the embedder. Without
either, statutes are found in the general way, and the outcome says so.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import structlog
from numpy.typing import NDArray

from youju.errors import PartUnavailable, StorageFailed
from youju.law.floor import confidence
from youju.law.ranking import shipped
from youju.retrieval.floor import Signals
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.learning.features import features
from youju.retrieval.learning.model import RankingModel, load_model
from youju.retrieval.question import Asked

_log = structlog.stdlib.get_logger("youju.law")


class StatuteSpecialist:
    """`Specialist` for the embedder of this fingerprint. `folder` holds a user's own models, one for each embedder.
    Safe across threads; what another process installs counts at once."""

    def __init__(self, fingerprint: str, folder: Path) -> None:
        self._fingerprint = fingerprint
        self._own = folder / f"statutes-{hashlib.sha256(fingerprint.encode()).hexdigest()[:16]}.npz"
        self._loaded: tuple[float | None, RankingModel | PartUnavailable] | None = None
        self._lock = threading.Lock()

    def adapted(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """See `Specialist`."""
        return self.model().adapt(vector)

    def scores(self, asked: Asked, weights: Mapping[str, float], candidates: Candidates) -> NDArray[np.float32]:
        """See `Specialist`."""
        return self.model().score(features(asked.text, weights, candidates))

    def confidence(self, asked: Asked, score: float | None, found: Signals) -> float:
        """See `Specialist`."""
        return confidence(asked, score, found)

    def model(self) -> RankingModel:
        """The model in use. Raises `PartUnavailable`."""
        written = self._own.stat().st_mtime if self._own.exists() else None
        with self._lock:
            if self._loaded is None or self._loaded[0] != written:
                self._loaded = written, self._load(own=written is not None)
            model = self._loaded[1]
        if isinstance(model, PartUnavailable):
            raise model
        return model

    def in_use(self) -> RankingModel | None:
        """The model in use, None where there is none."""
        try:
            return self.model()
        except PartUnavailable:
            return None

    def install(self, model: RankingModel) -> bool:
        """Use this model from now on. Returns True. Raises `StorageFailed`."""
        beside = self._own.with_suffix(".new")
        try:
            self._own.parent.mkdir(parents=True, exist_ok=True)
            model.save(beside)
            beside.replace(self._own)
        except OSError as error:
            raise StorageFailed("The model cannot be written.", remedy="Free some disk space and try again.") from error
        return True

    def reset(self) -> bool:
        """Go back to the model that ships; whether there was another."""
        there = self._own.exists()
        self._own.unlink(missing_ok=True)
        return there

    def _load(self, *, own: bool) -> RankingModel | PartUnavailable:
        if own:
            try:
                return load_model(self._own, self._fingerprint)
            except PartUnavailable as error:
                _log.warning("the own ranking model is not used", reason=error.line())
        try:
            return shipped(self._fingerprint)
        except PartUnavailable as error:
            return error
