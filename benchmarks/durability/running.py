"""The two trials and their figures."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.documented import circumstances
from benchmarks.durability.documents import RULE, keyword, note, rule, versions_in, write
from benchmarks.durability.doors import add, ask

from youju.app import Youju
from youju.caller import OWNER
from youju.settings import Settings

ROOT = Path(__file__).parents[2]
ASKS, ASKERS, KILLS = 10_000, 4, 100


@contextmanager
def child(role: str, home: Path, folder: Path, number: int) -> Iterator[subprocess.Popen[str]]:
    """A process that plays this role, until it ends or this block does."""
    command = [sys.executable, "-m", "benchmarks.durability.children", role, str(home), str(folder), str(number)]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    settings = {name: value for name, value in os.environ.items() if not name.startswith("YOUJU_")}
    environment = settings | {"PYTHONPATH": paths}
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def prepare(home: Path, folder: Path) -> int:
    """A home folder with version 0 of the rule and a few notes; the number of the rule's passages."""
    folder.mkdir(exist_ok=True)
    write(folder / RULE, rule(0))
    for number in range(900_000, 900_010):
        write(folder / f"note{number}.md", note(number))

    async def work() -> int:
        async with Youju.open(Settings(home=home), dense=False) as youju:
            await add(youju, folder)
            return (await youju.document(RULE, OWNER)).passages

    return asyncio.run(work())


# While a document is replaced


@dataclass
class Asked:
    """Answers by what was wrong with them."""

    answers: int = 0
    mixed: int = 0
    missing: int = 0
    degraded: int = 0
    versions: set[int] = field(default_factory=set[int])
    replacements: int = 0
    seconds: float = 0.0
    examples: list[Any] = field(default_factory=list[Any])

    def take(self, told: dict[str, Any]) -> None:
        versions = told["versions"]
        self.answers += 1
        self.mixed += len(versions) > 1
        self.missing += told["status"] != "answered" or not versions or told["sentences"] < 2
        self.degraded += bool(told["notices"])
        self.versions.update(versions)
        if len(versions) != 1 or told["status"] != "answered" or told["notices"] or told["sentences"] < 2:
            self.examples.append(told)


def ask_while_replacing(home: Path, folder: Path, asks: int = ASKS, askers: int = ASKERS) -> Asked:
    """Several processes ask while another replaces the document that they ask about."""
    prepare(home, folder)
    asked, lock, replaced = Asked(), threading.Lock(), threading.Event()
    began = time.perf_counter()

    def listen(process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            with lock:
                asked.take(json.loads(line))

    def count(process: subprocess.Popen[str]) -> None:
        for _ in process.stdout or ():
            asked.replacements += 1
            replaced.set()
        replaced.set()

    with child("replace", home, folder, 0) as replacer:
        counter = threading.Thread(target=count, args=(replacer,))
        counter.start()
        replaced.wait()
        listeners = [threading.Thread(target=_run, args=(home, folder, asks // askers, listen)) for _ in range(askers)]
        for thread in listeners:
            thread.start()
        for thread in listeners:
            thread.join()
        if replacer.poll() is not None:
            raise RuntimeError("the replacing process ended by itself")
        replacer.kill()
        counter.join()
    asked.seconds = time.perf_counter() - began
    return asked


def _run(home: Path, folder: Path, asks: int, listen: Any) -> None:
    with child("ask", home, folder, asks) as process:
        listen(process)


# kill -9


@dataclass
class Killed:
    """What was found after the kills. `during`: what was on its way when the process died; `litter`: how often a copy
    of a file was left that the next import removes by itself."""

    kills: int = 0
    during: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    litter: int = 0
    deep: bool = False
    seconds: float = 0.0


@dataclass
class Told:
    """What a killed process had told: what must be so, and what may be so."""

    version: int
    passages: int
    possible: int | None = None
    notes: set[int] = field(default_factory=set[int])
    open_notes: set[int] = field(default_factory=set[int])
    doing: str = "nothing"

    def take(self, step: dict[str, Any]) -> None:
        match step:
            case {"begins": "replace", "version": version}:
                self.possible = version
            case {"ends": "replace", "version": version}:
                self.version, self.possible = version, None
            case {"begins": _, "note": number}:
                self.open_notes.add(number)
                self.notes.discard(number)
            case {"ends": "add", "note": number}:
                self.open_notes.discard(number)
                self.notes.add(number)
            case {"ends": "remove", "note": number}:
                self.open_notes.discard(number)
        self.doing = step.get("begins", "nothing")


def kill_repeatedly(home: Path, folder: Path, kills: int = KILLS, seed: int = 20261130) -> Killed:
    """Kill a process that changes documents, again and again, each time in the middle of whatever it does then."""
    luck, found, told = random.Random(seed), Killed(), Told(0, passages=prepare(home, folder))
    found.deep = "--deep" in _youju(home, "doctor", "--help").stdout
    began = time.perf_counter()
    for number in range(kills):
        first = 1 + number * 1000
        with child("change", home, folder, first) as process:
            lines = iter(process.stdout or ())
            told.take(json.loads(next(lines)))
            time.sleep(luck.random() * 0.4)
            process.kill()
            for line in lines:
                if line.endswith("\n"):
                    told.take(json.loads(line))
        found.kills += 1
        found.during[told.doing] += 1
        wrong, litter = _doctor(home, deep=found.deep)
        found.litter += litter
        faults = asyncio.run(_inspect(home, told)) + wrong
        found.faults += [f"kill {number} (during {told.doing}): {fault}" for fault in faults]
        print(f"kill {number}, during {told.doing}: {len(faults)} faults", file=sys.stderr, flush=True)
    prepare(home, folder)
    wrong, litter = _doctor(home, deep=found.deep)
    found.faults += [f"after the next import: {fault}" for fault in [*wrong, *(["a copy is left"] if litter else [])]]
    found.seconds = time.perf_counter() - began
    return found


async def _inspect(home: Path, told: Told) -> list[str]:
    """What is wrong, seen through the doors that everybody uses; settles in `told` what has turned out to be so."""
    faults: list[str] = []
    async with Youju.open(Settings(home=home), dense=False) as youju:
        allowed = {told.version} | ({told.possible} if told.possible is not None else set[int]())
        status, text, notices = await ask(youju)
        if status != "answered" or len(versions_in(text)) != 1 or not versions_in(text) <= allowed:
            faults.append(f"asked: {status}, versions {versions_in(text)} of {allowed}: {text}")
        faults += notices
        found = await youju.search("第版办理物品领用手续", OWNER, k=100)
        texts = [one.passage.text for one in found.passages if one.passage.source == RULE]
        live = {version for text in texts for version in versions_in(text)}
        listing = await youju.documents(OWNER)
        count = [document.passages for document in listing if document.source == RULE]
        if len(live) != 1 or count != [told.passages]:
            faults.append(f"{count} passages, found {len(texts)} of versions {live}")
        names = {document.source for document in listing}
        listed = {int(name[4:-3]) for name in names if name.startswith("note")}
        if lost := told.notes - listed:
            faults.append(f"notes {lost} are gone")
        if back := {number for number in listed if number < 900_000} - told.notes - told.open_notes:
            faults.append(f"notes {back} are here again")
        for number in (told.notes & listed) | told.open_notes:
            hits = (await youju.search(keyword(number), OWNER, k=5)).passages
            if any(keyword(number) in one.passage.text for one in hits) != (number in listed):
                faults.append(f"note {number} is listed and not found, or found and not listed")
    told.version, told.possible = max(live, default=told.version), None
    told.notes |= told.open_notes & listed
    told.open_notes.clear()
    return faults


def _doctor(home: Path, *, deep: bool) -> tuple[list[str], bool]:
    """What `youju doctor` finds wrong, and whether a copy of a file is left that the next import removes."""
    done = _youju(home, "doctor", *(["--deep"] if deep else []), "--json")
    if done.returncode == 0:
        return [], False
    try:
        findings: list[dict[str, str]] = json.loads(done.stdout)["findings"]
    except (ValueError, KeyError, TypeError):
        return [f"doctor: {done.stdout[-600:]} {done.stderr[-300:]}"], False
    wrong = [one for one in findings if "next import" not in one["remedy"]]
    failed = [] if findings else [f"doctor: {done.stdout[-600:]}"]
    return [f"doctor: {one['area']}: {one['problem']}" for one in wrong] + failed, len(wrong) < len(findings)


def _youju(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    settings = {name: value for name, value in os.environ.items() if not name.startswith("YOUJU_")}
    environment = settings | {"YOUJU_HOME": str(home), "YOUJU_EMBEDDING__PROVIDER": "none", "COLUMNS": "200"}
    environment["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, "-m", "youju", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False, timeout=300)


def main(arguments: Sequence[str] = ()) -> None:
    """Run both trials and print what was found; ends with code 1 when something was."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.durability")
    parser.add_argument("--asks", type=int, default=ASKS)
    parser.add_argument("--kills", type=int, default=KILLS)
    wanted = parser.parse_args(arguments)
    print(circumstances())
    with tempfile.TemporaryDirectory() as folder:
        asked = ask_while_replacing(Path(folder) / "home", Path(folder) / "documents", wanted.asks)
    print(
        f"{asked.answers:,} asks by {ASKERS} processes in {asked.seconds:.0f} s during {asked.replacements:,} "
        f"replacements, {len(asked.versions):,} versions seen: {asked.mixed} mixed, {asked.missing} missing, "
        f"{asked.degraded} with a notice"
    )
    for example in asked.examples[:5]:
        print(f"  {example}")
    with tempfile.TemporaryDirectory() as folder:
        killed = kill_repeatedly(Path(folder) / "home", Path(folder) / "documents", wanted.kills)
    print(
        f"{killed.kills} kills in {killed.seconds:.0f} s, during {dict(killed.during)}: {len(killed.faults)} faults, "
        f"{killed.litter} times a copy that the next import removes "
        f"(looked at by asking, searching, listing and `youju doctor{' --deep' if killed.deep else ''}`)"
    )
    for fault in killed.faults[:10]:
        print(f"  {fault}")
    if asked.mixed or asked.missing or killed.faults:
        raise SystemExit(1)
