"""What the gate and the wire add to a language model: from its first full sentence to the sentence at the client, and
from a stop to the closed connection of the model.

python -m benchmarks.agent

The model plays a script in this process, the server is `youju serve` in another, the client is this process again, so
that all times are of one clock. A sentence is full with one character more, which tells that it has ended.
"""

from __future__ import annotations

import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.asking import Server, row, youju
from tests.models.scripted import Delta, Pause, ScriptedModel, Step, Turn, scripted_model

QUESTION = "差旅费要在多少天内报销？"
SENTENCE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
PROOF = "15个工作日内提交报销申请"
NEXT = ("出", "差结束后超过60天的，不予报销[1]。")
ANSWERS = 50
STOPS = 30
TOKEN = 2
"""Characters of a slow token."""
TOKEN_SECONDS = 0.03


Steps = Callable[[str], Iterator[Step]]
"""What comes until the first sentence is full but for one character."""


class Script:
    """Turns that note when the character goes out that makes their first sentence full."""

    def __init__(self, steps: Steps) -> None:
        self.full = 0.0
        self._steps = steps

    def turn(self, request: dict[str, Any], _: int) -> Turn:
        """Cites the passage under the number that it was given."""
        found = re.search(rf'<source n="(\d+)"[^>]*>[^<]*{PROOF}', str(request["messages"]))
        marker = f"[{found[1] if found else 1}]"
        return Turn(self._noted(marker))  # type: ignore[arg-type]  (steps are taken one by one, which notes the time)

    def _noted(self, marker: str) -> Iterator[Step]:
        yield from self._steps(SENTENCE.replace("[1]", marker))
        self.full = time.monotonic()
        yield from (_delta(text.replace("[1]", marker)) for text in NEXT)


def at_once(sentence: str) -> Iterator[Step]:
    yield _delta(sentence)


def slowly(sentence: str) -> Iterator[Step]:
    for start in range(0, len(sentence), TOKEN):
        yield _delta(sentence[start : start + TOKEN])
        yield Pause(TOKEN_SECONDS)


def waiting(sentence: str) -> Iterator[Step]:
    yield _delta(sentence)
    yield _delta(NEXT[0])
    yield Pause(60)


def _delta(text: str) -> Delta:
    return Delta({"content": text})


def delays(server: Server, model: ScriptedModel, steps: Steps, answers: int = ANSWERS) -> list[float]:
    """Milliseconds from the full sentence to its event at the client, of each answer, sorted."""
    script = Script(steps)
    model.script = script.turn
    return sorted((first_sentence(server) - script.full) * 1000 for _ in range(answers))


def first_sentence(server: Server) -> float:
    """When the first sentence of an answer arrives."""
    came = 0.0
    with server.client.stream("POST", "/answers", json={"question": QUESTION}, headers=STREAM) as response:
        for line in response.iter_lines():
            if line == "event: sentence" and not came:
                came = time.monotonic()
    return came


def closings(server: Server, model: ScriptedModel, *, stop: bool) -> list[float]:
    """Milliseconds from the stop, or from the client's leaving, until the model's connection is closed, sorted."""
    model.script = Script(waiting).turn
    times: list[float] = []
    for _ in range(STOPS):
        with server.client.stream("POST", "/answers", json={"question": QUESTION}, headers=STREAM) as response:
            lines = response.iter_lines()
            identifier = ""
            for line in lines:
                if line.startswith("id: "):
                    identifier = line.removeprefix("id: ").partition(".")[0]
                if line == "event: sentence":
                    break
            asked = time.monotonic()
            if stop:
                server.client.post(f"/answers/{identifier}/stop")
        exchange = model.requests[-1]
        if not exchange.closes_within(10) or exchange.closed_at is None:
            raise RuntimeError("the model was not stopped")
        times.append((exchange.closed_at - asked) * 1000)
    return sorted(times)


STREAM = {"Accept": "text/event-stream"}


def figures(name: str, times: list[float], goal: str) -> None:
    """Two rows: median, and the time that 95 of 100 are within."""
    row(f"{name} (median of {len(times)})", f"{statistics.median(times):.0f} ms", goal)
    row(f"{name} (p95)", f"{times[int(len(times) * 0.95)]:.0f} ms", goal)


def main() -> None:
    """Print the table."""
    print("| a language model's answer, warm server | measured | goal |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, scripted_model(Turn(), forever=True) as model:
        youju(Path(folder), "add", "--samples")
        server = Server(Path(folder), **model.environment())
        try:
            delays(server, model, at_once, 5)  # loads the embedder
            figures("full sentence → shown", delays(server, model, at_once), "≤ 50 ms")
            name = f"full sentence → shown, a token each {TOKEN_SECONDS * 1000:.0f} ms"
            figures(name, delays(server, model, slowly), "≤ 50 ms")
            figures("stop → model closed", closings(server, model, stop=True), "≤ 1000 ms")
            figures("client gone → model closed", closings(server, model, stop=False), "≤ 1000 ms")
        finally:
            server.close()
    print(f"\nLoad after: {os.getloadavg()[0]:.2f}.")


if __name__ == "__main__":
    main()
