"""Finding with a specialist at hand: his passages are his, the others are not touched, and each step can fail alone."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.retrieval.shelving import BagOfBigrams, Shelf, draft_of, law_of, texts

from youju.caller import OWNER, Caller
from youju.errors import PartUnavailable
from youju.index.parted import PartedIndex
from youju.knowledge.ledger import Ledger
from youju.knowledge.placing import Placement, Wish
from youju.retrieval.finding import Limits
from youju.retrieval.floor import Signals
from youju.retrieval.judging import Judged, merged
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.question import Asked

ANYONE = Caller("anyone")


class Interpreter:
    """A toy specialist: knows that people say 炒鱿鱼 where the law says 解除. `sure` of what holds that word."""

    def __init__(self, *, sure: float = 0.9, broken: frozenset[str] = frozenset()) -> None:
        self.sure, self.broken = sure, broken
        self.seen: list[Candidates] = []

    def _works(self, step: str) -> None:
        if step in self.broken:
            raise PartUnavailable("The toy's model is missing.", code="ranking")

    def adapted(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        self._works("adapted")
        towards = vector + BagOfBigrams().embed_query("解除劳动合同")
        return (towards / np.linalg.norm(towards)).astype(np.float32)

    def scores(self, asked: Asked, weights: Mapping[str, float], candidates: Candidates) -> NDArray[np.float32]:
        self._works("scores")
        self.seen.append(candidates)
        return np.array([4.0 if "解除" in text else -4.0 for text in candidates.texts], np.float32)

    def confidence(self, asked: Asked, score: float | None, found: Signals) -> float:
        return self.sure if score is None or score > 0 else 0.0


LAW = law_of(
    "劳动法", ["劳动者有休息的权利。", "用人单位可以解除劳动合同。", "工资每月支付。", "炒制茶叶和鱿鱼的标准另行规定。"]
)


@pytest.fixture
async def law_shelf(tmp_path: Path) -> AsyncGenerator[Shelf]:
    ledger = await Ledger.open(tmp_path)
    shelf = Shelf(tmp_path, ledger, PartedIndex(tmp_path / "index"), BagOfBigrams(), Interpreter())
    shelf.limits = Limits()
    shelf.finder = shelf.new_finder()
    yield shelf
    await ledger.close()


async def test_a_specialist_finds_what_general_search_does_not(law_shelf: Shelf) -> None:
    await law_shelf.put_all([LAW])
    found = await law_shelf.ask("公司把我炒鱿鱼了", explain=True)
    first = found.passages[0]
    assert first.passage.text == "第2条　用人单位可以解除劳动合同。"
    assert first.stage == "rerank"
    assert 0.9 < first.score < 1
    trace = next(one for one in found.explain if one.passage_id == first.passage.id)
    assert set(trace.stages) >= {"dense", "adapted", "fusion", "rerank"}
    assert trace.stages["rerank"][0] == 1
    assert {one.dropped for one in found.explain if one is not trace} == {"floor"}
    assert found.notices == ()


async def test_he_reads_title_parts_label_and_places(law_shelf: Shelf) -> None:
    await law_shelf.put_all([LAW])
    await law_shelf.ask("炒鱿鱼")
    assert isinstance(law_shelf.specialist, Interpreter)
    seen = law_shelf.specialist.seen[0]
    rows = sorted(zip(seen.labels, seen.titles, seen.texts, seen.places.tolist(), strict=True))
    assert [row[0] for row in rows] == ["第1条", "第2条", "第3条", "第4条"]
    assert {row[1] for row in rows} == {"劳动法"}
    assert [place for *_, (_, place) in rows] == sorted(place for *_, (_, place) in rows)
    assert np.allclose(np.linalg.norm(seen.vectors, axis=1), 1, atol=0.02)
    assert seen.lexical.max() > 0 and np.all(seen.adapted <= 1.01)


async def test_what_is_no_law_is_found_as_if_there_were_none(law_shelf: Shelf) -> None:
    handbook = ["公司每月十日发放工资。", "解除劳动合同须提前三十日通知。", "休息日加班可以调休。", "茶叶在茶水间。"]
    await law_shelf.put("手册", *handbook)
    questions = ["工资几号发？", "解除劳动合同要提前几天？", "加班可以调休吗？", "炒鱿鱼", "茶叶在哪里？"]
    before = [await law_shelf.ask(question, explain=True) for question in questions]
    law_shelf.specialist = Interpreter(sure=0.0)
    await law_shelf.put_all(
        [law_of(f"法{n}", [f"工资、休息、加班和茶叶的规定其{i}。" for i in range(30)]) for n in range(4)]
    )
    law_shelf.finder = law_shelf.new_finder()
    after = [await law_shelf.ask(question, explain=True) for question in questions]
    for one, other in zip(before, after, strict=True):
        assert [(s.passage.id, s.score) for s in one.passages] == [(s.passage.id, s.score) for s in other.passages]
        assert one.terms == other.terms
        own = {trace.passage_id: trace for trace in one.explain}
        assert own == {trace.passage_id: trace for trace in other.explain if trace.source == "手册"}


async def test_forbidden_laws_take_no_place_and_leave_no_trace(law_shelf: Shelf) -> None:
    chance = random.Random(11)
    roles, words = ["hr", "finance", "sales"], ["解除", "工资", "休息", "加班", "合同"]
    drafts = []
    for number in range(24):
        allowed = frozenset(chance.sample(roles, chance.randint(0, 2)))
        articles = [f"{''.join(chance.choices(words, k=4))}机密{number:02d}号其{i}。" for i in range(4)]
        maker = law_of if number % 2 else draft_of
        drafts.append(maker(f"doc{number:02d}", articles, Placement(roles=allowed)))
    await law_shelf.put_all(drafts)
    for attempt in range(40):
        caller = Caller("someone", frozenset(chance.sample(roles, chance.randint(0, 3))))
        finder = law_shelf.new_finder(limits=Limits(recall=6, threshold=chance.choice([0.0, 0.5, 0.95])))
        question = "".join(chance.choices([*words, "机密", "炒鱿鱼"], k=3))
        told = repr(await finder.find(question, caller, k=chance.randint(1, 9), explain=attempt % 2 == 0))
        for number, draft in enumerate(drafts):
            if not caller.may_read(draft.placement.roles):
                assert f"doc{number:02d}" not in told
                assert f"机密{number:02d}号" not in told


async def test_permitted_articles_are_never_crowded_out_and_do_not_change(law_shelf: Shelf) -> None:
    await law_shelf.put_all([LAW])
    alone = await law_shelf.ask("炒鱿鱼", ANYONE, explain=True)
    closed = [law_of(f"密{n}", ["解除劳动合同。"] * 40, Placement(roles=frozenset({"hr"}))) for n in range(5)]
    await law_shelf.put_all(closed)
    finder = law_shelf.new_finder(limits=Limits(recall=4))
    found = await finder.find("炒鱿鱼", ANYONE, explain=True)
    assert texts(found)[:1] == texts(alone)[:1]
    assert found.terms == alone.terms


async def test_roles_that_the_index_missed_count_all_the_same(law_shelf: Shelf) -> None:
    await law_shelf.put_all([LAW])
    assert texts(await law_shelf.ask("炒鱿鱼", ANYONE))
    await law_shelf.ledger.place(LAW.document_id, Wish(roles=frozenset({"hr"})), lambda entries: None)
    assert texts(await law_shelf.ask("炒鱿鱼", ANYONE)) == []


@pytest.mark.parametrize("broken", ["adapted", "scores"])
async def test_without_his_model_laws_are_found_in_the_general_way_and_it_says_so(
    law_shelf: Shelf, broken: str
) -> None:
    law_shelf.specialist = Interpreter(broken=frozenset({broken}))
    law_shelf.finder = law_shelf.new_finder()
    await law_shelf.put_all([LAW])
    found = await law_shelf.ask("解除劳动合同")
    assert found.passages[0].passage.text == "第2条　用人单位可以解除劳动合同。"
    assert found.passages[0].stage == "fusion"
    assert len(found.notices) == 1 and "youju doctor" in found.notices[0]
    english = await law_shelf.ask("May they end my 劳动合同 by 解除 without any notice at all, and when?")
    assert "ranking model" in english.notices[0]


async def test_laws_without_vectors_wait_for_them_in_the_general_way(law_shelf: Shelf) -> None:
    await law_shelf.ledger.publish([LAW], law_shelf.index.add)
    found = await law_shelf.ask("解除劳动合同")
    assert [one.stage for one in found.passages[:1]] == ["fusion"]
    assert "0%" in found.notices[0]
    await law_shelf.fill()
    assert (await law_shelf.ask("解除劳动合同")).passages[0].stage == "rerank"


async def test_an_empty_library_and_a_library_without_laws_find_nothing(law_shelf: Shelf) -> None:
    assert (await law_shelf.ask("炒鱿鱼")).passages == ()
    await law_shelf.put("手册", "茶叶在茶水间。")
    found = await law_shelf.ask("炒鱿鱼")
    assert (found.passages, found.notices) == ((), ())


def judged(name: str, *confidences: float) -> list[Judged]:
    return [Judged(f"{name}{n}", 0.0, "fusion", sure) for n, sure in enumerate(confidences)]  # type: ignore[arg-type]


def test_the_more_confident_side_goes_first() -> None:
    rankings = [judged("g", 0.6, 0.9, 0.5), judged("s", 0.8, 0.7)]
    assert [one.passage for one in merged(rankings)] == ["g0", "g1", "s0", "s1", "g2"]


@given(st.lists(st.floats(0, 1), max_size=9), st.lists(st.floats(0, 1), max_size=9))
@settings(max_examples=200)
def test_merging_keeps_all_and_each_order(one: list[float], two: list[float]) -> None:
    rankings = [judged("g", *one), judged("s", *two)]
    both = merged(rankings)
    assert len(both) == len(one) + len(two)
    for name, ranking in zip("gs", rankings, strict=True):
        assert [each for each in both if str(each.passage).startswith(name)] == ranking
    if one and two:
        assert max(both, key=lambda each: each.confidence).confidence == max(*one, *two)


async def test_the_same_question_gives_the_same_answer_in_every_process(law_shelf: Shelf) -> None:
    await law_shelf.put_all([law_of(f"法{n}", ["同样的解除规定。"] * 12) for n in range(3)])
    first = await law_shelf.ask("解除规定", k=10)
    again = await law_shelf.new_finder().find("解除规定", OWNER, k=10)
    assert [s.passage.id for s in first.passages] == [s.passage.id for s in again.passages]
