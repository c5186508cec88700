"""What is searched for a question of several parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.answering.planning import MAX_PARTS, sub_questions


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("差旅费要在多少天内报销？", ("差旅费要在多少天内报销？",)),
        ("年假有几天？没休完可以折现吗？", ("年假有几天？", "没休完可以折现吗？")),
        (
            "我在公司干了三年，被辞退了。能拿多少赔偿？另外，加班费怎么算？",
            ("我在公司干了三年，被辞退了。能拿多少赔偿？", "加班费怎么算？"),
        ),
        ("出差住宿标准是多少，还有餐补怎么算", ("出差住宿标准是多少", "餐补怎么算")),
        ("报销要发票吗？那电子发票呢？", ("报销要发票吗？", "报销要发票吗？ 那电子发票呢？")),
        (
            "How many vacation days do I get and how do I apply for them?",
            ("How many vacation days do I get", "how do I apply for them?"),
        ),
        ("1. 试用期多长 2. 试用期工资多少", ("1. 试用期多长", "试用期工资多少")),
        ("甲方和乙方是谁", ("甲方和乙方是谁",)),
    ],
)
def test_parts_are_those_that_a_person_asks(question: str, parts: tuple[str, ...]):
    assert sub_questions(question) == parts


@given(st.text(alphabet="年假？几天?；;，,。\n 另外and what1.①是否", max_size=200))
def test_there_is_always_something_to_search_and_never_too_much(question: str):
    parts = sub_questions(question)
    assert 1 <= len(parts) <= MAX_PARTS
    assert parts == (question,) or all(part.strip() for part in parts)
