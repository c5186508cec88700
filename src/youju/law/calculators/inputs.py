"""What is common to the inputs of all calculators: fields that explain themselves in both languages, dates and amounts
as people write them, and a JSON schema in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from youju.text.language import Language

LARGEST_WAGE = 10_000_000
"""CNY a month; more than this is a slip of the pen."""
LARGEST_AMOUNT = 1_000_000_000_000
"""CNY of a claim."""
WORKING_LIFE = 60
"""Years; nobody has worked longer."""

_DATE = re.compile(r"\s*(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?\s*")
_MONTH = re.compile(r"\s*(\d{4})\s*[-/.年]\s*(\d{1,2})\s*月?\s*")
_UNIT = re.compile(r"(?:元|块钱?|人民币|CNY|RMB|¥|￥)", re.IGNORECASE)
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Objection:
    """Why inputs that are each in range cannot be, or what is `missing`, at one field and in both languages."""

    field: str
    zh: str
    en: str
    missing: bool = False


class Inputs(BaseModel):
    """Base of all inputs: unknown names are errors, so that a typo never passes in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    @classmethod
    def lacking(cls, names: Set[str]) -> Iterator[Objection]:
        """What is missing among the names given, where one of several would do; required fields are told anyway."""
        yield from ()

    def objections(self, today: date) -> Iterator[Objection]:
        """What contradicts itself or the calendar."""
        yield from ()

    def given(self) -> dict[str, Any]:
        """What was given, as JSON; amounts stay exact as text."""
        return self.model_dump(mode="json", exclude_unset=True, exclude_none=True)


def ask(zh: str, en: str, *, example: Any = None, default: Any = ..., **limits: Any) -> Any:
    """A field: its question in both languages, an example, and its range (`ge`, `gt`, `le`, `max_length` …)."""
    shown: dict[str, Any] = {"en": en} if example is None else {"en": en, "examples": [example]}
    field: Any = Field  # limits come by name; the overloads want them one by one
    return field(default, description=zh, json_schema_extra=shown, **limits)


def _day(value: object) -> object:
    """2023-07-20, 2023/7/20, 2023.7.20 or 2023年7月20日; never a number, which pydantic would take for seconds."""
    if isinstance(value, date):
        return value
    match = _DATE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("not_a_date")
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        raise ValueError("no_such_day") from None


def _first_of_month(value: object) -> object:
    """2023-07 or 2023年7月 as its first day; a whole date is taken for its month."""
    match = _MONTH.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        day = _day(value)
        return day.replace(day=1) if isinstance(day, date) else day
    try:
        return date(int(match[1]), int(match[2]), 1)
    except ValueError:
        raise ValueError("no_such_day") from None


def _number(value: object) -> object:
    """8000, "8000", "8,000" or "8000元"; true and false are no numbers."""
    if isinstance(value, bool):
        raise ValueError("number")  # noqa: TRY004  (pydantic collects ValueErrors)
    if isinstance(value, str):
        plain = _UNIT.sub("", value).strip()
        return re.sub("[,，]", "", plain) if _THOUSANDS.fullmatch(plain) else plain
    return value


def shown(example: dict[str, Any]) -> ConfigDict:
    """The configuration of inputs with an example that teaches what they are for."""
    return ConfigDict(json_schema_extra={"examples": [example]})


Day = Annotated[date, BeforeValidator(_day)]
"""A calendar date."""
Month = Annotated[date, BeforeValidator(_first_of_month)]
"""A calendar month, as its first day."""
Number = Annotated[Decimal, BeforeValidator(_number)]
"""An exact number."""
Count = Annotated[int, BeforeValidator(_number)]
"""A whole number."""


def wage(zh: str, en: str, *, example: Any = 8000, default: Any = ...) -> Any:
    """A field for CNY a month: more than nothing, two digits behind the point."""
    return ask(zh, en, example=example, default=default, gt=0, le=LARGEST_WAGE, decimal_places=2)


def schema(model: type[Inputs], language: Language) -> dict[str, Any]:
    """The JSON schema of the inputs, with descriptions in one language and numbers as plain numbers."""
    raw = model.model_json_schema()
    definitions: Mapping[str, Any] = raw.get("$defs", {})
    properties = {name: _plain(field, definitions, language) for name, field in raw["properties"].items()}
    return {
        "type": "object",
        "properties": properties,
        "required": list(raw.get("required", ())),
        "additionalProperties": False,
        "examples": cast("dict[str, Any]", model.model_config.get("json_schema_extra", {})).get("examples", []),
    }


def _plain(field: Mapping[str, Any], definitions: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """One property without what only pydantic needs: references, alternatives of null, decimals as text."""
    own = {
        name: value for name, value in field.items() if name not in ("anyOf", "title", "en", "$ref", "decimal_places")
    }
    kinds = [one for one in _alternatives(field, definitions) if one.get("type") != "null"]
    chosen = next((one for one in kinds if one.get("type") == "number"), kinds[0])
    plain = {_LIMITS.get(name, name): value for name, value in {**chosen, **own}.items() if value is not None}
    if "items" in plain:
        plain["items"] = _plain(plain["items"], definitions, language)
    if language == "en" and "en" in field:
        plain["description"] = field["en"]
    if plain["type"] == "number" and isinstance(plain.get("default"), str):
        plain["default"] = float(plain["default"])
    return {name: value for name, value in plain.items() if name not in _ONLY_PYDANTIC}


_ONLY_PYDANTIC = {"anyOf", "$ref", "title", "en", "pattern", "decimal_places"}
_LIMITS = {"gt": "exclusiveMinimum", "ge": "minimum", "lt": "exclusiveMaximum", "le": "maximum"}
"""Limits that pydantic leaves under its own names where a field may be null."""


def _alternatives(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The kinds of value that a field may hold, each with the limits that stand around it."""
    if "$ref" in field:
        return [definitions[field["$ref"].rsplit("/", 1)[1]]]
    if "anyOf" not in field:
        return [dict(field)]
    limits = {name: value for name, value in field.items() if name in _LIMITS}
    return [{**limits, **one} for inner in field["anyOf"] for one in _alternatives(inner, definitions)]
