"""Quantities are those of the sentence that the claim repeats: no twin elsewhere in the passage proves another's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.verification.evidence import failed, judge

TWINS = (
    "国内出差的补贴为每天120元，国外出差的补贴为每天45美元。夜班津贴每班80元。周末班津贴每班95元。"
    "甲类设备每12个月检查一次，乙类设备每18个月检查一次。笔试在9:00开始，面试在14:30开始。"
    "登记费按第3条收取，变更费按第7条收取。"
)

FALSE = [
    "夜班津贴每班95元",
    "周末班津贴每班80元",
    "国内出差的补贴为每天45美元",
    "国内出差的补贴为每月120元",
    "国内出差的补贴为每天120美元",
    "甲类设备每18个月检查一次",
    "甲类设备每12个月检查两次",
    "面试在9:00开始",
    "登记费按第7条收取",
    "夜班津贴每班80元左右",
    "夜班津贴每班٩٥元",
    "夜班津贴每班𝟗𝟓元",
    "夜班津贴每班8\u200b8元",
    "夜班津贴每班捌拾捌元",
    "夜班津贴每班**90**元",
    "夜班津贴每班8**8**元",
]


@pytest.mark.parametrize("sentence", FALSE)
def test_a_twin_proves_nothing(sentence: str) -> None:
    assert "number" in failed(judge(f"{sentence}[1]。", TWINS))


@pytest.mark.parametrize(
    "sentence",
    [
        "夜班津贴每班80元",
        "夜班津贴每班８０元",
        "夜班津贴每班捌拾元",
        "国内出差的补贴为每天120元，国外出差的补贴为每天45美元",
        "甲类设备每12个月检查一次",
        "面试在14:30开始",
        "登记费按第3条收取",
        "1. 周末班津贴每班95元",
        "**夜班津贴**每班**80元**",
        "夜班津贴每班8**0**元",
    ],
)
def test_the_sentences_own_quantities_are_shown(sentence: str) -> None:
    assert "number" not in failed(judge(f"{sentence}[1]。", TWINS))


PAIRS = [
    ("约30天到货。", "30天到货"),
    ("复核时两人在场并签字。", "复核时一人在场并签字"),
    ("复核需要3至5天。", "复核需要3天"),
    ("首次申请免费。", "第二次申请免费"),
    ("产量三年翻倍。", "产量三年翻三番"),
    ("三分之二以上的成员同意方可通过。", "三分之一以上的成员同意方可通过"),
    ("接口使用 v2.1 版本。", "接口使用 v2.2 版本"),
    ("预算为1.5万元。", "预算为1.5亿元"),
    ("预算为1,000元。", "预算为1.000元"),
    ("10个工作日内答复申请人。", "10个自然日内答复申请人"),
    ("30日内答复申请人。", "一个月内答复申请人"),
    ("The grant is $5 million a year.", "The grant is $5 billion a year"),
    ("The visit takes two and a half hours.", "The visit takes three and a half hours"),
    ("A third of the seats are reserved.", "A quarter of the seats are reserved"),
    ("Report after the third reminder.", "Report after the fourth reminder"),
    ("The steps are 1, 2, 3 and 5.", "The steps are 1, 1, 3 and 5"),
]


@pytest.mark.parametrize(("source", "claim"), PAIRS)
def test_each_way_of_writing_a_quantity_is_compared(source: str, claim: str) -> None:
    end = "." if claim.isascii() else "。"
    assert "number" in failed(judge(f"{claim} [1]{end}", source))
    assert "number" not in failed(judge(f"{source.rstrip('.。')} [1]{end}", source))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 999), st.integers(1, 999), st.sampled_from(["元", "天", "个月", "%", "次", "倍"]))
def test_only_the_own_amount_of_two_alike_sentences_is_shown(one: int, other: int, unit: str) -> None:
    source = f"甲区的上限为{one}{unit}。乙区的上限为{other}{unit}。"
    shown = "number" not in failed(judge(f"甲区的上限为{other}{unit}[1]。", source))
    assert shown == (one == other)
