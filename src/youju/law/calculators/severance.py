"""经济补偿 (N): 劳动合同法第四十六条, 第四十七条."""

from __future__ import annotations

from youju.law.calculators.compensation import compensation
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.service import ServiceInputs
from youju.law.calculators.values import Background, Basis, Outcome, Said, step

WHEN = Basis("劳动合同法", "第四十六条", Said("应当支付经济补偿的情形", "when severance is due"))


class Severance:
    """N months' wages."""

    name = "severance"
    title = Said("经济补偿（N）", "severance pay (N)")
    about = Said(
        "解除或终止劳动合同的经济补偿：每满一年一个月工资，含三倍封顶和十二年上限。用于协商解除（单位提出）、被迫解除、"
        "无过失性辞退、裁员、合同到期不续等第四十六条的情形。",
        "Severance of art. 46–47 Labour Contract Law: a month's wage a year, with the cap of three times the local "
        "average.",
    )
    inputs = ServiceInputs
    needs = ()

    def calculate(self, given: ServiceInputs, background: Background) -> Outcome:
        """N times the monthly base."""
        due = compensation(given, background)
        last = step(
            f"经济补偿＝{plain(due.months)}个月×{yuan(due.base)}元＝{money(due.amount)}元。",
            f"Severance: {plain(due.months)} months × CNY {yuan(due.base)} = {money(due.amount)}.",
            WHEN,
        )
        return Outcome(fen(due.amount), "CNY", (*due.steps, last), due.rows, (*due.notes, *NOTES), due.day)


NOTES = (
    Said(
        "在办结工作交接时支付（第五十条第二款）；经责令限期支付仍逾期不付的，按应付金额50%以上100%以下加付赔偿金"
        "（第八十五条）。",
        "Due when work is handed over (art. 50); who does not pay after an order owes 50 to 100 % more (art. 85).",
    ),
    Said(
        "只有属于《劳动合同法》第四十六条所列情形才应当支付；劳动者因个人原因主动辞职、因过失被依法辞退"
        "（第三十九条）的不支付。",
        "Due only in the cases of art. 46 Labour Contract Law: not where the worker leaves for own reasons, nor after "
        "a lawful dismissal for fault (art. 39).",
    ),
    Said(
        "非因本人原因被安排到新单位的，原单位工作年限合并计算（原单位已付补偿的除外）；非全日制用工终止不付补偿（第七十一条）。",
        "Years with an earlier employer count where the move was not the worker's; part-time work by the hour has "
        "none (art. 71).",
    ),
)
