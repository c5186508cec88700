"""Amounts in CNY: exact, and rounded to the fen only where a result or a step is shown."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

FEN = Decimal("0.01")
PAY_DAYS = Decimal("21.75")
"""月计薪天数, (365 − 104) ÷ 12: 关于职工全年月平均工作时间和工资折算问题的通知; 企业职工带薪年休假实施办法第十一条."""
HOURS_A_DAY = 8


def fen(amount: Decimal) -> Decimal:
    """Rounded to two digits behind the point, half up."""
    return amount.quantize(FEN, rounding=ROUND_HALF_UP)


def money(amount: Decimal) -> str:
    """8000.00, as results write it."""
    return f"{fen(amount):f}"


def yuan(amount: Decimal) -> str:
    """8000 or 8000.50, as sentences write it."""
    return plain(fen(amount)) if amount == amount.to_integral_value() else money(amount)


def plain(number: Decimal) -> str:
    """3.5 or 12, without zeros behind and without an exponent."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
