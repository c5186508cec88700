"""How a model fails: what is told, that nothing hangs, and that who stops waiting is let go at once."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, aclosing, contextmanager, suppress

import pytest
from tests.models.asking import QUESTION, SEARCH, chat_with, collect, failure_of, gathered
from tests.models.provider_refusals import REFUSALS, Refusal
from tests.models.scripted import (
    ScriptedModel,
    Turn,
    chunks,
    comments,
    deltas,
    drops,
    drops_after,
    endless,
    fails,
    hangs,
    hangs_after,
    pauses,
    raw,
    replies,
    says,
    scripted_model,
    thinks,
)  # fmt: skip

from youju.errors import ModelFailed, ModelTrouble
from youju.models.chat import make_chat
from youju.settings import Endpoint

KEY = "sk-secret-0123456789"


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: f"{one.trouble}: {one.provider}")
async def test_refusals_of_providers(refusal: Refusal) -> None:
    turn = replies(refusal.body, status=refusal.status, headers=refusal.headers)
    failure = await failure_of(turn, requests=refusal.requests, tools=[SEARCH])
    assert failure.trouble == refusal.trouble
    assert failure.code == "model_failed"
    told = refusal.body if isinstance(refusal.body, str) else json.dumps(refusal.body, ensure_ascii=False)
    assert failure.message not in told


MIDDLE: list[tuple[str, Turn, ModelTrouble]] = [
    ("an error object", chunks({"error": {"message": "boom", "type": "server_error"}}), "server_error"),
    ("an error in words", chunks({"error": "boom"}), "server_error"),
    ("an error without an envelope", chunks({"object": "error", "message": "boom", "code": 40303}), "server_error"),
    ("an error event", raw(b'event: error\ndata: {"message":"boom"}\n\n'), "server_error"),
    ("a bare line", raw(b'{"error":{"message":"boom","code":500}}\n'), "server_error"),
    ("too many requests", chunks({"error": {"message": "slow down", "code": 429}}), "rate_limited"),
    ("too much text", chunks({"error": {"message": "exceeds the context size", "code": "bad"}}), "context_overflow"),
    ("a wrong key", chunks({"error": {"message": "no", "code": "401"}}), "unauthorised"),
    ("an end that is none", chunks({"choices": [{"delta": {}, "finish_reason": "error"}]}), "broken_stream"),
    ("no end", says().but(finish=None, usage=None, done=False), "broken_stream"),
    ("a break of the connection", drops_after(), "broken_stream"),
    ("not JSON", raw(b"data: {oops\n\n"), "not_understood"),
    ("JSON that is no object", raw(b"data: [1]\n\n"), "not_understood"),
    ("JSON without a floor", raw(b"data: " + b"[" * 100_000 + b"\n\n"), "not_understood"),
    ("a line without an end", raw(b"data: " + b"a" * 1_100_000), "not_understood"),
    ("an event without an end", raw(*[b"data: " + b"a" * 60_000 + b"\n"] * 20), "not_understood"),
    ("silence", pauses(60), "timeout"),
]


@pytest.mark.parametrize(("turn", "trouble"), [entry[1:] for entry in MIDDLE], ids=[entry[0] for entry in MIDDLE])
async def test_failures_in_mid_stream(turn: Turn, trouble: ModelTrouble) -> None:
    failure = await failure_of(says("年假", "有") + turn, words="年假有", timeout_seconds=0.5)
    assert failure.trouble == trouble


async def test_a_stream_that_does_not_end_is_ended() -> None:
    chunk = b'data: {"choices":[{"delta":{"content":"' + b"a" * 900_000 + b'"}}]}\n\n'
    with scripted_model(raw(*[chunk] * 30)) as model, pytest.raises(ModelFailed) as failed:
        await collect(chat_with(model))
    assert failed.value.trouble == "broken_stream"


NOT_THE_PROTOCOL: list[tuple[str, Turn]] = [
    ("a page", replies("<html><body>Sign in</body></html>")),
    ("text", replies("hello").but(headers={"content-type": "text/plain"})),
    ("nothing", raw()),
    ("JSON of something else", replies({"status": "ok"})),
    ("JSON that is no object", replies([1, 2])),
    ("broken JSON", replies("{").but(headers={"content-type": "application/json"})),
    ("a stream of something else", chunks({"status": "ok"}).but(finish=None, usage=None)),
    ("only the end", says().but(finish=None, usage=None)),
    ("compressed, and not", replies("x").but(headers={"content-encoding": "gzip"})),
]


@pytest.mark.parametrize("turn", [entry[1] for entry in NOT_THE_PROTOCOL], ids=[entry[0] for entry in NOT_THE_PROTOCOL])
async def test_what_is_not_the_protocol(turn: Turn) -> None:
    assert (await failure_of(turn)).trouble == "not_understood"


async def test_an_error_with_status_200() -> None:
    turn = replies({"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}})
    assert (await failure_of(turn)).trouble == "unauthorised"


# --- asking again ---


async def test_a_passing_failure_is_asked_again() -> None:
    turns = fails(503, headers={"retry-after": "0"}), fails(429, headers={"retry-after": "0"}), says("5天。")
    with scripted_model(*turns) as model:
        assert gathered(await collect(chat_with(model))).text == "5天。"
    assert len(model.requests) == 3


async def test_the_time_that_the_server_names_is_waited() -> None:
    with scripted_model(fails(429, headers={"retry-after": "1"}), says("5天。")) as model:
        await collect(chat_with(model))
    assert 0.95 < model.requests[1].arrived - model.requests[0].arrived < 2


@pytest.mark.parametrize("broken", [drops(), drops_after(), chunks({"error": {"code": 502, "message": "upstream"}})])
async def test_a_connection_that_breaks_before_the_first_word_is_made_again(broken: Turn) -> None:
    with scripted_model(broken, says("5天。")) as model:
        assert gathered(await collect(chat_with(model))).text == "5天。"
    assert 0.2 < model.requests[1].arrived - model.requests[0].arrived < 1.5


async def test_thoughts_are_words_too() -> None:
    failure = await failure_of(thinks("想") + chunks({"error": {"code": 502, "message": "upstream"}}))
    assert failure.trouble == "server_error"


async def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    chat = make_chat(Endpoint(base_url=f"http://127.0.0.1:{port}/v1", model="m"))
    assert chat
    with pytest.raises(ModelFailed) as failed:
        await collect(chat)
    assert failed.value.trouble == "unreachable"


async def test_somebody_who_speaks_otherwise() -> None:
    with speaking(b"220 mail ready\r\n\r\n") as port:
        for scheme in ("http", "https"):
            chat = make_chat(Endpoint(base_url=f"{scheme}://127.0.0.1:{port}/v1", model="m"))
            assert chat
            with pytest.raises(ModelFailed) as failed:
                await collect(chat)
            assert failed.value.trouble == "not_understood"


@contextmanager
def speaking(greeting: bytes) -> Iterator[int]:
    """A server of another protocol, which greets and listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client, suppress(OSError):
                        client.sendall(greeting)
                        client.recv(65_536)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join(5)


async def test_a_proxy_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "gopher://proxy")
    chat = make_chat(Endpoint(base_url="https://model.invalid/v1", model="m"))
    assert chat
    with pytest.raises(ModelFailed, match="proxy") as failed:
        await collect(chat)
    assert failed.value.trouble == "unreachable"


# --- waiting ---


@pytest.mark.parametrize("turn", [hangs(), pauses(60), hangs_after("年假")], ids=["headers", "first word", "next word"])
async def test_silence_ends(turn: Turn) -> None:
    began = time.monotonic()
    with scripted_model(turn) as model:
        with pytest.raises(ModelFailed) as failed:
            await collect(chat_with(model, timeout_seconds=0.4))
        assert failed.value.trouble == "timeout"
        assert 0.3 < time.monotonic() - began < 4
        assert model.requests[0].closes_within(1)


async def test_a_server_that_takes_no_connection() -> None:
    with overfull() as port:
        began = time.monotonic()
        chat = make_chat(Endpoint(base_url=f"http://127.0.0.1:{port}/v1", model="m", timeout_seconds=0.4))
        assert chat
        with pytest.raises(ModelFailed) as failed:
            await collect(chat)
        assert failed.value.trouble == "timeout"
        assert 0.3 < time.monotonic() - began < 4


async def test_who_stops_waiting_for_a_connection_is_let_go() -> None:
    with overfull() as port:
        chat = make_chat(Endpoint(base_url=f"http://127.0.0.1:{port}/v1", model="m"))
        assert chat
        asking = asyncio.create_task(collect(chat))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert time.monotonic() - began < 1


@contextmanager
def overfull() -> Iterator[int]:
    """A port where the queue of connections is full, so that a further one is never made."""
    with ExitStack() as sockets:
        server = sockets.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(4):
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        yield server.getsockname()[1]


async def test_a_slow_model_is_waited_for() -> None:
    slow = says("年假")
    for word in ("有", "5天", "。"):
        slow = slow + pauses(0.3) + comments() + pauses(0.3) + says(word)
    with scripted_model(slow) as model:
        assert gathered(await collect(chat_with(model, timeout_seconds=0.5))).text == "年假有5天。"


async def test_a_server_that_only_says_that_it_is_alive_is_not_waited_for_without_end() -> None:
    alive = comments()
    for _ in range(40):
        alive = alive + pauses(0.1) + comments()
    assert (await failure_of(alive, timeout_seconds=0.25)).trouble == "timeout"


async def test_a_refusal_whose_body_does_not_come() -> None:
    failure = await failure_of(pauses(60).but(status=401))
    assert failure.trouble == "unauthorised"


# --- who stops waiting ---

PHASES = {
    "headers": hangs(),
    "first word": pauses(60),
    "next word": hangs_after("年假"),
    "endless": endless(),
    "body of a refusal": pauses(60).but(status=400),
    "before the next request": fails(503, headers={"retry-after": "9"}),
}


@pytest.mark.parametrize("phase", PHASES)
async def test_a_cancelled_task_closes_the_connection(phase: str) -> None:
    with scripted_model(PHASES[phase]) as model:
        asking = asyncio.create_task(collect(chat_with(model)))
        await asyncio.to_thread(model.wait_for_requests, 1)
        await asyncio.sleep(0.1)
        began = time.monotonic()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert time.monotonic() - began < 1
        await _is_gone(model, began)


@pytest.mark.parametrize("phase", ["next word", "endless"])
async def test_a_closed_generator_closes_the_connection(phase: str) -> None:
    with scripted_model(PHASES[phase]) as model:
        stream = chat_with(model).stream(QUESTION)
        await anext(stream)
        began = time.monotonic()
        await stream.aclose()
        await _is_gone(model, began)


async def test_who_breaks_out_of_the_loop_closes_the_connection() -> None:
    with scripted_model(endless()) as model:
        async with aclosing(chat_with(model).stream(QUESTION)) as stream:
            async for _ in stream:
                break
        await _is_gone(model, time.monotonic())


async def _is_gone(model: ScriptedModel, began: float) -> None:
    exchange = model.requests[0]
    assert exchange.finished.is_set() or await asyncio.to_thread(exchange.closes_within, 1)
    assert (exchange.closed_at or began) - began < 1
    assert len(model.requests) == 1


# --- what is told ---


@pytest.mark.parametrize(
    "turn",
    [
        fails(401, f"Incorrect API key provided: {KEY}", headers={"x-echo": KEY}),
        fails(400, f"You sent Bearer {KEY}"),
        fails(429, KEY, headers={"retry-after": "60"}),
        replies(f"<html>{KEY}</html>"),
        says("a") + chunks({"error": {"message": KEY}}),
        says("a") + raw(b"data: " + KEY.encode() + b"\n\n"),
        drops_after("a"),
    ],
)
async def test_neither_key_nor_address_nor_reply_is_told(turn: Turn) -> None:
    with scripted_model(turn) as model, pytest.raises(ModelFailed) as failed:
        await collect(chat_with(model, api_key=KEY))
    shown = "".join(traceback.format_exception(failed.value)) + failed.value.line() + repr(failed.value)
    assert KEY not in shown
    assert model.base_url not in failed.value.line()
    assert "\n" not in failed.value.line()
    assert failed.value.message.endswith(".")


async def test_deltas_before_a_failure_were_given() -> None:
    failure = await failure_of(deltas({"content": "年"}, {"content": "假"}) + chunks({"error": "boom"}), words="年假")
    assert failure.trouble == "server_error"
