"""Whatever comes in, a calculator gives a well-formed result or says what is wrong; it never breaks and never owes less
than nothing."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.law.calculators.working import TODAY, work_out

from youju.law.calculators.calculating import value_text
from youju.law.calculators.catalogue import CALCULATORS
from youju.law.calculators.inputs import schema
from youju.law.calculators.mistakes import WrongInputs
from youju.law.calculators.values import Outcome

every = pytest.mark.parametrize("name", [one.name for one in CALCULATORS])
SCHEMAS = {one.name: schema(one.inputs, "zh")["properties"] for one in CALCULATORS}
EXAMPLES = {one.name: schema(one.inputs, "zh")["examples"][0] for one in CALCULATORS}
REQUIRED = {one.name: schema(one.inputs, "zh")["required"] for one in CALCULATORS}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.dates().map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FORMS = {
    "CNY": r"\d+\.\d\d",
    "days": r"\d+(\.\d+)?",
    "months": r"\d+(\.5)?",
    "date": r"\d{4}-\d\d-\d\d",
    "month": r"\d{4}-\d\d",
}


def sensible(field: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values within the range of a field, small ones mostly: sums of large ones teach nothing."""
    if "enum" in field:
        return st.sampled_from(field["enum"])
    if field["type"] == "array":
        return st.lists(
            sensible(field["items"]), min_size=field.get("minItems", 0), max_size=min(field["maxItems"], 13)
        )
    if field["type"] == "boolean":
        return st.booleans()
    if field.get("format") == "date":
        return st.dates(date(2000, 1, 1), TODAY).map(str)
    if field["type"] == "string":
        return st.sampled_from(["某市", ""])
    low = int(field.get("minimum", field.get("exclusiveMinimum", 0)))
    high = int(min(field["maximum"], low + 30_000))
    if field["type"] == "integer":
        return st.integers(low, high)
    return st.decimals(low, high, places=2).map(str)


def inputs(name: str) -> st.SearchStrategy[dict[str, Any]]:
    fields = SCHEMAS[name]
    return st.fixed_dictionaries({}, optional={field: sensible(value) for field, value in fields.items()})


def well_formed(outcome: Outcome) -> None:
    text = value_text(outcome.value, outcome.unit)
    assert text is None or re.fullmatch(FORMS[outcome.unit], text), text
    for row in outcome.rows:
        assert row.value is None or re.fullmatch(FORMS.get(row.unit, r".+"), row.value), row
        assert row.unit != "CNY" or row.value is None or Decimal(row.value) >= 0
    for step in outcome.steps:
        assert step.said.zh.endswith("。")
        assert step.said.en.endswith(".")
        assert not re.search(r"[{}]|None|Decimal|E\+", step.said.zh + step.said.en)


def worked_out(name: str, given: dict[str, Any]) -> Outcome:
    """The outcome after everything that was objected to is left out, or taken from the example where it is needed."""
    for _ in range(10):
        try:
            return work_out(name, **given)
        except WrongInputs as error:
            assert error.problems
            assert all(one.message for one in error.problems)
            fields = {one.field.split(".")[0] for one in error.problems}
            assert fields <= {*SCHEMAS[name]}
            rest = {field: value for field, value in given.items() if field not in fields}
            given = rest | {field: EXAMPLES[name][field] for field in fields & {*EXAMPLES[name]} if field not in given}
            given |= {field: EXAMPLES[name][field] for field in REQUIRED[name] if field not in given}
    return work_out(name, **EXAMPLES[name])


@every
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_sensible_inputs_give_a_well_formed_result_or_an_objection(name: str, data: st.DataObject):
    well_formed(worked_out(name, data.draw(inputs(name))))


@every
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_anything_else_is_refused_in_words(name: str, data: st.DataObject):
    fields = st.sampled_from([*SCHEMAS[name], "other"])
    given = data.draw(st.dictionaries(fields, JUNK, min_size=1, max_size=4))
    try:
        well_formed(work_out(name, **given))
    except WrongInputs as error:
        error.line().encode()
        assert error.code == "invalid_inputs"
