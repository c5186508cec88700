"""A figure may come from a calculation that the sentence cites, as what the calculation says it is, and only so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verification.evidence import failed, passage

from youju.caller import OWNER
from youju.citations.calculations import CalculationMade, Statement
from youju.citations.registry import Registry
from youju.knowledge.values import Locator
from youju.retrieval.values import Scored
from youju.verification.gate import CheckedSentence, Gate, standard_checks
from youju.verification.protocol import Claim

LAW = "中华人民共和国劳动合同法"
ARTICLES = {
    47: "第四十七条　经济补偿按劳动者在本单位工作的年限，每满一年支付一个月工资的标准向劳动者支付。"
    "六个月以上不满一年的，按一年计算；不满六个月的，向劳动者支付半个月工资的经济补偿。",
    40: "第四十条　有下列情形之一的，用人单位提前三十日以书面形式通知劳动者本人或者额外支付劳动者一个月工资后，"
    "可以解除劳动合同：",
    87: "第八十七条　用人单位违反本法规定解除或者终止劳动合同的，应当依照本法第四十七条规定的经济补偿标准的二倍"
    "向劳动者支付赔偿金。",
    82: "第八十二条　用人单位自用工之日起超过一个月不满一年未与劳动者订立书面劳动合同的，"
    "应当向劳动者每月支付二倍的工资。",
}
NUMBERS = {article: number for number, article in enumerate(ARTICLES, 1)}


def statement(text: str, *articles: int, subject: str = "") -> Statement:
    amount = text.removeprefix(f"{subject}：").rstrip("。") if subject else ""
    return Statement(text, frozenset(NUMBERS[one] for one in articles), subject, amount)


SEVERANCE = CalculationMade(
    "severance",
    (
        statement("经济补偿（N）：28000.00元。", 47, subject="经济补偿（N）"),
        statement("工作年限3年4个月：满3年计3个月，不满六个月的部分计半个月，合计3.5个月工资。", 47),
        statement("经济补偿＝3.5个月×8000元＝28000.00元。", 47),
    ),
)
WITH_NOTICE = CalculationMade(
    "severance_with_notice",
    (
        statement("经济补偿加代通知金（N+1）：36000.00元。", 47, 40, subject="经济补偿加代通知金（N+1）"),
        statement("代通知金（+1）：8000.00元。", 47, 40, subject="代通知金（+1）"),
    ),
)
UNLAWFUL = CalculationMade(
    "unlawful_termination",
    (
        statement("违法解除赔偿金（2N）：56000.00元。", 47, 87, subject="违法解除赔偿金（2N）"),
        statement("赔偿金＝28000.00元×2＝56000.00元；支付赔偿金的，不再支付经济补偿。", 87),
    ),
)
ALL = (SEVERANCE, WITH_NOTICE, UNLAWFUL)


def judge(sentence: str, made: Sequence[CalculationMade] = ALL, question: str = "") -> CheckedSentence:
    registry = Registry()
    for article, text in ARTICLES.items():
        locator = Locator(LAW, article, label=text.split("　")[0])
        registry.register(Scored(passage(text, f"a{article}", LAW, locator), 1.0, "exact"))
    for one in made:
        registry.made(one)
    return asyncio.run(Gate(standard_checks()).judge(sentence, registry, Claim("", question), OWNER))


SUPPORTED = [
    ("经济补偿（N）：28000.00元[1]。", (1,)),
    ("经济补偿为28000元[1]。", (1,)),
    ("经济补偿为28,000元[1]。", (1,)),
    ("经济补偿是2.8万元[1]。", (1,)),
    ("经济补偿加代通知金（N+1）：36000.00元[1][2]。", (1, 2)),
    ("经济补偿加代通知金为36000元[2]。", (2,)),
    ("违法解除赔偿金（2N）：56000.00元[3]。", (3,)),
    ("违法解除赔偿金为56000元[3]。", (3,)),
    ("工作年限3年4个月：满3年计3个月，不满六个月的部分计半个月，合计3.5个月工资[1]。", (1,)),
    ("经济补偿为28000元，违法解除赔偿金为56000元[1][3]。", (1, 3)),
]


@pytest.mark.parametrize(("sentence", "numbers"), SUPPORTED)
def test_a_result_or_an_input_of_a_cited_calculation_is_proved(sentence: str, numbers: tuple[int, ...]) -> None:
    checked = judge(sentence)
    assert checked.verdict == "supported", checked.failed_checks
    assert checked.citations == numbers


def test_without_a_marker_the_basis_is_found_and_cited() -> None:
    checked = judge("违法解除赔偿金（2N）：56000.00元。")
    assert checked.verdict == "supported"
    assert checked.citations
    assert set(checked.citations) <= {1, 3}


WRONG = [
    ("a changed amount", "经济补偿（N）：28500.00元[1]。"),
    ("a changed amount", "经济补偿为82000元[1]。"),
    ("another row's amount", "经济补偿（N）：56000.00元[1]。"),
    ("another row's amount", "经济补偿为36000元[1]。"),
    ("another row's amount", "经济补偿为56000元[1][3]。"),
    ("another row's amount", "违法解除赔偿金为28000元[1][3]。"),
    ("another row's amount", "经济补偿加代通知金为28000元[1][2]。"),
    ("another row's amount", "代通知金为36000元[1][2]。"),
    ("two amounts exchanged", "经济补偿为56000元，违法解除赔偿金为28000元[1][3]。"),
    ("a wrong article", "经济补偿（N）：28000.00元[4]。"),
    ("a wrong article", "违法解除赔偿金（2N）：56000.00元[4]。"),
    ("a wrong article", "经济补偿加代通知金（N+1）：36000.00元[3]。"),
    ("nobody's amount", "您一共可以得到28000元[1]。"),
    ("another currency", "经济补偿为28000美元[1]。"),
    ("another measure", "经济补偿为28000个月[1]。"),
    ("a wrong length", "工作年限4年3个月：满3年计3个月，不满六个月的部分计半个月，合计3.5个月工资[1]。"),
    ("a denied result", "经济补偿不是28000元[1]。"),
    ("what was not calculated", "未签合同的二倍工资为28000元[1][4]。"),
]


@pytest.mark.parametrize(("kind", "sentence"), WRONG)
def test_a_figure_that_is_not_what_was_calculated_is_not_shown(kind: str, sentence: str) -> None:
    assert judge(sentence).verdict == "unsupported", kind


@pytest.mark.parametrize(("sentence", "numbers"), SUPPORTED)
def test_a_calculation_that_was_never_made_proves_nothing(sentence: str, numbers: tuple[int, ...]) -> None:
    checked = judge(sentence, made=())
    assert checked.verdict == "unsupported"
    assert failed(checked) & {"number", "support"}


def test_a_calculation_whose_basis_is_not_in_the_library_proves_nothing() -> None:
    homeless = CalculationMade(
        "work_injury", (Statement("一次性伤残补助金：54000.00元。", frozenset(), "一次性伤残补助金"),)
    )
    for marker in ("", "[1]", "[1][2][3][4]"):
        assert judge(f"一次性伤残补助金：54000.00元{marker}。", made=(homeless,)).verdict == "unsupported"


AMOUNTS = ("28000.00", "36000.00", "56000.00", "8000.00")
RESULTS = [one for made in ALL for one in made.statements if one.subject]


@given(st.sampled_from(RESULTS), st.integers(100, 9_999_999).map(lambda fen: f"{fen / 100:.2f}"))
def test_no_other_amount_passes_for_a_result(result: Statement, amount: str) -> None:
    own = next(one for one in AMOUNTS if one in result.text)
    markers = "".join(f"[{number}]" for number in sorted(result.numbers))
    checked = judge(result.text.replace(own, amount).replace("。", f"{markers}。"))
    assert (checked.verdict == "supported") == (float(amount) == float(own))


@given(st.sampled_from(RESULTS), st.sampled_from(RESULTS), st.sets(st.sampled_from(range(1, 5)), min_size=1))
def test_a_result_bears_its_own_amount_and_is_cited_by_its_own_basis(
    result: Statement, other: Statement, cited: set[int]
) -> None:
    amounts = [next(one for one in AMOUNTS if one in of.text) for of in (result, other)]
    markers = "".join(f"[{number}]" for number in sorted(cited))
    checked = judge(result.text.replace(*amounts).replace("。", f"{markers}。"))
    right = amounts[0] == amounts[1] and bool(cited & result.numbers)
    assert (checked.verdict == "supported") == right
