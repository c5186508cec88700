"""Run by the peers' own python, which knows nothing of Youju: `python peers.py TOOL`, file names as JSON on standard
input. Prints a JSON line for each file: text, tables, seconds of its own work (all threads), or the error. The first
file is read once to warm up.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import sys
import time
from importlib.metadata import version
from typing import Any

Outcome = tuple[str, list[list[list[str]]]]


def with_kreuzberg(path: str) -> Outcome:
    """As Markdown: some of its tables stand in the text alone."""
    kreuzberg = importlib.import_module("kreuzberg")
    result = kreuzberg.extract_file_sync(path, config=kreuzberg.ExtractionConfig(output_format="markdown"))
    return result.content, [*(table.cells for table in result.tables), *pipe_tables(result.content)]


def with_markitdown(path: str) -> Outcome:
    text = converter().convert(path).text_content
    return text, pipe_tables(text)


def converter(made: list[Any] = []) -> Any:  # noqa: B006 (made once, as its users do)
    if not made:
        made.append(importlib.import_module("markitdown").MarkItDown())
    return made[0]


def with_pdfplumber(path: str) -> Outcome:
    if not path.endswith(".pdf"):
        raise ValueError("reads PDF alone")
    texts, tables = [], []
    with importlib.import_module("pdfplumber").open(path) as pdf:
        for page in pdf.pages:
            texts.append(page.extract_text())
            tables += [[[cell or "" for cell in row] for row in table] for table in page.extract_tables()]
    return "\n".join(texts), tables


def pipe_tables(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown text, without their rules."""
    tables: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if not line.startswith("|"):
            tables.append([])
        elif not re.fullmatch(r"[|:\s-]+", line):
            tables[-1].append([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:].removesuffix("|"))])
    return [table for table in tables if table]


def main() -> None:
    tool = sys.argv[1]
    read = {"kreuzberg": with_kreuzberg, "markitdown": with_markitdown, "pdfplumber": with_pdfplumber}[tool]
    importlib.import_module(tool)
    out = sys.stdout
    print(json.dumps({"version": version(tool)}), file=out, flush=True)
    warm = False
    for path in json.load(sys.stdin):
        try:
            with contextlib.redirect_stdout(sys.stderr):
                if not warm:
                    read(path)
                began = time.process_time()
                text, tables = read(path)
                seconds = time.process_time() - began
        except Exception as error:  # noqa: BLE001 (a peer may fail in its own way)
            row = {"error": f"{type(error).__name__}: {error}"[:200]}
        else:
            row = {"text": text, "tables": tables, "seconds": seconds}
            warm = True
        print(json.dumps(row, default=str), file=out, flush=True)


if __name__ == "__main__":
    main()
