"""Learning to rank: what a model gains, keeps and refuses. All vectors are made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from youju.errors import CallerMistake, PartUnavailable
from youju.retrieval.learning import adapter, reranker
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.learning.features import FEATURES, features
from youju.retrieval.learning.learn import Example, Learned, Log, Recalled, learn
from youju.retrieval.learning.model import Card, load_model
from youju.retrieval.learning.reranker import Listed

Floats = NDArray[np.float32]

SIZE, PASSAGES, QUESTIONS = 16, 300, 240
CARD = Card("made up", "embedder-1", QUESTIONS, "0" * 64, date(2026, 1, 1))


def unit(vectors: NDArray[np.float64]) -> Floats:
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


class World:
    """Passages, and questions that lie where their passage does, seen through a glass that bends what it shows."""

    def __init__(self, seed: int = 3) -> None:
        draw = np.random.default_rng(seed)
        self.passages = unit(draw.normal(size=(PASSAGES, SIZE)))
        glass = np.eye(SIZE) + 0.25 * draw.normal(size=(SIZE, SIZE))
        gold = draw.integers(0, PASSAGES, QUESTIONS)
        self.questions = unit(self.passages[gold] @ glass + 0.1 * draw.normal(size=(QUESTIONS, SIZE)))
        self.gold = [(int(one),) for one in gold]

    def candidates(self, rows: NDArray[np.int64], plain: Floats, adapted: Floats) -> Candidates:
        vectors = self.passages[rows]
        return Candidates(
            titles=["法"] * len(rows),
            parts=[f"第{row // 10}章" for row in rows],
            labels=[f"第{row}条" for row in rows],
            texts=[f"第{row}条的正文。" for row in rows],
            places=np.stack([rows // 100, rows], axis=1),
            lexical=np.zeros(len(rows), np.float32),
            plain=vectors @ plain,
            adapted=vectors @ adapted,
            vectors=vectors,
        )

    def recall(self, at: Sequence[int], adapted: Floats) -> list[Recalled]:
        return [self.recalled(self.questions[one], vector) for one, vector in zip(at, adapted, strict=True)]

    def recalled(self, plain: Floats, adapted: Floats) -> Recalled:
        rows = np.sort(np.argsort(-(self.passages @ adapted))[:60]).astype(np.int64)
        return Recalled(rows, self.candidates(rows, plain, adapted), {})

    def log(self, count: int = QUESTIONS) -> Log:
        examples = [Example("问题", gold) for gold in self.gold[:count]]
        return Log(examples, self.questions[:count], self.passages, self.recall)


def first(world: World, vectors: Floats, at: range) -> float:
    """The share of questions whose passage is the nearest."""
    return float(np.mean([np.argmax(world.passages @ vectors[one]) == world.gold[one][0] for one in at]))


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture(scope="module")
def learned(world: World) -> Learned:
    return learn(world.log(), CARD)


def test_an_adapter_finds_for_new_questions_what_their_own_vectors_do_not(world: World) -> None:
    matrix = adapter.fit(world.questions[:200], world.gold[:200], world.passages, adapter.Training(rate=2e-2))
    unseen = range(200, QUESTIONS)
    assert first(world, adapter.adapt(world.questions, matrix), unseen) > first(world, world.questions, unseen) + 0.1


def test_fitting_twice_gives_the_same_matrix(world: World) -> None:
    once, again = (adapter.fit(world.questions[:60], world.gold[:60], world.passages) for _ in range(2))
    assert np.array_equal(once, again)


def test_what_is_judged_was_not_seen_and_what_ships_was_learned_from_all(world: World, learned: Learned) -> None:
    assert len(learned.held_out) == QUESTIONS
    assert learned.model.card == CARD
    ranks = [
        int(np.argmax(one.rows[np.argsort(-one.orders)] == gold[0])) if gold[0] in one.rows else 99
        for one, gold in zip(learned.held_out, world.gold, strict=True)
    ]
    plain = [int((world.passages @ world.questions[at] > world.passages[gold[0]] @ world.questions[at]).sum())
             for at, gold in enumerate(world.gold)]  # fmt: skip
    assert np.mean(np.array(ranks) == 0) > np.mean(np.array(plain) == 0)


def test_a_question_that_changes_changes_nothing_of_how_it_is_judged_by_others(world: World, learned: Learned) -> None:
    """Its gold answer could only leak through a model that it is judged by."""
    log = world.log()
    examples = list(log.examples)
    examples[7] = replace(examples[7], gold=((examples[7].gold[0] + 1) % PASSAGES,))
    other = learn(replace(log, examples=examples), CARD)
    assert np.array_equal(other.held_out[7].orders, learned.held_out[7].orders)
    assert not np.array_equal(other.model.matrix, learned.model.matrix)


def test_probabilities_hold_on_questions_that_were_not_seen(world: World, learned: Learned) -> None:
    orders = np.concatenate([one.orders for one in learned.held_out])
    answers = np.concatenate([np.isin(one.rows, gold) for one, gold in zip(learned.held_out, world.gold, strict=True)])
    order = learned.model.reranker
    share = learned.model.probability(order.slope * orders + order.offset)
    assert share.sum() == pytest.approx(answers.sum(), rel=0.05)
    sure = share > 0.5
    assert answers[sure].mean() > 0.5 > answers[~sure].mean()


def test_too_few_questions_teach_nothing(world: World) -> None:
    with pytest.raises(CallerMistake, match="49"):
        learn(world.log(49), CARD)


def test_a_model_file_gives_back_what_was_saved(world: World, learned: Learned, tmp_path: Path) -> None:
    learned.model.save(tmp_path / "model.npz")
    read = load_model(tmp_path / "model.npz", "embedder-1")
    assert read.card == CARD
    vector = world.questions[0]
    assert read.adapt(vector) @ learned.model.adapt(vector) == pytest.approx(1, abs=1e-4)
    found = world.recalled(vector, read.adapt(vector))
    rows = features("问题", {}, found.candidates)
    assert np.allclose(read.score(rows), learned.model.score(rows))


def test_a_model_of_another_embedder_is_refused(learned: Learned, tmp_path: Path) -> None:
    learned.model.save(tmp_path / "model.npz")
    with pytest.raises(PartUnavailable, match="another embedding model") as refused:
        load_model(tmp_path / "model.npz", "embedder-2")
    assert refused.value.code == "ranking"


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_damaged_model_file_is_refused_and_nothing_else_happens(
    learned: Learned, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "model.npz"
    learned.model.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(PartUnavailable) as refused:
        load_model(path, "embedder-1")
    assert refused.value.code == "ranking"


def test_a_missing_model_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PartUnavailable, match="missing"):
        load_model(tmp_path / "none.npz", "embedder-1")


@given(st.permutations(range(12)))
def test_the_order_in_which_candidates_come_changes_no_measure(world: World, order: list[int]) -> None:
    rows = np.arange(40, 52)
    question = world.questions[1]
    straight = features("第43条", {"正文": 1.0}, world.candidates(rows, question, question))
    mixed = features("第43条", {"正文": 1.0}, world.candidates(rows[order], question, question))
    assert np.allclose(straight[order], mixed, atol=1e-5)


def test_measures_say_what_their_names_say(world: World) -> None:
    rows = np.array([10, 11, 250])
    question = world.passages[10]
    candidates = world.candidates(rows, question, question)
    told = dict(zip(FEATURES, features("法的正文", {"正文": 2.0, "工资": 2.0}, candidates).T, strict=True))
    assert told["adapted_below_best"][0] == 0
    assert told["adapted_rank"][0] == 0
    assert told["held_in_text"].tolist() == [0.5, 0.5, 0.5]
    assert told["neighbours"].tolist() == [1, 1, 0]
    assert told["votes_of_neighbours"][1] > told["votes_of_neighbours"][0]
    assert told["votes_of_document"][2] == 0


def test_no_candidates_have_no_measures(world: World) -> None:
    none = world.candidates(np.array([], np.int64), world.questions[0], world.questions[0])
    assert features("什么", {"什么": 1.0}, none).shape == (0, len(FEATURES))


def test_a_passage_without_vector_or_words_is_measured_too(world: World) -> None:
    candidates = world.candidates(np.array([1, 2]), world.questions[0], world.questions[0])
    nothing = np.zeros_like(candidates.vectors)
    blind = replace(candidates, vectors=nothing, plain=nothing[:, 0], adapted=nothing[:, 0], texts=["", ""])
    assert np.all(np.isfinite(features("", {}, blind)))


def test_a_reranker_learns_what_no_straight_line_can_say() -> None:
    draw = np.random.default_rng(1)
    lists: list[Listed] = []
    for _ in range(200):
        rows = draw.normal(size=(20, 2)).astype(np.float32)
        answers = np.zeros(20, bool)
        answers[np.argmin(np.abs(rows[:, 0]) + np.abs(rows[:, 1]))] = True  # the one in the middle
        lists.append(Listed(rows, answers))
    order = reranker.fit(lists[:150], reranker.Growing(hidden=8, epochs=60))
    assert np.mean([one.answers[np.argmax(order.order(one.rows))] for one in lists[150:]]) > 0.6


def test_lists_without_an_answer_teach_nothing() -> None:
    with pytest.raises(ValueError, match="answer"):
        reranker.fit([Listed(np.zeros((3, 2), np.float32), np.zeros(3, bool))])
