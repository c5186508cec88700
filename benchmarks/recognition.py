"""OCR: seconds a page and what is read rightly, on pages of our own, drawn, soiled, blurred, coarsened, laid askew."""

from __future__ import annotations

import asyncio
import difflib
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter
from rich.console import Console
from rich.table import Table

from youju.reading.document import RecognisedPage
from youju.reading.ocr.engine import engine_name
from youju.reading.ocr.quality import readable_lines
from youju.reading.pdf.assembly import assemble
from youju.reading.pdf.recognised import recognised_glyphs
from youju.reading.pictures import page_picture
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.reading.worker import ReadingPool
from youju.samples import sample_files

GOAL = 12.0
"""Seconds a page."""
PAGES = (("员工手册.pdf", 3), ("员工手册.pdf", 10), ("travel-policy.pdf", 2))
DPI = 200


def soiled(page: Image.Image, noise: float) -> Image.Image:
    """With dust and on grey paper."""
    dust = np.random.default_rng(1).normal(0, noise, (page.height, page.width, 1))
    return Image.fromarray(np.clip(np.asarray(page) * 0.96 + dust, 0, 255).astype(np.uint8))


def coarse(page: Image.Image, dpi: int) -> Image.Image:
    """As if scanned at that resolution."""
    small = page.width * dpi // DPI, page.height * dpi // DPI
    return page.resize(small, Image.Resampling.LANCZOS).resize(page.size, Image.Resampling.BICUBIC)


SCANS = {
    "clean": lambda page: page,
    "office scanner": lambda page: soiled(page.filter(ImageFilter.GaussianBlur(0.7)), 8),
    "askew by 2 degrees": lambda page: page.rotate(-2, Image.Resampling.BICUBIC, fillcolor="white"),
    "upside down": lambda page: page.transpose(Image.Transpose.ROTATE_180),
    "50 dots an inch": lambda page: coarse(page, 50),
    "30 dots an inch": lambda page: coarse(page, 30),
}


@dataclass(frozen=True)
class Measured:
    """Over all pages: seconds for each, how much of the text was found, how much of what was found is right."""

    seconds: list[float]
    recall: float
    precision: float
    confidence: float
    readable: int


def truth_of(name: str, number: int) -> str:
    """The text of a page without white space and bars."""
    file = next(each for each in sample_files() if each.name == name)
    document = read_file(SourceFile(file.path, file.name), Limits())
    page = next(each for each in document.pages if each.number == number)
    return bare(document.text[page.start : page.end])


def text_of(page: RecognisedPage) -> str:
    """In reading order; of a page below the floor line by line."""
    glyphs = recognised_glyphs(page)
    return assemble([glyphs]).text if glyphs else "".join(line.text for line in page.lines)


def bare(text: str) -> str:
    """What is compared: one form of full-width marks, no white space, no bars between cells."""
    return "".join(text.translate(str.maketrans("（），：；", "(),:;")).replace("|", "").split())


async def measure(folder: Path, scan: str) -> Measured:
    """Each page alone, the engine loaded before."""
    seconds, recall, precision, confidence, readable = [], [], [], [], 0
    async with ReadingPool(1) as pool:
        for name, number in PAGES:
            file = next(each for each in sample_files() if each.name == name)
            drawn, _, _ = page_picture(file.path, number, DPI / 72, 20_000_000)
            path = folder / f"{scan} {number}.png"
            SCANS[scan](drawn).save(path, dpi=(DPI, DPI))
            source = SourceFile(path, path.name)
            if not seconds:
                await pool.recognise(source, 1)
            began = time.perf_counter()
            page = await pool.recognise(source, 1)
            seconds.append(time.perf_counter() - began)
            truth, got = truth_of(name, number), bare(text_of(page))
            same = difflib.SequenceMatcher(None, truth, got, autojunk=False).get_matching_blocks()
            right = sum(block.size for block in same)
            recall.append(right / len(truth))
            precision.append(right / max(1, len(got)))
            confidence.append(page.confidence)
            readable += bool(readable_lines(page))
    return Measured(seconds, *(sum(each) / len(PAGES) for each in (recall, precision, confidence)), readable)


def main() -> None:
    """Print the table."""
    console = Console(width=120)
    if engine_name() is None:
        console.print("OCR is not installed: pip install 'youju[ocr]'")
        return
    load = os.getloadavg()[0]
    table = Table("scan", "s a page", "slowest", "text found", "of it right", "mean score", "readable")
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for scan in SCANS:
            found = asyncio.run(measure(Path(folder), scan))
            slowest = max(slowest, *found.seconds)
            table.add_row(
                scan,
                f"{sum(found.seconds) / len(found.seconds):.1f}",
                f"{max(found.seconds):.1f}",
                f"{found.recall:.1%}",
                f"{found.precision:.1%}",
                f"{found.confidence:.3f}",
                f"{found.readable} of {len(PAGES)}",
            )
    console.print(f"OCR by {engine_name()}, {len(PAGES)} pages, {os.cpu_count()} processors, load before {load:.2f}")
    console.print(table)
    console.print(
        f"Goal: {GOAL:.0f} s a page. Slowest page: {slowest:.1f} s. {'Reached.' if slowest <= GOAL else 'Missed.'}"
    )


if __name__ == "__main__":
    main()
