"""Contributions that an employer did not pay: which months, of which wage, at which rates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from youju.law.calculators.calendar import add_months
from youju.law.calculators.inputs import WORKING_LIFE, Inputs, Month, Number, Objection, ask, wage


class ArrearsInputs(Inputs):
    """From month to month, and the base."""

    base: Number = wage(
        "月缴费基数（元）：一般为本人上一年度月平均工资", "monthly base (CNY): mostly last year's average wage"
    )
    first_month: Month = ask("欠缴的第一个月", "first month not paid", example="2022-03")
    last_month: Month = ask("欠缴的最后一个月", "last month not paid", example="2023-06")

    def objections(self, today: date) -> Iterator[Objection]:
        """Months in the wrong order or in the future."""
        if self.last_month < self.first_month:
            told = f"早于第一个月 {self.first_month:%Y-%m}", f"is before the first month {self.first_month:%Y-%m}"
            yield Objection("last_month", *told)
        if self.last_month > today:
            yield Objection("last_month", f"{self.last_month:%Y-%m} 在将来", "is in the future")
        if self.months > WORKING_LIFE * 12:
            yield Objection("first_month", f"超过{WORKING_LIFE}年", f"more than {WORKING_LIFE} years")

    @property
    def months(self) -> int:
        """How many months, the first and the last counted."""
        return (self.last_month.year - self.first_month.year) * 12 + self.last_month.month - self.first_month.month + 1

    def due_days(self) -> Iterator[date]:
        """The first day after each month."""
        for month in range(1, self.months + 1):
            yield add_months(self.first_month, month)


def share(base: Decimal, percent: Decimal) -> Decimal:
    """A month's contribution at a rate in percent, exact."""
    return base * percent / 100


def months_said(given: ArrearsInputs) -> tuple[str, str]:
    """2022年3月至2023年6月共16个月."""
    first, last = given.first_month, given.last_month
    return (
        f"{first.year}年{first.month}月至{last.year}年{last.month}月共{given.months}个月",
        f"{first:%Y-%m} to {last:%Y-%m}, {given.months} months",
    )
