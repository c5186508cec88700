"""加班费: 劳动法第四十四条, 第四十一条; 工资支付暂行规定第十三条."""

from __future__ import annotations

from collections.abc import Iterator, Set
from datetime import date
from decimal import Decimal
from typing import Literal

from youju.law.calculators.inputs import Inputs, Number, Objection, ask, shown, wage
from youju.law.calculators.money import HOURS_A_DAY, PAY_DAYS, fen, money, plain, yuan
from youju.law.calculators.names import PAY_DAYS_NOTICE
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

RULES = "工资支付暂行规定"
WORKDAY, RESTDAY, HOLIDAY = Decimal("1.5"), Decimal(2), Decimal(3)
"""劳动法第四十四条: 百分之一百五十, 百分之二百, 百分之三百."""
MOST_A_DAY, MOST_A_MONTH = 3, 36
"""Hours; 劳动法第四十一条."""
LIMITS = Basis("劳动法", "第四十一条", Said("每日不超过三小时，每月不超过三十六小时", "3 hours a day, 36 a month"))
COMPREHENSIVE = Basis(RULES, "第十三条", Said("超过法定标准部分视为延长工作时间", "what exceeds the total is overtime"))
FLEXIBLE = Basis(RULES, "第十三条", Said("不定时工时制不执行加班费规定", "flexible hours: no overtime pay"))
_KINDS = (
    ("workday_hours", WORKDAY, "第一项", "工作日延时", "workdays"),
    ("restday_hours", RESTDAY, "第二项", "休息日（未补休）", "rest days"),
    ("holiday_hours", HOLIDAY, "第三项", "法定休假日", "statutory holidays"),
)


class OvertimeInputs(Inputs):
    """Hours of a month, by kind of day."""

    model_config = shown({"salary": 8700, "workday_hours": 10, "restday_hours": 8})

    salary: Number = wage(
        "劳动合同约定的月工资（元），加班费按它折算", "monthly wage under the contract (CNY)", example=8700
    )
    system: Literal["standard", "comprehensive", "flexible"] = ask(
        "工时制度：standard 标准 | comprehensive 综合计算 | flexible 不定时（后两种须经批准）",
        "working-time system; the last two need approval",
        default="standard",
    )
    workday_hours: Number | None = ask(
        "一个月内工作日延长的小时数；综合计算制为超出周期法定总工时的小时数",
        "hours beyond eight on workdays of a month; comprehensive: beyond the total of the cycle",
        example=10,
        default=None,
        ge=0,
        le=368,
    )
    restday_hours: Number | None = ask(
        "休息日工作且没有补休的小时数", "hours on rest days without time off", example=8, default=None, ge=0, le=240
    )
    holiday_hours: Number | None = ask(
        "法定休假日工作的小时数", "hours on statutory holidays", default=None, ge=0, le=192
    )
    longest_day_hours: Number | None = ask(
        "加班最长的一天加了几小时，用于核对上限", "overtime on the longest day", default=None, ge=0, le=24
    )

    @classmethod
    def lacking(cls, names: Set[str]) -> Iterator[Objection]:
        """Hours of some kind."""
        if not names & {name for name, *_ in _KINDS}:
            yield Objection(
                "workday_hours",
                "缺少，需要加班小时数（workday_hours、restday_hours、holiday_hours 至少一个）",
                "is missing: hours of overtime (`workday_hours`, `restday_hours` or `holiday_hours`)",
                missing=True,
            )

    def objections(self, today: date) -> Iterator[Objection]:
        """Rest days that the system does not know; more overtime on one day than altogether."""
        if self.system == "comprehensive" and self.restday_hours:
            yield Objection(
                "restday_hours",
                "综合计算工时制下休息日工作计入周期总工时，请把超出总工时的小时数填入 workday_hours",
                "counts towards the total of the cycle: give the hours beyond that as `workday_hours`",
            )


class Overtime:
    """Pay for overtime in a month."""

    name = "overtime"
    title = Said("加班费", "overtime pay")
    about = Said(
        "加班工资：工作日150%、休息日200%、法定休假日300%，小时工资＝月工资÷21.75÷8；标准、综合计算、不定时三种工时制。",
        "Overtime pay at 150, 200 and 300 %, per hour of the monthly wage ÷ 21.75 ÷ 8, under three systems.",
    )
    inputs = OvertimeInputs
    needs = ()

    def calculate(self, given: OvertimeInputs, background: Background) -> Outcome:
        """Each kind of hours at its rate."""
        hour = given.salary / PAY_DAYS / HOURS_A_DAY
        steps = [
            step(
                f"小时工资＝{yuan(given.salary)}元÷21.75天÷8小时＝{money(hour)}元（月计薪天数21.75＝（365−104）÷12）。",
                f"Hourly wage: CNY {yuan(given.salary)} ÷ 21.75 ÷ 8 = {money(hour)} (21.75 = (365 − 104) ÷ 12).",
                PAY_DAYS_NOTICE,
            )
        ]
        rows: list[Row] = []
        total = Decimal(0)
        for name, rate, item, zh, en in _KINDS:
            hours: Decimal | None = getattr(given, name)
            if not hours:
                continue
            due = fen(hour * hours * rate)
            payable = _payable(given.system, name)
            total += due if payable else 0
            steps.append(_kind(given.system, hours, rate, item, (zh, en, money(hour), money(due), payable)))
            rows.append(_row(zh, en, due, payable, name))
        steps += _limits(given)
        return Outcome(fen(total), "CNY", tuple(steps), tuple(rows), (*NOTES, *_NOTES[given.system]))


def _payable(system: str, kind: str) -> bool:
    """Whether the system knows pay for this kind of hours; for holidays under flexible hours places differ."""
    return system != "flexible" and not (system == "comprehensive" and kind == "restday_hours")


def _kind(system: str, hours: Decimal, rate: Decimal, item: str, said: tuple[str, str, str, str, bool]) -> Step:
    zh, en, hour, due, payable = said
    if not payable:
        return step(
            f"{zh}{plain(hours)}小时：不定时工时制不执行加班工资规定，不计。",
            f"{plain(hours)} hours on {en}: not paid as overtime under flexible hours.",
            FLEXIBLE,
        )
    basis = [
        Basis("劳动法", f"第四十四条{item}", Said(f"不低于{plain(rate * 100)}%", f"at least {plain(rate * 100)} %"))
    ]
    basis.append(Basis(RULES, "第十三条", Said("按小时工资标准计算", "by hourly wage")))
    if system == "comprehensive" and item == "第一项":
        zh, en = "超出周期法定总工时", "beyond the total of the cycle"
        basis.append(COMPREHENSIVE)
    return step(
        f"{zh}{plain(hours)}小时×{hour}元×{plain(rate * 100)}%＝{due}元。",
        f"{plain(hours)} hours ({en}) × {hour} × {plain(rate * 100)} % = CNY {due}.",
        *basis,
    )


def _row(zh: str, en: str, due: Decimal, payable: bool, kind: str) -> Row:
    local = Said("部分地方规定不定时工时制的法定休假日仍付300%", "in places that pay holidays under flexible hours")
    none = Said("不定时工时制不计", "not paid under flexible hours")
    when = Said("", "") if payable else local if kind == "holiday_hours" else none
    shown_value = money(due) if payable or kind == "holiday_hours" else "0.00"
    return Row(Said(zh, en), shown_value, "CNY", when)


def _limits(given: OvertimeInputs) -> Iterator[Step]:
    over_day = given.longest_day_hours is not None and given.longest_day_hours > MOST_A_DAY
    over_month = (given.workday_hours or 0) > MOST_A_MONTH
    if given.system != "flexible" and (over_day or over_month):
        yield step(
            "超过每日三小时或每月三十六小时的上限，安排本身违法；已经加的班仍应付加班费。",
            "Over three hours a day or 36 a month: unlawful to order, and still to be paid.",
            LIMITS,
        )


NOTES = (
    Said(
        "休息日加班已安排补休的不付200%；法定休假日不能以补休代替。计件的按计件单价的150%、200%、300%。",
        "No 200 % where time off was given for a rest day; a statutory holiday cannot be replaced by time off.",
    ),
    Said(
        "加班费基数各地规则和约定不同（合同工资、实发工资的一定比例等），不得低于当地最低工资标准。",
        "Places and contracts differ in the base; it must not be under the local minimum wage.",
    ),
    Said(
        "法定休假日的300%在正常工资之外另付。主张加班费的，对加班事实负举证责任（解释（一）第四十二条）。",
        "The 300 % come beside the ordinary wage. Who claims overtime has to prove it.",
    ),
)
_NOTES: dict[str, tuple[Said, ...]] = {
    "standard": (),
    "comprehensive": (
        Said(
            "综合计算工时制须经劳动行政部门批准，未经批准的按标准工时制计算。",
            "Without approval of the labour authority the standard system applies.",
        ),
    ),
    "flexible": (
        Said(
            "不定时工时制须经批准，未经批准的按标准工时制计算；法定休假日是否付300%各地规定不同。",
            "Without approval the standard system applies; places differ on statutory holidays.",
        ),
    ),
}
