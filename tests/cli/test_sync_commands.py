"""`youju sync` and `--watch`, as a person uses them."""

from __future__ import annotations

import http.server
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.conftest import clean_environment, run_youju
from typer.testing import CliRunner

from youju.cli.main import app


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
    docs.rename(tmp_path / "ab")
    synced = youju("sync")
    assert synced.code == 1
    assert "--gone" in synced.err
    assert youju("sync", str(tmp_path / "elsewhere")).code == 2


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


class _Pages(http.server.BaseHTTPRequestHandler):
    text = ""

    def do_GET(self) -> None:
        body = f"<html><head><title>休假</title></head><body><p>{_Pages.text}</p></body></html>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_a_web_page_is_added_and_fetched_again(youju):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/leave"
        _Pages.text = "年休假为5天，须提前一周提出申请。"
        private = {"YOUJU_PRIVATE_HOSTS": "127.0.0.1"}
        assert youju("add", address, "--role", "hr", **private).code == 0
        _Pages.text = "年休假为10天，须提前一周提出申请。"
        assert "1 imported" in youju("sync", **private).out
        server.shutdown()
    (document,) = youju("ls", "--json").json
    assert (document["version_number"], document["roles"]) == (2, ["hr"])
    refused = youju("sync")
    assert refused.code == 1
    assert "private" in refused.err


def test_set_restore_and_history(youju, tmp_path):
    rule = write(tmp_path / "docs", "a.md", "年休假为5天。\n")
    youju("add", str(rule))
    write(tmp_path / "docs", "a.md", "年休假为10天。\n")
    youju("add", str(rule))
    placed = youju("set", "a.md", "--role", "hr", "--category", "人事", "--effective-from", "2025-01-01", "--json")
    assert placed.code == 0, placed.err
    assert youju("ls", "--json", "--role", "guest").json == []
    assert youju("set", "a.md", "--replaces", "a.md").code == 2
    told = youju("history", "a.md").out
    assert "Markdown/" in told
    assert "2025-01-01" in told
    assert "version 1" in youju("restore", "a.md").out
    assert "*" in youju("ls").out


def test_what_set_cannot_understand_is_wrong_usage():
    runner = CliRunner()
    for wrong in ([], ["--clear", "colour"], ["--role", "hr", "--open"], ["--title", "(a)(b)"]):
        assert runner.invoke(app, ["set", "a.md", *wrong]).exit_code == 2


def test_doctor_deep_names_what_is_wrong(youju, tmp_path):
    youju("add", str(write(tmp_path / "docs", "a.md", "年休假为5天。\n")))
    assert "agree" in youju("doctor", "--deep").out
    db = sqlite3.connect(tmp_path / "home" / "ledger.db")
    db.execute("UPDATE passages SET text = '年休假为9天。'")
    db.execute("INSERT INTO document_roles VALUES ('nobody', 'hr')")
    db.commit()
    db.close()
    for original in (tmp_path / "home" / "files").iterdir():
        original.unlink()
    left = tmp_path / "home" / "files" / ("0" * 64)
    left.write_text("what a killed import copied", encoding="utf-8")
    told = youju("doctor", "--deep")
    assert told.code == 1
    for words in ("1 passages are not", "rows belong", "originals are missing"):
        assert words in told.out, told.out
    assert not left.exists()
