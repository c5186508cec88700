"""The commands themselves: options, exit codes, failures in one line, documents in and out."""

from __future__ import annotations

import socket
import sqlite3

import pytest

from youju.cli.main import hoist

COMMANDS = [
    "add",
    "ls",
    "show",
    "rm",
    "history",
    "reindex",
    "search",
    "ask",
    "verify",
    "cite",
    "serve",
    "doctor",
    "law",
    "eval",
    "imports",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches(youju, command):
    helped = youju(command, "--help")
    assert helped.code == 0
    assert "Usage: youju" in helped.out


def test_global_options_may_stand_anywhere():
    assert hoist(["ask", "q", "--json", "--home", "h"]) == ["--json", "--home", "h", "ask", "q"]
    assert hoist(["ask", "q", "--role", "hr", "--as=li"]) == ["--role", "hr", "--as=li", "ask", "q"]
    assert hoist(["--role", "hr", "add", "f", "--role", "it"]) == ["--role", "hr", "add", "f", "--role", "it"]
    assert hoist(["verify", "--", "--json"]) == ["verify", "--", "--json"]


def test_an_empty_home_says_what_to_do(youju):
    listed = youju("ls")
    assert listed.code == 0
    assert "youju add" in listed.out
    asked = youju("ask", "差旅费要在多少天内报销？")
    assert (asked.code, asked.out.strip()) == (3, "资料中未找到相关内容")


def test_a_document_comes_in_is_shown_and_goes(youju, tmp_path):
    rule = tmp_path / "规定.md"
    rule.write_text("# 规定\n\n每年体检一次，费用由公司承担。\n", encoding="utf-8")
    added = youju("add", str(rule), "--category", "人事", "--json")
    (item,) = added.json
    assert (added.code, item["outcome"]) == (0, "added")
    assert [document["source"] for document in youju("ls", "--json").json] == ["规定.md"]
    assert youju("show", "规定.md", "--json").json["category"] == "人事"
    assert [version["live"] for version in youju("history", "规定.md", "--json").json] == [True]
    assert youju("rm", "规定.md", "--yes").code == 0
    assert youju("ls", "--json").json == []
    assert youju("show", "规定.md").code == 1


def test_a_bad_file_is_named_and_the_rest_goes_on(youju, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "好.md").write_text("好文件。\n", encoding="utf-8")
    (folder / "空.md").write_bytes(b"")
    (folder / "坏.docx").write_bytes(b"PK\x03\x04 broken")
    added = youju("add", str(folder))
    assert added.code == 1
    assert "空.md" in added.err
    assert "坏.docx" in added.err
    assert str(tmp_path) not in added.err
    assert [document["source"] for document in youju("ls", "--json").json] == ["好.md"]


def one_line(result, code: int = 1) -> str:
    assert result.code == code, result.err
    assert result.err.startswith("youju: ")
    assert len(result.err.strip().splitlines()) == 1, result.err
    return result.err


def test_a_home_that_cannot_be_made_is_one_line(youju, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert "home folder" in one_line(youju("ls", "--home", str(tmp_path / "file" / "home")))


def test_a_newer_ledger_is_refused(youju, tmp_path):
    youju("ls")
    db = sqlite3.connect(tmp_path / "home" / "ledger.db")
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    assert "newer" in one_line(youju("ls"))


def test_an_unknown_setting_is_named(youju):
    assert "YOUJU_TOPK" in one_line(youju("ls", YOUJU_TOPK="3"), code=2)


def test_wrong_usage_is_exit_two(youju):
    assert youju("ask").code == 2
    assert youju("add").code == 2
    assert one_line(youju("ask", "   "), code=2)
    assert one_line(youju("ask", "问题", "--model", "gpt"), code=2)


def test_a_port_in_use_is_one_line(youju):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "port" in one_line(youju("serve", "--port", str(taken.getsockname()[1]))).lower()


def test_serving_to_others_as_owner_is_refused(youju):
    assert "--role" in one_line(youju("serve", "--host", "0.0.0.0"), code=2)


def test_reindex_finds_again_what_was_lost(youju, tmp_path):
    rule = tmp_path / "规定.md"
    rule.write_text("每年体检一次，费用由公司承担。\n", encoding="utf-8")
    youju("add", str(rule))
    before = youju("search", "体检费用", "--json").json["passages"]
    for file in (tmp_path / "home" / "index").rglob("*"):
        if file.is_file():
            file.unlink()
    assert youju("reindex").code == 0
    after = youju("search", "体检费用", "--json").json["passages"]
    assert before
    assert [found["passage"]["id"] for found in after] == [found["passage"]["id"] for found in before]


def test_doctor_tells_the_state_of_every_part(youju):
    told = youju("doctor", "--json", YOUJU_CHAT__API_KEY="sk-very-secret")
    assert told.code == 0
    assert {"ledger", "index", "embedder"} <= {part["name"] for part in told.json}
    assert "sk-very-secret" not in told.out + told.err
