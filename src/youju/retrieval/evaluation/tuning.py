"""Ranking learned anew from a user's own questions, on top of what is in use, and held against it.

Only passages with an address are ranked by what is learned, so only questions about them can teach. What is told of the
new model comes from models that have not seen the question (`retrieval.learning.learn`); the present one is measured on
the same questions and the same candidates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from youju.errors import CallerMistake
from youju.index.protocol import Filters, LexicalIndex
from youju.models.protocols import Embedder
from youju.retrieval.catalogue import Table
from youju.retrieval.evaluation.cases import Case
from youju.retrieval.evaluation.measures import Interval, difference, interval, measures_of
from youju.retrieval.learning.adapter import adapt
from youju.retrieval.learning.features import features
from youju.retrieval.learning.learn import LEAST, Example, Learned, Log, Recalled, learn
from youju.retrieval.learning.model import Card, RankingModel
from youju.retrieval.question import Asked, analyse
from youju.retrieval.recall import by_keywords, by_meaning
from youju.retrieval.searching import ADAPTED
from youju.retrieval.specialist import Vectors, candidates_of

Floats = NDArray[np.float32]

DECIDES = "MRR@10"
"""The measure that has to rise."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A case with the passages of the table that answer it, each gold item a set of ids."""

    case: Case
    gold: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it. `gain` is paired, question by question. `better`: the whole 95 % interval of the gain in
    `DECIDES` lies above zero. `left_out`: lines of questions that could not teach."""

    model: RankingModel
    questions: int
    left_out: tuple[int, ...]
    before: Mapping[str, Interval]
    after: Mapping[str, Interval]
    gain: Mapping[str, Interval]

    @property
    def better(self) -> bool:
        """Whether it is worth installing."""
        return self.gain[DECIDES].low > 0


class Tuning:
    """Learns over one table of live passages. Blocking: run it off the event loop. `base` is the model in use, None
    where there is none."""

    def __init__(
        self,
        table: Table,
        index: LexicalIndex,
        embedder: Embedder,
        base: RankingModel | None,
        *,
        recall: int,
        today: date,
        step: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._table = table
        self._index = index
        self._embedder = embedder
        self._base = base
        self._recall = recall
        self._today = today
        self._step = step
        places = np.flatnonzero(table.has_address & (table.row >= 0))
        self._ids = [table.passage_ids[int(place)] for place in places]
        self._row_of = {one: row for row, one in enumerate(self._ids)}
        self._vectors = table.vectors.matrix(table.row[places])

    def tune(self, lessons: Sequence[Lesson]) -> Tuned:
        """Learn, and measure. Raises `CallerMistake` (`too_few_questions`) where too few of the lessons are about
        passages that are ranked by what is learned."""
        kept = [lesson for lesson in lessons if any(self._rows(lesson))]
        left_out = tuple(lesson.case.line for lesson in lessons if not any(self._rows(lesson)))
        if len(kept) < LEAST:
            raise CallerMistake(
                f"Ranking is learned from at least {LEAST} questions about laws in the library; here are {len(kept)}.",
                remedy="Collect more of what people ask, with the articles that answer.",
                code="too_few_questions",
            )
        self._step(f"{len(kept)} questions: embedding them")
        asked = [analyse(lesson.case.question) for lesson in kept]
        plain = np.stack([self._embedder.embed_query(one.text) for one in asked])
        turned = adapt(plain, self._base.matrix) if self._base else plain
        examples = [Example(one.text, tuple(self._rows(lesson))) for one, lesson in zip(asked, kept, strict=True)]

        def recall(numbers: Sequence[int], adapted: Floats) -> list[Recalled]:
            return [
                self._recalled(asked[one], kept[one].case, Vectors(plain[one], own))
                for one, own in zip(numbers, adapted, strict=True)
            ]

        self._step("learning, by folds")
        card = Card("own questions", self._embedder.fingerprint, len(kept), _digest(kept), self._today)
        learned = learn(Log(examples, turned, self._vectors, recall), card)
        self._step("measuring what is in use")
        before = [
            self._measures(lesson, self._in_use(found, one.text))
            for lesson, one, found in zip(kept, asked, recall(range(len(kept)), turned), strict=True)
        ]
        return self._told(learned, kept, left_out, before)

    def _told(
        self, learned: Learned, kept: Sequence[Lesson], left_out: tuple[int, ...], before: Sequence[dict[str, float]]
    ) -> Tuned:
        after = [
            self._measures(lesson, [self._ids[int(row)] for row in one.rows[np.argsort(-one.orders, kind="stable")]])
            for lesson, one in zip(kept, learned.held_out, strict=True)
        ]
        names = list(before[0])
        was, now = ({name: [one[name] for one in side] for name in names} for side in (before, after))
        model = learned.model
        if self._base is not None:  # learned on top of it: one turn after the other is one matrix
            model = replace(model, matrix=(self._base.matrix @ model.matrix).astype(np.float32))
        return Tuned(
            model,
            len(kept),
            left_out,
            {name: interval(was[name]) for name in names},
            {name: interval(now[name]) for name in names},
            {name: difference(was[name], now[name]) for name in names},
        )

    def _rows(self, lesson: Lesson) -> list[int]:
        return sorted({self._row_of[one] for item in lesson.gold for one in item if one in self._row_of})

    def _recalled(self, asked: Asked, case: Case, vectors: Vectors) -> Recalled:
        """What a search would bring, whatever the caller: this is the owner's."""
        filters = Filters(None, at=case.at or self._today, addressed=True)
        words = by_keywords(self._index, asked, filters, self._recall)
        near = by_meaning(
            self._table, [(vectors.plain, self._recall), (vectors.adapted, ADAPTED * self._recall)], filters
        )
        found = {one for way in (words, *near) for one, _ in way.ranking}
        ids = sorted((one for one in found if one in self._row_of), key=self._row_of.__getitem__)
        candidates = candidates_of(self._table, ids, dict(words.ranking), vectors)
        return Recalled(np.array([self._row_of[one] for one in ids], np.int64), candidates, words.weights)

    def _in_use(self, found: Recalled, question: str) -> list[str]:
        """The candidates as they are ordered today: by the model in use, else by how near they are."""
        scores = found.candidates.plain
        if self._base is not None:
            scores = self._base.score(features(question, found.weights, found.candidates))
        return [self._ids[int(row)] for row in found.rows[np.argsort(-scores, kind="stable")]]

    def _measures(self, lesson: Lesson, ranking: Sequence[str]) -> dict[str, float]:
        return measures_of(ranking, [item for item in lesson.gold if item])


def _digest(lessons: Sequence[Lesson]) -> str:
    """SHA-256 of what was learned from."""
    told = "\n".join(f"{one.case.question}\t{'|'.join(map(str, one.case.gold))}" for one in lessons)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
