"""A calculation in words for people: amounts with their unit, the result in a line."""

from __future__ import annotations

from youju.answering.calculating import value_words
from youju.answering.schemas import Calculation
from youju.text.language import Language

_UNTOLD: dict[Language, str] = {"zh": "不能给出结果", "en": "no result"}
_OTHERS: dict[Language, str] = {"zh": "另行确定", "en": "set elsewhere"}


def quantity(value: str | None, unit: str, language: Language) -> str:
    """28000.00 CNY → 28000.00元; a date as it is; what others set is said so."""
    if value is None:
        return _OTHERS[language]
    return value_words(value, unit, language)


def result_line(calculation: Calculation, language: Language) -> str:
    """经济补偿（N）：28000.00元."""
    value, unit = calculation.result.value, calculation.result.unit
    told = _UNTOLD[language] if value is None else quantity(value, unit, language)
    return f"{calculation.title}：{told}" if language == "zh" else f"{calculation.title}: {told}"


def lacking(calculation: Calculation) -> list[str]:
    """Why provisions are not cited, or what to know of those that are; the same of several together."""
    reasons: dict[str, list[str]] = {}
    for one in calculation.basis:
        if one.message:
            reasons.setdefault(one.message, []).append(one.reference)
    return [f"{'、'.join(references)}: {message}" for message, references in reasons.items()]
