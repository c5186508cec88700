"""Days as Chinese documents write them: 2025年9月1日, ２０２５年９月１日, 一九九五年五月一日, 二〇〇八年一月一日."""

from __future__ import annotations

import re
from datetime import date

from youju.law.numerals import number

_YEAR = r"[0-9０-９](?:\s?[0-9０-９]){3}|[〇○零一二三四五六七八九]{4}"
_SMALL = r"[0-9０-９](?:\s?[0-9０-９])?|[一二三四五六七八九十]{1,3}"
_BREAK = re.compile(r"\s")
DAY = rf"(?:{_YEAR})\s*年\s*(?:{_SMALL})\s*月\s*(?:{_SMALL})\s*日"
"""Pattern of a day. A line of a page may end inside a number: 2 012年."""

_PARTS = re.compile(rf"({_YEAR})\s*年\s*({_SMALL})\s*月\s*({_SMALL})\s*日")


def day(words: str) -> date | None:
    """The day that `words` begin with, or None where that is none in the calendar (2025年2月30日)."""
    match = _PARTS.match(words)
    if match is None:
        return None
    year, month, of_month = (number(_BREAK.sub("", part).replace("○", "〇")) for part in match.groups())
    if year is None or month is None or of_month is None:
        return None
    try:
        return date(year, month, of_month)
    except ValueError:
        return None


def written(value: date) -> str:
    """2025年9月1日."""
    return f"{value.year}年{value.month}月{value.day}日"
