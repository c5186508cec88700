"""未订立书面劳动合同的二倍工资: 劳动合同法第十四条第三款, 第八十二条; 实施条例第六, 七条; 解释（二）第六条."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from youju.law.calculators.calendar import Span, add_months, add_years, span, weekdays, zh_day
from youju.law.calculators.inputs import Count, Day, Inputs, Number, Objection, ask, shown, wage
from youju.law.calculators.money import PAY_DAYS, fen, money, yuan
from youju.law.calculators.names import INTERPRETATION_2, PAY_DAYS_NOTICE
from youju.law.calculators.service import LAW_BEGINS
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

DOUBLE = Basis("劳动合同法", "第八十二条第一款", Said("超过一个月不满一年，每月二倍工资", "double wage after a month"))
PERIOD = Basis("劳动合同法实施条例", "第六条第二款", Said("起算与截止时间", "from when to when"))
A_YEAR = Basis(
    "劳动合同法实施条例", "第七条", Said("至满一年的前一日，并视为已订立无固定期限合同", "until a year is over")
)
DEEMED = Basis("劳动合同法", "第十四条第三款", Said("满一年视为已订立无固定期限劳动合同", "deemed open-ended contract"))
OLD = Basis(
    "劳动合同法", "第九十七条第二款", Said("施行前已用工的，施行之日起一个月内订立", "work begun before the law")
)
BY_DAY = Basis(
    INTERPRETATION_2,
    "第六条",
    Said("按月计算，不满一个月按该月实际工作日", "by month; the rest by working days"),
    now=True,
)
NOT_AFTER = Basis(
    INTERPRETATION_2, "第九条", Said("视为无固定期限合同期间不支持二倍工资", "no double wage once deemed"), now=True
)


class DoubleWageInputs(Inputs):
    """When work began, when a contract was written after all, when it ended."""

    model_config = shown({"start": "2023-03-01", "signed": "2023-09-18", "salary": 8000})

    start: Day = ask("用工之日（入职日）", "first day of work", example="2023-03-01")
    salary: Number = wage("未订立书面合同期间的月工资（元）", "monthly wage while there was no contract (CNY)")
    signed: Day | None = ask("补订书面劳动合同之日，没有则不填", "day of the written contract", default=None)
    left: Day | None = ask("离职日（最后一天），在职则不填", "last day of employment", default=None)
    workdays: Count | None = ask(
        "最后不满一个月部分的实际工作日天数，不填按星期一至五数",
        "working days in the last part of a month; else Mondays to Fridays are counted",
        default=None,
        ge=0,
        le=27,
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """Dates that cannot be."""
        for name in ("start", "signed", "left"):
            day: date | None = getattr(self, name)
            if day is not None and day > today:
                yield Objection(name, f"{day} 在将来", f"{day} is in the future")
        if self.left is not None and self.left < self.start:
            yield Objection("left", f"{self.left} 早于用工之日 {self.start}", f"is before {self.start}")
        if self.left is not None and self.signed is not None and self.signed > self.left:
            yield Objection("signed", f"{self.signed} 晚于离职日 {self.left}", f"is after the last day {self.left}")
        if (self.left or today) < LAW_BEGINS:
            yield Objection("left", "早于《劳动合同法》施行（2008-01-01）", "is before the law (2008-01-01)")


@dataclass(frozen=True, slots=True)
class _Period:
    """For which double wage is due: from `start`, a month after the `first` day, to before `end`; `year` ends the year
    after the first day. Months end on the days that correspond to the first day, so that a year holds eleven of them
    whatever the length of the first."""

    first: date
    start: date
    end: date
    year: date
    why: Said


class DoubleWage:
    """The second wage for each month without a written contract."""

    name = "double_wage"
    title = Said("未签书面劳动合同的二倍工资差额", "double wage without a written contract")
    about = Said(
        "用工超过一个月不满一年未订立书面劳动合同：每月另付一倍工资，自满一个月的次日起，最多十一个月，按日精确。",
        "No written contract after a month of work: a second wage for each month, for eleven months at most.",
    )
    inputs = DoubleWageInputs
    needs = ()

    def calculate(self, given: DoubleWageInputs, background: Background) -> Outcome:
        """The second wage alone: the first one is the ordinary wage."""
        period = _period(given, background.today)
        steps = list(_beginning(given, period))
        if period.end <= period.start:
            steps.append(
                step(f"{period.why.zh}：没有应付二倍工资的期间。", f"{period.why.en}: nothing is due.", DOUBLE)
            )
            return Outcome(Decimal(0), "CNY", tuple(steps), notes=NOTES)
        amount, told, rows = _amount(given, period)
        steps += told
        if period.end == period.year:
            steps.append(
                step(
                    f"自{zh_day(period.year)}起满一年，视为已订立无固定期限劳动合同，此后不再计二倍工资。",
                    f"From {period.year} on an open-ended contract is deemed to exist: no double wage after that.",
                    DEEMED,
                    NOT_AFTER,
                )
            )
        return Outcome(amount, "CNY", tuple(steps), rows, NOTES, period.end - timedelta(days=1))


def _period(given: DoubleWageInputs, today: date) -> _Period:
    first = max(given.start, LAW_BEGINS)
    year = add_years(first, 1)
    ends = [(year, Said("用工满一年", "a year of work"))]
    if given.signed is not None:
        ends.append((given.signed, Said(f"{zh_day(given.signed)}已订立书面合同", f"A contract of {given.signed}")))
    if given.left is not None:
        after = given.left + timedelta(days=1)
        ends.append((after, Said(f"{zh_day(given.left)}离职", f"Employment ended on {given.left}")))
    ends.append((today + timedelta(days=1), Said("计算到今天", "Counted until today")))
    end, why = min(ends, key=lambda one: one[0])
    return _Period(first, add_months(first, 1), end, year, why)


def _beginning(given: DoubleWageInputs, period: _Period) -> Iterator[Step]:
    if given.start < LAW_BEGINS:
        yield step(
            f"用工始于{zh_day(given.start)}，早于法律施行：应自2008年1月1日起一个月内订立书面合同。",
            f"Work began on {given.start}, before the law: a contract was due within a month of 2008-01-01.",
            OLD,
        )
    yield step(
        f"用工之日起满一个月的次日为{zh_day(period.start)}，二倍工资自该日起算。",
        f"The day after a month of work is {period.start}: double wage begins then.",
        DOUBLE,
        PERIOD,
    )


def _amount(given: DoubleWageInputs, period: _Period) -> tuple[Decimal, list[Step], tuple[Row, ...]]:
    since_first = span(period.first, period.end)
    months = since_first.whole_months - 1
    length = Span(0, months, since_first.days)
    last = period.end - timedelta(days=1)
    steps = [
        step(
            f"截止到{zh_day(last)}（{period.why.zh}）：共{length.said().zh}。",
            f"It ends on {last} ({period.why.en}): {length.said().en}.",
            PERIOD,
            *([A_YEAR] if period.end == period.year else []),
        )
    ]
    rest = Decimal(0)
    if length.days:
        begins = add_months(period.first, months + 1)
        days = weekdays(begins, period.end) if given.workdays is None else given.workdays
        rest = min(given.salary / PAY_DAYS * days, given.salary)
        how = "按星期一至五数，未扣法定节假日" if given.workdays is None else "按所给实际工作日"
        english = "Mondays to Fridays, holidays not taken off" if given.workdays is None else "as given"
        steps.append(
            step(
                f"不满一个月的部分{zh_day(begins)}至{zh_day(last)}有{days}个工作日（{how}）："
                f"{yuan(given.salary)}÷21.75×{days}＝{money(rest)}元。",
                f"The rest from {begins} to {last} has {days} working days ({english}): "
                f"{yuan(given.salary)} ÷ 21.75 × {days} = {money(rest)}.",
                BY_DAY,
                PAY_DAYS_NOTICE,
            )
        )
    whole = fen(given.salary * months)
    total = whole + fen(rest)
    more_zh, more_en = (f"＋{money(rest)}元", f" + {money(rest)}") if rest else ("", "")
    steps.append(
        step(
            f"另一倍工资＝{yuan(given.salary)}元×{months}个月{more_zh}＝{money(total)}元。",
            f"The second wage: CNY {yuan(given.salary)} × {months} months{more_en} = {money(total)}.",
            DOUBLE,
            BY_DAY,
        )
    )
    rows = (
        Row(Said("起算日", "from"), period.start.isoformat(), "date"),
        Row(Said("截止日", "to"), last.isoformat(), "date"),
    )
    return total, steps, rows


NOTES = (
    Said(
        "结果是“二倍”中另加的一倍，正常工资不在其内；各月工资不同的，应按各月工资分别计算。",
        "The result is the second wage alone; where wages differed, each month counts with its own.",
    ),
    Said(
        "起止日实务有一日之差的不同认识；不满一个月的部分，解释（二）施行前各地算法不一，日工资按21.75天折算也有不同做法。",
        "Practice differs by a day at both ends, and in how the rest of a month is counted.",
    ),
    Said(
        "仲裁时效一年，一般认为不适用拖欠劳动报酬的例外：有的地方自最后一日起整体计算，有的按月（按日）分别计算，宜尽早提出。",
        "The limit of one year applies: some places count it from the last day for all, others for each month or day.",
    ),
    Said(
        "因不可抗力、劳动者本人故意或重大过失等未订立的不支持（解释（二）第七条）；合同依法自动续延的也不属于未订立（第八条）。",
        "Not due where force majeure or the worker's own fault prevented it, nor where a contract was extended by law.",
    ),
    Said(
        "应订未订无固定期限合同的二倍工资（第八十二条第二款）另算，本计算器不含。",
        "Double wage for a refused open-ended contract (art. 82 para. 2) is not computed here.",
    ),
)
