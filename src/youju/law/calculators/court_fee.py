"""案件受理费: 诉讼费用交纳办法第十三条, 第十五条, 第十六条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal

from youju.law.calculators.inputs import LARGEST_AMOUNT, Inputs, Number, Objection, ask, shown
from youju.law.calculators.money import fen, money, plain, yuan
from youju.law.calculators.values import Background, Basis, Outcome, Said, Step, step

LAW = "诉讼费用交纳办法"
BASE_UP_TO, BASE = Decimal(10_000), Decimal(50)
TIERS = (
    (Decimal(100_000), Decimal("2.5")),
    (Decimal(200_000), Decimal(2)),
    (Decimal(500_000), Decimal("1.5")),
    (Decimal(1_000_000), Decimal(1)),
    (Decimal(2_000_000), Decimal("0.9")),
    (Decimal(5_000_000), Decimal("0.8")),
    (Decimal(10_000_000), Decimal("0.7")),
    (Decimal(20_000_000), Decimal("0.6")),
    (Decimal("Infinity"), Decimal("0.5")),
)
"""Up to so much of the claim → percent of that part: 第十三条第一款第（一）项."""
LABOUR = Decimal(10)
"""第十三条第一款第（四）项."""
PROPERTY_FEE = Basis(LAW, "第十三条第一项", Said("财产案件分段累计", "property claims by tiers"))
LABOUR_FEE = Basis(LAW, "第十三条第四项", Said("劳动争议每件10元", "labour disputes CNY 10"))
ENDED = Basis(LAW, "第十五条", Said("调解结案、撤诉减半", "half on settlement or withdrawal"))
SIMPLE = Basis(LAW, "第十六条", Said("简易程序减半", "half in simplified procedure"))
FREE = Basis("劳动争议调解仲裁法", "第五十三条", Said("劳动争议仲裁不收费", "labour arbitration is free"))


class CourtFeeInputs(Inputs):
    """The kind of case and the amount."""

    model_config = shown({"kind": "property", "amount": 250000, "halved": "simplified"})

    kind: Literal["property", "labour"] = ask(
        "案件类型：property 财产 | labour 劳动争议", "kind of case", default="property"
    )
    amount: Number | None = ask(
        "诉讼请求的金额或价额（元）",
        "amount claimed (CNY)",
        example=250000,
        default=None,
        ge=0,
        le=LARGEST_AMOUNT,
        decimal_places=2,
    )
    halved: Literal["no", "simplified", "settled", "withdrawn"] = ask(
        "减半情形：no 无 | simplified 简易程序 | settled 调解结案 | withdrawn 撤诉",
        "whether it is halved",
        default="no",
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """A property claim has an amount."""
        if self.kind == "property" and self.amount is None:
            yield Objection("amount", "缺少，财产案件需要诉讼请求金额", "is missing: the amount claimed", missing=True)


class CourtFee:
    """The fee for taking a case."""

    name = "court_fee"
    title = Said("案件受理费", "court fee")
    about = Said(
        "法院案件受理费：财产案件按金额分段累计，劳动争议每件10元；简易程序、调解结案、撤诉减半。",
        "The court fee: property claims by tiers, labour disputes CNY 10; half where the law says so.",
    )
    inputs = CourtFeeInputs
    needs = ()

    def calculate(self, given: CourtFeeInputs, background: Background) -> Outcome:
        """The fee, halved where it is."""
        if given.kind == "labour":
            fee = LABOUR
            steps = [
                step("劳动争议案件每件交纳10元。", "A labour dispute: CNY 10.", LABOUR_FEE),
                step("劳动争议仲裁不收费。", "Labour arbitration itself is free.", FREE),
            ]
        else:
            fee, told = _property(given.amount or Decimal(0))
            steps = [told]
        if given.halved != "no":
            fee /= 2
            steps.append(_halved(given.halved, fee))
        return Outcome(fen(fee), "CNY", tuple(steps), notes=NOTES)


def _property(amount: Decimal) -> tuple[Decimal, Step]:
    """50 CNY up to 10,000; then each part at its rate."""
    fee, below = BASE, BASE_UP_TO
    parts = [plain(BASE)]
    for limit, percent in TIERS:
        part = min(amount, limit) - below
        if part <= 0:
            break
        fee += part * percent / 100
        parts.append(f"{yuan(part)}×{plain(percent)}%")
        below = limit
    return fee, step(
        f"诉讼请求{yuan(amount)}元，分段累计：{'＋'.join(parts)}＝{money(fee)}元。",
        f"CNY {yuan(amount)} by tiers: {' + '.join(parts)} = {money(fee)}.",
        PROPERTY_FEE,
    )


def _halved(why: str, fee: Decimal) -> Step:
    zh, en, basis = {
        "simplified": ("适用简易程序", "simplified procedure", SIMPLE),
        "settled": ("调解结案", "settled", ENDED),
        "withdrawn": ("申请撤诉", "withdrawn", ENDED),
    }[why]
    return step(f"{zh}，减半交纳：{money(fee)}元。", f"Half, {en}: CNY {money(fee)}.", basis)


NOTES = (
    Said(
        "不含申请费（执行、保全等，第十四条）、鉴定费等；离婚、人格权、知识产权、行政等案件另有标准，本计算器不含。",
        "Without fees for enforcement, preservation or experts; divorce and other cases have rates of their own.",
    ),
    Said(
        "原告预交，一般由败诉方负担（第二十九条）；确有困难的可以申请缓、减、免交。",
        "Paid in advance by the plaintiff and in general borne by who loses; relief may be asked for.",
    ),
)
