"""References are resolved exactly, and the ways in which one can fail are told apart."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from youju.caller import OWNER
from youju.law.clauses import missing
from youju.law.documents import LawDocument
from youju.law.grammar import find_references
from youju.law.names import bare
from youju.law.references import StatuteReferences
from youju.verification.protocol import ReferenceResolver, Resolution

if TYPE_CHECKING:
    from conftest import Shelf


@pytest.fixture
def resolver(pack_shelf: Shelf) -> ReferenceResolver:
    return StatuteReferences(pack_shelf)


async def outcome(resolver: ReferenceResolver, text: str, at: date | None = None, before: str = "") -> Resolution:
    (reference,) = resolver.find(text, before=before)
    return await resolver.resolve(reference, OWNER, at)


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
    ("at", "version"), [(date(2026, 11, 30), "2012-12-28"), (date(2027, 1, 1), "2026-08-28"), (None, "2012-12-28")]
)
async def test_the_date_chooses_the_version(resolver: ReferenceResolver, at: date | None, version: str):
    found = await outcome(resolver, "《农业法》第一条", at)
    assert found.existence == "found"
    assert {passage.version_id for passage in found.passages} == {version}


async def test_a_repealed_law_was_in_force_before(resolver: ReferenceResolver):
    found = await outcome(resolver, "《环境保护法》第一条", date(2020, 1, 1))
    assert found.existence == "found"


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


def test_what_laws_say_of_their_own_articles_is_found_and_exists(pack_documents: list[LawDocument]):
    """Laws only: the bare articles of amendments and decisions are those of the law that they speak of."""
    checked = 0
    for document in pack_documents:
        if "@" in document.key or not document.title.endswith(("法", "法典")):
            continue
        name = f"《{document.title}》。"
        articles = {
            (s.locator.article, s.locator.suffix): document.document.text[s.start : s.end].partition("　")[2]
            for s in document.sections
            if s.locator
        }
        for text in articles.values():
            for one in (r.locator for r in find_references(name + text) if r.locator.law == bare(document.title)):
                assert (one.article, one.suffix) in articles, (document.title, one)
                lacks = missing(articles[one.article, one.suffix], one.paragraph, one.item)
                assert lacks is None, (document.title, one, lacks)
                checked += 1
    assert checked > 2_000


def test_references_in_answers_of_real_models(statutes: Path):
    rows = (statutes.parent / "model_answers" / "lawbench_3-2.jsonl").read_text(encoding="utf-8").splitlines()
    golds = [gold for row in map(json.loads, rows) for gold in row["gold"] if "本法" not in gold]
    assert len(golds) > 1000
    assert all(len(list(find_references(gold))) == 1 for gold in golds)
    answers = [row["answer"] for row in map(json.loads, rows)]
    silent = [text for text in answers if "条" in text and "》第" in text and not list(find_references(text))]
    assert silent == []
