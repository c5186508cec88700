"""Deletion is total: no byte of a deleted text is left under the home folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import Command, run_youju

RARE = ("熵减协约", "Zyxwvutron", "鸑鷟")
TEXT = "# 熵减协约\n\n参加Zyxwvutron试验的员工，每季度可领取鸑鷟津贴3721元。\n"


def traces(home: Path) -> list[tuple[str, str]]:
    """Every file under the home folder that holds one of the rare words, as text or as the index splits it."""
    pieces = [*RARE, RARE[1].lower(), "熵减", "协约", "鸑鷟津", "\\u71b5\\u51cf"]
    found: list[tuple[str, str]] = []
    for path in home.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            found += [
                (path.name, piece) for piece in pieces if piece.encode() in raw or piece.encode("utf-16-le") in raw
            ]
    return found


@pytest.fixture
def full(youju: Command, tmp_path: Path) -> Path:
    """A home with one document to be deleted (two versions, an answer that cites it) among others."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "秘密.md").write_text(TEXT + "第一版。\n", encoding="utf-8")
    for number in range(5):
        (docs / f"{number}.md").write_text(
            f"# 第{number}号规定\n\n差旅费应在{number + 10}日内报销。\n", encoding="utf-8"
        )
    assert youju("add", str(docs)).code == 0
    (docs / "秘密.md").write_text(TEXT, encoding="utf-8")
    assert youju("add", str(docs)).code == 0
    asked = youju("ask", "参加Zyxwvutron试验每季度可领取多少津贴？", "--json")
    assert "3721" in asked.json["text"], asked.out
    assert traces(tmp_path / "home")
    return tmp_path / "home"


def test_no_byte_of_a_deleted_document_is_left(youju, full):
    """Fault 54: a deleted file is still cited."""
    removed = youju("rm", "秘密.md", "--yes")
    assert removed.code == 0, removed.err
    assert "2 version(s), with 1 kept answer(s)" in removed.err
    assert traces(full) == []
    assert youju("ask", "参加Zyxwvutron试验每季度可领取多少津贴？").code == 3
    assert "10日" in youju("search", "差旅费报销", "--json").out
    assert youju("doctor", "--deep").code == 0


def test_no_byte_is_left_of_a_file_that_was_deleted(youju, full, tmp_path):
    (tmp_path / "docs" / "秘密.md").unlink()
    assert youju("sync").code == 0
    assert traces(full) == []


def test_several_at_once_and_an_unknown_one_deletes_nothing(youju, full):
    assert youju("rm", "0.md", "没有的.md", "--yes").code == 1
    assert len(youju("ls", "--json").json) == 6
    assert youju("rm", "0.md", "秘密.md", "--json").json == {"deleted": ["0.md", "秘密.md"]}
    assert len(youju("ls", "--json").json) == 4


def test_history_is_kept_on_request_and_deleted_later(youju, full):
    assert youju("rm", "秘密.md", "--keep-history", "--yes").code == 0
    assert "Zyxwvutron" not in youju("search", "鸑鷟津贴").out
    assert "秘密.md" not in youju("ls").out
    assert [document["source"] for document in youju("ls", "--history", "--json").json] == ["秘密.md"]
    assert traces(full)
    assert youju("restore", "秘密.md", "1").code == 0
    assert "秘密.md" in youju("ls").out
    assert youju("rm", "秘密.md", "--yes").code == 0
    assert traces(full) == []


def test_what_a_killed_import_left_is_collected(tmp_path):
    """Killed after the copy of the original was made and before anything was published."""
    home, rule = tmp_path / "home", tmp_path / "规定.md"
    rule.write_text(TEXT, encoding="utf-8")
    program = (
        "import os, asyncio, sys; from youju.knowledge.ledger import Ledger\n"
        "async def stop(*_): os.kill(os.getpid(), 9)\n"
        "Ledger.publish = stop\n"
        "from youju.cli.main import run; sys.argv = ['youju', 'add', sys.argv[1]]; run()"
    )
    environment = {**os.environ, "YOUJU_HOME": str(home), "YOUJU_EMBEDDING__PROVIDER": "none"}
    assert subprocess.run([sys.executable, "-c", program, str(rule)], env=environment, check=False).returncode == -9
    assert traces(home), "the copy is there"
    (tmp_path / "b.md").write_text("另一条规定。\n", encoding="utf-8")
    assert run_youju(["add", str(tmp_path / "b.md")], home).code == 0
    assert traces(home) == []
