"""A file's bookmarks, as a help to tell headings. They are never trusted over the text: a bookmark whose title does not
stand on its page says nothing, and no text depends on there being one."""

from __future__ import annotations

from collections.abc import Sequence

from youju.reading.numbering import numbering
from youju.reading.pdf.lines import TextLine
from youju.reading.pdf.pdfium import Bookmark

_LONGEST = 130


class Outline:
    """Finds the level that the outline gives a line."""

    def __init__(self, bookmarks: Sequence[Bookmark]) -> None:
        self._levels = {(mark.page, _key(mark.title)): mark.level for mark in reversed(bookmarks) if _key(mark.title)}

    def level(self, line: TextLine) -> int | None:
        """The level (from 1) of a line that is the title of a bookmark of its page, or None."""
        if not self._levels or len(line.text) > _LONGEST or line.turn != 0 or line.row or line.note:
            return None
        return self._levels.get((line.page.number, _key(line.text)))


def _key(title: str) -> str:
    """The title without its number, blanks and case: bookmarks rarely repeat them exactly."""
    title = title.strip()
    number = numbering(title)
    rest = title[number.end :] if number else ""
    return "".join((rest if rest.strip() else title).casefold().split())
