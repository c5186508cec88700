"""What a model says, through the client, from a real server: every peculiarity of a provider gives the same deltas."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.models.asking import QUESTION, SEARCH, Answer, answer_of, chat_with, collect, gathered
from tests.models.provider_streams import STREAMS, ProviderStream
from tests.models.scripted import (
    Turn,
    calls,
    chunks,
    fails,
    pauses,
    raw,
    replies,
    says,
    scripted_model,
    thinks,
)  # fmt: skip

from youju.errors import UnknownSetting
from youju.models.chat import make_chat
from youju.models.deltas import Assembly
from youju.models.protocols import ChatDelta, Finished, ReasoningDelta, TextDelta
from youju.models.sse import EventReader
from youju.models.thinking import ThoughtSplitter
from youju.settings import Endpoint


@pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.name)
async def test_streams_of_providers(stream: ProviderStream) -> None:
    assert await answer_of(stream.turn, model=stream.model) == stream.expected


# --- thoughts in the text ---


@pytest.mark.parametrize(
    ("text", "words", "thoughts"),
    [
        ("<think>想</think>5天。", "5天。", "想"),
        ("<think>\n想\n</think>\n\n5天。", "5天。", "\n想\n"),
        ("\n <think></think>\n5天。", "5天。", ""),
        ("\n\n</think>\n\n5天。", "5天。", ""),
        ("<think>想到一半", "", "想到一半"),
        ("<think>", "", ""),
        ("先说。\n<think>再想</think>\n再说。", "先说。\n再说。", "再想"),
        ("<think>甲</think><think>乙</think>丙", "丙", "甲乙"),
        ("标签 <think> 和 </think> 不是思考。", "标签 <think> 和 </think> 不是思考。", ""),
        ("1 < 2，<thin", "1 < 2，<thin", ""),
        ("<thinly>", "<thinly>", ""),
        ("\n  5天。\n", "\n  5天。\n", ""),
        (" \n", " \n", ""),
    ],
)
async def test_thoughts_in_the_text(text: str, words: str, thoughts: str) -> None:
    for every in (1, 3, 1000):
        answer = await answer_of(says(text, every=every))
        assert (answer.text, answer.reasoning) == (words, thoughts)


@pytest.mark.parametrize("name", ["deepseek-r1:7b", "QwQ-32B", "qwen3-30b-a3b-thinking-2507"])
async def test_a_model_that_begins_inside_its_thoughts(name: str) -> None:
    answer = await answer_of(says("先想想。\n</thi", "nk>\n\n5天。"), model=name)
    assert (answer.text, answer.reasoning) == ("5天。", "先想想。\n")


async def test_a_model_that_might_think_and_does_not() -> None:
    assert (await answer_of(says("5", "天。"), model="deepseek-r1")).text == "5天。"
    tagged = await answer_of(says("<think>想</think>5天。"), model="deepseek-r1")
    assert (tagged.text, tagged.reasoning) == ("5天。", "想")
    long = await answer_of(says("<think>" + "想" * 5000 + "</think>5天。"), model="deepseek-r1")
    assert (long.text, long.reasoning) == ("5天。", "想" * 5000)
    beside = await answer_of(thinks("想") + says("5", "天。"), model="deepseek-r1")
    assert (beside.text, beside.reasoning) == ("5天。", "想")


async def test_thoughts_that_run_out_of_tokens_are_no_answer() -> None:
    answer = await answer_of(says("想想，", "再想").but(finish="length"), model="deepseek-r1")
    assert answer == Answer("", "想想，再想", end=Finished("length", 11, 7))


async def test_words_of_a_model_whose_thoughts_come_apart_are_not_held_back() -> None:
    with scripted_model(thinks("想") + says("5天") + pauses(60)) as model:
        stream = chat_with(model, model="deepseek-r1").stream(QUESTION)
        async with asyncio.timeout(5):
            assert [await anext(stream), await anext(stream)] == [ReasoningDelta("想"), TextDelta("5天")]
        await stream.aclose()


async def test_a_closing_tag_alone_is_learnt_from() -> None:
    """Words of the first answer are out before the tag comes; from then on they are waited for."""
    with scripted_model(says("先想。\n", "</think>\n\n5天。"), forever=True) as model:
        chat = chat_with(model, model="nobody-knows")
        first, second = gathered(await collect(chat)), gathered(await collect(chat))
    assert (first.text, first.reasoning) == ("先想。\n5天。", "")
    assert (second.text, second.reasoning) == ("5天。", "先想。\n")


TAGGED = st.lists(
    st.sampled_from(
        [
            "<think>",
            "</think>",
            "<",
            "</",
            "think>",
            "\n",
            " ",
            "想",
            "a</think",
            "<th",
            " " * 399,
            " " * 400,
            "想" * 500,
        ]
    ),
    max_size=12,
).map("".join)


@given(TAGGED, st.data(), st.booleans())
@example("</think>" * 3, None, True)
def test_thoughts_are_the_same_for_every_cut(text: str, data: st.DataObject | None, inside: bool) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text))))) if data else list(range(len(text)))
    pieces = [text[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert _split(pieces, inside) == _split([text], inside)


def _split(pieces: list[str], inside: bool) -> tuple[str, str, bool]:
    splitter = ThoughtSplitter(inside)
    said = [found for piece in pieces for found in splitter.feed(piece)] + list(splitter.close())
    kinds = {kind: "".join(text for of, text in said if of == kind) for kind in ("text", "reasoning")}
    return kinds["text"], kinds["reasoning"], splitter.orphaned


@pytest.mark.parametrize("text", ["<think></think>", "\n</think>", "<", "\n", " ", "\n<think", "a\n"])
def test_a_long_text_full_of_tags_takes_linear_time(text: str) -> None:
    long = text * (1_000_000 // len(text))
    words, thoughts, _ = _split([long], inside=False)
    assert len(words) + len(thoughts) <= len(long)


# --- bytes ---


WHOLE = (
    b": wait\n\n"
    + 'data: {"choices":[{"delta":{"reasoning_content":"想"}}]}\r\n\r\n'.encode()
    + 'data: {"choices":[{"delta":{"content":"<think>再想</think>年假😀"}}]}\n\n'.encode()
    + b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\ude00"}}]}\r\r'
    + b'data: {"choices":[{"delta":\ndata: {"tool_calls":[{"function":{"name":"search","arguments":"{"}}]}}]}\n\n'
    + b'data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"}"}}]},"finish_reason":"tool_calls"}]}\n'
    + b'data: {"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":3}}\n\ndata: [DONE]\n\n'
)
EXPECTED = Answer("年假😀😀", "想再想", (("search", "{}"),), Finished("tool_calls", 2, 3))


@given(st.sets(st.integers(0, len(WHOLE))).map(sorted))
def test_the_deltas_are_the_same_for_every_cut_of_the_bytes(cuts: list[int]) -> None:
    events, assembly = EventReader(), Assembly()
    deltas: list[ChatDelta] = []
    for start, stop in zip([0, *cuts], [*cuts, len(WHOLE)], strict=True):
        deltas += [delta for chunk in events.feed(WHOLE[start:stop]) for delta in assembly.feed(chunk)]
    assert events.ended
    assert gathered([*deltas, *assembly.close()]) == EXPECTED


@pytest.mark.parametrize("size", [1, 7, 10_000])
async def test_bytes_that_arrive_one_by_one(size: int) -> None:
    pieces = [WHOLE[start : start + size] for start in range(0, len(WHOLE), size)]
    assert await answer_of(raw(*pieces)) == EXPECTED


async def test_words_come_when_they_are_sent() -> None:
    with scripted_model(says("年假") + pauses(60)) as model:
        stream = chat_with(model).stream(QUESTION)
        async with asyncio.timeout(5):
            assert await anext(stream) == TextDelta("年假")
        await stream.aclose()


# --- the request ---


async def test_what_is_asked() -> None:
    messages = [{"role": "system", "content": "只引用。"}, *QUESTION]
    with scripted_model(says("好。"), says("好。"), key="sk-test-1") as model:
        chat = chat_with(model, model=" scripted ")
        await collect(chat, messages, [SEARCH])
        await collect(chat, messages)
    asked = model.requests[0]
    assert chat.name == asked.body["model"] == "scripted"
    assert asked.body["messages"] == messages
    assert asked.body["tools"] == [SEARCH]
    assert asked.body["stream"] is True
    assert asked.headers["authorization"] == "Bearer sk-test-1"
    assert "tools" not in model.requests[1].body


async def test_a_server_without_a_key_is_sent_none() -> None:
    with scripted_model(says("好。")) as model:
        await collect(chat_with(model, api_key=" "))
    assert "authorization" not in model.requests[0].headers


async def test_half_a_character_in_a_document_does_not_stop_the_question() -> None:
    with scripted_model(says("好。")) as model:
        await collect(chat_with(model), [{"role": "user", "content": "坏\ud800字，好😀字"}])
    assert model.requests[0].body["messages"][0]["content"] == "坏?字，好😀字"


UNKNOWN_OPTION: dict[str, Turn] = {
    "OpenAI": fails(400, "Unrecognized request argument supplied: stream_options"),
    "vLLM": replies({"object": "error", "message": "('body', 'stream_options'), 'Extra inputs'"}, status=400),
    "FastAPI": replies({"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs"}]}, status=422),
}  # fmt: skip


@pytest.mark.parametrize("provider", UNKNOWN_OPTION)
async def test_a_server_that_counts_no_tokens_is_asked_again(provider: str) -> None:
    with scripted_model(UNKNOWN_OPTION[provider], says("好。"), says("好。")) as model:
        chat = chat_with(model)
        assert gathered(await collect(chat)) == Answer("好。")
        await collect(chat)
    assert ["stream_options" in request.body for request in model.requests] == [True, False, False]


@pytest.mark.parametrize("suffix", ["", "/", "/chat/completions", "/chat/completions/"])
async def test_forms_of_the_same_address(suffix: str) -> None:
    with scripted_model(says("好。")) as model:
        assert gathered(await collect(chat_with(model, base_url=f" {model.base_url}{suffix} "))).text == "好。"


async def test_a_query_in_the_address_is_kept() -> None:
    with scripted_model(says("好。")) as model:
        await collect(chat_with(model, base_url=f"{model.base_url}?api-version=1"))
    assert model.seen == ["POST /v1/chat/completions?api-version=1"]


async def test_no_proxy_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with scripted_model(says("好。"), says("好。")) as model:
        assert gathered(await collect(chat_with(model))).text == "好。"
        local = model.base_url.replace("127.0.0.1", "localhost")
        assert gathered(await collect(chat_with(model, base_url=local))).text == "好。"


async def test_a_proxy_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with scripted_model(says("好。")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        assert gathered(await collect(chat_with(proxy, base_url="http://model.invalid/v1"))).text == "好。"
    assert proxy.requests[0].headers["host"] == "model.invalid"


async def test_many_at_once() -> None:
    def echo(request: dict[str, Any], number: int) -> Turn:
        return says(*request["messages"][0]["content"])

    with scripted_model(echo) as model:
        chat = chat_with(model)
        asked = [collect(chat, [{"role": "user", "content": f"问题{number}"}]) for number in range(20)]
        answers = [gathered(deltas).text for deltas in await asyncio.gather(*asked)]
    assert answers == [f"问题{number}" for number in range(20)]


def test_one_model_on_several_event_loops() -> None:
    with scripted_model(says("好。"), forever=True) as model:
        chat = chat_with(model)
        assert [gathered(asyncio.run(collect(chat))).text for _ in range(2)] == ["好。", "好。"]


# --- settings ---


def test_no_address_no_model() -> None:
    assert make_chat(Endpoint()) is None
    assert make_chat(Endpoint(base_url="", model="m")) is None


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"base_url": "http://localhost/v1"}, "YOUJU_JUDGE__MODEL"),
        ({"base_url": "http://localhost/v1", "model": "  "}, "YOUJU_JUDGE__MODEL"),
        ({"base_url": "localhost:11434", "model": "m"}, "YOUJU_JUDGE__BASE_URL"),
        ({"base_url": "http://", "model": "m"}, "YOUJU_JUDGE__BASE_URL"),
        ({"base_url": "http://[::1", "model": "m"}, "YOUJU_JUDGE__BASE_URL"),
        ({"base_url": "http://h:port/v1", "model": "m"}, "YOUJU_JUDGE__BASE_URL"),
        ({"base_url": "http://localhost/v1", "model": "m", "api_key": "密钥"}, "YOUJU_JUDGE__API_KEY"),
        ({"base_url": "http://localhost/v1", "model": "m", "api_key": "a\nb"}, "YOUJU_JUDGE__API_KEY"),
    ],
)
def test_settings_that_cannot_be_asked_say_what_to_set(settings: dict[str, Any], names: str) -> None:
    with pytest.raises(UnknownSetting) as mistake:
        make_chat(Endpoint(**settings), "judge")
    assert names in mistake.value.remedy
    assert "密钥" not in mistake.value.line()


def test_the_client_is_loaded_only_for_those_who_have_a_model() -> None:
    code = "import sys, youju.models.chat as chat, youju.settings as settings; chat.make_chat(settings.Endpoint())"
    code += "; sys.exit('httpx2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


# --- the scripted model as a process ---


async def test_a_script_in_a_file(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    turns = [[{"think": "想"}, {"call": {"name": "search", "arguments": {"query": "年假"}}}], {"say": ["5", "天。"]}]
    script.write_text(json.dumps({"turns": turns, "forever": True}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.models.scripted", str(script), "--key", "k"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout
        async with asyncio.timeout(20):
            address = (await process.stdout.readline()).decode().strip()
        chat = make_chat(Endpoint.model_validate({"base_url": address, "model": "m", "api_key": "k"}))
        assert chat
        answers = [gathered(await collect(chat)) for _ in range(3)]
    finally:
        process.terminate()
        await process.wait()
    called = Answer("", "想", (("search", '{"query": "年假"}'),), Finished("tool_calls", 11, 7))
    spoken = Answer("5天。", end=Finished("stop", 11, 7))
    assert answers == [called, spoken, spoken]


async def test_a_script_that_is_over_fails_its_test() -> None:
    with pytest.raises(AssertionError), scripted_model(calls("search")) as model:
        await collect(chat_with(model))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):  # it is asked again and again
                await collect(chat_with(model))


# --- the key ---


async def test_the_key_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), scripted_model(says("好。"), key="sk-very-secret") as model:
        await collect(chat_with(model))
    assert "sk-very-secret" not in caplog.text
    assert "sk-very-secret" not in repr(vars(chat_with(model)))


async def test_chunks_of_no_completion_are_ignored() -> None:
    assert (await answer_of(chunks({"object": "ping"}) + says("好。"))).text == "好。"
