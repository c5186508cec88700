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

    async def change_counter(self) -> int:
        return 0

    async def law_names(self, *_: object) -> list[str]:
        return []

    async def passages_at(self, *_: object) -> list[object]:
        return []

    async def last_article(self, *_: object) -> None:
        return None

    async def editions(self) -> dict[str, object]:
        return {}

    async def readable_editions(self, *_: object) -> list[object]:
        return []


async def found(home: Path) -> list[Scored]:
    """The passages of the sample base that its questions find."""
    async with Youju.open(Settings(home=home), dense=False) as youju:
        for sources, wish in youju.samples():
            async for _ in youju.add(sources, wish, OWNER):
                pass
        return [one for question in QUESTIONS for one in (await youju.search(question.text, OWNER)).passages]


async def judged(sources: list[Scored], form: str) -> list[float]:
    """Milliseconds of each sentence in this form, against its own passage, and four others where it cites nothing."""
    gate = Gate(standard_checks([StatuteReferences(NoLaws())]))  # type: ignore[arg-type]
    times: list[float] = []
    for place, source in enumerate(sources):
        registry = Registry()
        registry.register(source)
        for other in sources[place + 1 : place + 5]:
            registry.register(other)
        text = source.passage.text
        for span in split_sentences(text):
            words = form.format(text[span.start : span.end])
            started = time.perf_counter()
            await gate.judge(words, registry, Claim(""), OWNER, span.kind)
            times.append((time.perf_counter() - started) * 1000)
    return sorted(times)


FORMS = {
    "word for word": "{}[1]",
    "led in, so that every check works": "请注意，{}[1]",
    "the same, uncited": "请注意，{}",
}


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        sources = asyncio.run(found(Path(folder)))
    print("| the gate, per sentence | measured | goal |\n|---|---|---|")
    for name, form in FORMS.items():
        times = asyncio.run(judged(sources, form))
        row(f"{name}: median of {len(times)} sentences", f"{statistics.median(times):.1f} ms", "–")
        row(f"{name}: p95", f"{times[int(len(times) * 0.95)]:.1f} ms", "≤ 20 ms")


if __name__ == "__main__":
    main()
