"""What becomes of a reference: seven findings with seven messages, in the language of the claim."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import pytest
from tests.verification.evidence import failed, judge, passage

from youju.caller import Caller
from youju.knowledge.editions.values import Edition, EditionInfo
from youju.knowledge.values import InForce, Locator, Passage
from youju.law.references import StatuteReferences
from youju.verification.checks.reference import finding
from youju.verification.protocol import Evidence

LAW, OLD, NEW = "中华人民共和国园林法", "中华人民共和国苗圃法", "中华人民共和国湿地园法"
TEXTS = {
    (LAW, 1): "第一条 管理处应当公示收费项目和投诉电话。",
    (LAW, 2): "第二条 公园每日开放时间不得少于十小时。\n开放时间由园林部门公布。",
    (LAW, 3): "第三条 游客违反第二条规定的，由园林部门责令离园。",
    (OLD, 4): "第四条 苗圃应当登记。",
    (NEW, 5): "第五条 湿地园应当设置观鸟台。",
}
STATES = {
    LAW: InForce("in_force", date(2020, 1, 1)),
    OLD: InForce("repealed", date(1990, 1, 1), date(2019, 1, 1)),
    NEW: InForce("not_yet", date(2030, 1, 1)),
}


def article(law: str, number: int) -> Passage:
    label = f"第{'一二三四五'[number - 1]}条"
    made = passage(TEXTS[law, number], f"{law}{number}", law, Locator(law, number, label=label))
    return replace(made, in_force=STATES[law])


class Shelf:
    """A ledger of these articles."""

    async def change_counter(self) -> int:
        return 0

    async def law_names(self, caller: Caller) -> Sequence[str]:
        return [LAW, OLD, NEW]

    async def passages_at(
        self, law: str, article_number: int, suffix: int | None, caller: Caller, at: date | None
    ) -> Sequence[Passage]:
        return [article(law, article_number)] if (law, article_number) in TEXTS and suffix is None else []

    async def last_article(self, law: str, caller: Caller) -> int | None:
        return max(number for name, number in TEXTS if name == law)

    async def editions(self) -> Mapping[str, Edition]:
        return {}

    async def readable_editions(self, caller: Caller) -> Sequence[EditionInfo]:
        return []


RESOLVER = StatuteReferences(Shelf())
FIRST, SECOND, THIRD = article(LAW, 1), article(LAW, 2), article(LAW, 3)

FINDINGS = [
    ("《园林法》第一条", "cited"),
    ("园林法第1条", "cited"),
    ("《园林法》第二条", "not_cited"),
    ("《园林法》第三条", "not_retrieved"),
    ("《园林法》第九条", "no_article"),
    ("《园林法》第二条第三款", "no_article"),
    ("《园林法》第二条第二款第一项", "no_article"),
    ("《游客权益保障法》第一条", "no_law"),
    ("《苗圃法》第四条", "repealed"),
    ("《湿地园法》第五条", "not_yet"),
]


@pytest.mark.parametrize(("text", "expected"), FINDINGS)
def test_what_becomes_of_a_reference(text: str, expected: str) -> None:
    (reference,) = RESOLVER.find(text)
    resolution = asyncio.run(RESOLVER.resolve(reference, Caller("owner"), date(2026, 1, 1)))
    assert finding(reference, resolution, Evidence((FIRST,), (FIRST, SECOND))) == expected


def messages(sentence: str, *sources: Passage, before: str = "") -> list[str]:
    checked = judge(sentence, *sources, before=before, resolvers=[RESOLVER])
    return [one.message for one in checked.failed_checks if one.check == "reference"]


@pytest.mark.parametrize(
    ("reference", "chinese", "english"),
    [
        ("《园林法》第三条", "本次没有检索到", "was not retrieved"),
        ("《园林法》第九条", "没有第九条，该法共3条", "it has 3 articles"),
        ("《园林法》第二条第三款", "该条共2款", "has no 第三款"),
        ("《游客权益保障法》第一条", "没有《游客权益保障法》", "hold no 《游客权益保障法》"),
        ("《苗圃法》第四条", "自2019年1月1日起不再有效", "since 2019-01-01"),
        ("《湿地园法》第五条", "自2030年1月1日起施行", "before 2030-01-01"),
    ],
)
def test_every_finding_has_its_message_in_both_languages(reference: str, chinese: str, english: str) -> None:
    assert chinese in messages(f"{reference}规定，管理处应当公示收费项目和投诉电话[1]。", FIRST)[0]
    said = f"According to {reference}, every public park in the country must be open to visitors free of charge [1]."
    assert english in messages(said, FIRST)[0]


def test_the_article_that_is_named_must_be_the_one_where_the_statement_stands() -> None:
    assert (
        judge("《园林法》第一条规定，管理处应当公示收费项目和投诉电话[1]。", FIRST, resolvers=[RESOLVER]).verdict
        == "supported"
    )
    for cited in ("[1][2]", ""):
        wrong = judge(
            f"《园林法》第二条规定，管理处应当公示收费项目和投诉电话{cited}。", FIRST, SECOND, resolvers=[RESOLVER]
        )
        assert wrong.verdict == "unsupported", cited
    union = passage(f"{FIRST.text}\n{SECOND.text}", "both", LAW)
    assert judge("《园林法》第一条规定，管理处应当公示收费项目和投诉电话[1]。", union).verdict == "supported"
    for named in ("《园林法》第二条规定，", "第二条 ", "第二条规定，"):
        assert "number" in failed(judge(f"{named}管理处应当公示收费项目和投诉电话[1]。", union)), named


def test_a_bare_article_takes_the_law_named_before() -> None:
    before = "《园林法》对公园作了规定。"
    assert messages("第一条规定，管理处应当公示收费项目和投诉电话[1]。", FIRST, before=before) == []
    assert "没有检索到" in messages("第三条规定，管理处应当公示收费项目和投诉电话[1]。", FIRST, before=before)[0]
    assert messages("该法第九条规定，管理处应当公示收费项目和投诉电话[1]。", FIRST, before=before)


def test_what_a_cited_sentence_says_of_another_article_needs_no_retrieval() -> None:
    sentence = "游客违反第二条规定的，由园林部门责令离园[1]。"
    assert messages(sentence, THIRD, before="《园林法》规定：") == []


def test_ranges_and_lists_are_looked_up_one_by_one() -> None:
    assert messages("《园林法》第一条、第二条规定，管理处应当公示收费项目和投诉电话[1][2]。", FIRST, SECOND) == []
    assert (
        "没有检索到" in messages("《园林法》第一至三条规定，管理处应当公示收费项目和投诉电话[1][2]。", FIRST, SECOND)[0]
    )
    assert "没有第四条" in messages("《园林法》第一、四条规定，管理处应当公示收费项目和投诉电话[1]。", FIRST)[0]


SECTIONED = replace(
    passage("加班应当事先申请，每月不得超过36小时。", "s", "员工手册"), section=("第七章 工时", "7.5 加班")
)


@pytest.mark.parametrize("named", ["员工手册第七章", "《员工手册》第七章"])
def test_a_section_of_an_ordinary_document_must_be_the_statements_own(named: str) -> None:
    assert judge(f"根据{named}，加班应当事先申请[1]。", SECTIONED).verdict == "supported"
    wrong = named.replace("七", "八")
    assert "number" in failed(judge(f"根据{wrong}，加班应当事先申请[1]。", SECTIONED))
