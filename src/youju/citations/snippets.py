"""The piece of a passage that a card shows: the quote with a few words either side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.text.folding import is_cjk
from youju.text.graphemes import safe_cut

MARGIN = 60
"""Characters shown either side of a quote."""
_WORD_REACH = 20

Span = tuple[int, int]


def merged(spans: Sequence[Span], gap: int = 0) -> list[Span]:
    """The spans in order, those that touch or lie within `gap` of each other as one."""
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1] + gap:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return out


def quote_of(text: str, spans: Sequence[Span]) -> str:
    """The quoted words, each once."""
    return " … ".join(text[start:end] for start, end in merged(spans))


def snippet_of(text: str, spans: Sequence[Span], margin: int = MARGIN) -> str:
    """The quotes with `margin` characters either side, cut between characters and not inside a word, `…` where cut."""
    windows = merged([(_left(text, start - margin), _right(text, end + margin)) for start, end in spans])
    if not windows:
        return ""
    shown = "…".join(_flowing(text[start:end]) for start, end in windows)
    return f"{'…' if windows[0][0] > 0 else ''}{shown}{'…' if windows[-1][1] < len(text) else ''}"


def _left(text: str, place: int) -> int:
    place = safe_cut(text, place)
    for index in range(place, max(0, place - _WORD_REACH), -1):
        if not _inside_word(text, index):
            return index
    return place


def _right(text: str, place: int) -> int:
    place = safe_cut(text, place)
    for index in range(place, min(len(text), place + _WORD_REACH)):
        if not _inside_word(text, index):
            return safe_cut(text, index)
    return place


def _inside_word(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return before.isalnum() and after.isalnum() and not is_cjk(before) and not is_cjk(after)


def _flowing(text: str) -> str:
    """The text on one line. Readers join the lines of a paragraph, so what is left are ends of paragraphs and rows."""
    return re.sub(r"\s*\n\s*", " ", text.strip())
