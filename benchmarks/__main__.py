"""Every measurement in one run: `python -m benchmarks [NAME…]`. Prints the machine's load with the figures."""

from __future__ import annotations

import importlib
import os
import sys

import youju  # noqa: F401  # pyright: ignore[reportUnusedImport] (settles how many threads NumPy takes, before a benchmark loads it)

NAMES = (
    "reading",
    "truth",
    "importing",
    "syncing",
    "asking",
    "cells",
    "gate",
    "search",
    "floor",
    "agent",
    "adversary",
    "model_answers",
    "references",
    "in_force",
    "recognition",
    "law_parsing",
    "law_search",
    "law_differences",
)


def main() -> None:
    """Run the benchmarks that are named, or all."""
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} processors, load {load} before the start\n")
    for name in sys.argv[1:] or NAMES:
        importlib.import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main()
