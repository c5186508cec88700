"""Numbers, units, dates and article numbers, each changed in the notation that it is written in."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from training.corpora import Sample
from training.edits.edit import Edit
from youju.law.numerals import LARGEST, hanzi, number
from youju.text.numbers import Quantity, find_quantities
from youju.text.numerals import ARABIC, HAN, WORDS, parse_numeral

_DIGITS = "一二三四五六七八九"
_MEASURED = frozenset({"money", "duration", "percentage", "multiple", "count", "number", "time", "code"})
_NUMERAL = re.compile(rf"{ARABIC}|{HAN}|(?i:{WORDS})\b")
_ERA = re.compile(r"(?:公元|西元)前?\s?\d*$|民国[\d一二三四五六七八九十]+$|\d{3,}$")
"""What makes the 年 behind it a date."""
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\S+@\S+")
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905


def _quantities(text: str, kinds: frozenset[str]) -> list[Quantity]:
    shut = [match.span() for match in _ADDRESS.finditer(text)]
    return [
        one
        for one in find_quantities(text)
        if one.kind in kinds and not one.indefinite and not any(low <= one.start < high for low, high in shut)
    ]


def numbers(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """One digit, ten times or a tenth, one more or less, or the number of another quantity of the passage."""
    text = sample.sentence
    rivals = [sample.passage.text[q.start : q.end] for q in _quantities(sample.passage.text, _MEASURED)]
    for quantity in _quantities(text, _MEASURED):
        for match in _NUMERAL.finditer(text, quantity.start, quantity.end):
            words = match[0]
            if text[match.end() : match.end() + 1].isupper():  # 18F is a name
                continue
            made = [_digit(words, chance), _tenfold(words), _next(words, chance), _rival(words, rivals, chance)]
            yield from ((Edit(match.start(), match.end(), new),) for new in made if new)


def _digit(words: str, chance: random.Random) -> str | None:
    places = [i for i, char in enumerate(words) if char in _DIGITS or char in "123456789"]
    if not places:
        return None
    place = chance.choice(places)
    digits = _DIGITS if words[place] in _DIGITS else "123456789"
    return words[:place] + chance.choice(digits.replace(words[place], "")) + words[place + 1 :]


def _tenfold(words: str) -> str | None:
    value = parse_numeral(words)
    if value is None or value != int(value) or not value:
        return None
    return _written(int(value) // 10 if value % 10 == 0 else int(value) * 10, words)


def _next(words: str, chance: random.Random) -> str | None:
    value = parse_numeral(words)
    if value is None or value != int(value):
        return None
    step = chance.choice((-1, 1)) if value > 1 else 1
    return _written(int(value) + step, words)


def _written(value: int, like: str) -> str | None:
    """The value in the notation of `like`, where it can be."""
    if like[0].isdigit() and like[0].isascii():
        return f"{value:,}" if "," in like else str(value) if re.fullmatch(r"[\d,]+", like) else None
    if like.isascii():
        word = _WORDS[value - 1] if 0 < value <= len(_WORDS) else None
        return word.capitalize() if word and like[0].isupper() else word
    if not set(like) <= set("两十百千" + _DIGITS) or value > LARGEST:
        return None
    return "两" if value == 2 and like in _DIGITS else hanzi(value)


def _rival(words: str, rivals: Iterable[str], chance: random.Random) -> str | None:
    found = {match[0] for rival in rivals if (match := _NUMERAL.search(rival))}
    han = not words.isascii()
    fitting = sorted(
        one for one in found if one != words and (not one.isascii()) == han and one[0].isalpha() == words[0].isalpha()
    )
    return chance.choice(fitting) if fitting else None


# ── units ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_ROWS = """
个工作日=日|个月|天  工作日=日|个月  个自然日=个工作日  日=个工作日|个月|年  天=个工作日|个月|周  个月=日|年|周
年=个月|周  周=天|个月  小时=分钟|天  个小时=分钟|天  分钟=小时|秒  秒=分钟  元=万元|美元  万元=元|亿元  亿元=万元
万=亿|千  亿=万  美元=元|欧元  %=‰  倍=%|成  公里=米|海里  千米=米  米=公里|厘米  厘米=米|毫米  毫米=厘米
公斤=吨|克  克=公斤  吨=公斤  平方米=亩|平方公里  平方公里=平方米  公顷=亩  亩=公顷  working days=days|weeks
business days=days|weeks  days=weeks|months|working days  day=week|month|hour  weeks=days|months  week=day|month
months=weeks|years  month=week|year  years=months|weeks  year=month|week  hours=minutes|days  hour=minute|day
minutes=hours|seconds  minute=hour|second  million=billion|thousand  billion=million  thousand=million
dollars=euros|thousand dollars  percent=percentage points  miles=feet
"""
_OTHER_UNITS = {
    name.strip(): others.split("|")
    for name, others in (pair.split("=") for pair in re.split(r"\s{2,}|\n", _ROWS.strip()))
}
_UNIT_NAMES = "|".join(
    re.escape(one) + (r"(?![A-Za-z])" if one[-1].isascii() and one[-1].isalpha() else "")
    for one in sorted(_OTHER_UNITS, key=len, reverse=True)
)
_UNIT = re.compile(
    rf"(?P<number>\d|[一二三四五六七八九十百千两半]|\b[a-z]{{3,}}(?=[- ]))[\s-]?(?P<unit>{_UNIT_NAMES})(?!级)"
)


def units(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """The unit of an amount exchanged with one that a hurried writer could take for it."""
    text = sample.sentence
    measured = _quantities(text, _MEASURED - {"code"})
    for match in _UNIT.finditer(text):
        dated = match["unit"] == "年" and _ERA.search(text[: match.start("unit")])
        if dated or not any(one.start <= match.start("number") < one.end for one in measured):
            continue
        yield (Edit(match.start("unit"), match.end("unit"), chance.choice(_OTHER_UNITS[match["unit"]])),)


# ── dates ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_ZH_PART = re.compile(rf"(?P<n>\d+|{HAN})\s?(?P<part>[年月日号])")
_ISO = re.compile(r"(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})")
_EN_NAME = re.compile("|".join(f"{one}|{one[:3]}(?![a-z])" for one in _MONTHS))
_EN_FIGURE = re.compile(r"\b\d{1,4}(?=\b|st|nd|rd|th)")


def dates(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """The year, the month or the day of a date."""
    text = sample.sentence
    for quantity in _quantities(text, frozenset({"date"})):
        for match in _ZH_PART.finditer(text, quantity.start, quantity.end):
            new = _other_part(match["n"], match["part"], chance)
            if new:
                yield (Edit(match.start("n"), match.end("n"), new),)
        for match in _ISO.finditer(text, quantity.start, quantity.end):
            for name, part in (("y", "年"), ("m", "月"), ("d", "日")):
                new = _other_part(match[name], part, chance)
                if new:
                    yield (Edit(match.start(name), match.end(name), new.zfill(len(match[name]))),)
        yield from _english(text, quantity, chance)


def _english(text: str, quantity: Quantity, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    name = _EN_NAME.search(text, quantity.start, quantity.end)
    if not name:
        return
    other = chance.choice([one for one in _MONTHS if one[:3] != name[0][:3]])
    yield (Edit(name.start(), name.end(), other if name[0] in _MONTHS else other[:3]),)
    for match in _EN_FIGURE.finditer(text, quantity.start, quantity.end):
        new = _other_part(match[0], "年" if len(match[0]) == 4 else "日", chance)
        if new:
            yield (Edit(match.start(), match.end(), new),)


def _other_part(written: str, part: str, chance: random.Random) -> str | None:
    value = parse_numeral(written)
    if value is None:
        return None
    if part == "年":
        new = int(value) + chance.choice((-10, -2, -1, 1, 2, 3))
        if written.isascii():
            return str(new)
        return "".join("零一二三四五六七八九"[int(digit)] for digit in str(new)) if len(written) == 4 else None
    new = chance.choice([one for one in range(1, 13 if part == "月" else 29) if one != value])
    return str(new) if written.isascii() else hanzi(new)


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_ARTICLE = re.compile(r"第(?P<n>[〇零一二三四五六七八九十百千\d]+)(?P<part>条|款|项|章|节)")
_SECTION = re.compile(r"\b(?i:section|article|part|chapter|step|level|appendix|phase|form|page|GS|FAR)[ -](?P<n>\d+)\b")
LAWS = tuple(
    """劳动法 劳动合同法 民法典 公司法 刑法 行政处罚法 行政许可法 行政复议法 消费者权益保护法 产品质量法 食品安全法
    会计法 社会保险法 就业促进法 安全生产法 环境保护法 证券法 商业银行法 保险法 税收征收管理法 个人信息保护法 网络安全法
    """.split()  # noqa: SIM905
)
"""Well-known laws, for a right article under the wrong name."""


def references(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """An address inside the sentence, or an attribution of it: the wrong article of the right law, or the reverse."""
    text = sample.sentence
    for match in (*_ARTICLE.finditer(text), *_SECTION.finditer(text)):
        new = _other_number(match["n"], chance)
        if new:
            yield (Edit(match.start("n"), match.end("n"), new),)
    locator = sample.passage.locator
    if locator is None or locator.article is None:
        return
    right = locator.label or ""
    wrong = _ARTICLE.sub(lambda match: f"第{_other_number(match['n'], chance)}{match['part']}", right)
    laws = [one for one in LAWS if one not in locator.law and locator.law not in one]
    pairs = ((locator.law, wrong), (chance.choice(laws), right))
    yield from ((Edit(0, 0, attribution(law, label)),) for law, label in pairs)


def attribution(law: str, label: str) -> str:
    """The words that say where a rule stands."""
    return f"《{law}》{label}规定，"


def _other_number(written: str, chance: random.Random) -> str | None:
    value = number(written)
    if value is None:
        return None
    new = value + chance.choice((-10, -1, 1, 2, 10, 100))
    new = new if 0 < new < 2000 else value + 1
    return str(new) if written.isascii() else hanzi(new)


def worth(text: str) -> list[tuple[str, Decimal, str, Decimal | None]]:
    """What the quantities of a text are worth, in order."""
    return [(one.kind, one.value, one.unit, one.upper) for one in find_quantities(text)]
