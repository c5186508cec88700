"""带薪年休假: 职工带薪年休假条例第二至五条; 企业职工带薪年休假实施办法第五, 十, 十一, 十二条; 劳动法第四十五条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from youju.law.calculators.inputs import WORKING_LIFE, Count, Day, Inputs, Number, Objection, ask, shown, wage
from youju.law.calculators.money import PAY_DAYS, fen, money, plain, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

REGULATION, MEASURES = "职工带薪年休假条例", "企业职工带薪年休假实施办法"
DAYS = ((20, 15), (10, 10), (1, 5))
"""Years worked altogether → days: 条例第三条."""
SICK_MONTHS = {5: 2, 10: 3, 15: 4}
"""Sick leave of so many months in the year ends the leave of so many days: 条例第四条第三至五项."""
PERSONAL_DAYS = 20
EXTRA, WHOLE = Decimal(2), Decimal(3)
"""Of 300 % one third is the ordinary wage: 办法第十条第一款."""
RIGHT = Basis("劳动法", "第四十五条", Said("连续工作一年以上享受带薪年休假", "paid leave after a year"))
ENTITLED = Basis(REGULATION, "第二条第一款", Said("连续工作一年以上", "after a year of work"))
LENGTH = Basis(REGULATION, "第三条第一款", Said("5天、10天、15天", "5, 10 or 15 days"))
EXCLUDED = Basis(REGULATION, "第四条", Said("不享受当年年休假的情形", "when there is none"))
PAY = Basis(REGULATION, "第五条第三款", Said("应休未休按日工资300%", "300 % for days not taken"))
JOINING = Basis(MEASURES, "第五条", Said("按剩余日历天数折算，不足1整天不享受", "pro rata in the year of joining"))
INCLUDED = Basis(MEASURES, "第十条第一款", Said("300%包含正常工资", "300 % include the ordinary wage"))
DAILY = Basis(MEASURES, "第十一条", Said("月工资÷21.75，剔除加班工资", "wage ÷ 21.75, overtime left out"))
LEAVING = Basis(MEASURES, "第十二条", Said("按已过日历天数折算", "pro rata in the year of leaving"))


class AnnualLeaveInputs(Inputs):
    """Years of work, the year asked about, and what excludes leave."""

    model_config = shown({"working_years": 6, "year": 2023, "left": "2023-07-20", "taken": 1, "salary": 8700})

    working_years: Number = ask(
        "累计工作年限（含在其他单位），年",
        "years worked altogether, with all employers",
        example=6,
        ge=0,
        le=WORKING_LIFE,
    )
    year: Count | None = ask(
        "哪一年，不填为今年", "which year; else this one", example=2023, default=None, ge=2008, le=2100
    )
    joined: Day | None = ask("当年新进本单位的日期", "day of joining, if in that year", default=None)
    left: Day | None = ask("当年离职的日期（最后一天）", "last day, if in that year", default=None)
    taken: Number = ask("当年已休年休假天数", "days taken in that year", default=Decimal(0), ge=0, le=60)
    salary: Number | None = wage(
        "前12个月剔除加班工资后的月平均工资（元）", "average wage of 12 months without overtime (CNY)", default=None
    )
    sick_months: Number | None = ask("当年病假累计月数", "sick leave in the year, in months", default=None, ge=0, le=12)
    personal_leave_days: Number | None = ask(
        "当年事假累计天数且单位未扣工资", "personal leave that was paid, in days", default=None, ge=0, le=366
    )
    long_school_holidays: bool = ask(
        "是否享受寒暑假且天数多于年休假", "whether there were longer school holidays", default=False
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """Days outside the year, in the wrong order, or a year that has not come."""
        year = self.year or today.year
        if year > today.year + 1:
            yield Objection("year", f"{year} 还没有到", f"{year} has not come")
        for name in ("joined", "left"):
            day: date | None = getattr(self, name)
            if day is not None and day.year != year:
                yield Objection(name, f"{day} 不在 {year} 年内", f"{day} is not in {year}")
        if self.joined is not None and self.left is not None and self.left < self.joined:
            yield Objection("left", f"{self.left} 早于入职日 {self.joined}", f"is before {self.joined}")


class AnnualLeave:
    """Days of leave in a year, and pay for those not taken."""

    name = "annual_leave"
    title = Said("带薪年休假", "paid annual leave")
    about = Said(
        "年休假天数（累计工作满1年5天、10年10天、20年15天，入职离职当年折算）和应休未休的工资报酬（另付200%）。",
        "Days of annual leave (5, 10, 15), pro rata in the year of joining or leaving, and pay for days not taken.",
    )
    inputs = AnnualLeaveInputs
    needs = ()

    def calculate(self, given: AnnualLeaveInputs, background: Background) -> Outcome:
        """The days of the year; days not taken and their pay as further rows."""
        year = given.year or background.today.year
        full, steps = _full(given)
        days, told = _pro_rata(given, full, year)
        steps += told
        unused = _unused(given, days, full, year)
        rows = [Row(Said("应休未休天数", "days not taken"), plain(unused), "days")]
        if unused and given.salary is not None:
            more, paid = _pay(given.salary, unused)
            steps += more
            rows += paid
        notes = NOTES if given.salary is not None or not unused else (*NOTES, NO_WAGE)
        day = given.left or date(year, 12, 31)
        return Outcome(days, "days", tuple(steps), tuple(rows), notes, min(day, background.today))


def _full(given: AnnualLeaveInputs) -> tuple[int, list[Step]]:
    """Days of a whole year, after what excludes them."""
    years = given.working_years
    full = next((days for least, days in DAYS if years >= least), 0)
    if not full:
        told = (
            f"累计工作{plain(years)}年，不满一年：不享受年休假。",
            f"{plain(years)} years of work: no leave before a year.",
        )
        return 0, [step(*told, RIGHT, ENTITLED, LENGTH)]
    steps = [
        step(
            f"累计工作{plain(years)}年，全年年休假{full}天。",
            f"{plain(years)} years of work: {full} days a year.",
            RIGHT,
            LENGTH,
        )
    ]
    for excluded, zh, en in (
        (given.long_school_holidays, "寒暑假天数多于年休假", "longer school holidays"),
        (
            (given.personal_leave_days or 0) >= PERSONAL_DAYS,
            f"事假累计{PERSONAL_DAYS}天以上且未扣工资",
            f"{PERSONAL_DAYS} days of paid personal leave",
        ),
        (
            (given.sick_months or 0) >= SICK_MONTHS[full],
            f"病假累计{SICK_MONTHS[full]}个月以上",
            f"{SICK_MONTHS[full]} months of sick leave",
        ),
    ):
        if excluded:
            return 0, [*steps, step(f"{zh}：不享受当年的年休假。", f"No leave in this year: {en}.", EXCLUDED)]
    return full, steps


def _share(given: AnnualLeaveInputs, full: int, year: int) -> tuple[Decimal, int]:
    """Exact days in proportion to the calendar days in this employer (÷ 365 by the text), and those days."""
    first, last = given.joined or date(year, 1, 1), given.left or date(year, 12, 31)
    passed = (last - first + timedelta(days=1)).days
    return Decimal(passed) * full / 365, passed


def _pro_rata(given: AnnualLeaveInputs, full: int, year: int) -> tuple[Decimal, list[Step]]:
    if not full or (given.joined is None and given.left is None):
        return Decimal(full), []
    exact, passed = _share(given, full, year)
    days = Decimal(min(int(exact), full))
    basis = [one for one, asked in ((JOINING, given.joined), (LEAVING, given.left)) if asked]
    return days, [
        step(
            f"当年在本单位{passed}个日历天：{passed}÷365×{full}＝{exact:.2f}，不足1整天的部分不计，{days}天。",
            f"{passed} calendar days in this employer: {passed} ÷ 365 × {full} = {exact:.2f}, whole days only: {days}.",
            *basis,
        )
    ]


def _unused(given: AnnualLeaveInputs, days: Decimal, full: int, year: int) -> Decimal:
    """Days not taken. On leaving, days taken are taken off before parts of a day are dropped (办法第十二条第二款)."""
    if full and given.left is not None:
        exact, _ = _share(given, full, year)
        return Decimal(max(int(min(exact, Decimal(full)) - given.taken), 0))
    return max(days - given.taken, Decimal(0))


def _pay(salary: Decimal, unused: Decimal) -> tuple[list[Step], list[Row]]:
    daily = salary / PAY_DAYS
    extra, whole = fen(daily * unused * EXTRA), fen(daily * unused * WHOLE)
    steps = [
        step(
            f"日工资＝{yuan(salary)}元÷21.75＝{money(daily)}元。",
            f"Daily wage: {yuan(salary)} ÷ 21.75 = {money(daily)}.",
            DAILY,
        ),
        step(
            f"应休未休{plain(unused)}天按300%计{money(whole)}元，其中含正常工资，另付200%即{money(extra)}元。",
            f"{plain(unused)} days at 300 % are CNY {money(whole)}; with the ordinary wage paid, {money(extra)} more.",
            PAY,
            INCLUDED,
        ),
    ]
    name = Said("未休年休假另付部分（200%）", "further pay for days not taken (200 %)")
    return steps, [
        Row(name, money(extra), "CNY"),
        Row(Said("其中含正常工资共（300%）", "at 300 %"), money(whole), "CNY"),
    ]


NO_WAGE = Said(
    "未提供月工资（salary），不计算未休年休假工资报酬。", "No wage was given: pay for days not taken is not computed."
)
NOTES = (
    Said(
        "职工本人书面提出不休的，单位可以只付正常工资；单位已安排的年休假多于折算天数的不扣回。",
        "Who declined leave in writing gets the ordinary wage alone; leave beyond the share is not taken back.",
    ),
    Said(
        "须连续工作满12个月；年内满10年或20年的，当年天数如何分段各地做法不一；合同或制度规定更高的从其规定。",
        "Twelve months of unbroken work are required; places differ where ten or twenty years fall into the year.",
    ),
)
