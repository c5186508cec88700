"""Situations of working life as people tell them, with what can be worked out and the provisions that govern it.

A table of the field, not of wordings: each row names provisions by address; the ledger decides what is in force.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_L, _LABOUR, _INSURANCE = "《劳动合同法》", "《劳动法》", "《社会保险法》"


@dataclass(frozen=True, slots=True)
class Consequence:
    """A calculation (or none), and the provisions that say when it applies, in the order in which they are read."""

    provisions: tuple[str, ...]
    calculator: str | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """`cue` tells it in a question; `unless` tells that it is another one after all; `instead` names situations that it
    takes the place of."""

    name: str
    cue: re.Pattern[str]
    consequences: tuple[Consequence, ...]
    unless: re.Pattern[str] | None = None
    instead: frozenset[str] = frozenset()

    def fits(self, question: str) -> bool:
        """Whether the question tells of this situation."""
        return bool(self.cue.search(question)) and not (self.unless and self.unless.search(question))


_SACKED = (
    r"辞退|裁员|被裁|裁[掉了我]|开除|炒(?:了|掉|我|鱿鱼)|被炒|解雇|解聘|劝退|辞掉|被(?:公司|单位|老板)?优化|撵走|赶走|让我走人|"
    r"(?:公司|单位|老板|厂里|hr|HR)[^，。？]{0,8}(?:解除|终止)[^，。？]{0,4}(?:合同|关系)|把我[^，。？]{0,4}(?:开了|裁)|被开了?"
)
_LEAVE = r"走人|离职|辞职|解除|不干|不做了|解约|走吗|想走|被迫|离开公司|炒老板"
_OWN_WILL = r"(?:自己|主动|个人原因|本人)(?:提出?|申请|想|要)?(?:的)?(?:辞职|离职|走)|裸辞|我(?:想|要)?辞职"
_NO_INSURANCE = (
    r"(?:没有?|不|未|拒绝|从不|断)(?:给|帮|替|为)?(?:我们?|员工|大家)?(?:依法|按时|正常)?(?:交|缴|上|买|办)(?:纳)?(?:过)?"
    r"(?:社保|社会保险|五险|保险|养老)|(?:社保|五险一?金?|社会保险|保险)[^，。？]{0,6}(?:没有?|不|未|断)(?:给|帮)?(?:我)?(?:交|缴|上|买|办)"
)
_NO_WAGES = (
    r"(?:拖欠|欠|克扣|扣)(?:着|了|我|我们|员工)*[^，。？]{0,8}(?:工资|薪水|薪资|工钱|薪)|欠薪"
    r"|(?:工资|薪水|工钱)[^，。？]{0,10}(?:没|不|未)(?:有)?(?:发|给|结|付)|(?:不|没|未)(?:按时|足额|给)*(?:发|给|付|结)[^，。？]{0,4}(?:工资|薪水|工钱)"
)
_UNSIGNED = (
    r"(?:没|未|不)有?(?:给|跟|和|与)?(?:我|我们|员工)?(?:签订?|订立?)(?:过)?(?:书面)?(?:劳动)?合同|(?:二|两|双)倍工资|双倍工资"
    r"|(?:劳动)?合同[^，。？]{0,4}(?:没|未)(?:有)?(?:签|订)|没有(?:书面)?劳动合同"
)
_PAY_FOR_GOING = r"经济补偿|补偿金|赔偿金|(?<![A-Za-z])N\s*\+\s*1|(?<![A-Za-z\d])2N|遣散费"

_SEVERANCE_RULE = f"{_L}第四十七条第一款"
_UNLAWFUL = Consequence((f"{_L}第四十八条", f"{_L}第八十七条"), "unlawful_termination")

SITUATIONS: tuple[Situation, ...] = (
    Situation(
        "forced_out_insurance",
        re.compile(rf"(?:{_NO_INSURANCE})(?=.*(?:{_LEAVE}|补偿))|(?:{_LEAVE})(?=.*(?:{_NO_INSURANCE}))", re.DOTALL),
        (Consequence((f"{_L}第三十八条第一款第三项", f"{_L}第四十六条第一项", _SEVERANCE_RULE), "severance"),),
        instead=frozenset({"dismissed", "own_will", "wage_arrears", "insurance"}),
    ),
    Situation(
        "forced_out_wages",
        re.compile(rf"(?:{_NO_WAGES})(?=.*(?:{_LEAVE}|补偿))|(?:{_LEAVE})(?=.*(?:{_NO_WAGES}))", re.DOTALL),
        (Consequence((f"{_L}第三十八条第一款第二项", f"{_L}第四十六条第一项", _SEVERANCE_RULE), "severance"),),
        re.compile(_SACKED),
        frozenset({"dismissed", "own_will", "wage_arrears"}),
    ),
    Situation(
        "dismissed_in_protection",
        re.compile(
            rf"(?:怀孕|孕期|产假|哺乳期|坐月子|生孩子)(?=.*(?:{_SACKED}))|(?:{_SACKED})(?=.*(?:怀孕|孕期|产假|哺乳期))",
            re.DOTALL,
        ),
        (Consequence((f"{_L}第四十二条第四项",)), _UNLAWFUL),
        instead=frozenset({"dismissed"}),
    ),
    Situation(
        "dismissed_in_probation",
        re.compile(rf"试用期?(?=.*(?:{_SACKED}|不要我|不合格))|(?:{_SACKED})(?=.*试用期)", re.DOTALL),
        (Consequence((f"{_L}第三十九条第一项", f"{_L}第二十一条")), _UNLAWFUL),
        instead=frozenset({"dismissed"}),
    ),
    Situation(
        "expired",
        re.compile(r"合同(?:快|就要|马上|已经)?(?:到期|期满)|到期(?:不|没|未)续|不续签|不再续"),
        (
            Consequence(
                (f"{_L}第四十四条第一项", f"{_L}第四十六条第五项", _SEVERANCE_RULE),
                "severance",
            ),
        ),
        re.compile(r"试用期"),
        frozenset({"dismissed"}),
    ),
    Situation(
        "own_will",
        re.compile(_OWN_WILL),
        (Consequence((f"{_L}第三十七条", f"{_L}第四十六条第一项")),),
        re.compile(rf"{_SACKED}|{_NO_INSURANCE}|{_NO_WAGES}"),
        frozenset({"dismissed"}),
    ),
    Situation(
        "dismissed",
        re.compile(rf"{_SACKED}|{_PAY_FOR_GOING}"),
        (
            Consequence(
                (_SEVERANCE_RULE, f"{_L}第四十六条第二项", f"{_L}第四十六条第三项", f"{_L}第四十六条第四项"),
                "severance",
            ),
            Consequence((f"{_L}第四十条",), "severance_with_notice"),
            _UNLAWFUL,
        ),
    ),
    Situation(
        "unsigned",
        re.compile(_UNSIGNED),
        (Consequence((f"{_L}第八十二条第一款", f"{_L}第十条第二款"), "double_wage"),),
    ),
    Situation(
        "overtime",
        re.compile(
            r"加班(?=.*(?:费|工资|钱|怎么算|多少|倍|补|\d|[一二三四五六七八九十]个?小时))|(?:费|工资|钱).*加班",
            re.DOTALL,
        ),
        (Consequence((f"{_LABOUR}第四十四条",), "overtime"),),
        re.compile(r"加班(?:到|去|时|途中)[^，。]{0,6}(?:受伤|摔|猝死|车祸)"),
    ),
    Situation(
        "made_to_work_longer",
        re.compile(
            r"(?:强制|强迫|逼|拒绝|不想|可以不|能不能不)[^，。？]{0,6}加班|加班[^，。？]{0,8}(?:违法|合法|上限|最多|限制)"
        ),
        (Consequence((f"{_L}第三十一条", f"{_LABOUR}第四十一条")),),
    ),
    Situation(
        "injured",
        re.compile(
            r"(?:工伤|伤残)(?=.*(?:赔|补|待遇|多少|钱|级|费))|(?:赔|补助|待遇).*(?:工伤|伤残)|级.{0,3}(?:工伤|伤残)",
            re.DOTALL,
        ),
        (
            Consequence(
                (f"{_INSURANCE}第三十八条第六项", f"{_INSURANCE}第三十八条第七项", f"{_INSURANCE}第三十九条第三项"),
                "work_injury",
            ),
        ),
    ),
    Situation(
        "annual_leave",
        re.compile(r"年假|年休假|带薪休假"),
        (Consequence((f"{_LABOUR}第四十五条",), "annual_leave"),),
    ),
    Situation(
        "probation",
        re.compile(r"试用期"),
        (Consequence((f"{_L}第十九条第一款", f"{_L}第二十条"), "probation"),),
        re.compile(rf"{_SACKED}|不符合录用"),
    ),
    Situation(
        "unemployed",
        re.compile(r"失业金|失业保险|失业补助"),
        (Consequence((f"{_INSURANCE}第四十五条", f"{_INSURANCE}第四十六条"), "unemployment_benefit"),),
    ),
    Situation(
        "limitation",
        re.compile(
            r"仲裁时效|(?:仲裁|劳动争议|告公司|告单位|告老板|起诉公司)[^，。？]{0,10}(?:时效|过期|期限|来得及|多久|还能|有效期)|(?:还能|还可以|来得及)[^，。？]{0,4}(?:申请)?(?:劳动)?仲裁|时效过"
        ),
        (Consequence(("《劳动争议调解仲裁法》第二十七条第一款",), "arbitration_limit"),),
    ),
    Situation(
        "retirement",
        re.compile(r"(?:什么时候|几岁|多大|何时|哪年|哪一年|多少岁)[^，。？]{0,6}退休|退休年龄|延迟退休|法定退休"),
        (Consequence((), "retirement_age"),),
    ),
    Situation(
        "wage_arrears",
        re.compile(_NO_WAGES),
        (Consequence((f"{_L}第三十条", f"{_L}第八十五条第一项")),),
        re.compile(_SACKED),
    ),
    Situation(
        "insurance",
        re.compile(_NO_INSURANCE),
        (Consequence((f"{_LABOUR}第七十二条", f"{_INSURANCE}第六十三条第一款")),),
    ),
)


def situations_in(question: str) -> list[Situation]:
    """The situations that a question tells of, in the order of the table."""
    found = [one for one in SITUATIONS if one.fits(question)]
    replaced = frozenset[str]().union(*(one.instead for one in found))
    return [one for one in found if one.name not in replaced]
