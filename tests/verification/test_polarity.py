"""What a sentence allows, denies and demands must be what its source says, in its words or in looser ones."""

import pytest
from tests.verification.evidence import failed, judge

LEAVE = (
    "员工应当提前三个工作日提交休假申请。未经主管批准的休假，公司不予记录。试用期员工可以申请调休。"
    "外来访客必须由接待人全程陪同，不得单独进入机房。实习生无需缴纳押金。经部门负责人批准后方可预订机票。"
)
LAB = (
    "Visitors may not enter the lab without an escort. Staff don’t need approval for training under $500. "
    "You should back up your laptop weekly. Contractors can use the gym, but they cannot bring guests. "
    "Not only managers but all employees must report incidents. The badge isn't valid on weekends."
)

TRUE = [
    ("员工必须提前三个工作日提交休假申请[1]。", LEAVE),
    ("员工应提前三个工作日提交休假申请[1]。", LEAVE),
    ("试用期员工有权申请调休[1]。", LEAVE),
    ("外来访客禁止单独进入机房[1]。", LEAVE),
    ("对未经主管批准的休假，公司不予记录[1]。", LEAVE),
    ("经部门负责人批准后可以预订机票[1]。", LEAVE),
    ("Staff do not need approval for training under $500 [1].", LAB),
    ("Contractors may use the gym, but they can't bring guests [1].", LAB),
    ("The badge is not valid on weekends [1].", LAB),
    ("You ought to back up your laptop weekly [1].", LAB),
]


@pytest.mark.parametrize(("sentence", "source"), TRUE)
def test_the_same_in_other_words_is_shown(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert failed(checked) <= {"names", "support"}, checked.failed_checks  # those are about other things


FALSE = [
    ("员工可以提前三个工作日提交休假申请[1]。", LEAVE),
    ("员工无需提前三个工作日提交休假申请[1]。", LEAVE),
    ("经主管批准的休假，公司不予记录[1]。", LEAVE),
    ("未经主管批准的休假，公司予以记录[1]。", LEAVE),
    ("试用期员工不可以申请调休[1]。", LEAVE),
    ("试用期员工应当申请调休[1]。", LEAVE),
    ("外来访客必须由接待人全程陪同，可以单独进入机房[1]。", LEAVE),
    ("外来访客不必由接待人全程陪同，不得单独进入机房[1]。", LEAVE),
    ("实习生须缴纳押金[1]。", LEAVE),
    ("预订机票不需要部门负责人批准[1]。", LEAVE),
    ("Visitors may enter the lab without an escort [1].", LAB),
    ("Visitors may not enter the lab with an escort [1].", LAB),
    ("Staff need approval for training under $500 [1].", LAB),
    ("Training under $500 requires approval [1].", LAB),
    ("You must back up your laptop weekly [1].", LAB),
    ("You shouldn't back up your laptop weekly [1].", LAB),
    ("Contractors cannot use the gym, but they can bring guests [1].", LAB),
    ("Only managers but not all employees must report incidents [1].", LAB),
    ("The badge is valid on weekends [1].", LAB),
]


@pytest.mark.parametrize(("sentence", "source"), FALSE)
def test_the_opposite_is_not_supported(sentence: str, source: str) -> None:
    assert judge(sentence, source).verdict == "unsupported"
    assert failed(judge(sentence, source)) & {"polarity", "condition", "quantifier"}


TWINS = "情节轻微的，可以从轻处理；情节严重的，应当从重处理。初次违规的，可以书面警告；再次违规的，不得书面警告。"


def test_of_twin_clauses_each_keeps_its_own_modality() -> None:
    assert judge("情节轻微的，可以从轻处理[1]。", TWINS).verdict == "supported"
    assert judge("再次违规的，不得书面警告[1]。", TWINS).verdict == "supported"
    assert "polarity" in failed(judge("情节轻微的，应当从轻处理[1]。", TWINS))
    assert "polarity" in failed(judge("初次违规的，不得书面警告[1]。", TWINS))
    assert "polarity" in failed(judge("再次违规的，可以书面警告[1]。", TWINS))


def test_words_between_a_negation_and_what_it_denies_may_not_come_or_go() -> None:
    source = "承租人不得擅自转租房屋。"
    assert "polarity" in failed(judge("承租人不得转租房屋[1]。", source))
    assert "polarity" in failed(judge("承租人不得擅自转租房屋[1]。", "承租人不得转租房屋。"))


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("双方签订书面协议后开始合作[1]。", "双方签订口头协议后开始合作。"),
        ("馆内展出国外艺术家的作品[1]。", "馆内展出国内艺术家的作品。"),
        ("The training is optional for all new employees [1].", "The training is required for all new employees."),
        ("Interns receive unpaid leave after six months [1].", "Interns receive paid leave after six months."),
        ("Use the internal mailing list for announcements [1].", "Use the external mailing list for announcements."),
    ],
)
def test_nothing_stands_against_its_opposite(sentence: str, source: str) -> None:
    assert failed(judge(sentence, source)) & {"polarity", "condition"}


def test_an_uncited_claim_is_held_against_the_sentence_that_it_repeats_wherever_that_stands() -> None:
    other = "安全标准由主管部门制定，不是自愿采用的推荐性标准，属于技术规范和强制性要求。"
    own = "产品安全标准是强制性的技术规范。"
    assert judge("产品安全标准不是强制性的技术规范。", other, own).verdict == "unsupported"
    assert judge("产品安全标准是强制性的技术规范。", other, own).citations == (2,)
