"""A limitation period that runs, and starts again at each interruption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from youju.law.calculators.calendar import add_years, zh_day
from youju.law.calculators.inputs import Objection
from youju.law.calculators.values import Basis, Row, Said, Step, step


@dataclass(frozen=True, slots=True)
class Clock:
    """Where the period stands: it has run since `start` and its last day is `end`."""

    start: date
    end: date
    steps: tuple[Step, ...]


def run(start: date, years: int, interruptions: Sequence[date], basis: Sequence[Basis]) -> Clock:
    """Let the period run and start again at every interruption within it. An interruption after its end restarts
    nothing."""
    end = add_years(start, years)
    steps: list[Step] = []
    for day in sorted(interruptions):
        if day > end:
            zh = f"{zh_day(day)}的中断事由发生在期间届满（{zh_day(end)}）之后，不重新计算。"
            steps.append(step(zh, f"The interruption of {day} came after the end on {end}: nothing restarts.", *basis))
            break
        start, end = day, add_years(day, years)
        zh = f"{zh_day(day)}中断，期间重新计算，至{zh_day(end)}。"
        steps.append(step(zh, f"Interrupted on {day}: it runs anew until {end}.", *basis))
    return Clock(start, end, tuple(steps))


def refuse(interruptions: Sequence[date], start: date, today: date) -> Iterator[Objection]:
    """Interruptions before the period began, or in the future."""
    for place, day in enumerate(interruptions):
        if day < start:
            yield Objection(f"interruptions.{place}", f"{day} 早于起算日 {start}", f"{day} is before {start}")
        if day > today:
            yield Objection(f"interruptions.{place}", f"{day} 在将来", f"{day} is in the future")


def left(end: date, today: date) -> tuple[Step, Row]:
    """What is left of it today."""
    days = (end - today).days
    if days < 0:
        told = step(f"截至今天（{today}）已届满{-days}天。", f"As of {today} it ended {-days} days ago.")
    else:
        told = step(f"截至今天（{today}）还有{days}天。", f"As of {today} there are {days} days left.")
    return told, Row(Said("剩余天数", "days left"), str(max(days, 0)), "days")
