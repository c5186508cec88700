"""`youju law install` and what one can ask then."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import run_youju
from tests.models.scripted import Turn, calls, says, scripted_model

from youju.errors import PartUnavailable
from youju.law.pack import pack_file

try:
    pack_file()
except PartUnavailable as missing:
    pytest.skip(missing.message, allow_module_level=True)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample base and the statutes side by side, as the demo has them."""
    folder = tmp_path_factory.mktemp("laws")
    assert run_youju(["add", "--samples"], folder).code == 0
    installed = run_youju(["law", "install", "--json"], folder)
    assert installed.code == 0, installed.err
    assert installed.json["new"] > 300
    return folder


def test_a_statute_answers_verbatim_with_its_state(home):
    answer = run_youju(["ask", "试用期最长可以约定多久？", "--category", "法律", "--json"], home).json
    card = next(c for c in answer["citations"] if (c["locator"] or {}).get("law") == "中华人民共和国劳动合同法")
    assert "第十九条" in card["locator"]["article"].split("、")
    assert card["in_force"]["status"] == "in_force"
    assert "三年以上固定期限和无固定期限的劳动合同，试用期不得超过六个月" in answer["text"]
    assert {sentence["verdict"] for sentence in answer["sentences"]} == {"supported"}


def test_an_article_is_found_by_its_number_in_any_notation(home):
    for reference in ("劳动合同法第四十七条", "《劳动合同法》第47条", "劳动合同法47条"):
        answer = run_youju(["ask", f"{reference}是什么？", "--json"], home).json
        assert answer["citations"][0]["locator"]["article"] == "第四十七条"
        assert answer["citations"][0]["score_stage"] == "exact"
        assert "每满一年支付一个月工资" in answer["text"]


def test_what_no_rule_says_is_refused_beside_the_statutes_too(home):
    """More text means more that sounds alike."""
    for question in ("报销发票的抬头格式要求是什么？", "公司的股票期权怎么行权？", "食堂早餐几点开始供应？"):
        assert run_youju(["ask", question], home).code == 3, question


def test_installing_again_changes_nothing(home):
    again = run_youju(["law", "install", "--json"], home)
    assert set(again.json) == {"unchanged"}


def test_an_invented_article_is_told_from_one_that_was_not_retrieved(home):
    text = "依据《劳动合同法》第九十九条，试用期最长为六个月。"
    (sentence,) = run_youju(["verify", "-", "--json"], home, stdin=text).json["sentences"]
    assert sentence["verdict"] == "unsupported"
    assert "98" in " ".join(failed["message"] for failed in sentence["failed_checks"])


RIGHT = "《劳动合同法》第十九条规定，三年以上固定期限和无固定期限的劳动合同，试用期不得超过六个月[{n}]。"
NOT_RETRIEVED = "《劳动合同法》第七十七条规定，劳动者合法权益受到侵害的，有权要求有关部门依法处理[{n}]。"
INVENTED = "《劳动合同法》第九十九条规定，试用期最长为六个月[{n}]。"


def test_a_model_that_cites_a_right_an_unread_and_an_invented_article(home):
    """Three different outcomes, and only the first is shown."""

    def script(request: dict[str, Any], number: int) -> Turn:
        text = str(request["messages"])
        given = re.search(r'n="(\d+)" source="[^"]*劳动合同法[^"]*" section="[^"]*第十九条', text)
        assert given, text
        return says(*(sentence.format(n=given[1]) for sentence in (RIGHT, NOT_RETRIEVED, INVENTED)))

    with scripted_model(script, script) as model:
        asked = run_youju(
            ["ask", "试用期最长可以约定多久？", "--category", "法律", "--json"], home, **model.environment()
        )
    answer = asked.json
    assert [re.sub(r"\[\d+\]", "", sentence["text"]) for sentence in answer["sentences"]] == [
        RIGHT.replace("[{n}]", "")
    ]
    assert (answer["status"], answer["withheld"]) == ("partial", 2)
    reasons = str(model.requests[1].body["messages"][-1]["content"])
    assert "存在，但本次没有检索到" in reasons
    assert "该法共98条" in reasons


def test_a_model_reads_an_article_by_its_number_and_then_may_cite_it(home):
    def script(request: dict[str, Any], number: int) -> Turn:
        if number == 0:
            return calls("look_up", reference="劳动合同法第77条")
        given = re.search(r'n="(\d+)"[^>]*第七十七条', str(request["messages"]))
        assert given
        return says(NOT_RETRIEVED.format(n=given[1]))

    with scripted_model(script, script) as model:
        asked = run_youju(["ask", "劳动者权益受到侵害怎么办？", "--json"], home, **model.environment())
    assert asked.json["status"] == "answered", asked.json
    assert [card["locator"]["article"] for card in asked.json["citations"]] == ["第七十七条"]
    assert asked.json["usage"]["tool_calls"] == 1


def test_a_model_that_looks_up_an_article_that_does_not_exist_is_told_so(home):
    with scripted_model(calls("look_up", reference="劳动合同法第九十九条"), says("资料中未找到相关内容")) as model:
        asked = run_youju(["ask", "劳动合同法第九十九条是什么？", "--json"], home, **model.environment())
    assert asked.code == 3
    assert "该法共98条" in str(model.requests[1].body["messages"][-1]["content"])
