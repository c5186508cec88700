"""诉讼时效: 民法典第一百八十八条, 第一百九十四条, 第一百九十五条; 民法总则施行时的过渡."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated

from pydantic import Field

from youju.law.calculators.calendar import COUNTING, add_years, weekend_note, zh_day
from youju.law.calculators.clock import Clock, left, refuse, run
from youju.law.calculators.inputs import Day, Inputs, Objection, ask, shown
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

YEARS, OLD_YEARS, MOST_YEARS = 3, 2, 20
"""民法典第一百八十八条; 民法通则第一百三十五条."""
CHANGE = date(2017, 10, 1)
"""民法总则 in force, with three years."""
OLDEST = date(1987, 1, 1)
"""民法通则 in force."""
THREE = Basis("民法典", "第一百八十八条第一款", Said("三年", "three years"))
TWENTY = Basis("民法典", "第一百八十八条第二款", Said("起算与二十年", "from when, and twenty years"))
SUSPENDED = Basis("民法典", "第一百九十四条", Said("最后六个月内的中止", "suspension in the last six months"))
INTERRUPTED = Basis("民法典", "第一百九十五条", Said("中断后重新计算", "interruption starts it anew"))
OLD = Basis("民法通则", "第一百三十五条", Said("当时为二年", "two years then"))
_TRANSITION = "最高人民法院关于适用《中华人民共和国民法总则》诉讼时效制度若干问题的解释"
NOT_YET_OVER = Basis(_TRANSITION, "第二条", Said("未满二年的适用三年", "three years where two were not over"), now=True)
OVER = Basis(_TRANSITION, "第三条", Said("已届满的不适用三年", "no three years where two were over"), now=True)


class CivilLimitInputs(Inputs):
    """Since when it could be claimed."""

    model_config = shown({"known": "2022-02-28", "interruptions": ["2024-02-29"]})

    known: Day = ask(
        "知道或者应当知道权利受到损害以及义务人之日（如履行期限届满之日）",
        "day on which one knew of the damage and who owes",
        example="2022-02-28",
    )
    damaged: Day | None = ask("权利受到损害之日，用于二十年", "day of the damage, for the twenty years", default=None)
    interruptions: Annotated[list[Day], Field(max_length=50)] = ask(
        "中断之日：提出履行请求、对方同意履行、起诉或申请仲裁等的日期",
        "days on which it was demanded, agreed to, or sued for",
        default=[],
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """Days in the future, before the law, or in the wrong order."""
        for name in ("known", "damaged"):
            day: date | None = getattr(self, name)
            if day is not None and day > today:
                yield Objection(name, f"{day} 在将来", f"{day} is in the future")
        if self.known < OLDEST:
            yield Objection("known", "早于《民法通则》施行（1987-01-01），不计算", "is before 1987-01-01: not computed")
        if self.damaged is not None and self.damaged > self.known:
            yield Objection("damaged", f"{self.damaged} 晚于知道之日 {self.known}", f"is after {self.known}")
        yield from refuse(self.interruptions, self.known, today)


class CivilLimit:
    """The last day of the general limitation period."""

    name = "civil_limit"
    title = Said("诉讼时效的最后一日", "last day of the civil limitation period")
    about = Said(
        "一般民事权利的诉讼时效到哪一天：三年，最长二十年，中断重新计算；2017年10月1日前开始的按过渡规则。",
        "The last day of the general limitation period: three years, twenty at most, with the transition of 2017.",
    )
    inputs = CivilLimitInputs
    needs = ()

    def calculate(self, given: CivilLimitInputs, background: Background) -> Outcome:
        """The last day."""
        old = _old_period(given)
        if old is not None:
            told, row = left(old.end, background.today)
            steps, end, start = (*old.steps, told), old.end, old.start
        else:
            clock = run(given.known, YEARS, given.interruptions, (INTERRUPTED,))
            end, start = clock.end, clock.start
            first = _first(given)
            bound, end = _bounded(given, end)
            told, row = left(end, background.today)
            steps = (*first, *clock.steps, *bound, told, SUSPENSION)
        rows = (Row(Said("起算日", "counted from"), start.isoformat(), "date"), row)
        return Outcome(end.isoformat(), "date", steps, rows, (*weekend_note(end), *NOTES), None)


def _old_period(given: CivilLimitInputs) -> Clock | None:
    """The period of two years, where it was over before 2017-10-01; None where three years apply."""
    if given.known >= CHANGE:
        return None
    early = [day for day in given.interruptions if day < CHANGE]
    clock = run(given.known, OLD_YEARS, early, (OLD,))
    if clock.end >= CHANGE:
        return None
    first = step(
        f"自{zh_day(given.known)}起，当时的诉讼时效为二年，至{zh_day(add_years(given.known, OLD_YEARS))}。",
        f"From {given.known} two years ran then, until {add_years(given.known, OLD_YEARS)}.",
        OLD,
    )
    over = step(
        f"二年期间于{zh_day(clock.end)}届满，早于2017年10月1日：不适用三年。",
        f"They were over on {clock.end}, before 2017-10-01: three years do not apply.",
        OVER,
    )
    return Clock(clock.start, clock.end, (first, *clock.steps, over))


def _first(given: CivilLimitInputs) -> tuple[Step, ...]:
    end = add_years(given.known, YEARS)
    zh = f"自{zh_day(given.known)}起三年，次日起算，至{zh_day(end)}。"
    plain = step(
        zh, f"Three years from {given.known}, counted from the next day, until {end}.", THREE, TWENTY, *COUNTING
    )
    if given.known >= CHANGE:
        return (plain,)
    zh = "2017年10月1日当时的二年期间尚未届满，可以主张适用三年。"
    return (step(zh, "Two years were not over on 2017-10-01: three years may be claimed.", NOT_YET_OVER), plain)


def _bounded(given: CivilLimitInputs, end: date) -> tuple[tuple[Step, ...], date]:
    """Twenty years from the damage at most."""
    if given.damaged is None:
        return (), end
    most = add_years(given.damaged, MOST_YEARS)
    if most < end:
        zh = f"自权利受到损害之日（{zh_day(given.damaged)}）起超过二十年不予保护：以{zh_day(most)}为限。"
        return (step(zh, f"Twenty years from {given.damaged} at most: until {most}.", TWENTY),), most
    zh = f"二十年期间至{zh_day(most)}，晚于上述日期。"
    return (step(zh, f"The twenty years end on {most}, later than that.", TWENTY),), end


SUSPENSION = step(
    "最后六个月内因不可抗力等障碍不能行使请求权的，时效中止，原因消除之日起满六个月届满。",
    "What prevents the claim in the last six months suspends it; it then ends six months after that.",
    SUSPENDED,
)
NOTES = (
    Said(
        "只是一般时效：法律另有规定的（如国际货物买卖四年、人寿保险五年）从其规定；2017年10月1日前人身伤害等为一年。",
        "The general period alone: special ones go before; until 2017-10-01 bodily injury and others had one year.",
    ),
    Said(
        "起诉等程序中断的，从程序终结时起重新计算，请填程序终结之日；停止侵害、支付抚养费等请求权不适用诉讼时效。",
        "After a lawsuit it runs anew from its end: give that day. Some claims know no limitation (art. 196).",
    ),
    Said(
        "法院不主动适用时效；届满后对方同意履行的，不得再以时效抗辩。分期履行的债务自最后一期届满起算。",
        "Courts do not apply it on their own; who agrees after it cannot rely on it.",
    ),
)
