"""Dates in a sentence (2020年3月15号, 2020.3.15, 去年3月), and which is the first day of work, the last, a birthday.

A date whose year nobody said is none: 7月20日被裁 may be this year's or another's, and is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from youju.law.advice.facts import Day, Doubt, Fact, FactKind
from youju.text.numerals import parse_numeral

_N2 = r"(?:\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_DATE = re.compile(
    rf"(?<![\d.])(?:(?P<y>\d{{4}}|\d{{2}}(?=\s*年\s*{_N2}\s*月(?!薪))|[〇零一二三四五六七八九]{{4}}|(?<![一二三四五六七八九十\d])[〇零一二三四五六七八九]{{2}}(?=\s*年\s*{_N2}\s*月)|今|去|前|大前|明)\s*年"
    rf"(?:\s*的?(?P<m>{_N2})\s*月(?!薪|工资)份?(?:\s*(?P<d>{_N2})(?:\s*[日号]|(?![\d一二三四五六七八九十百千万个天年小时元块kKwW.,])))?)?"
    r"|(?P<iy>(?:19|20)\d{2})\s*(?P<sep>[-/.])\s*(?P<im>\d{1,2})(?:\s*(?P=sep)\s*(?P<id>\d{1,2}))?(?![\d万元])"
    r"|(?P<c>(?:19|20)\d{6})(?!\d)"
    rf"|(?P<lm>上个?月|这个月|本月)(?:\s*(?P<ld>{_N2})\s*[日号])?"
    r"|(?P<rel>今天|今日|昨天|昨日|前天|大前天|刚刚|刚才))"
)
_RELATIVE_DAYS = {"今天": 0, "今日": 0, "刚刚": 0, "刚才": 0, "昨天": 1, "昨日": 1, "前天": 2, "大前天": 3}
_RELATIVE_YEARS = {"今": 0, "去": -1, "前": -2, "大前": -3, "明": 1}

_LINK = (
    r"(?:我|就|刚|才|正式|开始|的时候|那天|当天|公司|单位|老板|厂里|把我|被|给我|以|后|起|在|到|进|就被|又|突然|通知|无故|违法|"
    r"莫名|这|那|(?:劳动)?合同|，|,|\s)"
)
_START = (
    r"入职|进的?(?:公司|厂|单位)|到岗|到职|上班|来的?(?:公司|单位|上班|这)|报到|签的?(?:劳动)?合同|"
    r"(?:开始)?(?:干|工作)(?!到)|进(?:来|去)"
)
_END = r"辞退|裁|离职|解除|开除|走人|辞职|炒|解雇|终止|到期|劝退|离开|失业|不干|辞掉|解聘|优化|下岗"
_BIRTH = r"出生|生(?:的|人|日|，|,|。|$)"
_NO_LABEL = r"(?!时间|日期|日?(?:是|：|:))"
"""Behind a word that also begins the label of the next date: 2021年5月6日，离职日期…"""
_IS = r"(?:是|为|在|于|：|:|\s)"
_Roles = tuple[tuple[FactKind, re.Pattern[str]], ...]
_LABELLED: _Roles = (
    ("birth", re.compile(rf"(?:出生(?:日期|年月|时间)?|生日|生于){_IS}*$")),
    ("start", re.compile(rf"(?:入职|到岗|进公司|进厂|上班)(?:(?:时间|日期|日){_IS}*|{_IS}+)$")),
    ("end", re.compile(rf"(?:{_END})(?:(?:时间|日期|日){_IS}*|{_IS}+)$")),
)
_AFTER: _Roles = (
    ("birth", re.compile(rf"^\s*(?:{_BIRTH})")),
    ("start", re.compile(rf"^{_LINK}{{0,3}}(?:{_START}){_NO_LABEL}")),
    ("end", re.compile(rf"^{_LINK}{{0,6}}(?:{_END}){_NO_LABEL}")),
)
_BEFORE: _Roles = (
    ("start", re.compile(rf"(?:合同从|从|自|入职){_IS}*$")),
    ("end", re.compile(rf"(?:(?:干|做|工作|上班)到了?|(?:合同|公司|被)(?:{_END})(?:在|于|是)?)$")),
)
_EMPLOYED = re.compile(r"[^，,。；;\d]{0,4}(?:在职|在岗|工作|上班|任职|在公司|就职|干活)")
_EMPLOYED_BEFORE = re.compile(r"(?:在职|工作|任职|劳动合同|合同期限?|就职)(?:时间|期间|日期)?(?:从|自|是|为|：|:|\s)*$")
_RANGE = re.compile(r"\s*(?:-|~|～|—+|–|至|到|干到|做到|工作到|一直到)\s*")
_TO_NOW = re.compile(r"(?:至今|到现在|到今天|到目前)")


@dataclass(frozen=True, slots=True)
class _Found:
    day: Day | None
    start: int
    end: int


def read_dates(text: str, today: date) -> Iterator[Fact | Doubt]:
    """The facts that are dates, seen from `today`."""
    found = [_found(match, today) for match in _DATE.finditer(text)]
    roles: list[FactKind | None] = [_role(text, one) for one in found]
    for place, (first, last) in enumerate(pairwise(found)):
        if _RANGE.fullmatch(text, first.end, last.start) and _employed(text, first, last, roles[place]):
            roles[place : place + 2] = "start", "end"
    for one, role in zip(found, roles, strict=True):
        if role is None:
            continue
        if one.day is None:
            yield Doubt(role, "no_such_date", one.start, one.end)
        else:
            yield Fact(role, one.day, one.start, one.end)
    if "start" in roles and "end" not in roles and (now := _TO_NOW.search(text)):
        yield Fact("end", Day(today.year, today.month, today.day), now.start(), now.end())


def date_spans(text: str) -> list[tuple[int, int]]:
    """Where dates stand, whatever they are of."""
    return [match.span() for match in _DATE.finditer(text)]


def _role(text: str, one: _Found) -> FactKind | None:
    before, after = text[max(0, one.start - 14) : one.start], text[one.end : one.end + 14]
    sides = ((_LABELLED, before), (_AFTER, after), (_BEFORE, before))
    found: list[FactKind] = [kind for roles, words in sides for kind, pattern in roles if pattern.search(words)]
    return found[0] if found else None


def _employed(text: str, first: _Found, last: _Found, role: FactKind | None) -> bool:
    """Whether the days from the first to the last are said to be those of employment: 2020.3.15-2023.7.20在职."""
    before = text[max(0, first.start - 14) : first.start]
    return role == "start" or bool(_EMPLOYED.match(text, last.end) or _EMPLOYED_BEFORE.search(before))


def _found(match: re.Match[str], today: date) -> _Found:
    if match["rel"]:
        day = today - timedelta(days=_RELATIVE_DAYS[match["rel"]])
        return _Found(Day(day.year, day.month, day.day), *match.span())
    if match["lm"]:
        month = today.replace(day=1) - timedelta(days=1) if match["lm"].startswith("上") else today
        return _Found(_day(month.year, month.month, _number(match["ld"])), *match.span())
    if match["c"]:
        digits = match["c"]
        return _Found(_day(int(digits[:4]), int(digits[4:6]), int(digits[6:])), *match.span())
    if match["iy"]:
        return _Found(_day(int(match["iy"]), int(match["im"]), _number(match["id"])), *match.span())
    return _Found(_day(_year(match["y"], today), _number(match["m"]), _number(match["d"])), *match.span())


def _number(text: str | None) -> int | None:
    value = parse_numeral(text) if text else None
    return None if value is None else int(value)


def _year(text: str, today: date) -> int:
    if text in _RELATIVE_YEARS:
        return today.year + _RELATIVE_YEARS[text]
    digits = "".join(str(int(parse_numeral(char) or 0)) for char in text)
    year = int(digits)
    if len(digits) == 2:  # 20年 is 2020, 68年 is 1968
        year += 2000 if year <= today.year % 100 else 1900
    return year


def _day(year: int, month: int | None, day: int | None) -> Day | None:
    """The date, or None where the calendar has no such day."""
    if not 1900 <= year <= 2199 or not 1 <= (month or 1) <= 12:
        return None
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return None
    return None if day == 0 else Day(year, month, day)
