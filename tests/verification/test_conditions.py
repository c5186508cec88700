"""Conditions and exceptions go with their statement; nothing is added to it; order has two sides."""

import pytest
from tests.verification.evidence import failed, judge

RULES = (
    "员工连续病假超过三十日的，应当提交医院证明。逾期未归还设备的，按原价赔偿，但因公损坏的除外。"
    "经审计部门复核后，合同可以盖章。会议室须提前预约；遇有紧急情况的，可以直接使用。发票遗失后三日内报告财务部。"
)
GUIDE = (
    "If you lose your badge, call the security desk at once. Meals are refunded unless alcohol is included. "
    "Submit the form before your trip begins. The pool is open to residents except on public holidays."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "员工应当提交医院证明[1]。",
        "逾期未归还设备的，按原价赔偿[1]。",
        "按原价赔偿，但因公损坏的除外[1]。",
        "合同可以盖章[1]。",
        "会议室须提前预约；可以直接使用[1]。",
        "员工连续病假超过三十日的，应当提交医院证明，经理同意的除外[1]。",
        "员工连续病假超过三十日的，经主管要求，应当提交医院证明[1]。",
        "逾期未归还设备的，按原价赔偿，因公损坏的也不例外[1]。",
        "发票遗失前三日内报告财务部[1]。",
        "会议室须事后预约[1]。",
    ],
)
def test_a_chinese_condition_is_neither_dropped_nor_added_nor_turned(sentence: str) -> None:
    assert judge(sentence, RULES).verdict == "unsupported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Call the security desk at once [1].",
        "Meals are refunded [1].",
        "Meals are refunded if alcohol is included [1].",
        "Submit the form after your trip begins [1].",
        "Submit the form before your trip begins, unless your manager agrees [1].",
        "The pool is open to residents [1].",
        "The pool is open to residents even on public holidays [1].",
        "If you lose your badge, call the security desk at once, unless it is night [1].",
    ],
)
def test_an_english_condition_is_neither_dropped_nor_added_nor_turned(sentence: str) -> None:
    assert judge(sentence, GUIDE).verdict == "unsupported"


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("如果员工连续病假超过三十日，应当提交医院证明[1]。", RULES),
        ("根据规定，员工连续病假超过三十日的，应当提交医院证明[1]。", RULES),
        ("合同经审计部门复核后可以盖章[1]。", RULES),
        ("会议室须提前预约[1]。", RULES),
        ("Call the security desk at once if you lose your badge [1].", GUIDE),
        ("According to the handbook, meals are refunded unless alcohol is included [1].", GUIDE),
        ("In short, submit the form before your trip begins [1].", GUIDE),
        ("1. Submit the form before your trip begins [1].", GUIDE),
    ],
)
def test_a_condition_may_stand_elsewhere_and_in_other_words(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert checked.verdict == "supported", checked.failed_checks


def test_a_condition_that_the_question_states_need_not_be_repeated() -> None:
    question = "员工连续病假超过三十日，应当提交什么？"
    assert judge("应当提交医院证明[1]。", RULES, question=question).verdict == "supported"


def test_a_condition_of_another_sentence_is_not_put_to_this_one() -> None:
    source = "访客须登记。遇有紧急情况的，可以直接使用会议室。"
    assert "condition" in failed(judge("遇有紧急情况的，访客须登记[1]。", source))


def test_an_order_has_two_sides() -> None:
    source = "经部门负责人批准后方可预订机票。"
    assert "direction" in failed(judge("预订机票后再由部门负责人批准[1]。", source))
    assert judge("部门负责人批准后方可预订机票[1]。", source).verdict == "supported"


def test_a_clause_that_says_under_which_article_something_is_done_is_no_mere_lead_in() -> None:
    source = "依照《水务条例》第三条的规定处以罚款的，罚款为一千元。依照《水务条例》第四条的规定处以罚款的，不予减免。"
    assert judge("依照《水务条例》第三条的规定处以罚款的，罚款为一千元[1]。", source).verdict == "supported"
    assert "condition" in failed(judge("根据规定，罚款为一千元[1]。", source))


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("急用且单价不超过80元的，可以例外[1]。", "急用且单价不超过80元的，经站长批准可以例外，每月以一次为限。"),
        ("调休可以结转到次年六月底[1]。", "调休经本人同意，可以结转到次年六月底；加班餐不结转。"),
        ("经批准的材料以外，仓库夜间可以进入[1]。", "经值班经理许可的，仓库夜间可以进入。"),
        ("A visitor may use the workshop[1].", "With approval of the manager, a visitor may use the workshop."),
    ],
)
def test_consent_is_a_condition(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert checked.verdict == "unsupported"


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("加班餐不结转[1]。", "调休经本人同意，可以结转到次年六月底；加班餐不结转。"),
        ("调休经本人同意可以结转到次年六月底[1]。", "调休经本人同意，可以结转到次年六月底；加班餐不结转。"),
        ("员工不得自行购买后报销[1]。", "员工不得自行购买后报销；急用的，经站长批准可以例外。"),
    ],
)
def test_consent_goes_only_with_what_depends_on_it(sentence: str, source: str) -> None:
    assert judge(sentence, source).verdict == "supported"
