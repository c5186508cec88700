"""Numbers in front of headings and list items, as Chinese and English documents write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HANZI = "〇零一二三四五六七八九十百千两"
_DECIMAL_RANK = 20

_STYLES: tuple[tuple[str, int, re.Pattern[str]], ...] = tuple(
    (style, rank, re.compile(pattern, re.IGNORECASE))
    for style, rank, pattern in (
        ("part", 1, rf"第\s*[{_HANZI}\d]+\s*(?:分编|[编篇部])(?=[\s　]|$)"),
        ("part", 1, r"part\s+(?:[ivx]+|\d+)\b[.:]?(?=\s|$)"),
        ("chapter", 2, rf"第\s*[{_HANZI}\d]+\s*章"),
        ("chapter", 2, r"(?:chapter|appendix|annex)\s+(?:[ivx]+|\d+|[a-z])\b[.:]?(?=\s|$)"),
        ("chapter", 2, rf"(?:附录|附件|附表)\s*[{_HANZI}\dA-Z]*(?=[\s　:：]|$)"),
        ("section", 3, rf"第\s*[{_HANZI}\d]+\s*节"),
        ("section", 3, r"section\s+\d+\b[.:]?(?=\s|$)"),
        ("bracketed", 4, r"【[^【】]{1,30}】$"),
        ("article", 4, rf"第\s*[{_HANZI}\d]+\s*条(?:之[{_HANZI}]+)?"),
        ("article", 4, r"article\s+\d+\b[.:]?(?=\s|$)"),
        ("hanzi", 5, rf"[{_HANZI}]+、"),
        ("hanzi-bracket", 6, rf"[（(][{_HANZI}]+[)）]"),
        ("decimal", _DECIMAL_RANK, r"\d{1,3}(?:\.\d{1,3})+(?:[.、]?(?=[\s　])|(?=[\u4e00-\u9fff]))"),
        ("number", _DECIMAL_RANK, r"\d{1,3}(?:[.．](?!\d)|[、)）])"),
        ("number-bracket", 40, r"[（(]\d{1,3}[)）]"),
        ("circled", 41, "[①-⑳]"),
        ("letter", 42, r"(?:[（(][a-z][)）]|[a-z][.)](?=\s))"),
    )
)
_POSSIBLE = re.compile(
    rf"[第附【（(\d①-⑳{_HANZI}]|[a-z][.)]|part|chapter|appendix|annex|section|article", re.IGNORECASE
)
_BULLET = re.compile(r"[-*•·●○◦▪■◆–—](?=\s)\s*|[●○▪■◆•]\s*")
_ENDS_SENTENCE = "。；，、：！？…;,!?:"
_CONTENTS_ENTRY = re.compile(r"[.·…‥]{3,}\s*\d+$|(?:\s*[.·…]){4,}\s*\d+$")
HEADING_LENGTH = 40
_LIST_RANK = 40


@dataclass(frozen=True, slots=True)
class Numbering:
    """A number in front of a line. `rank` orders the styles from the outermost (1) inwards; `end` is where the number
    ends in the line."""

    style: str
    rank: int
    end: int


def numbering(line: str) -> Numbering | None:
    """The number that a line (stripped) begins with, or None."""
    if not _POSSIBLE.match(line):
        return None
    for style, rank, pattern in _STYLES:
        if match := pattern.match(line):
            depth = match.group().rstrip(".").count(".") if style == "decimal" else 0
            return Numbering(style, rank + depth, match.end())
    return None


def bullet(line: str) -> int:
    """Length of the bullet that a line begins with, 0 if there is none."""
    match = _BULLET.match(line)
    return match.end() if match else 0


def has_marker(line: str) -> bool:
    """Whether a line begins with a bullet or a number."""
    return bullet(line) > 0 or numbering(line) is not None


def is_contents_entry(line: str) -> bool:
    """Whether a line is an entry of a table of contents: dots that lead to a page number."""
    return line[-1:].isdigit() and _CONTENTS_ENTRY.search(line) is not None


def heading_number(line: str) -> Numbering | None:
    """The number of a line that looks like a numbered heading: short, no sentence, no entry of a table of contents."""
    number = numbering(line)
    if number is None or number.rank >= _LIST_RANK or len(line) > HEADING_LENGTH * (1 if not line.isascii() else 2):
        return None
    body = line[number.end :].strip()
    if number.style in {"part", "chapter", "section", "bracketed"}:
        sentence = line[-1] in _ENDS_SENTENCE
    else:
        sentence = line[-1] in _ENDS_SENTENCE + "." or not body or "。" in body or "，" in body
    return None if sentence or is_contents_entry(line) else number


def levels_of(ranks: set[int]) -> dict[int, int]:
    """Heading levels 1–6 for the ranks that occur in one document, the outermost first."""
    return {rank: min(level, 6) for level, rank in enumerate(sorted(ranks), start=1)}


def nest(styles: list[str], style: str) -> list[str]:
    """The open list styles after an item of `style`: back out to it, or one level in."""
    return styles[: styles.index(style) + 1] if style in styles else [*styles, style]
