"""References are found in every notation, and nothing else is taken for one."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.values import Locator
from youju.law.clauses import clauses, missing
from youju.law.documents import LawDocument
from youju.law.grammar import find_references
from youju.law.names import bare
from youju.law.notation import WIDEST_RANGE
from youju.law.numerals import article_label, hanzi

NOTATIONS: dict[str, list[tuple[str, int, int | None, int | None, int | None]]] = {
    "《劳动合同法》第四十七条第二款第（三）项规定": [("劳动合同法", 47, None, 2, 3)],
    "劳动合同法第47条": [("劳动合同法", 47, None, None, None)],
    "劳动合同法47条2款": [("劳动合同法", 47, None, 2, None)],
    "劳动合同法47条2款3项": [("劳动合同法", 47, None, 2, 3)],
    "《劳动合同法》的第４７条": [("劳动合同法", 47, None, None, None)],
    "《 劳动合同法 》 第 四十七 条 第 二 款": [("劳动合同法", 47, None, 2, None)],
    "民法典1087条": [("民法典", 1087, None, None, None)],
    "工伤保险条例14条第六项": [("工伤保险条例", 14, None, None, 6)],
    "《中华人民共和国劳动合同法》（2012修正）第三条": [("劳动合同法", 3, None, None, None)],
    "刑法第一百二十条之一第二款": [("刑法", 120, 1, 2, None)],
    "刑法第133条之2": [("刑法", 133, 2, None, None)],
    "我国刑法第２３２条": [("刑法", 232, None, None, None)],
    "第四十六、四十七条，《劳动法》": [],
    "《劳动法》第四十六、四十七条": [("劳动法", 46, None, None, None), ("劳动法", 47, None, None, None)],
    "《劳动法》第四十六条和第四十八条": [("劳动法", 46, None, None, None), ("劳动法", 48, None, None, None)],
    "《劳动法》第三至五条": [("劳动法", n, None, None, None) for n in (3, 4, 5)],
    "《劳动法》第三条至第五条": [("劳动法", n, None, None, None) for n in (3, 4, 5)],
    "《劳动法》第3-5条": [("劳动法", n, None, None, None) for n in (3, 4, 5)],
    "劳动法3、5条": [("劳动法", 3, None, None, None), ("劳动法", 5, None, None, None)],
    "《劳动法》第二条第一、二款": [("劳动法", 2, None, 1, None), ("劳动法", 2, None, 2, None)],
    "《劳动法》第二条第一款第（一）、（三）项": [("劳动法", 2, None, 1, 1), ("劳动法", 2, None, 1, 3)],
    "《劳动法》第二条第一项、第三项": [("劳动法", 2, None, None, 1), ("劳动法", 2, None, None, 3)],
    "《劳动法》第二条第一项至第三项": [("劳动法", 2, None, None, n) for n in (1, 2, 3)],
    "《劳动法》第二条第一款和第三款第二项": [("劳动法", 2, None, 1, None), ("劳动法", 2, None, 3, 2)],
    "《最高人民法院关于审理劳动争议案件适用法律问题的解释（一）》第三十二条第一款": [
        ("最高人民法院关于审理劳动争议案件适用法律问题的解释（一）", 32, None, 1, None)
    ],
    "《关于《刑法》第三十条的解释》第一条": [("关于〈刑法〉第三十条的解释", 1, None, None, None)],
    "（二）宪法第八十九条": [("宪法", 89, None, None, None)],
    "香港特别行政区基本法第二十三条": [("香港特别行政区基本法", 23, None, None, None)],
    "P7及以上的限额见《费用报销管理办法》第八条。": [("费用报销管理办法", 8, None, None, None)],
}

CONTEXT: dict[tuple[str, str], list[tuple[str, int]]] = {
    ("《劳动合同法》第十条规定了书面形式。", "第十四条规定了期限。"): [("劳动合同法", 14)],
    ("先看《劳动法》。", "再看《劳动合同法》第三条，然后第五条"): [("劳动合同法", 3), ("劳动合同法", 5)],
    ("根据劳动合同法的规定，", "第四十七条给出标准"): [("劳动合同法", 47)],
    ("《劳动法》第三条。", "该法第五条，同法第六条，本法第七条"): [("劳动法", 5), ("劳动法", 6), ("劳动法", 7)],
    ("公司违反民诉法第五条、", "劳动法第三条"): [("劳动法", 3)],
    ("《劳动法》第三条。按《工伤保险条例》，", "符合本法第五条、第六条的"): [("劳动法", 5), ("劳动法", 6)],
    ("《劳动法》第三条。按《工伤保险条例》，", "该条例第五条"): [("工伤保险条例", 5)],
    ("《劳动法》第三条。", "本条例第五条"): [],
    ("《劳动法》第三条；《劳动合同》第八条约定，", "第九条"): [("劳动法", 9)],
    ("", "第十条规定"): [],
    ("", "依照本法第三十八条规定解除"): [],
    ("《劳动法》第三条。", "《劳动合同》第八条约定了工资"): [],
}


@pytest.mark.parametrize("text", NOTATIONS)
def test_notations(text: str):
    found = list(find_references(text))
    addresses = [
        (r.locator.law, r.locator.article, r.locator.suffix, r.locator.paragraph, r.locator.item) for r in found
    ]
    assert addresses == NOTATIONS[text]
    assert all(text[r.start : r.end] == r.text for r in found)


@pytest.mark.parametrize("key", CONTEXT)
def test_a_bare_article_takes_the_law_last_named__laweasyread_34(key: tuple[str, str]):
    before, text = key
    found = [r for r in find_references(before + text) if r.start >= len(before)]
    assert [(r.locator.law, r.locator.article) for r in found] == CONTEXT[key]


NO_REFERENCES = """
见[1][2] 【1】 （2023）京01民终5号 《劳动法》共107条 第一条路是协商 3条建议 第十二款产品 [1,2]第3页
《劳动法》讲了三项原则 依法第三方 劳动合同第八条 dp[i][0]条件
"""


@pytest.mark.parametrize("text", NO_REFERENCES.split())
def test_markers_case_numbers_and_counts_are_no_references(text: str):
    assert list(find_references(text)) == []


NAMES = st.sampled_from(["劳动合同法", "中华人民共和国劳动法", "工伤保险条例", "民法典", "个人所得税法实施条例"])
NUMERALS = st.sampled_from(
    [hanzi, str, lambda value: str(value).translate(str.maketrans("0123456789", "０１２３４５６７８９"))]
)


@given(
    NAMES,
    st.booleans(),
    st.integers(1, 1300),
    st.none() | st.integers(1, 12),
    st.none() | st.integers(1, 20),
    st.none() | st.integers(1, 20),
    NUMERALS,
    st.sampled_from(["", "因为", "公司违反", "（参见", "。"]),
    st.sampled_from(["", "，因此", "规定", "。", "[1]", "的"]),
)
def test_every_address_is_read_back(law, quoted, article, suffix, paragraph, item, write, lead, tail):
    name = f"《{law}》" if quoted else law
    words = f"第{write(article)}条" + (f"之{write(suffix)}" if suffix else "")
    words += f"第{write(paragraph)}款" if paragraph else ""
    words += f"第（{write(item)}）项" if item else ""
    (found,) = find_references(lead + name + words + tail)
    one = found.locator
    assert (one.article, one.suffix, one.paragraph, one.item) == (article, suffix, paragraph, item)
    assert one.law.endswith(law.removeprefix("中华人民共和国"))
    assert found.text.endswith(words)
    assert one.label == article_label(article, suffix)


def test_a_very_wide_range_names_its_ends():
    assert [r.locator.article for r in find_references(f"《民法典》第一条至第{WIDEST_RANGE + 40}条")] == [1, 100]


@pytest.mark.parametrize(
    "piece",
    ["第", "《", "（", "1、", "第一条", "劳动法", "和", "第1、", "条", " ", "一", "《劳动法》第一条第", "至第一项"],
)
def test_any_text_takes_linear_time__onyx_5835(piece: str):
    begin = time.perf_counter()
    list(find_references(piece * (60_000 // len(piece))))
    assert time.perf_counter() - begin < 4


def test_what_laws_say_of_their_own_articles_is_found_and_exists(pack_documents: list[LawDocument]):
    """Laws only: the bare articles of amendments and decisions are those of the law that they speak of."""
    checked = 0
    for document in pack_documents:
        if "@" in document.key or not document.title.endswith(("法", "法典")):
            continue
        articles = {
            (s.locator.article, s.locator.suffix): document.document.text[s.start : s.end].partition("　")[2]
            for s in document.sections
            if s.locator and s.locator.article
        }
        for (article, suffix), text in articles.items():
            inside = clauses(text)
            for number, clause in enumerate(inside if len(inside) < 30 else (), start=1):  # more are annexes behind it
                base = Locator(document.title, article, suffix, number)
                for one in (r.locator for r in find_references(text[clause.start : clause.end], base)):
                    if one.law != bare(document.title):
                        continue
                    assert (one.article, one.suffix) in articles, (document.title, base, one)
                    lacks = missing(articles[one.article, one.suffix], one.paragraph, one.item)
                    assert lacks is None, (document.title, base, one, lacks)
                    checked += 1
    assert checked > 4_000


def test_references_in_answers_of_real_models(statutes: Path):
    rows = (statutes.parent / "model_answers" / "lawbench_3-2.jsonl").read_text(encoding="utf-8").splitlines()
    golds = [gold for row in map(json.loads, rows) for gold in row["gold"] if "本法" not in gold]
    assert len(golds) > 1000
    assert all(len(list(find_references(gold))) == 1 for gold in golds)
    answers = [row["answer"] for row in map(json.loads, rows)]
    silent = [text for text in answers if "条" in text and "》第" in text and not list(find_references(text))]
    assert silent == []
