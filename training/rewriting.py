"""Tools of the rules that say a sentence in other words: tables of equal words, and numerals in other notations."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

Rewrite = Callable[[str, random.Random], str]
"""A rule: a sentence and a source of chance → the sentence in other words, or itself where the rule does not apply."""

_HAN = "零一二三四五六七八九"


def replaced(text: str, table: Mapping[str, Sequence[str]], chance: random.Random, most: int = 3) -> str:
    """The text with up to `most` of the table's patterns put in one of their other words each, wherever they stand.
    What a pattern put there no other pattern changes again."""
    taken: list[tuple[int, int, str]] = []
    patterns = list(table)
    chance.shuffle(patterns)
    used = 0
    for pattern in patterns:
        if used == most:
            break
        word = chance.choice(table[pattern])
        found = [match for match in re.finditer(pattern, text) if not _overlaps(match.span(), taken)]
        taken += [(match.start(), match.end(), match.expand(word)) for match in found]
        used += bool(found)
    for start, end, word in sorted(taken, reverse=True):
        text = text[:start] + word + text[end:]
    return text


def _overlaps(span: tuple[int, int], taken: Sequence[tuple[int, int, str]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end, _ in taken)


def in_han(number: int) -> str:
    """A whole number below 10,000 in Chinese characters: 15 → 十五, 305 → 三百零五."""
    if number < 10:
        return _HAN[number]
    text, gap = "", False
    for size, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // size % 10
        if digit:
            text += ("零" if gap else "") + _HAN[digit] + name
        gap = bool(text) and not digit and bool(number % size)
    return text.removeprefix("一") if 10 <= number < 20 else text
