"""Numbers of articles, paragraphs and items as Chinese law writes them: 四十七, 47, ４７, 第一百二十条之一."""

from __future__ import annotations

import re

DIGITS = "零〇一二两三四五六七八九0123456789０１２３４５６７８９"
NUMERAL = rf"[{DIGITS}十百千]{{1,12}}"
"""Pattern of a numeral in any of the notations."""

LARGEST = 9999
_VALUES = {char: value for value, chars in enumerate(("零〇", *"一二三四五六七八九")) for char in chars} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_HANZI = "零一二三四五六七八九"
_ARTICLE = re.compile(rf"第?\s*({NUMERAL})\s*条(?:\s*之\s*({NUMERAL}))?")


def number(text: str) -> int | None:
    """The value of a numeral from 0 to 9999, or None where `text` is none.

    Reads 一百零三, 一百〇三, 103, １０３, 一〇三 and the mixed 1百零3; refuses 十百, 一二十, 百三五, 一32.
    """
    plain = [_digit(char) for char in text]
    if not text or len(text) > 12:
        return None
    if all(digit is not None for digit in plain):
        value = int("".join(map(str, plain)))
        return value if value <= LARGEST and len({char in _VALUES for char in text}) == 1 else None
    return _with_units(text)


def _digit(char: str) -> int | None:
    return _VALUES.get(char, int(char) if char.isdecimal() else None)


def _with_units(text: str) -> int | None:
    """千, 百 and 十 in falling order, each with at most one digit before it (十 may stand alone in front)."""
    total, unit_before, digit = 0, 10_000, None
    skipped = False
    for char in text:
        value = _digit(char)
        if value == 0:
            if digit is not None or not total:
                return None
            skipped = True
        elif value is not None:
            if digit is not None:
                return None
            digit = value
        elif char in _UNITS:
            unit = _UNITS[char]
            if unit >= unit_before or (digit is None and (unit != 10 or skipped)):
                return None
            total, unit_before, digit, skipped = total + (digit or 1) * unit, unit, None, False
        else:
            return None
    if digit is not None and unit_before > 10 and not skipped:
        return None  # 百三 and 一百三 would be read as 103 by one and as 130 by another
    return total + (digit or 0) if digit is not None or not skipped else None


def hanzi(value: int) -> str:
    """The numeral in Chinese as statutes write it: 10 → 十, 12 → 十二, 103 → 一百零三, 1010 → 一千零一十.

    Raises `ValueError` outside 0–9999.
    """
    if not 0 <= value <= LARGEST:
        raise ValueError(f"{value} is not between 0 and {LARGEST}")
    if value < 10:
        return _HANZI[value]
    written, skipped = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // unit % 10
        if digit:
            written += ("零" if skipped and written else "") + _HANZI[digit] + name
            skipped = False
        else:
            skipped = True
    return written[1:] if value < 20 else written


def article_label(article: int, suffix: int | None = None) -> str:
    """第四十七条, 第一百二十条之一."""
    return f"第{hanzi(article)}条" + (f"之{hanzi(suffix)}" if suffix else "")


def article_number(label: str) -> tuple[int, int | None] | None:
    """Article and suffix of 第四十七条, 第47条, 47条, 第一百二十条之一; None for anything else."""
    match = _ARTICLE.fullmatch(label.strip())
    article = number(match[1]) if match else None
    if match is None or article is None:
        return None
    suffix = number(match[2]) if match[2] else None
    return None if match[2] and suffix is None else (article, suffix)
