"""Limitation, court fees, holidays, retirement."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.calculators.working import TODAY, basis, noted, problems, rows, said, value, work_out


@pytest.mark.parametrize(
    ("given", "last"),
    [
        ({"known": "2023-07-20"}, "2024-07-20"),
        ({"known": "2024-02-29"}, "2025-02-28"),
        ({"known": "2023-07-20", "interruptions": ["2023-12-01"]}, "2024-12-01"),
        ({"known": "2023-07-20", "interruptions": ["2024-06-01", "2023-12-01"]}, "2025-06-01"),  # in any order
        ({"known": "2023-07-20", "interruptions": ["2024-07-20"]}, "2025-07-20"),  # on the last day still
        ({"known": "2023-07-20", "interruptions": ["2024-07-21"]}, "2024-07-20"),  # too late
        ({"claim": "wage_arrears", "ended": "2023-07-20"}, "2024-07-20"),
        ({"claim": "wage_arrears", "ended": "2023-07-20", "interruptions": ["2022-01-01"]}, "2024-07-20"),
    ],
)
def test_arbitration_ends_a_year_after_by_calendar(given: dict[str, Any], last: str):
    outcome = work_out("arbitration_limit", **given)
    assert outcome.value == last
    assert outcome.day == date.fromisoformat(last)


def test_wages_owed_while_employment_goes_on_have_no_limit():
    outcome = work_out("arbitration_limit", claim="wage_arrears")
    assert outcome.value is None
    assert basis(outcome) == {"《劳动争议调解仲裁法》第二十七条第四款"}


def test_an_interruption_too_late_is_said_to_restart_nothing():
    late = work_out("arbitration_limit", known="2023-07-20", interruptions=["2024-08-01"])
    assert "不重新计算" in said(late)


def test_a_last_day_on_a_weekend_is_told():
    assert "星期六" in noted(work_out("arbitration_limit", known="2023-07-20"))  # 2024-07-20
    assert "星期" not in noted(work_out("arbitration_limit", known="2023-07-19"))


def test_limits_refuse_days_that_cannot_be():
    assert "缺少" in problems("arbitration_limit")["known"]
    assert "在将来" in problems("arbitration_limit", known="2027-01-01")["known"]
    assert "2008-05-01" in problems("arbitration_limit", known="2007-01-01")["known"]
    assert (
        "早于起算日"
        in problems("arbitration_limit", known="2023-01-01", interruptions=["2022-01-01"])["interruptions.0"]
    )
    assert "不是日期" in problems("arbitration_limit", known="2023-01-01", interruptions=["昨天"])["interruptions.0"]


@pytest.mark.parametrize(
    ("given", "last"),
    [
        ({"known": "2022-02-28"}, "2025-02-28"),
        ({"known": "2024-02-29"}, "2027-02-28"),
        ({"known": "2015-09-30"}, "2017-09-30"),  # two years, over before 2017-10-01
        ({"known": "2015-10-01"}, "2018-10-01"),  # not yet over on that day: three
        ({"known": "2014-01-01", "interruptions": ["2015-12-01"]}, "2018-12-01"),
        ({"known": "2012-01-01", "interruptions": ["2016-12-01"]}, "2014-01-01"),
        ({"known": "2022-02-28", "damaged": "2003-01-01"}, "2023-01-01"),
        ({"known": "2022-02-28", "damaged": "2015-01-01"}, "2025-02-28"),
    ],
)
def test_the_civil_period_and_its_transition(given: dict[str, Any], last: str):
    assert value("civil_limit", **given) == last


@given(st.dates(date(2017, 10, 1), TODAY))
def test_the_civil_period_ends_on_the_corresponding_day(known: date):
    last = date.fromisoformat(str(value("civil_limit", known=known)))
    assert (last.year, last.month) == (known.year + 3, known.month)
    assert last.day == known.day or (known.day, last.day) == (29, 28)


@pytest.mark.parametrize(
    ("amount", "fee"),
    [
        (0, 50),
        (10_000, 50),
        (100_000, 2_300),
        (200_000, 4_300),
        (250_000, 5_050),
        (500_000, 8_800),
        (1_000_000, 13_800),
        (2_000_000, 22_800),
        (5_000_000, 46_800),
        (10_000_000, 81_800),
        (20_000_000, 141_800),
        (30_000_000, 191_800),
        ("10000.01", 50),
    ],
)
def test_the_court_fee_by_tiers(amount: object, fee: int):
    assert value("court_fee", amount=amount) == fee


@given(st.decimals(0, 10**9, places=2), st.decimals(0, 10**6, places=2))
def test_a_larger_claim_never_costs_less_nor_more_than_its_tier(amount: Decimal, more: Decimal):
    first, second = (Decimal(str(value("court_fee", amount=one))) for one in (amount, amount + more))
    assert first <= second <= first + more * Decimal("0.025") + Decimal("0.02")


def test_labour_disputes_and_halves():
    assert value("court_fee", kind="labour") == 10
    assert value("court_fee", kind="labour", halved="withdrawn") == 5
    assert value("court_fee", amount=250000, halved="simplified") == 2525
    assert "《诉讼费用交纳办法》第十六条" in basis(work_out("court_fee", amount=250000, halved="simplified"))
    assert "《诉讼费用交纳办法》第十五条" in basis(work_out("court_fee", amount=250000, halved="settled"))
    assert "缺少" in problems("court_fee")["amount"]
    assert "只能是" in problems("court_fee", kind="criminal")["kind"]


@pytest.mark.parametrize(("year", "days", "working"), [(2024, 11, "250"), (2025, 13, "248"), (2026, 13, "248")])
def test_holidays(year: int, days: int, working: str):
    outcome = work_out("holidays", year=year)
    assert outcome.value == days
    assert rows(outcome)["年工作日"] == working
    assert rows(outcome)["月计薪天数"] == "21.75"
    assert outcome.day == date(year, 1, 1)  # the wording of that year, not of a revision within it
    feasts = [
        int(row.value or 0)
        for row in outcome.rows
        if row.name.zh in ("元旦", "新年", "春节", "清明节", "劳动节", "端午节", "中秋节", "国庆节")
    ]
    assert sum(feasts) == days


RETIREMENT = [
    # kind, born, month of retirement, months later: from the tables of the reform
    ("man", "1964-12", "2024-12", 0),
    ("man", "1965-01", "2025-02", 1),
    ("man", "1965-04", "2025-05", 1),
    ("man", "1965-05", "2025-07", 2),
    ("man", "1976-08", "2039-07", 35),
    ("man", "1976-09", "2039-09", 36),
    ("man", "1990-01", "2053-01", 36),
    ("woman_55", "1970-01", "2025-02", 1),
    ("woman_55", "1981-09", "2039-09", 36),
    ("woman_50", "1974-12", "2024-12", 0),
    ("woman_50", "1975-01", "2025-02", 1),
    ("woman_50", "1975-03", "2025-05", 2),
    ("woman_50", "1984-11", "2039-11", 60),
    ("woman_50", "1990-01", "2045-01", 60),
]


@pytest.mark.parametrize(("kind", "born", "month", "later"), RETIREMENT)
def test_retirement_by_month_of_birth(kind: str, born: str, month: str, later: int):
    outcome = work_out("retirement_age", born=born, kind=kind)
    assert (outcome.value, rows(outcome)["延迟"]) == (month, str(later))


@pytest.mark.parametrize(
    ("born", "years"), [("1967-01", "15"), ("1968-01", "15"), ("1969-03", "15.5"), ("1976-09", "20"), ("1990-01", "20")]
)
def test_least_years_of_contributions(born: str, years: str):
    assert rows(work_out("retirement_age", born=born, kind="man"))["最低缴费年限"] == years


@pytest.mark.parametrize("kind", ["man", "woman_55", "woman_50"])
def test_who_is_younger_never_retires_earlier(kind: str):
    months = [
        str(value("retirement_age", born=f"{year}-{month:02}", kind=kind))
        for year in range(1960, 2000)
        for month in range(1, 13)
    ]
    assert months == sorted(months)
