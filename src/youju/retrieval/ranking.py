"""The order of candidates before the ledger is asked, and who judges what it confirms."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import structlog

from youju.errors import PartUnavailable
from youju.knowledge.values import Passage
from youju.retrieval.floor import confidence
from youju.retrieval.judging import Judged, speaking_for, weights_of
from youju.retrieval.question import Asked
from youju.retrieval.recall import Recalled
from youju.retrieval.searching import Special
from youju.retrieval.specialist import Specialist, candidates_of

_log = structlog.stdlib.get_logger("youju.retrieval")

Confirmed = Sequence[tuple[Passage, float]]
"""Passages that the ledger confirms, best first, with the scores that put them in order."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passage ids with their scores, best first, ties by id, and how the confirmed ones among them are judged.
    `trouble`: the learned order could not be had."""

    candidates: Sequence[tuple[str, float]]
    judge: Callable[[Confirmed], list[Judged]]
    trouble: bool = False


def ranked_generally(asked: Asked, recalled: Recalled) -> Ranking:
    """Fused, and judged by wording and meaning."""
    return Ranking(recalled.fused(), partial(_generally, asked, recalled))


def ranked_specially(specialist: Specialist, asked: Asked, special: Special) -> Ranking:
    """By the specialist's learned score; without his model fused, and judged by him all the same."""
    fused = special.fused()
    unranked = Ranking(fused, partial(_specially, specialist, asked, special.recalled, learned=False))
    if special.adapted is None or special.vectors is None or not fused:
        return unranked
    lexical = dict(special.recalled.lexical.ranking) if special.recalled.lexical else {}
    ids = sorted(one for one, _ in fused if one in special.adapted.table.addressed)
    candidates = candidates_of(special.adapted.table, ids, lexical, special.vectors)
    try:
        scores = specialist.scores(asked, weights_of(asked, special.recalled), candidates)
    except PartUnavailable as error:
        _log.warning("the specialist's ranking is not to be had", reason=error.line())
        return Ranking(unranked.candidates, unranked.judge, trouble=True)
    ranked = sorted(zip(ids, map(float, scores), strict=True), key=lambda one: (-one[1], one[0]))
    return Ranking(ranked, partial(_specially, specialist, asked, special.recalled, learned=True))


def _generally(asked: Asked, recalled: Recalled, confirmed: Confirmed) -> list[Judged]:
    found = speaking_for(asked, recalled, [passage for passage, _ in confirmed])
    return [
        Judged(passage, score, "fusion", confidence(asked, signals))
        for (passage, score), signals in zip(confirmed, found, strict=True)
    ]


def _specially(
    specialist: Specialist, asked: Asked, recalled: Recalled, confirmed: Confirmed, *, learned: bool
) -> list[Judged]:
    """`learned`: the scores are log-odds. They are shown as shares of one."""
    found = speaking_for(asked, recalled, [passage for passage, _ in confirmed])
    judged: list[Judged] = []
    for (passage, score), signals in zip(confirmed, found, strict=True):
        if learned:
            sure = specialist.confidence(asked, score, signals)
            judged.append(Judged(passage, 1 / (1 + math.exp(-score)), "rerank", sure))
        else:
            judged.append(Judged(passage, score, "fusion", specialist.confidence(asked, None, signals)))
    return judged
