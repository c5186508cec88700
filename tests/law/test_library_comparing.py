"""Two wordings held against each other: a diff that loses nothing, and articles followed only where they are clear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.values import Locator, Section
from youju.law.comparing import Article, articles, counterpart, diff, differences

TEXT = st.text("甲乙丙丁，。的 \n", max_size=60)


@given(TEXT, TEXT)
def test_a_diff_leads_from_one_wording_to_the_other(old: str, new: str):
    pieces = diff(old, new)
    assert "".join(one.text for one in pieces if one.sign != "+") == old
    assert "".join(one.text for one in pieces if one.sign != "-") == new
    assert all(one.text for one in pieces)


def test_a_diff_shows_what_a_person_would_mark():
    pieces = diff("每月支付通讯补贴五十元。", "每月支付通讯补贴八十元。")
    assert [(one.sign, one.text) for one in pieces] == [
        ("=", "每月支付通讯补贴"), ("-", "五"), ("+", "八"), ("=", "十元。"),
    ]  # fmt: skip


def test_white_space_and_width_are_no_difference():
    ours = {(1, 0): Article("第一条", "（一）甲，\n乙。"), (2, 0): Article("第二条", "二。")}
    theirs = {(1, 0): Article("第一条", "(一)甲, 乙。"), (3, 0): Article("第三条", "三。")}
    assert [(one.label, one.change) for one in differences(ours, theirs)] == [
        ("第二条", "missing"),
        ("第三条", "extra"),
    ]
    assert differences(ours, ours) == []


def test_articles_lose_their_label_and_keep_their_words():
    text = "第一条　第二条所称甲。\n第一百二十条之一　乙。"
    place = text.index("\n") + 1
    sections = [
        Section(0, "第一条", 1, 0, place, locator=Locator("甲法", 1, label="第一条")),
        Section(1, "第一百二十条之一", 1, place, len(text), locator=Locator("甲法", 120, 1, label="第一百二十条之一")),
    ]
    assert articles(text, sections) == {
        (1, 0): Article("第一条", "第二条所称甲。"),
        (120, 1): Article("第一百二十条之一", "乙。"),
    }


LEAVE = Article("第九条", "劳动者连续工作一年以上的，享受带薪年休假五天。")
OTHERS = {
    (8, 0): Article("第八条", "用人单位应当建立职工名册备查。"),
    (9, 0): Article("第九条", "女职工生育享受九十八天产假。"),
    (11, 0): Article("第十一条", "劳动者连续工作满一年以上的，享受带薪年休假五天。"),
}


def test_a_renumbered_article_is_followed_by_its_words():
    found = counterpart(LEAVE, (9, 0), OTHERS)
    assert found is not None and found[0] == (11, 0) and found[1] > 0.9


@pytest.mark.parametrize(
    "others",
    [
        {},
        {(8, 0): OTHERS[8, 0], (9, 0): OTHERS[9, 0]},  # nothing is near
        {(11, 0): OTHERS[11, 0], (12, 0): Article("第十二条", LEAVE.text.replace("五", "十"))},  # two are near
    ],
)
def test_what_is_not_clear_is_not_followed(others: dict[tuple[int, int], Article]):
    assert counterpart(LEAVE, (9, 0), others) is None


def test_an_article_that_was_reworded_keeps_its_number():
    others = {(9, 0): Article("第九条", "劳动者连续工作满十年的，享受带薪年休假十天。")}
    found = counterpart(LEAVE, (9, 0), others)
    assert found is not None and found[0] == (9, 0)
