"""Learning to rank from questions whose passages are known: of a domain's training set, or of a user's own log.

What is told of a model is told of questions that no part of it has seen. Questions are dealt into folds; for each fold
an adapter learns from the others, and a reranker from lists that were made with adapters that had seen neither the
list's fold nor the one to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from youju.errors import CallerMistake
from youju.retrieval.learning import adapter, reranker
from youju.retrieval.learning.adapter import adapt
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.learning.features import features
from youju.retrieval.learning.model import Card, RankingModel
from youju.retrieval.learning.reranker import Listed

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FOLDS = 5
LEAST = 50
"""Questions under which nothing is learned: a fold would hold fewer than ten."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question, and the rows of the passage table that answer it (at least one)."""

    question: str
    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What recall brought for one question: rows of the passage table `(n,)`, what is known of each, and the question's
    content terms with their rarity."""

    rows: Ints
    candidates: Candidates
    weights: Mapping[str, float]


Recall = Callable[[int, Floats, Floats], Recalled]
"""From an example's number, its plain vector and its adapted one: the candidates, as a search would find them."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is learned from: examples, their plain vectors `(m, d)`, the passages' `(n, d)`, and how candidates are
    found."""

    examples: Sequence[Example]
    vectors: Floats
    passages: Floats
    recall: Recall


@dataclass(frozen=True, slots=True)
class Judged:
    """A held-out question: its adapted vector, its candidates, and how the learned order scores them."""

    adapted: Floats
    rows: Ints
    orders: Floats


@dataclass(frozen=True, slots=True)
class Learned:
    """A model of all examples, and what models of the other folds say of each example."""

    model: RankingModel
    held_out: tuple[Judged, ...]


def folds_of(count: int, folds: int = FOLDS, seed: int = 0) -> Ints:
    """The fold of each question: equal in size, dealt by a fixed shuffle."""
    fold = np.arange(count) % folds
    np.random.RandomState(seed).shuffle(fold)
    return fold


def learn(log: Log, card: Card) -> Learned:
    """Learn from a log. Deterministic. Raises `CallerMistake` where there are too few questions."""
    if len(log.examples) < LEAST:
        raise CallerMistake(
            f"Ranking is learned from at least {LEAST} questions with their passages; here are {len(log.examples)}.",
            code="too_few_questions",
        )
    fold = folds_of(len(log.examples))
    matrices = _matrices(log, fold)
    lists = _lists(log, fold, matrices)
    judged = tuple(judge(log, fold, matrices, lists))
    orders = np.concatenate([one.orders for one in judged])
    answers = np.concatenate([_answers(log, at, one.rows) for at, one in enumerate(judged)])
    own = [lists[at, int(fold[at])] for at in range(len(log.examples))]
    order = reranker.calibrated(reranker.fit(own), orders, answers)
    matrix = _fitted(log, np.ones(len(fold), bool))
    return Learned(RankingModel(card, matrix, order), judged)


def judge(
    log: Log, fold: Ints, matrices: Mapping[frozenset[int], Floats], lists: Mapping[tuple[int, int], Listed]
) -> list[Judged]:
    """Every example by the models of the other folds."""
    judged: dict[int, Judged] = {}
    for held in np.unique(fold).tolist():
        others = np.flatnonzero(fold != held)
        order = reranker.fit([lists[int(at), held] for at in others])
        for at in np.flatnonzero(fold == held).tolist():
            adapted = adapt(log.vectors[at], matrices[frozenset((held,))])
            found = log.recall(at, log.vectors[at], adapted)
            rows = features(log.examples[at].question, found.weights, found.candidates)
            judged[at] = Judged(adapted, found.rows, order.order(rows).astype(np.float32))
    return [judged[at] for at in range(len(fold))]


def _matrices(log: Log, fold: Ints) -> dict[frozenset[int], Floats]:
    """Adapters that have not seen one fold, or two."""
    names = np.unique(fold).tolist()
    unseen = [frozenset((one,)) for one in names] + [frozenset(two) for two in combinations(names, 2)]
    return {none_of: _fitted(log, ~np.isin(fold, list(none_of))) for none_of in unseen}


def _fitted(log: Log, seen: NDArray[np.bool_]) -> Floats:
    at = np.flatnonzero(seen)
    return adapter.fit(log.vectors[at], [log.examples[one].gold for one in at.tolist()], log.passages)


def _lists(log: Log, fold: Ints, matrices: Mapping[frozenset[int], Floats]) -> dict[tuple[int, int], Listed]:
    """For each example and fold: its candidates by an adapter that has seen neither its own fold nor that one."""
    lists: dict[tuple[int, int], Listed] = {}
    for at, example in enumerate(log.examples):
        for other in np.unique(fold).tolist():
            adapted = adapt(log.vectors[at], matrices[frozenset((int(fold[at]), other))])
            found = log.recall(at, log.vectors[at], adapted)
            rows = features(example.question, found.weights, found.candidates)
            lists[at, other] = Listed(rows, _answers(log, at, found.rows))
    return lists


def _answers(log: Log, at: int, rows: Ints) -> NDArray[np.bool_]:
    return np.isin(rows, log.examples[at].gold)
