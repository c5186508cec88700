"""How much, how many and which of two: 全部 is not 部分, “and” is not “or”, 仅 does not go."""

import pytest
from tests.verification.evidence import failed, judge

RULES = (
    "所有员工均应参加消防演练。仅正式员工可以申请住房补贴。申请人应当提交身份证或者护照。会议纪要和签到表须一并归档。"
    "国内航班一律乘坐经济舱。未用完的部分不结转。例会一般每周召开一次。"
)
GUIDE = (
    "All laptops must be encrypted. Only full-time staff are eligible for the allowance. Some rooms have a projector. "
    "Bring your badge and your laptop. Most requests are usually answered on the same day. "
    "You can share the file with the team. Every visitor signs in and wears a badge."
)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("部分员工应参加消防演练[1]。", RULES),
        ("所有员工不一定参加消防演练[1]。", RULES),
        ("正式员工可以申请住房补贴[1]。", RULES),
        ("住房补贴正式员工可以申请[1]。", RULES),
        ("申请人应当提交身份证和护照[1]。", RULES),
        ("会议纪要或签到表须一并归档[1]。", RULES),
        ("国内航班一般乘坐经济舱[1]。", RULES),
        ("未用完的全部不结转[1]。", RULES),
        ("例会始终每周召开一次[1]。", RULES),
        ("Some laptops must be encrypted [1].", GUIDE),
        ("Full-time staff are eligible for the allowance [1].", GUIDE),
        ("All rooms have a projector [1].", GUIDE),
        ("Bring your badge or your laptop [1].", GUIDE),
        ("All requests are usually answered on the same day [1].", GUIDE),
        ("Most requests are always answered on the same day [1].", GUIDE),
        ("You can only share the file with the team [1].", GUIDE),
        ("Few visitors sign in and wear a badge [1].", GUIDE),
    ],
)
def test_more_or_less_than_the_source_says_is_not_supported(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert failed(checked) & {"quantifier", "polarity"}, checked


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("全部员工都应参加消防演练[1]。", RULES),
        ("所有员工应参加消防演练[1]。", RULES),
        ("只有正式员工可以申请住房补贴[1]。", RULES),
        ("申请人应当提交身份证或护照[1]。", RULES),
        ("会议纪要与签到表须一并归档[1]。", RULES),
        ("Every laptop must be encrypted [1].", GUIDE),
        ("Bring your badge and laptop [1].", GUIDE),
        ("Each visitor signs in and wears a badge [1].", GUIDE),
    ],
)
def test_the_same_amount_in_another_word_is_not_objected_to(sentence: str, source: str) -> None:
    assert not failed(judge(sentence, source)) & {"quantifier", "polarity", "condition", "direction"}
