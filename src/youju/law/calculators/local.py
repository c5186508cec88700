"""A local standard as given, or from the table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from youju.law.calculators.values import Background, Said


@dataclass(frozen=True, slots=True)
class LocalWage:
    """CNY a month, and where it comes from, in brackets (empty where it was given)."""

    amount: Decimal
    source: Said


def local_wage(
    kind: str, given: Decimal | None, city: str | None, day: date, background: Background
) -> LocalWage | None:
    """What was given counts; else the row of the city that is in force on the day; else nothing is known."""
    if given is not None:
        return LocalWage(given, Said("", ""))
    row = background.standards.find(kind, city, day) if city else None
    if row is None:
        return None
    return LocalWage(row.value, Said(f"（{row.city}，{row.source}）", f" ({row.city}, {row.source})"))
