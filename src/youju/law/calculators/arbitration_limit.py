"""劳动争议仲裁时效: 劳动争议调解仲裁法第二十七条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from youju.law.calculators.calendar import COUNTING, add_years, weekend_note, zh_day
from youju.law.calculators.clock import left, refuse, run
from youju.law.calculators.inputs import Day, Inputs, Objection, ask, shown
from youju.law.calculators.names import INTERPRETATION_2
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

LAW = "劳动争议调解仲裁法"
LAW_BEGINS = date(2008, 5, 1)
"""第五十四条."""
YEARS = 1
GENERAL = Basis(LAW, "第二十七条第一款", Said("一年，自知道或应当知道之日起", "a year from when one knew"))
INTERRUPTED = Basis(LAW, "第二十七条第二款", Said("中断后重新计算", "interruption starts it anew"))
SUSPENDED = Basis(LAW, "第二十七条第三款", Said("不可抗力等正当理由中止", "suspension"))
ARREARS = Basis(LAW, "第二十七条第四款", Said("在职期间拖欠报酬的例外", "the exception for wage arrears"))
DEFENCE = Basis(
    INTERPRETATION_2, "第二十条第一款", Said("仲裁中未提时效抗辩的后果", "the defence must come in time"), now=True
)


class ArbitrationLimitInputs(Inputs):
    """What is claimed, and since when it could have been."""

    model_config = shown({"known": "2023-07-20", "interruptions": ["2023-12-01"]})

    claim: Literal["general", "wage_arrears"] = ask(
        "请求：general 一般（补偿、赔偿、二倍工资等）| wage_arrears 拖欠劳动报酬",
        "what is claimed: general, or wage arrears",
        default="general",
    )
    known: Day | None = ask(
        "知道或者应当知道权利被侵害之日（如收到解除通知之日）",
        "day on which one knew or should have known",
        example="2023-07-20",
        default=None,
    )
    ended: Day | None = ask(
        "劳动关系终止之日；wage_arrears 且仍在职则不填",
        "day on which employment ended; empty while it goes on",
        default=None,
    )
    interruptions: Annotated[list[Day], Field(max_length=30)] = ask(
        "中断之日：向对方主张权利、向有关部门请求救济、对方同意履行的日期",
        "days on which the claim was raised, help was asked for, or the other side agreed",
        default=[],
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """A day from which to count; no day in the future or before the law."""
        if self.claim == "general" and self.known is None:
            told = "缺少，需要知道或者应当知道权利被侵害之日", "is missing: the day on which one knew"
            yield Objection("known", *told, missing=True)
        for name in ("known", "ended"):
            day: date | None = getattr(self, name)
            if day is not None and day > today:
                yield Objection(name, f"{day} 在将来", f"{day} is in the future")
            if day is not None and day < LAW_BEGINS:
                told = "早于该法施行（2008-05-01），当时的期限为六十日，不计算", "is before the law (2008-05-01)"
                yield Objection(name, *told)
        start = LAW_BEGINS if self.claim == "wage_arrears" else self.known
        if start is not None:
            yield from refuse(self.interruptions, start, today)

    @property
    def begin(self) -> date | None:
        """The day from which the year runs; None while employment goes on and wages are owed."""
        return self.ended if self.claim == "wage_arrears" else self.known


class ArbitrationLimit:
    """The last day for an application."""

    name = "arbitration_limit"
    title = Said("劳动仲裁时效的最后一日", "last day for labour arbitration")
    about = Said(
        "申请劳动仲裁最晚到哪一天：一年；在职期间拖欠劳动报酬不受一年限制，离职后一年内提出；中断重新计算。",
        "The last day for applying for labour arbitration: a year; wage arrears until a year after employment ended.",
    )
    inputs = ArbitrationLimitInputs
    needs = ()

    def calculate(self, given: ArbitrationLimitInputs, background: Background) -> Outcome:
        """The last day; None while no period runs."""
        begin = given.begin
        if begin is None:
            said = step(
                "劳动关系存续期间因拖欠劳动报酬发生争议，申请仲裁不受一年时效限制；劳动关系终止的，应自终止之日起一年内提出。",
                "While employment goes on, claims for wages owed have no limit; it is a year from its end.",
                ARREARS,
            )
            return Outcome(None, "date", (said,), notes=NOTES)
        later = [day for day in given.interruptions if day >= begin]  # before it no period ran
        clock = run(begin, YEARS, later, (INTERRUPTED,))
        told, row = left(clock.end, background.today)
        rows = (Row(Said("起算日", "counted from"), clock.start.isoformat(), "date"), row)
        notes = (*weekend_note(clock.end), *NOTES)
        return Outcome(
            clock.end.isoformat(),
            "date",
            (_first(given, begin), *clock.steps, told, AFTER, IN_TIME),
            rows,
            notes,
            clock.end,
        )


def _first(given: ArbitrationLimitInputs, begin: date) -> Step:
    end = add_years(begin, YEARS)
    if given.claim == "wage_arrears":
        zh = f"劳动关系于{zh_day(begin)}终止：拖欠劳动报酬的争议应自终止之日起一年内提出，至{zh_day(end)}。"
        return step(zh, f"Employment ended on {begin}: a year for wages owed, until {end}.", ARREARS, *COUNTING)
    zh = f"自{zh_day(begin)}知道或应当知道权利被侵害起一年，次日起算，至{zh_day(end)}。"
    return step(zh, f"A year from {begin}, counted from the next day, until {end}.", GENERAL, *COUNTING)


AFTER = step(
    "因不可抗力或者其他正当理由不能申请的，时效中止，原因消除之日起继续计算。",
    "Force majeure and the like suspend it; it goes on when they end.",
    SUSPENDED,
)
IN_TIME = step(
    "对方因自身原因在仲裁期间没有提出时效抗辩，到一审或者二审才提出的，人民法院不予支持（有新证据的除外）。",
    "A defence of limitation that was not raised in arbitration is lost in court, unless there is new evidence.",
    DEFENCE,
)
NOTES = (
    Said(
        "中断要有证据（书面催告、投诉记录、仲裁申请、对方承诺等）；劳动报酬以外的请求不适用在职期间的例外。",
        "Keep proof of every interruption; the exception for arrears covers wages alone.",
    ),
    Said(
        "二倍工资差额、未休年休假报酬是否属于劳动报酬、从何日起算，各地认识不一。",
        "Whether double wages and pay for leave not taken are wages, and from when they count, is contested.",
    ),
)
