"""基本养老保险费补缴估算: 社会保险法第十二条, 第六十三条, 第八十六条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from youju.law.calculators.arrears import ArrearsInputs, months_said, share
from youju.law.calculators.inputs import Day, Number, Objection, ask, shown
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

LAW_BEGINS = date(2011, 7, 1)
"""社会保险法第九十八条."""
LATE_FEE = Decimal("0.0005")
"""A day: 按日加收万分之五, 社会保险法第八十六条."""
MUST = Basis("社会保险法", "第十条第一款", Said("单位和职工共同缴纳", "employer and worker both pay"))
RATES = Basis("社会保险法", "第十二条", Said("按国家规定的比例缴纳", "at the rates of the state"))
DEMAND = Basis("社会保险法", "第六十三条第一款", Said("责令限期缴纳或者补足", "ordered to pay"))
FEE = Basis("社会保险法", "第八十六条", Said("按日万分之五滞纳金", "a late fee of 0.05 % a day"))


class PensionArrearsInputs(ArrearsInputs):
    """The rates are asked for: they are set by the state and the place, and have changed."""

    model_config = shown(
        {"base": 6000, "first_month": "2022-03", "last_month": "2023-06", "employer_rate": 16, "personal_rate": 8}
    )

    employer_rate: Number = ask(
        "单位缴费比例（%），以当地当时规定为准", "employer's rate in percent", example=16, gt=0, le=20
    )
    personal_rate: Number = ask("个人缴费比例（%）", "worker's rate in percent", example=8, ge=0, le=8)
    until: Day | None = ask("滞纳金算到哪一天，不填为今天", "late fee until this day; else today", default=None)

    def objections(self, today: date) -> Iterator[Objection]:
        """Also months before the law."""
        yield from super().objections(today)
        if self.first_month < LAW_BEGINS:
            told = "早于《社会保险法》施行（2011年7月），此前的规定不同，不作估算", "is before the law (2011-07)"
            yield Objection("first_month", *told)
        if self.until is not None and not self.last_month <= self.until <= today:
            yield Objection("until", "应在最后欠缴月之后、今天以前", "must be between the last month and today")


class PensionArrears:
    """What the employer owes for the pension insurance, about."""

    name = "pension_arrears"
    title = Said("养老保险补缴估算（单位部分）", "pension contributions not paid (employer's share, estimate)")
    about = Said(
        "估算单位欠缴的基本养老保险费：单位部分、个人部分和滞纳金。以社会保险经办（征收）机构核定为准。",
        "An estimate of pension contributions not paid: employer's and worker's share, late fee.",
    )
    inputs = PensionArrearsInputs
    needs = ()

    def calculate(self, given: PensionArrearsInputs, background: Background) -> Outcome:
        """The employer's share; the worker's and the late fee as further rows."""
        until = given.until or background.today
        monthly = share(given.base, given.employer_rate)
        own = share(given.base, given.personal_rate)
        employer, worker = fen(monthly * given.months), fen(own * given.months)
        days = sum(max((until - due).days, 0) for due in given.due_days())
        fee = fen((monthly + own) * LATE_FEE * days)
        zh, en = months_said(given)
        base = yuan(given.base)
        steps = (
            step(
                f"{zh}，单位部分＝{base}元×{plain(given.employer_rate)}%×{given.months}＝{money(employer)}元。",
                f"{en}: employer {base} × {plain(given.employer_rate)} % × {given.months} = CNY {money(employer)}.",
                MUST,
                RATES,
                DEMAND,
            ),
            step(
                f"个人部分＝{base}元×{plain(given.personal_rate)}%×{given.months}＝{money(worker)}元，由个人负担。",
                f"Worker's share {base} × {plain(given.personal_rate)} % × {given.months} = CNY {money(worker)}.",
                RATES,
            ),
            step(
                f"滞纳金按每月欠费自次月1日起至{until}、每日万分之五估算：{money(fee)}元，由单位负担。",
                f"Late fee from the first of the next month to {until} at 0.05 % a day, about CNY {money(fee)}.",
                FEE,
            ),
        )
        rows = (
            Row(Said("个人部分", "worker's share"), money(worker), "CNY"),
            Row(Said("滞纳金（估算）", "late fee (estimate)"), money(fee), "CNY"),
        )
        return Outcome(employer, "CNY", steps, rows, NOTES, background.today)


NOTES = (
    Said(
        "只是估算：基数、比例、欠缴起算日和滞纳金以征收机构核定为准；缴费基数有当地每年公布的上下限。",
        "An estimate: base, rates, days and fee are set by the collecting authority, within local bounds of the base.",
    ),
    Said(
        "滞纳金是否以欠缴本金为限（行政强制法第四十五条第二款）有不同认识，这里没有封顶。",
        "Whether the fee may exceed the arrears themselves is contested; it is not capped here.",
    ),
    Said(
        "单位比例近年一般为16%、个人8%，以当时当地规定为准；资料中没有这些规定的文本，所以由您填写。",
        "Rates have lately been 16 % and 8 % in most places; the rules are not in the library, so the rates are yours.",
    ),
    Said(
        "补缴由征收机构处理，一般不属于劳动仲裁受案范围；不能补办造成损失的，可以请求赔偿（解释（一）第一条第五项）。",
        "Arrears are for the collecting authority; damages are for arbitration only where they cannot be made up.",
    ),
)
