"""Automatic numbers: Word stores how a list counts, not what it shows. 第三条, 1.2 and (a) have to be counted again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from youju.reading.word.xml import Element, W, child, value

_DIGITS = "零一二三四五六七八九"
_PLACE = re.compile(r"%([1-9])")
_CHINESE = {
    "chineseCounting",
    "chineseCountingThousand",
    "japaneseCounting",
    "taiwaneseCounting",
    "taiwaneseCountingThousand",
    "ideographDigital",
    "japaneseDigitalTenThousand",
}


@dataclass(frozen=True, slots=True)
class _Level:
    form: str
    text: str
    start: int


class Numbers:
    """Counts the lists of one document. Ask for every paragraph, in order."""

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        if root is not None:
            self._load(root)

    def marker(self, number: str, level_text: str) -> tuple[str, int] | None:
        """What stands in front of the next paragraph of list `number`, and its level from 0; bullets are an empty
        string. None if there is no such list."""
        level = int(level_text) if level_text.isdigit() else 0
        known = self._lists.get(number)
        if known is None or level not in known[1]:
            return None
        shared, levels = known
        counts = self._counts.setdefault(shared, {})
        for at, start in self._restarts.pop(number, {}).items():
            counts[at] = start - 1
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]
        if levels[level].form in {"bullet", "none"}:
            return "", level
        return _PLACE.sub(lambda match: self._shown(levels, counts, int(match.group(1)) - 1), levels[level].text), level

    def _shown(self, levels: dict[int, _Level], counts: dict[int, int], level: int) -> str:
        if level not in levels:
            return ""
        return _written(levels[level].form, counts.get(level, levels[level].start))

    def _load(self, root: Element) -> None:
        abstract = {
            each.get(f"{W}abstractNumId"): {
                int(level.get(f"{W}ilvl", "0")): _Level(
                    value(level, "numFmt") or "decimal", value(level, "lvlText") or "", _whole(value(level, "start"))
                )
                for level in each.findall(f"{W}lvl")
            }
            for each in root.findall(f"{W}abstractNum")
        }
        for each in root.findall(f"{W}num"):
            number, shared = each.get(f"{W}numId", ""), value(each, "abstractNumId") or ""
            self._lists[number] = (shared, abstract.get(shared, {}))
            restarts = {
                int(override.get(f"{W}ilvl", "0")): _whole(value(override, "startOverride"))
                for override in each.findall(f"{W}lvlOverride")
                if child(override, "startOverride") is not None
            }
            if restarts:
                self._restarts[number] = restarts


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdigit() else 1


def _written(form: str, number: int) -> str:
    """A number in one of Word's forms; in figures where the form is rare."""
    if form in _CHINESE:
        return _chinese(number)
    if form == "decimalZero":
        return f"{number:02d}"
    if form.startswith("decimalEnclosedCircle") and 1 <= number <= 20:
        return chr(0x2460 + number - 1)
    forms: dict[str, Callable[[int], str]] = {
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
