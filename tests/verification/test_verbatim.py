"""What stands in the source word for word needs no further proof."""

import pytest
from tests.verification.evidence import judge

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
