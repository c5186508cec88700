"""A language model that uses what was calculated: it may say its figures, and nothing else passes for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.answering.modelled import Outcome, ask_model
from tests.conftest import run_youju
from tests.models.scripted import Turn, calls, says

LAW = Path(__file__).parents[1] / "law" / "advice" / "labour_contract_law.txt"
DISMISSED = "被辞退能拿多少钱，干了3年4个月，月薪8000"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law")
    assert run_youju(["add", str(LAW)], folder).code == 0
    return folder


def number_of(messages: object, article: str) -> str:
    found = re.search(rf'n=\\?"(\d+)\\?"[^>]*{article}', str(messages))
    assert found, messages
    return found[1]


def saying(*sentences: str) -> Any:
    """A turn that says these sentences, {47} standing for the number of 第四十七条."""
    labels = {"46": "第四十六条", "47": "第四十七条", "87": "第八十七条", "40": "第四十条"}

    def turn(request: dict[str, Any], _: int) -> Turn:
        names = {f"n{key}": number_of(request["messages"], label) for key, label in labels.items()}
        return says(*(sentence.format(**names) for sentence in sentences))

    return turn


def texts(outcome: Outcome) -> list[str]:
    return [re.sub(r"\[\d+\]", "", one.text) for one in outcome.answer.sentences]


async def test_the_model_reads_what_was_calculated_and_may_say_it(home: Path) -> None:
    outcome = await ask_model(
        home, DISMISSED, saying("经济补偿（N）：28000.00元[{n47}]。", "违法解除赔偿金为56000元[{n87}]。")
    )
    assert texts(outcome) == ["经济补偿（N）：28000.00元。", "违法解除赔偿金为56000元。"]
    assert outcome.answer.status == "answered"
    assert [one.name for one in outcome.answer.calculations] == [
        "severance",
        "severance_with_notice",
        "unlawful_termination",
    ]
    assert '<calculation name="severance">' in outcome.heard(0)


@pytest.mark.parametrize(
    "sentence",
    [
        "经济补偿（N）：29000.00元[{n47}]。",
        "经济补偿为56000元[{n47}]。",
        "违法解除赔偿金为28000元[{n87}]。",
        "您总共可以拿到92000元[{n47}]。",
    ],
)
async def test_a_figure_that_was_not_calculated_is_withheld(home: Path, sentence: str) -> None:
    good = "违法解除赔偿金为56000元[{n87}]。"
    outcome = await ask_model(home, DISMISSED, saying(good, sentence), saying(sentence))
    assert texts(outcome) == ["违法解除赔偿金为56000元。"]
    assert outcome.answer.withheld == 1


async def test_what_the_model_calculates_itself_is_kept_with_its_basis(home: Path) -> None:
    inputs = {"years": 2, "salary": 10000}
    outcome = await ask_model(
        home,
        "经济补偿的计算标准是什么，比如两年一万？",
        calls("calculate", name="severance", inputs=inputs),
        saying("经济补偿为20000元[{n47}]。"),
    )
    assert texts(outcome) == ["经济补偿为20000元。"]
    made = outcome.answer.calculations[-1]
    assert (made.name, made.result.value) == ("severance", "20000.00")
    shown = {number for card in outcome.answer.citations for number in card.numbers}
    assert set(made.citations) <= shown
    assert outcome.answer.usage.tool_calls == 1


async def test_a_figure_of_a_calculation_that_was_never_made_is_withheld(home: Path) -> None:
    question = "经济补偿按什么标准支付？"
    outcome = await ask_model(home, question, saying("经济补偿为20000元[{n47}]。"), says("资料中未找到相关内容"))
    assert "20000" not in outcome.answer.text
