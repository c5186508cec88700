"""How long the import of a 300-page text PDF takes, as a whole command, without vectors.

python -m benchmarks.importing
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.asking import row, youju
from benchmarks.reading import chinese, english, make

RUNS = 3


def main() -> None:
    print("| importing 300 pages, command and process start included | measured | goal |\n|---|---|---|")
    for name, page in (("Chinese", chinese), ("English", english)):
        with tempfile.TemporaryDirectory() as folder:
            file = make(Path(folder), name, page)
            seconds = [
                youju(Path(folder) / f"home{run}", "add", str(file), YOUJU_EMBEDDING__PROVIDER="none")
                for run in range(RUNS)
            ]
        row(name, f"{statistics.median(seconds):.2f} s", "≤ 3 s")


if __name__ == "__main__":
    main()
