"""A language model that plays a script: a real HTTP server on this machine that speaks OpenAI's streaming protocol.

    with scripted_model(calls("search", query="年假"), says("年假", "有5天。")) as model:
        chat = make_chat(model.endpoint())

A script is a list of turns, one for each completion that is asked for, or a function of the request and its number that
gives the turn. Turns add up: `thinks("hm") + says("yes")` is one turn. As a process of its own, for commands:

    python -m tests.models.scripted script.json           # prints the base URL, then serves until it is killed
    python -m tests.models.scripted package.module:name   # a list of turns or a function there

A script file holds a list of turns (or `{"turns": […], "forever": true}`), each an object with any of these, in
their order: `{"think": "…", "say": "…" or ["…", "…"], "call": {"name": "…", "arguments": {…}}, "pause": 0.5,
"fail": 429}`; a turn of several calls is a list of such objects.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import importlib
import json
import math
import operator
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from youju.settings import Endpoint

# --- what a turn is made of ---


@dataclass(frozen=True)
class Chunk:
    """One `data:` line with this JSON object."""

    value: Mapping[str, Any]


@dataclass(frozen=True)
class Delta:
    """One `data:` line with a usual chunk around this delta."""

    value: Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    """A tool call as OpenAI streams it: id and name first, then the arguments in pieces. Calls of one turn are
    numbered in their order."""

    name: str
    pieces: tuple[str, ...]
    id: str | None = None


@dataclass(frozen=True)
class Raw:
    """These bytes, in a write of their own."""

    value: bytes


@dataclass(frozen=True)
class Pause:
    """Nothing for so many seconds; infinite until the client goes away."""

    seconds: float


@dataclass(frozen=True)
class Drop:
    """The connection breaks here."""


@dataclass(frozen=True)
class Endless:
    """The same bytes again and again, until the client goes away."""

    value: bytes
    every: float


Step = Chunk | Delta | Call | Raw | Pause | Drop | Endless


@dataclass(frozen=True)
class Turn:
    """One reply. With a `body` it is that body; otherwise a stream of `steps`, then a chunk with `finish`, one with
    `usage` (prompt and completion tokens, if the request asked for it) and `[DONE]`, each of which may be left out."""

    steps: tuple[Step, ...] = ()
    finish: str | None = "stop"
    usage: tuple[int, int] | None = (11, 7)
    done: bool = True
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | None = None
    wait: float = 0.0
    """Seconds before the first byte of the reply."""
    chunked: bool = True
    """Whether HTTP itself tells the end of the body; without, it ends where the connection does."""

    def __add__(self, other: Turn) -> Turn:
        finish = "tool_calls" if "tool_calls" in {self.finish, other.finish} else other.finish
        return replace(other, steps=self.steps + other.steps, finish=finish, wait=self.wait)

    def but(self, **changes: Any) -> Turn:
        return replace(self, **changes)


def says(*chunks: str, every: int = 0) -> Turn:
    """Text in these chunks, or in pieces of `every` characters."""
    return Turn(tuple(Delta({"content": piece}) for piece in _cut(chunks, every)))


def thinks(*chunks: str, name: str = "reasoning_content") -> Turn:
    """Reasoning beside the text, as DeepSeek (`reasoning_content`) or OpenRouter and new vLLM (`reasoning`) send it."""
    return Turn(tuple(Delta({name: piece}) for piece in chunks))


def calls(name: str, /, **arguments: Any) -> Turn:
    """A tool call, its arguments in pieces of 5 characters."""
    return calls_with(name, *_cut([json.dumps(arguments, ensure_ascii=False)], 5))


def calls_with(name: str, /, *pieces: str, call_id: str | None = None) -> Turn:
    """A tool call with arguments of any form, in these pieces."""
    return Turn((Call(name, pieces, call_id),), finish="tool_calls")


def deltas(*values: Mapping[str, Any]) -> Turn:
    """These deltas as they are, each in a usual chunk."""
    return Turn(tuple(Delta(value) for value in values))


def chunks(*values: Mapping[str, Any]) -> Turn:
    """These chunks as they are."""
    return Turn(tuple(Chunk(value) for value in values))


def raw(*pieces: bytes) -> Turn:
    """These bytes and nothing after them: whatever is not the protocol, or the protocol cut anywhere."""
    return Turn(tuple(Raw(piece) for piece in pieces), finish=None, usage=None, done=False)


def comments(text: str = "keep-alive") -> Turn:
    return Turn((Raw(f": {text}\n\n".encode()),))


def pauses(seconds: float) -> Turn:
    return Turn((Pause(seconds),))


def hangs() -> Turn:
    """Takes the request and never answers."""
    return Turn(wait=math.inf)


def hangs_after(*texts: str) -> Turn:
    """Goes silent in the middle."""
    return says(*texts) + pauses(math.inf)


def drops_after(*texts: str) -> Turn:
    """The connection breaks in the middle, or before the first word."""
    return says(*texts) + Turn((Drop(),))


def drops() -> Turn:
    """Takes the request and closes the connection without a word."""
    return Turn(status=0)


def endless(text: str = "和", every: float = 0.01) -> Turn:
    """Text that never ends."""
    return Turn((Endless(_line(_chunk({"content": text})), every),))


def replies(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Turn:
    """A body that is no stream: JSON of the value, or text as it is."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    kind = "text/html; charset=utf-8" if isinstance(value, str) else "application/json"
    return Turn(status=status, headers={"content-type": kind, **(headers or {})}, body=text.encode())


def fails(status: int, message: str = "", *, code: str | int | None = None, headers: Mapping[str, str] | None = None):
    """An error as OpenAI words it."""
    error = {"message": message or f"status {status}", "type": "error", "param": None, "code": code}
    return replies({"error": error}, status=status, headers=headers)


def _cut(pieces: tuple[str, ...] | list[str], every: int) -> list[str]:
    if not every:
        return list(pieces)
    text = "".join(pieces)
    return [text[start : start + every] for start in range(0, len(text), every)]


def _chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {**HEAD, "choices": [choice]}


HEAD = {"id": "chatcmpl-script", "object": "chat.completion.chunk", "created": 1_700_000_000, "model": "scripted"}


def _line(value: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()


# --- the server ---

Script = Callable[[dict[str, Any], int], Turn]


@dataclass
class Exchange:
    """One request for a completion, and what became of it. Times are seconds of `time.monotonic`."""

    number: int
    headers: dict[str, str]
    body: dict[str, Any]
    arrived: float
    closed_at: float | None = None
    finished: threading.Event = field(default_factory=threading.Event)
    """The whole turn was played."""
    closed: threading.Event = field(default_factory=threading.Event)
    """The client went away before the end."""

    def closes_within(self, seconds: float) -> bool:
        """Wait until the client has gone away."""
        return self.closed.wait(seconds)


@dataclass
class ScriptedModel:
    """The running server. `requests` are the completions that were asked for, `seen` every request line."""

    script: Script
    models: tuple[str, ...] | Turn
    key: str | None
    base_url: str = ""
    requests: list[Exchange] = field(default_factory=list[Exchange])
    seen: list[str] = field(default_factory=list[str])
    troubles: list[Exception] = field(default_factory=list[Exception])
    """What went wrong in the script itself; raised when the context ends."""
    arrival: threading.Condition = field(default_factory=threading.Condition)

    def endpoint(self, **changes: Any) -> Endpoint:
        """Settings that lead here."""
        key = SecretStr(self.key) if self.key else None
        return Endpoint(**{"base_url": self.base_url, "api_key": key, "model": "scripted", **changes})

    def environment(self, part: str = "CHAT") -> dict[str, str]:
        """The same as environment variables, for a command."""
        values = {"BASE_URL": self.base_url, "MODEL": "scripted", **({"API_KEY": self.key} if self.key else {})}
        return {f"YOUJU_{part}__{name}": value for name, value in values.items()}

    def wait_for_requests(self, count: int, seconds: float = 5.0) -> list[Exchange]:
        """Block until so many completions were asked for."""
        with self.arrival:
            assert self.arrival.wait_for(lambda: len(self.requests) >= count, seconds), f"{len(self.requests)} requests"
        return self.requests

    async def serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: one request, one reply."""
        try:
            method, target, headers, body = await _read_request(reader)
            self.seen.append(f"{method} {target}")
            path = urlsplit(target).path  # a proxy is sent the whole address
            if method == "POST" and path == "/v1/chat/completions":
                await self._complete(reader, writer, headers, json.loads(body))
            else:
                await _play(writer, self._others(method, path, headers), {})
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client went away, which `_complete` notes
        except Exception as error:  # noqa: BLE001 (a script is a test's code: the test shall see its failure)
            self.troubles.append(error)
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def _others(self, method: str, path: str, headers: dict[str, str]) -> Turn:
        if self._refuses(headers):
            return REFUSED
        if isinstance(self.models, Turn):
            return self.models
        if (method, path) == ("GET", "/v1/models"):
            return replies({"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]})
        return fails(404, "Not found")

    def _refuses(self, headers: dict[str, str]) -> bool:
        return self.key is not None and headers.get("authorization") != f"Bearer {self.key}"

    async def _complete(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, headers: dict[str, str], body: dict[str, Any]
    ) -> None:
        with self.arrival:
            exchange = Exchange(len(self.requests), headers, body, time.monotonic())
            self.requests.append(exchange)
            self.arrival.notify_all()
        turn = REFUSED if self._refuses(headers) else self.script(body, exchange.number)
        playing = asyncio.create_task(_play(writer, turn, body))
        leaving = asyncio.create_task(_left(reader))
        try:
            await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done() and playing.exception() is None:
                exchange.finished.set()
            else:
                exchange.closed_at = time.monotonic()
                exchange.closed.set()
        finally:
            playing.cancel()
            leaving.cancel()
            await asyncio.gather(playing, leaving, return_exceptions=True)


REFUSED = fails(401, "Incorrect API key provided.", code="invalid_api_key")


async def _read_request(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    return method, target, headers, await reader.readexactly(int(headers.get("content-length", 0)))


async def _left(reader: asyncio.StreamReader) -> None:
    """Returns when the client closes its side; one request is all that it may send."""
    with suppress(ConnectionError):
        assert not await reader.read(1), "a second request on this connection"


async def _play(writer: asyncio.StreamWriter, turn: Turn, request: Mapping[str, Any]) -> None:
    await _sleep(turn.wait)
    if not turn.status:
        return
    await _send(writer, _head(turn))
    if turn.body is not None:
        await _send(writer, turn.body)
        return
    async for piece in _stream(turn, request):
        if piece is None:
            writer.transport.abort()
            return
        await _send(writer, b"%x\r\n%b\r\n" % (len(piece), piece) if turn.chunked else piece)
    if turn.chunked:
        await _send(writer, b"0\r\n\r\n")


def _head(turn: Turn) -> bytes:
    headers = {"content-type": "text/event-stream", **turn.headers, "connection": "close"}
    if turn.body is not None:
        headers["content-length"] = str(len(turn.body))
    elif turn.chunked:
        headers["transfer-encoding"] = "chunked"
    lines = [f"HTTP/1.1 {turn.status} Scripted", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


async def _stream(turn: Turn, request: Mapping[str, Any]) -> AsyncIterator[bytes | None]:
    """The bytes of a stream in the pieces in which they are written; None where the connection breaks."""
    number = 0
    for step in turn.steps:
        match step:
            case Chunk(value):
                yield _line(value)
            case Delta(value):
                yield _line(_chunk(value))
            case Call():
                for delta in _call_deltas(step, number):
                    yield _line(_chunk(delta))
                number += 1
            case Raw(value):
                yield value
            case Pause(seconds):
                await _sleep(seconds)
            case Drop():
                yield None
            case Endless(value, every):
                while True:
                    yield value
                    await asyncio.sleep(every)
    for piece in _ending(turn, request):
        yield piece


def _call_deltas(call: Call, index: int) -> Iterator[dict[str, Any]]:
    function = {"name": call.name, "arguments": ""}
    first = {"index": index, "id": call.id or f"call_{index}", "type": "function", "function": function}
    yield {"tool_calls": [first]}
    for piece in call.pieces:
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _ending(turn: Turn, request: Mapping[str, Any]) -> Iterator[bytes]:
    if turn.finish:
        yield _line(_chunk({}, turn.finish))
    if turn.usage and (request.get("stream_options") or {}).get("include_usage"):
        read, written = turn.usage
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        yield _line({**HEAD, "choices": [], "usage": usage})
    if turn.done:
        yield b"data: [DONE]\n\n"


async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()
    await asyncio.sleep(0)  # let the loop write it, so that the next piece does not join it


async def _sleep(seconds: float) -> None:
    if math.isinf(seconds):
        await asyncio.Event().wait()
    await asyncio.sleep(seconds)


@asynccontextmanager
async def serving(model: ScriptedModel, port: int = 0) -> AsyncIterator[None]:
    """Serve on this event loop; open connections are cut at the end."""
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        tasks.add(task)
        try:
            await model.serve_client(reader, writer)
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            tasks.discard(task)

    server = await asyncio.start_server(accept, "127.0.0.1", port, limit=2**24)
    model.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


def script_of(turns: tuple[Turn | Script, ...], forever: bool) -> Script:
    """The function that plays these turns in their order; a lone function is a script already."""
    if len(turns) == 1 and not isinstance(turns[0], Turn):
        return turns[0]

    def play(request: dict[str, Any], number: int) -> Turn:
        if number >= len(turns) and not forever:
            raise AssertionError(f"The script has {len(turns)} turns, and this is request {number + 1}.")
        turn = turns[min(number, len(turns) - 1)]
        return turn if isinstance(turn, Turn) else turn(request, number)

    return play


@contextmanager
def scripted_model(
    *turns: Turn | Script,
    forever: bool = False,
    models: tuple[str, ...] | Turn = ("scripted",),
    key: str | None = None,
) -> Iterator[ScriptedModel]:
    """A scripted model on a thread of its own, for as long as the context lasts.

    `turns` may also be functions of the request and its number; `forever` repeats the last one. `models`: names that
    `/v1/models` lists, or the turn that it plays. `key`: any other bearer token is refused. A request beyond the
    script, or a script that fails, raises AssertionError when the context ends.
    """
    model = ScriptedModel(script_of(turns, forever), models, key)
    ready, loop = threading.Event(), asyncio.new_event_loop()
    over = asyncio.Event()

    async def run() -> None:
        async with serving(model):
            ready.set()
            await over.wait()

    def work() -> None:
        try:
            loop.run_until_complete(run())
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    thread = threading.Thread(target=work, name="scripted model", daemon=True)
    thread.start()
    assert ready.wait(10), "the scripted model did not start"
    try:
        yield model
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
    if model.troubles:
        raise AssertionError("The script failed.") from model.troubles[0]


# --- as a process of its own ---


def read_script(source: str) -> tuple[tuple[Turn | Script, ...], bool]:
    """The turns of a file or of `module:name`, and whether the last is repeated."""
    if not source.endswith(".json"):
        module, _, name = source.partition(":")
        found = getattr(importlib.import_module(module), name)
        return ((found,) if callable(found) else tuple(found)), False
    written = json.loads(Path(source).read_text(encoding="utf-8"))
    turns = written["turns"] if isinstance(written, dict) else written
    return tuple(_written_turn(turn) for turn in turns), isinstance(written, dict) and written.get("forever", False)


def _written_turn(written: Any) -> Turn:
    parts = written if isinstance(written, list) else [written]
    return functools.reduce(operator.add, (_written_part(*item) for part in parts for item in part.items()))


def _written_part(name: str, value: Any) -> Turn:
    match name:
        case "say":
            return says(*([value] if isinstance(value, str) else value))
        case "think":
            return thinks(*([value] if isinstance(value, str) else value))
        case "call":
            return calls(value["name"], **value["arguments"])
        case "pause":
            return pauses(value)
        case "fail":
            return fails(value)
        case _:
            raise ValueError(f"A script knows no “{name}”.")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.models.scripted", description="A model that plays a script.")
    parser.add_argument("script", help="a .json file, or package.module:name")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key", help="refuse every other bearer token")
    parser.add_argument("--forever", action="store_true", help="repeat the last turn")
    options = parser.parse_args(arguments)
    turns, forever = read_script(options.script)
    model = ScriptedModel(script_of(turns, forever or options.forever), ("scripted",), options.key)

    async def run() -> None:
        async with serving(model, options.port):
            print(model.base_url, flush=True)
            await asyncio.Event().wait()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


if __name__ == "__main__":
    main(sys.argv[1:])
