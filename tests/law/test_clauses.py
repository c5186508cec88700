"""款, 项 and 目: each can be addressed, and what is missing is said in words."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.law.clauses import Clause, clauses, missing, span
from youju.law.numerals import hanzi

ARTICLE = """第三十九条　劳动者有下列情形之一的，用人单位可以解除劳动合同：

（一）在试用期间被证明不符合录用条件的；
（二）有下列行为之一的：
1．严重失职；
2．营私舞弊，造成
重大损害；
（三）被依法追究刑事责任的。

前款规定不适用于下列人员：

（一）学徒；
（二）其他人员。

本条自公布之日起施行。"""


def words(article: str, paragraph: int | None, item: int | None = None, subitem: int | None = None) -> str | None:
    found = span(article, paragraph, item, subitem)
    return None if found is None else article[found[0] : found[1]]


def test_every_depth_is_addressable():
    assert words(ARTICLE, 1, 1) == "（一）在试用期间被证明不符合录用条件的；"
    assert words(ARTICLE, 1, 2, 1) == "1．严重失职；"
    assert words(ARTICLE, 2, 1) == "（一）学徒；"
    assert words(ARTICLE, 2) == "前款规定不适用于下列人员：\n\n（一）学徒；\n（二）其他人员。"
    assert words(ARTICLE, None, 3) == "（三）被依法追究刑事责任的。"
    assert words(ARTICLE, None) == ARTICLE


def test_a_line_behind_the_items_is_a_paragraph_and_one_in_mid_sentence_is_none():
    found = clauses("第一条　甲：\n（一）乙；\n（二）丙，\n戊。\n丁。")
    assert [sorted(one.items) for one in found] == [[1, 2], []]
    assert words(ARTICLE, 1, 2, 2) == "2．营私舞弊，造成\n重大损害；"


def test_names_that_a_colon_leads_to_belong_to_its_paragraph():
    article = "第六十五条　委员会由下列人员组成：\n委员长，\n副委员长若干人，\n委员若干人。\n委员会对代表大会负责。"
    assert len(clauses(article)) == 2 and words(article, 2) == "委员会对代表大会负责。"
    assert len(clauses("第一条\n甲。\n乙。")) == 2


def test_the_lead_of_an_item_is_known():
    first, second, third = clauses(ARTICLE)
    assert ARTICLE[slice(*first.lead)].endswith("可以解除劳动合同：")
    assert sorted(first.items) == [1, 2, 3] and sorted(first.items[2].subitems) == [1, 2]
    assert sorted(second.items) == [1, 2] and not third.items
    assert third.lead == third.span


@pytest.mark.parametrize(
    ("paragraph", "item", "subitem", "said"),
    [
        (4, None, None, "该条共3款"),
        (1, 4, None, "该款共3项"),
        (3, 1, None, "该款没有分项"),
        (None, 9, None, "该条共3项"),
        (1, 2, 3, "该项共2目"),
        (1, 1, 1, "该项没有分目"),
        (1, None, 1, "没有写明是第几项"),
        (0, None, None, "该条共3款"),
        (1, 2, 2, None),
        (2, 2, None, None),
        (None, None, None, None),
    ],
)
def test_what_is_missing_is_said(paragraph: int | None, item: int | None, subitem: int | None, said: str | None):
    article = ARTICLE
    assert missing(article, paragraph, item, subitem) == said
    assert (span(article, paragraph, item, subitem) is None) == (said is not None)


def test_quotations_and_tables_are_no_paragraphs():
    quoted = "一、将第三条修改为：\n“第三条　甲有下列情形：\n（一）乙；\n（二）丙。\n前款不适用于丁。”\n二款文字。"
    assert [one.items for one in clauses(quoted)] == [{}, {}]
    assert words(quoted, 2) == "二款文字。"
    table = "第三条　税率如下：\n级数 | 税率\n1 | 3\n2 | 10\n税率由国务院调整。"
    assert [table[slice(*one.span)].count("|") for one in clauses(table)] == [3, 0]


def test_items_on_one_line_and_items_in_digits():
    inline = "第三条　有下列情形之一的：（一）甲；（二）依照第（一）项的；（三）丙。\n丁。"
    assert words(inline, 1, 2) == "（二）依照第（一）项的；"
    assert words(inline, 1, 3) == "（三）丙。" and missing(inline, 1, 4) == "该款共3项"
    digits = "第三条　包括：\n1．甲；\n2．乙。"
    assert words(digits, 1, 2) == "2．乙。" and not clauses(digits)[0].items[2].subitems
    assert words("第三条　甲。\n1.5倍的部分除外。", 2) == "1.5倍的部分除外。"


@pytest.mark.parametrize("mark", ["1．", "1.", "1、", "（1）", "(1)", "１、", "①"])
def test_the_notations_of_a_subitem(mark: str):
    assert words(f"第一条　甲：\n（一）乙：\n{mark}丙。", 1, 1, 1) == f"{mark}丙。"


SHAPE = st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=4)


@given(SHAPE, st.sampled_from(["\n", "\n\n"]))
def test_spans_of_siblings_never_overlap_and_lie_in_their_parent(shape: list[list[int]], between: str):
    lines: list[str] = []
    for number, items in enumerate(shape, start=1):
        lines.append(f"第{number}段文字" + ("：" if items else "。"))
        for item, subitems in enumerate(items, start=1):
            lines.append(f"（{hanzi(item)}）项{item}；")
            lines += [f"{subitem}．目{subitem}；" for subitem in range(1, subitems + 1)]
    article = between.join(lines)
    found = clauses(article)
    assert [[len(item.subitems) for item in one.items.values()] for one in found] == shape
    _assert_nested(article, found)
    for number, items in enumerate(shape, start=1):
        assert words(article, number) is not None and missing(article, number, len(items) + 1) is not None


def _assert_nested(article: str, found: list[Clause]) -> None:
    _assert_siblings([one.span for one in found], (0, len(article)))
    for clause in found:
        assert clause.start <= clause.lead[0] < clause.lead[1] <= clause.end
        _assert_siblings([item.span for item in clause.items.values()], (clause.lead[1], clause.end))
        for item in clause.items.values():
            _assert_siblings(list(item.subitems.values()), item.span)


def _assert_siblings(spans: list[tuple[int, int]], parent: tuple[int, int]) -> None:
    assert all(parent[0] <= start < end <= parent[1] for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(sorted(spans)))


@given(st.text("第一条款项（）()12．、。“”：|\n 甲", max_size=120))
def test_any_text_has_spans_inside_itself(article: str):
    _assert_nested(article, clauses(article))


def test_all_articles_of_the_shared_statutes_have_sound_spans(statutes: Path):
    with gzip.open(statutes / "articles.jsonl.gz", "rt", encoding="utf-8") as rows:
        for number, row in enumerate(rows):
            if number % 8 == 0:
                article = json.loads(row)["text"]
                _assert_nested(article, clauses(article))
