"""Automatic numbers: Word stores how a list counts, not what it shows. 第三条, 1.2 and (a) have to be counted again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from youju.reading.ooxml import Element
from youju.reading.word.xml import W, child, is_on, value

_DIGITS = "零一二三四五六七八九"
_PLACE = re.compile(r"%([1-9])")
_COUNTED = {"chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting"} | {
    "taiwaneseCountingThousand"
}
_DIGIT_BY_DIGIT = {"ideographDigital", "japaneseDigitalTenThousand", "taiwaneseDigital"}
_ROWS = {
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "decimalEnclosedCircle": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
    "decimalEnclosedCircleChinese": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
    "decimalEnclosedParen": "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇",
    "decimalEnclosedFullstop": "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛",
}
"""Forms that have a sign for each number."""

_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
_LEGAL = str.maketrans("一二三四五六七八九十百千", "壹贰叁肆伍陆柒捌玖拾佰仟")


@dataclass(frozen=True, slots=True)
class _Level:
    """`restart`: the level (from 1) after which the count begins anew, 0 for never; None: after any level above.
    `legal`: all numbers of the text are shown in figures. `gap`: what stands between the number and its text."""

    form: str
    text: str
    start: int
    restart: int | None = None
    legal: bool = False
    style: str = ""
    gap: str = ""


class Numbers:
    """Counts the lists of one document. Ask for every paragraph, in order."""

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        if root is not None:
            self._load(root)

    def marker(self, number: str, level_text: str | None, style: str = "") -> tuple[str, int] | None:
        """What stands in front of the next paragraph of list `number`, and its level from 0; bullets are an empty
        string. Without a level it is that of the paragraph's `style`. None if there is no such list."""
        known = self._lists.get(number)
        if known is None:
            return None
        shared, levels = known
        if level_text is None:
            level = next((at for at, each in levels.items() if style and each.style == style), 0)
        else:
            level = int(level_text) if level_text.isdigit() else 0
        if level not in levels:
            return None
        counts = self._counts.setdefault(shared, {})
        for at, start in self._restarts.pop(number, {}).items():
            counts[at] = start - 1
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [each for each in counts if each > level and _restarts(levels.get(each), level)]:
            del counts[deeper]
        if levels[level].form in {"bullet", "none"}:
            return "", level
        return self._shown(levels, counts, level), level

    def _shown(self, levels: dict[int, _Level], counts: dict[int, int], level: int) -> str:
        def place(match: re.Match[str]) -> str:
            at = int(match.group(1)) - 1
            if at not in levels:
                return ""
            form = "decimal" if levels[level].legal else levels[at].form
            return written(form, counts.get(at, levels[at].start))

        text = _PLACE.sub(place, levels[level].text)
        return text + ("" if not text or text[-1] in "、）】" or text[-1].isspace() else levels[level].gap)

    def _load(self, root: Element) -> None:
        abstract = {each.get(f"{W}abstractNumId"): each for each in root.findall(f"{W}abstractNum")}
        linked = {value(each, "styleLink"): each for each in abstract.values() if child(each, "styleLink") is not None}
        for each in root.findall(f"{W}num"):
            number, shared = each.get(f"{W}numId", ""), value(each, "abstractNumId") or ""
            source = abstract.get(shared)
            if link := value(source, "numStyleLink"):
                source = linked.get(link, source)
            levels = {} if source is None else dict(map(_level, source.findall(f"{W}lvl")))
            starts: dict[int, int] = {}
            for override in each.findall(f"{W}lvlOverride"):
                at = _whole(override.get(f"{W}ilvl"), 0)
                own = child(override, "lvl")
                if own is not None:
                    levels[at] = _level(own)[1]
                if child(override, "startOverride") is not None:
                    starts[at] = _whole(value(override, "startOverride"))
            self._lists[number] = (shared, levels)
            if starts:
                self._restarts[number] = starts


def _level(element: Element) -> tuple[int, _Level]:
    restart = value(element, "lvlRestart")
    return _whole(element.get(f"{W}ilvl"), 0), _Level(
        value(element, "numFmt") or "decimal",
        value(element, "lvlText") or "",
        _whole(value(element, "start")),
        None if restart is None else _whole(restart, 0),
        is_on(element, "isLgl"),
        value(element, "pStyle") or "",
        "" if value(element, "suff") == "nothing" else " ",
    )


def _restarts(deeper: _Level | None, level: int) -> bool:
    """Whether a level counts anew after a number of `level`."""
    return deeper is None or deeper.restart is None or level < deeper.restart


def _whole(text: str | None, otherwise: int = 1) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def written(form: str, number: int) -> str:
    """A number in one of Word's forms; in figures where the form is rare or the number huge."""
    if not 0 < number < 10_000:
        return str(number)
    if form in _ROWS:
        return _ROWS[form][number - 1] if 1 <= number <= len(_ROWS[form]) else str(number)
    forms: dict[str, Callable[[int], str]] = {
        **dict.fromkeys(_COUNTED, _chinese),
        **dict.fromkeys(
            _DIGIT_BY_DIGIT, lambda each: "".join("〇一二三四五六七八九"[int(digit)] for digit in str(each))
        ),
        "chineseLegalSimplified": lambda each: _chinese(each).translate(_LEGAL),
        "decimalZero": lambda each: f"{each:02d}",
        "decimalFullWidth": lambda each: str(each).translate(_WIDE),
        "numberInDash": lambda each: f"- {each} -",
        "lowerLetter": _letter,
        "upperLetter": lambda each: _letter(each).upper(),
        "lowerRoman": _roman,
        "upperRoman": lambda each: _roman(each).upper(),
    }
    return forms.get(form, str)(number)


def _chinese(number: int) -> str:
    """1–9999 in Chinese: 十, 二十一, 一百零三."""
    if not 0 < number < 10000:
        return str(number)
    text, gap = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        if digit:
            text += ("零" if gap and text else "") + _DIGITS[digit] + name
        gap = not digit
    return text[1:] if text.startswith("一十") else text


def _letter(number: int) -> str:
    """a … z, aa, bb …, as Word counts."""
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    text = ""
    for worth, letters in (
        *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
        *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
    ):
        text += letters * (number // worth)
        number %= worth
    return text
