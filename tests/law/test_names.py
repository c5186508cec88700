"""Names of laws, as official texts and people write them."""

from __future__ import annotations

import pytest

from youju.law.names import ABBREVIATIONS, LawNames, bare

FIRST = "最高人民法院关于审理劳动争议案件适用法律问题的解释（一）"
SECOND = "最高人民法院关于审理劳动争议案件适用法律问题的解释（二）"
WORK_INJURY = "最高人民法院关于审理工伤保险行政案件若干问题的规定"
FAMILY = "最高人民法院关于适用《中华人民共和国民法典》婚姻家庭编的解释（一）"
CONTRACT = "中华人民共和国劳动合同法"
NAMES = LawNames(
    [FIRST, SECOND, WORK_INJURY, FAMILY, CONTRACT, "中华人民共和国劳动法", "工伤保险条例", "费用报销管理办法"]
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


def test_abbreviations_lead_to_names_and_not_to_abbreviations():
    assert all(full not in ABBREVIATIONS and bare(full) == full for full in ABBREVIATIONS.values())
