"""The dated table of local standards: what ships, and what the user has added in the home folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from youju.errors import CallerMistake
from youju.law.calculators.inputs import LARGEST_WAGE, Number
from youju.law.calculators.values import Standard

FILE = "standards.toml"
Kind = Literal["average_wage", "minimum_wage"]
KINDS: tuple[str, ...] = get_args(Kind)


class _Entry(BaseModel):
    """One `[[standard]]` of a file."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    kind: Kind
    city: str = Field(min_length=1, max_length=40)
    value: Number = Field(gt=0, le=LARGEST_WAGE, decimal_places=2)
    start: date = Field(alias="from")
    end: date | None = Field(default=None, alias="to")
    source: str = Field(min_length=1, max_length=500)

    def standard(self) -> Standard:
        return Standard(self.kind, _city(self.city), self.value, self.start, self.end, self.source)


class LocalStandards:
    """The rows of one table. At most one of a kind is in force in a city on a day."""

    def __init__(self, rows: Iterable[Standard] = ()) -> None:
        self.rows = tuple(sorted(rows, key=lambda one: (one.kind, one.city, one.start)))

    def find(self, kind: str, city: str, day: date) -> Standard | None:
        """The standard of a city that is in force on a day; 上海 and 上海市 are the same city."""
        for one in reversed(self.rows):
            here = one.kind == kind and one.city == _city(city)
            if here and one.start <= day and (one.end is None or day < one.end):
                return one
        return None


def standards(home: Path) -> LocalStandards:
    """The table that ships, with the user's own rows over it. Raises `CallerMistake` that names file and entry."""
    shipped = _read(files("youju.law.calculators").joinpath(FILE).read_text(encoding="utf-8"), FILE)
    try:
        own = _read((home / FILE).read_text(encoding="utf-8"), FILE)
    except FileNotFoundError:
        own = []
    except (OSError, UnicodeDecodeError) as error:
        raise _wrong(FILE, f"不能读取（{error}）", f"cannot be read ({error})") from None
    rows = {(one.kind, one.city, one.start): one for one in [*shipped, *own]}
    _refuse_overlaps(sorted(rows.values(), key=lambda one: (one.kind, one.city, one.start)))
    return LocalStandards(rows.values())


def _city(name: str) -> str:
    return name.strip().removesuffix("市")


def _read(text: str, name: str) -> list[Standard]:
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _wrong(name, f"不是 TOML（{error}）", f"is no TOML ({error})") from None
    entries: Any = data.pop("standard", [])
    if data or not isinstance(entries, list):
        raise _wrong(name, "只能有 [[standard]] 条目", "may only hold [[standard]] entries")
    return [_row(entry, number, name) for number, entry in enumerate(entries, start=1)]


def _row(entry: object, number: int, name: str) -> Standard:
    where = f"{name}, [[standard]] {number}"
    try:
        row = _Entry.model_validate(entry)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise _wrong(where, f"{field}: {first['msg']}", f"{field}: {first['msg']}") from None
    if row.end is not None and row.end <= row.start:
        raise _wrong(where, "to 必须晚于 from", "`to` must be later than `from`")
    return row.standard()


def _refuse_overlaps(rows: Sequence[Standard]) -> None:
    for one, following in pairwise(rows):
        same = (one.kind, one.city) == (following.kind, following.city)
        if same and one.end is not None and one.end > following.start:
            told = f"{one.kind} {one.city} {one.start} → {one.end}"
            raise _wrong(FILE, f"{told} 与下一条（自 {following.start}）重叠", f"{told} overlaps {following.start}")


def _wrong(where: str, zh: str, en: str) -> CallerMistake:
    told = zh if zh == en else f"{zh} / {en}"
    return CallerMistake(f"{where}: {told}.", remedy="See docs/law/calculators.md.", code="invalid_standards")
