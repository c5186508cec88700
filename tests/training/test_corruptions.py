"""What is made of a true sentence is false, says what it changed, and is the same for the same chance."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from tests.verification.evidence import passage
from training.corpora import CorpusMissing, Sample, samples, split_of
from training.corruptions import DETERMINISTIC, JUDGED, KINDS, Kind, attributed, corrupt

from training import corpora
from youju.knowledge.values import Locator
from youju.text.numbers import find_quantities

SHARED = Path(os.environ.get("YOUJU_SHARED_DATA") or Path(__file__).parents[3] / "shared" / "data")


def chinese(sentence: str, more: str = "", next_one: str = "访客应当在前台登记姓名和来访事由。") -> Sample:
    here = Locator("某公司用车条例", 12, label="第十二条")
    there = Locator("某公司用车条例", 13, label="第十三条")
    own = passage(f"第十二条 {sentence}{more}", "p12", "某公司用车条例", here)
    return Sample(sentence, own, "statutes", "某公司用车条例", "zh", (passage(next_one, "p13", "用车", there),))


def english(sentence: str, more: str = "") -> Sample:
    own = passage(f"{sentence} {more}", "e1", "Travel handbook")
    other = passage("Visitors sign the book at the front desk.", "e2", "Travel handbook")
    return Sample(sentence, own, "handbook", "travel.md", "en", (other,))


RULE = (
    "员工借用车辆超过3个工作日的，应当经部门负责人批准，并在2024年5月1日前向行政部缴纳500元押金，"
    "但不得将车辆和钥匙交给他人。"
)
LAW = "依照本条例第九条的规定，所有用人单位均应当自用工之日起一个月内与劳动者订立书面合同；违反规定的，不承担责任。"
STORY = "1998年，陈立群在青岛创办了“海潮剧社”，剧社没有固定的剧场，演员少于12人。"
TRAVEL = (
    "If the trip exceeds 5 days, every employee must send receipts or a list to the Finance Office before July 1, 2024."
)
LEAVE = "Employees may not carry over more than 40 hours of leave, unless their supervisor agrees in writing."

MADE: list[tuple[Kind, Sample]] = [
    *(
        (kind, chinese(RULE))
        for kind in ("number", "unit", "date", "direction", "modality", "name", "quote", "condition")
    ),
    *((kind, chinese(LAW)) for kind in ("article", "polarity", "quantifier", "unit", "name", "neighbour")),
    *((kind, chinese(STORY)) for kind in ("date", "number", "polarity", "name", "direction", "quote")),
    *((kind, english(TRAVEL)) for kind in ("number", "unit", "date", "modality", "conjunction", "name", "direction")),
    *((kind, english(TRAVEL)) for kind in ("quantifier", "quote", "condition", "neighbour")),
    *((kind, english(LEAVE)) for kind in ("number", "direction", "modality", "condition")),
]


@pytest.mark.parametrize(("kind", "sample"), MADE)
def test_each_kind_changes_one_thing_and_tells_it(kind: Kind, sample: Sample) -> None:
    seen: set[str] = set()
    for seed in range(12):
        made = corrupt(sample, kind, random.Random(seed))
        assert made is not None
        assert made == corrupt(sample, kind, random.Random(seed))
        assert made.kind == kind
        if kind == "neighbour":
            assert made.passage == sample.others[0]
            continue
        assert made.sentence != sample.sentence
        assert made.passage == sample.passage
        for words in made.after.split("…"):
            assert words in made.sentence
        seen.add(made.sentence)
    assert kind == "neighbour" or seen


def test_every_kind_is_a_fact_or_left_to_judgement() -> None:
    assert set(KINDS) == DETERMINISTIC | JUDGED
    assert not DETERMINISTIC & JUDGED
    assert {kind for kind, _ in MADE} == set(KINDS)


@pytest.mark.parametrize("kind", ["number", "unit", "date"])
def test_a_changed_quantity_is_worth_something_else(kind: Kind) -> None:
    for seed in range(30):
        made = corrupt(chinese(RULE), kind, random.Random(seed))
        assert made is not None
        worth = [(one.kind, one.value, one.unit) for one in find_quantities(made.sentence)]
        assert worth != [(one.kind, one.value, one.unit) for one in find_quantities(RULE)]


def test_what_the_passage_says_too_is_never_made() -> None:
    sample = chinese("一级会员每年借书3次。", "一级会员每年借书4次。一级会员每年借书2次。")
    made = {corrupt(sample, "number", random.Random(seed)) for seed in range(60)}
    sentences = {one.sentence for one in made if one}
    assert sentences
    assert not {"一级会员每年借书4次。", "一级会员每年借书2次。"} & sentences


def test_nothing_is_made_of_a_sentence_without_the_fact() -> None:
    plain = chinese("公司鼓励大家多喝水。")
    for kind in (
        "number",
        "unit",
        "date",
        "direction",
        "polarity",
        "modality",
        "quantifier",
        "conjunction",
        "condition",
    ):
        assert corrupt(plain, kind, random.Random(1)) is None


def test_a_synonym_is_no_corruption() -> None:
    """应当 → 应 and must → is to say the same; so do the two sides that 与 joins, exchanged."""
    sample = chinese("用人单位与劳动者应当协商。")
    made = [corrupt(sample, kind, random.Random(seed)) for kind in ("modality", "name") for seed in range(20)]
    sentences = {one.sentence for one in made if one}
    assert sentences
    assert not {"用人单位与劳动者应协商。", "用人单位与劳动者必须协商。", "劳动者与用人单位应当协商。"} & sentences


def test_exchanged_roles_change_places() -> None:
    sample = chinese("劳动者提前三十日通知用人单位，可以解除劳动合同。")
    made = {corrupt(sample, "name", random.Random(seed)) for seed in range(20)}
    assert "用人单位提前三十日通知劳动者，可以解除劳动合同。" in {one.sentence for one in made if one}


def test_a_neighbour_that_might_say_it_too_is_not_cited() -> None:
    assert corrupt(chinese(RULE, next_one=f"前款所称：{RULE}"), "neighbour", random.Random(1)) is None


def test_an_attribution_names_the_right_article() -> None:
    named = attributed(chinese(RULE))
    assert named is not None
    assert named.sentence == f"《某公司用车条例》第十二条规定，{RULE}"
    assert attributed(english(TRAVEL)) is None
    wrong = [corrupt(chinese("员工应当系安全带。"), "article", random.Random(seed)) for seed in range(20)]
    assert all(one and "《某公司用车条例》第十二条" not in one.sentence for one in wrong)


def test_a_document_is_in_one_split_and_all_three_are_used() -> None:
    groups = [f"document {number}" for number in range(400)]
    splits = [split_of(group) for group in groups]
    assert splits == [split_of(group) for group in groups]
    shares = {name: splits.count(name) / len(splits) for name in ("train", "dev", "test")}
    assert 0.6 < shares["train"] < 0.8
    assert min(shares["dev"], shares["test"]) > 0.08


def test_absent_data_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "SHARED", tmp_path)
    corpora._prose.cache_clear()
    with pytest.raises(CorpusMissing, match="YOUJU_SHARED_DATA"):
        samples("prose", 3, 1)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared data is not beside the project")
@pytest.mark.parametrize("corpus", ["statutes", "prose", "handbook"])
def test_samples_stand_in_their_passages_and_nowhere_beside(corpus: corpora.Corpus) -> None:
    drawn = samples(corpus, 60, 7)
    assert len(drawn) == 60
    assert drawn == samples(corpus, 60, 7)
    assert drawn != samples(corpus, 60, 8)
    for sample in drawn:
        assert sample.sentence in sample.passage.text
        assert all(sample.sentence not in other.text for other in sample.others)
        if corpus == "statutes":
            locator = sample.passage.locator
            assert locator is not None
            assert locator.law == sample.passage.title == sample.group
            assert sample.passage.text.startswith(locator.label or "?")
