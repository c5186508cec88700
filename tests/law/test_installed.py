"""`youju law install` and what one can ask then."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import run_youju

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
    assert installed.json["added"] > 300
    return folder


def test_a_statute_answers_verbatim_with_its_state(home):
    answer = run_youju(["ask", "试用期最长可以约定多久？", "--category", "法律", "--json"], home).json
    card = next(c for c in answer["citations"] if (c["locator"] or {}).get("law") == "中华人民共和国劳动合同法")
    assert card["locator"]["article"] == "第十九条"
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
