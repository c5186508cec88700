"""The wording of articles, from the installed pack or the shared statutes."""

from __future__ import annotations

import gzip
import json
import os
import re
from functools import cache
from pathlib import Path

import pytest

from youju.errors import PartUnavailable
from youju.law.pack import pack_file, read_pack

NATIONAL = ("劳动合同法", "劳动法", "社会保险法", "民法典", "劳动争议调解仲裁法")


@cache
def _pack() -> dict[tuple[str, str], str]:
    try:
        laws = read_pack(pack_file())
    except PartUnavailable:
        return {}
    return {
        (law.name.removeprefix("中华人民共和国"), article.label): article.text
        for law in laws
        for article in law.articles
        if law.name.removeprefix("中华人民共和国") in NATIONAL and law.status == "现行有效" and article.label
    }


def shared() -> Path | None:
    beside = Path(__file__).parents[4] / "shared" / "data"
    folder = Path(os.environ.get("YOUJU_SHARED_DATA", beside)) / "statutes"
    return folder if folder.is_dir() else None


@cache
def _shared() -> dict[tuple[str, str], str]:
    folder = shared()
    if folder is None:
        return {}
    with gzip.open(folder / "articles.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows.sort(key=lambda row: row["publish"] or "")  # the newest wording counts
    return {(row["law"], row["article"]): row["text"] for row in rows} | _new(folder)


def _new(folder: Path) -> dict[tuple[str, str], str]:
    """Instruments of 2025 and later, which stand in files of their own."""
    found: dict[tuple[str, str], str] = {}
    for path in (folder / "new_2025_2026").glob("*.md"):
        pieces = re.split(r"^(第[一二三四五六七八九十百]+条)\s", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for label, text in zip(pieces[1::2], pieces[2::2], strict=True):
            found[path.name.split("(")[0], label] = text.strip()
    return found


def wording(law: str, article: str) -> str:
    """The article without white space. Skips where neither the pack nor the shared statutes hold it."""
    return re.sub(r"\s+", "", lines(law, article))


def lines(law: str, article: str) -> str:
    """The article, its 款 and 项 in lines. Skips likewise."""
    text = _pack().get((law, article)) or _shared().get((law, article))
    if text is None:
        pytest.skip(f"《{law}》 is neither in the installed pack nor in the shared statutes")
    return text
