"""Measures of candidates, each cheap enough to take of some hundreds while a person waits.

Three kinds: what each way of searching says of a passage; how much of the question its wording holds; and what the
other candidates say, because the right passage seldom stands alone (its neighbours, its part and its law are near to
the question too). None names a document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from youju.retrieval.learning.candidates import Candidates
from youju.text.tokens import fold

Floats = NDArray[np.float32]

FEATURES = (
    "adapted_below_best", "adapted", "plain_below_best", "lexical_of_best",
    "adapted_rank", "plain_rank", "lexical_rank",
    "held_in_text", "held_with_heading", "title_in_question",
    "votes_of_document", "votes_of_part", "votes_of_neighbours", "near_the_best", "length",
    "own_vote", "document_rank", "twin_ahead", "neighbours",
)  # fmt: skip
"""Names of the columns, in order. A model file holds them and is refused where they differ."""

SHARPNESS = 0.02
"""Temperature of the votes: a candidate's share is the softmax of its adapted cosine, as the adapter was fitted."""

TWIN = 0.985
"""Cosine from which two passages say the same (two versions of an article, a rule and its repetition)."""

NEARBY = 2
"""Ordinals on each side that count as neighbours."""

NO_RANK = 400
"""Stands for the rank by words of what words did not find."""


def features(question: str, weights: Mapping[str, float], candidates: Candidates) -> Floats:
    """Measures of n candidates for a question, shape `(n, len(FEATURES))`. `weights`: its content terms, each with its
    rarity."""
    count = len(candidates)
    if not count:
        return np.empty((0, len(FEATURES)), np.float32)
    votes = np.exp((candidates.adapted - candidates.adapted.max()) / SHARPNESS)
    votes /= votes.sum()
    document = candidates.places[:, 0]
    part = _groups([(int(one), name) for one, name in zip(document, candidates.parts, strict=True)])
    of_document = _gathered(_groups(document.tolist()), votes)
    of_neighbours, neighbours = _around(candidates.places, votes)
    in_text, with_heading = _held(weights, candidates)
    lexical = candidates.lexical
    columns = (
        candidates.adapted - candidates.adapted.max(),
        candidates.adapted,
        candidates.plain - candidates.plain.max(),
        lexical / max(float(lexical.max()), 1e-6),
        np.log(_ranks(candidates.adapted)),
        np.log(_ranks(candidates.plain)),
        np.log(np.where(lexical > 0, _ranks(lexical), NO_RANK)),
        in_text,
        with_heading,
        _titles(question, candidates.titles),
        of_document - votes,
        _gathered(part, votes) - votes,
        of_neighbours,
        _near_the_best(candidates.vectors, votes),
        np.log1p([len(text) for text in candidates.texts]),
        np.log(votes + 1e-9),
        np.log1p(_ranks(of_document)),
        _twins_ahead(candidates),
        neighbours,
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _ranks(scores: Floats) -> NDArray[np.float64]:
    """From 1, best first: one more than how many are better, so that equals share a rank."""
    ascending = np.sort(scores)
    return (1 + len(scores) - np.searchsorted(ascending, scores, side="right")).astype(np.float64)


def _groups(keys: Sequence[object]) -> NDArray[np.int64]:
    """A number for each distinct key."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)


def _gathered(group: NDArray[np.int64], votes: Floats) -> Floats:
    """All votes of each one's group, its own among them."""
    return np.bincount(group, votes)[group].astype(np.float32)


def _around(places: NDArray[np.int64], votes: Floats) -> tuple[Floats, Floats]:
    """The votes of the neighbours of each, and how many of them are candidates."""
    at = {(document, ordinal): row for row, (document, ordinal) in enumerate(places.tolist())}
    gathered, count = np.zeros(len(places), np.float32), np.zeros(len(places), np.float32)
    steps = [step for step in range(-NEARBY, NEARBY + 1) if step]
    for (document, ordinal), row in at.items():
        beside = [at[document, ordinal + step] for step in steps if (document, ordinal + step) in at]
        gathered[row], count[row] = votes[beside].sum(), len(beside)
    return gathered, count


def _held(weights: Mapping[str, float], candidates: Candidates) -> tuple[Floats, Floats]:
    """How much of the question's weight each text holds, and text with headings."""
    if not weights:
        return np.zeros(len(candidates), np.float32), np.zeros(len(candidates), np.float32)
    weight = np.array(list(weights.values()), np.float32)
    weight /= max(float(weight.sum()), 1e-6)
    texts = [_folded(text) for text in candidates.texts]
    heads = [_folded(f"{title} {part}") for title, part in zip(candidates.titles, candidates.parts, strict=True)]
    in_text = np.array([[term in text for term in weights] for text in texts], np.float32)
    in_head = np.array([[term in head for term in weights] for head in heads], np.float32)
    return np.asarray(in_text @ weight, np.float32), np.asarray(np.maximum(in_text, in_head) @ weight, np.float32)


@lru_cache(maxsize=50_000)
def _folded(text: str) -> str:
    """Folded once: the same passages are candidates again and again. Some 20 MB when it is full."""
    return fold(text)


def _titles(question: str, titles: Sequence[str]) -> Floats:
    """The share of each title's pairs of characters that the question holds: it may name the law in its own way."""
    shares: dict[str, float] = {}
    for title in titles:
        if title not in shares:
            pairs = [title[at : at + 2] for at in range(len(title) - 1)]
            shares[title] = sum(pair in question for pair in pairs) / max(len(pairs), 1)
    return np.array([shares[title] for title in titles], np.float32)


def _near_the_best(vectors: Floats, votes: Floats) -> Floats:
    """Cosine with the middle of the candidates, each with its votes: what the best have in common."""
    middle = votes @ vectors
    return np.vecdot(vectors, middle / max(float(np.linalg.norm(middle)), 1e-6))


def _twins_ahead(candidates: Candidates) -> Floats:
    """1 where another candidate says the same and is nearer to the question."""
    first = np.argsort(-candidates.adapted, kind="stable")[:100]
    alike = candidates.vectors @ candidates.vectors[first].T > TWIN
    ahead = candidates.adapted[first] > candidates.adapted[:, None]
    return np.asarray((alike & ahead).any(axis=1), np.float32)
