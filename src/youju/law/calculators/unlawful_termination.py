"""违法解除或终止的赔偿金 (2N): 劳动合同法第四十八条, 第八十七条; 实施条例第二十五条."""

from __future__ import annotations

from youju.law.calculators.compensation import compensation
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.service import LAW_BEGINS, ServiceInputs
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

TIMES = 2
"""劳动合同法第八十七条: 二倍."""
DOUBLE = Basis("劳动合同法", "第八十七条", Said("经济补偿标准的二倍", "twice the severance"))
CHOICE = Basis("劳动合同法", "第四十八条", Said("可以要求继续履行，也可以要求赔偿金", "reinstatement or compensation"))
EXCLUSIVE = Basis(
    "劳动合同法实施条例",
    "第二十五条",
    Said("付赔偿金的不再付经济补偿；年限自用工之日起算", "instead of severance; from the first day"),
)


class UnlawfulTermination:
    """Twice the severance."""

    name = "unlawful_termination"
    title = Said("违法解除赔偿金（2N）", "compensation for unlawful termination (2N)")
    about = Said(
        "用人单位违法解除或终止劳动合同、劳动者不要求或不能继续履行时的赔偿金：经济补偿标准的二倍，与经济补偿不并用。",
        "Unlawful termination where the contract is not carried on: twice the severance, and no severance beside it.",
    )
    inputs = ServiceInputs
    needs = ()

    def calculate(self, given: ServiceInputs, background: Background) -> Outcome:
        """Twice N times the base."""
        due = compensation(given, background, since_2008=False)
        single = fen(due.amount)
        steps = (
            *due.steps,
            step(
                f"经济补偿标准＝{plain(due.months)}个月×{yuan(due.base)}元＝{money(single)}元。",
                f"The measure of severance: {plain(due.months)} months × CNY {yuan(due.base)} = {money(single)}.",
            ),
            step(
                f"赔偿金＝{money(single)}元×2＝{money(TIMES * single)}元；支付赔偿金的，不再支付经济补偿。",
                f"Twice that: CNY {money(TIMES * single)}; no severance is due beside it.",
                DOUBLE,
                EXCLUSIVE,
            ),
            step(
                "劳动者也可以不要赔偿金而要求继续履行劳动合同；要求继续履行而能够履行的，应当继续履行。",
                "The worker may instead demand that the contract be carried on, where it can be.",
                CHOICE,
            ),
        )
        early = (OLD_TIME,) if given.start is not None and given.start < LAW_BEGINS else ()
        rows = (Row(Said("经济补偿标准（N）", "severance (N)"), money(single), "CNY"), *due.rows)
        return Outcome(TIMES * single, "CNY", steps, rows, (*due.notes, *early, UNLAWFUL), due.day)


OLD_TIME = Said(
    "赔偿金年限自用工之日起算（实施条例第二十五条），2008年以前的工作时间计入本结果；也有地方对2008年以前的部分分段处理。",
    "Years count from the first day of work, those before 2008 included; some places treat these apart.",
)
UNLAWFUL = Said(
    "是否违法要看解除理由、证据和程序（如第三十九条至第四十三条）；单位合法解除的，最多是经济补偿或N+1。",
    "Whether it was unlawful depends on reason, proof and procedure (art. 39–43).",
)
