"""Calendar arithmetic of the law: months and years by corresponding days, never by averages.

民法典第二百零一条: the day of the event is not counted; 第二百零二条: a period of months or years ends on the
corresponding day, and where there is none, on the last day of that month.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from youju.law.calculators.values import Basis, Said

COUNTING = (
    Basis("民法典", "第二百零一条第一款", Said("开始的当日不计入", "the first day is not counted")),
    Basis("民法典", "第二百零二条", Said("到期月的对应日为最后一日", "ends on the corresponding day")),
)
SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time by calendar: so many years, months (0–11) and days."""

    years: int
    months: int
    days: int

    @property
    def whole_months(self) -> int:
        """Years and months together, as months."""
        return self.years * 12 + self.months

    def said(self) -> Said:
        """The length in words, without what is nothing: 3年4个月6天."""
        zh = "".join(
            f"{count}{unit}" for count, unit in ((self.years, "年"), (self.months, "个月"), (self.days, "天")) if count
        )
        words = ((self.years, "year"), (self.months, "month"), (self.days, "day"))
        en = " ".join(f"{count} {unit}{'s' if count != 1 else ''}" for count, unit in words if count)
        return Said(zh or "0天", en or "0 days")


def add_months(day: date, months: int) -> date:
    """The corresponding day so many months later; the last day of the month where there is none."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_years(day: date, years: int) -> date:
    """The corresponding day so many years later; 29 February becomes 28 where there is none."""
    return add_months(day, 12 * years)


def span(start: date, end: date) -> Span:
    """The time from `start` to before `end`. Whole months are the most of which the corresponding day is not beyond
    `end`."""
    months = (end.year - start.year) * 12 + end.month - start.month
    if add_months(start, months) > end:
        months -= 1
    return Span(*divmod(months, 12), (end - add_months(start, months)).days)


def worked(start: date, last: date) -> Span:
    """The time worked from the first to the last day, both of them counted."""
    return span(start, last + timedelta(days=1))


def weekdays(start: date, end: date) -> int:
    """Mondays to Fridays from `start` to before `end`."""
    weeks, rest = divmod((end - start).days, 7)
    return weeks * 5 + sum((start + timedelta(days=day)).weekday() < SATURDAY for day in range(rest))


def zh_day(day: date) -> str:
    """2023年7月20日."""
    return f"{day.year}年{day.month}月{day.day}日"


def weekend_note(day: date) -> tuple[Said, ...]:
    """What to say of a period that ends on a Saturday or Sunday; nothing on other days."""
    if day.weekday() < SATURDAY:
        return ()
    name = "星期六" if day.weekday() == SATURDAY else "星期日"
    return (
        Said(
            f"{zh_day(day)}是{name}：期间的最后一日是法定休假日的，以休假日结束的次日为最后一日（民法典第二百零三条）；"
            "稳妥起见请在此日之前提出。",
            f"{day.isoformat()} is a {day:%A}: a period that ends on a day off ends on the next working day "
            "(Civil Code art. 203); to be safe, act before it.",
        ),
    )
