"""Kinds of fault that users of legal answers have reported elsewhere: of laws that are over, and of articles that lose
their law."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import run_youju
from tests.law.shelf import COURT, NURSERY, PARK, fill

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def law_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        fill(folder / "home", folder / "files")
    return folder / "home"


@pytest.fixture
def ask(law_home: Path) -> Ask:
    def run(*arguments: str, stdin: str | None = None) -> Any:
        return run_youju([*arguments, "--json"], law_home, stdin=stdin).json

    return run


def test_75_a_repealed_law_is_told_to_be_repealed_and_not_invented(ask: Ask):
    sentence = "依据《{}》第三条的规定，苗圃应当向园林部门登记[1]。"
    answer = {
        "answer": sentence.format(NURSERY) + sentence.format("苗圃保护条例"),
        "sources": ["苗圃应当向园林部门登记。"],
    }
    sentences = ask("verify", "-", stdin=json.dumps(answer))["sentences"]
    repealed, invented = (" ".join(one["message"] for one in sentence["failed_checks"]) for sentence in sentences)
    assert "自2010年5月1日起已被《中华人民共和国园林法》第五条废止" in repealed
    assert "资料中没有《苗圃保护条例》" in invented and "废止" not in invented
    answer = ask("ask", f"《{NURSERY}》第三条是什么？")
    assert answer["status"] == "refused"
    assert any("自2010年5月1日起已被" in notice["text"] for notice in answer["notices"])


def test_75_an_article_of_an_old_edition_is_told_to_be_gone_and_since_when(ask: Ask):
    answer = ask("ask", "园林法第四条怎么规定？")
    assert [card["in_force"]["status"] for card in answer["citations"]] in ([], ["repealed"])
    assert any("自2020年5月1日起不再有效" in notice["text"] for notice in answer["notices"])


def test_76_whether_a_text_is_in_force_is_shown_with_it(ask: Ask, law_home: Path):
    now = ask("ask", "园林法第一条是什么？")
    (card,) = now["citations"]
    assert card["in_force"]["status"] == "in_force" and "十小时" in now["text"]
    shown = run_youju(["ask", "园林法第一条是什么？"], law_home).out
    assert "现行有效" in shown
    for at, state in (("2025-08-31", "现行有效"), ("2025-09-01", "已失效")):
        assert state in run_youju(["cite", f"《{COURT}（一）》第三十二条第一款", "--at", at], law_home).out
    assert "尚未施行" in run_youju(["cite", "湿地园管理条例第一条"], law_home).out


def test_76_a_question_about_the_past_is_answered_by_the_text_of_then(ask: Ask):
    then = ask("ask", "2015年，公园每日开放时间不得少于几小时？")
    assert "八小时" in then["text"] and then["citations"][0]["version"] == "2010-03-01"
    assert then["notices"][0]["text"] == "按2015年有效的规定检索（依据“2015年”）。"
    assert "十小时" in ask("ask", "公园每日开放时间不得少于几小时？")["text"]


def test_77_a_later_bare_article_is_of_the_law_named_last(ask: Ask):
    text = (
        f"《湿地园管理条例》第一条要求设置观鸟台。《{PARK}》第一条规定了时间，第二条规定了费用；该条例第二条禁止投喂。"
    )
    named = [(one["law"], one["label"]) for one in ask("cite", text)["references"]]
    wetland = "湿地园管理条例"
    assert named == [(wetland, "第一条"), (PARK, "第一条"), (PARK, "第二条"), (wetland, "第二条")]


def test_77_the_gate_reads_a_bare_article_by_the_sentences_before(ask: Ask):
    answer = {
        "answer": "《园林法》规定了开放时间。第一条规定，公园每日开放时间不得少于十小时[1]。"
        "湿地园另有《湿地园管理条例》。第一条规定，公园每日开放时间不得少于十小时[1]。",
        "sources": [{"text": "公园每日开放时间不得少于十小时。", "title": PARK}],
    }
    checked = [one for one in ask("verify", "-", stdin=json.dumps(answer))["sentences"] if "第一条" in one["text"]]
    messages = [" ".join(failed["message"] for failed in one["failed_checks"]) for one in checked]
    assert "湿地园管理条例" not in messages[0]
    assert "《湿地园管理条例》第一条自2030年1月1日起施行，此前尚未生效" in messages[1]
