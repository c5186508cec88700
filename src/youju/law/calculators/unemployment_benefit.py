"""失业保险金的最长领取期限: 社会保险法第四十五条, 第四十六条; 失业保险条例第十七条."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from youju.law.calculators.inputs import WORKING_LIFE, Count, Inputs, Objection, ask, shown
from youju.law.calculators.values import Background, Basis, Outcome, Said, step

MONTHS = ((10, 24), (5, 18), (1, 12))
"""Years of contributions → months at most: 社会保险法第四十六条."""
MOST = 24
WHO = Basis("社会保险法", "第四十五条", Said("领取的三个条件", "who may draw it"))
HOW_LONG = Basis(
    "社会保险法", "第四十六条", Said("最长12、18、24个月，合并不超过24个月", "12, 18 or 24 months at most")
)
HOW_MUCH = Basis("社会保险法", "第四十七条", Said("标准由省级人民政府确定", "the amount is set by the province"))
REGULATION = Basis("失业保险条例", "第十七条", Said("同", "the same"))


class UnemploymentInputs(Inputs):
    """For how long contributions were paid."""

    model_config = shown({"years": 6, "months": 3})

    years: Count = ask("累计缴费满几年", "full years of contributions", example=6, ge=0, le=WORKING_LIFE)
    months: Count = ask("满年以外的月数", "months beyond them", default=0, ge=0, le=11)
    remaining: Count = ask(
        "前次失业应领而未领的月数", "months left over from an earlier time without work", default=0, ge=0, le=MOST
    )

    def objections(self, today: date) -> Iterator[Objection]:
        """Beyond a working life."""
        if self.years == WORKING_LIFE and self.months:
            yield Objection("months", f"合计超过{WORKING_LIFE}年", f"is beyond {WORKING_LIFE} years")


class UnemploymentBenefit:
    """Months of unemployment benefit at most."""

    name = "unemployment_benefit"
    title = Said("失业保险金最长领取月数", "months of unemployment benefit at most")
    about = Said(
        "按累计缴费年限算失业保险金最长领取月数：满1年12个月、满5年18个月、满10年24个月，含前次未领的合并。",
        "At most 12, 18 or 24 months by years of contributions, with what is left over from before.",
    )
    inputs = UnemploymentInputs
    needs = ()

    def calculate(self, given: UnemploymentInputs, background: Background) -> Outcome:
        """Months at most."""
        new = next((months for least, months in MONTHS if given.years >= least), 0)
        paid = f"{given.years}年" + (f"{given.months}个月" if given.months else "")
        english = f"{given.years} years {given.months} months"
        if not new:
            steps = [
                step(
                    f"累计缴费{paid}，不满一年，没有新的领取期限。",
                    f"{english} paid: under a year, none.",
                    WHO,
                    HOW_LONG,
                )
            ]
        else:
            told = f"累计缴费{paid}，最长{new}个月。", f"{english} paid: at most {new} months."
            steps = [step(*told, HOW_LONG, REGULATION)]
        total = new
        if new and given.remaining:
            total = min(new + given.remaining, MOST)
            steps.append(
                step(
                    f"与前次未领的{given.remaining}个月合并，不超过{MOST}个月：{total}个月。",
                    f"Together with {given.remaining} months left over, at most {MOST}: {total} months.",
                    HOW_LONG,
                )
            )
        steps.append(
            step(
                "每月的标准由省、自治区、直辖市人民政府确定，不在本结果内。",
                "The amount a month is set by the province and is not in this result.",
                HOW_MUCH,
            )
        )
        notes = (*NOTES, LEFT_OVER) if given.remaining and not new else NOTES
        return Outcome(Decimal(total), "months", tuple(steps), notes=notes)


NOTES = (
    Said(
        "这是最长期限，各地按缴费时间细分实际月数。",
        "This is the longest time: places grade it further.",
    ),
    Said(
        "须缴费满一年、非因本人意愿中断就业并已办理失业登记；重新就业后缴费时间重新计算。",
        "It needs a year of contributions, loss of work against one's will, and registration.",
    ),
)
LEFT_OVER = Said(
    "缴费不满一年时前次未领的月数能否继续领取，按当地规定。", "Whether months left over may be drawn then is local."
)
