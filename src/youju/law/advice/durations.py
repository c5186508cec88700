"""Periods in a sentence (三年半, 3年4个月, 36小时), and what each is said of. What is said of none is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from youju.law.advice.facts import Detail, Doubt, Fact, FactKind
from youju.law.advice.phrases import NEAR, clause_after, clause_before
from youju.text.numerals import parse_numeral

_N = r"(?:\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百]+)"
_PERIOD = re.compile(
    rf"(?<![\d.第十百〇零一二三四五六七八九两几])"
    rf"(?:(?P<y>{_N})\s*个?周?年(?!前|级|终|底|假|度|薪|初|休假|月)(?:(?P<yh>半)|\s*(?:零|又|加)?\s*(?P<ym>{_N})\s*个?(?P<ymh>半)?月(?![\d一二三四五六七八九十])(?!薪|工资|入))?"
    rf"|(?P<half>半)年|(?P<m>{_N})\s*个(?P<mh>半)?月(?!前)|(?P<hm>半)个月"
    rf"|(?P<d>{_N})\s*个?(?P<dh>半)?天|(?P<h>{_N})\s*个?(?P<hh>半)?(?:小时|钟头))"
    rf"(?P<about>多|余|出头|左右|上下|来|不到)?"
)
_HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Period:
    """A period at `[start, end)`: months, days or hours."""

    value: Decimal
    unit: str
    start: int
    end: int
    about: bool = False
    odd: bool = False
    """Whether nobody would write it so: 3年14个月."""


def periods(text: str) -> Iterator[Period]:
    """All periods of a text whose digits are half-width, in their order."""
    for match in _PERIOD.finditer(text):
        unit, value = _measured(match)
        if value is None:
            continue
        odd = bool(match["ym"]) and (parse_numeral(match["ym"]) or 0) >= 12
        yield Period(value, unit, match.start(), match.end(), bool(match["about"]), odd)


def _measured(match: re.Match[str]) -> tuple[str, Decimal | None]:
    for name, half, unit in (("m", "mh", "months"), ("d", "dh", "days"), ("h", "hh", "hours")):
        if match[name]:
            value = parse_numeral(match[name])
            return unit, None if value is None else value + (_HALF if match[half] else 0)
    if match["half"] or match["hm"]:
        return "months", Decimal(6) if match["half"] else _HALF
    years = parse_numeral(match["y"])
    months = parse_numeral(match["ym"]) if match["ym"] else Decimal(0)
    if years is None or months is None:
        return "months", None
    return "months", years * 12 + months + (6 if match["yh"] else 0) + (_HALF if match["ymh"] else 0)


_FILL = (
    rf"(?:{NEAR}|了|有|满|已经?|是|为|都|整整|一共|总共|共|刚刚?|才|也|的|时间|够|过|长|约定|定|写|签|一直|总计|累计|"
    r"[：:\s,，])*"
)
_ELSE = re.compile(
    r"(?:拖|过|隔|等|晚|拖欠|欠|判|休|请|怀孕|住院|医疗期|最近|近|过去|再过|还有|还差|差|提前|年龄|结婚|毕业|断|停|孩子|"
    rf"断缴|停缴|每隔|长达|失业|休息|放假|病假|产假|怀|追诉|时效|欠薪|没发|不发|没交|没缴|工资){_FILL}$"
)
_ELSE_AFTER = re.compile(
    r"\s*(?:以前|之前|前|以内|之内|内|的?(?:工资|薪水|奖金|社保|钱)(?:没|不|未)|(?:没|不|未)(?:发|给|付))"
)
_UNSIGNED = re.compile(
    r"(?:没|未|不)有?(?:给我|跟我|和我|与我|给)?(?:签订?|订立?)过?(?:书面)?(?:劳动|任何)?合同"
    rf"(?:就|，|,|在公司|在厂里)*(?:干|做|工作|上班|待|呆)?{_FILL}$"
)
_UNSIGNED_AFTER = re.compile(
    r"\s*[，,]?(?:了|公司|单位|老板|一直|都|也|还|就|从来?)*(?:没|未|不)有?(?:给我?|跟我|和我|与我)?(?:签|订)"
)
_PROBATION = re.compile(rf"试用期?(?:{_FILL})$")
_PROBATION_AFTER = re.compile(r"\s*的?试用期?")
_CONTRACT = re.compile(rf"(?<!没签)(?<!未签)(?:合同期?限?|签的?合同|签了?(?:一份)?){_FILL}$")
_CONTRACT_AFTER = re.compile(r"\s*(?:期|固定期限)?的?(?:期限的)?(?:劳动|书面|固定期限)?合同")
_CONTRIBUTED = re.compile(
    rf"(?:(?:社保|失业保险|失业金|失业险|养老保险|养老|五险一?金?|保险|缴费)(?:{_FILL}|交|缴|纳|费|年限)*|累计(?:缴|交)[费纳]?{_FILL})$"
)
_PAID_IN = re.compile(rf"(?:交|缴)[费纳]?{_FILL}$")
_PAID_IN_AFTER = re.compile(r"\s*的?(?:社保|失业|养老|五险|保险)")
_CAREER = re.compile(rf"(?:参加工作|累计工作|总工龄|社会工龄|工作累计|一共工作){_FILL}$")
_TENURE = re.compile(
    r"(?:干|(?<![没不停无])工作|做|待|呆|上班|入职|在职|工龄|司龄|工作年限|服务|就职|任职|打工|上(?=了)|"
    r"(?:来|进|到)了?(?:这家|这个|这|该|本|现在的?)?(?:公司|单位|厂|工厂|企业|店|学校|医院)里?|"
    rf"在(?:这家|这个|这|该|本|现在的?|同一家?)?(?:公司|单位|厂子?|工厂|企业|店|学校|医院|集团)里?){_FILL}$"
)
_TENURE_AFTER = re.compile(r"\s*的?(?:工龄|司龄|工作年限)")
_ABOUT = re.compile(rf"(?:{NEAR})(?:有|是|了|满|干|做|工作|待|在职|上班|入职|\s)*$")

_OVERTIME = re.compile(rf"(?:加(?:了|过)?班?|加班时长|加班费?){_FILL}$|加班[^，,。；;\d]{{0,5}}$")
_OVERTIME_AFTER = re.compile(r"\s*的?(?:加班|班(?!车|长|主任))")
_PERIODS_OF_TIME = (("month", r"每个?月|一个?月|月均|个月"), ("week", "每周|一周|每个?星期"), ("day", "每天|一天|每日"))
_KINDS_OF_DAY: tuple[tuple[Detail, str], ...] = (
    ("holiday", r"法定|节假日|国庆|春节|过年|除夕|五一|元旦|中秋|端午|清明|劳动节"),
    ("rest_day", r"周末|双休|休息日|周六|周日|周天|星期[六日天]|礼拜[六日天]"),
    ("workday", r"平时|平日|工作日|平常|晚上|下班后|每天|每晚|延时|延长"),
)
_LEAVE = re.compile(
    rf"(?:年假|年休假|带薪假){_FILL}(?:没休|未休|剩|还剩|还有|欠|没给){_FILL}$|(?:还有|还剩|剩|没休|未休){_FILL}$"
)
_LEAVE_AFTER = re.compile(r"\s*的?(?:带薪)?(?:年假|年休假)(?:[^，,。]{0,4}(?:没|未|剩))?")


def read_periods(text: str) -> Iterator[Fact | Doubt]:
    """The facts that are periods. `text` has half-width digits, and no date, article or telephone number any more."""
    for period in periods(text):
        before, after = clause_before(text, period.start), clause_after(text, period.end)
        if period.unit == "hours":
            yield from _overtime(text, period, "overtime_hours", before, after)
        elif period.unit == "days":
            yield from _days(text, period, before, after)
        else:
            for kind in _kinds(before, after, text):
                if period.odd:
                    yield Doubt(kind, "odd", period.start, period.end)
                else:
                    about = period.about or bool(_ABOUT.search(before))
                    yield Fact(kind, period.value, period.start, period.end, about)


def _kinds(before: str, after: str, text: str) -> Iterator[FactKind]:
    """What a period of months is said of: none, one, or the time of work that was all without a contract."""
    unsigned = bool(_UNSIGNED.search(before) or _UNSIGNED_AFTER.match(after))
    if _CAREER.search(before):
        yield "career"
    elif _PROBATION.search(before) or _PROBATION_AFTER.match(after):
        yield "probation"
    elif _CONTRIBUTED.search(before) or (_PAID_IN.search(before) and (_PAID_IN_AFTER.match(after) or "失业" in text)):
        yield "contributed"
    elif _TENURE.search(before) or _TENURE_AFTER.match(after):
        yield "tenure"
        if unsigned:
            yield "unsigned"
    elif unsigned:
        yield "unsigned"
    elif _ELSE.search(before) or _ELSE_AFTER.match(after):
        return
    elif _CONTRACT.search(before) or _CONTRACT_AFTER.match(after):
        yield "contract"


def _days(text: str, period: Period, before: str, after: str) -> Iterator[Fact]:
    if _LEAVE_AFTER.match(after) or (_LEAVE.search(before) and ("年假" in text or "年休假" in text)):
        yield Fact("untaken_leave", period.value, period.start, period.end, period.about)
    else:
        yield from _overtime(text, period, "overtime_days", before, after)


def _overtime(text: str, period: Period, kind: FactKind, before: str, after: str) -> Iterator[Fact]:
    if not (_OVERTIME.search(before) or _OVERTIME_AFTER.match(after)):
        return
    per = next((name for name, words in _PERIODS_OF_TIME if re.search(words, before)), "")
    days: list[Detail] = [name for name, words in _KINDS_OF_DAY if re.search(words, before)]
    yield Fact(kind, period.value, period.start, period.end, period.about, days[0] if days else "", per)
