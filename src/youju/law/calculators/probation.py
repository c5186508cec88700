"""试用期: 劳动合同法第十九条, 第二十条, 第八十三条; 实施条例第十五条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal

from youju.law.calculators.inputs import Inputs, Number, Objection, ask, shown, wage
from youju.law.calculators.local import local_wage
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, Step, step

LENGTHS = ((36, 6), (12, 2), (3, 1))
"""Contract of at least so many months → probation of at most so many: 第十九条第一款."""
OPEN_ENDED = 6
SHARE = Decimal("0.8")
"""百分之八十: 第二十条."""
LONGEST = Basis("劳动合同法", "第十九条第一款", Said("试用期的最长期限", "how long it may be"))
ONCE = Basis("劳动合同法", "第十九条第二款", Said("只能约定一次试用期", "once only"))
NONE_AT_ALL = Basis("劳动合同法", "第十九条第三款", Said("不得约定试用期", "none may be agreed"))
ALONE = Basis("劳动合同法", "第十九条第四款", Said("仅约定试用期的，试用期不成立", "no contract of probation alone"))
PART_TIME = Basis("劳动合同法", "第七十条", Said("非全日制不得约定试用期", "none for work by the hour"))
FLOOR = Basis("劳动合同法", "第二十条", Said("最低档工资或约定工资的80%，不低于最低工资", "80 %, and the minimum wage"))
FLOOR_DETAIL = Basis("劳动合同法实施条例", "第十五条", Said("两个80%与最低工资", "both of the 80 %"))
PAID = Basis("劳动合同法", "第八十三条", Said("违法试用期按期满月工资赔偿", "compensation for unlawful probation"))


class ProbationInputs(Inputs):
    """The contract, the probation agreed, and the wages."""

    model_config = shown({"contract_months": 24, "agreed_months": 6, "served_months": 6, "contract_wage": 8000})

    kind: Literal["fixed", "open_ended", "task", "part_time"] = ask(
        "合同类型：fixed 固定期限 | open_ended 无固定期限 | task 以完成一定任务为期限 | part_time 非全日制",
        "kind of contract",
        default="fixed",
    )
    contract_months: Number | None = ask(
        "固定期限合同的期限（月）", "length of a fixed contract in months", example=24, default=None, gt=0, le=600
    )
    agreed_months: Number | None = ask("约定的试用期（月）", "probation agreed, in months", default=None, ge=0, le=60)
    served_months: Number | None = ask(
        "已经履行的试用期（月）", "probation served, in months", default=None, ge=0, le=60
    )
    again: bool = ask("同一单位是否已经约定过一次试用期", "whether this employer had a probation before", default=False)
    contract_wage: Number | None = wage(
        "劳动合同约定的（试用期满后）月工资（元）", "monthly wage after probation (CNY)", default=None
    )
    lowest_grade_wage: Number | None = wage(
        "本单位相同岗位最低档工资（元）", "lowest wage of the same post (CNY)", default=None
    )
    probation_wage: Number | None = wage("试用期实际月工资（元）", "monthly wage during probation (CNY)", default=None)
    minimum_wage: Number | None = wage("当地月最低工资标准（元）", "local minimum wage (CNY a month)", default=None)
    city: str | None = ask(
        "所在城市，在 standards.toml 中查当地标准", "city, looked up in standards.toml", default=None, max_length=40
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """A fixed contract has a length; nobody serves more than was agreed."""
        if self.kind == "fixed" and self.contract_months is None:
            told = "缺少，需要固定期限合同的期限（月）", "is missing: the length of the contract in months"
            yield Objection("contract_months", *told, missing=True)
        if self.kind != "fixed" and self.contract_months is not None:
            yield Objection("contract_months", "只适用于固定期限合同（kind=fixed）", "is for fixed contracts alone")
        if self.agreed_months is not None and (self.served_months or 0) > self.agreed_months:
            yield Objection("served_months", "超过约定的试用期", "is more than was agreed")
        if self.served_months and self.contract_wage is None:
            told = "缺少，计算违法试用期赔偿需要试用期满月工资", "is missing: compensation is counted with it"
            yield Objection("contract_wage", *told, missing=True)


class Probation:
    """How long probation may be, and at least how well paid."""

    name = "probation"
    title = Said("试用期上限与工资下限", "probation: longest time and lowest wage")
    about = Said(
        "试用期最长几个月（按合同期限）、只能约定一次、试用期工资不低于80%和最低工资，以及违法约定试用期的赔偿金。",
        "How long probation may be, at least what it pays, and compensation for unlawful probation.",
    )
    inputs = ProbationInputs
    needs = ()

    def calculate(self, given: ProbationInputs, background: Background) -> Outcome:
        """The longest time in months; wage floor and compensation as further rows."""
        most, first = _longest(given)
        steps = [first]
        rows: list[Row] = []
        floor, floor_steps = _floor(given, background)
        steps += floor_steps
        if floor is not None:
            rows.append(Row(Said("试用期工资下限", "lowest wage"), money(floor), "CNY"))
        excess = max((given.served_months or Decimal(0)) - most, Decimal(0))
        agreed = given.agreed_months or Decimal(0)
        if agreed > most:
            zh = f"约定的{plain(agreed)}个月超过{most}个月，超过部分违法。"
            steps.append(
                step(zh, f"{plain(agreed)} months agreed are over {most}: the rest is unlawful.", *first.basis)
            )
        if excess and given.contract_wage is not None:
            due = fen(excess * given.contract_wage)
            wage_, months = yuan(given.contract_wage), plain(excess)
            steps.append(
                step(
                    f"违法部分已履行{months}个月：赔偿金＝{wage_}元×{months}＝{money(due)}元。",
                    f"{months} months of it were served: CNY {wage_} × {months} = {money(due)}.",
                    PAID,
                )
            )
            rows.append(Row(Said("违法试用期赔偿金", "compensation for unlawful probation"), money(due), "CNY"))
        return Outcome(Decimal(most), "months", tuple(steps), tuple(rows), NOTES)


def _longest(given: ProbationInputs) -> tuple[int, Step]:
    """Months, and the step that says why."""
    excluded = _excluded(given)
    if excluded is not None:
        return 0, excluded
    if given.kind == "open_ended":
        told = f"无固定期限劳动合同，试用期不得超过{OPEN_ENDED}个月。", f"Open-ended: at most {OPEN_ENDED} months."
        return OPEN_ENDED, step(*told, LONGEST)
    length = given.contract_months or Decimal(0)
    most = next((limit for least, limit in LENGTHS if length >= least), 0)
    if not most:
        told = f"合同期限{plain(length)}个月，不满三个月，不得约定试用期。", "Under three months: no probation."
        return 0, step(*told, NONE_AT_ALL)
    return most, step(
        f"合同期限{plain(length)}个月，试用期不得超过{most}个月。",
        f"A contract of {plain(length)} months: at most {most} months of probation.",
        LONGEST,
    )


def _excluded(given: ProbationInputs) -> Step | None:
    """Why there can be no probation at all, whatever the length of the contract."""
    if given.again:
        return step(
            "同一单位与同一劳动者只能约定一次试用期：再次约定无效。", "Probation may be agreed once only.", ONCE
        )
    if given.kind == "part_time":
        return step("非全日制用工不得约定试用期。", "No probation for work by the hour.", PART_TIME)
    if given.kind == "task":
        told = "以完成一定工作任务为期限的劳动合同不得约定试用期。", "No probation in a contract for a task."
        return step(*told, NONE_AT_ALL)
    length, agreed = given.contract_months, given.agreed_months
    if length is not None and agreed is not None and agreed >= length:
        return step(
            "试用期不短于合同期限，等于仅约定试用期：试用期不成立。",
            "A contract of probation alone has no probation.",
            ALONE,
        )
    return None


def _floor(given: ProbationInputs, background: Background) -> tuple[Decimal | None, list[Step]]:
    """The lowest wage of probation by what was given; None where nothing was."""
    shares = [one * SHARE for one in (given.contract_wage, given.lowest_grade_wage) if one is not None]
    minimum = local_wage("minimum_wage", given.minimum_wage, given.city, background.today, background)
    if not shares:
        return None, []
    share, floor = min(shares), max(min(shares), minimum.amount if minimum else Decimal(0))
    parts = "、".join(
        f"{zh}{yuan(one)}元×80%＝{money(one * SHARE)}元"
        for zh, one in (("约定工资", given.contract_wage), ("同岗位最低档工资", given.lowest_grade_wage))
        if one is not None
    )
    least = f"，不低于当地最低工资{yuan(minimum.amount)}元{minimum.source.zh}" if minimum else ""
    english = f", and the minimum wage of {yuan(minimum.amount)}{minimum.source.en}" if minimum else ""
    steps = [
        step(
            f"试用期工资：{parts}{least}，至少{money(floor)}元。",
            f"Wage of probation: 80 % is CNY {money(share)}{english}: at least {money(floor)}.",
            FLOOR,
            FLOOR_DETAIL,
        )
    ]
    if given.probation_wage is not None:
        lack = max(floor - given.probation_wage, Decimal(0))
        zh = f"低于下限，每月少付{money(lack)}元" if lack else "不低于下限"
        en = f"CNY {money(lack)} a month too little" if lack else "not too little"
        steps.append(
            step(f"实际{yuan(given.probation_wage)}元，{zh}。", f"Paid: {yuan(given.probation_wage)}, {en}.", FLOOR)
        )
    return floor, steps


NOTES = (
    Said(
        "“最低档工资或者约定工资的80%”两个标准是择一还是取高有不同认识：同时给出时，这里取两者中低的一个作为下限。",
        "Whether both of the 80 % must be kept, or one of them, is contested: the lower one counts here.",
    ),
    Said("试用期包含在合同期限内；以上包括本数（满一年的合同按一年以上）。", "“At least” includes the number itself."),
    Said(
        "未给最低工资标准时，下限只按80%算；违法试用期不满整月的赔偿如何折算，法律没有写明。",
        "Without a minimum wage only the 80 % count; how parts of a month are counted the law does not say.",
    ),
)
