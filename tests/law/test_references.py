"""References are resolved exactly, and the ways in which one can fail are told apart."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import date

import pytest
import pytest_asyncio

from youju.caller import OWNER, Caller
from youju.knowledge.drafts import Draft, Placement
from youju.knowledge.identity import digest
from youju.knowledge.ledger import Ledger
from youju.knowledge.passages import cut_passages
from youju.law.documents import LawDocument
from youju.law.references import StatuteReferences
from youju.verification.protocol import ReferenceResolver, Resolution

pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = date(2026, 11, 30)
LAWS = ["劳动合同法", "劳动法", "刑法", "农业法", "环境保护法", "仲裁法", "民法典", "耕地保护和质量提升法"]


def draft(law: LawDocument) -> Draft:
    """A law on its way into the ledger; one of them is for HR alone."""
    text, blocks = law.document.text, law.document.blocks
    return Draft(
        key=law.key,
        source=law.display_name,
        title=law.title,
        document=law.document,
        sections=law.sections,
        passages=cut_passages(text, blocks, law.sections),
        content_hash=digest(text),
        fingerprint=digest(text),
        placement=Placement(
            roles=frozenset({"hr"} if law.title.endswith("仲裁法") else ()),
            effective_from=law.effective_from,
            effective_to=law.effective_to,
        ),
        label=law.version_label,
        declared=law.declared,
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ledger(tmp_path_factory: pytest.TempPathFactory, pack_documents: list[LawDocument]) -> AsyncGenerator[Ledger]:
    ledger = await Ledger.open(tmp_path_factory.mktemp("home"))
    chosen = [law for law in pack_documents if law.title.removeprefix("中华人民共和国") in LAWS]
    await ledger.publish([draft(law) for law in chosen], lambda _: None)
    yield ledger
    await ledger.close()


@pytest.fixture(scope="module")
def resolver(ledger: Ledger) -> ReferenceResolver:
    return StatuteReferences(ledger)


async def outcome(
    resolver: ReferenceResolver, text: str, at: date | None = TODAY, caller: Caller = OWNER
) -> Resolution:
    (reference,) = resolver.find(text)
    return await resolver.resolve(reference, caller, at)


@pytest.mark.parametrize(
    "written",
    ["《劳动合同法》第四十七条", "劳合法47条", "中华人民共和国劳动合同法第 47 条", "那么劳动合同法第四十七条"],
)
async def test_one_article_in_all_notations(resolver: ReferenceResolver, written: str):
    found = await outcome(resolver, written)
    assert found.existence == "found"
    assert found.passages[0].text.startswith("第四十七条　经济补偿按劳动者在本单位工作的年限")


@pytest.mark.parametrize(
    ("written", "existence", "words"),
    [
        ("《劳动合同法》第一百二十条", "unknown", "该法共98条"),
        ("《劳动合同法》第四十七条之一", "unknown", "没有第四十七条之一"),
        ("《劳动合同法》第四十七条第四款", "unknown", "该条共3款"),
        ("《劳动合同法》第四十六条第一款第九项", "unknown", "该款共7项"),
        ("《劳动合同法》第四十六条第七项", "found", ""),
        ("《劳动合同法》第四十七条第三款", "found", ""),
        ("《网络直播管理法》第三条", "unknown", "资料中没有《网络直播管理法》"),
        ("《平台劳动法》第三条", "unknown", "资料中没有《平台劳动法》"),
        ("《平台的劳动法》第三条", "unknown", "资料中没有"),
        ("《刑法》第一百九十九条", "repealed", "删去"),
        ("《刑法》第一百二十条之一第二款", "found", ""),
        ("《刑法》第二百三十二条", "found", ""),
        ("《环境保护法》第一条", "repealed", "自2026年8月15日起不再有效"),
        ("《耕地保护和质量提升法》第一条", "not_yet", "自2027年1月1日起施行"),
    ],
)
async def test_the_findings_are_told_apart__korean_law_67(
    resolver: ReferenceResolver, written: str, existence: str, words: str
):
    found = await outcome(resolver, written)
    assert found.existence == existence
    assert words in found.message
    assert bool(found.message) == (existence != "found")
    assert bool(found.passages) == (existence != "unknown")


@pytest.mark.parametrize(
    ("at", "version"),
    [(date(2026, 11, 30), "2012-12-28"), (date(2027, 1, 1), "2026-08-28"), (date(2013, 1, 1), "2012-12-28")],
)
async def test_the_date_chooses_the_version(resolver: ReferenceResolver, at: date, version: str):
    found = await outcome(resolver, "《农业法》第一条", at)
    assert found.existence == "found"
    assert {passage.version_label for passage in found.passages} == {version}


async def test_a_repealed_law_was_in_force_before(resolver: ReferenceResolver):
    found = await outcome(resolver, "《环境保护法》第一条", date(2020, 1, 1))
    assert found.existence == "found"


async def test_a_law_that_the_caller_may_not_read_does_not_exist_for_him(resolver: ReferenceResolver):
    written = "《仲裁法》第一条"
    hr, guest = Caller("hr", frozenset({"hr"})), Caller("guest")
    assert (await outcome(resolver, written, caller=hr)).existence == "found"
    hidden = await outcome(resolver, written, caller=guest)
    absent = await outcome(resolver, "《冲裁法》第一条", caller=guest)
    assert hidden.passages == () and hidden.message == absent.message.replace("冲", "仲")


async def test_a_bare_article_leans_on_the_text_before(resolver: ReferenceResolver):
    before = "《劳动法》第三条。《劳动合同法》第四十六条列出了情形，"
    text = "标准见第四十七条。"
    (reference,) = resolver.find(text, before=before)
    assert text[reference.start : reference.end] == reference.text == "第四十七条"
    found = await resolver.resolve(reference, OWNER)
    assert found.passages[0].title == "中华人民共和国劳动合同法"


async def test_a_name_cut_off_by_the_edge_keeps_its_span_inside_the_text(resolver: ReferenceResolver):
    (reference,) = resolver.find("第三条规定", before="依照《劳动法》")
    assert (reference.start, reference.end, reference.text) == (0, 3, "第三条")


async def test_every_article_of_a_law_resolves_to_itself(resolver: ReferenceResolver):
    for article in range(1, 108):
        found = await outcome(resolver, f"《劳动法》第{article}条")
        assert {p.locator.article for p in found.passages if p.locator} == {article}
