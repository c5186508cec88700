"""工伤伤残待遇: 工伤保险条例第三十四至三十七条, 第六十四条第二款."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal

from youju.law.calculators.inputs import Count, Day, Inputs, Number, Objection, ask, shown, wage
from youju.law.calculators.money import fen, money, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

LAW = "工伤保险条例"
LUMP_MONTHS = {1: 27, 2: 25, 3: 23, 4: 21, 5: 18, 6: 16, 7: 13, 8: 11, 9: 9, 10: 7}
"""Grade → months of own wage: 第三十五至三十七条, 各第一款第（一）项."""
ALLOWANCE = {1: 90, 2: 85, 3: 80, 4: 75, 5: 70, 6: 60}
"""Grade → percent of own wage a month: 第三十五条, 第三十六条, 各第一款第（二）项."""
KEEPS_EMPLOYMENT = 4
"""Up to this grade employment goes on without work: 第三十五条第一款."""
CARE = {"fully": 50, "mostly": 40, "partly": 30}
"""Percent of the area's average wage a month: 第三十四条第二款."""
LOWEST, HIGHEST = Decimal("0.6"), Decimal(3)
"""Bounds of own wage in the area's average: 第六十四条第二款."""
AMENDED = date(2011, 1, 1)
"""The wording of 2010-12-20 in force."""
OWN_WAGE = Basis(LAW, "第六十四条第二款", Said("本人工资及其60%—300%的范围", "own wage, within 60–300 %"))
CARE_FEE = Basis(LAW, "第三十四条第二款", Said("生活护理费", "nursing fee"))
GRADES = Basis(LAW, "第二十二条第二款", Said("十个伤残等级", "ten grades"))


class WorkInjuryInputs(Inputs):
    """The grade and the wages."""

    model_config = shown({"grade": 9, "own_wage": 6000, "area_average": 9000})

    grade: Count = ask("劳动能力鉴定的伤残等级，1 最重、10 最轻", "grade, from 1 (worst) to 10", example=9, ge=1, le=10)
    own_wage: Number = wage(
        "本人工资：受伤前12个月平均月缴费工资（元）", "average insured wage of the 12 months before (CNY)", example=6000
    )
    area_average: Number | None = wage(
        "统筹地区职工（上年度）月平均工资（元），用于上下限和护理费",
        "average wage of the insurance area (CNY)",
        default=None,
    )
    minimum_wage: Number | None = wage("当地月最低工资标准（元）", "local minimum wage (CNY a month)", default=None)
    care: Literal["none", "partly", "mostly", "fully"] = ask(
        "确认的生活护理等级：none 无 | partly 部分 | mostly 大部分 | fully 完全不能自理",
        "need of nursing as confirmed",
        default="none",
    )
    injured: Day | None = ask("受伤（诊断职业病）之日", "day of the injury", example="2023-05-01", default=None)

    def objections(self, today: date) -> Iterator[Objection]:
        """A day that cannot be, or a fee without what it is counted with."""
        if self.injured is not None and self.injured > today:
            yield Objection("injured", f"{self.injured} 在将来", f"{self.injured} is in the future")
        if self.injured is not None and self.injured < AMENDED:
            told = "2011年以前的伤残待遇标准不同，本计算器不计算", "benefits were others before 2011: not computed here"
            yield Objection("injured", *told)
        if self.care != "none" and self.area_average is None:
            told = "缺少，护理费按统筹地区职工月平均工资计算", "is missing: the nursing fee is counted with it"
            yield Objection("area_average", *told, missing=True)


class WorkInjury:
    """Lump sum and monthly benefits of a disability by work injury."""

    name = "work_injury"
    title = Said("工伤一次性伤残补助金", "lump sum for a disability by work injury")
    about = Said(
        "按伤残等级算一次性伤残补助金（27至7个月本人工资）、1至6级每月伤残津贴、生活护理费，并指出由地方确定的项目。",
        "The lump sum by grade (27 to 7 months of own wage), monthly allowance, nursing fee; local items are named.",
    )
    inputs = WorkInjuryInputs
    needs = ()

    def calculate(self, given: WorkInjuryInputs, background: Background) -> Outcome:
        """The lump sum; what is paid monthly and what is local as further rows."""
        own, steps = _own_wage(given)
        months = LUMP_MONTHS[given.grade]
        total = fen(own * months)
        steps.append(
            step(
                f"{given.grade}级伤残：一次性伤残补助金＝{yuan(own)}元×{months}个月＝{money(total)}元，由工伤保险基金支付。",
                f"Grade {given.grade}: CNY {yuan(own)} × {months} months = {money(total)}, from the insurance fund.",
                Basis(LAW, f"{_article(given.grade)}第一款第一项", Said(f"{months}个月本人工资", f"{months} months")),
                GRADES,
            )
        )
        rows: list[Row] = []
        for more, row in (_allowance(given, own), _care(given)):
            steps += more
            rows += row
        rows += LOCAL if given.grade > KEEPS_EMPLOYMENT else ()
        notes = NOTES if given.area_average is not None else (*NOTES, NO_AVERAGE)
        return Outcome(total, "CNY", tuple(steps), tuple(rows), notes, given.injured)


def _article(grade: int) -> str:
    return "第三十五条" if grade <= KEEPS_EMPLOYMENT else "第三十六条" if grade <= 6 else "第三十七条"


def _own_wage(given: WorkInjuryInputs) -> tuple[Decimal, list[Step]]:
    """Own wage within its bounds, where the area's average is known."""
    own, average = given.own_wage, given.area_average
    if average is None:
        said = f"本人工资按所给的{yuan(own)}元。", f"Own wage as given: CNY {yuan(own)}."
        return own, [step(*said, OWN_WAGE)]
    low, high = average * LOWEST, average * HIGHEST
    counted = min(max(own, low), high)
    zh = f"统筹地区职工平均工资{yuan(average)}元的60%—300%为{money(low)}—{money(high)}元"
    en = f"60–300 % of the area's average of {yuan(average)} are {money(low)}–{money(high)}"
    return counted, [step(f"{zh}，本人工资按{money(counted)}元计。", f"{en}: CNY {money(counted)} counts.", OWN_WAGE)]


def _allowance(given: WorkInjuryInputs, own: Decimal) -> tuple[list[Step], list[Row]]:
    share = ALLOWANCE.get(given.grade)
    if share is None:
        return [], []
    raw = fen(own * share / 100)
    due = max(raw, given.minimum_wage or Decimal(0))
    payer = ("工伤保险基金", "the fund") if given.grade <= KEEPS_EMPLOYMENT else ("用人单位", "the employer")
    lifted = f"低于最低工资标准，补足至{money(due)}元，" if due > raw else ""
    basis = Basis(LAW, f"{_article(given.grade)}第一款第二项", Said(f"本人工资的{share}%", f"{share} % of own wage"))
    told = step(
        f"伤残津贴每月＝{yuan(own)}元×{share}%＝{money(raw)}元，{lifted}由{payer[0]}支付。",
        f"Monthly allowance: {yuan(own)} × {share} % = {money(raw)}, at least the minimum wage, paid by {payer[1]}.",
        basis,
    )
    when = (
        Said("保留劳动关系、退出工作岗位", "employment stays, work ends")
        if given.grade <= KEEPS_EMPLOYMENT
        else Said("难以安排工作的", "where no suitable work can be found")
    )
    return [told], [Row(Said("伤残津贴（每月）", "monthly allowance"), money(due), "CNY", when)]


def _care(given: WorkInjuryInputs) -> tuple[list[Step], list[Row]]:
    if given.care == "none" or given.area_average is None:
        return [], []
    share = CARE[given.care]
    due = fen(given.area_average * share / 100)
    told = step(
        f"生活护理费每月＝{yuan(given.area_average)}元×{share}%＝{money(due)}元。",
        f"Nursing fee a month: {yuan(given.area_average)} × {share} % = {money(due)}.",
        CARE_FEE,
    )
    return [told], [Row(Said("生活护理费（每月）", "nursing fee a month"), money(due), "CNY")]


_LOCAL_WHEN = Said(
    "解除或终止劳动关系时；标准由省、自治区、直辖市人民政府规定",
    "when employment ends; the amount is set by the province",
)
LOCAL = (
    Row(Said("一次性工伤医疗补助金", "lump sum for medical care"), None, "CNY", _LOCAL_WHEN),
    Row(Said("一次性伤残就业补助金", "lump sum for re-employment"), None, "CNY", _LOCAL_WHEN),
)
NO_AVERAGE = Said(
    "未提供统筹地区职工平均工资（area_average）：本人工资高于其300%或低于其60%的，应按300%或60%计。",
    "The area's average wage was not given: own wage over 300 % or under 60 % of it is bounded.",
)
NOTES = (
    Said(
        "未参加工伤保险的，由用人单位按同样的项目和标准支付（工伤保险条例第六十二条第二款）。",
        "Without insurance the employer owes the same (art. 62).",
    ),
    Said(
        "不含医疗费、停工留薪期工资、辅助器具、工亡待遇（第三十九条）等；伤残津贴和护理费会随地方调整。",
        "Medical costs, wages during treatment, aids and benefits after a death (art. 39) are not covered.",
    ),
    Said(
        "缴费工资低于实际工资的，差额能否向用人单位主张各地有不同做法。",
        "Where the insured wage was under the real one, places differ on whether the employer owes the rest.",
    ),
)
