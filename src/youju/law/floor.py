"""The floor for law: can these articles answer the question at all?

People ask for a statute in words that it does not use, so wording says little for an article (only what stands nowhere
speaks against it), and the learned score and the meaning speak instead.
"""

from __future__ import annotations

import math

from youju.retrieval.floor import Signals
from youju.retrieval.floor import confidence as general
from youju.retrieval.question import Asked


def confidence(asked: Asked, score: float | None, found: Signals) -> float:
    """How sure it is that an article answers, 0..1; .5 is the operating point. `score`: the learned log-odds, None
    where there is no model: then wording and meaning speak as everywhere.

    A logistic line over the pack: lay questions that its laws answer (STARD, training part) against questions that none
    answers (CMRC 2018, questions about a company's house rules, and our own look-alikes of legal questions). The score
    counts less than a fit would have it, because the model has learned from those very lay questions. Of the sides,
    `benchmarks/floor.py` prints what is accepted. The weight of the cosine holds for the built-in embedder.
    """
    if score is None or found.cosine is None:
        return general(asked, found)
    return 1 / (1 + math.exp(-(score - 8.0 * found.missing + 25.0 * found.cosine - 13.7)))
