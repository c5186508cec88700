"""How long an answer takes and how much the server needs: cold command, warm server, with the samples and the statutes.

python -m benchmarks.asking
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from youju.samples import QUESTIONS

ASKED = [question.text for question in QUESTIONS if not question.roles]
ROUNDS = 3


def youju(home: Path, *arguments: str, **environment: str) -> float:
    """Run the command; seconds as a whole process."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "youju", "--home", str(home), *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    if done.returncode not in (0, 3):
        raise RuntimeError(done.stderr.decode())
    return time.perf_counter() - started


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`youju serve` on a free port."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "youju", "--home", str(home), "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment}
        )
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=60)
        for _ in range(300):
            try:
                self.client.get("/health")
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server did not start")

    def first_sentence_ms(self, question: str) -> float | None:
        """From the request to the first sentence event, on the client's clock; None for a refusal."""
        started = time.perf_counter()
        with self.client.stream(
            "POST", "/answers", json={"question": question}, headers={"Accept": "text/event-stream"}
        ) as response:
            for line in response.iter_lines():
                if line == "event: sentence":
                    return (time.perf_counter() - started) * 1000
        return None

    def resident_mb(self) -> float:
        """Resident memory of the process and its workers, now."""
        total = 0
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            except OSError:
                continue
            if int(status.parent.name) == self.process.pid or int(fields["PPid"]) == self.process.pid:
                total += int(fields.get("VmRSS", "0 kB").split()[0])
        return total / 1024

    def close(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait()


def row(name: str, figure: str, goal: str) -> None:
    print(f"| {name} | {figure} | {goal} |")


def first_sentences(server: Server) -> list[float]:
    server.first_sentence_ms(ASKED[0])  # loads the embedder
    times = [server.first_sentence_ms(question) for _ in range(ROUNDS) for question in ASKED]
    return sorted(ms for ms in times if ms is not None)


def main() -> None:
    print("| answering | measured | goal |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        youju(home, "add", "--samples")
        keywords = {"YOUJU_EMBEDDING__PROVIDER": "none"}
        cold = [youju(home, "ask", ASKED[0], **keywords) for _ in range(5)]
        row("ask, cold command, no embedder", f"{statistics.median(cold):.2f} s", "≤ 1.5 s")
        server = Server(home)
        times = first_sentences(server)
        row("first sentence, warm server, samples (median)", f"{statistics.median(times):.0f} ms", "≤ 150 ms")
        row("first sentence, warm server, samples (p95)", f"{times[int(len(times) * 0.95)]:.0f} ms", "–")
        server.close()
        row("law install (keywords ready)", f"{youju(home, 'law', 'install'):.1f} s", "–")
        server = Server(home)
        times = first_sentences(server)
        row("first sentence, warm server, with statutes (median)", f"{statistics.median(times):.0f} ms", "–")
        row("resident memory of the server, with statutes", f"{server.resident_mb():.0f} MB", "≤ 900 MB")
        ready = json.dumps(server.client.get("/ready").json()["filling"])
        server.close()
        print(f"\nVectors while measuring: {ready}. Load after: {os.getloadavg()[0]:.2f}.")


if __name__ == "__main__":
    main()
