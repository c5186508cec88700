"""The run and its table."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from benchmarks.documented import circumstances, write_part
from benchmarks.truth.content import Content, Grid
from benchmarks.truth.files import make
from benchmarks.truth.measuring import Kept, Matrix, cells, characters

from youju.errors import InputRejected
from youju.reading.document import ReadDocument, Table, row_cells
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

PEERS = ("kreuzberg", "markitdown", "pdfplumber")


@dataclass(frozen=True)
class Reading:
    """What a tool made of one file; `error` where it made nothing. `seconds` of processor time, all threads together:
    what else the machine does weighs less on it."""

    text: str = ""
    tables: Sequence[Matrix] = ()
    seconds: float = 0.0
    error: str | None = None


@dataclass
class Tool:
    name: str
    version: str
    readings: dict[Path, Reading] = field(default_factory=dict[Path, Reading])


def by_youju(files: Sequence[Path]) -> Tool:
    """In this process, each file after one of its kind has been read to warm up."""
    tool, warm = Tool("Youju", ""), set[str]()
    for path in files:
        source = SourceFile(path, path.name)
        try:
            if path.suffix not in warm:
                read_file(source, Limits())
            began = time.process_time()
            document = read_file(source, Limits())
            seconds = time.process_time() - began
        except InputRejected as refusal:
            tool.readings[path] = Reading(error=refusal.message)
        else:
            warm.add(path.suffix)
            tool.readings[path] = Reading(document.text, tables_of(document), seconds)
    return tool


def tables_of(document: ReadDocument) -> list[Matrix]:
    """The tables as the reader gives them; of a reader that gives none, from the text of their rows."""
    if document.tables:
        return [_matrix(document.text, table) for table in document.tables]
    groups: dict[int | None, list[list[str]]] = {}
    for block in document.blocks:
        if block.kind in {"table_header", "table_row"}:
            groups.setdefault(block.group, []).append(row_cells(document.text[block.start : block.end]))
    return list(groups.values())


def _matrix(text: str, table: Table) -> Matrix:
    rows = max((cell.row + cell.rows for cell in table.cells), default=0)
    columns = max((cell.column + cell.columns for cell in table.cells), default=0)
    matrix = [[""] * columns for _ in range(rows)]
    for cell in table.cells:
        matrix[cell.row][cell.column] = text[cell.start : cell.end]
    return matrix


def by_peer(python: str, name: str, files: Sequence[Path]) -> Tool | None:
    """In a process of the peers' python; None when it is not installed there."""
    script = Path(__file__).with_name("peers.py")
    done = subprocess.run(
        [python, str(script), name],
        input=json.dumps([str(path) for path in files]),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=1800,
    )
    answers: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(files) + 1:
        print(f"{name}: not measured ({(done.stderr.strip().splitlines() or ['no output'])[-1]})")
        return None
    tool = Tool(name, answers[0]["version"])
    tool.readings = {path: Reading(**answer) for path, answer in zip(files, answers[1:], strict=True)}
    return tool


def pages(path: Path) -> int:
    """Pages of a PDF; 1 for every other file."""
    if path.suffix != ".pdf":
        return 1
    return len(read_file(SourceFile(path, path.name), Limits()).pages)


def row(name: str, made: Sequence[tuple[Path, Content]], tool: Tool) -> str:
    """One line of the table: a format, as one tool reads it."""
    readings = [(path, truth, tool.readings[path]) for path, truth in made]
    if error := next((one.error for _, _, one in readings if one.error), None):
        return f"| {name} | {tool.name} | – | – | – | {error.partition(chr(10))[0][:60]} |"
    zero = Kept(0, 0, 0)
    kept = reduce(add, (characters(truth.text, one.text) for _, truth, one in readings), zero)
    grids: list[tuple[Grid, Sequence[Matrix]]] = [
        (grid, one.tables) for _, truth, one in readings for grid in truth.grids
    ]
    right, total = sum(cells(grid, tables) for grid, tables in grids), sum(len(grid.cells) for grid, _ in grids)
    count, seconds = sum(pages(path) for path, _, _ in readings), sum(one.seconds for _, _, one in readings)
    unit = "pages" if made[0][0].suffix == ".pdf" else "files"
    return (
        f"| {name} | {tool.name} | {kept.recall:.2%} | {kept.precision:.2%} | {right / total:.1%} of {total} "
        f"| {count / seconds:,.0f} {unit}/s |"
    )


def main(arguments: Sequence[str] = ()) -> None:
    """Make the files, read them with every tool, print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth")
    parser.add_argument("--peers", metavar="PYTHON", default=os.environ.get("YOUJU_BENCH_PEERS"))
    parser.add_argument("--write", action="store_true", help="Write the table into docs/reading.md, too.")
    wanted = parser.parse_args(arguments)
    os.environ.setdefault("YOUJU_LIBREOFFICE", "off")  # gives Word files pages, which no peer does, in seconds a file
    told = measured(wanted.peers)
    print(told)
    if wanted.write:
        write_part("truth", told)


def measured(python: str | None) -> str:
    """The table, with its circumstances; `python` has the peers."""
    lines = [f"{circumstances()}."]
    with tempfile.TemporaryDirectory() as folder:
        made = make(Path(folder))
        files = [path for some in made.values() for path, _ in some]
        tools: list[Tool | None] = [by_youju(files)]
        if python is None:
            lines.append("Peers are not measured: name a python that has them with --peers or YOUJU_BENCH_PEERS.")
        else:
            tools += [by_peer(python, name, files) for name in PEERS]
        present = [tool for tool in tools if tool]
        lines += [", ".join(f"{tool.name} {tool.version}".strip() for tool in present) + ".", ""]
        lines.append(
            "| format | read by | characters kept | of what is read, truth | cells at their place | by processor time |"
        )
        lines.append("|---|---|---|---|---|---|")
        for name, some in made.items():
            readers = [tool for tool in present if tool.name != "pdfplumber" or some[0][0].suffix == ".pdf"]
            lines += [row(name, some, tool) for tool in readers]
    return "\n".join(lines)
