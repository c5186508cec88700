"""Files from the test suites of public parsers, where they are at hand: none may crash, hang or look ready in vain."""

import asyncio
import json
import os
import shutil
import subprocess
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

SHARED = Path(os.environ.get("YOUJU_SHARED_DATA") or Path(__file__).parents[3] / "shared" / "data")
FILES = SHARED / "parser_files"
MANIFEST = json.loads((FILES / "manifest.json").read_text()) if FILES.is_dir() else []
SECONDS = 20.0

pytestmark = pytest.mark.skipif(not MANIFEST, reason="the shared parser files are not here")


def entries(*categories: str) -> list[dict]:
    return [entry for entry in MANIFEST if set(categories) & set(entry["categories"])]


async def outcomes(chosen: list[dict]) -> dict[str, ReadDocument | InputRejected]:
    async with ReadingPool() as pool:

        async def one(entry: dict) -> ReadDocument | InputRejected:
            path = FILES / entry["file"]
            try:
                return await pool.read(SourceFile(path, path.name), Limits(max_seconds=SECONDS))
            except InputRejected as refusal:
                return refusal

        found = await asyncio.gather(*(one(entry) for entry in chosen))
    return dict(zip((entry["file"] for entry in chosen), found, strict=True))


async def test_every_file_ends_in_a_document_or_a_clear_refusal():
    chosen = [entry for entry in MANIFEST if "expected_output" not in entry["categories"]]
    for file, outcome in (await outcomes(chosen)).items():
        if isinstance(outcome, InputRejected):
            assert outcome.code in {"empty", "too_large", "encrypted", "broken", "not_text", "unsupported"}, file
            assert outcome.message.startswith(Path(file).name), file
        else:
            assert outcome.text or outcome.needs_ocr, file
            outcome.text.encode("utf-8")
            assert "\x00" not in outcome.text
            assert [page.number for page in outcome.pages] == list(range(1, len(outcome.pages) + 1))


async def test_passwords_and_scans_are_told():
    for file, outcome in (await outcomes(entries("needs_password"))).items():
        assert isinstance(outcome, InputRejected) and outcome.code == "encrypted", file
    for file, outcome in (await outcomes(entries("image_only_scan"))).items():
        assert isinstance(outcome, ReadDocument) and outcome.needs_ocr, file


def characters(text: str) -> Counter[str]:
    return Counter(char for char in unicodedata.normalize("NFKC", text) if not char.isspace())


def by_poppler(path: Path) -> str:
    out = subprocess.run(["pdftotext", str(path), "-"], check=False, capture_output=True, timeout=SECONDS)
    return out.stdout.decode("utf-8", "replace")


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
async def test_hardly_a_character_is_lost_beside_poppler(record_property):
    """Left out on purpose: running headers and footers, and text that is printed twice."""
    chosen = [e for e in entries("cjk_text", "multi_column", "table_or_structure") if e["file"].endswith(".pdf")]
    recalls: dict[str, float] = {}
    for file, outcome in (await outcomes(chosen)).items():
        theirs = characters(by_poppler(FILES / file))
        if theirs and isinstance(outcome, ReadDocument):
            recalls[file] = (theirs & characters(outcome.text)).total() / theirs.total()
    record_property("recall", recalls)
    assert len(recalls) >= 10
    assert min(recalls.values()) > 0.85, recalls
    assert sum(recalls.values()) / len(recalls) > 0.97, recalls
