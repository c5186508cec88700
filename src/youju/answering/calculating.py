"""Calculations in an answer: their words, and what they state as evidence for its sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from youju.answering.schemas import Calculation
from youju.citations.calculations import CalculationMade, Statement
from youju.text.language import Language

_UNITS: dict[Language, dict[str, str]] = {
    "zh": {"CNY": "{}元", "months": "{}个月", "days": "{}天", "hours": "{}小时", "years": "{}年", "ratio": "{}%"},
    "en": {
        "CNY": "CNY {}",
        "months": "{} months",
        "days": "{} days",
        "hours": "{} hours",
        "years": "{} years",
        "ratio": "{} %",
    },
}


def value_words(value: str, unit: str, language: Language) -> str:
    """A value with its unit: 28000.00元, 12个月; a date as it is."""
    return _UNITS[language].get(unit, "{}").format(value)


def named_value(name: str, value: str, unit: str, language: Language) -> str:
    """What a result is, and how much: 经济补偿（N）：28000.00元."""
    return f"{name}{'：' if language == 'zh' else ': '}{value_words(value, unit, language)}"


def result_words(calculation: Calculation, language: Language) -> str:
    """The result in a sentence; empty where there is none."""
    value = calculation.result.value
    if value is None:
        return ""
    name = calculation.title or calculation.name
    return named_value(name, value, calculation.result.unit, language) + ("。" if language == "zh" else ".")


def result_numbers(calculation: Calculation) -> tuple[int, ...]:
    """What the result is cited by: the basis of the first step and of the steps that state the result, else all."""
    value = calculation.result.value
    first = min((step for one in calculation.basis if one.numbers for step in one.steps), default=0)
    stating = {place for place, step in enumerate(calculation.steps) if value is not None and value in step}
    deciding = [one for one in calculation.basis if stating & {*one.steps}]
    if not any(one.numbers for one in deciding):
        return calculation.citations
    chosen = [number for one in calculation.basis if one in deciding or first in one.steps for number in one.numbers]
    return tuple(dict.fromkeys(chosen))


def step_numbers(calculation: Calculation, step: int) -> tuple[int, ...]:
    """The citations of one step; of all where it names no basis of its own."""
    own = [number for one in calculation.basis if step in one.steps for number in one.numbers]
    named = any(step in one.steps for one in calculation.basis)
    return tuple(dict.fromkeys(own)) if named else calculation.citations


def made_of(calculation: Calculation, language: Language) -> CalculationMade:
    """The calculation as evidence. What rests on nothing in the library has no numbers, and so proves nothing."""
    return CalculationMade(calculation.name, tuple(_statements(calculation, language)))


def _statements(calculation: Calculation, language: Language) -> Iterator[Statement]:
    every = frozenset(calculation.citations)
    if words := result_words(calculation, language):
        result = calculation.result
        amount = value_words(result.value or "", result.unit, language)
        yield Statement(words, every, calculation.title or calculation.name, amount)
    for row in calculation.rows:
        if row.value is not None:
            words = named_value(row.name, row.value, row.unit, language)
            amount = value_words(row.value, row.unit, language)
            yield Statement(f"{words}（{row.when}）。" if row.when else f"{words}。", every, row.name, amount)
    for place, step in enumerate(calculation.steps):
        yield Statement(step, frozenset(step_numbers(calculation, place)))


def told(calculations: Sequence[Calculation], language: Language) -> str:
    """The calculations for a language model to read: every statement with the numbers that it is cited by."""
    blocks: list[str] = []
    for calculation in calculations:
        lines = [
            f"{one.text} {''.join(f'[{number}]' for number in sorted(one.numbers))}"
            for one in made_of(calculation, language).statements
            if one.numbers
        ]
        if lines:
            blocks.append("\n".join([f'<calculation name="{calculation.name}">', *lines, "</calculation>"]))
    return "\n\n".join(blocks)
