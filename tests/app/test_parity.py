"""Every face shows the same answer: the same words, the same citations, whatever the question.

Faults 30, 32 and 63: one path shows what another does not.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.conftest import clean_environment, run_youju

from youju.samples import QUESTIONS

ASKED = [question for question in QUESTIONS if not question.roles and question.at is None][::4]


@pytest.fixture(scope="module")
def address(sample_home: Path) -> Iterator[str]:
    """A real server on the sample base."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "youju", "serve", "--port", str(port)]
    with subprocess.Popen(
        command, env=clean_environment(sample_home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        address = f"http://127.0.0.1:{port}/api/v1"
        for _ in range(200):
            try:
                httpx.get(f"{address}/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield address
        server.terminate()


def events(address: str, question: str) -> list[tuple[str, dict[str, Any]]]:
    """The stream of one answer as (event, data)."""
    headers = {"Accept": "text/event-stream"}
    body = {"question": question}
    name, found = "", []
    with httpx.stream("POST", f"{address}/answers", json=body, headers=headers, timeout=60) as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
    return found


def essence(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what differs each time."""
    return {name: value for name, value in answer.items() if name not in ("id", "timings_ms")}


@pytest.mark.parametrize("question", ASKED, ids=lambda question: question.text)
def test_command_json_and_stream_give_the_same_answer(address, sample_home, question):
    printed = run_youju(["ask", question.text, "--json"], sample_home).json
    answered = httpx.post(f"{address}/answers", json={"question": question.text}, timeout=60).json()
    streamed = events(address, question.text)
    (done,) = [data["answer"] for name, data in streamed if name == "done"]
    assert essence(printed) == essence(answered) == essence(done)
    shown = "".join(data["lead"] + data["text"] for name, data in streamed if name == "sentence")
    assert shown == (done["text"] if done["sentences"] else "")


@pytest.mark.parametrize("question", ASKED[:3], ids=lambda question: question.text)
def test_a_card_comes_before_the_sentence_that_cites_it(address, question):
    """Fault 26: a marker before its card."""
    known: set[int] = set()
    names = []
    for name, data in events(address, question.text):
        names.append(name)
        if name == "citation":
            known |= set(data["card"]["numbers"])
        elif name == "sentence":
            assert set(data["citations"]) <= known
    assert names[0] == "stage"
    assert names[-1] == "done"
    assert "sentence" in names


def test_the_page_of_the_card_holds_the_quote(address, sample_home):
    card = run_youju(["ask", QUESTIONS[0].text, "--json"], sample_home).json["citations"][0]
    view = httpx.get(address.removesuffix("/api/v1") + card["view"])
    assert view.status_code == 200
    image = httpx.get(f"{address}/passages/{card['passage_id']}/pages/{card['pages'][0]}.png")
    assert image.headers["content-type"] == "image/png"
