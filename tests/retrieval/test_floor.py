"""The floor: what may count as found at all."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.retrieval.lookalikes import ANSWERED, FAR, LOOKALIKES
from tests.retrieval.shelving import Shelf, texts

from youju.caller import Caller
from youju.index.lexical import TantivyIndex
from youju.knowledge.ledger import Ledger
from youju.retrieval.finding import Finder
from youju.retrieval.floor import Signals, confidence, rarity, signals
from youju.retrieval.question import analyse
from youju.samples import QUESTIONS

TERMS = {"差旅费": 5.0, "报销": 2.0, "limit": 3.0}
TEXT = st.text("差旅费报销期限 limits。\n", max_size=60)


def test_a_rare_term_weighs_more_and_an_unknown_one_most() -> None:
    weights = rarity(["常见", "少见", "没有", "丢"], [900, 10, 0, 10], 1000)
    assert weights["没有"] > weights["少见"] > weights["常见"] > 0
    assert weights["丢"] == weights["少见"] / 2


def test_two_neighbouring_sentences_and_the_heading_count_together() -> None:
    text = "差旅费另行规定。报销应当及时。无关的一句。又一句。The limit is low."
    assert signals(TERMS, "", text, None).window == pytest.approx(0.7)
    assert signals(TERMS, "Limits", text, None).window == 1.0
    assert signals(TERMS, "", text, None).missing == 0.0


def test_what_stands_nowhere_is_missing() -> None:
    assert signals(TERMS, "", "报销应当及时。", None) == Signals(0.2, 0.5, None, "zh")


def test_an_abbreviation_is_recognised() -> None:
    assert signals({"质保金": 1.0}, "", "质量保证金在验收后退还。", None).window == 0.8
    assert signals({"质保金": 1.0}, "", "质量要保证，奖金另议。", None).window < 0.5


@given(TEXT, TEXT)
def test_more_text_never_speaks_against_a_passage(one: str, two: str) -> None:
    alone, both = signals(TERMS, "", one, None), signals(TERMS, two, one, None)
    assert both.window >= alone.window
    assert both.missing <= alone.missing
    assert 0 <= both.missing <= 1
    assert 0 <= both.window <= 1


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-1, 1), st.sampled_from(["zh", "en"]), st.booleans())
def test_confidence_rises_with_every_signal(window: float, missing: float, cosine: float, of: str, dense: bool) -> None:
    asked = analyse("差旅费的报销期限？")
    base = Signals(window, missing, cosine if dense else None, of)  # type: ignore[arg-type]
    sure = confidence(asked, base)
    assert 0 <= sure <= 1
    assert confidence(asked, replace(base, window=min(1.0, window + 0.1))) >= sure
    assert confidence(asked, replace(base, missing=max(0.0, missing - 0.1))) >= sure
    if dense:
        assert confidence(asked, replace(base, cosine=cosine + 0.05)) >= sure


@pytest.fixture
async def sample_finder(sample_home: Path) -> AsyncGenerator[Finder]:
    ledger = await Ledger.open(sample_home)
    yield Finder(ledger, TantivyIndex(sample_home / "index" / "lexical"), today=lambda: date(2026, 1, 1))
    await ledger.close()


async def _share_found(finder: Finder, questions: Sequence[str]) -> float:
    found = [bool((await finder.find(question, Caller("anyone"))).passages) for question in questions]
    return sum(found) / len(found)


async def test_the_sample_questions_are_found_or_refused_by_keywords_alone(sample_finder: Finder) -> None:
    wrong: list[str] = []
    for question in QUESTIONS:
        found = await sample_finder.find(question.text, Caller("asker", question.roles), at=question.at)
        sources = {scored.passage.source for scored in found.passages}
        right = not sources if question.refused else sources & set(question.sources)
        wrong += [] if right else [question.text]
    assert len(wrong) <= 1, wrong
    assert not [question.text for question in QUESTIONS if question.refused and question.text in wrong]


async def test_the_operating_point_by_keywords_alone(sample_finder: Finder) -> None:
    """Fault 16: an out-of-scope question is answered. Measured .55, .18 and 0 at most when this was written."""
    assert await _share_found(sample_finder, ANSWERED) >= 0.5
    assert await _share_found(sample_finder, LOOKALIKES) <= 0.25
    assert await _share_found(sample_finder, FAR) == 0


RULES = (
    "差旅费应在出差结束后15个工作日内提交报销申请。超过期限的，须附书面说明。",
    "报销应当提供合法、有效的发票，发票的内容应当与实际业务一致。同一张发票不得重复报销。",
    "下列发票不予受理：字迹不清的发票；没有加盖发票专用章的纸质发票；没有附明细的发票。",
    "取得发票时应当当场核对金额和项目，发现错误的，退回开票方重开，不得自行涂改。",
    "忘记打卡的，应当在3个工作日内申请补卡，每月不得超过2次。",
    "会议室预订后10分钟内没有人签到的，系统自动释放会议室。",
)
ENGLISH = (
    "Laptops are replaced after 48 months. An earlier replacement needs a failed hardware test.",
    "Passwords have at least 12 characters and expire after 180 days.",
    "Frequent flyer miles belong to the traveller. Upgrades paid with miles are allowed.",
    "See also the pages of the helpdesk, its links, templates and contacts.",
)


async def test_meaning_and_wording_together_decide(real_shelf: Shelf) -> None:
    await real_shelf.put("费用报销管理办法", *RULES)
    assert texts(await real_shelf.ask("差旅费要在多少天内报销？"))[0] == RULES[0]
    assert texts(await real_shelf.ask("会议室没人签到会怎么样？"))[0] == RULES[5]
    for question in ("报销发票的抬头格式要求是什么？", "红烧肉怎么做才好吃？", "Who won the election?"):
        refused = await real_shelf.ask(question)
        assert refused.passages == ()
        assert refused.nearest == ("费用报销管理办法",)


async def test_chinese_questions_reach_english_documents(real_shelf: Shelf) -> None:
    """Fault 64, with the floor where it ships."""
    await real_shelf.put("Helpdesk", *ENGLISH)
    assert texts(await real_shelf.ask("笔记本电脑多久可以更换？"))[0] == ENGLISH[0]
    assert texts(await real_shelf.ask("密码多久过期？"))[0] == ENGLISH[1]
    assert (await real_shelf.ask("红烧肉怎么做才好吃？")).passages == ()
