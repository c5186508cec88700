"""A file's bookmarks, as a help to tell headings. They are never trusted over the text: a bookmark whose title does not
stand on its page says nothing, and no text depends on there being one."""

from __future__ import annotations

from collections.abc import Sequence

from youju.reading.numbering import numbering
from youju.reading.pdf.lines import TextLine
from youju.reading.pdf.pdfium import Bookmark

_LONGEST = 130
_MOST_LINES = 3


class Outline:
    """Finds the level that the outline gives a piece of text."""

    def __init__(self, bookmarks: Sequence[Bookmark]) -> None:
        self._levels = {(mark.page, _key(mark.title)): mark.level for mark in reversed(bookmarks) if _key(mark.title)}

    def level(self, text: str, lines: Sequence[TextLine]) -> int | None:
        """The level (from 1) of a text that is the title of a bookmark of its page, or None."""
        if not self._levels or len(lines) > _MOST_LINES or len(text) > _LONGEST or lines[0].turn != 0:
            return None
        return self._levels.get((lines[0].page.number, _key(text)))


def _key(title: str) -> str:
    """The title without its number, blanks and case: bookmarks rarely repeat them exactly."""
    title = title.strip()
    number = numbering(title)
    rest = title[number.end :] if number else ""
    return "".join((rest if rest.strip() else title).casefold().split())
