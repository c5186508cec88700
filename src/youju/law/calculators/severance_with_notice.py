"""代通知金加经济补偿 (N+1): 劳动合同法第四十条, 实施条例第二十条."""

from __future__ import annotations

from youju.law.calculators.compensation import compensation
from youju.law.calculators.inputs import Number, shown, wage
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.service import ServiceInputs
from youju.law.calculators.severance import NOTES
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

NOTICE = Basis(
    "劳动合同法",
    "第四十条",
    Said("未提前三十日通知的，额外支付一个月工资", "a month's wage instead of 30 days' notice"),
)
LAST_WAGE = Basis("劳动合同法实施条例", "第二十条", Said("按上一个月的工资标准确定", "at the wage of the month before"))
DUE = Basis("劳动合同法", "第四十六条第三项", Said("依第四十条解除应付经济补偿", "severance is due under art. 40"))


class NoticeInputs(ServiceInputs):
    """As for severance, and the wage of the month before."""

    model_config = shown({"years": 3, "months": 4, "salary": 8000, "last_wage": 8500})

    last_wage: Number = wage(
        "解除前上一个月的工资（元），代通知金按它计", "wage of the month before (CNY), for the notice pay"
    )


class SeveranceWithNotice:
    """N months' wages and one more instead of notice."""

    name = "severance_with_notice"
    title = Said("经济补偿加代通知金（N+1）", "severance pay with pay in lieu of notice (N+1)")
    about = Said(
        "用人单位依第四十条（医疗期满、不能胜任、客观情况重大变化）解除且未提前三十日书面通知：经济补偿另加一个月工资。",
        "Dismissal under art. 40 Labour Contract Law without 30 days' written notice: severance and one month's wage.",
    )
    inputs = NoticeInputs
    needs = ()

    def calculate(self, given: NoticeInputs, background: Background) -> Outcome:
        """N times the base, and the wage of the month before."""
        due = compensation(given, background)
        total = fen(due.amount) + fen(given.last_wage)
        steps = (
            *due.steps,
            step(
                f"经济补偿（N）＝{plain(due.months)}个月×{yuan(due.base)}元＝{money(due.amount)}元。",
                f"Severance (N): {plain(due.months)} months × CNY {yuan(due.base)} = {money(due.amount)}.",
                DUE,
            ),
            step(
                f"代通知金（+1）按上一个月工资标准{yuan(given.last_wage)}元，单独计算。",
                f"Instead of notice (+1): the wage of the month before, CNY {yuan(given.last_wage)}.",
                NOTICE,
                LAST_WAGE,
            ),
            step(
                f"合计＝{money(due.amount)}元＋{money(given.last_wage)}元＝{money(total)}元。",
                f"Together: {money(due.amount)} + {money(given.last_wage)} = CNY {money(total)}.",
            ),
        )
        rows = (
            Row(Said("经济补偿（N）", "severance (N)"), money(due.amount), "CNY"),
            Row(Said("代通知金（+1）", "pay in lieu of notice (+1)"), money(given.last_wage), "CNY"),
        )
        return Outcome(total, "CNY", steps, (*rows, *due.rows), (*due.notes, ONLY, UNUSUAL, *NOTES), due.day)


ONLY = Said(
    "“+1”只适用于第四十条的三种解除，且单位没有提前三十日书面通知；协商解除、裁员、合同到期终止和违法解除都没有法定代通知金。",
    "The extra month exists only for the three cases of art. 40 without 30 days' written notice.",
)
UNUSUAL = Said(
    "上一个月工资不能反映正常工资水平的，有的地方按解除前十二个月的平均工资计；代通知金是否也以三倍封顶，各地做法不尽一致。",
    "Where the last wage was unusual some places take the average of twelve months; whether it is capped also differs.",
)
