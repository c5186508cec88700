"""Calculations for tests, on a fixed day and without a ledger."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from youju.law.calculators.catalogue import find
from youju.law.calculators.mistakes import WrongInputs, read
from youju.law.calculators.standards import LocalStandards
from youju.law.calculators.values import Background, Outcome

TODAY = date(2026, 11, 30)


def work_out(name: str, standards: LocalStandards | None = None, **given: Any) -> Outcome:
    calculator = find(name)
    inputs = read(calculator.inputs, given, "zh", TODAY)
    return calculator.calculate(inputs, Background(standards or LocalStandards(), TODAY))


def value(name: str, **given: Any) -> Decimal | str | None:
    return work_out(name, **given).value


def rows(outcome: Outcome) -> dict[str, str | None]:
    return {row.name.zh: row.value for row in outcome.rows}


def said(outcome: Outcome) -> str:
    return "\n".join(step.said.zh for step in outcome.steps)


def noted(outcome: Outcome) -> str:
    return "\n".join(note.zh for note in outcome.notes)


def basis(outcome: Outcome) -> set[str]:
    return {one.reference for one in outcome.basis}


def problems(name: str, **given: Any) -> dict[str, str]:
    """What is wrong with the inputs, by field; fails where nothing is."""
    try:
        work_out(name, **given)
    except WrongInputs as error:
        return {one.field: one.message for one in error.problems}
    raise AssertionError("nothing was wrong")
