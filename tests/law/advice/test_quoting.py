"""Which words of an article are quoted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verification.evidence import passage

from youju.knowledge.values import Locator, Passage
from youju.law.advice.governing import governing
from youju.law.advice.quoting import nearest, spans_of
from youju.law.advice.situations import SITUATIONS, situations_in
from youju.law.grammar import find_references
from youju.retrieval.values import Found, Scored, Stage

LAW = "中华人民共和国劳动合同法"
TEXT = Path(__file__).with_name("labour_contract_law.txt").read_text(encoding="utf-8")


def article(number: str) -> str:
    start = TEXT.index(f"\n第{number}条　") + 1
    end = TEXT.find("\n第", start)
    return TEXT[start : end if end > 0 else None].strip()


def words(text: str, address: Locator) -> list[str]:
    return [text[start:end] for start, end in spans_of(text, address)]


def test_an_item_comes_below_the_words_that_lead_in_to_it() -> None:
    text = article("三十八")
    joined = "".join(words(text, Locator(LAW, 38, paragraph=1, item=3)))
    assert joined.startswith("第三十八条　用人单位有下列情形之一的，劳动者可以解除劳动合同：")
    assert joined.endswith("（三）未依法为劳动者缴纳社会保险费的；")
    assert "（二）" not in joined


def test_a_paragraph_is_quoted_whole_and_an_article_without_one_in_all_its_paragraphs() -> None:
    text = article("四十七")
    (second,) = words(text, Locator(LAW, 47, paragraph=2))
    assert second.startswith("劳动者月工资高于")
    assert second.endswith("最高不超过十二年。")
    assert len(words(text, Locator(LAW, 47))) == 3


@pytest.mark.parametrize("address", [Locator(LAW, 47, paragraph=4), Locator(LAW, 47, item=1), Locator(LAW, 38, item=9)])
def test_what_the_article_does_not_have_gives_no_words(address: Locator) -> None:
    assert spans_of(article("四十七" if address.article == 47 else "三十八"), address) == ()


def test_of_an_article_the_paragraph_and_the_items_with_the_question_s_terms_are_nearest() -> None:
    text = article("三十八")
    spans = nearest(text, {"社会保险": 3.0, "缴纳": 1.0})
    assert "".join(text[start:end] for start, end in spans).endswith("（三）未依法为劳动者缴纳社会保险费的；")
    spans = nearest(article("四十七"), {"十二年": 2.0})
    assert article("四十七")[slice(*spans[0])].startswith("劳动者月工资高于")


def statute(number: int, text: str) -> Passage:
    made = passage(text, f"a{number}", LAW, Locator(LAW, number))
    return Passage(**{name: getattr(made, name) for name in made.__dataclass_fields__} | {"category": "法律"})


def found(*texts: str, stage: Stage = "rerank", **terms: float) -> Found:
    scored = [Scored(statute(place, text), 1.0 / place, stage) for place, text in enumerate(texts, 1)]
    return Found(tuple(scored), terms)


def test_a_statute_that_was_found_by_meaning_alone_is_quoted_by_its_nearest_words() -> None:
    advice = governing("老板天天骂人还能跑路吗", found(article("三十八"), 老板=1.0, 跑路=2.0))
    assert advice is not None
    (point,) = advice.points
    (quotation,) = point.quotations
    text = quotation.source.passage.text
    assert "".join(text[start:end] for start, end in quotation.spans).startswith("第三十八条　用人单位有下列情形之一的")


def test_what_the_extracts_quote_anyway_is_left_to_them() -> None:
    assert governing("解除劳动合同的经济补偿", found(article("四十七"), 经济补偿=2.0)) is None


def test_a_document_that_is_no_statute_is_left_to_the_extracts() -> None:
    plain = Found((Scored(passage("食堂七点开门。"), 1.0, "rerank"),), {"跑路": 1.0})
    assert governing("能跑路吗", plain) is None


def test_every_situation_names_provisions_that_read_as_references() -> None:
    for situation in SITUATIONS:
        for consequence in situation.consequences:
            for provision in consequence.provisions:
                (reference,) = find_references(provision)
                assert reference.text == provision


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("老板不给交社保我能走人要补偿吗", ["forced_out_insurance"]),
        ("公司一直没给我买五险，我想离职", ["forced_out_insurance"]),
        ("工资拖了三个月没发，我辞职有补偿吗", ["forced_out_wages"]),
        ("被炒鱿鱼了怎么办", ["dismissed"]),
        ("N+1怎么算", ["dismissed"]),
        ("怀孕了被公司辞退", ["dismissed_in_protection"]),
        ("试用期把我辞退了", ["dismissed_in_probation"]),
        ("我想主动辞职，要提前多久说", ["own_will"]),
        ("合同到期公司不续签", ["expired"]),
        ("没签合同能要双倍工资吗", ["unsigned"]),
        ("没签合同被辞退", ["dismissed", "unsigned"]),
        ("周末加班没有加班费", ["overtime"]),
        ("公司强制加班违法吗", ["made_to_work_longer"]),
        ("工伤八级能赔多少钱", ["injured"]),
        ("年假怎么休", ["annual_leave"]),
        ("试用期可以约定几个月", ["probation"]),
        ("失业金能领多久", ["unemployed"]),
        ("离职两年了还能仲裁吗", ["limitation"]),
        ("女职工多大退休", ["retirement"]),
        ("公司拖欠工资怎么办", ["wage_arrears"]),
        ("单位不给交社保怎么办", ["insurance"]),
        ("上班路上被车撞了算工伤吗", []),
        ("发票抬头怎么开", []),
        ("会议室怎么预订", []),
        ("食堂几点开门", []),
        ("离婚后房子归谁", []),
        ("出差补贴多少钱一天", []),
        ("公司裁剪样品的流程", []),
    ],
)
def test_a_question_tells_of_these_situations(question: str, names: list[str]) -> None:
    assert [one.name for one in situations_in(question)] == names
