"""A scanned page from the picture to the card, by the engine that is installed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter
from tests.conftest import Command, run_youju

from youju.reading.ocr.engine import engine_name
from youju.reading.reader import SourceFile
from youju.reading.worker import ReadingPool
from youju.samples import sample_files

installed = pytest.mark.skipif(engine_name() is None, reason="OCR is not installed: pip install 'youju[ocr]'")
QUESTION = "请病假超过几天要提交医院证明？"


def page_as_picture(path: Path) -> Path:
    """Part of a page of our own handbook as a scanner gives it: soiled, blurred, askew, without any text."""
    handbook = next(file for file in sample_files() if file.name == "员工手册.pdf")

    async def draw() -> bytes:
        async with ReadingPool(1) as pool:
            return await pool.render(SourceFile(handbook.path, handbook.name), 9, (), 2.4)

    drawn = path.with_suffix(".png")
    drawn.write_bytes(asyncio.run(draw()))
    with Image.open(drawn) as image:
        page = image.convert("L").crop((0, 0, image.width, image.height * 2 // 5))
    page = page.rotate(-0.7, Image.Resampling.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(0.6))
    dust = np.random.default_rng(7).normal(0, 6, (page.height, page.width))
    soiled = np.clip(np.asarray(page) * 0.96 + dust, 0, 255).astype(np.uint8)
    Image.fromarray(soiled).save(path, resolution=2.4 * 72)
    drawn.unlink()
    return path


@installed
def test_a_scanned_page_answers_with_its_page_and_is_marked_as_recognised(tmp_path: Path) -> None:
    scan, home = page_as_picture(tmp_path / "扫描件.pdf"), tmp_path / "home"
    added = run_youju(["add", str(scan), "--json"], home, YOUJU_OCR="true")
    assert added.code == 0, added.err
    (item,) = json.loads(added.out)
    assert (item["outcome"], item["missing"]) == ("added", [])
    answer = run_youju(["ask", QUESTION, "--json"], home).json
    (citation,) = answer["citations"]
    assert "超过1天的" in citation["quote"] and citation["pages"] == [1]
    assert citation["ocr"]["pages"] == [1] and citation["ocr"]["confidence"] > 0.9
    again = run_youju(["add", str(scan), "--json"], home)
    assert [item["outcome"] for item in json.loads(again.out)] == ["unchanged"]


def test_a_scan_without_ocr_says_so_and_is_listed(tmp_path: Path, youju: Command) -> None:
    Image.new("L", (600, 800), 240).save(tmp_path / "扫描件.pdf")
    added = youju("add", str(tmp_path / "扫描件.pdf"))
    assert added.code == 1 and "needs OCR" in added.err and "OCR is off (YOUJU_OCR)" in added.err
    assert "needs_ocr" in youju("ls").out
    (part,) = [part for part in youju("doctor", "--json").json if part["name"] == "ocr"]
    assert part["state"] == "degraded" and "1 pages of 1 documents wait" in part["detail"]
