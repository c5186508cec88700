"""Writes the part of `docs/law/calculators.md` that follows from the calculators: what each asks for and gives.

    PYTHONPATH=src .venv/bin/python tools/describe_calculators.py

A test holds the page to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from youju.law.calculators.calculating import value_text
from youju.law.calculators.catalogue import CALCULATORS
from youju.law.calculators.inputs import schema
from youju.law.calculators.mistakes import read
from youju.law.calculators.standards import LocalStandards
from youju.law.calculators.values import Background, Calculator

PAGE = Path(__file__).parent.parent / "docs" / "law" / "calculators.md"
BEGIN, END = "<!-- generated: tools/describe_calculators.py -->", "<!-- end of the generated part -->"
TODAY = date(2026, 11, 30)
"""Examples are worked out as of this day, so that the page stays the same."""


def generated() -> str:
    """The part between the two marks."""
    return "\n".join([BEGIN, "", *(line for one in CALCULATORS for line in _section(one)), END])


def page(text: str) -> str:
    """The page with its generated part anew."""
    before, rest = text.split(BEGIN)
    return before + generated() + rest.split(END)[1]


def _section(calculator: Calculator) -> Iterator[str]:
    zh, en = schema(calculator.inputs, "zh"), schema(calculator.inputs, "en")
    yield from (f"### `{calculator.name}` — {calculator.title.zh}", "")
    yield from (calculator.about.zh, "", f"*{calculator.about.en}*", "")
    yield from ("| 参数 | 含义 | meaning | 范围 |", "|---|---|---|---|")
    for name, field in zh["properties"].items():
        needed = " **必填**" if name in zh["required"] else ""
        yield f"| `{name}`{needed} | {_cell(field)} | {_cell(en['properties'][name])} | {_limits(field)} |"
    yield from ("", *_example(calculator, zh["examples"][0]), "")


def _cell(field: dict[str, Any]) -> str:
    return str(field["description"]).replace("|", "\\|")


def _limits(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " ".join(f"`{one}`" for one in field["enum"])
    low, above, high = field.get("minimum"), field.get("exclusiveMinimum"), field.get("maximum")
    least = f"≥ {low:g}" if low is not None else f"> {above:g}" if above is not None else ""
    most = "" if high is None else f"≤ {high:,.0f}" if high >= 10_000 else f"≤ {high:g}"
    kinds = {"boolean": "是/否", "array": "可多个"}
    default = f"默认 {field['default']}" if "default" in field and field["type"] != "boolean" else ""
    return "，".join(part for part in (kinds.get(field["type"], ""), least, most, default) if part)


def _example(calculator: Calculator, example: dict[str, Any]) -> Iterator[str]:
    options = [
        f"--{name.replace('_', '-')} {one}"
        for name, value in example.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    outcome = calculator.calculate(read(calculator.inputs, example, "zh", TODAY), Background(LocalStandards(), TODAY))
    yield from ("```", f"youju calc {calculator.name.replace('_', '-')} {' '.join(options)}")
    yield from (f"→ {value_text(outcome.value, outcome.unit)} {outcome.unit}", "```")
    yield ""
    yield "依据：" + "、".join(one.reference for one in outcome.basis) + "。"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
