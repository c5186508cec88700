"""`/answers`: ask, as one document or as a stream; stop; read again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import Receive, Scope, Send

from youju.answering.question import MAX_CHARACTERS, Question
from youju.answering.schemas import Answer, AnswerStatus
from youju.app import Youju
from youju.caller import Caller
from youju.errors import NotFound
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED, Problem
from youju.server.runs import Run, Runs
from youju.server.wire import Text

KEEP_ALIVE_SECONDS = 15.0

router = APIRouter(prefix="/answers", tags=["answers"])


def current_runs(request: Request) -> Runs:
    """The answers of this server."""
    return request.app.state.runs


Running = Annotated[Runs, Depends(current_runs)]


class Ask(BaseModel):
    """A question. `at` is the date asked about (today if it is missing), `category` narrows the search,
    `session_id` is the conversation in which the answer is kept."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"question": "差旅费要在多少天内报销？", "at": "2026-03-01"}]}
    )

    question: Text = Field(json_schema_extra={"minLength": 1, "maxLength": MAX_CHARACTERS})
    category: Text | None = Field(default=None, max_length=200)
    at: date | None = None
    model: Text | None = Field(default=None, max_length=200)
    session_id: Text | None = Field(default=None, max_length=64)

    def to_question(self) -> Question:
        """As the house takes it. Raises `CallerMistake`."""
        return Question(self.question, self.category, self.at, self.model, self.session_id)


class Stopped(BaseModel):
    """An answer that goes on no longer, and how it ended."""

    id: str
    status: AnswerStatus


_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "model": Answer,
        "description": "The answer; with `Accept: text/event-stream` its events: `stage`, `citation` (before any "
        "sentence that uses it), `sentence`, `reasoning`, `tool`, `notice`, `retry`, `error`, `done`.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    503: {"description": "Too many questions at once, or a part is down.", "model": Problem},
}


@router.post("", response_model=None, responses=DOCUMENTED | _STREAM)
async def ask(
    *,
    body: Ask,
    request: Request,
    caller: Asking,
    youju: House,
    runs: Running,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str | None, Header(description="Go on after this event of an earlier stream.")] = None,
) -> Response:
    """Ask a question. A stream that broke is continued by the same request with `Last-Event-ID`."""
    streamed = "text/event-stream" in accept
    if last_event_id and streamed:
        return await _resumed(last_event_id, caller, youju, runs)
    run = runs.start(body.to_question(), caller)
    with run.listening():
        await _while_connected(request, run.grow(0) if streamed else run.ended())
    if run.refused is not None:
        raise run.refused
    return EventStream(run) if streamed else _document(run)


@router.post("/{identifier}/stop", responses=DOCUMENTED)
async def stop(identifier: str, caller: Asking, runs: Running) -> Stopped:
    """Stop an answer; what was shown of it stays. The id is the part before the dot in every event's `id`."""
    run = runs.get(identifier, caller)
    await run.stop()
    return Stopped(id=identifier, status=run.answer.status if run.answer else "stopped")


@router.get("/{identifier}", response_model=Answer, responses=DOCUMENTED)
async def read(identifier: str, caller: Asking, youju: House, runs: Running) -> Response:
    """An answer that was given to this caller, who may still read all that it cites."""
    try:
        kept = await youju.kept_answer(identifier, caller)
    except NotFound:
        return _document(await _readable(runs.get(identifier, caller), youju))
    return _json(Answer.model_validate(kept))


class EventStream(EventSourceResponse):
    """The events of a run after the first `seen`, as long as the client stays."""

    def __init__(self, run: Run, seen: int = 0) -> None:
        super().__init__(_events(run, seen), headers={"X-Accel-Buffering": "no"})
        self._run = run

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count as a listener until the last byte is out or the client is gone."""
        with self._run.listening():
            await super().__call__(scope, receive, send)


async def _events(run: Run, seen: int) -> AsyncGenerator[bytes]:
    while not run.over(seen):
        if not await run.grow(seen, KEEP_ALIVE_SECONDS):
            yield KEEPALIVE_COMMENT
        for event in run.after(seen):
            seen += 1
            data = event.model_dump_json(by_alias=True, exclude={"event"})
            yield format_sse_event(event=event.event, data_str=data, id=f"{run.id}.{seen}")


async def _resumed(last: str, caller: Caller, youju: House, runs: Runs) -> Response:
    """The rest of a stream; when its log is gone but the answer was kept, the answer. Raises `NotFound`."""
    identifier, _, seen = last.rpartition(".")
    if not seen.isdecimal():
        raise NotFound("No such event.")
    try:
        return EventStream(await _readable(runs.get(identifier, caller), youju), int(seen))
    except NotFound:
        answer = Answer.model_validate(await youju.kept_answer(identifier, caller))
    data = answer.model_dump_json(by_alias=True)
    done = format_sse_event(event="done", data_str=f'{{"answer":{data}}}', id=f"{identifier}.{int(seen) + 1}")
    return EventSourceResponse(iter([done]))


async def _readable(run: Run, youju: Youju) -> Run:
    """The run, if its caller may still read all that it has cited. Raises `NotFound`."""
    for passage in run.cited():
        await youju.passage(passage, run.caller)
    return run


async def _while_connected(request: Request, awaited: Coroutine[Any, Any, object]) -> None:
    """Until what is awaited has come, or the client has gone."""
    tasks = [asyncio.create_task(awaited), asyncio.create_task(_disconnected(request))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _document(run: Run) -> Response:
    if run.answer is None:
        raise NotFound("No such answer.")
    return _json(run.answer)


def _json(answer: Answer) -> Response:
    return Response(answer.model_dump_json(by_alias=True), media_type="application/json")
