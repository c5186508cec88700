"""Instruments that do not count in 第X条: amendments and decisions go by 一、二、, some rules by 1. 2. to the end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.law.files.kinds import instrument
from youju.law.files.marks import ARTICLE_RANK, GROUP_RANK, Candidate, Mark, Quotations, joined, lines
from youju.law.files.sequence import Marked, left_over, own_articles
from youju.law.numerals import NUMERAL, article_label, number

_HANZI = re.compile(r"([〇零一二三四五六七八九十百]{1,6})(?:\s*、|$)")
_DIGITS = re.compile(r"([0-9０-９]{1,3})\s*(?:[.．](?!\d)|、)")
_HEADING = re.compile(rf"{NUMERAL}\s*、[^。；：，]{{1,40}}$")
_FEWEST_POINTS, _FEWEST_NUMBERS = 2, 3


def points_of(text: str, start: int, *, amends: bool) -> Marked:
    """The points of a text behind `start` as articles; none where it does not clearly count.

    `amends`: a law that is printed again behind the points, as it reads from now on, is an annex.
    """
    rows = [row for row in _unquoted(text) if row[0] >= start]
    hanzi, digits = _counted(rows, _HANZI), _counted(rows, _DIGITS)
    numbered = own_articles(digits)
    groups = own_articles(hanzi)
    if _counts_through(numbered, digits, groups):
        parts = [_part(mark, text) for mark in groups if _HEADING.match(_line(text, mark.start))]
        return Marked(tuple(sorted([*parts, *numbered], key=lambda mark: mark.start)))
    if len(groups) < _FEWEST_POINTS or groups[0].order != (1, 0):
        return Marked(())
    annexed = _printed_again(rows, groups[-1].start) if amends else []
    limit = annexed[0].start if annexed else len(text)
    again, _ = left_over([one for one in hanzi if one.mark.start < limit], groups)
    marks = sorted([*groups, *again, *annexed], key=lambda mark: mark.start)
    return Marked(tuple(marks), tuple(again))


def _unquoted(text: str) -> list[tuple[int, str]]:
    quoted = Quotations(text)
    return [row for row in lines(text) if not quoted.holds(row[0])]


def _counted(rows: Sequence[tuple[int, str]], pattern: re.Pattern[str]) -> list[Candidate]:
    """Lines that begin with a number, as candidates for articles."""
    found: list[Candidate] = []
    for start, line in rows:
        match = pattern.match(line)
        value = number(match[1]) if match else None
        if match is not None and value:
            mark = Mark("article", start, ARTICLE_RANK, article_label(value), value, None, start + match.end())
            found.append(Candidate(mark))
    return found


def _counts_through(numbered: Sequence[Mark], digits: Sequence[Candidate], groups: Sequence[Mark]) -> bool:
    """Whether 1. 2. 3. … go through the whole text: each number once, and under several 一、 where there are any."""
    if len(numbered) < _FEWEST_NUMBERS or len(numbered) != len(digits) or numbered[0].order != (1, 0):
        return False
    if len(groups) < _FEWEST_POINTS:
        return numbered[-1].article == len(numbered)
    under = {sum(group.start < mark.start for group in groups) for mark in numbered}
    return len(under) >= 2 and numbered[-1].article == len(numbered)


def _part(mark: Mark, text: str) -> Mark:
    return Mark("part", mark.start, GROUP_RANK, joined(_line(text, mark.start)), label_end=mark.start)


def _line(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)].strip()


def _printed_again(rows: Sequence[tuple[int, str]], after: int) -> list[Mark]:
    """The title of the law that stands behind the last point."""
    for start, line in rows:
        if start > after and instrument(joined(line)) and not re.search(r"[，。：；、]", line):
            return [Mark("annex", start, 0, joined(line), label_end=start)]
    return []
