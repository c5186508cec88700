"""A part that fails costs what it does and no more, and the answer says so."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from tests.conftest import run_youju

from youju.samples import QUESTIONS


def test_an_answer_that_cannot_be_kept_is_still_given(sample_home: Path, tmp_path: Path):
    home = tmp_path / "home"
    shutil.copytree(sample_home, home)
    db = sqlite3.connect(home / "ledger.db")
    db.execute("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    db.commit()
    db.close()
    answer = run_youju(["ask", QUESTIONS[0].text, "--json"], home).json
    assert answer["status"] == "answered"
    assert ["degraded" for notice in answer["notices"] if "底账" in notice["text"]] == ["degraded"]


def test_a_model_that_is_down_costs_its_words_and_nothing_else(samples):
    answer = samples(
        "ask", QUESTIONS[0].text, "--json", YOUJU_CHAT__BASE_URL="http://127.0.0.1:9/v1", YOUJU_CHAT__MODEL="none"
    ).json
    assert (answer["status"], answer["model"]) == ("answered", "extractive")
    assert [notice["kind"] for notice in answer["notices"]] == ["degraded"]
    assert "无法连接" in answer["notices"][0]["text"]
