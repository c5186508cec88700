"""Length of service in one employer, from dates or from years, and the months' wages that it gives
(劳动合同法第四十七条第一款, 第九十七条第三款)."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from youju.law.calculators.calendar import Span, add_years, span, worked, zh_day
from youju.law.calculators.inputs import (
    LARGEST_WAGE,
    WORKING_LIFE,
    Count,
    Day,
    Inputs,
    Number,
    Objection,
    ask,
    shown,
    wage,
)
from youju.law.calculators.money import plain
from youju.law.calculators.values import Basis, Said, Step, step

LAW_BEGINS = date(2008, 1, 1)
"""劳动合同法第九十八条."""
HALF, WHOLE = Decimal("0.5"), Decimal(1)
MONTHS = 12
A_YEAR_FROM = 6
"""六个月以上不满一年的，按一年计算: 劳动合同法第四十七条第一款."""
YEARS = Basis(
    "劳动合同法",
    "第四十七条第一款",
    Said("每满一年一个月工资；六个月以上按一年；不满六个月半个月", "a month's wage a year"),
)
THEN = Basis("劳动法", "第二十八条", Said("依照国家有关规定给予经济补偿", "severance by the rules of the state"))
SINCE_2008 = Basis("劳动合同法", "第九十七条第三款", Said("年限自2008年1月1日起计算", "years count from 2008-01-01"))
BEFORE_2008 = Said(
    "2008年1月1日以前的工作时间按当时有关规定处理，本结果不含这一段，也不作推算：当时（劳动法第二十八条及劳部发〔1994〕481号）"
    "一般每满一年一个月工资、不满一年按一年，协商解除和不能胜任的最多十二个月；是否适用取决于解除原因。",
    "Time before 2008-01-01 is not in this result and is not guessed: by the rules of then it was in general a month's "
    "wage for each year begun, at most twelve in some cases, depending on why the contract ended.",
)


class ServiceInputs(Inputs):
    """How long somebody worked, and for how much."""

    model_config = shown({"start": "2020-03-15", "end": "2023-07-20", "salary": 8000})

    start: Day | None = ask("入职（用工）之日", "first day of work", example="2020-03-15", default=None)
    end: Day | None = ask("解除或终止之日（最后一天）", "last day of employment", example="2023-07-20", default=None)
    years: Number | None = ask(
        "工作年限，代替起止日期；可带小数（3.4 即三年又0.4年）",
        "years worked, instead of the dates; may have a fraction",
        example=3.4,
        default=None,
        ge=0,
        le=WORKING_LIFE,
        decimal_places=3,
    )
    months: Count | None = ask(
        "工作年限中满年以外的月数（与 years 同用）",
        "months beyond the full years (beside `years`)",
        example=4,
        default=None,
        ge=0,
        le=11,
    )
    salary: Number | None = wage(
        "解除或终止前十二个月的月平均应得工资（元）",
        "average gross wage of the last 12 months (CNY a month)",
        default=None,
    )
    wages: (
        Annotated[list[Annotated[Number, Field(ge=0, le=LARGEST_WAGE)]], Field(min_length=1, max_length=12)] | None
    ) = ask(
        "解除或终止前最后十二个月（不满的按实际月数）各月应得工资，代替 salary",
        "gross wages of the last 12 months or as many as there were, instead of `salary`",
        default=None,
    )
    local_average: Number | None = wage(
        "当地上年度职工月平均工资（元），用于三倍封顶",
        "local average wage of the year before (CNY a month)",
        default=None,
    )
    minimum_wage: Number | None = wage("当地月最低工资标准（元）", "local minimum wage (CNY a month)", default=None)
    city: str | None = ask(
        "所在城市，在 standards.toml 中查当地标准", "city, looked up in standards.toml", default=None, max_length=40
    )

    @classmethod
    def lacking(cls, names: Set[str]) -> Iterator[Objection]:
        """Dates or years, and a wage."""
        if not names & {"start", "end", "years", "months"}:
            yield NO_LENGTH
        elif len(names & {"start", "end"}) == 1:
            yield Objection(
                "end" if "start" in names else "start",
                "缺少，起止日期要成对给出",
                "is missing: both dates are needed",
                missing=True,
            )
        if not names & {"salary", "wages"}:
            yield NO_WAGE

    def objections(self, today: date) -> Iterator[Objection]:
        """Two ways at once, no time or no wage at all, dates that cannot be."""
        if self.salary is not None and self.wages is not None:
            yield Objection("wages", "与 salary 只能给一个", "give this or `salary`, not both")
        elif self.wages is not None and not any(self.wages):
            yield Objection("wages", "不能全是零", "cannot all be zero")
        elif self.wages is not None and len(self.wages) < MONTHS and self._over_a_year():
            told = f"只有{len(self.wages)}个月；工作满一年的，需要最后12个月各月工资"
            yield Objection("wages", told, f"only {len(self.wages)} months: after a year of work, all 12 are needed")
        if self.start is not None and self.end is not None:
            if self.years is not None or self.months is not None:
                told = "与起止日期（start、end）只能给一种", "give the dates or the years, not both"
                yield Objection("years" if self.years is not None else "months", *told)
            yield from _impossible(self.start, self.end, today)
            return
        years = self.years or Decimal(0)
        if years % 1 and self.months is not None:
            yield Objection("months", "years 带小数时不能再给 months", "cannot stand beside `years` with a fraction")
        if not years and not self.months:
            yield Objection("years", "工作时间为零", "no time worked")

    def _over_a_year(self) -> bool:
        if self.start is not None and self.end is not None:
            return add_years(self.start, 1) <= self.end
        return (self.years or 0) >= 1


def _impossible(start: date, end: date, today: date) -> Iterator[Objection]:
    if end < start:
        yield Objection("end", f"{end} 早于入职日 {start}", f"{end} is before the first day {start}")
    if end > add_years(start, WORKING_LIFE):
        told = f"is more than {WORKING_LIFE} years before {end}"
        yield Objection("start", f"到 {end} 超过{WORKING_LIFE}年", told)
    if start > today:
        yield Objection("start", f"{start} 在将来", f"{start} is in the future")
    if end > add_years(today, 1):
        yield Objection("end", f"{end} 在一年以后，无法计算", f"{end} is more than a year ahead")
    if end < LAW_BEGINS:
        yield Objection(
            "end",
            f"{end} 在《劳动合同法》施行（2008-01-01）之前，按当时有关规定处理，本计算器不计算",
            f"{end} is before the Labour Contract Law (2008-01-01): the rules of then are not computed here",
        )


NO_LENGTH = Objection(
    "start",
    "缺少，需要入职日和解除日（start、end），或工作年限（years，可加 months）",
    "is missing: first and last day (`start`, `end`), or the years worked (`years`, and `months`)",
    missing=True,
)
NO_WAGE = Objection(
    "salary",
    "缺少，需要解除或终止前十二个月的月平均应得工资（salary），或各月工资（wages）",
    "is missing: the average gross wage of the last 12 months (`salary`), or the single months (`wages`)",
    missing=True,
)


@dataclass(frozen=True, slots=True)
class Length:
    """Service that counts, the months' wages that it gives, and what is to be said of it."""

    served: Span
    steps: tuple[Step, ...]
    notes: tuple[Said, ...] = ()

    @property
    def months(self) -> Decimal:
        """N."""
        return months_of(self.served)


def months_of(length: Span) -> Decimal:
    """N of a length of service: a month for each year; six months and more are a year, less is half a month."""
    rest = length.months or length.days
    part = WHOLE if length.months >= A_YEAR_FROM else HALF if rest else Decimal(0)
    return Decimal(length.years) + part


def length_of(given: ServiceInputs, today: date, *, since_2008: bool) -> Length:
    """How long, from the dates or from years and months."""
    if given.start is None or given.end is None:
        served, said = _from_years(given)
        return Length(served, (_step(said, served),))
    start, end = given.start, given.end
    cut = since_2008 and start < LAW_BEGINS
    first = LAW_BEGINS if cut else start
    served = worked(first, end)
    said = Said(
        f"自{zh_day(first)}至{zh_day(end)}（首尾两日均计）共{served.said().zh}",
        f"From {first} to {end}, both days counted: {served.said().en}",
    )
    early, notes = ((_early(start),), (BEFORE_2008,)) if cut else ((), ())
    return Length(served, (*early, _step(said, served)), (*notes, *_notes_of_dates(first, end, today)))


def _from_years(given: ServiceInputs) -> tuple[Span, Said]:
    years = given.years or Decimal(0)
    whole = int(years)
    months = (years - whole) * 12 + (given.months or 0)
    served = Span(whole, int(months), 1 if months % 1 else 0)
    said = Said(f"{plain(years)}年", f"{plain(years)} years") if years % 1 else served.said()
    return served, Said(f"工作年限{said.zh}", f"Time worked: {said.en}")


def _early(start: date) -> Step:
    before = span(start, LAW_BEGINS).said()
    return step(
        f"入职于{zh_day(start)}，早于2008年1月1日：经济补偿年限自2008年1月1日起算，此前的{before.zh}不计入本结果。",
        f"Work began on {start}: years count from 2008-01-01; the {before.en} before are not in this result.",
        SINCE_2008,
        THEN,
    )


def _notes_of_dates(start: date, end: date, today: date) -> tuple[Said, ...]:
    notes: list[Said] = []
    if months_of(worked(start, end)) != months_of(span(start, end)):
        notes.append(
            Said(
                f"是否计入最后一天会改变计发月数：两日均计为{plain(months_of(worked(start, end)))}个月，"
                f"最后一天不计为{plain(months_of(span(start, end)))}个月；本结果两日均计；实务认识不一。",
                f"Whether the last day counts matters: {plain(months_of(worked(start, end)))} months with it (as "
                f"here), {plain(months_of(span(start, end)))} without; practice is not uniform.",
            )
        )
    if end > today:
        notes.append(
            Said(
                f"解除日{zh_day(end)}尚未到来：届时的月平均工资和当地标准可能不同。",
                f"{end} has not come: wages and local standards may be others by then.",
            )
        )
    return tuple(notes)


def _step(said: Said, served: Span) -> Step:
    """三年四个月: 满3年计3个月，余下不满六个月计半个月，合计3.5个月工资."""
    parts: list[tuple[str, str]] = []
    if served.years:
        parts.append(
            (f"满{served.years}年计{served.years}个月", f"{served.years} full years are {served.years} months")
        )
    if served.months >= A_YEAR_FROM:
        parts.append(("六个月以上不满一年的部分按一年计1个月", "six months or more are a year: 1 month"))
    elif served.months or served.days:
        parts.append(("不满六个月的部分计半个月", "less than six months are half a month"))
    total = plain(months_of(served))
    zh, en = "，".join(one for one, _ in parts), "; ".join(one for _, one in parts)
    told = Said(f"{said.zh}：{zh}，合计{total}个月工资。", f"{said.en}. {en}; together {total} months' wages.")
    return Step(told, (YEARS,))
