"""经济补偿: how many months' wages, and of which wage (劳动合同法第四十七条). N, N+1 and 2N all count with this."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from youju.law.calculators.local import LocalWage, local_wage
from youju.law.calculators.money import money, plain, yuan
from youju.law.calculators.service import ServiceInputs, length_of
from youju.law.calculators.values import Background, Basis, Row, Said, Step

CAP, MOST_YEARS = 3, 12
"""劳动合同法第四十七条第二款."""
LIMIT = Basis("劳动合同法", "第四十七条第二款", Said("三倍封顶与十二年上限", "the cap of three times and twelve years"))
WAGE = Basis("劳动合同法", "第四十七条第三款", Said("前十二个月的平均工资", "the average of twelve months"))
WAGE_PARTS = Basis(
    "劳动合同法实施条例",
    "第二十七条",
    Said(
        "应得工资；不低于最低工资；不满12个月按实际月数", "gross; at least the minimum wage; fewer months as they are"
    ),
)
NO_AVERAGE = Said(
    "未提供当地上年度职工月平均工资（local_average）：如月工资高于其三倍，基数以三倍为限，年限最高十二年，金额会减少。",
    "The local average wage (`local_average`) was not given: where the wage is over three times that, the base is "
    "capped and at most twelve years count.",
)


@dataclass(frozen=True, slots=True)
class Compensation:
    """What 经济补偿 comes to: `months` times `base`, the steps, further rows and notes. `day` is the last day of
    employment where it was given."""

    months: Decimal
    base: Decimal
    steps: tuple[Step, ...]
    notes: tuple[Said, ...]
    day: date | None

    @property
    def amount(self) -> Decimal:
        """CNY, not rounded."""
        return self.months * self.base

    @property
    def rows(self) -> tuple[Row, ...]:
        """Months and base as further results."""
        return (
            Row(Said("计发月数", "months"), plain(self.months), "months"),
            Row(Said("计发基数（月工资）", "monthly base"), money(self.base), "CNY"),
        )


def compensation(given: ServiceInputs, background: Background, *, since_2008: bool = True) -> Compensation:
    """Months and base. `since_2008`: only time since 2008-01-01 counts (第九十七条第三款); for 2N all time counts
    (实施条例第二十五条)."""
    length = length_of(given, background.today, since_2008=since_2008)
    count = _Count(length.months, *_average(given), list(length.steps), list(length.notes))
    day = given.end or background.today
    _lift(count, local_wage("minimum_wage", given.minimum_wage, given.city, day, background))
    _cap(count, local_wage("average_wage", given.local_average, given.city, day, background))
    return Compensation(count.months, count.base, tuple(count.steps), tuple(count.notes), given.end)


class _Count:
    """Months and base on their way through the bounds of the law."""

    def __init__(self, months: Decimal, base: Decimal, said: Step, steps: list[Step], notes: list[Said]) -> None:
        self.months = months
        self.base = base
        self.steps = [*steps, said]
        self.notes = notes

    def step(self, zh: str, en: str, *basis: Basis) -> None:
        self.steps.append(Step(Said(zh, en), basis))


def _average(given: ServiceInputs) -> tuple[Decimal, Step]:
    """The average of the last twelve months, as given or worked out."""
    if given.salary is not None:
        said = Said(
            f"月工资按所给的前十二个月平均应得工资{yuan(given.salary)}元。",
            f"The monthly wage is the average gross wage given: CNY {yuan(given.salary)}.",
        )
        return given.salary, Step(said, (WAGE, WAGE_PARTS))
    wages = given.wages or ()
    total, count = sum(wages, Decimal(0)), len(wages)
    said = Said(
        f"最后{count}个月应得工资合计{yuan(total)}元，月平均{money(total / count)}元。",
        f"The last {count} months came to CNY {yuan(total)}, on average {money(total / count)}.",
    )
    return total / count, Step(said, (WAGE, WAGE_PARTS))


def _lift(count: _Count, minimum: LocalWage | None) -> None:
    """An average under the local minimum wage is lifted to it (实施条例第二十七条)."""
    if minimum is None or count.base >= minimum.amount:
        return
    count.step(
        f"月平均工资{yuan(count.base)}元低于当地最低工资标准{yuan(minimum.amount)}元{minimum.source.zh}，"
        "按最低工资标准计算。",
        f"CNY {yuan(count.base)} is under the local minimum wage of {yuan(minimum.amount)}{minimum.source.en}, "
        "which counts.",
        WAGE_PARTS,
    )
    count.base = minimum.amount


def _cap(count: _Count, average: LocalWage | None) -> None:
    """A wage over three times the local average is capped at that, and then at most twelve years count."""
    if average is None:
        count.notes.append(NO_AVERAGE)
        return
    cap = CAP * average.amount
    local_zh, local_en = (
        f"{yuan(average.amount)}元{average.source.zh}",
        f"CNY {yuan(average.amount)}{average.source.en}",
    )
    if count.base <= cap:
        count.step(
            f"月工资{yuan(count.base)}元不高于当地上年度职工月平均工资{local_zh}的三倍{yuan(cap)}元："
            "不封顶，年限也不受十二年限制。",
            f"CNY {yuan(count.base)} is not over three times the local average of {local_en}: "
            "neither cap nor limit of years.",
            LIMIT,
        )
        return
    over = count.months > MOST_YEARS
    zh = f"年限超过十二年，按十二年计{MOST_YEARS}个月。" if over else "年限未超过十二年。"
    en = "at most twelve years count." if over else "the time is not over twelve years."
    count.step(
        f"月工资{yuan(count.base)}元高于当地上年度职工月平均工资{local_zh}的三倍，按三倍{yuan(cap)}元计；{zh}",
        f"CNY {yuan(count.base)} is over three times the local average of {local_en}: {yuan(cap)} counts; {en}",
        LIMIT,
    )
    count.base, count.months = cap, min(count.months, Decimal(MOST_YEARS))
