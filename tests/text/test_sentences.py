import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.text.sentences import split_clauses, split_sentences


def units(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in split_sentences(text)]


def kinds(text: str) -> list[str]:
    return [unit.kind for unit in split_sentences(text)]


WHOLE = [
    "依照第三十九条、第四十条第一项的规定，用人单位可以解除劳动合同。",
    "增长了3.5个百分点。",
    "See e.g. the travel policy of 2024.3.1, No. 5, sec. 3.2 and Fig. 2.",
    "Mr. Smith of the U.S. Department met Dr. J. Wu of Acme Inc. in Paris.",
    "地址是 https://example.com/a?b=1.2!c&d=3 请收藏。",
    "他想说……但是没有说。",
    "Wait... and see.",
    "有下列情形之一的，用人单位可以解除；劳动者不得拒绝：旷工的，…；迟到的，…。",
    "他说：“可以报销。但要发票。”，然后走了。",
    "员工手册规定：“试用期为三个月。期满转正。”[1]",
    "金额为1,234.56元（含税。不含运费）的发票有效。",
    "The limit is 3.5 percent.",
    "The meeting is at 9 a.m. on Monday.",
    "版本号为v1.2.3的系统已停用。",
    "《怎么办？》是一本书。",
    "No. 5 applies.",
    "流程为：1. 申请 2. 审批 3. 付款。",
]


@pytest.mark.parametrize("text", WHOLE)
def test_one_sentence_stays_whole(text: str) -> None:
    assert units(text) == [text]


SPLIT = [
    ("可以报销。需要发票！对吗？", ["可以报销。", "需要发票！", "对吗？"]),
    ("可以报销。[1][2]需要发票[3]。", ["可以报销。[1][2]", "需要发票[3]。"]),
    ("Yes. [1] No. [2]", ["Yes. [1]", "No. [2]"]),
    ("He said “Go.” Then he left.", ["He said “Go.”", "Then he left."]),
    ('He said "Go. Now." Then he left.', ['He said "Go. Now."', "Then he left."]),
    ("他说：“可以。”公司同意了。", ["他说：“可以。”", "公司同意了。"]),
    ("可以报销。（见附件。）请提交。", ["可以报销。", "（见附件。）", "请提交。"]),
    ("We pay etc. The rest is yours.", ["We pay etc.", "The rest is yours."]),
    ("It is in the U.S. The tax is low.", ["It is in the U.S.", "The tax is low."]),
    ("Is it 5? Yes! 3 days.", ["Is it 5?", "Yes!", "3 days."]),
    ("We chose option 5. The rest failed.", ["We chose option 5.", "The rest failed."]),
    ("No. You may not.", ["No.", "You may not."]),
    ("报销须知.请提交发票.", ["报销须知.", "请提交发票."]),
    ("根据以上资料：\n15个工作日内提交。", ["根据以上资料：", "15个工作日内提交。"]),
    ("第三条 甲方应当付款\n第四条 乙方应当交货", ["第三条 甲方应当付款", "第四条 乙方应当交货"]),
    ("可以报销。\n[1]", ["可以报销。\n[1]"]),
    ("可以！！真的？！好", ["可以！！", "真的？！", "好"]),
    ("引号没有关“可以。后面还有。", ["引号没有关“可以。", "后面还有。"]),
]


@pytest.mark.parametrize(("text", "expected"), SPLIT)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert units(text) == expected


def test_a_wrapped_line_goes_on_and_a_short_line_does_not() -> None:
    wrapped = "用人单位自用工之日起超过一个月不满一年未与劳动者\n订立书面劳动合同的，应当支付二倍的工资。"
    assert units(wrapped) == [wrapped]
    assert units("报销须知\n发票要写税号") == ["报销须知", "发票要写税号"]
    assert units("The employee must hand in the form within\nfifteen days. It is free.") == [
        "The employee must hand in the form within\nfifteen days.",
        "It is free.",
    ]


def test_markdown_structure_makes_units() -> None:
    text = (
        "# 报销 3.2. 发票\n\n- 住宿：600元。超出自付。\n- 餐饮 100元\n  不含酒\n1. 申请\n2. 审批\n\n"
        "| 城市 | 限额。 |\n|---|---|\n| 北京 | 600元 |\n\n```\na = [1]. B\n\nc\n```\n尾。"
    )
    assert list(zip(units(text), kinds(text), strict=True)) == [
        ("# 报销 3.2. 发票", "heading"),
        ("- 住宿：600元。", "list_item"),
        ("超出自付。", "list_item"),
        ("- 餐饮 100元", "list_item"),
        ("不含酒", "sentence"),
        ("1. 申请", "list_item"),
        ("2. 审批", "list_item"),
        ("| 城市 | 限额。 |", "table_row"),
        ("|---|---|", "table_row"),
        ("| 北京 | 600元 |", "table_row"),
        ("```\na = [1]. B\n\nc\n```", "code"),
        ("尾。", "sentence"),
    ]


def test_statute_items_are_units_of_their_own_lines() -> None:
    text = "第三十九条　劳动者有下列情形之一的，可以解除：\n（一）在试用期间的；\n（二）严重失职的；"
    assert kinds(text) == ["sentence", "list_item", "list_item"]


def test_an_unclosed_fence_is_code_to_the_end() -> None:
    assert kinds("好。\n~~~\n不。好。\n") == ["sentence", "code"]


def test_clauses_cut_where_numbers_do_not_break() -> None:
    text = "一线城市1,200元，其他城市400元；9:30前提交:好, ok。"
    assert [text[c.start : c.end] for c in split_clauses(text)] == [
        "一线城市1,200元",
        "其他城市400元",
        "9:30前提交",
        "好",
        "ok",
    ]


PIECES = st.sampled_from([*"报a A1。.！?…“”「」\"'（）()[1]\n#-|> `~，；：·", "\n\n", "```\n", "U.S. ", "[1]", "1. "])


@given(st.lists(PIECES, max_size=60).map("".join))
def test_units_are_ordered_and_cover_all_that_is_visible(text: str) -> None:
    place = 0
    for unit in split_sentences(text):
        assert place <= unit.start < unit.end
        assert not text[place : unit.start].strip()
        assert text[unit.start : unit.end] == text[unit.start : unit.end].strip()
        place = unit.end
    assert not text[place:].strip()


@pytest.mark.parametrize(
    "seed", ["“", "(", "。", ".", "a. ", "字", "[1]", "\n", '"', "“。”", "| a ", "- \n", "1", "`", "…", "A.B."]
)
def test_time_grows_in_step_with_length(seed: str) -> None:
    def cost(size: int) -> float:
        text = seed * (size // len(seed))
        begun = time.process_time()
        split_sentences(text)
        return time.process_time() - begun

    small = min(cost(10_000) for _ in range(3))
    assert min(cost(80_000) for _ in range(2)) < 8 * 3 * small + 0.02
