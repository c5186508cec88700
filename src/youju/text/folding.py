"""Comparing text as a reader does: width, case, white space and punctuation variants do not count.

`fold` keeps, for every folded character, the place it came from, so a match in folded text is an exact span of the
original. Superscripts, subscripts, fractions and circled numbers are not folded: 10² is not 102.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SAME = {
    "\"": "“”„‟〝〞「」『』﹁﹂﹃﹄‘’‚‛'`´",
    "-": "—–‒―‐‑−－─━﹣",
    "~": "～〜∼",
    ",": "，、﹐﹑",
    ".": "。．｡﹒",
    ";": "；﹔",
    ":": "：﹕∶",
    "?": "？﹖",
    "!": "！﹗",
    "(": "（﹙",
    ")": "）﹚",
    "[": "［【〔〖",
    "]": "］】〕〗",
    "·": "•・‧∙●",
    "%": "％﹪",
    "《": "〈«",
    "》": "〉»",
    "…": "⋯",
    "¥": "￥",
}  # fmt: skip
_VARIANTS = {variant: base for base, variants in _SAME.items() for variant in variants}
_KEPT_FORMS = ("<super>", "<sub>", "<fraction>", "<circle>")
_NUMERALS = frozenset("0123456789〇零一二三四五六七八九十百千万亿两廿卅壹贰叁肆伍陆柒捌玖拾佰仟")


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text; character `text[i]` stands for `[starts[i], ends[i])` of the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's span of the folded span `[start, end)`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=8192)
def fold_char(char: str) -> str:
    """One character folded: empty for what is invisible, one space for any white space, else one or more characters."""
    if char.isspace():
        return " "
    if char in _VARIANTS:
        return _VARIANTS[char]
    if unicodedata.category(char) in ("Cf", "Cc", "Cn", "Cs"):
        return ""
    if unicodedata.decomposition(char).startswith(_KEPT_FORMS):
        return char
    return unicodedata.normalize("NFKD", char).casefold()


def visible(text: str) -> str:
    """The text without characters that a reader cannot see (zero-width, soft hyphens, controls; not line ends)."""
    return "".join(char for char in text if fold_char(char) or char == "\u200d")


def is_cjk(char: str) -> bool:
    """Whether the character is written without spaces between words: ideographs and kana."""
    return (
        "\u3040" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uf900" <= char <= "\ufaff"
        or char == "〇"
        or char >= "\U00020000"
    )


@lru_cache(maxsize=512)
def fold(text: str) -> Folded:
    """Fold the text. White space survives, as one space, only between two words of a spaced script; a hyphen between
    two letters goes (with the line break behind it), and runs of dots or dashes become one."""
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def drop() -> None:
        out.pop()
        starts.pop()
        ends.pop()

    for index, char in enumerate(text):
        for piece in fold_char(char):
            last = out[-1] if out else ""
            if piece == " " and not (_spaced_word(last) or last == "-"):
                continue
            if last == " " and not (_spaced_word(piece) and out[-2] != "-"):
                drop()
                last = out[-1]
            if last == "-" and len(out) > 1 and _letters(out[-2], piece):
                drop()
            elif piece in "-.…" and (piece == last or {piece, last} == {".", "…"}):
                out[-1] = "-" if piece == "-" else "…"
                ends[-1] = index + 1
                continue
            out.append(piece)
            starts.append(index)
            ends.append(index + 1)
    if out and out[-1] == " ":
        drop()
    return Folded("".join(out), tuple(starts), tuple(ends))


def _letters(before: str, after: str) -> bool:
    return before.isalpha() and after.isalpha() and not (is_cjk(before) or is_cjk(after))


def _spaced_word(char: str) -> bool:
    return bool(char) and (char.isalnum() or unicodedata.combining(char) > 0) and not is_cjk(char)


def find_folded(needle: str, haystack: str, start: int = 0) -> tuple[int, int] | None:
    """Where the needle stands in the haystack after folding, as a span of the haystack; None if nowhere.

    A match never begins or ends inside a number or a word of a spaced script: 5天 is not in 15天, 五日 not in 十五日.
    `start` is an index of the haystack before which no match may begin.
    """
    wanted = fold(needle).text.strip()
    folded = fold(haystack)
    if not wanted:
        return None
    place = folded.text.find(wanted)
    while place >= 0:
        end = place + len(wanted)
        if folded.starts[place] >= start and not _cuts(folded.text, place) and not _cuts(folded.text, end):
            return folded.span(place, end)
        place = folded.text.find(wanted, place + 1)
    return None


def _cuts(text: str, place: int) -> bool:
    """Whether a border at `place` would cut a number or a word in two."""
    if place in (0, len(text)):
        return False
    before, after = text[place - 1], text[place]
    if before in _NUMERALS and after in _NUMERALS:
        return True
    if before in ".," and after.isdigit():
        return place > 1 and text[place - 2].isdigit()
    if before.isdigit() and after in ".,":
        return place + 1 < len(text) and text[place + 1].isdigit()
    return _spaced_word(before) and _spaced_word(after) and before.isalpha() == after.isalpha()
