"""ask and doctor with a language model, as a person at a terminal meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from tests.conftest import clean_environment
from tests.models.scripted import (
    ScriptedModel,
    calls,
    fails,
    hangs,
    hangs_after,
    replies,
    says,
    scripted_model,
    thinks,
)

DEADLINE = "差旅费要在多少天内报销？"
TRUE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
LATE = "出差结束后超过60天的，不予报销[1]。"
KEY = "sk-7Qx-secret"
NOTHING = says("资料中未找到相关内容")


def said(err: str) -> list[str]:
    """What a person is told on standard error; warnings of the log are another matter."""
    return [line for line in err.splitlines() if "[warning" not in line]


def test_what_happens_goes_beside_the_sentences(samples):
    turns = (
        thinks("先看期限。") + calls("search", query="报销 期限"),
        says(TRUE, "超过30天的，不予报销[1]。"),
        says(LATE),
    )
    with scripted_model(*turns) as model:
        asked = samples("ask", DEADLINE, "--stream", **model.environment())
    assert asked.code == 0
    assert asked.out.startswith(TRUE + LATE + "\n")
    lines = said(asked.err)
    assert lines[:2] == ["检索资料", "模型作答，逐句核对后显示"]
    assert lines[2].startswith("检索“报销 期限”：") and lines[2].endswith("处命中（1/6）")
    assert lines[3:] == ["1 句未通过核对，请模型改写一次"]


def test_thoughts_are_told_only_to_who_wants_an_explanation(samples):
    with scripted_model(thinks("先看期限。") + says(TRUE), forever=True) as model:
        plain = samples("ask", DEADLINE, "--stream", **model.environment())
        explained = samples("ask", DEADLINE, "--explain", **model.environment())
    assert "先看期限" not in plain.out + plain.err
    assert "模型的思考（不是回答）：先看期限。" in explained.err
    assert "先看期限" not in explained.out


def test_in_the_questions_language(samples):
    question = "What is the hotel limit per night in zone B?"
    with scripted_model(calls("look_up", reference="Labour Law"), says("x"), forever=True) as model:
        asked = samples("ask", question, "--stream", **model.environment())
    assert "Look up “Labour Law”: nothing found (1/6)" in asked.err
    assert not any("\u4e00" <= char <= "\u9fff" for char in asked.err.replace("最接近的资料", ""))


def test_nothing_that_a_model_says_steers_the_terminal(samples):
    with scripted_model(
        thinks("\x1b[2J\r\nyouju: ok") + calls("search", query="\x1b]0;x\x07年假\n\n"), NOTHING
    ) as model:
        asked = samples("ask", DEADLINE, "--stream", "--explain", **model.environment())
    assert "\x1b" not in asked.err and "\x07" not in asked.err
    assert not any(line.startswith("youju: ok") for line in asked.err.splitlines())


@pytest.mark.parametrize("turn", [fails(401, f"Incorrect API key provided: {KEY}"), hangs(), hangs_after("差旅费")])
def test_a_model_that_fails_costs_one_line(samples, turn):
    with scripted_model(turn, forever=True) as model:
        settings = model.environment() | {"YOUJU_CHAT__API_KEY": KEY, "YOUJU_CHAT__TIMEOUT_SECONDS": "0.5"}
        plain = samples("ask", DEADLINE, "--stream", **settings)
        document = samples("ask", DEADLINE, "--json", **settings)
        address = model.base_url.removeprefix("http://")
    assert (plain.code, document.code) == (0, 0)
    assert TRUE in plain.out
    assert [line for line in plain.err.splitlines() if "语言模型不可用" in line] == [said(plain.err)[2]]
    assert document.json["model"] == "extractive"
    assert said(document.err) == []
    for printed in (plain.out, plain.err, document.out, document.err):
        assert KEY not in printed and address not in printed


def test_one_document_also_when_nothing_works(sample_home: Path, tmp_path: Path, youju):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "ledger.db").write_bytes(b"no database" * 1000)
    asked = youju("ask", DEADLINE, "--json")
    assert asked.code == 1
    assert (asked.json["status"], asked.json["question"]) == ("failed", DEADLINE)
    assert len(asked.err.splitlines()) == 1 and asked.err.startswith("youju: ")


@contextmanager
def asking(home: Path, model: ScriptedModel, *options: str) -> Generator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "youju", "ask", DEADLINE, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(home) | model.environment() | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def read_until(stream: IO[str] | None, words: str) -> str:
    assert stream is not None
    said = ""
    while words not in said:
        said += (piece := stream.read(1))
        assert piece, said
    return said


def interrupted(process: subprocess.Popen[str], model: ScriptedModel) -> tuple[str, str]:
    """Press Ctrl-C; hold the command to its promise; return what it printed after that."""
    pressed = time.monotonic()
    process.send_signal(signal.SIGINT)
    (exchange,) = model.requests
    assert exchange.closes_within(1)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert time.monotonic() - pressed < 3
    return out, err


def test_ctrl_c_closes_the_model_and_keeps_what_was_shown(sample_home: Path):
    with scripted_model(hangs_after(TRUE, "出差")) as model, asking(sample_home, model, "--stream") as process:
        read_until(process.stdout, TRUE)
        out, err = interrupted(process, model)
    assert "员工手册.pdf" in out
    assert said(err)[2:] == ["已停止；以上内容均已核对。"]


def test_ctrl_c_before_anything_was_shown(sample_home: Path):
    with scripted_model(hangs()) as model, asking(sample_home, model) as process:
        model.wait_for_requests(1, 30)
        out, err = interrupted(process, model)
    assert (out, said(err)) == ("", ["已停止。"])


def test_ctrl_c_with_json_prints_the_answer_so_far(sample_home: Path):
    with (
        scripted_model(hangs_after(TRUE, "出差")) as model,
        asking(sample_home, model, "--json", "--stream") as process,
    ):
        read_until(process.stderr, "模型作答")
        time.sleep(0.5)
        out, err = interrupted(process, model)
    answer = json.loads(out)
    assert (answer["status"], answer["text"], answer["model"]) == ("stopped", TRUE, "scripted")
    assert answer["citations"][0]["source"] == "员工手册.pdf"
    assert said(err)[-1] == "已停止。"


# ── doctor ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def part(told, name: str) -> dict[str, str]:
    (found,) = [one for one in told.json if one["name"] == name]
    return found


@pytest.mark.parametrize(
    ("server", "settings", "state", "words"),
    [
        ({}, {}, "ready", "scripted"),
        ({"key": KEY}, {}, "ready", "scripted"),
        ({"key": KEY}, {"API_KEY": "sk-wrong"}, "degraded", "Check api_key."),
        ({}, {"MODEL": "gtp-5"}, "degraded", "gtp-5: The language model's server does not know this model."),
        ({"models": hangs()}, {}, "degraded", "did not answer within"),
        ({"models": replies("<html>")}, {}, "degraded", "does not know this model"),
        ({}, {"BASE_URL": "http://127.0.0.1:9/v1"}, "degraded", "cannot be reached"),
    ],
)
@pytest.mark.parametrize("name", ["chat", "judge"])
def test_doctor_tells_how_the_models_are_and_how_to_mend_it(youju, name, server, settings, state, words):
    unknown = fails(404, "The model does not exist", code="model_not_found")
    with scripted_model(unknown, forever=True, **server) as model:
        given = model.environment(name.upper())
        given |= {f"YOUJU_{name.upper()}__{key}": value for key, value in settings.items()}
        began = time.monotonic()
        told = youju("doctor", "--json", **given)
        took = time.monotonic() - began
    assert told.code == 0
    assert part(told, name)["state"] == state
    assert words in part(told, name)["detail"]
    assert (f"YOUJU_{name.upper()}__…" in told.out) == (state == "degraded")
    assert took < 5 * max(1.0, os.getloadavg()[0] / 2)
    for secret in (KEY, "sk-wrong", "127.0.0.1"):
        assert secret not in told.out + told.err


def test_doctor_without_models(youju):
    told = youju("doctor", "--json")
    assert part(told, "chat")["detail"] == "No model is configured: answers are verbatim extracts."
    assert part(told, "judge")["detail"] == "No judge is configured: the gate alone decides."
