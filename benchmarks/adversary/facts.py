"""Single facts changed in true sentences, judged by the gate alone: thousands, because nothing else has to run."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from training.corpora import Sample
from training.corruptions import KINDS, Corruption, attributed, corrupt
from training.paraphrases import FREE, NEAR, paraphrase

from youju.caller import OWNER, Caller
from youju.citations.registry import Registry
from youju.knowledge.editions.values import Edition, EditionInfo
from youju.knowledge.values import Passage
from youju.law.references import StatuteReferences
from youju.retrieval.values import Scored
from youju.verification.gate import CheckedSentence, Gate, standard_checks
from youju.verification.protocol import Claim

CITING = 0.75
"""Share of the false sentences that cite their passage; the others cite nothing."""
DISTRACTORS = 2
"""Passages that are registered beside the sentence's own."""


class Laws:
    """A ledger that holds these passages and nothing else, for the resolver of references."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._articles: dict[tuple[str, int, int | None], list[Passage]] = {}
        self._last: dict[str, int] = {}
        for passage in passages:
            locator = passage.locator
            if locator and locator.article is not None:
                self._articles.setdefault((locator.law, locator.article, locator.suffix), []).append(passage)
                self._last[locator.law] = max(locator.article, self._last.get(locator.law, 0))
        self._names = list(self._last)

    async def change_counter(self) -> int:
        return 0

    async def law_names(self, caller: Caller) -> Sequence[str]:
        return self._names

    async def passages_at(
        self, law: str, article: int, suffix: int | None, caller: Caller, at: date | None
    ) -> Sequence[Passage]:
        return self._articles.get((law, article, suffix), [])

    async def last_article(self, law: str, caller: Caller) -> int | None:
        return self._last.get(law)

    async def editions(self) -> Mapping[str, Edition]:
        return {}

    async def readable_editions(self, caller: Caller) -> Sequence[EditionInfo]:
        return ()


@dataclass(frozen=True)
class Judged:
    """A sentence that was put before the gate, and the verdict. `kind` is the corruption's, or tells in what way the
    sentence is true."""

    kind: str
    sample: Sample
    sentence: str
    passage: Passage
    checked: CheckedSentence
    change: str = ""

    @property
    def shown(self) -> bool:
        """Whether a reader sees it: supported, or let through as no claim."""
        return self.checked.verdict != "unsupported"


class Court:
    """The gate with all its checks and a ledger of these laws."""

    def __init__(self, laws: Iterable[Passage] = ()) -> None:
        self._gate = Gate(standard_checks([StatuteReferences(Laws(laws))]))

    async def judge(self, sentence: str, passage: Passage, others: Sequence[Passage], *, cite: bool) -> CheckedSentence:
        """Judge a sentence that cites the passage, or nothing, beside other passages that were found too."""
        registry = Registry()
        number = registry.register(Scored(passage, 1.0, "fusion")).number
        for other in others[:DISTRACTORS]:
            registry.register(Scored(other, 0.5, "fusion"))
        words = _with_marker(sentence, number) if cite else sentence
        return await self._gate.judge(words, registry, Claim(""), OWNER)


def _with_marker(sentence: str, number: int) -> str:
    end = len(sentence.rstrip("。．.！!；; "))
    return f"{sentence[:end]}[{number}]{sentence[end:]}"


async def corrupted(
    court: Court, drawn: Sequence[Sample], chance: random.Random, *, most: int, rounds: int = 1
) -> list[Judged]:
    """Every kind of corruption of the samples, each sentence once, at most so many of each kind; one in four cites
    nothing. `rounds`: how often a sample is asked for a corruption of one kind."""
    judged: list[Judged] = []
    for kind in KINDS:
        made: dict[tuple[str, str], tuple[Sample, Corruption]] = {}
        for sample in (*drawn,) * (1 if kind == "neighbour" else rounds):
            corruption = corrupt(sample, kind, chance)
            if corruption:
                made.setdefault((corruption.sentence, corruption.passage.id), (sample, corruption))
        for sample, corruption in list(made.values())[:most]:
            cite = kind == "neighbour" or chance.random() < CITING
            judged.append(await _tried(court, sample, corruption, cite=cite))
    return judged


async def _tried(court: Court, sample: Sample, made: Corruption, *, cite: bool) -> Judged:
    others = [] if made.kind == "neighbour" else list(sample.others)
    checked = await court.judge(made.sentence, made.passage, others, cite=cite)
    change = f"{made.before} → {made.after}"
    return Judged(made.kind, sample, made.sentence, made.passage, checked, change)


async def told_truly(court: Court, drawn: Sequence[Sample], chance: random.Random) -> list[Judged]:
    """True sentences: as they stand, under the name of their article, near to the words, and in other words."""
    judged: list[Judged] = []
    for sample in drawn:
        for kind, sentence in _ways(sample, chance):
            checked = await court.judge(sentence, sample.passage, sample.others, cite=True)
            judged.append(Judged(kind, sample, sentence, sample.passage, checked))
    return judged


def _ways(sample: Sample, chance: random.Random) -> Iterator[tuple[str, str]]:
    yield "verbatim", sample.sentence
    named = attributed(sample)
    if named:
        yield "verbatim, article named", named.sentence
    for name, kinds in (("near", NEAR), ("paraphrased", FREE)):
        made = paraphrase(sample, chance.choice(kinds), chance)
        if made:
            yield name, made
