"""A living server for tests: its own process through the command line, or an application in this loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.importing import Item, Wish
from youju.knowledge.sources import Source

ENVIRONMENT = {**os.environ, "YOUJU_EMBEDDING__PROVIDER": "none", "PYTHONIOENCODING": "utf-8"}
"""Lexical search alone: what is tested here does not depend on vectors, and the model takes a second to load."""

HOSTILE = "<img src=x onerror=window.hit=1><script>window.hit=1<"
"""What would like to be markup, as a file may be named."""


def youju(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    command = [sys.executable, "-m", "youju", "--home", str(home), *arguments]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, encoding="utf-8", check=False)


@contextmanager
def served(home: Path, *callers: str, **settings: str) -> Generator[str]:
    """`youju serve` as a process of its own; its address. `callers` are global options such as `--role`, `settings`
    environment variables."""
    port = free_port()
    command = [sys.executable, "-m", "youju", "--home", str(home), *callers, "serve", "--port", str(port)]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, env=ENVIRONMENT | settings, stdout=said, stderr=said) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, process)
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=15)
        said.seek(0)
        lines = said.read().decode()
        assert code == 0 and "Traceback" not in lines, lines


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise AssertionError("the server ended")
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"{address}/api/v1/health")
            return
        time.sleep(0.05)
    raise AssertionError("the server did not come up")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def add_text(house: Youju, folder: Path, name: str, text: str, roles: frozenset[str] | None = None) -> Item:
    """Import one text file."""
    path = folder / "source"
    path.write_text(text, encoding="utf-8")
    (item,) = [item async for item in house.add([Source(path, name, f"test:{name}")], Wish(roles=roles), OWNER)]
    return item


@asynccontextmanager
async def living(app: FastAPI) -> AsyncGenerator[httpx.AsyncClient]:
    """The application behind uvicorn in this event loop, and a client of it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:  # noqa: ASYNC110 (uvicorn offers no event to wait for)
            await asyncio.sleep(0.01)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
                yield client
        finally:
            server.should_exit = True
            await task


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    event: str
    id: str
    data: Any

    @property
    def number(self) -> int:
        """Its place in the stream, from 1."""
        return int(self.id.rpartition(".")[2])


def parse_events(lines: Iterable[str]) -> list[Event]:
    """The events of a stream; comments are left out."""
    events: list[Event] = []
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "data" in fields:
            events.append(Event(fields["event"], fields["id"], json.loads(fields["data"])))
            fields = {}
    return events


def ask_streamed(client: httpx.Client, question: str, *, after: str | None = None, **narrowing: str) -> list[Event]:
    """All events of an answer, or those after one."""
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": after} if after else {})}
    body = {"question": question, **narrowing}
    with client.stream("POST", "/api/v1/answers", json=body, headers=headers) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        return parse_events(response.iter_lines())
