"""How long it takes to look again at many files of which none has changed, and to follow a few that have.

python -m benchmarks.syncing [FILES]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.asking import row

from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.arriving import Batch
from youju.knowledge.drafts import Draft
from youju.knowledge.placing import NOTHING_SAID, Placement, Wish
from youju.knowledge.sources import Source
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.settings import EmbeddingSettings, Settings

FILES = 10_000
A_FOLDER = 100


def write(folder: Path, files: int) -> None:
    """Folders of a hundred small files, an hour old."""
    past = time.time() - 3600
    for number in range(files):
        path = folder / f"{number // A_FOLDER:03}" / f"{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# 第{number}号规定\n\n第{number}号规定的差旅费应在{number % 28 + 1}日内报销。\n", "utf-8")
        os.utime(path, (past, past))


async def publish(library: Youju, docs: Path) -> None:
    """Bring the files in, five hundred in a transaction: what is measured is what comes after."""
    importer, limits = library._importer, Limits()
    sources = [source for source in library.sources([docs]) if isinstance(source, Source)]
    batch = Batch(sources, NOTHING_SAID, OWNER)
    for at in range(0, len(sources), 500):
        drafts: list[Draft] = []
        for source in sources[at : at + 500]:
            original = library._originals.keep(source.path, source.name, limits.max_bytes)
            read = read_file(SourceFile(original.path, source.name), limits)
            draft = importer.draft(source.key, source.name, read, original.content_hash, Placement())
            arrival = batch.arrival(source, original.content_hash, original.stamp)
            drafts.append(replace(draft, stored_file=original.name, arrival=arrival))
        await importer.publish(drafts)


async def seconds_of(library: Youju, **how: bool) -> tuple[float, int, int]:
    """Seconds for plan and doing, how many files were unchanged, how many things were done."""
    started = time.perf_counter()
    plan = await library.plan_sync(None, OWNER, **how)
    done = [item async for item in library.sync(plan, OWNER)]
    return time.perf_counter() - started, plan.unchanged, len(done)


async def measure(folder: Path, files: int) -> None:
    """Import, then look again."""
    docs, home = folder / "docs", folder / "home"
    write(docs, files)
    async with Youju.open(Settings(home=home, embedding=EmbeddingSettings(provider="none"))) as library:
        await library.remember([docs], [], Wish(), OWNER)
        await publish(library, docs)
        await _rows(library, docs, files)


async def _rows(library: Youju, docs: Path, files: int) -> None:
    again, unchanged, _ = await seconds_of(library)
    row(f"sync, {unchanged} unchanged", f"{again:.1f} s", "≤ 20 s")
    deep, unchanged, _ = await seconds_of(library, deep=True)
    row(f"sync --deep, {unchanged} unchanged", f"{deep:.1f} s", "–")
    for number in range(10):
        path = docs / "000" / f"{number:05}.md"
        path.write_text(path.read_text("utf-8") + "本条自发布之日起施行。\n", "utf-8")
    (docs / "001").rename(docs / "moved")
    some, _, done = await seconds_of(library)
    row(f"sync, {done} of {files} changed or moved", f"{some:.1f} s", "–")
    document = (await library.documents(OWNER))[0]
    started = time.perf_counter()
    await library.remove(document.id, OWNER)
    row(f"rm of one of {files}, without a trace", f"{time.perf_counter() - started:.1f} s", "–")


def main() -> None:
    """Print the table."""
    files = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else FILES
    print("| looking again | measured | goal |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), files))


if __name__ == "__main__":
    main()
