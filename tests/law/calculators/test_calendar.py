"""Months and years by calendar, held against counting day by day."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.law.calculators.calendar import add_months, add_years, span, weekdays, worked

DAYS = st.dates(date(1990, 1, 1), date(2040, 12, 31))


def next_month(day: date, anchor: int) -> date:
    """The corresponding day of the month after, found by walking."""
    first = day.replace(day=1)
    while first.month == day.month:
        first += timedelta(days=1)
    return first.replace(day=min(anchor, monthrange(first.year, first.month)[1]))


@given(DAYS, st.integers(0, 800))
def test_a_span_is_what_walking_month_by_month_finds(start: date, length: int):
    end = start + timedelta(days=length)
    months, reached = 0, start
    while next_month(reached, start.day) <= end:
        reached = next_month(reached, start.day)
        months += 1
    found = span(start, end)
    assert (found.whole_months, found.days) == (months, (end - reached).days)


@given(DAYS, st.integers(0, 600))
def test_adding_months_and_spanning_them_agree(start: date, months: int):
    assert span(start, add_months(start, months)).whole_months == months
    assert span(start, add_months(start, months)).days == 0


@given(DAYS, st.integers(0, 500))
def test_weekdays_are_counted_one_by_one(start: date, length: int):
    end = start + timedelta(days=length)
    assert weekdays(start, end) == sum((start + timedelta(days=n)).isoweekday() <= 5 for n in range(length))


@pytest.mark.parametrize(
    ("start", "years", "end"),
    [("2024-02-29", 1, "2025-02-28"), ("2024-02-29", 4, "2028-02-29"), ("2023-03-15", 1, "2024-03-15")],
)
def test_a_year_from_the_leap_day_ends_on_the_last_day_of_february(start: str, years: int, end: str):
    assert add_years(date.fromisoformat(start), years) == date.fromisoformat(end)


def test_both_days_of_work_count():
    half_a_year = worked(date(2023, 1, 1), date(2023, 6, 30))
    assert (half_a_year.whole_months, half_a_year.days) == (6, 0)
    assert half_a_year.said().zh == "6个月"
    assert worked(date(2020, 3, 15), date(2023, 7, 20)).said().en == "3 years 4 months 6 days"
