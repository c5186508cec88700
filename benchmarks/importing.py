"""How long the import of a 300-page text PDF takes, without vectors: in a running process, and as a whole command.

python -m benchmarks.importing
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.asking import row, youju
from benchmarks.reading import PAGES, chinese, english, make

from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.importing import Wish
from youju.settings import Settings

RUNS = 3


async def inside(home: Path, file: Path) -> float:
    """Seconds from the request to the published document, the reader's process not yet started."""
    async with Youju.open(Settings(home=home), dense=False) as library:
        started = time.perf_counter()
        async for item in library.add(library.sources([file]), Wish(), OWNER):
            if item.outcome != "added":
                raise RuntimeError(item.message)
        return time.perf_counter() - started


def main() -> None:
    """Print the table."""
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


if __name__ == "__main__":
    main()
