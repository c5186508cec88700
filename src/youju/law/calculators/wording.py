"""A calculation in words for people: amounts with their unit, the result in a line."""

from __future__ import annotations

from youju.answering.schemas import Calculation
from youju.text.language import Language

_UNITS: dict[str, tuple[str, str]] = {
    "CNY": ("{}元", "CNY {}"),
    "months": ("{}个月", "{} months"),
    "days": ("{}天", "{} days"),
    "hours": ("{}小时", "{} hours"),
    "years": ("{}年", "{} years"),
    "ratio": ("{}%", "{} %"),
}
_UNTOLD: dict[Language, str] = {"zh": "不能给出结果", "en": "no result"}
_OTHERS: dict[Language, str] = {"zh": "另行确定", "en": "set elsewhere"}


def quantity(value: str | None, unit: str, language: Language) -> str:
    """28000.00 CNY → 28000.00元; a date as it is; what others set is said so."""
    if value is None:
        return _OTHERS[language]
    return _UNITS.get(unit, ("{}", "{}"))[language == "en"].format(value)


def result_line(calculation: Calculation, language: Language) -> str:
    """经济补偿（N）：28000.00元."""
    value, unit = calculation.result.value, calculation.result.unit
    told = _UNTOLD[language] if value is None else quantity(value, unit, language)
    return f"{calculation.title}：{told}" if language == "zh" else f"{calculation.title}: {told}"
