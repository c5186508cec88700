"""渐进式延迟法定退休年龄: 全国人民代表大会常务委员会的决定 (2024-09-13) 及所附国务院办法第一至三条.

Computed only where the instrument is in the library (`needs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from youju.law.calculators.calendar import add_months, add_years
from youju.law.calculators.inputs import Inputs, Month, Objection, ask, shown
from youju.law.calculators.money import plain
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

DECISION = "全国人民代表大会常务委员会关于实施渐进式延迟法定退休年龄的决定"
MEASURES = "国务院关于渐进式延迟法定退休年龄的办法"
RULE = Basis(
    MEASURES, "第一条", Said("每四个月（二个月）延迟一个月", "a month later for every four (two)"), within=DECISION
)
CONTRIBUTIONS = Basis(
    MEASURES, "第二条", Said("最低缴费年限逐步提高", "minimum years of contributions"), within=DECISION
)
FLEXIBLE = Basis(
    MEASURES, "第三条", Said("弹性提前、延迟最长三年", "up to three years earlier or later"), within=DECISION
)


@dataclass(frozen=True, slots=True)
class Path:
    """Retirement at `age` for who was born before `first`; then a month later for every `every` months of birth, up to
    `most` months later."""

    age: int
    first: date
    every: int
    most: int


PATHS = {
    "man": Path(60, date(1965, 1, 1), 4, 36),
    "woman_55": Path(55, date(1970, 1, 1), 4, 36),
    "woman_50": Path(50, date(1975, 1, 1), 2, 60),
}
LEAST_YEARS, MOST_CONTRIBUTIONS, RISES_FROM = Decimal(15), Decimal(20), 2030
OLDEST, NEWEST = date(1930, 1, 1), date(2020, 12, 1)


class RetirementAgeInputs(Inputs):
    """Who, and when born."""

    model_config = shown({"born": "1976-09", "kind": "man"})

    born: Month = ask("出生年月", "month of birth", example="1976-09")
    kind: Literal["man", "woman_55", "woman_50"] = ask(
        "man 男职工 | woman_55 原法定退休年龄55周岁的女职工 | woman_50 原法定退休年龄50周岁的女职工",
        "man, or woman whose age of retirement was 55 or 50",
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """Births that nobody retires of."""
        if self.born > today:
            yield Objection("born", f"{self.born:%Y-%m} 在将来", f"{self.born:%Y-%m} is in the future")
        elif not OLDEST <= self.born <= NEWEST:
            told = f"应在 {OLDEST:%Y-%m} 至 {NEWEST:%Y-%m} 之间", f"must be from {OLDEST:%Y-%m} to {NEWEST:%Y-%m}"
            yield Objection("born", *told)


class RetirementAge:
    """Age and month of retirement since the reform of 2025."""

    name = "retirement_age"
    title = Said("法定退休年月", "month of retirement")
    about = Said(
        "2025年起渐进式延迟法定退休年龄：按出生年月算退休年龄、退休年月和当年的最低缴费年限。资料中有该决定或办法时才计算。",
        "Month of retirement since 2025, by month of birth; computed only where the decision is in the library.",
    )
    inputs = RetirementAgeInputs
    needs = (RULE,)

    def calculate(self, given: RetirementAgeInputs, background: Background) -> Outcome:
        """The month of retirement; age and years of contributions as further rows."""
        path = PATHS[given.kind]
        later = delay(path, given.born)
        month = add_months(add_years(given.born, path.age), later)
        years, rest = divmod(path.age * 12 + later, 12)
        age = f"{years}周岁" + (f"{rest}个月" if rest else "")
        english = f"{years} years" + (f" and {rest} months" if rest else "")
        least = contributions(month.year)
        steps = (
            step(
                f"{given.born.year}年{given.born.month}月出生，原法定退休年龄{path.age}周岁，延迟{later}个月：{age}，"
                f"{month.year}年{month.month}月退休。",
                f"Born {given.born:%Y-%m}: {path.age} years and {later} months later: {english}, in {month:%Y-%m}.",
                RULE,
            ),
            step(
                f"{month.year}年领取基本养老金的最低缴费年限为{plain(least)}年。",
                f"In {month.year} a pension takes {plain(least)} years of contributions at least.",
                CONTRIBUTIONS,
            ),
            step(
                "达到最低缴费年限的可以弹性提前，最长三年且不低于原法定退休年龄；与单位协商一致可以弹性延迟，最长三年。",
                "With these it may be up to three years earlier, not under the old age; by agreement three later.",
                FLEXIBLE,
            ),
        )
        rows = (
            Row(Said("退休年龄", "age"), f"{years * 12 + rest}", "months"),
            Row(Said("延迟", "later by"), str(later), "months"),
            Row(Said("最低缴费年限", "least years of contributions"), plain(least), "years"),
        )
        return Outcome(f"{month:%Y-%m}", "month", steps, rows, NOTES)


def delay(path: Path, born: date) -> int:
    """Months later than before the reform."""
    months = (born.year - path.first.year) * 12 + born.month - path.first.month
    return 0 if months < 0 else min(months // path.every + 1, path.most)


def contributions(year: int) -> Decimal:
    """Least years of contributions of who retires in a year: 15, from 2030 half a year more each year, up to 20."""
    more = max(year - RISES_FROM + 1, 0) * Decimal("0.5")
    return min(LEAST_YEARS + more, MOST_CONTRIBUTIONS)


NOTES = (
    Said(
        "特殊工种、高原地区等提前退休和病退另有规定；女职工原法定退休年龄是50还是55周岁按岗位等确定。",
        "Special trades, high altitudes and ill health have rules of their own.",
    ),
)
