"""Footnotes: small lines at the foot of a column, whose mark stands in the text above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.reading.pdf.glyphs import PageGlyphs
from youju.reading.pdf.lines import TextLine, column_lines
from youju.reading.pdf.mending import raised

_SMALL = 0.92
_MARK = re.compile(
    r"\s*(?:(?P<sign>[⁰¹²³⁴-⁹]{1,3}|[*＊†‡§]{1,3}|[①-⑳]|[\[〔［]\d{1,3}[\]〕］])|(?P<number>\d{1,3})(?=[\s\u4e00-\u9fff]))\s*(?=\S)"
)


def page_lines(page: PageGlyphs, body: float) -> list[TextLine]:
    """All lines of a page in reading order, its footnotes marked. `body` is the size of running text in points.

    The page's fragments are used up: of a long file they would take as much room as all that is made of them."""
    lines: list[TextLine] = []
    for column in column_lines(page):
        _mark_notes(lines, column, body)
        lines += column
    page.frames = []
    return lines


def _mark_notes(above: Sequence[TextLine], column: Sequence[TextLine], body: float) -> None:
    """Tell the footnotes among the lines of one column. `above` are the lines of the page that are read before it."""
    first = len(column)
    while first and _is_small(column[first - 1], body):
        first -= 1
    if first == 0 and not above:
        return  # a page of small print
    for place in range(first, len(column)):
        mark = note_mark(column[place].text)
        if mark and any(mark in line.text[1:] for line in (*above, *column[:place])):
            for line in column[place:]:
                line.note = True
            return


def _is_small(line: TextLine, body: float) -> bool:
    return line.style.size <= _SMALL * body and line.row is None and line.turn == 0


def note_mark(text: str) -> str:
    """The mark that a note begins with, as it stands in the text above; empty if there is none."""
    match = _MARK.match(text)
    if match is None:
        return ""
    return match["sign"] or raised(match["number"])


def begins_note(text: str, like: str) -> bool:
    """Whether a line begins a note with a mark of the same kind as that of the line `like`."""
    match, known = _MARK.match(text), _MARK.match(like)
    return match is not None and known is not None and (match["sign"] is None) == (known["sign"] is None)
