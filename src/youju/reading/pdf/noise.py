"""Text that is noise: a file that does not tell what its characters mean, so that the numbers of their glyphs come out
as letters of any script.

The sign is letters of scripts that nobody writes in one word. Chinese, Japanese, Korean, Latin, Greek and Cyrillic
letters stand side by side in real texts, in formulas too; others do not, but for the words of one or two languages that
a page is about.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

# fmt: off
_TOGETHER = {
    "LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO",
    "IDEOGRAPHIC", "FULLWIDTH", "HALFWIDTH", "MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "MODIFIER",
    "FEMININE", "MASCULINE", "MICRO", "OHM", "KELVIN", "ANGSTROM", "SUPERSCRIPT", "SUBSCRIPT",
}
"""The first words of the names of letters that are written together."""
# fmt: on
_USUAL = "usual"
_USUAL_UNTIL = "\u0530"
_LEAST = 8
_SHARE = 0.1
"""Seams between scripts, in the letters of a page, from which on it is noise."""
_STRANGE = 3
"""How many scripts out of place noise has at least."""


def is_noise(texts: Sequence[str]) -> bool:
    """Whether these texts, which are those of one page, mean nothing."""
    met = {_script(char) for char in set[str]().union(*texts)} - {"", _USUAL}
    if len(met) < _STRANGE:
        return False
    letters = seams = 0
    for text in texts:
        scripts = [_script(char) for char in text]
        letters += sum(script != "" for script in scripts)
        seams += sum(one != other and "" not in (one, other) for one, other in pairwise(scripts))
    return seams >= max(_LEAST, _SHARE * letters)


@lru_cache(8192)
def _script(char: str) -> str:
    """The script of a letter, one name for all that are written together; empty for what is no letter."""
    if not char.isalpha():
        return ""
    name = "LATIN" if char < _USUAL_UNTIL else unicodedata.name(char, "").partition(" ")[0]
    return _USUAL if name in _TOGETHER else name
