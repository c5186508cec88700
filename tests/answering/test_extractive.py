"""The verbatim answer: the sentence that answers first, whole lists and rows with their headers, nothing idle."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from youju.answering.extractive import Quote, compose
from youju.answering.extracts import marked
from youju.knowledge.values import Passage
from youju.reading.document import Block
from youju.retrieval.values import Scored
from youju.text.tokens import words


def passage(number: int, *blocks: tuple[str, str], section: tuple[str, ...] = ()) -> Scored:
    """A passage whose blocks are (kind, text); items and rows that follow each other belong together."""
    text, made, group = "", [], 0
    for place, (kind, words_) in enumerate(blocks):
        grouped = kind.startswith(("list", "table"))
        if grouped and (place == 0 or not blocks[place - 1][0].startswith(kind[:4])):
            group += 1
        start = len(text)
        text += words_
        made.append(Block(kind, start, len(text), group=group if grouped else None))
        text += "\n"
    text = text.rstrip("\n")
    found = Passage(
        f"p{number}", f"d{number}", f"v{number}", 0, text, 0, len(text), "a.md", "A", section, blocks=tuple(made)
    )
    return Scored(found, 1.0, "lexical")


def answer(question: str, *sources: Scored) -> str:
    quotes = compose(question, list(sources), dict.fromkeys(words(question), 1.0))
    return "".join(quote.lead + quote.text for quote in quotes)


@dataclass(frozen=True)
class Case:
    """A question, what it is asked of, and the whole answer."""

    question: str
    sources: tuple[Scored, ...]
    expected: str


LIMITS = passage(
    1,
    ("paragraph", "住宿费按以下标准报销："),
    ("table_header", "城市 | 限额"),
    ("table_row", "一线城市 | 600元"),
    ("table_row", "其他城市 | 400元"),
)
PAPERS = passage(
    1,
    ("paragraph", "办理入职应当提交下列材料："),
    ("list_item", "1. 身份证；"),
    ("list_item", "2. 学历证书；"),
    ("list_item", "3. 离职证明，近30天内开具。"),
)
CASES = [
    Case(
        "差旅费要在多少天内报销？",
        (passage(1, ("paragraph", "本办法自发布之日起施行。差旅费应在15个工作日内报销。发票应当合法。")),),
        "差旅费应在15个工作日内报销。",
    ),
    Case(
        "其他城市的住宿费限额是多少？",
        (LIMITS,),
        "住宿费按以下标准报销：\n\n| 城市 | 限额 |\n| --- | --- |\n| 其他城市 | 400元 |",
    ),
    Case(
        "办理入职提交哪些材料？",
        (PAPERS,),
        "办理入职应当提交下列材料：\n\n1. 身份证；\n2. 学历证书；\n3. 离职证明，近30天内开具。",
    ),
    Case(
        "可以带宠物上班吗？",
        (passage(1, ("paragraph", "员工不得带宠物上班。但导盲犬除外。停车场免费。")),),
        "员工不得带宠物上班。但导盲犬除外。",
    ),
    Case(
        "年休假多久？",
        (passage(1, ("paragraph", "问：年休假多久？"), ("paragraph", "答：每年5天。"), ("paragraph", "问：病假呢？")),),
        "答：每年5天。",
    ),
    Case(
        "How many days of annual leave are there?",
        (
            passage(
                1, ("paragraph", "Leave is approved by the manager. Annual leave is 12 days. Sick leave is separate.")
            ),
        ),
        "Annual leave is 12 days.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.question)
def test_the_answer_is_the_shortest_that_suffices(case):
    assert answer(case.question, *case.sources) == case.expected


def test_nothing_in_common_is_no_answer():
    """Fault 62: hits of score zero used as evidence."""
    assert answer("食堂几点开门", passage(1, ("paragraph", "Invoices are paid monthly."))) == ""


def test_what_two_documents_say_alike_is_said_once():
    said = passage(1, ("paragraph", "差旅费应在15个工作日内提交报销。"))
    again = passage(2, ("paragraph", "差旅费应在15个工作日内提交报销申请。"))
    assert answer("差旅费要在多少天内报销？", said, again) == "差旅费应在15个工作日内提交报销。"


def test_an_overlap_of_two_passages_is_quoted_once():
    first = passage(1, ("paragraph", "差旅费应在15个工作日内报销。"))
    assert answer("差旅费多少天内报销？", first, first) == "差旅费应在15个工作日内报销。"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("应在15日内报销。", "应在15日内报销[2]。"),
        ("Within 15 days.", "Within 15 days[2]."),
        ("| 一线 | 600元 |", "| 一线 | 600元 [2] |"),
        ("1. 身份证；", "1. 身份证[2]；"),
        ("没有句号", "没有句号[2]"),
        ("最大收益为 dp[i][0]。", "最大收益为 dp[i][0] [2]。"),
        ("As told in annex b.", "As told in annex b [2]."),
    ],
)
def test_a_marker_stands_where_a_reader_expects_it(text, expected):
    assert marked(Quote(LIMITS, text, ""), 2) == expected


def test_a_number_in_brackets_of_the_source_is_no_citation():
    """Fault 21: the source's own reference numbers collide with ours."""
    shown = marked(Quote(LIMITS, "限额见标准[3]。", ""), 1)
    assert "[3]" not in shown
    assert shown == "限额见标准〔3〕[1]。"


def test_another_document_that_says_otherwise_is_heard_too():
    """Fault 58: old and new fact side by side: then the reader must see that there are two."""
    first = passage(1, ("paragraph", "年休假为5天。"))
    other = passage(2, ("paragraph", "年休假为10天。"))
    assert answer("年休假有几天？", first, other) == "年休假为5天。\n\n年休假为10天。"


def test_a_rule_for_others_is_not_heard():
    mine = passage(1, ("paragraph", "P7的住宿限额为700元。"))
    others = passage(2, ("paragraph", "P6的住宿限额为550元。"))
    assert answer("P7的住宿限额是多少？", mine, others) == "P7的住宿限额为700元。"
