"""`youju sync` and `--watch`, as a person uses them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.conftest import clean_environment, run_youju


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_sync_tells_first_and_then_does(youju, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "a.md", "差旅费应在15个工作日内报销。\n")
    write(docs, "b.md", "年休假为5天。\n")
    assert youju("add", str(docs), "--role", "hr").code == 0
    write(docs, "a.md", "差旅费应在10个工作日内报销，逾期不予办理。\n")
    (docs / "b.md").rename(docs / "休假.md")
    write(docs, "c.md", "每年体检一次。\n")
    dry = youju("sync", "--dry-run")
    assert dry.code == 0
    assert "changed" in dry.out
    assert "renamed from b.md" in dry.out
    assert "Nothing was done" in dry.out
    done = youju("sync", "--json")
    assert done.code == 0, done.err
    assert {item["name"]: item["outcome"] for item in done.json["items"]} == {
        "a.md": "updated",
        "休假.md": "renamed",
        "c.md": "added",
    }
    assert all(document["roles"] == ["hr"] for document in youju("ls", "--json").json)
    (docs / "c.md").unlink()
    assert "1 removed" in youju("sync").out
    assert youju("sync", str(tmp_path / "elsewhere")).code == 2


def test_a_folder_that_vanished_is_told_and_deletes_nothing(youju, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "a.md", "一条规定。\n")
    youju("add", str(docs))
    docs.rename(tmp_path / "ab")
    synced = youju("sync")
    assert synced.code == 1
    assert "--gone" in synced.err
    assert len(youju("ls", "--json").json) == 1
    assert youju("sync", "--gone").code == 0
    assert youju("ls", "--json").json == []


def _until(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_watching_follows_changes_and_ends_cleanly(tmp_path):
    docs, home = tmp_path / "docs", tmp_path / "home"
    write(docs, "a.md", "一条规定。\n")
    log = (tmp_path / "log").open("w+")
    command = [sys.executable, "-m", "youju", "add", str(docs), "--watch"]
    child = subprocess.Popen(command, stdout=log, stderr=log, env=clean_environment(home), start_new_session=True)

    def told(words: str) -> bool:
        return words in (tmp_path / "log").read_text(encoding="utf-8")

    try:
        _until(lambda: told("Watching"))
        slow = (docs / "b.md").open("w", encoding="utf-8")
        for part in ("# 规定\n\n", "慢慢写成的", "一条规定。\n"):
            slow.write(part)
            slow.flush()
            time.sleep(0.3)
        slow.close()
        _until(lambda: told("b.md: added"))
        (docs / "a.md").unlink()
        _until(lambda: told("a.md: its file is gone"))
        os.killpg(child.pid, signal.SIGINT)
        assert child.wait(20) == 130
    finally:
        child.kill()
        child.wait()
        log.close()
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
    (document,) = run_youju(["ls", "--json"], home).json
    assert (document["source"], document["version_number"]) == ("b.md", 1)
    assert "慢慢写成的一条规定" in run_youju(["search", "规定"], home).out
