"""The command: print the table; `--write` rewrites docs/adversary.md, `--failures FILE` tells every failure."""

from __future__ import annotations

import os
import sys
import time
from datetime import date
from pathlib import Path

from benchmarks.adversary.running import SEED, quietly, run
from benchmarks.adversary.table import failures, render

PAGE = Path(__file__).parents[2] / "docs" / "adversary.md"
INTRODUCTION = """# The adversary

Good answers are made bad in every way that a model has of being wrong, and played through the gate and through the
whole product: Python, the command line, HTTP as a document and as a stream, with a scripted model behind them. Rewrite
this page with `python -m benchmarks.adversary --write`; the sentences come from the sample base and, where the shared
data is beside the project, from {corpora}.

The draw of sentences and mutations is `ADVERSARY_SEED={seed}`. The checks were mended on what the draws 2026, 777,
31337 and 20261130 had shown; the sentences of any other draw are ones that nobody mended for.

Measured on {day}, {processors} processors, load {load} at the start, {minutes:.1f} minutes.

"""


def main() -> None:
    """Run, print, and write the page if asked to."""
    quietly()
    load, started = os.getloadavg()[0], time.perf_counter()
    results = run()
    report = render(results)
    print(report)
    if "--failures" in sys.argv:
        Path(sys.argv[sys.argv.index("--failures") + 1]).write_text(failures(results), encoding="utf-8")
    if "--write" in sys.argv:
        head = INTRODUCTION.format(
            corpora=", ".join(results.corpora[1:]) or "statutes, prose and a handbook (they were not, this time)",
            seed=SEED,
            day=date.today().isoformat(),
            processors=os.cpu_count(),
            load=f"{load:.1f}",
            minutes=(time.perf_counter() - started) / 60,
        )
        PAGE.write_text(head + report, encoding="utf-8")
