"""From what a person said to the inputs of a calculator, and to what is still to be asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from youju.answering.schemas import MissingInput
from youju.law.advice.asking import INPUTS, asked_back, missing
from youju.law.advice.facts import DoubtKind, Fact, FactKind, Reading
from youju.law.calculators.mistakes import InputProblem


@dataclass(slots=True)
class Filled:
    """The inputs of one calculator: `given` by name, the facts `used`, and what is `missing`."""

    calculator: str
    reading: Reading
    given: dict[str, Any] = field(default_factory=dict[str, Any])
    used: list[Fact] = field(default_factory=list[Fact])
    missing: list[MissingInput] = field(default_factory=list[MissingInput])

    @property
    def complete(self) -> bool:
        """Whether it can be worked out."""
        return not any(one.required for one in self.missing)

    def take(self, name: str, fact: Fact, value: Any) -> None:
        """Fill an input with a fact."""
        self.given[name] = value
        self.used.append(fact)

    def lack(self, name: str, kind: FactKind | None = None, *, required: bool = True) -> None:
        """Ask for an input: again, where what was said of this kind cannot be taken."""
        doubt = self.reading.doubted(kind) if kind else None
        if doubt:
            self.missing.append(asked_back(doubt.kind, doubt.why, self.reading.said(doubt), self.calculator))
        else:
            self.missing.append(missing(name, self.calculator, required=required))

    def ask_back(self, fact: Fact, why: DoubtKind) -> None:
        """Ask again for what was said and is not enough."""
        self.missing.append(asked_back(fact.kind, why, self.reading.said(fact), self.calculator))

    def refused(self, problems: Sequence[InputProblem]) -> None:
        """Ask again for what the calculator did not take, with its reasons."""
        for problem in problems:
            name = problem.field if problem.field in INPUTS else "years"
            self.missing.append(missing(name, self.calculator, why=problem.message))


def fill(calculator: str, reading: Reading) -> Filled:
    """Fill the inputs of a calculator. Raises `KeyError` for one that cannot be filled from words."""
    filled = Filled(calculator, reading)
    _FILLERS[calculator](filled)
    return filled


def _service(filled: Filled) -> None:
    """First and last day, or the years worked."""
    reading = filled.reading
    start, end, tenure = reading.get("start"), reading.get("end"), reading.get("tenure")
    if start and end and start.day.exact and end.day.exact and _agree(start, end, tenure):
        filled.take("start", start, start.day.exact)
        filled.take("end", end, end.day.exact)
    elif tenure and not tenure.about and not start:
        years, months = divmod(tenure.number, 12)
        if months == int(months):
            filled.take("years", tenure, int(years))
            filled.given["months"] = int(months)
        else:
            filled.take("years", tenure, round(tenure.number / 12, 3))
    elif start or end:
        _lack_days(filled, start, end, tenure)
    else:
        filled.lack("years", "tenure")
        if reading.doubted("end") or reading.doubted("start"):
            filled.missing[-1:] = []
            filled.lack("start", "start")
            filled.lack("end", "end")


def _lack_days(filled: Filled, start: Fact | None, end: Fact | None, tenure: Fact | None) -> None:
    days: tuple[tuple[FactKind, Fact | None], ...] = (("start", start), ("end", end))
    for kind, one in days:
        if one is None:
            filled.lack(kind, kind)
        elif one.day.exact is None:
            filled.ask_back(one, "no_day")
    if tenure and all(one and one.day.exact for one in (start, end)):
        filled.ask_back(tenure, "contradiction")


def _agree(start: Fact, end: Fact, tenure: Fact | None) -> bool:
    """Whether the years that were said, too, are about those between the dates."""
    if tenure is None or tenure.about:
        return True
    first, last = start.day.exact, end.day.exact
    if first is None or last is None:
        return False
    between = (last.year - first.year) * 12 + last.month - first.month
    return abs(Decimal(between) - tenure.number) <= 1


def _pay(filled: Filled, name: str, ask: str) -> Fact | None:
    """Wages: an average where it was said, else what is due before tax, else what was said."""
    fact = filled.reading.get("pay", "average", "gross", "", "net", "basic")
    if fact is None:
        filled.lack(ask, "pay")
        return None
    filled.take(name, fact, fact.number)
    if fact.detail not in ("gross", "average"):
        filled.lack("salary_kind", required=False)
    return fact


def _severance(filled: Filled) -> None:
    _service(filled)
    _pay(filled, "salary", "salary")
    average = filled.reading.get("local_average")
    if average:
        filled.take("local_average", average, average.number)
    else:
        filled.lack("local_average", required=False)


def _severance_with_notice(filled: Filled) -> None:
    _severance(filled)
    pay = filled.reading.get("pay", "gross", "", "net")
    if pay and pay.per == "month" and filled.given.get("salary") == pay.number:
        filled.given["last_wage"] = pay.number  # a monthly wage without further words is that of every month
    elif "salary" in filled.given:
        filled.lack("last_wage")


def _double_wage(filled: Filled) -> None:
    start, end = filled.reading.get("start"), filled.reading.get("end")
    if start and start.day.exact:
        filled.take("start", start, start.day.exact)
    else:
        filled.lack("start", "start")
    if end and end.day.exact:
        filled.take("left", end, end.day.exact)
    else:
        filled.lack("left", required=False)
    _pay(filled, "salary", "monthly_wage")


_OVERTIME = {"": "workday_hours", "workday": "workday_hours", "rest_day": "restday_hours", "holiday": "holiday_hours"}
_HOURS_OF_A_DAY = 8


def _overtime(filled: Filled) -> None:
    """Hours of a month. Days off that were worked are days of eight hours; what was said of a day or a week is not a
    month's and is asked for."""
    facts = [one for kind in ("overtime_hours", "overtime_days") for one in filled.reading.of(kind)]
    usable = [one for one in facts if one.per in ("", "month") and (one.detail or one.kind == "overtime_hours")]
    for one in usable:
        hours = one.number * (_HOURS_OF_A_DAY if one.kind == "overtime_days" else 1)
        name = _OVERTIME[one.detail]
        filled.take(name, one, filled.given.get(name, Decimal(0)) + hours)
    kinds_said = all(one.detail for one in usable)
    if not usable or len(usable) < len(facts):
        filled.lack("workday_hours", "overtime_hours")
    elif not kinds_said:
        filled.lack("workday_hours", required=False)
    _pay(filled, "salary", "monthly_wage")


def _work_injury(filled: Filled) -> None:
    grade = filled.reading.get("grade")
    if grade:
        filled.take("grade", grade, int(grade.number))
    else:
        filled.lack("grade", "grade")
    _pay(filled, "own_wage", "own_wage")


def _annual_leave(filled: Filled) -> None:
    career = filled.reading.get("career")
    tenure = filled.reading.get("tenure")
    fact = career or tenure
    if fact is None or fact.about:
        filled.lack("working_years", "career")
        return
    filled.take("working_years", fact, round(fact.number / 12, 3))
    if career is None:
        filled.lack("working_years", required=False)


def _probation(filled: Filled) -> None:
    agreed, contract = filled.reading.get("probation"), filled.reading.get("contract")
    if contract:
        filled.take("contract_months", contract, contract.number)
    else:
        filled.lack("contract_months", "contract")
    if agreed:
        filled.take("agreed_months", agreed, agreed.number)
    else:
        filled.lack("agreed_months", "probation")
    wage, promised = filled.reading.get("probation_pay"), filled.reading.get("pay")
    if wage and promised:
        filled.take("probation_wage", wage, wage.number)
        filled.take("contract_wage", promised, promised.number)


def _unemployment(filled: Filled) -> None:
    paid = filled.reading.get("contributed")
    if paid is None or paid.about:
        filled.lack("contributed", "contributed")
        return
    years, months = divmod(int(paid.number), 12)
    filled.take("years", paid, years)
    filled.given["months"] = months


def _arbitration(filled: Filled) -> None:
    end = filled.reading.get("end")
    if end and end.day.exact:
        filled.take("known", end, end.day.exact)
        filled.given["ended"] = end.day.exact
    else:
        filled.lack("known", "end")


def _retirement(filled: Filled) -> None:
    birth, sex = filled.reading.get("birth"), filled.reading.get("sex")
    if birth and birth.day.month:
        filled.take("born", birth, f"{birth.day.year:04d}-{birth.day.month:02d}")
    else:
        filled.lack("born", "birth")
    if sex and sex.detail == "" and sex.value == "male":
        filled.take("kind", sex, "man")
    else:  # of a woman it depends on her post, which nobody may guess
        filled.lack("kind")


_FILLERS: dict[str, Callable[[Filled], None]] = {
    "severance": _severance,
    "severance_with_notice": _severance_with_notice,
    "unlawful_termination": _severance,
    "double_wage": _double_wage,
    "overtime": _overtime,
    "work_injury": _work_injury,
    "annual_leave": _annual_leave,
    "probation": _probation,
    "unemployment_benefit": _unemployment,
    "arbitration_limit": _arbitration,
    "retirement_age": _retirement,
}


def joined(wanted: Iterator[MissingInput]) -> tuple[MissingInput, ...]:
    """Each input once, for all calculations that want it; required if one of them requires it, and those first."""
    found: dict[str, MissingInput] = {}
    for one in wanted:
        known = found.get(one.name)
        if known is None:
            found[one.name] = one
            continue
        names = tuple(dict.fromkeys((*known.calculations, *one.calculations)))
        found[one.name] = known.model_copy(update={"calculations": names, "required": known.required or one.required})
    return tuple(sorted(found.values(), key=lambda one: not one.required))
