"""The date that a question asks about: “2023年被辞退” asks what held in 2023, “工作了3年” asks what holds today.

Deterministic, and shy: a time counts where it dates what is asked about, not where it dates what came before (2023年
入职，现在被辞退) or names an instrument (2018年修正的). What was understood is told, so that it can be corrected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Literal

from youju.retrieval.periods import EARLIEST, LANDMARK, Period, periods
from youju.text.language import Language

Role = Literal["event", "plain", "earlier", "none"]
"""What a time does in a question: it dates what happened, or stands alone; it dates the beginning of what lasts; or it
belongs to a name, a case number, a length."""

_EVENT = re.compile(
    r"辞退|开除|解雇|解聘|解除|解约|终止|裁[员掉撤]?|被辞|炒|劝退|优化|离职|辞职|辞工|离开|走人|退休|到期|拖欠|欠薪|欠[了发]|没发|未发|"
    r"克扣|扣[了发钱]|降薪|调岗|停工|停产|受伤|工伤|摔|伤[了亡残]|死亡|去世|病故|发生|出事|出了|事故|车祸|签[订了署]?|订立|续签|"
    r"怀孕|生育|生[了孩]|产假|结婚|离婚|登记|借[了款给钱]|购[买房]|买[了的房]|租[了房]|立[了下]?遗嘱|犯罪|犯[了案]|偷|盗|打[了伤人]|"
    r"骗|起诉|申请|仲裁|判[决了刑]|立案|处罚|违法|违约|侵权|加班|没交|未缴|不交|断缴|注册|成立|发表|申报|报销|出差|请假|休假|"
    r"dismiss|fired|laid off|terminat|resign|left|injur|happen|sign|expir|retire|divorc|marri|died",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"入职|入厂|进厂|进公司|进入公司|来公司|到公司|参加工作|参军|开始|起(?!诉)|以来|至今|到现在|到今天|直到|一直|上班|工作|干|出生|\bsince\b|joined|hired|began|started",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\s*(?:[）)〕\]]|年?(?:版|修正|修订|修改|公布|颁布|发布|通过|施行|实施|生效|出台)(?!以?前|之前|以?后|之后)|.{0,3}号(?:令|文))"
)
_SIZES = re.compile(r"[^，。；]{0,6}(?:通知|告知|提出|预告|书面)")
_NOW = re.compile(r"现在|如今|目前|眼下|今天|最近|刚刚|刚(?=被)|马上|将要|now\b|today\b", re.IGNORECASE)
_WONDERS = re.compile(r"\s*(?:我|他|她|公司|单位)?(?:还|能|可|想|要|该|是否|怎么|如何|有没有|再|去|才)")
"""Behind 现在: what can be done now about what happened then."""
_TO = re.compile(r"\s*(?:至|到|～|~|—|-|–|to|until)\s*", re.IGNORECASE)
_STOP = re.compile(r"[，。；,;！!？?\n]")
_NEAR = 14


@dataclass(frozen=True, slots=True)
class AskedDate:
    """The date asked about, and how it was understood. `words` are the question's own, `place` is their span; `period`
    is the time they tell. `event`: they date what happened, and are no words to search for; else they may also belong
    to what is looked for (2025年的标准). `since` is set where what is told began in an earlier year: older rules may
    then hold for a part of it."""

    day: date
    words: str
    place: tuple[int, int]
    period: tuple[date, date]
    event: bool = False
    since: date | None = None

    def notice(self, language: Language) -> str:
        """What a person is told beside the result."""
        if language == "en":
            told = f"Answered by the rules in force on {self.day} (“{self.words}”)."
            return told + (
                f" It began in {self.since.year}: older rules may apply to a part of it." if self.since else ""
            )
        told = f"按{_told(self.period, self.day)}有效的规定检索（依据“{self.words}”）。"
        if self.since:
            told += f"所述事实始于{self.since.year}年，其间规定如有变动，新旧规定可能分段适用。"
        return told


def asked_date(question: str, today: date, landmarks: Mapping[str, date] | None = None) -> AskedDate | None:
    """The date that a question asks about; None where it asks about today. `landmarks` are the days of what
    `landmark_names` finds in it, as far as they are known."""
    found = periods(question, today, landmarks)
    told = [(one, role) for one, role in zip(found, _roles(question, found), strict=True) if role != "none"]
    dated = [one for one, role in told if role == "event"] or [one for one, role in told if role == "plain"]
    if not dated or _happens_now(question, [one for one, _ in told]):
        return None
    asked = max(dated, key=lambda one: one.end)
    day = asked.settle(today)
    if day == today:
        return None
    first = min(one.start for one, _ in told if not one.open) if not asked.open else asked.start
    since = first if not asked.open and first.year < day.year else None
    event = (asked, "event") in told
    return AskedDate(day, asked.words.strip(), asked.place, (asked.start, asked.end), event, since)


def landmark_names(question: str) -> list[str]:
    """Names whose day a question leans on: 民法典 in 民法典施行前."""
    return [match["name"] for match in LANDMARK.finditer(question)]


def _roles(question: str, found: Sequence[Period]) -> list[Role]:
    """What each time does. The end of a span (2019年3月到2022年5月) dates what is asked about, its beginning what came
    before."""
    roles: list[Role] = [_role(question, one) for one in found]
    for number, (before, after) in enumerate(pairwise(found)):
        if "none" not in roles[number : number + 2] and _TO.fullmatch(question, before.place[1], after.place[0]):
            roles[number], roles[number + 1] = "earlier", "event"
    return roles


def _role(question: str, one: Period) -> Role:
    start, end = one.place
    inside = question.rfind("《", 0, start) > question.rfind("》", 0, start)
    opened = max(question.rfind("（", 0, start), question.rfind("(", 0, start), question.rfind("〔", 0, start))
    closed = max(question.rfind(mark, 0, start) for mark in "）)〕")
    if inside or opened > closed or _NAMES.match(question, end):
        return "none"
    if one.words.endswith("前") and _SIZES.match(question, end) and not question[:start].strip():
        return "none"
    if question[end : end + 1] in tuple("，,") and not _STOP.split(question[:start])[-1].strip():
        return "event"  # 2015年，… stands for the whole sentence
    before, after = _around(question, start, end)
    for words in (after, before):
        marks: list[tuple[int, Role]] = []
        for pattern, role in _ROLES:
            marks.extend((match.start(), role) for match in pattern.finditer(words))
        if marks:
            return min(marks)[1] if words is after else max(marks)[1]
    return "plain"


_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = ((_EVENT, "event"), (_EARLIER, "earlier"))


def _around(question: str, start: int, end: int) -> tuple[str, str]:
    """The words of the same clause before and behind a time, a few of them."""
    before = _STOP.split(question[max(0, start - _NEAR) : start])[-1]
    after = _STOP.split(question[end : end + _NEAR])[0]
    return before, after


def _happens_now(question: str, told: Sequence[Period]) -> bool:
    """Whether what is asked about happens now, or has no date, after a time that only tells how it began: 2023年入职，
    现在被辞退."""
    last = max((one.place[1] for one in told), default=0)
    now = _NOW.search(question, last)
    if now is None:
        return False
    rest = _STOP.split(question[now.end() : now.end() + _NEAR])[0]
    return _EVENT.search(rest) is not None and _WONDERS.match(rest) is None


def _told(period: tuple[date, date], day: date) -> str:
    """2023年, 2021年3月 or 2023年3月5日."""
    start, end = period
    if start in (end, EARLIEST) or end < start:
        return f"{day.year}年{day.month}月{day.day}日"
    whole = (start.month, start.day) == (1, 1) and (end.month, end.day) == (12, 31) and start.year == end.year
    return f"{day.year}年" if whole else f"{day.year}年{day.month}月"
