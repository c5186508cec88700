"""What a person says of their case: facts with the words they were read from, and doubts where they cannot be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

FactKind = Literal[
    "tenure",  # months with this employer
    "career",  # months of work with all employers
    "pay",  # CNY a month
    "probation_pay",  # CNY a month
    "local_average",  # CNY a month, of the city's employees
    "minimum_wage",  # CNY a month
    "start",
    "end",
    "birth",
    "grade",  # of disability by work injury, 1–10
    "unsigned",  # months without a written contract
    "contract",  # months agreed
    "probation",  # months agreed
    "contributed",  # months of contributions
    "overtime_hours",
    "overtime_days",
    "untaken_leave",  # days
    "sex",
]
KINDS: tuple[FactKind, ...] = FactKind.__args__  # pyright: ignore[reportAttributeAccessIssue]

Detail = Literal["", "gross", "net", "basic", "average", "workday", "rest_day", "holiday", "female", "male"]


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it was said: the day, or the month and the day, may be missing."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def exact(self) -> date | None:
        """The date where it was said to the day."""
        return date(self.year, self.month, self.day) if self.month and self.day else None

    def __str__(self) -> str:
        """ISO notation of what was said: 2020, 2020-03 or 2020-03-15."""
        parts = [f"{part:02d}" for part in (self.month, self.day) if part]
        return "-".join([f"{self.year:04d}", *parts])


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact, read from `[start, end)` of the question. Periods are in months, money in CNY, both exact decimals.

    `about`: it was said as no exact value (大概, 两年多). `detail` says more: pay before or after tax, the kind of
    overtime. `per` is the period that an overtime figure belongs to (day, week, month), empty where none was said.
    """

    kind: FactKind
    value: Decimal | Day | str
    start: int
    end: int
    about: bool = False
    detail: Detail = ""
    per: str = ""

    @property
    def number(self) -> Decimal:
        """The value of a fact that is a number. Raises `TypeError` for another."""
        if not isinstance(self.value, Decimal):
            raise TypeError(self.kind)
        return self.value

    @property
    def day(self) -> Day:
        """The value of a fact that is a date. Raises `TypeError` for another."""
        if not isinstance(self.value, Day):
            raise TypeError(self.kind)
        return self.value


DoubtKind = Literal[
    "negative",
    "too_long",
    "no_such_grade",
    "no_such_date",
    "future",
    "reversed",
    "two_values",
    "odd",
    "no_day",  # a date without its day, where the day counts
    "contradiction",  # to something else that was said
]


@dataclass(frozen=True, slots=True)
class Doubt:
    """What was said and cannot be taken: it is asked back. `[start, end)` as in `Fact`."""

    kind: FactKind
    why: DoubtKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from a question. No two facts of one kind are left but where each is of another detail."""

    question: str
    facts: tuple[Fact, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def get(self, kind: FactKind, *details: Detail) -> Fact | None:
        """The fact of a kind (of one of the details, in their order, where they are given)."""
        for detail in details or (None,):
            found = next((one for one in self.of(kind) if detail is None or one.detail == detail), None)
            if found:
                return found
        return None

    def of(self, kind: FactKind) -> Iterator[Fact]:
        """All facts of a kind, in their order."""
        return (one for one in self.facts if one.kind == kind)

    def doubted(self, kind: FactKind) -> Doubt | None:
        """Why there is no fact of this kind although something was said of it."""
        return next((one for one in self.doubts if one.kind == kind), None)

    def said(self, one: Fact | Doubt) -> str:
        """The person's own words."""
        return self.question[one.start : one.end]
