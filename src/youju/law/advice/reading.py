"""Reads a question in a person's own words: facts with their places, and doubts. Nothing is guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from youju.law.advice.dates import date_spans, read_dates
from youju.law.advice.durations import periods, read_periods
from youju.law.advice.facts import KINDS, Doubt, Fact, FactKind, Reading
from youju.law.advice.money import read_amounts
from youju.text.numerals import parse_numeral

_N = r"(?:\d+|[一二两三四五六七八九十]+)"
_NO_FACT = re.compile(
    rf"第\s*{_N}[条款项章节]?(?:第?\s*{_N}\s*[款项条])*|(?<!\d)1[3-9]\d{{9}}(?!\d)|(?<!\d)\d{{9,}}(?!\d)|{_N}\s*周?岁|{_N}\s*条(?!件)"
    r"|\d{3,4}-\d{7,8}|[（(]\d{4}[）)][^，。\s]{1,12}号"
)
"""Numbers that are of something else: articles, telephones, identity cards, ages, cases."""
_GRADE = re.compile(
    rf"(?P<a>{_N})\s*级\s*(?:工伤)?(?:伤残|残疾|工伤)|(?:伤残|残疾)(?:等级|级别)?(?:是|为|评定?为?|鉴定?为?|定为?|：|:|\s)*(?P<b>{_N})\s*级"
    rf"|(?:工伤|鉴定|评定?|评残)[^，,。；;\d]{{0,8}}?(?P<c>{_N})\s*级"
)
_SEX = re.compile(
    r"(?P<f>(?:^|[，,、\s])女(?!儿|友|朋|孩|婿)|女(?:职工|工|干部|员工|性|的|士)|我(?:妈|母亲|老婆|妻子))"
    r"|(?P<m>(?:^|[，,、\s])男(?!友|朋|孩)|男(?:职工|工|干部|员工|性|的|士)|我(?:爸|父亲|老公|丈夫))"
)
_LONGEST = Decimal(60 * 12)
"""Months of work or of contributions that nobody exceeds."""
_MOST_HOURS = {"day": 24, "week": 168, "month": 744, "": 8784}
_LONG: tuple[FactKind, ...] = ("tenure", "career", "unsigned", "contract", "probation", "contributed")


def read_question(question: str, today: date) -> Reading:
    """Read a question. `today` is the day from which 去年 and 昨天 are seen."""
    text = _without(_half_width(question), [match.span() for match in _NO_FACT.finditer(_half_width(question))])
    found: list[Fact | Doubt] = [*read_dates(text, today), *_grades(text), *_sexes(text)]
    text = _without(text, date_spans(text))
    found += read_periods(text)
    text = _without(text, [(one.start, one.end) for one in periods(text) if one.unit != "months" or one.value != 1])
    found += read_amounts(text)
    return _settled(question, _possible(map(_plain, found), today))


def _plain(one: Fact | Doubt) -> Fact | Doubt:
    """A fact whose number has no zeros behind the point."""
    if isinstance(one, Doubt) or not isinstance(one.value, Decimal):
        return one
    whole = one.value.to_integral_value()
    return replace(one, value=whole if whole == one.value else one.value)


def _half_width(text: str) -> str:
    """The text with half-width digits and signs, every character in its place."""
    return "".join(
        folded if len(folded := unicodedata.normalize("NFKC", char)) == 1 and char not in "，；：！？" else char
        for char in text
    )


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these places blanked by a character that no pattern takes."""
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text


def _grades(text: str) -> Iterator[Fact | Doubt]:
    for match in _GRADE.finditer(text):
        value = parse_numeral(match["a"] or match["b"] or match["c"])
        if value is not None and 1 <= value <= 10:
            yield Fact("grade", value, *match.span())
        else:
            yield Doubt("grade", "no_such_grade", *match.span())


def _sexes(text: str) -> Iterator[Fact]:
    for match in _SEX.finditer(text):
        yield Fact("sex", "female" if match["f"] else "male", *match.span())


def _possible(found: Iterable[Fact | Doubt], today: date) -> Iterator[Fact | Doubt]:
    """The same, with what cannot be as doubts."""
    for one in found:
        if isinstance(one, Fact) and _too_long(one):
            yield Doubt(one.kind, "too_long", one.start, one.end)
        elif isinstance(one, Fact) and one.kind in ("start", "birth") and one.day.exact and one.day.exact > today:
            yield Doubt(one.kind, "future", one.start, one.end)
        else:
            yield one


def _too_long(fact: Fact) -> bool:
    if fact.kind == "overtime_hours":
        return fact.number > _MOST_HOURS[fact.per]
    return fact.kind in _LONG and fact.number > _LONGEST


def _settled(question: str, found: Iterable[Fact | Doubt]) -> Reading:
    """Each kind once: the same said twice is one fact, two values of one thing are a doubt."""
    found = list(found)
    doubts = [one for one in found if isinstance(one, Doubt)]
    facts: list[Fact] = []
    for kind in KINDS:
        mine = [one for one in found if isinstance(one, Fact) and one.kind == kind]
        known = {doubt.kind for doubt in doubts}
        if kind in known or not mine:
            continue
        kept = _one_each(mine)
        if kept is None:
            doubts.append(Doubt(kind, "two_values", mine[0].start, mine[-1].end))
        else:
            facts += kept
    start, end = (next((f for f in facts if f.kind == kind), None) for kind in ("start", "end"))
    if start and end and str(end.day) < str(start.day)[: len(str(end.day))]:
        facts = [one for one in facts if one not in (start, end)]
        doubts.append(Doubt("end", "reversed", end.start, end.end))
    order = sorted(facts, key=lambda one: one.start)
    return Reading(question, tuple(order), tuple(doubts))


def _one_each(facts: Sequence[Fact]) -> list[Fact] | None:
    """One fact for each detail; None where two of the same detail differ."""
    kept: dict[tuple[str, str], Fact] = {}
    for one in facts:
        key = (one.detail, one.per if one.kind.startswith("overtime") else "")
        if key in kept and kept[key].value != one.value:
            return None
        kept.setdefault(key, one)
    return list(kept.values())
