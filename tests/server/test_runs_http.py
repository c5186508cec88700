"""Answers that take their time: stopped, left, returned to. The source is ours, the server and the wire are real."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from tests.server.living import Event, living, parse_events

from youju.answering.events import AnswerEvent, DoneEvent, NoticeEvent, SentenceEvent, StageEvent
from youju.answering.question import Question
from youju.answering.schemas import Answer
from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.errors import CallerMistake, PartUnavailable
from youju.server import answers
from youju.server.app import create_app
from youju.server.runs import MOST_RUNNING, Runs

STREAM = {"Accept": "text/event-stream"}
BODY = {"question": "慢"}


class Slow:
    """Yields a stage, a notice and two sentences, then waits at the gate, then ends, or fails with `error`."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.waiting = asyncio.Event()
        self.let_go = asyncio.Event()
        self.error: Exception | None = None
        self.refusal: Exception | None = None

    async def __call__(self, question: Question, _: Caller) -> AsyncGenerator[AnswerEvent]:
        if self.refusal:
            raise self.refusal
        try:
            yield StageEvent(name="search", text="检索资料")
            yield NoticeEvent(kind="degraded", text="只按词语查找")
            for index, text in enumerate(("甲。", "乙。")):
                yield SentenceEvent(index=index, text=text, lead="\n" if index else "", verdict="no_claim")
            self.waiting.set()
            await self.gate.wait()
            if self.error:
                raise self.error
            yield DoneEvent(answer=Answer(id=question.id, question=question.text, status="answered", text="甲。\n乙。"))
        finally:
            self.let_go.set()


Slowly = tuple[Slow, httpx.AsyncClient]


@pytest.fixture
async def slowly(house: Youju) -> AsyncGenerator[Slowly]:
    source, app = Slow(), create_app(house, OWNER)
    app.state.runs = Runs(source)
    async with living(app) as client:
        yield source, client


@asynccontextmanager
async def streaming(client: httpx.AsyncClient, after: str | None = None) -> AsyncGenerator[AsyncIterator[str]]:
    headers = {**STREAM, **({"Last-Event-ID": after} if after else {})}
    async with client.stream("POST", "/api/v1/answers", json=BODY, headers=headers) as response:
        assert response.status_code == 200
        yield response.aiter_lines()


async def take(lines: AsyncIterator[str], enough: Callable[[list[str]], bool] = lambda _: False) -> list[Event]:
    taken: list[str] = []
    async for line in lines:
        taken.append(line)
        if not line and enough(taken):
            break
    return parse_events(taken)


def events(count: int) -> Callable[[list[str]], bool]:
    return lambda lines: sum(line.startswith("id: ") for line in lines) == count


async def soon(event: asyncio.Event) -> None:
    """The contract: within one second."""
    async with asyncio.timeout(1.0):
        await event.wait()


async def test_sentences_arrive_before_the_answer_is_whole(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        shown = await take(lines, events(4))
        assert [event.event for event in shown] == ["stage", "notice", "sentence", "sentence"]
        source.gate.set()
        assert [event.event for event in await take(lines)] == ["done"]


async def test_stop_ends_the_stream_with_what_was_shown(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        shown = await take(lines, events(4))
        identifier = shown[0].id.partition(".")[0]
        stopped = await client.post(f"/api/v1/answers/{identifier}/stop")
        assert stopped.json() == {"id": identifier, "status": "stopped"}
        await soon(source.let_go)
        (done,) = await take(lines)
    answer = done.data["answer"]
    assert (answer["status"], answer["text"]) == ("stopped", "甲。\n乙。")
    assert answer["notices"] == [{"kind": "degraded", "text": "只按词语查找"}]
    assert (await client.get(f"/api/v1/answers/{identifier}")).json() == answer
    assert (await client.post(f"/api/v1/answers/{identifier}/stop")).json()["status"] == "stopped"


async def test_leaving_a_stream_cancels_the_work(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        await take(lines, events(4))
    await soon(source.let_go)


async def test_leaving_before_the_document_is_there_cancels_the_work(slowly: Slowly) -> None:
    source, client = slowly
    asking = asyncio.create_task(client.post("/api/v1/answers", json=BODY))
    await soon(source.waiting)
    asking.cancel()
    await soon(source.let_go)


async def test_coming_back_at_once_finds_the_work_going_on(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        shown = await take(lines, events(3))
    async with streaming(client, after=shown[1].id) as lines:
        await asyncio.sleep(0.7)
        assert not source.let_go.is_set()
        source.gate.set()
        rest = await take(lines)
    assert [event.number for event in rest] == [3, 4, 5]
    assert rest[-1].data["answer"]["status"] == "answered"


async def test_coming_back_too_late_finds_what_was_shown(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        shown = await take(lines, events(1))
    await soon(source.let_go)
    async with streaming(client, after=shown[0].id) as lines:
        rest = await take(lines)
    assert [event.event for event in rest] == ["notice", "sentence", "sentence", "done"]
    assert rest[-1].data["answer"]["status"] == "stopped"


async def test_one_of_two_listeners_may_leave(slowly: Slowly) -> None:
    source, client = slowly
    async with streaming(client) as lines:
        first = (await take(lines, events(4)))[0]
        async with streaming(client, after=first.id) as others:
            await take(others, events(3))
        await asyncio.sleep(0.7)
        assert not source.let_go.is_set()


async def test_a_stream_is_kept_alive(slowly: Slowly, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "KEEP_ALIVE_SECONDS", 0.05)
    source, client = slowly
    async with streaming(client) as lines:
        await take(lines, events(4))
        async with asyncio.timeout(1.0):
            assert await anext(lines) == ": ping"
        source.gate.set()
        assert [event.event for event in await take(lines)] == ["done"]


async def test_a_failure_on_the_way_is_told_and_ends_the_answer(slowly: Slowly) -> None:
    source, client = slowly
    source.error = PartUnavailable("The model does not answer.", remedy="Try again.", code="model_down")
    source.gate.set()
    async with streaming(client) as lines:
        *_, error, done = await take(lines)
    assert error.event == "error"
    assert error.data == {"code": "model_down", "text": "The model does not answer. Try again."}
    assert done.data["answer"]["status"] == "failed"


async def test_an_unforeseen_failure_tells_nothing_of_the_inside(slowly: Slowly) -> None:
    source, client = slowly
    source.error = RuntimeError("/home/someone/secret")
    source.gate.set()
    streamed = await client.post("/api/v1/answers", json=BODY, headers=STREAM)
    assert "secret" not in streamed.text and "event: error" in streamed.text


async def test_a_refusal_before_the_first_event_is_a_problem(slowly: Slowly) -> None:
    source, client = slowly
    source.refusal = CallerMistake("There is no model x.", code="unknown_model")
    for headers in ({}, STREAM):
        response = await client.post("/api/v1/answers", json=BODY, headers=headers)
        assert (response.status_code, response.json()["code"]) == (422, "unknown_model")


async def test_too_many_at_once_are_refused_and_then_served(slowly: Slowly) -> None:
    source, client = slowly
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=client.base_url, limits=limits) as many:
        asking = [asyncio.create_task(many.post("/api/v1/answers", json=BODY)) for _ in range(MOST_RUNNING)]
        await soon(source.waiting)
        await asyncio.sleep(0.2)
        refused = await many.post("/api/v1/answers", json=BODY)
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        source.gate.set()
        assert {(await one).status_code for one in asking} == {200}
        assert (await many.post("/api/v1/answers", json=BODY)).status_code == 200
