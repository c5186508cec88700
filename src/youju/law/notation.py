"""Addresses inside a law as people write them: 第四十七条第二款第（三）项第2目, 47条2款, 第四十六、四十七条."""

from __future__ import annotations

import re
from typing import NamedTuple

from youju.law.numerals import NUMERAL, number

WIDEST_RANGE = 60
"""第N条至第M条 names every article between; beyond this many only its two ends."""

AND = r"(?:、|，|,|和|及|与|或者?|以及)"
TO = r"(?:至|到|[-—–~～]{1,2})"
LIST = rf"{NUMERAL}(?:\s*(?:{AND}|{TO})\s*{NUMERAL}){{0,30}}"
"""Numbers without a unit: 四十六、四十七 and 四十七至五十."""
SUFFIX = rf"(?:\s*之\s*(?P<suffix>{NUMERAL}))?"

_RANGE_END = re.compile(rf"\s*{TO}\s*第?\s*({NUMERAL})\s*条(?:\s*之\s*({NUMERAL}))?")
_MORE_SUFFIXES = re.compile(rf"\s*({TO})?(?:{AND})?\s*之\s*({NUMERAL})")
_NUMBERS = rf"({NUMERAL}\s*[）)]?(?:\s*(?:{AND}|{TO})\s*第?\s*[（(]?\s*{NUMERAL}\s*[）)]?){{0,30}})"
_STEP = re.compile(rf"({TO})?\s*第?\s*[（(]?\s*({NUMERAL})")
_MARKED = r"\s*(?:第\s*[（(]?|[（(])\s*"
_BARE = r"\s*第?\s*[（(]?\s*"
_PARAGRAPHS = re.compile(rf"\s*第?\s*{_NUMBERS}\s*款")
_ITEMS = (re.compile(rf"{_MARKED}{_NUMBERS}\s*项"), re.compile(rf"{_BARE}{_NUMBERS}\s*项"))
_SUBITEMS = (re.compile(rf"{_MARKED}{_NUMBERS}\s*目"), re.compile(rf"{_BARE}{_NUMBERS}\s*目"))
"""With 第 or a bracket in front; and, right behind what they belong to, without."""
_MORE = re.compile(rf"\s*({TO})?(?:{AND})?(?=\s*(?:第|[（(]))")

PARAGRAPH, ITEM, SUBITEM = 0, 1, 2
"""Levels inside an article: 款, 项, 目."""


class Clause(NamedTuple):
    """A place inside an article; None where nothing is named."""

    paragraph: int | None = None
    item: int | None = None
    subitem: int | None = None

    @property
    def depth(self) -> int:
        """The innermost level that is named; -1 where none is."""
        return max((level for level, value in enumerate(self) if value is not None), default=-1)

    def at(self, level: int, value: int) -> Clause:
        """`value` at `level`, within what this one names further out."""
        return Clause(*(old if place < level else value if place == level else None for place, old in enumerate(self)))


class Address(NamedTuple):
    """Article, N of 之N, and the place inside."""

    article: int
    suffix: int | None = None
    clause: Clause = Clause()


def articles_at(text: str, token: re.Match[str]) -> tuple[list[Address], int]:
    """The articles of a token with the groups `numbers` and `suffix`, each with the 款, 项 and 目 that follow it, and
    where that ends. Empty where one of the numbers is no numeral."""
    suffix, end = _optional(token["suffix"]), token.end()
    found = [Address(article) for article in _numbers(token["numbers"])]
    if not found:
        return [], end
    found[-1] = found[-1]._replace(suffix=suffix)
    while suffix and (more := _MORE_SUFFIXES.match(text, end)):
        found += _suffixes(found[-1], number(more[2]), through=more[1] is not None)
        end = more.end()
    if further := _RANGE_END.match(text, end):
        found += _articles(found[-1], number(further[1]), _optional(further[2]))
        end = further.end()
    inside, end = clauses_at(text, end)
    return [*found[:-1], *(found[-1]._replace(clause=clause) for clause in inside or [Clause()])], end


def clauses_at(text: str, start: int, within: Clause | None = None) -> tuple[list[Clause], int]:
    """款, 项 and 目 that begin at `start`, and where they end: 第二款第（三）项, 第一款、第三款, 第（一）、
    （二）项, 第一项至第三项. `within` names what they belong to (前款第三项)."""
    found: list[Clause] = [within] if within else []
    end = position = start
    joined, through = False, False
    while step := _step(text, position, joined, found):
        level, words, position = step
        values = _numbers(words)
        if not values:
            break
        found = _extended(found, level, values, joined=joined, through=through)
        end = position
        more = _MORE.match(text, end)
        joined = more is not None and more.end() > end
        if more and joined:
            position, through = more.end(), more[1] is not None
    return found, end


def _step(text: str, position: int, joined: bool, found: list[Clause]) -> tuple[int, str, int] | None:
    """Level, numbers and end of what stands at `position`. A lower level needs no 第 right behind the one above it."""
    inner = found[-1].depth if found and not joined else -1
    tried = [(PARAGRAPH, _PARAGRAPHS)] if inner < PARAGRAPH else []
    tried += [(ITEM, _ITEMS[inner == PARAGRAPH])] if inner < ITEM else []
    tried += [(SUBITEM, _SUBITEMS[inner == ITEM])] if inner >= ITEM or joined else []
    for level, pattern in tried:
        if match := pattern.match(text, position):
            return level, match[1], match.end()
    return None


def _extended(found: list[Clause], level: int, values: list[int], *, joined: bool, through: bool) -> list[Clause]:
    """`found` and what the next words add. Behind 、 or 至 (`joined`, `through`) they stand beside the last one, else
    inside it."""
    last = found[-1] if found else Clause()
    if through and last[level] is not None:
        values = _through([last[level] or 0], values[0])[1:] + values[1:]
    kept = found if joined else found[:-1]
    return [*kept, *(last.at(level, value) for value in values)]


def _suffixes(last: Address, value: int | None, *, through: bool) -> list[Address]:
    """第一百二十条之一、之二, 之一至之六."""
    if value is None or last.suffix is None:
        return []
    values = _through([last.suffix], value)[1:] if through else [value]
    return [last._replace(suffix=suffix) for suffix in values]


def _articles(last: Address, article: int | None, suffix: int | None) -> list[Address]:
    """What lies behind `last` up to an article: 第三条至第五条, 第二百九十一条之一至第二百九十一条之三."""
    if article is None:
        return []
    if article == last.article and suffix:
        return _suffixes(last._replace(suffix=last.suffix or 0), suffix, through=True)
    whole = [Address(one) for one in _through([last.article], article)[1:]]
    return [*whole[:-1], whole[-1]._replace(suffix=suffix)] if whole else []


def _numbers(words: str) -> list[int]:
    """The numbers of a list: 四十六、四十七 and 四十七至五十; empty where one of them is no numeral."""
    values: list[int] = []
    for until, numeral in _STEP.findall(words):
        value = number(numeral)
        if value is None:
            return []
        values = _through(values, value) if until else [*values, value]
    return values


def _through(values: list[int], last: int) -> list[int]:
    """`values` and everything from its end up to `last`."""
    if not values:
        return [last]
    first = values[-1] + 1
    return [*values, *(range(first, last + 1) if first <= last < first + WIDEST_RANGE else [last])]


def _optional(numeral: str | None) -> int | None:
    return number(numeral) if numeral else None
