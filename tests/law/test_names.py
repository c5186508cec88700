"""Names of laws, as official texts and people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.law.names import ABBREVIATIONS, LawNames, bare, edition_of

FIRST = "最高人民法院关于审理劳动争议案件适用法律问题的解释（一）"
SECOND = "最高人民法院关于审理劳动争议案件适用法律问题的解释（二）"
WORK_INJURY = "最高人民法院关于审理工伤保险行政案件若干问题的规定"
FAMILY = "最高人民法院关于适用《中华人民共和国民法典》婚姻家庭编的解释（一）"
CONTRACT = "中华人民共和国劳动合同法"
INJURY = "最高人民法院关于审理人身损害赔偿案件适用法律若干问题的解释"
PROCEDURE = "最高人民法院关于适用《中华人民共和国民事诉讼法》的解释"
HOURS = "国务院关于职工工作时间的规定"
SHANGHAI, GUANGXI, TRIAL = "上海市劳动合同条例", "广西壮族自治区工资支付条例", "企业职工生育保险办法（试行）"
OTHERS = ["中华人民共和国劳动法", "工伤保险条例", "费用报销管理办法"]
NAMES = LawNames(
    [FIRST, SECOND, WORK_INJURY, FAMILY, CONTRACT, INJURY, PROCEDURE, HOURS, SHANGHAI, GUANGXI, TRIAL, *OTHERS]
)


SPELLINGS = """
中华人民共和国劳动合同法 劳动合同法 《劳动合同法》 《中华人民共和国劳动合同法》 劳合法 劳动合同法（2012修正）
劳动合同法(2012-12-28) 《劳动合同法》（2012年修订） 《劳动合同法（2012年修正）》
"""


@pytest.mark.parametrize("written", [*SPELLINGS.split(), " 劳动 合同法 "])
def test_one_law_under_all_its_names(written: str):
    assert NAMES.official(written) == (CONTRACT,)


@pytest.mark.parametrize(
    ("written", "official"),
    [
        ("劳动争议解释（一）", (FIRST,)),
        ("劳动争议司法解释(二)", (SECOND,)),
        ("关于审理劳动争议案件适用法律问题的解释（一）", (FIRST,)),
        ("关于适用〈民法典〉婚姻家庭编的解释（一）", (FAMILY,)),
        ("民法典婚姻家庭编解释（一）", (FAMILY,)),
        ("解释（一）", (FIRST, FAMILY)),
        ("劳动争议解释一", (FIRST,)),
        ("劳动争议司法解释(2)", (SECOND,)),
        ("审理劳动争议案件适用法律问题的解释（一）", (FIRST,)),
        ("人身损害赔偿司法解释", (INJURY,)),
        ("民诉法解释", (PROCEDURE,)),
        ("民事诉讼法司法解释", (PROCEDURE,)),
        ("关于职工工作时间的规定", (HOURS,)),
        ("职工工作时间的规定", (HOURS,)),
        ("上海劳动合同条例", (SHANGHAI,)),
        ("上海市劳动合同条例", (SHANGHAI,)),
        ("广西工资支付条例", (GUANGXI,)),
        ("企业职工生育保险办法", (TRIAL,)),
        ("工资支付条例", ()),
        ("劳动合同条例", ()),
        ("工伤条例", ("工伤保险条例",)),
        ("费用报销管理办法", ("费用报销管理办法",)),
        ("劳动争议解释", ()),
        ("网络直播劳动法", ()),
        ("法", ()),
        ("", ()),
    ],
)
def test_names_stand_for_one_law_for_several_or_for_none(written: str, official: tuple[str, ...]):
    assert sorted(NAMES.official(written)) == sorted(official)


@pytest.mark.parametrize(
    ("written", "official"),
    [
        ("那么劳动合同法", (CONTRACT,)),
        ("公司的劳动法", ("中华人民共和国劳动法",)),
        ("平台劳动法", ()),
        ("新劳动合同法", ()),
    ],
)
def test_running_text_in_front_is_left_out_and_another_law_is_not_taken_for_this_one(
    written: str, official: tuple[str, ...]
):
    assert NAMES.within(written) == official


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("劳动合通法", CONTRACT),
        ("中华人民共和国劳动和同法", CONTRACT),
        ("工资支付条例", GUANGXI),
        ("工商保险条例", "工伤保险条例"),
    ],
)
def test_a_name_that_does_not_exist_is_offered_its_likes_and_never_taken_for_them(written: str, offered: str):
    assert NAMES.official(written) == ()
    assert NAMES.near(written)[0] == offered


def test_what_is_like_nothing_is_offered_nothing():
    assert NAMES.near("网络直播管理法") == NAMES.near("法") == ()


EDITIONS = {
    "劳动合同法（2012修正）": "2012",
    "《劳动合同法》(2012-12-28)": "2012-12-28",
    "《劳动法》（1994年7月5日通过）": "1994-07-05",
    "《民事诉讼法》(2021)": "2021",
    "《劳动合同法（2012年修正）》": "2012",
    "劳动合同法（修订）": None,
    "解释（一）": None,
    "劳动合同法": None,
}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_edition_that_a_name_carries(name: str):
    assert edition_of(name) == EDITIONS[name]


def test_spellings_that_differ_by_the_state_alone_are_one_law():
    both = LawNames(["劳动合同法", CONTRACT])
    assert both.official("劳合法") == (CONTRACT,)
    assert both.spellings(CONTRACT) == (CONTRACT, "劳动合同法")


@given(st.text(alphabet="中华人民共和国劳动合同法解释规定（）()《》〈〉一1２0 2修正年", max_size=24))
def test_a_bare_name_stays_as_it_is(text: str):
    assert bare(bare(text)) == bare(text)


def test_abbreviations_lead_to_names_and_not_to_abbreviations():
    assert all(full not in ABBREVIATIONS and bare(full) == full for full in ABBREVIATIONS.values())
