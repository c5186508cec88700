"""The table of contents of a law: 目录 and the entries below it, which come again as headings further down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from youju.law.files.marks import begins_article, joined, without_page

_HEADS = frozenset({"目录", "目次"})
_HEADING_LENGTH = 60
_MOST_MISSES = 2
"""Entries in a row that come nowhere again: some tables name more than the text has."""


def heads_contents(line: str) -> bool:
    """Whether a line says 目录."""
    return joined(line) in _HEADS


def _ends(line: str, entry: str) -> bool:
    """Whether a line is that of a text and not of a table: an article, or a sentence."""
    return len(entry) > _HEADING_LENGTH or line[-1] in "。；：" or begins_article(line)


def contents_of(rows: Sequence[tuple[int, str]], length: int) -> tuple[int, int]:
    """The span from 目录 to the line behind the last entry; empty where there is none. `rows` are the places and words
    of all lines, `length` that of the text."""
    at = next((at for at, (_, line) in enumerate(rows) if heads_contents(line)), None)
    if at is None:
        return 0, 0
    words = [without_page(line) for _, line in rows[at:]]
    left = Counter(words)
    last = 0
    for position in range(1, len(words)):
        entry = words[position]
        left[entry] -= 1
        if _ends(rows[at + position][1], entry) or (position > 1 and entry == words[1]):
            break
        if left[entry] > 0:
            last = position
        elif position - last > _MOST_MISSES:
            break
    following = at + last + 1
    return rows[at][0], rows[following][0] if following < len(rows) else length
