"""经济补偿 N, N+1 and 2N: examples worked by hand, and what the law implies for all of them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.calculators.working import basis, noted, problems, rows, said, value, work_out

from youju.law.calculators.standards import LocalStandards
from youju.law.calculators.values import Standard

MONEY = st.decimals("0.01", "99999.99", places=2)
EXAMPLES = [
    ({"start": "2020-03-15", "end": "2023-07-20", "salary": 8000}, "28000"),  # 3 years 4 months
    ({"years": "3.4", "salary": 8000, "local_average": 11000}, "28000"),  # 0.4 year is less than six months
    ({"years": 3, "months": 4, "salary": 8000}, "28000"),
    ({"years": 3, "months": 6, "salary": 8000}, "32000"),  # six months are a year
    ({"years": 3, "salary": 8000}, "24000"),
    ({"years": 0, "months": 1, "salary": 8000}, "4000"),
    ({"start": "2023-01-01", "end": "2023-06-30", "salary": 8000}, "8000"),  # six full months
    ({"start": "2023-01-01", "end": "2023-06-29", "salary": 8000}, "4000"),
    ({"start": "2023-01-01", "end": "2023-01-01", "salary": 8000}, "4000"),  # a single day
    ({"years": 20, "salary": 50000, "local_average": 11000}, "396000"),  # 12 × 33000
    ({"years": 10, "salary": 50000, "local_average": 11000}, "330000"),  # 10 × 33000
    ({"years": 20, "salary": 33000, "local_average": 11000}, "660000"),  # not higher than three times: no limit
    ({"years": 2, "salary": 1500, "minimum_wage": 2000}, "4000"),
    ({"years": 1, "wages": [8000] * 11 + [20000]}, "9000"),
    ({"months": 3, "wages": [6000, 7000, 8001]}, "3500.17"),  # half of the average of the months worked
]


@pytest.mark.parametrize(("given", "amount"), EXAMPLES)
def test_severance_is_months_times_wage(given: dict[str, Any], amount: str):
    assert value("severance", **given) == Decimal(amount)


@pytest.mark.parametrize(("given", "amount"), EXAMPLES)
def test_unlawful_termination_is_twice_that_and_notice_one_wage_more(given: dict[str, Any], amount: str):
    assert value("unlawful_termination", **given) == 2 * Decimal(amount)
    assert value("severance_with_notice", **given, last_wage="7000.50") == Decimal(amount) + Decimal("7000.50")


@given(st.integers(0, 40), st.integers(0, 11), MONEY, st.one_of(st.none(), MONEY))
def test_two_n_is_always_twice_n(years: int, months: int, salary: Decimal, average: Decimal | None):
    given = {"years": years, "months": months or 1, "salary": salary, "local_average": average}
    assert value("unlawful_termination", **given) == 2 * Decimal(str(value("severance", **given)))


@given(st.dates(date(2008, 1, 1), date(2026, 1, 1)), st.integers(0, 300), st.integers(0, 300), MONEY)
def test_more_time_is_never_less_money(start: date, days: int, more: int, salary: Decimal):
    less = value("severance", start=start, end=start + timedelta(days=days), salary=salary)
    longer = value("severance", start=start, end=start + timedelta(days=days + more), salary=salary)
    assert Decimal(str(less)) <= Decimal(str(longer))


@given(st.integers(1, 40), MONEY, MONEY)
def test_the_cap_never_raises(years: int, salary: Decimal, average: Decimal):
    with_cap = work_out("severance", years=years, salary=salary, local_average=average)
    without = work_out("severance", years=years, salary=salary)
    assert Decimal(str(with_cap.value)) <= Decimal(str(without.value))
    if salary > 3 * average:
        assert Decimal(rows(with_cap)["计发月数"] or "") <= 12
        assert Decimal(str(with_cap.value)) <= 12 * 3 * average
    else:
        assert with_cap.value == without.value


def test_time_before_2008_is_told_and_not_guessed():
    outcome = work_out("severance", start="2003-03-15", end="2023-07-20", salary=8000)
    assert outcome.value == 16 * Decimal(8000)  # 2008-01-01 to 2023-07-20: 15 years 6 months 20 days
    assert "此前的4年9个月17天不计入" in said(outcome)
    assert "《劳动合同法》第九十七条第三款" in basis(outcome)
    assert "不作推算" in noted(outcome)


def test_two_n_counts_from_the_first_day_also_before_2008():
    outcome = work_out("unlawful_termination", start="2003-03-15", end="2023-07-20", salary=8000)
    assert outcome.value == 2 * Decimal("20.5") * 8000
    assert {"《劳动合同法》第八十七条", "《劳动合同法实施条例》第二十五条"} <= basis(outcome)


def test_that_the_last_day_decides_is_said():
    assert "最后一天不计为3个月" in noted(work_out("severance", start="2020-01-01", end="2023-01-01", salary=8000))
    assert "最后一天" not in noted(work_out("severance", start="2020-01-01", end="2023-02-01", salary=8000))


def test_without_the_local_average_the_cap_is_named():
    assert "三倍" in noted(work_out("severance", years=3, salary=80000))


def test_the_basis_says_what_each_step_takes_from_it():
    outcome = work_out("severance", years=20, salary=50000, local_average=11000)
    assert [step.basis[0].reference for step in outcome.steps] == [
        "《劳动合同法》第四十七条第一款",
        "《劳动合同法》第四十七条第三款",
        "《劳动合同法》第四十七条第二款",
        "《劳动合同法》第四十六条",
    ]
    assert all(one.gives.zh and one.gives.en for one in outcome.basis)


def test_a_city_of_the_table_gives_its_average_with_its_source():
    table = LocalStandards(
        [
            Standard("average_wage", "某", Decimal(9000), date(2022, 7, 1), date(2023, 7, 1), "公告甲"),
            Standard("average_wage", "某", Decimal(10000), date(2023, 7, 1), None, "公告乙"),
        ]
    )
    given = {"start": "2010-01-01", "salary": 50000, "city": "某市"}
    before = work_out("severance", table, end="2023-06-30", **given)
    after = work_out("severance", table, end="2023-07-01", **given)
    assert (before.value, after.value) == (Decimal(12 * 27000), Decimal(12 * 30000))
    assert "公告甲" in said(before)
    assert "公告乙" in said(after)
    unknown = work_out("severance", table, end="2023-07-01", start="2010-01-01", salary=50000, city="别处")
    assert unknown.value == 14 * Decimal(50000)
    assert "三倍" in noted(unknown)


@pytest.mark.parametrize(
    ("given", "field", "reason"),
    [
        ({"years": 3, "start": "2020-01-01", "end": "2023-01-01", "salary": 1}, "years", "只能给一种"),
        ({"start": "2020-01-01", "salary": 1}, "end", "缺少"),
        ({"start": "2023-01-01", "end": "2020-01-01", "salary": 1}, "end", "早于"),
        ({"start": "2030-01-01", "end": "2031-01-01", "salary": 1}, "start", "在将来"),
        ({"start": "2020-01-01", "end": "2029-01-01", "salary": 1}, "end", "一年以后"),
        ({"start": "2000-01-01", "end": "2007-12-31", "salary": 1}, "end", "2008-01-01"),
        ({"start": "1940-01-01", "end": "2020-01-01", "salary": 1}, "start", "60年"),
        ({"start": "2023-02-30", "end": "2023-03-01", "salary": 1}, "start", "不存在"),
        ({"years": 61, "salary": 1}, "years", "不得大于 60"),
        ({"years": 3, "months": 13, "salary": 1}, "months", "不得大于 11"),
        ({"years": "3.4", "months": 2, "salary": 1}, "months", "小数"),
        ({"years": 0, "salary": 1}, "years", "为零"),
        ({"years": 3, "salary": -1}, "salary", "必须大于 0"),
        ({"years": 3, "salary": 0}, "salary", "必须大于 0"),
        ({"years": 3, "salary": "10000001"}, "salary", "不得大于"),
        ({"years": 3, "salary": "1.234"}, "salary", "小数位"),
        ({"years": 3, "salary": 1, "wages": [1]}, "wages", "只能给一个"),
        ({"years": 3, "wages": [8000, 9000]}, "wages", "12个月"),
        ({"years": 3, "wages": [8000] * 13}, "wages", "最多 12"),
        ({"months": 2, "wages": [0, 0]}, "wages", "全是零"),
    ],
)
def test_inputs_that_cannot_be_are_refused_with_field_and_reason(given: dict[str, Any], field: str, reason: str):
    assert reason in problems("severance", **given)[field]


def test_everything_that_is_missing_is_told_at_once():
    assert set(problems("severance_with_notice")) == {"start", "salary", "last_wage"}
    assert set(problems("severance_with_notice", months=99)) == {"months", "salary", "last_wage"}
