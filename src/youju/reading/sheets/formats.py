"""Number formats: a spreadsheet stores 0.15 and 45296, people see 15% and 2024/1/5 (ECMA-376 part 1, 18.8.30/31)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

BUILTIN = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"¥"#,##0;\\-"¥"#,##0',
    6: '"¥"#,##0;\\-"¥"#,##0',
    7: '"¥"#,##0.00;\\-"¥"#,##0.00',
    8: '"¥"#,##0.00;\\-"¥"#,##0.00',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy/m/d",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy/m/d h:mm",
    30: "m-d-yy",
    31: 'yyyy"年"m"月"d"日"',
    32: 'h"时"mm"分"',
    33: 'h"时"mm"分"ss"秒"',
    37: "#,##0;-#,##0",
    38: "#,##0;-#,##0",
    39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
    **dict.fromkeys((27, 36, 50, 52, 57), 'yyyy"年"m"月"'),
    **dict.fromkeys((28, 29, 51, 53, 54, 58), 'm"月"d"日"'),
    **dict.fromkeys((34, 55), '上午/下午h"时"mm"分"'),
    **dict.fromkeys((35, 56), '上午/下午h"时"mm"分"ss"秒"'),
    **dict.fromkeys((41, 42), "#,##0;-#,##0"),
    **dict.fromkeys((43, 44), "#,##0.00;-#,##0.00"),
}
"""The formats that files name by number only; those that depend on the place as a Chinese Excel shows them."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*].|(?P<bracket>\[[^\]]*\])|(?P<general>General|G/通用格式)'
    r"|(?P<half>AM/PM|A/P|上午/下午)|(?P<exponent>E[+-])|(?P<date>y+|m+|d+|h+|s+|e+|a{3,4})|(?P<digit>[0#?])"
    r"|(?P<mark>[.,%/@])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]")
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^\]-]*)")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEK = "一二三四五六日"
_HANZI = str.maketrans("0123456789", "〇一二三四五六七八九")
_LAST_DAY = 2_958_466  # 31 December 9999
_MOST_DECIMALS = 30


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Section:
    """One of up to four parts of a format: for positive numbers, negative ones, zero, and text."""

    tokens: tuple[_Token, ...]
    is_date: bool
    condition: tuple[str, float] | None


def shown(value: float, code: str, *, since_1904: bool = False) -> str:
    """A number as a cell with this format shows it; in full where the format is beyond us."""
    sections = _parse(code)
    section, chosen = _choose(sections, value)
    try:
        if section.is_date:
            return _date(value, section.tokens, since_1904) or general(value)
        if any(token.kind == "general" for token in section.tokens) or not section.tokens:
            around = ["\0" if token.kind == "general" else token.text for token in section.tokens]
            return "".join(around).replace("\0", general(abs(value) if chosen else value)) or general(value)
        sign = "-" if value < 0 and not chosen else ""
        text = _number(abs(value), section.tokens)
        return sign + text if any(char in "123456789" for char in text) else text
    except (ArithmeticError, ValueError):
        return general(value)


def shown_text(text: str, code: str) -> str:
    """A text as a cell with this format shows it."""
    sections = _parse(code)
    if len(sections) < 4 and not (len(sections) == 1 and any(token.text == "@" for token in sections[0].tokens)):
        return text
    return "".join(text if token.kind == "mark" and token.text == "@" else token.text for token in sections[-1].tokens)


def general(value: float) -> str:
    """A number without a format: up to eleven significant digits, whole numbers in full."""
    if value == int(value) and abs(value) < 1e16:
        return str(int(value))
    if not 1e-9 <= abs(value) < 1e16:
        return f"{value:.6g}".upper()
    return f"{Decimal(f'{value:.11g}'):f}"


@lru_cache(maxsize=1024)
def _parse(code: str) -> tuple[_Section, ...]:
    sections: list[list[_Token]] = [[]]
    for match in _TOKEN.finditer(code[:1000]):
        kind = match.lastgroup or "skip"
        text = match.group(kind) if match.lastgroup else ""
        if kind == "other" and text == ";":
            sections.append([])
        elif kind in {"quoted", "escaped", "other"}:
            sections[-1].append(_Token("literal", text))
        elif kind != "skip":
            sections[-1].append(_Token(kind, text))
    return tuple(_section(tokens) for tokens in sections)


def _section(tokens: Sequence[_Token]) -> _Section:
    kept: list[_Token] = []
    dated = False
    condition: tuple[str, float] | None = None
    for token in tokens:
        if token.kind != "bracket":
            kept.append(token)
            dated = dated or token.kind == "date"
        elif match := _CONDITION.match(token.text):
            condition = (match.group(1), float(match.group(2)))
        elif _ELAPSED.fullmatch(token.text):
            kept.append(_Token("elapsed", token.text[1:-1].lower()))
            dated = True
        elif token.text.upper().startswith("[$-F8"):
            return _section([_Token("date", "yyyy"), _Token("literal", "年"), *_LONG_DATE])
        elif match := _CURRENCY.match(token.text):
            kept.append(_Token("literal", match.group(1)))
        elif token.text.upper() == "[DBNUM1]":
            kept.append(_Token("hanzi", ""))
    return _Section(tuple(kept), dated, condition)


_LONG_DATE = (_Token("date", "m"), _Token("literal", "月"), _Token("date", "d"), _Token("literal", "日"))


def _choose(sections: Sequence[_Section], value: float) -> tuple[_Section, bool]:
    """The section for a number, and whether it is one for negative numbers, which writes its own sign."""
    if any(section.condition for section in sections):
        for section in sections[:3]:
            if section.condition is None or _holds(section.condition, value):
                return section, False
        return sections[-1], False
    numeric = sections[:3]
    if value < 0 and len(numeric) > 1:
        return numeric[1], True
    if value == 0 and len(numeric) > 2:
        return numeric[2], False
    return numeric[0], False


def _holds(condition: tuple[str, float], value: float) -> bool:
    sign, limit = condition
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }[sign]


def _number(value: float, tokens: Sequence[_Token]) -> str:
    tokens = [token for token in tokens if token.kind != "hanzi"]
    digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    if not digits:
        return "".join(general(value) if token.text == "@" else token.text for token in tokens)
    if any(token.text == "/" and token.kind == "mark" for token in tokens):
        return _fraction(value, tokens)
    amount = Decimal(repr(value))
    amount *= 100 ** sum(token.kind == "mark" and token.text == "%" for token in tokens)
    trailing = [at for at, token in enumerate(tokens) if token == _COMMA and at > digits[-1]]
    amount /= 1000 ** len(trailing)
    exponent = next((at for at, token in enumerate(tokens) if token.kind == "exponent"), None)
    if exponent is not None:
        return _scientific(amount, tokens, exponent)
    point = next((at for at, token in enumerate(tokens) if token == _POINT), len(tokens))
    decimals = [tokens[at].text for at in digits if at > point][:_MOST_DECIMALS]
    rounded = amount.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    whole, _, part = f"{rounded:f}".partition(".")
    grouped = any(token == _COMMA and digits[0] < at < min(point, digits[-1]) for at, token in enumerate(tokens))
    head = _whole(whole.lstrip("0"), tokens[:point], grouped)
    return head + _part(part, decimals, tokens[point:])


_COMMA = _Token("mark", ",")
_POINT = _Token("mark", ".")


def _whole(digits: str, tokens: Sequence[_Token], grouped: bool) -> str:
    """The tokens before the decimal point, filled with digits from the right."""
    places = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    out: list[str] = []
    taken = 0
    for at in reversed(range(len(tokens))):
        token = tokens[at]
        if token.kind != "digit":
            out.append("" if token == _COMMA else token.text)
            continue
        while True:
            digit = digits[-1:] or ("0" if token.text == "0" else "")
            digits = digits[:-1]
            if digit and grouped and taken and taken % 3 == 0:
                out.append(",")
            out.append(digit)
            taken += bool(digit)
            if at != places[0] or not digits:
                break
    return "".join(reversed(out))


def _part(digits: str, places: Sequence[str], tokens: Sequence[_Token]) -> str:
    """The decimal point and what follows; zeros that the format does not ask for are dropped."""
    while digits and places[len(digits) - 1] != "0" and digits[-1] == "0":
        digits = digits[:-1]
    out, waiting = "", list(digits)
    for token in tokens:
        if token.kind == "digit":
            out += waiting.pop(0) if waiting else ""
        elif token == _POINT:
            out += "." if digits or places == [] else ""
        elif token != _COMMA:
            out += token.text
    return out


def _scientific(amount: Decimal, tokens: Sequence[_Token], at: int) -> str:
    decimals = sum(token.kind == "digit" for token in tokens[: at + 1]) - 1
    mantissa, _, power = f"{amount:.{max(0, decimals)}E}".partition("E")
    sign = "-" if power.startswith("-") else "+" if tokens[at].text.endswith("+") else ""
    width = sum(token.kind == "digit" for token in tokens[at:])
    return f"{mantissa}E{sign}{power.lstrip('+-').zfill(width)}"


def _fraction(value: float, tokens: Sequence[_Token]) -> str:
    slash = next(at for at, token in enumerate(tokens) if token.text == "/")
    width = sum(token.kind == "digit" for token in tokens[slash:])
    fixed = "".join(token.text for token in tokens[slash:] if token.kind == "literal" and token.text.isdigit())
    if fixed:
        top, bottom = round(value * int(fixed)), int(fixed)
        return f"{top // bottom} {top % bottom}/{bottom}" if top >= bottom else f"{top}/{bottom}"
    part = Fraction(value).limit_denominator(10 ** min(max(width, 1), 4) - 1)
    whole, rest = divmod(part.numerator, part.denominator)
    return " ".join([str(whole)] * bool(whole or not rest) + [f"{rest}/{part.denominator}"] * bool(rest))


def _date(value: float, tokens: Sequence[_Token], since_1904: bool) -> str:
    """The date of a serial number; empty if there is no such date."""
    if not 0 <= value < _LAST_DAY:
        return ""
    days = value if since_1904 or value >= 61 else value + 1  # 1900 has a 29 February in spreadsheets
    base = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)
    fine = any(token.kind == "mark" and token.text == "." for token in tokens)
    seconds = round(days * 86_400, 3 if fine else 0)
    moment = base + timedelta(seconds=seconds)
    half = any(token.kind == "half" for token in tokens)
    hanzi = any(token.kind == "hanzi" for token in tokens)
    out: list[str] = []
    for at, token in enumerate(tokens):
        if token.kind == "date":
            text = _date_part(token.text.lower(), moment, half, minutes=_is_minutes(tokens, at))
            out.append(_in_hanzi(text, token.text) if hanzi else text)
        elif token.kind == "elapsed":
            out.append(_elapsed(token.text, value))
        elif token.kind == "half":
            early, late = token.text.split("/")
            out.append(early if moment.hour < 12 else late)
        elif token.kind == "digit":
            out.append(f"{moment.microsecond // 1000:03d}"[:1] if tokens[at - 1] == _POINT else "")
        elif token.kind != "hanzi":
            out.append(token.text)
    return "".join(out).strip()


def _is_minutes(tokens: Sequence[_Token], at: int) -> bool:
    """Whether an `m` means minutes: after hours, or before seconds."""
    if tokens[at].text.lower() not in {"m", "mm"}:
        return False
    before = next((t.text.lower() for t in reversed(tokens[:at]) if t.kind in {"date", "elapsed"}), "")
    after = next((t.text.lower() for t in tokens[at + 1 :] if t.kind in {"date", "elapsed"}), "")
    return before.startswith("h") or after.startswith("s")


def _date_part(code: str, moment: datetime, half: bool, *, minutes: bool) -> str:
    letter, size = code[0], len(code)
    if letter in "ye":
        return f"{moment.year % 100:02d}" if letter == "y" and size <= 2 else f"{moment.year}"
    if letter == "a":
        return ("星期" if size == 4 else "周") + _WEEK[moment.weekday()]
    if size > 2 and letter == "m":
        name = _MONTHS[moment.month - 1] if size == 3 else _LONG_MONTHS[moment.month - 1]
        return name[0] if size == 5 else name
    if size > 2 and letter == "d":
        return _DAYS[moment.weekday()][: 3 if size == 3 else None]
    number = {
        "m": moment.minute if minutes else moment.month,
        "d": moment.day,
        "h": (moment.hour + 11) % 12 + 1 if half else moment.hour,
        "s": moment.second,
    }[letter]
    return str(number).zfill(min(size, 2))


def _elapsed(code: str, value: float) -> str:
    unit = {"h": 3600, "m": 60, "s": 1}[code[0]]
    return str(round(value * 86_400) // unit).zfill(len(code))


def _in_hanzi(text: str, code: str) -> str:
    """A part of a date in Chinese figures: years digit by digit, the rest counted."""
    if not text.isdigit() or code[0] in "yYeE":
        return text.translate(_HANZI)
    tens, ones = divmod(int(text), 10)
    digits = "〇一二三四五六七八九"
    return ("" if not tens else "十" if tens == 1 else digits[tens] + "十") + (digits[ones] if ones or not tens else "")
