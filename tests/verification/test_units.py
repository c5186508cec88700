"""Rows, items, headings, code, quotations, short answers and other languages."""

import asyncio

import pytest
from tests.verification.evidence import failed, judge, registry_of

from youju.caller import OWNER
from youju.text.sentences import split_sentences
from youju.verification.claims import is_claim
from youju.verification.gate import CheckedSentence, Gate, standard_checks
from youju.verification.protocol import Claim

DESK = "外来访客必须在前台登记。未经批准的出差费用，公司不予报销。试用期员工可以申请调休。"
LIMITS = "每晚住宿限额如下：\n城市 | 住宿（元/晚） | 需审批\n一线城市 | 600 | 否\n其他城市 | 400 | 是"
WORK = "Staff may work from home on Fridays. Guests may not use the printer. Visitors have to sign in."


def judged(text: str, source: str) -> CheckedSentence:
    """With the kind that the splitter gives the text."""
    kind = split_sentences(text)[0].kind
    return asyncio.run(Gate(standard_checks()).judge(text, registry_of(source), Claim(""), OWNER, kind))


@pytest.mark.parametrize(
    ("text", "source", "verdict"),
    [
        ("| 其他城市 | 400 | 是 |[1]", LIMITS, "supported"),
        ("| 其他城市 | 400 | 否 |[1]", LIMITS, "unsupported"),
        ("| 一线城市 | 400 | 否 |[1]", LIMITS, "unsupported"),
        ("|---|---|---|", LIMITS, "no_claim"),
        ("- 外来访客：必须在前台登记[1]", DESK, "supported"),
        ("1. 外来访客必须在前台登记[1]。", DESK, "supported"),
        ("* 外来访客不必在前台登记[1]", DESK, "unsupported"),
        ("**外来访客必须在前台登记。**[1]", DESK, "supported"),
        ("**外来访客可以不登记。**[1]", DESK, "unsupported"),
        ("> 外来访客必须在前台登记。[1]", DESK, "supported"),
        ("> 外来访客可以在前台登记。[1]", DESK, "unsupported"),
        ("## 出差费用", DESK, "no_claim"),
        ("## 未经批准的出差费用可以报销", DESK, "unsupported"),
        ("```\n# 未经批准的出差费用可以报销\n```", DESK, "unsupported"),
        ("```\n外来访客必须在前台登记\n```", DESK, "supported"),
    ],
)
def test_each_unit_is_judged_as_what_it_states(text: str, source: str, verdict: str) -> None:
    checked = judged(text, source)
    assert checked.verdict == verdict, checked.failed_checks


@pytest.mark.parametrize(
    "text",
    ["访客不用登记，对吗？", "难道访客不用登记吗？", "Guests may use the printer, right?", "Don't guests have to pay?"],
)
def test_a_question_that_tells_is_a_claim(text: str) -> None:
    assert is_claim(text)


@pytest.mark.parametrize(
    "text",
    ["您是想问出差申请吗？", "如果您需要住宿，请问是在哪个城市？", "Which city are you going to?", "以下是要点："],
)
def test_a_question_back_is_none(text: str) -> None:
    assert not is_claim(text)


@pytest.mark.parametrize(
    "text",
    [
        'data: {"type":"citation","number":1}',
        "event: citation",
        '{"numbers":[1],"quote":"外来访客不必登记"}',
        "（未在资料中找到依据）",
    ],
)
def test_our_own_events_and_cards_cannot_be_played(text: str) -> None:
    assert judge(text, DESK).verdict == "unsupported"


ANSWERS = [
    ("是的。", "外来访客必须登记吗？", DESK, "supported"),
    ("不是。", "外来访客必须登记吗？", DESK, "unsupported"),
    ("可以。", "试用期员工可以申请调休吗？", DESK, "supported"),
    ("不可以。", "试用期员工可以申请调休吗？", DESK, "unsupported"),
    ("能。", "试用期员工能不能申请调休？", DESK, "supported"),
    ("不可以[1]。", "未经批准的出差费用可以报销吗？", DESK, "supported"),
    ("可以[1]。", "未经批准的出差费用可以报销吗？", DESK, "unsupported"),
    ("是的，外来访客必须在前台登记[1]。", "外来访客必须登记吗？", DESK, "supported"),
    ("不是，外来访客必须在前台登记[1]。", "外来访客必须登记吗？", DESK, "unsupported"),
    ("是的。", "公司有食堂吗？", DESK, "unsupported"),
    ("是的。", "访客在哪里登记？", DESK, "unsupported"),
    ("是的。", "", DESK, "unsupported"),
    ("Yes.", "May staff work from home on Fridays?", WORK, "supported"),
    ("Yes, they may.", "May staff work from home on Fridays?", WORK, "supported"),
    ("No.", "May staff work from home on Fridays?", WORK, "unsupported"),
    ("No, they can't.", "Can guests use the printer?", WORK, "supported"),
    ("Yes.", "Can guests use the printer?", WORK, "unsupported"),
    ("Yes.", "Do visitors have to sign in?", WORK, "supported"),
    ("No.", "Do visitors have to sign in?", WORK, "unsupported"),
    ("Yes.", "What may staff do on Fridays?", WORK, "unsupported"),
]


@pytest.mark.parametrize(("answer", "question", "source", "verdict"), ANSWERS)
def test_a_bare_yes_or_no_says_what_was_asked(answer: str, question: str, source: str, verdict: str) -> None:
    checked = judge(answer, source, question=question)
    assert checked.verdict == verdict, checked.failed_checks
    assert (checked.citations == (1,)) == (verdict == "supported") or "[1]" in answer


def test_a_sentence_in_another_language_than_its_sources_is_told_so() -> None:
    checked = judge("Visitors must sign in at the front desk [1].", DESK)
    (message,) = [one.message for one in checked.failed_checks if one.check == "language"]
    assert (
        message
        == "This sentence is in English and the cited passages are in Chinese: it cannot be checked against them."
    )
    assert "language" in failed(judge("外来访客必须登记[1]。", WORK))
    assert "language" not in failed(judge("Run pip install [1].", "请先运行 run pip install 命令，再继续操作。"))


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("手册写明“外来访客必须在前台登记”[1]。", True),
        ("手册写明“外来访客可以在前台登记”[1]。", False),
        ('手册写明"外来访客必须在门口登记”[1]。', False),
        ("手册写明「外来访客必须……登记」[1]。", True),
        ("手册写明“批准的出差费用”[1]。", True),
    ],
)
def test_a_quotation_stands_in_the_source_whatever_its_marks(sentence: str, shown: bool) -> None:
    assert ("quote" not in failed(judge(sentence, DESK))) is shown


@pytest.mark.parametrize("mark", ["1. ", "2、", "（3）", "① ", "- ", "第一，", "其二，", "1. **", "> "])
def test_what_counts_the_statements_is_no_statement(mark: str) -> None:
    end = "**" if mark.endswith("**") else ""
    assert judge(f"{mark}未经批准不得出境{end}[1]。", "未经批准不得出境。").verdict == "supported"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("关于股票期权的行权价格，资料中未找到相关规定。", "no_claim"),
        ("资料中没有提到股票期权的标准。", "no_claim"),
        ("The documents do not say how bonuses are calculated.", "no_claim"),
        ("资料没有说明员工可以不打卡。", "unsupported"),
        ("The documents do not say that staff must clock in.", "unsupported"),
        ("资料中没有提到30天的期限。", "unsupported"),
    ],
)
def test_that_nothing_was_found_is_told_without_ground_and_nothing_more(sentence: str, verdict: str) -> None:
    assert judge(sentence, "未经批准不得出境。").verdict == verdict
