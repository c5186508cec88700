"""One run of the adversary: the gate on single sentences, then the product on whole answers."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import structlog
from benchmarks.adversary.base import base_passages, base_samples, fill
from benchmarks.adversary.facts import Court, Judged, corrupted, told_truly
from benchmarks.adversary.playing import Arena, Outcome, mutants_of
from benchmarks.adversary.table import Results
from training.corpora import SHARED, CorpusMissing, Sample, samples, statutes

from youju.knowledge.values import Passage

SEED = int(os.environ.get("ADVERSARY_SEED", "2026"))
SIZES = {"statutes": 1000, "prose": 600, "handbook": 1000}
MOST = 240
"""Corruptions of one kind in one corpus."""
MOST_ALONE, ROUNDS_ALONE, ROUNDS_ALONE_PLAYED = 900, 6, 2
"""The same where the sample base is all there is."""
TRUE = 150
"""True sentences of each corpus."""
SPLITS = (1, 2, 5, 64)
"""Bytes per write of a stream that is cut everywhere."""
EVERYWHERE, SPLIT, BY_HTTP = 20, 14, 240
"""Mutants that are played through all faces (the command line starts anew for each), cut up, and played over HTTP."""


def run() -> Results:
    """Everything, the gate in a process of its own beside the product; about four minutes on two quiet cores."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as beside:
        home = Path(folder)
        asyncio.run(fill(home))
        passages = asyncio.run(base_passages(home))
        judging = beside.submit(judge, passages)
        rounds = 1 if SHARED.exists() else ROUNDS_ALONE_PLAYED
        played = asyncio.run(play(home, random.Random(SEED), rounds=rounds))
        false, true, corpora = judging.result()
    return Results(false, true, played, corpora)


def judge(passages: list[Passage]) -> tuple[list[Judged], list[Judged], list[str]]:
    """The gate's part: false sentences, true sentences, and the corpora that there were."""
    quietly()
    return asyncio.run(_judge(passages))


def quietly() -> None:
    """Without a line of log for every request."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


async def _judge(passages: list[Passage]) -> tuple[list[Judged], list[Judged], list[str]]:
    drawn = {"samples": base_samples(passages, 400, SEED)} | dict(_shared())
    court = Court([*passages, *_laws(drawn)])
    alone = len(drawn) == 1
    false: list[Judged] = []
    true: list[Judged] = []
    for corpus, own in drawn.items():
        chance = random.Random(f"{corpus} {SEED}")
        most, rounds = (MOST_ALONE, ROUNDS_ALONE) if alone else (MOST, 3 if corpus == "samples" else 1)
        false += await corrupted(court, own, chance, most=most, rounds=rounds)
        true += await told_truly(court, own[:TRUE], chance)
    return false, true, list(drawn)


def _shared() -> Iterator[tuple[str, list[Sample]]]:
    """Samples of the shared data, as far as it is there."""
    try:
        yield "statutes", samples("statutes", SIZES["statutes"], SEED)
        yield "prose", samples("prose", SIZES["prose"], SEED)
        yield "handbook", samples("handbook", SIZES["handbook"], SEED)
    except CorpusMissing:
        return


def _laws(drawn: dict[str, list[Sample]]) -> list[Passage]:
    return [one for articles in statutes().values() for one in articles] if "statutes" in drawn else []


async def play(home: Path, chance: random.Random, *, rounds: int = 1, most: int | None = None) -> list[Outcome]:
    """The mutants of every topic in a random order, at most so many: all through Python, some through every face, some
    cut up."""
    mutants = await mutants_of(home, rounds, SEED)
    chance.shuffle(mutants)
    mutants = mutants[:most]
    kinds = list({one.kind: one for one in mutants}.values())
    scale = 1.0 if most is None else most / 3000
    everywhere, split, by_http = (max(1, round(count * scale)) for count in (EVERYWHERE, SPLIT, BY_HTTP))
    outcomes: list[Outcome] = []
    async with Arena.open(home) as arena:
        outcomes += [await arena.play(one) for one in mutants]
        for place, one in enumerate(chance.sample(mutants, min(by_http, len(mutants)))):
            outcomes.append(await arena.play(one, ("http", "sse")[place % 2]))
        for one in chance.sample(kinds, min(everywhere, len(kinds))):
            outcomes += await arena.play_everywhere(one)
        written = [one for one in mutants if one.kind.startswith(("true", "dialect", "fact", "characters"))]
        for one in chance.sample(written, min(split, len(written))):
            outcomes += await arena.play_split(one, SPLITS)
    return outcomes
