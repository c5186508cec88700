"""Reading and cutting speed: a generated 300-page PDF, read in this process and through a worker."""

from __future__ import annotations

import asyncio
import os
import random
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


def make(folder: Path, name: str, page: Callable[[Canvas, int, random.Random], None]) -> Path:
    """A PDF whose footers print the page numbers."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    path, rng = folder / f"{name}.pdf", random.Random(1)
    canvas = Canvas(str(path), pagesize=A4)
    for number in range(1, PAGES + 1):
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
    began = time.perf_counter()
    passages = cut(document)
    return Measured(read, read_cpu, worker, time.perf_counter() - began, len(document.text), passages)


def main() -> None:
    """Print the table."""
    table = Table("PDF", "characters", "read", "pages/s", "own time", "pages/s", "by worker", "cut", "passages")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        for name, page in (("Chinese", chinese), ("English", english), ("two columns", two_columns)):
            found = asyncio.run(measure(make(Path(folder), name, page)))
            table.add_row(
                name,
                f"{found.characters:,}",
                f"{found.read:.2f} s",
                f"{PAGES / found.read:.0f}",
                f"{found.read_cpu:.2f} s",
                f"{PAGES / found.read_cpu:.0f}",
                f"{found.worker:.2f} s",
                f"{found.cut:.2f} s",
                str(found.passages),
            )
    console = Console(width=120)
    console.print(f"Reading: {PAGES} pages each, {os.cpu_count()} cores, load before {load:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
