"""Headings, headers and questions that state what nobody said are not shown; those about the matter are."""

from __future__ import annotations

import pytest
from tests.verification.evidence import registry_of

from youju.caller import OWNER
from youju.text.sentences import SentenceKind
from youju.verification.gate import CheckedSentence, Gate, standard_checks
from youju.verification.protocol import Claim

PASSAGE = "住宿费按城市级别限额报销，一线城市每晚700元，其他城市每晚500元；超出限额的部分由本人承担。"
QUESTION = "去上海出差，住宿费每晚限额多少？"


async def judged(words: str, kind: SentenceKind) -> CheckedSentence:
    return await Gate(standard_checks()).judge(words, registry_of(PASSAGE), Claim("", QUESTION), OWNER, kind)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("## 去年的火灾使公司取消了这项安排", "heading"),
        ("## 这是业内最慷慨的政策", "heading"),
        ("## These rules were drafted by Jordan Ellis", "heading"),
        ("| 申请一定会当场获得批准 | B |", "heading"),
        ("难道不是林海峰起草了上述规定吗？", "sentence"),
        ("这是业内最慷慨的政策，您知道吗？", "sentence"),
        ("Is it not so that these rules were drafted by Jordan Ellis?", "sentence"),
    ],
)
async def test_a_statement_in_disguise_carries_an_objection(words: str, kind: SentenceKind) -> None:
    assert (await judged(words, kind)).failed_checks


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("## 住宿费的限额", "heading"),
        ("## 出差住宿费每晚的限额", "heading"),
        ("### 超出限额的部分", "heading"),
        ("## 结论", "heading"),
        ("## 注意事项", "heading"),
        ("| 城市级别 | 每晚限额 |", "heading"),
        ("您要在哪个城市住宿？", "sentence"),
        ("您好！", "sentence"),
    ],
)
async def test_what_is_about_the_matter_passes(words: str, kind: SentenceKind) -> None:
    checked = await judged(words, kind)
    assert (checked.verdict, checked.failed_checks, checked.text) == ("no_claim", (), words)
