"""What stands in the source word for word needs no further proof."""

import pytest
from tests.verification.evidence import failed, judge

SOURCE = (
    "第五十四条 依照诉讼程序规则第四十九条的规定，申请人应当提交下列材料：\n（一）身份证明；\n（二）合同副本。\n"
    "不可以报销。住宿：一线城市600元，其他城市400元。"
)


@pytest.mark.parametrize(
    "sentence",
    [
        "第五十四条 依照诉讼程序规则第四十九条的规定，申请人应当提交下列材料：",
        "（二）合同副本",
        "2. 合同副本；",
        "住宿:一线城市６００元,其他城市400元。",
    ],
)
def test_a_whole_unit_is_shown(sentence: str) -> None:
    assert judge(f"{sentence}[1]", SOURCE).verdict == "supported"


@pytest.mark.parametrize("sentence", ["可以报销。", "其他城市600元。"])
def test_a_part_of_a_unit_proves_nothing_by_itself(sentence: str) -> None:
    assert judge(f"{sentence}[1]", SOURCE).verdict == "unsupported"


LISTS = (
    "员工不得有下列行为：\n1. 向外部人员泄露客户信息；\n2. 在办公区吸烟。\n\n"
    "下列费用可以报销：\n1. 打车费；\n2. 高铁二等座车票。\n\n以下说法是错误的：\n1. 年假可以折现。"
)


@pytest.mark.parametrize("sentence", ["1. 向外部人员泄露客户信息；", "在办公区吸烟。", "年假可以折现。"])
def test_an_item_without_the_lead_in_that_denies_it_is_not_shown(sentence: str) -> None:
    assert "polarity" in failed(judge(f"{sentence}[1]", LISTS))


@pytest.mark.parametrize(
    ("sentence", "before"),
    [
        ("1. 向外部人员泄露客户信息；", "员工不得有下列行为：\n"),
        ("年假可以折现。", "以下说法是错误的：\n"),
        ("高铁二等座车票。", ""),
    ],
)
def test_an_item_with_its_lead_in_is_shown(sentence: str, before: str) -> None:
    assert judge(f"{sentence}[1]", LISTS, before=before).verdict == "supported"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("员工不得向外部人员泄露客户信息。", "supported"),
        ("员工可以向外部人员泄露客户信息。", "unsupported"),
        ("打车费可以报销。", "supported"),
        ("打车费不可以报销。", "unsupported"),
    ],
)
def test_an_item_may_be_told_in_one_sentence_with_its_lead_in(sentence: str, verdict: str) -> None:
    assert judge(f"{sentence}[1]", LISTS).verdict == verdict
