"""The shared files from the test suites of public parsers, imported as a person would; their pages beside poppler's.

python -m benchmarks.parser_files            prints the tables
python -m benchmarks.parser_files --write    writes them into docs/reading.md, too
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpora import SHARED
from benchmarks.documented import circumstances, write_part
from benchmarks.truth.measuring import Kept, alike, characters

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

FILES = SHARED / "parser_files"
SECONDS = 20.0


def imported(home: Path) -> list[dict[str, Any]]:
    """What `youju add FOLDER --json` says of each file."""
    done = subprocess.run(
        [sys.executable, "-m", "youju", "--home", str(home), "add", str(FILES), "--json"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "YOUJU_EMBEDDING__PROVIDER": "none"},
        check=False,
        timeout=3600,
    )
    if not done.stdout.strip():
        raise RuntimeError(done.stderr)
    told = json.loads(done.stdout)
    return told if isinstance(told, list) else told["items"]


def result(item: dict[str, Any]) -> str:
    """One of the three ends of an import."""
    if "result" in item:
        return item["result"]
    if item["outcome"] in {"failed", "duplicate"}:
        return "refused"
    return "partial" if item["missing"] or item["outcome"] == "needs_ocr" else "imported"


def outcome_table(items: Sequence[dict[str, Any]]) -> str:
    """One row for each file."""
    lines = ["| file | result | pages | passages | what is said |", "|---|---|---|---|---|"]
    for item in items:
        said = str(item["message"]).removeprefix(item["name"]).lstrip(": ").replace("|", "｜")
        lines.append(
            f"| {item['name']} | {result(item)} | {item['pages'] or '–'} | {item['passages'] or '–'} | {said} |"
        )
    return "\n".join(lines)


async def read_all(paths: Sequence[Path]) -> dict[Path, ReadDocument]:
    """Those that can be read."""
    documents: dict[Path, ReadDocument] = {}
    async with ReadingPool() as pool:
        for path in paths:
            try:
                documents[path] = await pool.read(SourceFile(path, path.name), Limits(max_seconds=SECONDS))
            except InputRejected:
                continue
    return documents


def poppler_pages(path: Path) -> list[str]:
    """The text of every page as poppler reads it; empty when it fails or takes too long."""
    try:
        done = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return []
    return done.stdout.decode("utf-8", "replace").split("\f")[:-1]


def page_table(documents: dict[Path, ReadDocument]) -> str:
    """Characters and similarity of each PDF's pages."""
    lines = [
        "| file | pages | characters a page, poppler | Youju | alike | in order | worst page, alike |",
        "|---|---|---|---|---|---|---|",
    ]
    total = total_ordered = Kept(0, 0, 0)
    for path, document in documents.items():
        theirs = poppler_pages(path)
        ours = [document.text[page.start : page.end] for page in document.pages]
        if len(theirs) != len(ours) or not any(map(str.strip, theirs)):
            why = "poppler reads no text" if not "".join(theirs).strip() else f"poppler counts {len(theirs)} pages"
            lines.append(
                f"| {path.name} | {len(ours)} | – | {len(document.text) // max(1, len(ours)):,} | – | {why} | – |"
            )
            continue
        pages = [alike(left, right) for left, right in zip(theirs, ours, strict=True)]
        both = sum(pages, Kept(0, 0, 0))
        ordered = sum((characters(left, right) for left, right in zip(theirs, ours, strict=True)), Kept(0, 0, 0))
        total, total_ordered = total + both, total_ordered + ordered
        worst, at = min((page.similarity, number) for number, page in enumerate(pages, start=1))
        lines.append(
            f"| {path.name} | {len(pages)} | {both.truth // len(pages):,} | {both.read // len(pages):,} "
            f"| {both.similarity:.1%} | {ordered.similarity:.1%} | {worst:.1%} (p. {at}) |"
        )
    lines.append(
        f"| all | | {total.truth:,} in all | {total.read:,} in all "
        f"| {total.similarity:.1%} | {total_ordered.similarity:.1%} | |"
    )
    return "\n".join(lines)


def main(arguments: Sequence[str] = ()) -> None:
    """Import, compare, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parser_files")
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args(arguments).write
    if not FILES.is_dir():
        print("The shared parser files are not here: nothing measured.")
        return
    when = circumstances()
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        items = imported(Path(home))
        seconds = time.perf_counter() - began
    counts = Counter(map(result, items))
    summary = (
        f"{when}. {len(items)} files in {seconds:.0f} s: {counts['imported']} imported, {counts['partial']} in part, "
        f"{counts['refused']} refused."
    )
    outcomes = f"{summary}\n\n{outcome_table(items)}"
    print(outcomes)
    if write:
        write_part("parser files", outcomes)
    if shutil.which("pdftotext") is None:
        print("\npdftotext is not installed: pages are not compared.")
        return
    pages = f"{when}.\n\n{page_table(asyncio.run(read_all(sorted(FILES.glob('pdf/*.pdf')))))}"
    print(f"\n{pages}")
    if write:
        write_part("pages beside poppler", pages)


if __name__ == "__main__":
    main(sys.argv[1:])
