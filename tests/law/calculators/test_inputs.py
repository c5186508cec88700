"""What calculators ask for: forms that people write, schemas for models, and mistakes in both languages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.calculators.working import TODAY, work_out

from youju.errors import CallerMistake
from youju.law.calculators.catalogue import CALCULATORS, find
from youju.law.calculators.inputs import schema
from youju.law.calculators.mistakes import WrongInputs, read
from youju.law.calculators.values import Calculator

every = pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda one: one.name)


@every
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_input_explains_itself(calculator: Calculator, language: Any):
    made = schema(calculator.inputs, language)
    assert made["type"] == "object"
    for name, field in made["properties"].items():
        assert field["type"] in {"string", "number", "integer", "boolean", "array"}, name
        assert field["description"], name
        assert not {"anyOf", "$ref", "title", "en"} & set(field), name
        if field["type"] == "number":
            assert {"minimum", "exclusiveMinimum"} & set(field), name
            assert "maximum" in field, name
    if language == "en":
        words = [field["description"] for field in made["properties"].values()]
        assert not any("\u4e00" <= char <= "\u9fff" for word in words for char in word)


@every
def test_the_example_of_every_calculator_works(calculator: Calculator):
    example = schema(calculator.inputs, "zh")["examples"][0]
    outcome = work_out(calculator.name, **example)
    assert outcome.steps
    assert outcome.notes
    for said in [*(step.said for step in outcome.steps), *outcome.notes, *(row.name for row in outcome.rows)]:
        assert said.zh
        assert said.en
    assert all(one.gives.zh and one.gives.en for one in outcome.basis)


@pytest.mark.parametrize("written", ["2020-03-15", "2020/3/15", "2020.03.15", "2020年3月15日", " 2020-3-15 "])
def test_dates_as_people_write_them(written: str):
    assert work_out("severance", start=written, end="2023-07-20", salary=8000).value == 28000


@pytest.mark.parametrize("written", [8000, 8000.0, "8000", "8,000", "8,000.00元", "￥8000", "8000 块"])
def test_amounts_as_people_write_them(written: object):
    assert work_out("severance", years=3, salary=written).value == 24000


@pytest.mark.parametrize("written", ["", "八千", "8,00", "1e400", "nan", "Infinity", True, [], {}, "8000\ud800"])
def test_what_is_no_amount_is_refused(written: object):
    with pytest.raises(WrongInputs):
        work_out("severance", years=3, salary=written)


@pytest.mark.parametrize("written", [1584230400, 2020, True, "去年", "2020-13-01", "20-03-15", None])
def test_what_is_no_date_is_refused(written: object):
    with pytest.raises(WrongInputs):
        work_out("severance", start=written, end="2023-07-20", salary=8000)


@given(st.decimals("0.01", "9999999.99", places=2))
def test_amounts_stay_exact(salary: Decimal):
    assert work_out("severance", years=1, salary=str(salary)).value == salary


def test_an_unknown_input_is_told_with_those_that_there_are():
    with pytest.raises(WrongInputs, match="没有这个参数；可用的有 start, end"):
        work_out("severance", years=1, salary=1, sallary=2)


def test_mistakes_come_in_the_language_asked_for():
    with pytest.raises(WrongInputs) as caught:
        read(find("severance").inputs, {"years": 70, "months": "x", "start": "2020-02-30"}, "en", TODAY)
    assert caught.value.code == "invalid_inputs"
    told = {one.field: one.message for one in caught.value.problems}
    assert told["years"] == "70 cannot be: it must be at most 60"
    assert told["months"] == "x is no whole number"
    assert told["start"] == "2020-02-30: there is no such day"
    assert not any("\u4e00" <= char <= "\u9fff" for char in caught.value.message)


@pytest.mark.parametrize(
    ("written", "near"), [("severence", "severance"), ("over-time", "overtime"), ("courtfee", "court_fee")]
)
def test_an_unknown_calculator_is_told_with_near_names(written: str, near: str):
    with pytest.raises(CallerMistake) as caught:
        find(written)
    assert near in caught.value.remedy
    assert caught.value.code == "unknown_calculator"


def test_dashes_and_underscores_are_the_same():
    assert find("Court-Fee") is find("court_fee")
