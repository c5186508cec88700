"""The whole product as people and programs meet it: a server in a process of its own, and its language model on a
script that each test gives it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import httpx
from tests.conftest import Result, clean_environment, run_youju
from tests.models.scripted import ScriptedModel, Turn
from tests.server.living import Event, parse_events

MARKER = re.compile(r"\[(\d+)\]")
_SOURCE = re.compile(r'<source n="(\d+)" source="([^"]*)"[^>]*>\n(.*?)\n</source>', re.DOTALL)
_MARKED = re.compile(r'<mark[^>]*>(.*?)</mark>|aria-label="[^"]*?(?:引用的文字|Quoted text): ([^"]*)"', re.DOTALL)

Play = Turn | Callable[[dict[str, Any]], Turn]
"""What the model does when it is asked: a turn, or a function of the request that gives one."""


@dataclass(frozen=True)
class Given:
    """A passage as the model was given it."""

    number: int
    source: str
    text: str


def given(request: dict[str, Any]) -> list[Given]:
    """All passages that a request holds, in their order."""
    heard = "\n".join(str(message.get("content") or "") for message in request["messages"])
    return [Given(int(number), unescape(source), text) for number, source, text in _SOURCE.findall(heard)]


def number_of(request: dict[str, Any], words: str) -> int:
    """The number under which the model was given the passage with these words."""
    return next(one.number for one in given(request) if words in one.text)


def numbers_in(text: str) -> list[int]:
    """The markers of a text, each once."""
    return list(dict.fromkeys(int(number) for number in MARKER.findall(text)))


def parts_of(answer: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What each number of an answer cites."""
    return {part["number"]: part | {"source": card["source"]} for card in answer["citations"] for part in card["parts"]}


def squeezed(text: str) -> str:
    """The text without white space: a page breaks its lines where it likes."""
    return "".join(text.split())


@dataclass
class Stage:
    """A running server. Its model plays one script at a time, and its last turn for as long as it is asked."""

    client: httpx.Client
    model: ScriptedModel
    home: Path
    name: str
    _plays: Sequence[Play] = ()
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def play(self, *plays: Play) -> None:
        self._plays, self.requests = plays, []

    def turn(self, request: dict[str, Any]) -> Turn:
        self.requests.append(request)
        play = self._plays[min(len(self.requests), len(self._plays)) - 1]
        return play if isinstance(play, Turn) else play(request)

    def ask(self, question: str, *plays: Play, **narrowing: str) -> dict[str, Any]:
        """The answer as a document; without a script, the answer of extracts."""
        response = self.client.post("/api/v1/answers", json=self._body(question, plays, narrowing))
        assert response.status_code == 200, response.text
        self._raise_troubles()
        return response.json()

    def stream(self, question: str, *plays: Play, after: str | None = None) -> list[Event]:
        """The answer as events."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": after} if after else {})
        body = self._body(question, plays, {})
        with self.client.stream("POST", "/api/v1/answers", json=body, headers=headers) as response:
            events = parse_events(response.iter_lines())
        self._raise_troubles()
        return events

    def command(self, *arguments: str, plays: Sequence[Play] = (), **environment: str) -> Result:
        """The command line on the same home, with the same model."""
        self.play(*plays)
        chat = self.model.environment() | {"YOUJU_CHAT__MODEL": self.name}
        done = run_youju(arguments, self.home, **chat, **environment)
        self._raise_troubles()
        return done

    def opened(self, part: dict[str, Any]) -> str:
        """The words that are marked when a person opens what a number cites."""
        response = self.client.get(part["view"])
        assert response.status_code == 200, response.text
        return squeezed("".join(unescape(text or label) for text, label in _MARKED.findall(response.text)))

    def _body(self, question: str, plays: Sequence[Play], narrowing: dict[str, str]) -> dict[str, str]:
        self.play(*plays)
        return {"question": question, **({} if plays else {"model": "extractive"}), **narrowing}

    def _raise_troubles(self) -> None:
        if self.model.troubles:
            raise AssertionError("The script failed.") from self.model.troubles.pop()


@contextmanager
def serving(home: Path, **environment: str) -> Generator[str]:
    """`youju serve` on this home; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "youju", "serve", "--port", str(port)]
    surroundings = clean_environment(home) | environment
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=surroundings, stdout=quiet, stderr=quiet) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, process)
            yield address
        finally:
            process.terminate()


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended"
        try:
            httpx.get(f"{address}/api/v1/health")
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server did not come up")
