"""住房公积金补缴估算: 住房公积金管理条例第十六条, 第十八条, 第二十条, 第三十八条."""

from __future__ import annotations

from youju.law.calculators.arrears import ArrearsInputs, months_said, share
from youju.law.calculators.inputs import Number, ask, shown
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

LAW = "住房公积金管理条例"
LOWEST, HIGHEST = 5, 12
"""Percent: not under 5 by 第十八条; 12 is the ceiling of the ministries' guidance."""
AMOUNT = Basis(LAW, "第十六条", Said("上一年度月平均工资乘以缴存比例", "last year's average wage times the rate"))
RATE = Basis(LAW, "第十八条", Said("比例均不得低于5%", "neither rate under 5 %"))
IN_TIME = Basis(LAW, "第二十条第一款", Said("按时足额缴存", "in time and in full"))
ENFORCED = Basis(LAW, "第三十八条", Said("责令限期缴存，可以申请强制执行", "ordered and enforced"))


class HousingFundInputs(ArrearsInputs):
    """The rates are set by the place, between bounds."""

    model_config = shown(
        {"base": 6000, "first_month": "2022-03", "last_month": "2023-06", "employer_rate": 8, "personal_rate": 8}
    )

    employer_rate: Number = ask("单位缴存比例（%）", "employer's rate in percent", example=8, ge=LOWEST, le=HIGHEST)
    personal_rate: Number = ask("个人缴存比例（%）", "worker's rate in percent", example=8, ge=LOWEST, le=HIGHEST)


class HousingFundArrears:
    """What the employer owes to the housing fund, about."""

    name = "housing_fund_arrears"
    title = Said("住房公积金补缴估算（单位部分）", "housing fund not paid (employer's share, estimate)")
    about = Said(
        "估算单位欠缴的住房公积金：单位部分和个人部分。以住房公积金管理中心核定为准。",
        "An estimate of what was not paid into the housing fund, by employer and worker.",
    )
    inputs = HousingFundInputs
    needs = ()

    def calculate(self, given: HousingFundInputs, background: Background) -> Outcome:
        """The employer's share; the worker's as a further row."""
        employer = fen(share(given.base, given.employer_rate) * given.months)
        worker = fen(share(given.base, given.personal_rate) * given.months)
        zh, en = months_said(given)
        base = yuan(given.base)
        steps = (
            step(
                f"{zh}，单位部分＝{base}元×{plain(given.employer_rate)}%×{given.months}＝{money(employer)}元。",
                f"{en}: employer {base} × {plain(given.employer_rate)} % × {given.months} = CNY {money(employer)}.",
                AMOUNT,
                RATE,
                IN_TIME,
            ),
            step(
                f"个人部分＝{base}元×{plain(given.personal_rate)}%×{given.months}＝{money(worker)}元；两部分都归个人所有。",
                f"Worker's share {base} × {plain(given.personal_rate)} % × {given.months} = CNY {money(worker)}.",
                AMOUNT,
                Basis(LAW, "第三条", Said("属于职工个人所有", "both belong to the worker")),
            ),
            step(
                "逾期不缴或少缴的，由住房公积金管理中心责令限期缴存，仍不缴的可申请法院强制执行。",
                "The fund's centre orders payment and may have it enforced.",
                ENFORCED,
            ),
        )
        rows = (Row(Said("个人部分", "worker's share"), money(worker), "CNY"),)
        return Outcome(employer, "CNY", steps, rows, NOTES, background.today)


NOTES = (
    Said(
        "只是估算：基数有当地每年公布的上下限，比例由当地在5%以上确定（12%的上限出自国务院有关部门的指导意见）。",
        "An estimate: bases have local bounds; rates are local, at least 5 % (the ceiling of 12 % is guidance).",
    ),
    Said(
        "住房公积金由管理中心处理，一般不属于劳动仲裁受案范围。",
        "The fund is a matter of its centre, in general not of labour arbitration.",
    ),
)
