"""What is wrong with inputs, in words: which field, why, and what it may be. All of it at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from youju.errors import CallerMistake
from youju.law.calculators.inputs import Inputs, Objection
from youju.text.language import Language

Model = TypeVar("Model", bound=Inputs)


@dataclass(frozen=True, slots=True)
class InputProblem:
    """One field that is not as it must be; `missing` where it was not given at all."""

    field: str
    message: str
    missing: bool = False


class WrongInputs(CallerMistake):
    """Inputs that a calculator cannot take. `problems` holds all of them, in the order of the fields."""

    code = "invalid_inputs"

    def __init__(self, problems: Sequence[InputProblem], language: Language) -> None:
        joined = "；".join(_line(one) for one in problems) if language == "zh" else "; ".join(map(_line, problems))
        super().__init__(joined + ("。" if language == "zh" else "."))
        self.problems = tuple(problems)


def read(model: type[Model], raw: Mapping[str, Any], language: Language, today: date) -> Model:
    """The inputs, validated. Raises `WrongInputs` that names every field that is missing, out of range or
    contradicted by another."""
    names = {name for name, value in raw.items() if value is not None}
    lacking = [_objection(one, language) for one in model.lacking(names)]
    try:
        given = model.model_validate(dict(raw))
    except ValidationError as error:
        found = [_problem(model, one, language) for one in error.errors(include_url=False)]
        raise WrongInputs([*found, *lacking], language) from None
    problems = lacking or [_objection(one, language) for one in given.objections(today)]
    if problems:
        raise WrongInputs(problems, language)
    return given


def _objection(objection: Objection, language: Language) -> InputProblem:
    told = objection.zh if language == "zh" else objection.en
    return InputProblem(objection.field, told, objection.missing)


def _line(problem: InputProblem) -> str:
    return f"{problem.field}: {problem.message}" if problem.field else problem.message


_SAID: dict[str, tuple[str, str]] = {
    "missing": ("缺少，需要{about}", "is missing: {about}"),
    "extra_forbidden": ("没有这个参数；可用的有 {known}", "there is no such input; there are {known}"),
    "greater_than": ("{value} 不行，必须大于 {gt}", "{value} cannot be: it must be more than {gt}"),
    "greater_than_equal": ("{value} 不行，不得小于 {ge}", "{value} cannot be: it must be at least {ge}"),
    "less_than": ("{value} 不行，必须小于 {lt}", "{value} cannot be: it must be less than {lt}"),
    "less_than_equal": ("{value} 不行，不得大于 {le}", "{value} cannot be: it must be at most {le}"),
    "too_long": ("太多，最多 {max_length} 个", "too many: at most {max_length}"),
    "too_short": ("太少，至少 {min_length} 个", "too few: at least {min_length}"),
    "string_too_long": ("太长，最多 {max_length} 个字", "too long: at most {max_length} characters"),
    "string_too_short": ("不能为空", "must not be empty"),
    "literal_error": ("{value} 不行，只能是 {expected}", "{value} cannot be: it must be {expected}"),
    "decimal_max_places": (
        "{value} 小数位太多，最多 {decimal_places} 位",
        "{value} has too many digits behind the point: at most {decimal_places}",
    ),
    "not_a_date": ("{value} 不是日期，请写成 2023-07-20", "{value} is no date: write 2023-07-20"),
    "no_such_day": ("{value} 这一天不存在", "{value}: there is no such day"),
    "bool": ("{value} 不行，请写 true 或 false", "{value} cannot be: write true or false"),
    "list_type": ("{value} 不是列表", "{value} is no list"),
    "whole": ("{value} 不是整数", "{value} is no whole number"),
    "number": ("{value} 不是数字", "{value} is no number"),
}
_KIND = {
    "int_from_float": "whole",
    "int_parsing": "whole",
    "int_parsing_size": "whole",
    "int_type": "whole",
    "bool_parsing": "bool",
    "bool_type": "bool",
}


def _problem(model: type[Inputs], error: ErrorDetails, language: Language) -> InputProblem:
    """A pydantic error in our words, in both languages; an unknown kind keeps pydantic's."""
    kind = error["type"]
    context: dict[str, Any] = dict(error.get("ctx", {}))
    if kind == "value_error":
        kind = str(context.get("error", ""))
    elif kind.startswith(("decimal_", "finite", "float_", "is_instance")) and kind not in _SAID:
        kind = "number"
    kind = _KIND.get(kind, kind)
    place = [_whole(str(part)) for part in error["loc"]]
    field = ".".join(place)
    known = ", ".join(model.model_fields)
    if "expected" in context:
        context["expected"] = str(context["expected"]).replace("'", "").replace(" or ", ", ")
    values = {**context, "value": _shown(error["input"]), "known": known, "about": _about(model, place, language)}
    if kind not in _SAID:
        return InputProblem(field, error["msg"])
    return InputProblem(field, _SAID[kind][language == "en"].format(**values), missing=kind == "missing")


def _about(model: type[Inputs], place: Sequence[str], language: Language) -> str:
    field = model.model_fields.get(place[0]) if place else None
    if field is None:
        return ""
    extra = field.json_schema_extra
    english = extra.get("en") if isinstance(extra, dict) else None
    return str(english) if language == "en" and english else str(field.description or "")


def _shown(value: object) -> str:
    text = _whole(str(value))
    return text if len(text) <= 40 else text[:40] + "…"


def _whole(text: str) -> str:
    """Without half characters, which no answer could carry back."""
    return text.encode("utf-8", "replace").decode()
