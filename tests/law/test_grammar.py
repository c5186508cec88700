"""References are found in every notation, and nothing else is taken for one."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.values import Locator
from youju.law.clauses import clauses, missing
from youju.law.desk import LawLedger
from youju.law.documents import LawDocument
from youju.law.grammar import find_references
from youju.law.names import bare
from youju.law.notation import WIDEST_RANGE
from youju.law.numerals import article_label, hanzi
from youju.law.references import StatuteReferences

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

SUBITEMS: dict[str, list[tuple[int, int | None, int | None, int | None, int | None]]] = {
    "《劳动法》第四十七条第二款第（三）项第2目": [(47, None, 2, 3, 2)],
    "劳动法47条2款3项1目": [(47, None, 2, 3, 1)],
    "《劳动法》第三条第一项第一、二目": [(3, None, None, 1, 1), (3, None, None, 1, 2)],
    "《劳动法》第三条第一项第一目至第三目": [(3, None, None, 1, n) for n in (1, 2, 3)],
    "《劳动法》第三条第（一）项和（三）项": [(3, None, None, 1, None), (3, None, None, 3, None)],
    "《劳动法》第三条第一款至第三款": [(3, None, n, None, None) for n in (1, 2, 3)],
    "四十六条和47条第一款，《劳动法》": [],
    "劳动法四十六条和47条第一款": [(46, None, None, None, None), (47, None, 1, None, None)],
    "《刑法》第一百二十条之一、之二": [(120, 1, None, None, None), (120, 2, None, None, None)],
    "《刑法》第一百二十条之一至之三": [(120, n, None, None, None) for n in (1, 2, 3)],
    "《刑法》第二百九十一条之一至第二百九十一条之三": [(291, n, None, None, None) for n in (1, 2, 3)],
    "《刑法》第三条至第五条之一": [(3, None, *[None] * 3), (4, None, *[None] * 3), (5, 1, *[None] * 3)],
    "《劳动法》第三条，同条第二款和该条第三款第一项": [
        (3, None, None, None, None),
        (3, None, 2, None, None),
        (3, None, 3, 1, None),
    ],
    "《劳动法》第三条第二款，该款第（一）项": [(3, None, 2, None, None), (3, None, 2, 1, None)],
}

NAMED: dict[str, tuple[str, str | None]] = {
    "《民事诉讼法》(2021)第三条": ("民事诉讼法", "2021"),
    "《民事诉讼法》（2021年修正）第三条": ("民事诉讼法", "2021"),
    "《劳动合同法（2012修正）》第三条": ("劳动合同法", "2012"),
    "劳动合同法（2012修正）第三条": ("劳动合同法", "2012"),
    "劳动合同法(2012-12-28)第三条": ("劳动合同法", "2012-12-28"),
    "《劳动法》（1994年7月5日通过）第三条": ("劳动法", "1994-07-05"),
    "2018年修正的《劳动法》第三条": ("劳动法", "2018"),
    "《公司法》（以下称新法）第三条": ("公司法", None),
    "劳动争议司法解释（一）第三条": ("劳动争议司法解释（一）", None),
    "劳动争议解释一第三条": ("劳动争议解释（一）", None),
    "劳动争议解释一32条": ("劳动争议解释（一）", None),
    "劳动争议解释(1)第三条": ("劳动争议解释（一）", None),
    "《解释（二）》第三条": ("解释（二）", None),
    "《上海市劳动合同条例》第三条": ("上海市劳动合同条例", None),
    "上海市劳动合同条例第三条": ("上海市劳动合同条例", None),
    "《关于适用〈中华人民共和国民法典〉婚姻家庭编的解释（一）》第三条": (
        "关于适用〈民法典〉婚姻家庭编的解释（一）",
        None,
    ),
    "《关于审理劳动争议案件的解释（一）》已施行。《解释（一）》第三条": ("关于审理劳动争议案件的解释（一）", None),
    "《劳动争议调解仲裁法》（以下简称《调仲法》）共五十四条。《调仲法》第三条": ("劳动争议调解仲裁法", None),
    "《费用报销管理办法》（下称“报销办法”）第一条。报销办法第三条": ("费用报销管理办法", None),
    "《劳动合同法》（2012修正）第一条、第三条": ("劳动合同法", "2012"),
}

RELATIVE: dict[str, list[tuple[int, int | None, int | None, int | None]]] = {
    "前款规定": [(20, 2, 2, None)],
    "前两款规定": [(20, 2, 1, None), (20, 2, 2, None)],
    "前三款规定": [],
    "本条第一款第（二）项": [(20, 2, 1, 2)],
    "本款第（一）、（三）项": [(20, 2, 3, 1), (20, 2, 3, 3)],
    "前款第一项": [(20, 2, 2, 1)],
    "前条规定": [(20, 1, None, None)],
    "本法第十条": [(10, None, None, None)],
    "第十条、第十一条第二款": [(10, None, None, None), (11, None, 2, None)],
    "依照《刑法》第五条，第六条": [(5, None, None, None), (6, None, None, None)],
    "本条例另有规定": [],
    "合同条款": [],
    "以前款项结清": [],
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


@pytest.mark.parametrize("text", SUBITEMS)
def test_points_suffixes_and_joined_places(text: str):
    found = [r.locator for r in find_references(text)]
    assert [(p.article, p.suffix, p.paragraph, p.item, p.subitem) for p in found] == SUBITEMS[text]


@pytest.mark.parametrize("text", NAMED)
def test_names_carry_their_edition_and_short_forms_lean_on_the_full_name(text: str):
    *_, last = find_references(text)
    assert (last.locator.law, last.edition) == NAMED[text]
    assert last.locator.article in (3, 32)


@pytest.mark.parametrize("text", RELATIVE)
def test_in_the_text_of_a_law_places_are_relative_to_where_it_stands(text: str):
    base = Locator("中华人民共和国劳动法", 20, 2, 3)
    found = [r.locator for r in find_references(text, base)]
    assert [(p.article, p.suffix, p.paragraph, p.item) for p in found] == RELATIVE[text]
    assert list(find_references("前款、本条、前条和前两项")) == []


def test_a_bare_article_after_another_laws_is_of_the_law_whose_text_it_is():
    base = Locator("中华人民共和国劳动法", 20, None, 1)
    found = [
        r.locator for r in find_references("依照《刑法》第五条的规定追究责任。违反第六条的，依照本法第七条处罚。", base)
    ]
    assert [(p.law, p.article) for p in found] == [("刑法", 5), ("劳动法", 6), ("劳动法", 7)]


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


PIECES = [
    *("《劳动合同法》第三条", "第四条第一款", "该法第五条", "同条第二款", "劳动争议解释一", "（以下简称《解释》）"),
    *("《解释》第六条", "。", "，", "和", "本法第七条", "47条", "刑法", "（2012修正）", "前款"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(0, 12))
def test_text_before_counts_as_if_it_were_one_text(pieces: list[str], cut: int):
    """`find` with `before` is what the joined text says of the rest."""
    before, text = "".join(pieces[:cut]), "".join(pieces[cut:])
    apart = StatuteReferences(cast(LawLedger, None)).find(text, before=before)
    joined = [r for r in find_references(before + text) if r.end > len(before)]
    assert [(r.locator, r.edition, r.end) for r in apart] == [
        (r.locator, r.edition, r.end - len(before)) for r in joined
    ]
    assert all(text[r.start : r.end] == r.text for r in apart)


def test_a_very_wide_range_names_its_ends():
    assert [r.locator.article for r in find_references(f"《民法典》第一条至第{WIDEST_RANGE + 40}条")] == [1, 100]


def test_two_megabytes_with_a_hundred_thousand_signs_take_linear_time():
    begin = time.perf_counter()
    list(find_references(("第" + "一二三四五六七" * 2 + "款、") * 100_000))
    assert time.perf_counter() - begin < 6


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
