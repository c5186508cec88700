"""Amounts in a sentence, and which of them are wages. An amount of which nothing says what it is is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from youju.law.advice.facts import Detail, Doubt, Fact, FactKind
from youju.law.advice.phrases import NEAR, clause_after, clause_before
from youju.text.numerals import parse_numeral

_MAGNITUDE = str.maketrans({"k": "千", "K": "千", "w": "万", "W": "万"})
_HAN = "[零〇一二两三四五六七八九十百千万]"
_AMOUNT = re.compile(
    r"(?P<sign>[-−]|负)?\s*(?:¥|￥|人民币|RMB)?\s*"
    r"(?P<n>(?<![\d.A-Za-z])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:\s*(?:[万千百]|[kKwW](?![A-Za-z]))(?:{_HAN}|\d(?!\d*\s*(?:年|个|月|天|小时|岁)))*)?|(?<!{_HAN}){_HAN}+)"
    r"\s*(?:元整?|块钱?|圆|人民币|RMB)?(?!\d|\s*(?:年|个|月(?!薪)|天|日|号|小时|级|岁|条|%|倍|点|次|人|号|期|周|分|款|项|年级))"
    r"(?P<about>多|余|出头|左右|上下|来块|不到|以上|以下)?(?P<range>\s*(?:-|~|～|—|至|到)\s*(?:\d|[一二两三四五六七八九十]))?"
)
_FILL = (
    rf"(?:{NEAR}|是|为|有|才|只有?|平均|每个?月|一个?月|税前|税后|到手|现在|目前|就|共|合计|发|拿|挣|开|给|领|在|也|都|应该|"
    r"固定|实发|应发|扣完税|扣完社保|左右|了|到|的|能|每月|月|工资|每|说好|谈好|写的?|不过|虽然|[：:，,\s])*"
)
_OWED = re.compile(
    r"(?:拖欠|欠|扣|罚|押金?|补偿|补发|赔偿?|借|奖金?|提成|报销|基数|房租|房贷|少发|违约金|垫付|返还|差额|加班费|补贴|津贴|餐补|"
    r"年终奖|公积金|社保|保险|医疗费|彩礼|一次性|总共|共计)[^，,。；;]{0,8}$"
)
_MONTHLY = re.compile(
    r"(?:月薪|月工资|月收入|薪水|薪资|薪酬|底薪|基本工资|月入|(?<!加班)工资|收入|税前|税后|工钱|待遇|"
    r"(?:每个?|一个?)月(?:能|可以|只|才)?(?:挣|拿|赚|发|开|给|到手|领|有|工资)|月均工资|平均工资|到手|"
    rf"一个月|每个?月){_FILL}$"
)
_PLAINLY = re.compile(rf"(?:月薪|月工资|底薪|月入|每月工资){_FILL}$")
_MONTHLY_AFTER = re.compile(
    r"\s*(?:元|块钱?)?\s*(?:(?:/|每|一)个?月|的(?:月薪|工资|月工资|薪水|底薪|收入)|月薪|(?:左右|多)的?(?:工资|月薪))"
)
_PER_OTHER = re.compile(r"\s*(?:元|块钱?)?\s*(?:/|每|一)个?\s*(?:天|日|小时|周|年)|(?:一|每)个?(?:天|小时)")
_DAILY = re.compile(rf"(?:日薪|时薪|日工资|小时工资|每小时|每天|一天|一小时|周薪){_FILL}$")
_YEARLY = re.compile(rf"(?:年薪|年收入|(?:一|每)年(?:能|可以)?(?:挣|拿|赚|发|开|给|到手|收入)){_FILL}$")
_PROBATION = re.compile(rf"试用期(?:间|内)?(?:的)?{_FILL}$")
_AVERAGE_OF_CITY = re.compile(
    rf"(?:社平|社会平均|(?:当地|本地|本市|全市|地区|城市|上年度|全省|职工)[^，,。]{{0,10}}平均)(?:工资|月)*{_FILL}$"
)
_MINIMUM = re.compile(rf"最低工资(?:标准)?{_FILL}$")
_DETAILS: tuple[tuple[Detail, str], ...] = (
    ("average", r"平均|月均"),
    ("net", r"税后|到手|实发|拿到手|扣完"),
    ("gross", r"税前|应发"),
    ("basic", r"底薪|基本工资"),
)
_ABOUT = re.compile(NEAR)
_MONTHS_OF_YEAR = 12
_CENT = Decimal("0.01")
LEAST_PAY = 100
"""CNY a month below which an amount is no wage that somebody would name."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of CNY at `[start, end)`."""

    value: Decimal
    start: int
    end: int
    about: bool


def amounts(text: str) -> Iterator[tuple[Amount, bool]]:
    """All numbers that may be amounts, and whether each is one end of a range."""
    for match in _AMOUNT.finditer(text):
        value = parse_numeral(match["n"].translate(_MAGNITUDE))
        if value is None:
            continue
        end = match.end("range") if match["range"] else match.end()
        start = match.start("sign") if match["sign"] else match.start("n")
        signed = -value if match["sign"] else value
        yield Amount(signed, start, end, bool(match["about"])), bool(match["range"])


def read_amounts(text: str) -> Iterator[Fact | Doubt]:
    """The facts that are amounts. `text` as in `read_periods`, its periods blanked."""
    for amount, ranging in amounts(text):
        before, after = clause_before(text, amount.start, over_comma=True), clause_after(text, amount.end)
        kind, yearly = _role(before, after, amount.value)
        if kind is None:
            continue
        if ranging:
            yield Doubt(kind, "two_values", amount.start, amount.end)
        elif amount.value <= 0:
            yield Doubt(kind, "negative", amount.start, amount.end)
        elif amount.value < LEAST_PAY:
            yield Doubt(kind, "odd", amount.start, amount.end)
        else:
            value = amount.value
            if yearly:
                value = (value / _MONTHS_OF_YEAR).quantize(_CENT, ROUND_HALF_UP)
            about = amount.about or bool(_ABOUT.search(before[-6:]))
            detail: Detail = "average" if yearly else _detail(before, after)
            yield Fact(kind, value, amount.start, amount.end, about, detail, "year" if yearly else "month")


_ROLES: tuple[tuple[FactKind, re.Pattern[str]], ...] = (
    ("probation_pay", _PROBATION),
    ("pay", _YEARLY),
    ("pay", _MONTHLY),
)
_OF_OTHERS: tuple[tuple[FactKind, re.Pattern[str]], ...] = (
    ("local_average", _AVERAGE_OF_CITY),
    ("minimum_wage", _MINIMUM),
)


def _role(before: str, after: str, value: Decimal) -> tuple[FactKind | None, bool]:
    """What an amount is, and whether it is a year's."""
    others: list[FactKind] = [kind for kind, pattern in _OF_OTHERS if pattern.search(before)]
    owed = _OWED.search(before) and not _PLAINLY.search(before)
    if others or owed or _PER_OTHER.match(after) or _DAILY.search(before):
        return (others[0] if others else None), False
    roles: list[tuple[FactKind, bool]] = [(kind, one is _YEARLY) for kind, one in _ROLES if one.search(before)]
    if not roles and abs(value) >= LEAST_PAY and _MONTHLY_AFTER.match(after):
        roles.append(("pay", False))
    return roles[0] if roles else (None, False)


def _detail(before: str, after: str) -> Detail:
    near = before[-14:] + after[:4]
    found: list[Detail] = [detail for detail, words in _DETAILS if re.search(words, near)]
    return found[0] if found else ""
