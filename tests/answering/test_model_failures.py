"""What goes wrong with a language model: each time one clear notice and an answer that can be trusted, never a hang."""

from __future__ import annotations

import asyncio
import functools
import json
import operator
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from tests.answering.modelled import Outcome, ask_model
from tests.models.scripted import (
    Delta,
    Endless,
    Turn,
    calls,
    calls_with,
    deltas,
    drops,
    drops_after,
    fails,
    hangs,
    hangs_after,
    raw,
    replies,
    says,
    thinks,
)

from youju.answering.events import SentenceEvent
from youju.models import completions

DEADLINE = "差旅费要在多少天内报销？"
TRUE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
LATE = "出差结束后超过60天的，不予报销[1]。"
KEY = "sk-7Qx-secret"
LONGEST = 20.0
"""Seconds that the worst of these may take; the scripted failures themselves take less than two."""

SILENT = "长时间没有响应"
NOTHING = says("资料中未找到相关内容")
NOW = {"retry-after": "0"}


async def ask(
    home: Path, *script: Turn | Callable[[dict[str, Any], int], Turn], question: str = DEADLINE, **options: Any
) -> Outcome:
    """Ask within the time, and hold everything that comes out to what holds for every answer."""
    started = time.monotonic()
    endpoint = {"timeout_seconds": 5, "api_key": SecretStr(KEY), **options.pop("endpoint", {})}
    async with asyncio.timeout(LONGEST):
        outcome = await ask_model(home, question, *script, endpoint=endpoint, **options)
    assert time.monotonic() - started < LONGEST
    everything = json.dumps([event.model_dump(mode="json") for event in outcome.events], ensure_ascii=False)
    for secret in (KEY, "127.0.0.1", outcome.model.base_url):
        assert secret not in everything
    assert all(event.event != "error" for event in outcome.events)
    assert len(set(outcome.notices)) == len(outcome.notices)
    assert [notice.text for notice in outcome.answer.notices if notice.kind == "degraded"] == outcome.notices
    return outcome


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second try comes sooner than in life."""
    monkeypatch.setattr(completions, "BACKOFF", 0.02)


def patience(words: str) -> dict[str, float]:
    """Short where silence is what is tested."""
    return {"timeout_seconds": 0.5} if words == SILENT else {}


def assert_extracts(outcome: Outcome, why: str) -> None:
    """The documents' own words, and one notice that says why."""
    assert outcome.answer.model == "extractive"
    assert outcome.answer.status == ("partial" if outcome.answer.withheld else "answered")
    assert TRUE in outcome.answer.text
    assert outcome.notices[-1] == f"语言模型不可用（{why}），以下为资料原文摘录。"


def assert_kept(outcome: Outcome, words: str) -> None:
    """What was shown stays and is all of the answer; one notice says why it stops there."""
    assert outcome.answer.model == "scripted"
    assert outcome.answer.status == "partial"
    assert outcome.answer.text == TRUE
    (notice,) = outcome.notices
    assert words in notice


def error_in_stream(message: str) -> Turn:
    return raw(f'data: {{"error": {{"message": "{message}", "code": 500}}}}\n\n'.encode())


MANY = 200_000
HTML = "<!doctype html><title>Sign in</title><p>Welcome"
BEFORE_THE_FIRST_WORD = [
    ("wrong key", fails(401, f"Incorrect API key provided: {KEY}"), "密钥无效或没有权限", 1),
    ("wrong model", fails(404, "The model `scripted` does not exist", code="model_not_found"), "没有所配置的模型", 1),
    ("wrong address", fails(404, "Not Found"), "请求被拒绝", 1),
    ("not paid", fails(429, "You exceeded your current quota", code="insufficient_quota"), "请求被拒绝", 1),
    ("too many requests", fails(429, "Rate limit reached", headers=NOW), "请求过于频繁", 3),
    ("server error", fails(500, "internal", headers=NOW), "服务出错", 3),
    ("overloaded", fails(503, "overloaded", headers=NOW), "服务出错", 3),
    ("hangs before the headers", hangs(), SILENT, 1),
    ("hangs after the headers", hangs_after(), SILENT, 1),
    ("only comments", Turn((Endless(b": alive\n\n", 0.02),)), SILENT, 1),
    ("hangs up at once", drops(), "无法连接", 3),
    ("hangs up after the headers", drops_after(), "无法连接", 3),
    ("a page of a web site", replies(HTML), "返回的内容无法识别", 1),
    ("a page as a stream", raw(HTML.encode()), "返回的内容无法识别", 1),
    ("data that is no JSON", raw(b"data: yes, gladly\n\n"), "返回的内容无法识别", 1),
    ("another JSON", replies({"hello": "world"}), "返回的内容无法识别", 1),
    ("JSON without end", raw(b'data: {"a":' + b"[" * MANY), "返回的内容无法识别", 1),
    ("no answer at all", says(), "没有写出回答", 1),
    ("an answer of blanks", says("\n \n\n"), "没有写出回答", 1),
    ("thoughts alone", thinks("嗯，", "再想想。"), "没有写出回答", 1),
    ("an error in the stream", error_in_stream("oops"), "服务出错", 3),
    ("out of tokens while thinking", thinks("嗯，").but(finish="length"), "达到长度上限", 1),
    ("out of tokens in its first sentence", says("差旅费应在").but(finish="length"), "达到长度上限", 1),
    ("filtered", says().but(finish="content_filter"), "被服务方中止", 1),
    ("filtered in its first sentence", says("差旅费应").but(finish="content_filter"), "被服务方中止", 1),
]


@pytest.mark.parametrize(
    ("turn", "why", "requests"),
    [one[1:] for one in BEFORE_THE_FIRST_WORD],
    ids=[one[0] for one in BEFORE_THE_FIRST_WORD],
)
async def test_where_nothing_could_be_shown_extracts_are(sample_home: Path, turn: Turn, why: str, requests: int):
    outcome = await ask(sample_home, turn, forever=True, endpoint=patience(why))
    assert_extracts(outcome, why)
    assert len(outcome.notices) == 1
    assert len(outcome.model.requests) == requests


AFTER_A_SENTENCE = [
    ("hangs", says(TRUE, "超过") + hangs_after(), SILENT),
    ("breaks", drops_after(TRUE, "超过"), "连接中断"),
    ("breaks in a later word", says(TRUE, "超过") + drops_after("60天"), "连接中断"),
    ("an error in the stream", says(TRUE, "超过").but(finish=None, done=False) + error_in_stream("x"), "服务出错"),
    ("ends without an end", says(TRUE, "超过").but(finish=None, done=False), "连接中断"),
    ("garbage", says(TRUE, "超过") + raw(b"data: {]\n\n"), "返回的内容无法识别"),
    ("out of tokens", says(TRUE, "出差结束后超过60天的，不予").but(finish="length"), "长度限制"),
    ("filtered", says(TRUE, "出差结束后超过60天").but(finish="content_filter"), "服务方中止"),
    ("a sentence again and again", says(TRUE, *["公司鼓励节约。"] * 500), "重复"),
    ("a character again and again", says(TRUE, "和" * 30_000, "真的。"), "重复"),
]


@pytest.mark.parametrize(
    ("turn", "words"), [one[1:] for one in AFTER_A_SENTENCE], ids=[one[0] for one in AFTER_A_SENTENCE]
)
async def test_what_was_shown_stays_and_is_told_to_be_not_all(sample_home: Path, turn: Turn, words: str):
    assert_kept(await ask(sample_home, turn, NOTHING, endpoint=patience(words)), words)


ROUND = "| 差旅费报销 | 出差结束后15个工作日内[1] |\n"


def without_end(text: str) -> Turn:
    """The same piece until nobody listens, faster than any model."""
    line = json.dumps({"choices": [{"index": 0, "delta": {"content": text}}]}, ensure_ascii=False)
    return Turn((Endless(f"data: {line}\n\n".encode() * 20, 0.001),))


def thoughts_without_end(text: str) -> Turn:
    line = json.dumps({"choices": [{"index": 0, "delta": {"reasoning_content": text}}]}, ensure_ascii=False)
    return Turn((Endless(f"data: {line}\n\n".encode() * 20, 0.001),))


@pytest.mark.parametrize("text", ["和", "哈哈", " ", "\n", "-", "公司鼓励节约。", "it is so and ", "```\n", "| - |\n"])
async def test_an_answer_without_end_is_cut_and_its_connection_closed(sample_home: Path, text: str):
    outcome = await ask(sample_home, says(TRUE) + without_end(text), NOTHING)
    assert_kept(outcome, "重复或过长")
    assert outcome.model.requests[0].closes_within(1)
    assert_extracts(await ask(sample_home, without_end(text), forever=True), "输出重复或过长")


async def test_a_row_without_end_is_shown_once(sample_home: Path):
    outcome = await ask(sample_home, says("| 情形 | 期限 |\n|---|---|\n") + without_end(ROUND))
    assert outcome.answer.text.count("差旅费报销") == 1
    assert outcome.answer.status == "partial"
    assert len(outcome.notices) == 1


async def test_new_words_without_end_are_cut_too(sample_home: Path):
    numbered = says(TRUE, *(f"第{number}条规定见附件{number}。" for number in range(4_000)))
    outcome = await ask(sample_home, numbered, NOTHING)
    assert outcome.answer.text == TRUE
    assert "重复或过长" in outcome.notices[0]
    assert len(outcome.notices) == 1


@pytest.mark.parametrize("text", ["嗯", "再想想，", "x" * 300])
async def test_thoughts_without_end_are_cut(sample_home: Path, text: str):
    outcome = await ask(sample_home, thoughts_without_end(text))
    assert_extracts(outcome, "输出重复或过长")
    assert outcome.model.requests[0].closes_within(1)


@pytest.mark.parametrize("name", ["content", "reasoning_content"])
async def test_ten_megabytes_take_no_longer(sample_home: Path, name: str):
    words = "".join(f"第{number}条，见附件。" for number in range(400_000))
    assert len(words.encode()) > 10_000_000
    message = {"role": "assistant", name: words}
    whole = replies({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    started = time.monotonic()
    outcome = await ask(sample_home, whole, whole)
    assert_extracts(outcome, "输出重复或过长")
    assert (
        max(len(event.text) for event in outcome.events if event.event == "reasoning") < 300_000
        if name != "content"
        else True
    )
    assert time.monotonic() - started < 12
    kept = [event for event in outcome.events if isinstance(event, SentenceEvent)]
    assert kept


async def test_ten_megabytes_in_pieces_are_cut_and_the_rest_is_not_waited_for(sample_home: Path):
    pieces = tuple(Delta({"content": f"第{number}条，见附件。" * 50}) for number in range(7_000))
    outcome = await ask(sample_home, says(TRUE) + Turn(pieces), NOTHING)
    assert_kept(outcome, "重复或过长")
    assert outcome.model.requests[0].closes_within(1)


# ── tools ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_model_without_tools_answers_from_the_first_search(sample_home: Path):
    refused = fails(400, "scripted does not support tools")
    outcome = await ask(sample_home, refused, says(TRUE, "机票可以晚报。"), NOTHING)
    assert outcome.answer.text == TRUE
    assert outcome.notices == ["该模型不支持自行检索，仅依据首次检索到的资料作答。"]
    assert [bool(one.body.get("tools")) for one in outcome.model.requests] == [True, False, False]
    assert "15个工作日" in outcome.heard(1)


async def test_too_much_text_is_halved_twice_and_then_extracts_are_shown(sample_home: Path):
    outcome = await ask(sample_home, fails(400, "maximum context length is 512 tokens"), forever=True)
    lengths = [sum(len(str(m["content"])) for m in one.body["messages"]) for one in outcome.model.requests]
    assert len(lengths) == 3
    assert lengths[0] > lengths[1] > lengths[2]
    assert outcome.notices[0] == "资料超出模型的篇幅，只给了最相关的部分。"
    assert len(outcome.notices) == 2
    assert_extracts(outcome, "内容超出模型的篇幅")


async def test_fewer_passages_may_be_enough(sample_home: Path):
    outcome = await ask(sample_home, fails(413, "Request too large"), says(TRUE))
    assert outcome.answer.text == TRUE
    assert outcome.notices == ["资料超出模型的篇幅，只给了最相关的部分。"]


async def test_only_tool_calls_end_with_extracts(sample_home: Path):
    outcome = await ask(sample_home, lambda _, number: calls("search", query=f"报销 {number}"), tool_budget=2)
    assert_extracts(outcome, "没有写出回答")
    assert len(outcome.notices) == 1


async def test_thousands_of_calls_in_one_turn(sample_home: Path):
    names = [{"index": n, "id": f"c{n}", "function": {"name": "search", "arguments": "{}"}} for n in range(5_000)]
    many = deltas(*({"tool_calls": [name]} for name in names)).but(finish="tool_calls")
    outcome = await ask(sample_home, many, says(TRUE))
    assert outcome.answer.text == TRUE
    assert outcome.answer.usage.tool_calls == 6
    assert len(outcome.tools) == 7  # those of the budget, and the first that went beyond it
    assert len(outcome.model.requests[1].body["messages"]) < 100


async def test_thousands_of_calls_turn_after_turn_end(sample_home: Path):
    outcome = await ask(sample_home, lambda *_: functools.reduce(operator.add, [calls("search", query="年假")] * 300))
    assert_extracts(outcome, "没有写出回答")
    assert len(outcome.model.requests) <= 4


@pytest.mark.parametrize(
    "arguments",
    [
        '{"query": "' + "报销" * 200_000 + '"}',
        '{"query": ' + "[" * MANY,
        '{"query": ' + "[" * MANY + "}",
        '{"query": "年假", "x": ' + "1" * MANY + "}",
        '{"query": "\\ud800"}',
        '{"query": "\\u0000"}',
        '{"query": "\\u001b[2J"}',
        '{"query": "年假", "category": "\\udfff"}',
        '{"query": "NOT AND ((( \\" : * ^ ~ [TO] 年假"}',
        "NaN",
        '{"query": NaN}',
    ],
    ids=lambda text: text.encode("ascii", "backslashreplace").decode()[:24],
)
async def test_arguments_of_every_form(sample_home: Path, arguments: str):
    pieces = [arguments[start : start + 4_000] for start in range(0, len(arguments), 4_000)]
    outcome = await ask(sample_home, calls_with("search", *pieces), says(TRUE))
    assert outcome.answer.text == TRUE
    assert len(outcome.tools) == 1
    (sent,) = outcome.model.requests[1].body["messages"][2]["tool_calls"]
    assert len(sent["function"]["arguments"]) < 5_000
    json.loads(sent["function"]["arguments"])


async def test_a_name_of_half_a_character_is_no_tool(sample_home: Path):
    half = {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "\ud83d" * 200, "arguments": "{}"}}]}
    chunk = json.dumps({"choices": [{"index": 0, "delta": half, "finish_reason": "tool_calls"}]})
    outcome = await ask(sample_home, raw(f"data: {chunk}\n\ndata: [DONE]\n\n".encode()), says(TRUE))
    assert outcome.tools[0].outcome == "没有这个工具"


async def test_a_model_that_is_down_for_the_retry_leaves_what_was_shown(sample_home: Path):
    outcome = await ask(sample_home, says(TRUE, "随时可以报销[1]。"), *[fails(500, headers=NOW)] * 3)
    assert outcome.answer.text == TRUE
    assert outcome.answer.withheld == 1
    assert "服务出错" in outcome.notices[0]


async def test_a_model_that_is_down_while_nothing_is_found_is_told_and_refused(sample_home: Path):
    outcome = await ask(sample_home, fails(500, headers=NOW), question="zzzz qqqq?", forever=True)
    assert outcome.answer.status == "refused"
    assert len(outcome.notices) <= 1


async def test_a_closed_port(sample_home: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        outcome = await ask(sample_home, says(TRUE), endpoint={"base_url": address})
    assert_extracts(outcome, "无法连接")
    assert not outcome.model.requests


async def test_in_english(sample_home: Path):
    question = "What is the hotel limit per night in zone B?"
    outcome = await ask(sample_home, fails(401, "no"), question=question)
    assert outcome.notices == [
        "The language model is not available (the key is wrong or has no permission); these are verbatim extracts."
    ]
    assert outcome.answer.citations
