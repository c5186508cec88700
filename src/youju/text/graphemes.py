"""Cutting text where a reader sees a border between characters."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"


def safe_cut(text: str, place: int) -> int:
    """The last border between characters, as a person sees them, at or before `place` (clamped to the text). Never
    inside a letter with its accents, an emoji sequence, a flag, a Hangul syllable or a line end."""
    place = max(0, min(place, len(text)))
    while 0 < place < len(text) and _joined(text, place):
        place -= 1
    return place


def _joined(text: str, place: int) -> bool:
    before, after = text[place - 1], text[place]
    if unicodedata.category(after) in ("Mn", "Me", "Mc") or after == _JOINER or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if before == _JOINER or (before == "\r" and after == "\n"):
        return True
    if _regional(before) and _regional(after):
        start = place
        while start > 0 and _regional(text[start - 1]):
            start -= 1
        return (place - start) % 2 == 1
    return "\u1100" <= before <= "\u11a7" and "\u1160" <= after <= "\u11ff"


def _regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
