"""What a question asks for."""

from __future__ import annotations

import time

import pytest

from youju.retrieval.question import analyse


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("请问一下，试用期最长可以约定多久？谢谢", "试用期最长可以约定多久？"),
        ("你好，差旅费怎么报销？", "差旅费怎么报销？"),
        ("Hi, could you tell me when claims are due? Thanks!", "when claims are due?"),
        ("我想咨询一下年假", "年假"),
        ("你好", "你好"),
    ],
)
def test_courtesies_are_not_searched_for(question: str, text: str) -> None:
    assert analyse(question).text == text


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("报销发票的抬头格式要求是什么？", ("报销", "发票", "抬头", "格式", "要求")),
        ("试用期最长可以约定多久？", ("试用期", "约定")),
        ("How many days do I have to submit travel claims?", ("day", "submit", "travel", "claim")),
        ("什么是什么？", ()),
    ],
)
def test_terms_are_what_the_question_is_about(question: str, terms: tuple[str, ...]) -> None:
    assert analyse(question).terms == terms


def test_language_is_the_questions() -> None:
    assert analyse("VPN多久断开？").language == "zh"
    assert analyse("When does the VPN disconnect?").language == "en"


@pytest.mark.parametrize("piece", ["请问", "我想", "能不能", "帮我", " ", "谢谢", "could you ", "a" * 50])
def test_any_question_is_analysed_in_no_time(piece: str) -> None:
    start = time.process_time()
    analyse(piece * 20_000)
    assert time.process_time() - start < 1
