"""Quantities in Chinese and English text: what they are worth, in one notation.

一个月 = 1 个月; 百分之八十 = 80%; 两倍 = 2 倍; 十五万元 = 150,000 元; 半年 = 6 个月; 3月1日 = March 1. Words that only
look like numbers (一定, 万一, 第一时间) and list numbering are none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from youju.text.folding import is_cjk
from youju.text.numerals import ARABIC, DIGIT, HAN, MIXED, WORDS, parse_numeral
from youju.text.units import CURRENCY_SIGNS, GENERIC_MEASURES, UNITS, QuantityKind, Unit

Bound = Literal["", "at_least", "at_most", "more", "less"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity at `[start, end)`.

    `value` is in canonical `unit`; `upper` is the other end of a range. A date's value is yyyymmdd with zeros for the
    parts that are not said; a time's is minutes since midnight; a percentage's and a fraction's is per hundred; a
    code's (A4, GB/T-2024-001) is 0 and its unit the code itself. `bound` is the direction that the words beside it
    give. `indefinite` marks what states no number of its own: 一份申请, 每月; `about` what is said to be no exact one:
    约, 左右, nearly.
    """

    kind: QuantityKind
    value: Decimal
    unit: str
    start: int
    end: int
    upper: Decimal | None = None
    bound: Bound = ""
    indefinite: bool = False
    about: bool = False

    def proved_by(self, other: Quantity) -> bool:
        """Whether `other`, in a source, says this quantity: same value, same unit. A date may say less than its
        source; a bare number takes any count; 个 may stand for another measure word."""
        if self.kind == "date" and other.kind == "date":
            mine, theirs = _date_parts(self.value), _date_parts(other.value)
            return all(part in (0, source) for part, source in zip(mine, theirs, strict=True))
        if not self._unit_fits(other):
            return False
        if self.upper is not None or other.upper is None:
            return self.value == other.value and self.upper == other.upper
        return self.value in (other.value, other.upper)

    def _unit_fits(self, other: Quantity) -> bool:
        if self.kind == other.kind and self.unit == other.unit:
            return True
        kinds = {self.kind, other.kind}
        if kinds <= {"count", "number"}:
            units = {self.unit, other.unit}
            return "" in units or ("个" in units and units <= GENERIC_MEASURES)
        return False


def _date_parts(value: Decimal) -> tuple[int, int, int]:
    number = int(value)
    return number // 10000, number // 100 % 100, number % 100


@lru_cache(maxsize=4096)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities in order of appearance; those that one phrase names together (第1、2、3条) share its span."""
    plain = _FOREIGN_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), text.translate(_PLAIN))
    if not _SIGN_OF_ONE.search(plain):
        return ()
    board = _IDIOMS.sub(_blank, plain)
    board = _LIST_NUMBER.sub(_blank, board)
    found: list[Quantity] = []
    for pattern, read in _PASSES:
        spans: list[tuple[int, int]] = []
        for match in pattern.finditer(board):
            quantities = list(read(match))
            found.extend(quantities)
            if quantities:
                spans.append(match.span())
        board = _blanked(board, spans)
    found += _joined(board, sorted(_amounts(board), key=lambda amount: amount.quantity.start))
    found.sort(key=lambda quantity: quantity.start)
    return tuple(replace(quantity, bound=_bound(plain, quantity), about=_about(plain, quantity)) for quantity in found)


_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_SIGN_OF_ONE = re.compile(
    r"[\d〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅半每按翻/上前当本同次翌隔下第]|星期|礼拜|首|[A-Za-z]{3}"
)
"""What every quantity holds at least one of."""

# ── what is no number ─────────────────────────────────────────────────────────────────────────────────────────────────

_PLAIN = {
    **{0xFF01 + offset: 0x21 + offset for offset in range(94)},
    0xFFE5: "¥", 0x3000: " ", 0x2212: "-", 0x2013: "-", 0x2014: "-", 0xFF5E: "~", 0x301C: "~",
    **str.maketrans("萬億圓兩個時點週歲號頁條項貳參陸", "万亿圆两个时点周岁号页条项贰叁陆"),
}  # fmt: skip
"""Characters of the same length that read the same."""

_IDIOMS = re.compile(
    r"第一时间|一部分|零部件|第[一二三]方|第三人|第三者|第一(?=[,:、]|步)|第[二三四五六七八九十](?=[,:、])|"
    r"统一|唯一|同一|专一|单一|不一(?!定)|逐一|划一|(?<![分条])之一(?![百千万])|[十百千万]?几[十百千万亿]*|数[十百千万亿]+|(?:以下|如下|下列|这|哪|有)[两二三四五六七八九]点|(?<![一二三四五六七八九十百千两\d])万一(?![千百十])|进一步|十分(?!之|钟)|千方百计|千万(?=[不别要注])|万分(?!之)|"
    "百姓|万能|五官|双方|百科|百货|百度|万科|二维码|"
    "(?<![一二三四五六七八九十百千万两零〇])(?:三方|三角|三亚|三峡|四处|四季|四肢|四川|五金|七夕|八卦|九泉|九江|十字|二手)|"
    "[上下]半[年月场]|星期[一二三四五六日天]?(?=至今)|一心一意|不三不四|三番五次|五花八门|独一无二|说一不二|三三两两|"
    r"(?<![一二三四五六七八九十百千万两零〇\d])一(?:定|般|起|直|旦|些|切|并|律|致|贯|经|样|同|概|向|再|方面|方|体化?|揽子|次性|事|如|味|带|边|心|流|面|生|行|下子?|会儿?|点(?!钟|档|半|整|[一二三四五六七八九十\d至到前后])儿?|"
    "步|时|端|经|己|头|共|应|目了然|对一|一(?=对应|列)|丝|套路|审|把手|卡通|站式|窗|网|码|系列|条龙|举|视同仁|刀切|旁|番|块儿|块|片|阵|致性)"
)
_LIST_NUMBER = re.compile(
    rf"(?m)^[\s*>#-]*(?:\d{{1,3}}[.)、](?!\d)|\((?:\d{{1,3}}|{DIGIT}{{1,3}}|十{DIGIT}?)\)|(?:{DIGIT}|十){{1,3}}[、.]|[①-⑳])"
    rf"|(?<=[;:,。.])\s*(?:\((?:\d{{1,2}}|{DIGIT}{{1,3}}|十{DIGIT}?)\)|[①-⑳])"
)


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match[0])


def _blanked(board: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    place = 0
    for start, end in spans:
        pieces += [board[place:start], "\0" * (end - start)]
        place = end
    return "".join([*pieces, board[place:]])


# ── readers: one for each way of writing ──────────────────────────────────────────────────────────────────────────────

_Reader = Callable[[re.Match[str]], Iterator[Quantity]]
_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)}|(?:{'|'.join(month[:3] for month in _MONTHS)}|Sept)\b\.?)"
_N4 = rf"(?:\d{{4}}|{DIGIT}{{4}})"
_N2 = rf"(?:\d{{1,2}}|[二三]?十{DIGIT}?|廿{DIGIT}?|{DIGIT})"

_ZH_DATE = re.compile(
    rf"(?<![\d.一二三四五六七八九十])(?=[\d〇零一二三四五六七八九十廿])(?:(?P<y>{_N4}|\d\d(?=\s?年\s?\d{{1,2}}\s?月))\s?年(?:度)?)?\s?"
    rf"(?:(?P<m>{_N2})\s?月(?!\s?[内以])份?)?\s?(?:(?P<d>{_N2})\s?[日号](?!\s?[内以]))?"
)
_ISO_DATE = re.compile(
    r"(?<![\d.])(?P<y>\d{4})(?P<sep>[-/.])(?P<m>0?[1-9]|1[0-2])(?P=sep)(?P<d>0?[1-9]|[12]\d|3[01])(?![\d.]\d|\d)"
)
_EN_DATE = re.compile(
    rf"\b{_MONTH}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,\d)(?:,?\s+(?P<y>\d{{4}})\b)?"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH.replace('name', 'name2')}\b(?:,?\s+(?P<y2>\d{{4}})\b)?"
    rf"|\b{_MONTH.replace('name', 'name3')}\s+(?P<y3>\d{{4}})\b"
)


def _date(match: re.Match[str], year: str | None, month: str | int | None, day: str | None) -> Iterator[Quantity]:
    parts = [parse_numeral(part) if isinstance(part, str) else Decimal(part or 0) for part in (year, month, day)]
    y, m, d = (int(part or 0) for part in parts)
    if y and y < 100:
        y += 2000
    if m > 12 or d > 31 or not (y or m):
        return
    start, end = match.span()
    text = match[0]
    yield Quantity(
        "date",
        Decimal(y * 10000 + m * 100 + d),
        "date",
        start + len(text) - len(text.lstrip()),
        end - len(text) + len(text.rstrip()),
    )


def _zh_date(match: re.Match[str]) -> Iterator[Quantity]:
    if match["y"] or match["m"]:
        yield from _date(match, match["y"], match["m"], match["d"])


def _iso_date(match: re.Match[str]) -> Iterator[Quantity]:
    yield from _date(match, match["y"], match["m"], match["d"])


def _en_date(match: re.Match[str]) -> Iterator[Quantity]:
    name = match["name"] or match["name2"] or match["name3"]
    month = next(number for number, full in enumerate(_MONTHS, 1) if full.startswith(name[:3]))
    yield from _date(match, match["y"] or match["y2"] or match["y3"], month, match["d"] or match["d2"])


_MONTHLY_DAY = re.compile(rf"(?<=[每当本次上下]月)(?:的)?(?P<d>{_N2})[日号]")


def _monthly_day(match: re.Match[str]) -> Iterator[Quantity]:
    day = parse_numeral(match["d"])
    if day:
        yield Quantity("date", day, "date", match.start("d"), match.end())


_TIME = re.compile(
    rf"(?P<half>上午|下午|晚上|中午|凌晨|早上|晚)?\s?(?:(?<![\d:.])(?P<h>[01]?\d|2[0-4])\s?:\s?(?P<m>[0-5]\d)(?::[0-5]\d)?(?![\d:])|"
    rf"(?<![\d.])(?P<h2>\d{{1,2}}|十{DIGIT}?|二十{DIGIT}?|{DIGIT})\s?(?:点(?!{DIGIT})钟?|时(?![间段期候长效限]))(?:整|(?P<half2>半)|(?P<m2>{_N2})分?)?)"
    r"\s?(?P<pm>[ap]\.?m\b\.?)?|\b(?P<h3>\d{1,2})\s?(?P<pm3>[ap]\.?m\b\.?)",
    re.IGNORECASE,
)


def _time(match: re.Match[str]) -> Iterator[Quantity]:
    hour = parse_numeral(match["h"] or match["h2"] or match["h3"])
    minute = Decimal(30) if match["half2"] else parse_numeral(match["m"] or match["m2"] or "0")
    if hour is None or minute is None or hour > 24:
        return
    afternoon = match["half"] in ("下午", "晚上", "晚") or (match["pm"] or match["pm3"] or "").lower().startswith("p")
    if afternoon and hour < 12:
        hour += 12
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    yield Quantity("time", hour * 60 + minute, "clock", start, match.start() + len(match[0].rstrip()))


_SPANS = "year|month|week|day|hour"
_AND_HALF = re.compile(
    rf"(?i:\b(?P<n>\d+|an?|{WORDS})\s(?:(?P<unit>{_SPANS})s?\s)?and a half(?:\s(?P<of>{_SPANS}|time)s?)?\b)"
)


def _and_half(match: re.Match[str]) -> Iterator[Quantity]:
    whole = Decimal(1) if match["n"].lower() in ("a", "an") else parse_numeral(match["n"])
    name = (match["unit"] or match["of"] or "").lower()
    if whole is not None and name in UNITS:
        unit = UNITS[name]
        yield Quantity(unit.kind, (whole + Decimal("0.5")) * unit.factor, unit.name, *match.span())
    elif whole is not None:
        yield Quantity("multiple" if name else "number", whole + Decimal("0.5"), "times" if name else "", *match.span())


_FRACTION = re.compile(
    rf"(?P<base>百|千|万|{HAN}|\d{{1,3}})分之(?P<part>{ARABIC}|{HAN})"
    rf"(?:\s?(?:至|到|-|~)\s?(?:(?P=base)分之)?(?P<upper>{ARABIC}|{HAN}))?"
    r"|(?<![\d./])(?P<n>\d{1,2})/(?P<d>\d{1,2})(?![\d/])|一半|半数|\bhalf of\b"
    r"|\b(?P<en>one|two|three|[Aa]n?(?=[- ]\w+ of\b))[- ](?P<of>third|quarter|fifth)s?\b"
)
_BASES = {
    name: Decimal(base)
    for name, base in zip(("百", "千", "万", "third", "quarter", "fifth"), (100, 1000, 10000, 3, 4, 5), strict=True)
}


def _fraction(match: re.Match[str]) -> Iterator[Quantity]:
    name = match["base"] or match["d"] or match["of"]
    base = _BASES.get(name or "") or (parse_numeral(name) if name else Decimal(2))
    part = parse_numeral(match["part"] or match["n"] or re.sub("^[Aa]n?$", "1", match["en"] or "1"))
    upper = parse_numeral(match["upper"] or "")
    if base and part is not None:
        top = None if upper is None else 100 * upper / base
        yield Quantity("percentage", 100 * part / base, "percent", *match.span(), upper=top)


_ADDRESS = frozenset("条款项目章节编篇")
_ORDINAL = re.compile(
    rf"第\s?\(?(?P<first>\d+|{HAN})\)?(?P<more>(?:\s?[至到~、和-]\s?第?\s?\(?(?:\d+|{HAN})\)?)*)\s?(?P<unit>季度|学期|[\u4e00-\u9fff])?"
    rf"(?:之(?P<sub>\d+|{HAN}))?|\b(?P<en>\d+)(?:st|nd|rd|th)\b|(?i:\b(?:article|section|clause|chapter|paragraph)\s+(?P<address>\d+)\b)"
)
_EACH = re.compile(rf"\d+|{HAN}")


def _ordinal(match: re.Match[str]) -> Iterator[Quantity]:
    unit = match["unit"] or ""
    kind: QuantityKind = "article" if unit in _ADDRESS or match["address"] else "ordinal"
    names = [match[name] for name in ("first", "en", "address") if match[name]] + _EACH.findall(match["more"] or "")
    for name in names:
        value = parse_numeral(name)
        if value is not None:
            yield Quantity(kind, value, unit, *match.span())
    sub = parse_numeral(match["sub"] or "")
    if sub is not None:
        yield Quantity(kind, sub, "之", *match.span())


_FIRSTS: Sequence[str] = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()  # noqa: SIM905
_DETERMINER = "|".join(f"(?<={word} )" for word in ("the", "a", "each", "every", "your", "their", "this"))
_FIRST = re.compile(
    rf"(?P<zh>首)(?P<unit>[次年月日批届周])(?!付款?|期款)|(?:{_DETERMINER})(?P<en>{'|'.join(_FIRSTS)})(?=[ -][a-z])"
)


def _first(match: re.Match[str]) -> Iterator[Quantity]:
    value = 1 if match["zh"] else _FIRSTS.index(match["en"]) + 1
    yield Quantity("ordinal", Decimal(value), match["unit"] or "", *match.span())


_WEEKDAY = re.compile(
    r"(?<![一二三四五六七八九十\d个每])(?:星期|礼拜|周)(?P<d>[一二三四五六七八九日天])(?![次个天回岁])"
)
_WEEKDAYS = dict(zip("一二三四五六日天七八九", (1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9), strict=True))


def _weekday(match: re.Match[str]) -> Iterator[Quantity]:
    yield Quantity("ordinal", Decimal(_WEEKDAYS[match["d"]]), "weekday", *match.span())


_RELATIVE = re.compile(
    r"(?:(?P<before>(?<!以)上[一1]?个?|前[一1])|(?P<now>(?<![应相正适])当|本|同一?)|(?P<next>次|翌|隔|下[一1]?个?|第二))"
    r"(?P<unit>日|天|月|年度?|季度|周)(?![以内级检限龄报])"
    r"|\b(?P<en>same|next|previous)\s(?P<of>day|week|month|year)\b"
)
_RELATIVE_VALUES = {"before": -1, "now": 0, "next": 1}
_ENGLISH_VALUES = {"previous": -1, "same": 0, "next": 1}


def _relative(match: re.Match[str]) -> Iterator[Quantity]:
    unit = match["unit"] or match["of"]
    value = next((_RELATIVE_VALUES[name] for name in _RELATIVE_VALUES if match[name]), None)
    value = _ENGLISH_VALUES[match["en"]] if value is None else value
    yield Quantity("ordinal", Decimal(value), f"relative {_PERIODS.get(unit, unit)}", *match.span())


_FREQUENCY = re.compile(
    r"(?:每个?|按|/)(?P<zh>工作日|自然月|月|年度|年|周|日|天|季度|小时|晚|次|人)|\b(?:per|each|every)\s+(?P<per>day|month|year|week|night|hour)\b"
    r"|(?i:\b(?P<ly>daily|weekly|monthly|annually|yearly)\b)"
)
_PERIODS = {
    **dict.fromkeys(("天", "日", "daily"), "day"),
    **dict.fromkeys(("周", "weekly"), "week"),
    **dict.fromkeys(("月", "自然月", "monthly"), "month"),
    **dict.fromkeys(("年", "年度", "annually", "yearly"), "year"),
    "工作日": "working-day",
    "季度": "quarter",
    "晚": "night",
    "小时": "hour",
}


def _frequency(match: re.Match[str]) -> Iterator[Quantity]:
    word = match["zh"] or match["per"] or match["ly"].lower()
    yield Quantity("frequency", Decimal(1), _PERIODS.get(word, word), *match.span(), indefinite=True)


_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?!(?:USD|RMB|CNY|EUR|GBP|HKD|JPY|US\$)\s?\d)[A-Za-z]{1,20}(?:[-_/.][A-Za-z0-9]{1,20}){0,5}[-_/]?\d+(?:[-_/.]\w+)*"
    r"|(?<![A-Za-z0-9.])\d{1,4}(?!GB|MB|KB|TB|KG|W\b|V\b|Q\b)[A-Z]{1,3}(?![A-Za-z0-9])"
    r"|(?<![\d.-])\d{3,4}-\d{7,8}(?!\d)|(?<![\d.])\d+(?:\.\d+){2,}"
)


def _code(match: re.Match[str]) -> Iterator[Quantity]:
    yield Quantity("code", Decimal(0), match[0].casefold(), *match.span())


_TWICE = re.compile(r"(?i:\b(?P<w>twice|double|doubled|triple|tripled)\b)|翻(?P<n>[一两三四]|\d)?番|翻倍")


_ONE_OF = re.compile(
    r"(?i:(?<=within )|(?<=after )|(?<=before )|(?<=for )|(?<=than )|(?<=least )|(?<=most ))"
    r"(?i:an? (?P<unit>day|week|fortnight|month|year|hour)\b)"
)


def _one_of(match: re.Match[str]) -> Iterator[Quantity]:
    unit = UNITS[match["unit"].lower()]
    yield Quantity("duration", unit.factor, unit.name, *match.span())


def _twice(match: re.Match[str]) -> Iterator[Quantity]:
    value = Decimal(3 if (match["w"] or "").lower().startswith("triple") else 2)
    doublings = parse_numeral(match["n"] or "") or Decimal(1)
    yield Quantity("multiple", value**doublings, "times", *match.span())


# ── amounts: a numeral, what stands before it and its unit ────────────────────────────────────────────────────────────

_SPELLINGS = "|".join(
    re.escape(name) + ("(?![A-Za-z])" if name[-1].isascii() and name[-1].isalpha() else "")
    for name in sorted(UNITS, key=len, reverse=True)
)
_UNIT = re.compile(rf"[\s-]?(?P<half>个半)?[余多]?\s?(?P<unit>(?<=个半)月|{_SPELLINGS})?(?P<more>(?<=[年天时])半)?")
_SIGN = re.compile(
    "(?:" + "|".join(re.escape(sign) for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True)) + r")\s?$"
)
_NUMERAL = re.compile(rf"{MIXED}|{HAN}|(?i:{WORDS})")
_HALF = re.compile(
    r"(?<![个年天时])半个?(?P<zh>月|年|天|日|小时|钟头)|(?i:\bhalf[- ](?:an?\s)?(?P<en>year|month|day|hour)\b)"
)
_FUNCTION = frozenset(
    "以及和与或至到的为是在之内外前后中上下不超时余多几者均等且而则即含按每由从向对将被把给让用应可须"
)


@dataclass(frozen=True, slots=True)
class _Amount:
    """A quantity with the factor of its unit, which decides how neighbours join. A tentative one (the 三 of 三到五年)
    counts only if it joins."""

    quantity: Quantity
    factor: Decimal = Decimal(1)
    tentative: bool = False


def _amounts(board: str) -> Iterator[_Amount]:
    halves = list(_HALF.finditer(board))
    for match in halves:
        unit = _unit_of(match["zh"] or match["en"])
        yield _Amount(Quantity("duration", unit.factor / 2, unit.name, *match.span()), unit.factor)
    place = 0
    for match in _NUMERAL.finditer(board):
        if match.start() < place:
            continue
        amount = _amount(board, match)
        if amount:
            place = amount.quantity.end
            yield amount


def _unit_of(spelling: str) -> Unit:
    return UNITS[
        "个月" if spelling == "月" else spelling.lower() if spelling.isascii() and len(spelling) > 3 else spelling
    ]


def _amount(board: str, match: re.Match[str]) -> _Amount | None:
    """The numeral with the currency sign before it and the unit behind it."""
    start, end = match.span()
    value = parse_numeral(match[0])
    if value is None:
        return None
    sign = _SIGN.search(board, max(0, start - 5), start)
    found = _UNIT.match(board, end)
    unit = _unit_of(found["unit"]) if found and found["unit"] else None
    if sign and not (unit and unit.kind == "money"):
        unit = Unit("money", CURRENCY_SIGNS[sign[0].strip()])
    elif found and unit:
        end = found.end()
        value += Decimal("0.5") if found["half"] or found["more"] else 0
    if unit is None:
        return _bare(board, match, value)
    start = sign.start() if sign else start
    value *= -unit.factor if _NEGATIVE.search(board, max(0, start - 2), start) else unit.factor
    indefinite = match[0] == "一" and unit.name in GENERIC_MEASURES
    return _Amount(Quantity(unit.kind, value, unit.name, start, end, indefinite=indefinite), unit.factor)


_NEGATIVE = re.compile(r"(?:(?:^|[\s(:,])-|负|零下)$")


def _bare(board: str, match: re.Match[str], value: Decimal) -> _Amount | None:
    """A numeral without a known unit: digits always count, Chinese characters only where they can be nothing else."""
    numeral = match[0]
    following = board[match.end() : match.end() + 1]
    number = _Amount(Quantity("number", value, "", *match.span()))
    if re.fullmatch(HAN, numeral) and not re.search(rf"{DIGIT}[十百千万亿点]|十{DIGIT}", numeral):
        return replace(number, tentative=True) if _RANGE.match(board, match.end()) else None
    if numeral[0].isalpha() and numeral.isascii():
        return None if numeral.lower() == "one" else number
    if following.isalpha() and following not in _FUNCTION and (is_cjk(following) or not following.islower()):
        return _Amount(Quantity("count", value, following, match.start(), match.end() + 1))
    return number


_RANGE = re.compile(r"\s?(?:-|~|至|到|\bto\b|\band\b)\s?")


def _joined(board: str, amounts: list[_Amount]) -> Iterator[Quantity]:
    """Amounts with their neighbours: 3至5天 is one range, 一年零六个月 one duration."""
    last: _Amount | None = None
    for amount in amounts:
        merged = _merge(board, last, amount) if last else None
        if last and not merged and not last.tentative:
            yield last.quantity
        last = merged or amount
    if last and not last.tentative:
        yield last.quantity


def _merge(board: str, first: _Amount, second: _Amount) -> _Amount | None:
    a, b = first.quantity, second.quantity
    gap = board[a.end : b.start]
    if a.upper is not None or len(gap) > 5:
        return None
    bare = a.kind == "number"
    if _RANGE.fullmatch(gap) and (bare or (a.kind, a.unit) == (b.kind, b.unit)):
        if "and" in gap and "etween" not in board[max(0, a.start - 9) : a.start]:
            return None
        value = a.value * second.factor if bare else a.value
        return replace(second, quantity=replace(b, value=value, upper=b.value, start=a.start))
    spaced = board[b.start].isascii() and gap.strip() in ("", "and")
    if a.kind == b.kind == "duration" and a.unit == b.unit and first.factor > second.factor and (spaced or gap in _AND):
        return replace(second, quantity=replace(b, value=a.value + b.value, start=a.start))
    return None


_AND = ("", "零", "又")


# ── directions ────────────────────────────────────────────────────────────────────────────────────────────────────────

_BEFORE: tuple[tuple[Bound, str], ...] = (
    (
        "at_most",
        "不得?(?:超过|多于|高于|大于|超出|长于|晚于|迟于)|[最至](?:多|高|长|大|晚|迟)|上限|up to|at most|within|"
        "no (?:more|later|longer) than|not (?:to )?(?:exceed(?:ing)?|more than)|maximum(?: of)?",
    ),
    (
        "at_least",
        "不得?(?:少于|低于|小于|短于|早于)|[最至](?:少|低|短|小|早)|下限|(?<![不未])[已年]?满|at least|"
        "no (?:less|fewer|earlier) than|not less than|minimum(?: of)?",
    ),
    ("less", "低于|少于|小于|短于|早于|不足|不满|不到|未满|未达|less than|fewer than|under|below"),
    ("more", "超过|多于|高于|大于|超出|长于|晚于|逾|more than|over|above|exceed(?:s|ing)?"),
)
_AFTER: tuple[tuple[Bound, str], ...] = (
    ("at_least", r"\s?(?:及|\(含\))?以上|起|(?: [a-z]+)? or (?:more|above|longer)"),
    ("at_most", r"\s?(?:及|\(含\))?以下|\s?以?之?内|(?: [a-z]+)? or (?:less|fewer|under)"),
)
_LINK = r"(?:[为是达到约的人民币:\s]|限额|标准|金额|a total of|about){0,4}$"
_BOUND_BEFORE = re.compile("|".join(f"(?P<{name}>(?:{words}){_LINK})" for name, words in _BEFORE), re.IGNORECASE)
_BOUND_AFTER = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _AFTER), re.IGNORECASE)


def _bound(plain: str, quantity: Quantity) -> Bound:
    if quantity.kind in ("article", "frequency", "code"):
        return ""
    found = _BOUND_BEFORE.search(plain, max(0, quantity.start - 18), quantity.start) or _BOUND_AFTER.match(
        plain, quantity.end
    )
    return found.lastgroup if found else ""  # pyright: ignore[reportReturnType]


_ABOUT_BEFORE = re.compile(
    r"(?:约|大概|大致|将近|接近|近|\b(?:about|approximately|around|roughly|nearly|almost))[为是\s]?$"
)
_ABOUT_AFTER = re.compile(r"\s?(?:左右|上下|许(?!可)|or so\b)")


def _about(plain: str, quantity: Quantity) -> bool:
    if quantity.kind in ("article", "frequency", "code", "ordinal"):
        return False
    before = _ABOUT_BEFORE.search(plain, max(0, quantity.start - 15), quantity.start)
    return bool(
        before or _ABOUT_AFTER.match(plain, quantity.end) or _MORE_THAN.search(plain, quantity.start, quantity.end)
    )


_MORE_THAN = re.compile(r"[余多]")


_PASSES: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (_ISO_DATE, _iso_date),
    (_CODE, _code),
    (_EN_DATE, _en_date),
    (_MONTHLY_DAY, _monthly_day),
    (_ZH_DATE, _zh_date),
    (_AND_HALF, _and_half),
    (_FRACTION, _fraction),
    (_TIME, _time),
    (_RELATIVE, _relative),
    (_ORDINAL, _ordinal),
    (_FIRST, _first),
    (_WEEKDAY, _weekday),
    (_FREQUENCY, _frequency),
    (_TWICE, _twice),
    (_ONE_OF, _one_of),
)
