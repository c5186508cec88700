"""How long importing takes, and how much memory: a long PDF, ten thousand small files, one publish into a full ledger.

python -m benchmarks.importing [pages] [files] [publish]
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.asking import row, youju
from benchmarks.reading import PAGES, chinese, english, make

from youju.app import Youju
from youju.caller import OWNER
from youju.index.lexical import TantivyIndex
from youju.knowledge.drafts import Draft
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.placing import Wish
from youju.knowledge.values import PassageSpan
from youju.reading.document import ReadDocument
from youju.reading.worker import ReadingPool
from youju.settings import Settings

RUNS = 3
FILES = (1_000, 5_000, 10_000)
PASSAGES = 100_000
OF_ONE = 50
"""Passages of the document that is published."""


async def inside(home: Path, file: Path) -> float:
    """Seconds from the request to the published document, the reader's process not yet started."""
    async with Youju.open(Settings(home=home), dense=False) as library:
        started = time.perf_counter()
        async for item in library.add(library.sources([file]), Wish(), OWNER):
            if item.outcome != "added":
                raise RuntimeError(item.message)
        return time.perf_counter() - started


def resident() -> float:
    """Megabytes of this process in memory now."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def many(folder: Path) -> list[tuple[int, float, float]]:
    """Small files as one run: (files, seconds, megabytes) when so many were in."""
    files = folder / "files"
    files.mkdir()
    for number in range(max(FILES)):
        text = "".join(f"第{line}条 部门{number}的员工每年体检{line}次，费用由公司承担。\n\n" for line in range(1, 40))
        (files / f"规定{number:05}.md").write_text(f"# 规定{number}\n\n{text}", encoding="utf-8")
    points: list[tuple[int, float, float]] = []
    async with Youju.open(Settings(home=folder / "home"), dense=False) as library:
        started, done = time.perf_counter(), 0
        async for item in library.add(library.sources([files]), Wish(), OWNER):
            if item.outcome != "added":
                raise RuntimeError(item.message)
            done += 1
            if done in {100, *FILES}:
                points.append((done, time.perf_counter() - started, resident()))
    return points


def draft(name: str, version: str) -> Draft:
    """A document of fifty passages of some 300 characters."""
    lines = [
        f"第{number}条 {name}，版本{version}。" + "差旅费应在十五个工作日内报销，逾期不予受理。" * 14
        for number in range(OF_ONE)
    ]
    spans, start = list[PassageSpan](), 0
    for number, line in enumerate(lines):
        spans.append(PassageSpan(number, start, start + len(line)))
        start += len(line) + 1
    return Draft(
        key=f"file:{name}",
        source=f"{name}.md",
        title=name,
        document=ReadDocument("\n".join(lines), ()),
        sections=(),
        passages=tuple(spans),
        content_hash=f"{name} {version}",
        fingerprint=f"{name} {version}",
    )


class WatchedIndex(TantivyIndex):
    """Notes when the old entries are about to go: the new version is what everybody sees by then."""

    visible = 0.0

    def remove(self, version_ids: Iterable[str]) -> None:
        self.visible = time.perf_counter()
        super().remove(version_ids)


@asynccontextmanager
async def importer_at(home: Path) -> AsyncGenerator[tuple[Importer, WatchedIndex]]:
    await asyncio.to_thread(home.mkdir)
    ledger, index = await Ledger.open(home), WatchedIndex(home / "index")
    async with ReadingPool() as pool:
        yield Importer(ledger, index, Originals(home / "files"), pool), index
    await ledger.close()


async def publishes(importer: Importer, index: WatchedIndex, name: str) -> list[float]:
    """Milliseconds until the new version is visible, of thirty replacements of one document, in order."""
    taken: list[float] = []
    for version in range(31):
        new = draft(name, str(version))
        started = time.perf_counter()
        await importer.publish([new])
        taken.append((index.visible - started) * 1000)
    return sorted(taken[1:])


async def publishing(home: Path) -> tuple[list[float], list[float], float]:
    """Replacements in an empty ledger, and in one of a hundred thousand passages; megabytes after filling that."""
    async with importer_at(home) as (importer, index):
        empty = await publishes(importer, index, "甲")
        for some in range(0, PASSAGES // OF_ONE, 20):
            await importer.publish([draft(f"规定{number}", "1") for number in range(some, some + 20)])
        return empty, await publishes(importer, index, "乙"), resident()


def pages() -> None:
    print(f"| importing {PAGES} pages, no vectors | measured | goal |\n|---|---|---|")
    for name, page in (("Chinese, 1,700 characters a page", chinese), ("English, 4,000 characters a page", english)):
        with tempfile.TemporaryDirectory() as folder:
            file = make(Path(folder), "pages", page)
            homes = [Path(folder) / f"home{run}" for run in range(2 * RUNS)]
            running = statistics.median(asyncio.run(inside(home, file)) for home in homes[:RUNS])
            command = statistics.median(
                youju(home, "add", str(file), YOUJU_EMBEDDING__PROVIDER="none") for home in homes[RUNS:]
            )
        row(f"{name}, in a running process", f"{running:.2f} s", "≤ 3 s")
        row(f"{name}, whole command", f"{command:.2f} s", "–")


def files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        points = asyncio.run(many(Path(folder)))
    print("| small files, one run, no vectors | measured | goal |\n|---|---|---|")
    for done, seconds, megabytes in points:
        row(
            f"{done:,} files in: files/s, memory of the importing process",
            f"{done / seconds:.0f}/s, {megabytes:.0f} MB",
            "flat",
        )


def publish() -> None:
    with tempfile.TemporaryDirectory() as folder:
        empty, full, megabytes = asyncio.run(publishing(Path(folder) / "home"))
    print("| replacing a document of 50 passages, until it is visible | p50 / p95 | goal |\n|---|---|---|")
    for name, taken in (("in an empty ledger", empty), (f"beside {PASSAGES:,} passages", full)):
        row(name, f"{statistics.median(taken):.0f} / {taken[int(len(taken) * 0.95)]:.0f} ms", "≤ 50 ms")
    row(f"memory after publishing {PASSAGES:,} passages", f"{megabytes:.0f} MB", "flat")


PARTS = {"pages": pages, "files": files, "publish": publish}


def main() -> None:
    """Print the tables that are named, or all."""
    for name in [name for name in sys.argv[1:] if name in PARTS] or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
