"""How long the gate takes for a sentence: every sentence of the passages that the sample questions find.

python -m benchmarks.gate
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.asking import row

from youju.app import Youju
from youju.caller import OWNER
from youju.citations.registry import Registry
from youju.law.references import StatuteReferences
from youju.retrieval.values import Scored
from youju.samples import QUESTIONS
from youju.settings import Settings
from youju.text.sentences import split_sentences
from youju.verification.gate import Gate, standard_checks
from youju.verification.protocol import Claim


class NoLaws:
    """A ledger without statutes: references are looked for and found to name nothing."""

    async def law_names(self, *_: object) -> list[str]:
        return []

    async def passages_at(self, *_: object) -> list[object]:
        return []

    async def last_article(self, *_: object) -> None:
        return None


async def found(home: Path) -> list[Scored]:
    """The passages of the sample base that its questions find."""
    async with Youju.open(Settings(home=home), dense=False) as youju:
        for sources, wish in youju.samples():
            async for _ in youju.add(sources, wish, OWNER):
                pass
        return [one for question in QUESTIONS for one in (await youju.search(question.text, OWNER)).passages]


async def judged(sources: list[Scored]) -> list[float]:
    """Milliseconds of each sentence, judged against its own passage under one number."""
    gate = Gate(standard_checks([StatuteReferences(NoLaws())]))  # type: ignore[arg-type]
    times: list[float] = []
    for source in sources:
        registry = Registry()
        registry.register(source)
        text = source.passage.text
        for span in split_sentences(text):
            started = time.perf_counter()
            await gate.judge(f"{text[span.start : span.end]}[1]", registry, Claim(""), OWNER, span.kind)
            times.append((time.perf_counter() - started) * 1000)
    return sorted(times)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(judged(asyncio.run(found(Path(folder)))))
    print("| the gate, per sentence | measured | goal |\n|---|---|---|")
    row(f"median of {len(times)} sentences", f"{statistics.median(times):.1f} ms", "–")
    row("p95", f"{times[int(len(times) * 0.95)]:.1f} ms", "≤ 20 ms")


if __name__ == "__main__":
    main()
