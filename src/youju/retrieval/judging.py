"""What a candidate is worth: its score at the last stage that ranked it, and the confidence that it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from youju.knowledge.values import Passage
from youju.retrieval.floor import Signals, signals
from youju.retrieval.question import Asked
from youju.retrieval.recall import Recalled
from youju.retrieval.values import Stage


@dataclass(frozen=True, slots=True)
class Judged:
    """A permitted passage with its score at `stage` and the confidence, 0..1, that it answers; .5 is the operating
    point, whoever is confident."""

    passage: Passage
    score: float
    stage: Stage
    confidence: float


def weights_of(asked: Asked, recalled: Recalled) -> Mapping[str, float]:
    """The rarity of the question's terms; all alike where the index cannot say."""
    return recalled.lexical.weights if recalled.lexical else dict.fromkeys(asked.terms, 1.0)


def speaking_for(asked: Asked, recalled: Recalled, passages: Sequence[Passage]) -> list[Signals]:
    """What of wording and meaning speaks for each passage."""
    weights = weights_of(asked, recalled)
    cosines = recalled.dense.cosines([passage.id for passage in passages]) if recalled.dense else {}
    unknown = recalled.lexical is not None and recalled.lexical.unknown
    found: list[Signals] = []
    for passage in passages:
        heading = " ".join((passage.title, *passage.section, *(head.text for head in passage.heads)))
        found.append(signals(weights, heading, passage.text, cosines.get(passage.id), unknown=unknown))
    return found


def above_the_floor(judged: Sequence[Judged], threshold: float) -> list[Judged]:
    """What is confident enough. The best passage decides whether anything was found; beside it, half is enough."""
    if max((one.confidence for one in judged), default=0.0) < threshold:
        return []
    return [one for one in judged if one.confidence >= threshold / 2]


def merged(rankings: Sequence[Sequence[Judged]]) -> list[Judged]:
    """One ranking of several, each in its own order: whoever has the most confident passage left goes first. Scores of
    different stages are never compared; confidences are, because that is what they are calibrated for."""
    ahead = [_best_left(ranking) for ranking in rankings]
    at, found = [0] * len(rankings), list[Judged]()
    while any(place < len(ranking) for place, ranking in zip(at, rankings, strict=True)):
        left = [best[place] if place < len(best) else -1.0 for place, best in zip(at, ahead, strict=True)]
        first = max(range(len(rankings)), key=lambda one: (left[one], -one))
        found.append(rankings[first][at[first]])
        at[first] += 1
    return found


def _best_left(ranking: Sequence[Judged]) -> list[float]:
    """From each place on, the highest confidence that is still to come."""
    best: list[float] = []
    for one in reversed(ranking):
        best.append(max(one.confidence, best[-1] if best else 0.0))
    return best[::-1]


def nearest(judged: Sequence[Judged], most: int) -> tuple[str, ...]:
    """Titles of the documents that come nearest, all of them open to the caller."""
    best = sorted(judged, key=lambda one: (-one.confidence, one.passage.id))
    return tuple(dict.fromkeys(one.passage.title for one in best))[:most]
