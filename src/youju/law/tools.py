"""What the agent may call of the law: one tool for all calculators.

One, and not sixteen: their schemas would take half of a small model's room with every turn. The tool lists names
and inputs in a line each; whoever gets an input wrong is told all of them in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal, cast, get_args, get_origin

from pydantic.fields import FieldInfo

from youju.answering.schemas import Calculation
from youju.answering.tools import ToolContext, ToolOutcome, text_argument
from youju.citations.markers import canonical
from youju.errors import CallerMistake
from youju.law.calculators.calculating import Calculators
from youju.law.calculators.values import Calculator
from youju.law.calculators.wording import lacking, result_line
from youju.retrieval.values import Scored
from youju.text.language import Language

_WORDS: dict[str, dict[Language, str]] = {
    "describe": {
        "zh": "按法律计算金额、期限或天数，给出步骤和依据条文。凡是要算的都用它，不要自己算；缺少的参数问用户，"
        "不要编造。金额单位为元，日期写成 2023-07-20。带 * 的参数必填。可用的计算器：",
        "en": "Works out amounts, periods and days by law, with steps and articles. Use it for whatever has to be "
        "computed; ask the user for inputs that are missing, never make them up. Amounts in CNY, dates as 2023-07-20. "
        "Inputs with * are required. Calculators:",
    },
    "name": {"zh": "计算器的名称", "en": "name of the calculator"},
    "inputs": {"zh": "该计算器的参数", "en": "its inputs"},
    "notes": {"zh": "注意：", "en": "Mind:"},
    "lacking": {"zh": "关于依据：", "en": "Of the basis:"},
}


class CalculateTool:
    """`calculate(name, inputs)`: a calculator, its basis given to the model as passages to cite."""

    name = "calculate"

    def __init__(self, calculators: Calculators) -> None:
        self._calculators = calculators

    def describe(self, language: Language) -> str:
        """For the model."""
        lines = [_WORDS["describe"][language], *(_line(one, language) for one in self._calculators.all())]
        return "\n".join(lines)

    def parameters(self, language: Language) -> Mapping[str, Any]:
        """JSON schema."""
        names = [one.name for one in self._calculators.all()]
        return {
            "type": "object",
            "properties": {
                "name": {"type": "string", "enum": names, "description": _WORDS["name"][language]},
                "inputs": {"type": "object", "description": _WORDS["inputs"][language]},
            },
            "required": ["name", "inputs"],
        }

    def key(self, arguments: Mapping[str, Any]) -> str:
        """The same calculator with the same inputs gives the same."""
        inputs = json.dumps(_inputs(arguments), ensure_ascii=False, sort_keys=True, default=str)
        return f"{text_argument(arguments, 'name')}/{inputs}"

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Work it out, and give the model the result and what of its basis is in the library."""
        language = context.language
        name, inputs = text_argument(arguments, "name"), _inputs(arguments)
        at = context.question.at
        calculated = await self._calculators.run(name, inputs, context.caller, language, at)
        offer = context.sources.offer([Scored(passage, 1.0, "exact") for passage in calculated.passages])
        registry = context.sources.registry
        known = {passage.key: registry.number_of(passage) for passage in calculated.passages}
        numbers = {key: number for key, number in known.items() if number is not None}
        calculation = calculated.wire(numbers, language)
        text = "\n\n".join(part for part in (_told(calculation, language), offer.text) if part)
        return ToolOutcome(text, result_line(calculation, language), calculation.citations, calculation)


def _line(calculator: Calculator, language: Language) -> str:
    fields = calculator.inputs.model_fields
    names = ", ".join(_field(name, field) for name, field in fields.items())
    return f"- {calculator.name}（{calculator.title.text(language)}）: {names}"


def _field(name: str, field: FieldInfo) -> str:
    """`kind(fixed|open_ended)*`: the values that it may have, and whether it is required."""
    chosen = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
    return name + (f"({'|'.join(chosen)})" if chosen else "") + "*" * field.is_required()


def _inputs(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs as models give them: an object, the same as text, or side by side with the name."""
    value = arguments.get("inputs")
    if value is None:
        return {name: one for name, one in arguments.items() if name not in ("name", "inputs")}
    if isinstance(value, str):
        with suppress(ValueError):
            value = json.loads(value)
    if not isinstance(value, dict):
        raise CallerMistake("inputs must be an object")
    return cast("dict[str, Any]", value)


def _told(calculation: Calculation, language: Language) -> str:
    """The result in words: each step with the numbers of its basis."""
    lines = [result_line(calculation, language)]
    for place, step in enumerate(calculation.steps):
        numbers = [number for one in calculation.basis if place in one.steps for number in one.numbers]
        marks = "".join(canonical([number]) for number in dict.fromkeys(numbers))
        lines.append(f"{place + 1}. {step}{marks}")
    if calculation.notes:
        lines += [_WORDS["notes"][language], *(f"- {note}" for note in calculation.notes)]
    absent = [f"- {line}" for line in lacking(calculation)]
    return "\n".join([*lines, *([_WORDS["lacking"][language], *absent] if absent else [])])
