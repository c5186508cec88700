"""The floor for law: can these articles answer the question at all?"""

from __future__ import annotations

import math

from youju.retrieval.floor import Signals
from youju.retrieval.floor import confidence as general
from youju.retrieval.question import Asked


def confidence(asked: Asked, score: float | None, found: Signals) -> float:
    """How sure it is that an article answers, 0..1; .5 is the operating point. `score`: the learned log-odds, None
    where there is no model: then wording and meaning speak as everywhere."""
    if score is None:
        return general(asked, found)
    return 1 / (1 + math.exp(-score))
