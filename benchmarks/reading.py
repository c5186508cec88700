"""Reading of PDFs: speed of generated 300-page files, in this process and by two workers; with `--memory` the most that
any process takes while a 2,000-page file is imported (keyword search alone: vectors are computed apart)."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from rich.console import Console
from rich.table import Table

from youju.knowledge.passages import cut_passages
from youju.knowledge.structure import HeadingStructure
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.reading.worker import ReadingPool

PAGES = 300
MANY_PAGES = 2000

CHINESE = "员工因公出差应当事先填写申请单，经部门负责人批准后方可订票；住宿标准按照城市等级执行，超出部分由个人承担。"
WORDS = "the employee shall submit travel expenses within fifteen working days after return and attach receipts"
ENGLISH = WORDS.split()


def chinese(canvas: Canvas, number: int, rng: random.Random) -> None:
    """A heading and 42 lines of 40 characters, in a font that the file does not carry."""
    canvas.setFont("STSong-Light", 15)
    canvas.drawString(72, 780, f"第{number}章 管理规定")
    canvas.setFont("STSong-Light", 10.5)
    for line in range(42):
        start = rng.randrange(len(CHINESE))
        canvas.drawString(72, 750 - 16 * line, (CHINESE * 2)[start : start + 40])


def english(canvas: Canvas, number: int, rng: random.Random) -> None:
    """A heading and 45 lines of about 85 characters."""
    canvas.setFont("Helvetica-Bold", 15)
    canvas.drawString(72, 780, f"{number}. Rules for travel")
    canvas.setFont("Helvetica", 10)
    for line in range(45):
        canvas.drawString(72, 750 - 15 * line, " ".join(rng.choices(ENGLISH, k=14))[:88])


def two_columns(canvas: Canvas, number: int, rng: random.Random) -> None:
    """Two columns of 45 lines, written line by line."""
    canvas.setFont("Helvetica", 10)
    for line in range(45):
        for column, x in enumerate((60, 310)):
            canvas.drawString(x, 780 - 16 * line - 4 * column, " ".join(rng.choices(ENGLISH, k=9))[:46])


KINDS: tuple[tuple[str, Callable[[Canvas, int, random.Random], None]], ...] = (
    ("Chinese", chinese),
    ("English", english),
    ("two columns", two_columns),
)


def make(folder: Path, name: str, page: Callable[[Canvas, int, random.Random], None], pages: int = PAGES) -> Path:
    """A PDF whose footers print the page numbers."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    path, rng = folder / f"{name}.pdf", random.Random(1)
    canvas = Canvas(str(path), pagesize=A4)
    for number in range(1, pages + 1):
        page(canvas, number, rng)
        canvas.setFont("Helvetica", 9)
        canvas.drawCentredString(297, 30, f"- {number} -")
        canvas.showPage()
    canvas.save()
    return path


def cut(document: ReadDocument) -> int:
    """The number of passages."""
    sections = HeadingStructure().parse(document, document.title or "")
    return len(cut_passages(document.text, document.blocks, sections))


@dataclass(frozen=True)
class Measured:
    """Seconds on the clock, and of this process's own time where `cpu` says so."""

    read: float
    read_cpu: float
    worker: float
    two_workers: float
    cut: float
    characters: int
    passages: int


async def measure(path: Path) -> Measured:
    """Everything once to warm up, then once by the clock."""
    source = SourceFile(path, path.name)
    read_file(source, Limits())
    began, began_cpu = time.perf_counter(), time.process_time()
    document = read_file(source, Limits())
    read, read_cpu = time.perf_counter() - began, time.process_time() - began_cpu
    async with ReadingPool(1) as pool:
        await pool.read(source, Limits())
        began = time.perf_counter()
        await pool.read(source, Limits())
        worker = time.perf_counter() - began
    async with ReadingPool(2) as pool:
        await asyncio.gather(pool.read(source, Limits()), pool.read(source, Limits()))
        began = time.perf_counter()
        await asyncio.gather(pool.read(source, Limits()), pool.read(source, Limits()))
        two_workers = time.perf_counter() - began
    began = time.perf_counter()
    passages = cut(document)
    return Measured(read, read_cpu, worker, two_workers, time.perf_counter() - began, len(document.text), passages)


def memory() -> None:
    """Import a long file of each kind with a fresh home folder and print the peak of the largest process. A process's
    peak never falls, so the kinds are in the order of their size."""
    environment = {**os.environ, "YOUJU_EMBEDDING__PROVIDER": "none"}
    for name, page in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            path = make(Path(folder), name, page, MANY_PAGES)
            home = str(Path(folder) / "home")
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "youju", "--home", home, "add", str(path)], env=environment, check=True
            )
            seconds = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{name}: {MANY_PAGES} pages in {seconds:.0f} s, at most {peak} MB in one process")


def speed() -> None:
    """Print the table."""
    columns = ("read", "pages/s", "own time", "pages/s", "by worker", "two workers, pages/s", "cut", "passages")
    table = Table("PDF", "characters", *columns)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        for name, page in KINDS:
            found = asyncio.run(measure(make(Path(folder), name, page)))
            table.add_row(
                name,
                f"{found.characters:,}",
                f"{found.read:.2f} s",
                f"{PAGES / found.read:.0f}",
                f"{found.read_cpu:.2f} s",
                f"{PAGES / found.read_cpu:.0f}",
                f"{found.worker:.2f} s",
                f"{2 * PAGES / found.two_workers:.0f}",
                f"{found.cut:.2f} s",
                str(found.passages),
            )
    console = Console(width=140)
    console.print(f"Reading: {PAGES} pages each, {os.cpu_count()} cores, load before {load:.2f}")
    console.print(table)


if __name__ == "__main__":
    memory() if "--memory" in sys.argv else speed()
