"""Numerals in any notation, as exact decimals: 1,200 · 1.5万 · 十五万 · 二〇二四 · 壹佰贰拾 · twenty-five."""

from __future__ import annotations

import re
from decimal import Decimal

_DIGIT_FORMS = ("〇零", "一壹", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
_DIGITS = {char: value for value, forms in enumerate(_DIGIT_FORMS) for char in forms}
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_GREAT = {"亿": Decimal(10**8), "万": Decimal(10**4)}

ARABIC = r"(?<![\d.])(?<!\d,)(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
"""A number in digits, thousands separated or not."""
DIGIT = "[〇零一二两三四五六七八九壹贰叁肆伍陆柒捌玖]"
_UNIT = "[十百千拾佰仟]"
HAN = rf"(?:{DIGIT}|{_UNIT}|[廿卅])(?:{DIGIT}|{_UNIT}|[廿卅万亿]){{0,30}}(?:点{DIGIT}{{1,9}}[万亿]{{0,2}})?"
"""A number in Chinese characters; 万 and 亿 never stand first."""
_MAGNITUDE = r"\s(?i:thousand|million|billion|trillion)\b"
MIXED = rf"{ARABIC}(?:{_MAGNITUDE}|\s?[百千万亿]{{1,3}}(?:\d+[百千万]|{DIGIT}?{_UNIT}){{0,4}})?"
"""Digits with magnitudes: 1.5万, 3千, 1万5千, 1万亿, 1.5 million."""

LONGEST = 60
"""Characters beyond which a row of numerals is no number."""

_ONES = """one two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"""
_TY = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORD_VALUES = {
    **{word: value for value, word in enumerate(_ONES.split(), 1)},
    **{word: 10 * value for value, word in enumerate(_TY.split(), 2)},
}
_WORD_GREAT = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_FIRST = "|".join(sorted(_WORD_VALUES, key=len, reverse=True))
_NEXT = f"{_FIRST}|{'|'.join(_WORD_GREAT)}"
WORDS = rf"\b(?:{_FIRST}|a hundred|a thousand|a million)\b(?:(?:[- ]|\s+and\s+)(?:{_NEXT})\b){{0,8}}"
"""A number in English words, lower case."""


def parse_numeral(text: str) -> Decimal | None:
    """The value of a numeral in digits, Chinese characters, both, or English words; None if it is none."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    if text[0].isascii() and text[0].isalpha():
        return _parse_words(text)
    digits, _, magnitude = text.lower().rpartition(" ")
    if magnitude in _WORD_GREAT:
        value = _parse_han(digits.replace(",", ""))
        return None if value is None else value * _WORD_GREAT[magnitude]
    return _parse_han(re.sub(r"[\s,]", "", text))


def _parse_han(text: str) -> Decimal | None:
    for name, size in _GREAT.items():
        if name not in text:
            continue
        left, _, right = text.rpartition(name)
        high = _parse_han(left)
        if high is None:
            return None
        if len(right) == 1 and (right in _DIGITS or right.isdigit()) and right not in "〇零":
            return high * size + Decimal(_DIGITS.get(right, right)) * size / 10  # 两万五 is 25,000
        low = _parse_han(right.lstrip("〇零")) if right.strip("〇零") else Decimal(0)
        return None if low is None else high * size + low
    if "点" in text:
        whole, _, part = text.partition("点")
        high = _parse_han(whole)
        digits = "".join(str(_DIGITS.get(char, "")) for char in part)
        return high + Decimal(f"0.{digits}") if high is not None and len(digits) == len(part) > 0 else None
    return _parse_section(text)


_PIECE = re.compile(rf"(\d+(?:\.\d+)?|{DIGIT})?({_UNIT})")


def _parse_section(text: str) -> Decimal | None:
    """A numeral below 10,000, a row of digits (二〇二四), or digits with a point."""
    if re.fullmatch(r"\d+(?:\.\d+)?", text, re.ASCII):
        return Decimal(text)
    if re.fullmatch(f"{DIGIT}+", text):
        return Decimal("".join(str(_DIGITS[char]) for char in text))
    text = text.replace("廿", "二十").replace("卅", "三十")
    total, place, last = Decimal(0), 0, 0
    while piece := _PIECE.match(text, place):
        digit = piece[1] or "1"
        last = _TENS[piece[2]]
        total += Decimal(_DIGITS.get(digit, digit)) * last
        place = piece.end()
        if place < len(text) and text[place] in "〇零":
            place, last = place + 1, 10
    rest = text[place:]
    if not rest:
        return total if place else None
    if not place or not (rest in _DIGITS or rest.isdigit()):
        return None
    return total + Decimal(_DIGITS.get(rest, rest)) * (last // 10 if last >= 100 else 1)  # 一百二 is 120


def _parse_words(text: str) -> Decimal | None:
    total = current = 0
    for word in re.split(r"[-\s]+", text.lower()):
        if word in ("and", ""):
            continue
        if word == "a":
            current = 1
        elif word in _WORD_VALUES:
            current += _WORD_VALUES[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _WORD_GREAT:
            total += (current or 1) * _WORD_GREAT[word]
            current = 0
        else:
            return None
    return Decimal(total + current)
