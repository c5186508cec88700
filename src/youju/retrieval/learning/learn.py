"""Learning to rank from questions whose passages are known: of a domain's training set, or of a user's own log.

What is told of a model is told of questions that no part of it has seen. Questions are dealt into folds; for each fold
an adapter learns from the others, and a reranker from lists that were made with adapters that had seen neither the
list's fold nor the one to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from youju.errors import CallerMistake
from youju.retrieval.learning import adapter, reranker
from youju.retrieval.learning.adapter import Training, adapt
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


Recall = Callable[[Sequence[int], Floats], Sequence[Recalled]]
"""From the numbers of some examples and their adapted vectors, shape `(b, d)`: the candidates of each, as a search
would find them."""

_AT_ONCE = 64
"""Examples whose candidates are found at one time."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is learned from: examples, their plain vectors `(m, d)`, the passages' `(n, d)`, and how candidates are
    found."""

    examples: Sequence[Example]
    vectors: Floats
    passages: Floats
    recall: Recall


@dataclass(frozen=True, slots=True)
class Shortlist:
    """The candidates of one question: their rows and what is measured of them."""

    rows: Ints
    listed: Listed


@dataclass(frozen=True, slots=True)
class Judged:
    """A held-out question: its candidates, and how the learned order scores them."""

    rows: Ints
    orders: Floats


@dataclass(frozen=True, slots=True)
class Learned:
    """`model` has learned from all examples. `judges[fold[i]]` has not seen example i, and `held_out[i]` is what it
    says of it: measures of what is learned come from there, never from `model` on its own examples."""

    model: RankingModel
    fold: Ints
    judges: tuple[RankingModel, ...]
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
    own = [lists[at, int(one)] for at, one in enumerate(fold)]
    answers = np.concatenate([one.listed.answers for one in own])
    fitted = [
        reranker.fit([lists[at, one].listed for at in np.flatnonzero(fold != one).tolist()]) for one in range(FOLDS)
    ]
    orders = [fitted[int(one)].order(found.listed.rows) for one, found in zip(fold, own, strict=True)]
    judged = tuple(Judged(found.rows, order) for found, order in zip(own, orders, strict=True))
    told = np.concatenate(orders)
    judges = [
        RankingModel(card, matrices[frozenset((one,))], reranker.calibrated(order, told, answers))
        for one, order in enumerate(fitted)
    ]
    order = reranker.calibrated(reranker.fit([one.listed for one in own]), told, answers)
    return Learned(RankingModel(card, matrices[frozenset()], order), fold, tuple(judges), judged)


def _matrices(log: Log, fold: Ints) -> dict[frozenset[int], Floats]:
    """Adapters that have not seen one fold, or two; under the empty set, one that has seen all."""
    names = np.unique(fold).tolist()
    unseen = (
        [frozenset[int]()] + [frozenset((one,)) for one in names] + [frozenset(two) for two in combinations(names, 2)]
    )
    near = adapter.nearest(log.vectors, log.passages, Training().rivals)
    matrices: dict[frozenset[int], Floats] = {}
    for none_of in unseen:
        at = np.flatnonzero(~np.isin(fold, list(none_of)))
        gold = [log.examples[one].gold for one in at.tolist()]
        matrices[none_of] = adapter.fit(log.vectors[at], gold, log.passages, near=near[at])
    return matrices


def _lists(log: Log, fold: Ints, matrices: Mapping[frozenset[int], Floats]) -> dict[tuple[int, int], Shortlist]:
    """For each example and fold: its candidates by an adapter that has seen neither its own fold nor that one."""
    lists: dict[tuple[int, int], Shortlist] = {}
    names = np.unique(fold).tolist()
    for own, other in product(names, names):
        at = np.flatnonzero(fold == own)
        adapted = adapt(log.vectors[at], matrices[frozenset((own, other))])
        for start in range(0, len(at), _AT_ONCE):
            some = at[start : start + _AT_ONCE].tolist()
            for one, found in zip(some, log.recall(some, adapted[start : start + _AT_ONCE]), strict=True):
                example = log.examples[one]
                rows = features(example.question, found.weights, found.candidates)
                lists[one, other] = Shortlist(found.rows, Listed(rows, np.isin(found.rows, example.gold)))
    return lists
