"""The measures of rankings, and the files of questions that they are taken on."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.errors import CallerMistake
from youju.retrieval.evaluation.cases import Gold, read_cases
from youju.retrieval.evaluation.measures import CUTS, difference, interval, measures_of

PASSAGES = [f"p{number}" for number in range(200)]


def test_measures_by_hand() -> None:
    measures = measures_of(PASSAGES, [{"p1"}, {"p9", "p150"}, {"elsewhere"}, {"p30"}])
    assert measures == {"R@1": 0, "R@5": 1 / 4, "R@10": 2 / 4, "R@20": 2 / 4, "R@100": 3 / 4, "MRR@10": 1 / 2}
    assert measures_of(PASSAGES, [{"p10"}])["MRR@10"] == 0
    assert measures_of([], [{"p1"}])["R@100"] == 0


@given(st.permutations(PASSAGES[:30]), st.lists(st.sets(st.sampled_from(PASSAGES[:40]), min_size=1), min_size=1))
def test_recall_never_falls_with_depth_and_a_better_ranking_never_measures_worse(
    ranking: list[str], gold: list[set[str]]
) -> None:
    measures = measures_of(ranking, gold)
    recalls = [measures[f"R@{k}"] for k in CUTS]
    assert recalls == sorted(recalls)
    assert all(0 <= value <= 1 for value in measures.values())
    wanted = set[str]().union(*gold)
    better = sorted(ranking, key=lambda one: one not in wanted)
    assert all(measures_of(better, gold)[name] >= value for name, value in measures.items())


def test_intervals_hold_the_mean_narrow_with_more_questions_and_repeat() -> None:
    few, many = interval([0, 1] * 10), interval([0, 1] * 1000)
    assert few.mean == many.mean == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high
    assert interval([0, 1] * 10) == few
    assert difference([0.2] * 9, [0.2] * 9) == interval([0.0] * 9)


def line(**row: object) -> str:
    return json.dumps(row, ensure_ascii=False)


def test_a_file_is_read_with_every_kind_of_gold() -> None:
    text = "\n".join(
        [
            line(question=" 试用期最长多久？ ", gold=["劳动合同法第十九条", "劳动合同法第十九条"]),
            "",
            line(question="几天内报销？", gold=[{"document": "办法.md", "section": "第三章"}, {"document": "办法.md"}]),
            line(question="q", gold=[{"passage": "abc"}], at="2023-05-01"),
        ]
    )
    first, second, third = read_cases(text)
    assert (first.question, first.gold, first.line) == ("试用期最长多久？", (Gold(reference="劳动合同法第十九条"),), 1)
    assert second.gold == (Gold(document="办法.md", section="第三章"), Gold(document="办法.md"))
    assert (third.gold, third.at, third.line) == ((Gold(passage="abc"),), date(2023, 5, 1), 4)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no question"),
        (line(question="好", gold=["x"]) + "\nnot json", "Line 2 is not JSON"),
        ("[1]", "Line 1 is no JSON object"),
        ("[" * 100_000, "Line 1 is not JSON"),
        (line(gold=["x"]), "Line 1 has no question"),
        (line(question="  ", gold=["x"]), "Line 1 has no question"),
        (line(question="好"), "Line 1 has no gold"),
        (line(question="好", gold="劳动法第一条"), "Line 1 has no gold"),
        (line(question="好", gold=[""]), "not understood"),
        (line(question="好", gold=[{"law": "劳动法"}]), "not understood"),
        (line(question="好", gold=[{"section": "第三章"}]), "not understood"),
        (line(question="好", gold=[{"passage": 7}]), "not understood"),
        (line(question="好", gold=["x"], at="去年"), "date that is none"),
        (line(question="好", gold=["x"], at=2023), "date that is none"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(CallerMistake, match=told) as caught:
        read_cases(text)
    assert "question" in caught.value.line()
