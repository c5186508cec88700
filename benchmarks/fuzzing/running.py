"""The run: every mutation is read in a worker process, as an import does it."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.documented import circumstances
from benchmarks.fuzzing.invariants import bad_member, bad_refusal, broken_promises
from benchmarks.fuzzing.mutations import mutate
from benchmarks.fuzzing.seeds import CONTAINERS, SEEDS

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

COUNT = 10_000
SECONDS = 10.0
"""For one file of a few kilobytes."""
MAX_BYTES = 20 * 1024 * 1024


@dataclass
class Tally:
    """What became of the mutations of one format. `faults` are broken promises, each with the draw that shows it.

    `unforeseen` are refusals that a reader did not mean: an error of a parser, told as a damaged file.
    """

    name: str
    documents: int = 0
    refused: int = 0
    crashes: int = 0
    hangs: int = 0
    slowest: float = 0.0
    unforeseen: Counter[str] = field(default_factory=Counter[str])
    faults: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    @property
    def found(self) -> int:
        """How many mutations are worth keeping."""
        return sum(map(len, self.faults.values())) + self.crashes

    def blame(self, fault: str, draw: int) -> None:
        self.faults.setdefault(fault, []).append(draw)


async def fuzz(
    pool: ReadingPool, name: str, draws: range, seconds: float = SECONDS, keep: Path | None = None
) -> Tally | None:
    """Read the mutations with these numbers; None for a format that is not read."""
    suffix, make = SEEDS[name]
    seeds = make()
    tally = Tally(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stored"
        source = SourceFile(path, f"变异{suffix}")
        for seed in seeds:
            path.write_bytes(seed)
            try:
                if name not in CONTAINERS:
                    await pool.read(source, Limits(max_seconds=60))
            except InputRejected as refusal:
                if refusal.code == "unsupported":
                    return None
                tally.blame(f"a whole file is refused: {refusal.message}", -1)
        for draw in draws:
            data = mutate(seeds, random.Random(f"{name}/{draw}"))
            path.write_bytes(data)
            before, began = tally.found, time.perf_counter()
            limits = Limits(max_bytes=MAX_BYTES, max_seconds=seconds)
            if name in CONTAINERS:
                await _attempt(_unpacked(pool, source, limits, tally, draw), source, tally, draw)
            else:
                await _attempt(_read(pool, source, limits, tally, draw), source, tally, draw)
            tally.slowest = max(tally.slowest, time.perf_counter() - began)
            if keep and tally.found > before:
                _keep(keep, f"{name.replace(' ', '-')}-{draw}{suffix}", data)
    return tally


def _keep(folder: Path, name: str, data: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


async def _attempt(work: Awaitable[None], source: SourceFile, tally: Tally, draw: int) -> None:
    try:
        await work
    except InputRejected as refusal:
        _judge_refusal(refusal, source, tally, draw)
    except Exception as error:  # noqa: BLE001 (that is what is looked for)
        tally.blame(f"raises {type(error).__name__}: {str(error)[:120]}", draw)


async def _read(pool: ReadingPool, source: SourceFile, limits: Limits, tally: Tally, draw: int) -> None:
    document = await pool.read(source, limits)
    tally.documents += 1
    _judge(document, tally, draw)


async def _unpacked(pool: ReadingPool, source: SourceFile, limits: Limits, tally: Tally, draw: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        unpacked = await pool.unpack(source, Path(folder), limits)
        tally.documents += 1
        for member in unpacked.members:
            if fault := bad_member(member, folder):
                tally.blame(fault, draw)


def _judge(document: ReadDocument, tally: Tally, draw: int) -> None:
    try:
        for fault in set(broken_promises(document)):
            tally.blame(fault, draw)
    except Exception as error:  # noqa: BLE001 (a document so wrong that it cannot be judged)
        tally.blame(f"cannot be judged: {type(error).__name__}: {error}", draw)


def _judge_refusal(refusal: InputRejected, source: SourceFile, tally: Tally, draw: int) -> None:
    if "brought its reader down" in refusal.message:
        tally.crashes += 1
    elif "takes longer than" in refusal.message:
        tally.hangs += 1
        tally.blame("takes too long", draw)
    else:
        tally.refused += 1
        if fault := bad_refusal(refusal, source.name, str(source.path.parent)):
            tally.blame(fault, draw)
        if parser := re.search(r"\((\w*(?:[Ee]rror|Exception|Warning))\)", refusal.message):
            tally.unforeseen[parser[1]] += 1


async def run(names: Sequence[str], count: int, seconds: float, keep: Path | None) -> bool:
    """Print the table; whether every promise was kept."""
    print("| format | mutations | documents | refused | crashes survived | over the time | slowest | faults |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    kept = True
    for name in names:
        async with ReadingPool(1) as pool:
            tally = await fuzz(pool, name, range(count), seconds, keep)
        if tally is None:
            print(f"| {name} | – not read | | | | | | |", flush=True)
            continue
        faults = sum(map(len, tally.faults.values()))
        kept = kept and not faults
        print(
            f"| {name} | {count:,} | {tally.documents:,} | {tally.refused:,} | {tally.crashes} | {tally.hangs} "
            f"| {tally.slowest:.1f} s | {faults} |",
            flush=True,
        )
        for fault, draws in tally.faults.items():
            print(f"  {fault}: {len(draws)}, draws {draws[:5]}", flush=True)
        if tally.unforeseen:
            print(f"  refused by an error of the parser: {dict(tally.unforeseen.most_common())}", flush=True)
    return kept


def main(arguments: Sequence[str] = ()) -> None:
    """Run and print; ends with code 1 when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzzing")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--format", action="append", choices=list(SEEDS), dest="formats")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--keep", type=Path)
    wanted = parser.parse_args(arguments)
    os.environ.setdefault("YOUJU_LIBREOFFICE", "off")  # takes seconds a file, and is a process of its own
    print(circumstances())
    names = wanted.formats or list(SEEDS)
    if not asyncio.run(run(names, wanted.count, wanted.seconds, wanted.keep)):
        raise SystemExit(1)
