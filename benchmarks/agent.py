"""What the gate and the wire add to a language model: from its first full sentence to the sentence at the client, and
from a stop to the closed connection of the model.

python -m benchmarks.agent

The model plays a script in this process, the server is `youju serve` in another, the client is this process again, so
that all times are of one clock. A sentence is full with one character more, which tells that it has ended.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.asking import Server, row, youju
from tests.models.scripted import Delta, Pause, ScriptedModel, Step, Turn, scripted_model

QUESTION = "差旅费要在多少天内报销？"
SENTENCE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
NEXT = ("出", "差结束后超过60天的，不予报销[1]。")
ANSWERS = 60
STOPS = 30
TOKEN = 2
"""Characters of a slow token."""
TOKEN_SECONDS = 0.03


@dataclass
class Script:
    """Turns that note when the character goes out that makes their first sentence full."""

    steps: Callable[[], Iterator[Step]]
    full: list[float] = field(default_factory=list)

    def __iter__(self) -> Iterator[Step]:
        yield from self.steps()
        self.full.append(time.monotonic())
        yield from map(_delta, NEXT)

    def turn(self, *_: object) -> Turn:
        return Turn(self)  # type: ignore[arg-type]  (steps are asked for one by one, which is what notes the time)


def at_once() -> Iterator[Step]:
    yield _delta(SENTENCE)


def slowly() -> Iterator[Step]:
    for start in range(0, len(SENTENCE), TOKEN):
        yield _delta(SENTENCE[start : start + TOKEN])
        yield Pause(TOKEN_SECONDS)


def waiting() -> Iterator[Step]:
    yield _delta(SENTENCE)
    yield Pause(60)


def _delta(text: str) -> Delta:
    return Delta({"content": text})


def delays(server: Server, model: ScriptedModel, steps: Callable[[], Iterator[Step]]) -> list[float]:
    """Milliseconds from the full sentence to its event at the client, of each answer, sorted."""
    script = Script(steps)
    model.script = script.turn
    shown = [first_sentence(server) for _ in range(ANSWERS)]
    return sorted((came - went) * 1000 for came, went in zip(shown, script.full, strict=True))


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
            delays(server, model, at_once)  # loads the embedder
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
