"""Double wage, overtime, probation, leave, injury, arrears: examples worked by hand, and their limits."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.law.calculators.working import TODAY, basis, noted, problems, rows, said, value, work_out

INTERPRETATION = "《最高人民法院关于审理劳动争议案件适用法律问题的解释（二）》"


class TestDoubleWage:
    def test_it_runs_from_the_second_month_for_eleven_months(self):
        outcome = work_out("double_wage", start="2023-03-01", salary=8000)
        assert outcome.value == Decimal(88000)
        assert rows(outcome) == {"起算日": "2023-04-01", "截止日": "2024-02-29"}
        assert "视为已订立无固定期限劳动合同" in said(outcome)
        assert {"《劳动合同法》第十四条第三款", f"{INTERPRETATION}第九条"} <= basis(outcome)

    def test_it_ends_the_day_before_the_contract_and_the_rest_counts_by_working_days(self):
        outcome = work_out("double_wage", start="2023-03-01", signed="2023-09-18", salary=8700)
        assert outcome.value == 5 * Decimal(8700) + 11 * Decimal(400)  # 1–17 September 2023: eleven weekdays
        assert "解释（二）》第六条" in " ".join(basis(outcome))
        given = work_out("double_wage", start="2023-03-01", signed="2023-09-18", salary=8700, workdays=10)
        assert given.value == 5 * Decimal(8700) + 10 * Decimal(400)

    def test_the_last_day_of_work_counts(self):
        outcome = work_out("double_wage", start="2023-03-01", left="2023-04-30", salary=8000)
        assert outcome.value == Decimal(8000)
        assert rows(outcome)["截止日"] == "2023-04-30"

    @pytest.mark.parametrize("end", [{"signed": "2023-04-01"}, {"left": "2023-03-31"}])
    def test_nothing_is_due_within_the_first_month(self, end: dict[str, str]):
        assert value("double_wage", start="2023-03-01", salary=8000, **end) == 0

    def test_work_begun_before_the_law_counts_from_it(self):
        outcome = work_out("double_wage", start="2005-06-01", salary=8000)
        assert (outcome.value, rows(outcome)["起算日"]) == (Decimal(88000), "2008-02-01")
        assert "《劳动合同法》第九十七条第二款" in basis(outcome)

    @pytest.mark.parametrize("day", [28, 29, 30, 31])
    def test_a_short_february_gives_no_twelfth_month(self, day: int):
        assert value("double_wage", start=f"2013-01-{day}", salary=8000) == 11 * Decimal(8000)

    @given(st.dates(date(2008, 1, 1), date(2026, 11, 1)), st.integers(0, 800), st.integers(0, 50))
    @example(date(2013, 1, 29), 314, 50)
    def test_more_days_are_never_less_and_eleven_months_the_most(self, start: date, days: int, more: int):
        ends = [min(start + timedelta(days=n), TODAY) for n in (days, days + more)]
        first, second = (Decimal(str(value("double_wage", start=start, left=end, salary=2175))) for end in ends)
        assert 0 <= first <= second <= 11 * 2175

    def test_dates_that_cannot_be(self):
        assert (
            "晚于离职日"
            in problems("double_wage", start="2023-03-01", left="2023-05-01", signed="2023-06-01", salary=1)["signed"]
        )
        assert "在将来" in problems("double_wage", start="2027-01-01", salary=1)["start"]


class TestOvertime:
    def test_each_kind_of_hours_at_its_rate(self):
        outcome = work_out("overtime", salary=8700, workday_hours=10, restday_hours=8, holiday_hours=8)
        assert rows(outcome) == {"工作日延时": "750.00", "休息日（未补休）": "800.00", "法定休假日": "1200.00"}
        assert outcome.value == Decimal(2750)
        assert "8700元÷21.75天÷8小时＝50.00元" in said(outcome)
        assert {f"《劳动法》第四十四条{item}" for item in ("第一项", "第二项", "第三项")} <= basis(outcome)

    def test_flexible_hours_have_no_overtime_pay_and_holidays_are_local(self):
        outcome = work_out("overtime", salary=8700, system="flexible", workday_hours=10, holiday_hours=8)
        assert outcome.value == 0
        local = next(row for row in outcome.rows if row.name.zh == "法定休假日")
        assert (local.value, "部分地方" in local.when.zh) == ("1200.00", True)

    def test_under_comprehensive_hours_rest_days_belong_to_the_total(self):
        assert "总工时" in problems("overtime", salary=8700, system="comprehensive", restday_hours=8)["restday_hours"]
        outcome = work_out("overtime", salary=8700, system="comprehensive", workday_hours=10, holiday_hours=8)
        assert outcome.value == Decimal(1950)
        assert "超出周期法定总工时" in said(outcome)

    def test_limits_of_a_day_and_a_month_are_told(self):
        assert "违法" in said(work_out("overtime", salary=8700, workday_hours=37))
        assert "违法" in said(work_out("overtime", salary=8700, workday_hours=4, longest_day_hours=4))
        assert "违法" not in said(work_out("overtime", salary=8700, workday_hours=36, longest_day_hours=3))

    def test_hours_that_cannot_be(self):
        assert (
            "不得大于 24" in problems("overtime", salary=1, workday_hours=1, longest_day_hours=25)["longest_day_hours"]
        )
        assert "缺少" in problems("overtime", salary=1)["workday_hours"]
        assert "不是数字" in problems("overtime", salary="很多", workday_hours=1)["salary"]


class TestProbation:
    @pytest.mark.parametrize(
        ("months", "most"), [(1, 0), ("2.9", 0), (3, 1), ("11.9", 1), (12, 2), (35, 2), (36, 6), (120, 6)]
    )
    def test_the_longest_time_goes_by_the_contract(self, months: object, most: int):
        assert value("probation", contract_months=months) == most

    @pytest.mark.parametrize(
        ("given", "most", "article"),
        [
            ({"kind": "open_ended"}, 6, "《劳动合同法》第十九条第一款"),
            ({"kind": "task"}, 0, "《劳动合同法》第十九条第三款"),
            ({"kind": "part_time"}, 0, "《劳动合同法》第七十条"),
            ({"contract_months": 36, "again": True}, 0, "《劳动合同法》第十九条第二款"),
            ({"contract_months": 6, "agreed_months": 6}, 0, "《劳动合同法》第十九条第四款"),
        ],
    )
    def test_other_contracts(self, given: dict[str, Any], most: int, article: str):
        outcome = work_out("probation", **given)
        assert outcome.value == most
        assert article in basis(outcome)

    def test_wage_floor_and_compensation(self):
        outcome = work_out(
            "probation",
            contract_months=24,
            agreed_months=6,
            served_months="5.5",
            contract_wage=8000,
            lowest_grade_wage=7000,
            minimum_wage=6000,
            probation_wage=5000,
        )
        assert rows(outcome) == {"试用期工资下限": "6000.00", "违法试用期赔偿金": "28000.00"}
        assert "少付1000.00元" in said(outcome)
        assert "认识" in noted(outcome)

    def test_what_contradicts_itself(self):
        assert "缺少" in problems("probation")["contract_months"]
        assert problems("probation", contract_months=12, agreed_months=1, served_months=2, contract_wage=1)
        assert "缺少" in problems("probation", contract_months=12, served_months=1)["contract_wage"]


class TestAnnualLeave:
    @pytest.mark.parametrize(("years", "days"), [("0.9", 0), (1, 5), ("9.9", 5), (10, 10), (20, 15), (60, 15)])
    def test_days_go_by_years_of_work(self, years: object, days: int):
        assert value("annual_leave", working_years=years, year=2023) == days

    def test_leaving_counts_passed_days_and_pays_whole_ones(self):
        outcome = work_out("annual_leave", working_years=6, year=2023, left="2023-07-20", taken=1, salary=8700)
        assert "201÷365×5＝2.75" in said(outcome)
        assert rows(outcome)["应休未休天数"] == "1"
        assert rows(outcome)["未休年休假另付部分（200%）"] == "800.00"
        assert "《企业职工带薪年休假实施办法》第十二条" in basis(outcome)

    def test_joining_counts_the_days_that_are_left(self):
        outcome = work_out("annual_leave", working_years=12, year=2023, joined="2023-10-01")
        assert outcome.value == 2  # 92 ÷ 365 × 10 = 2.52
        assert "《企业职工带薪年休假实施办法》第五条" in basis(outcome)

    @pytest.mark.parametrize("why", [{"sick_months": 2}, {"personal_leave_days": 20}, {"long_school_holidays": True}])
    def test_what_excludes_leave(self, why: dict[str, Any]):
        outcome = work_out("annual_leave", working_years=6, year=2023, **why)
        assert outcome.value == 0
        assert "《职工带薪年休假条例》第四条" in basis(outcome)

    def test_longer_sick_leave_is_needed_after_more_years(self):
        assert value("annual_leave", working_years=12, year=2023, sick_months="2.9") == 10
        assert value("annual_leave", working_years=25, year=2023, sick_months=4) == 0

    @given(st.dates(date(2023, 1, 1), date(2023, 12, 31)), st.integers(0, 15))
    def test_nobody_is_owed_more_than_a_year_has(self, left: date, taken: int):
        outcome = work_out("annual_leave", working_years=20, year=2023, left=left, taken=taken)
        assert 0 <= Decimal(rows(outcome)["应休未休天数"] or "") <= Decimal(str(outcome.value)) <= 15

    def test_days_outside_the_year(self):
        assert "不在 2023" in problems("annual_leave", working_years=1, year=2023, left="2024-01-01")["left"]
        assert "还没有到" in problems("annual_leave", working_years=1, year=2099)["year"]


class TestInjury:
    @pytest.mark.parametrize(
        ("grade", "months", "share"),
        [
            (1, 27, 90),
            (2, 25, 85),
            (3, 23, 80),
            (4, 21, 75),
            (5, 18, 70),
            (6, 16, 60),
            (7, 13, 0),
            (8, 11, 0),
            (9, 9, 0),
            (10, 7, 0),
        ],
    )
    def test_the_lump_sum_and_the_allowance_of_each_grade(self, grade: int, months: int, share: int):
        outcome = work_out("work_injury", grade=grade, own_wage=6000, area_average=8000)
        assert outcome.value == months * 6000
        assert rows(outcome).get("伤残津贴（每月）") == (f"{6000 * share // 100}.00" if share else None)
        local = {row.name.zh for row in outcome.rows if row.value is None}
        assert local == (set() if grade <= 4 else {"一次性工伤医疗补助金", "一次性伤残就业补助金"})

    def test_own_wage_is_bounded_by_the_area(self):
        assert value("work_injury", grade=10, own_wage=3000, area_average=10000) == 7 * 6000
        assert value("work_injury", grade=10, own_wage=50000, area_average=10000) == 7 * 30000
        assert "300%" in noted(work_out("work_injury", grade=10, own_wage=50000))

    def test_nursing_and_the_minimum_wage(self):
        outcome = work_out("work_injury", grade=1, own_wage=2000, minimum_wage=2200, care="fully", area_average=3000)
        assert rows(outcome)["伤残津贴（每月）"] == "2200.00"
        assert rows(outcome)["生活护理费（每月）"] == "1500.00"

    def test_what_cannot_be(self):
        assert "不得大于 10" in problems("work_injury", grade=11, own_wage=1)["grade"]
        assert "不得小于 1" in problems("work_injury", grade=0, own_wage=1)["grade"]
        assert "不是整数" in problems("work_injury", grade="2.5", own_wage=1)["grade"]
        assert "缺少" in problems("work_injury", grade=1, own_wage=1, care="fully")["area_average"]

    def test_death_is_said_not_to_be_covered(self):
        assert "工亡" in noted(work_out("work_injury", grade=1, own_wage=6000))


class TestArrears:
    def test_pension_by_months_with_the_late_fee(self):
        outcome = work_out(
            "pension_arrears",
            base=6000,
            first_month="2023-01",
            last_month="2023年2月",
            employer_rate=16,
            personal_rate=8,
            until="2023-03-11",
        )
        assert outcome.value == 2 * 960
        assert rows(outcome) == {"个人部分": "960.00", "滞纳金（估算）": f"{1440 * (38 + 10) * 0.0005:.2f}"}
        assert "估算" in noted(outcome)

    def test_housing_fund_within_its_bounds(self):
        given = {"base": 6000, "first_month": "2023-01", "last_month": "2023-12", "personal_rate": 5}
        assert value("housing_fund_arrears", **given, employer_rate=8) == 12 * 480
        assert "不得小于 5" in problems("housing_fund_arrears", **given, employer_rate=4)["employer_rate"]
        assert "不得大于 12" in problems("housing_fund_arrears", **given, employer_rate=13)["employer_rate"]

    def test_months_that_cannot_be(self):
        given = {"base": 1, "employer_rate": 16, "personal_rate": 8}
        assert (
            "早于第一个月"
            in problems("pension_arrears", first_month="2023-05", last_month="2023-04", **given)["last_month"]
        )
        assert (
            "在将来" in problems("pension_arrears", first_month="2023-05", last_month="2030-01", **given)["last_month"]
        )
        assert (
            "2011" in problems("pension_arrears", first_month="2005-05", last_month="2023-04", **given)["first_month"]
        )
        assert (
            "不存在" in problems("pension_arrears", first_month="2023-13", last_month="2023-04", **given)["first_month"]
        )


@pytest.mark.parametrize(
    ("given", "months"),
    [
        ({"years": 0, "months": 11}, 0),
        ({"years": 1}, 12),
        ({"years": 4, "months": 11}, 12),
        ({"years": 5}, 18),
        ({"years": 10}, 24),
        ({"years": 1, "remaining": 5}, 17),
        ({"years": 10, "remaining": 5}, 24),
    ],
)
def test_unemployment_months(given: dict[str, Any], months: int):
    assert value("unemployment_benefit", **given) == months
