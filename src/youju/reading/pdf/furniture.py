"""Running headers, footers and page numbers: what stands at the same place on most pages is no part of the text.

Nothing goes on one sign alone. A line must stand among the outermost of its page, apart from the body, and be the same
on many pages, or differ by its numbers only and be no larger than the body, or be the page's own number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from youju.reading.pdf.lines import TextLine

_EDGE_LINES = 3
_DIGITS = re.compile(r"\d+|(?<![a-z])[ivxlc]{1,6}(?![a-z])", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"[-–—·\s]*(?:第\s*)?(?P<label>\d{1,4}|[ivxlc]{1,7})(?:\s*页)?"
    r"(?:\s*[/／,，]?\s*(?:共\s*\d+\s*页|of\s+\d+|\d+))?[-–—·\s]*|(?:page|p\.)\s*(?P<page>\d{1,4})(?:\s*(?:of|/)\s*\d+)?",
    re.IGNORECASE,
)


def without_furniture(pages: Sequence[list[TextLine]], body: float) -> tuple[list[list[TextLine]], dict[int, str]]:
    """The lines of each page without its furniture, and the page numbers printed in it, by page. `body` is the size of
    the document's running text in points."""
    edges = [_edge_lines(lines) for lines in pages]
    same = Counter(key for lines in edges for key in {_same(line) for line in lines})
    alike = Counter(key for lines in edges for key in {_alike(line) for line in lines})
    least = max(3.0, 0.4 * len(pages)) if len(pages) > 2 else 2.0
    kept: list[list[TextLine]] = []
    labels: dict[int, str] = {}
    for lines, edge in zip(pages, edges, strict=True):
        gone = [
            line
            for line in edge
            if same[_same(line)] >= least
            or (alike[_alike(line)] >= least and line.style.size <= 1.05 * body)
            or _is_own_number(line)
        ]
        gone = [line for line in gone if _stands_apart(line, lines, gone)]
        labels.update({line.page.number: number for line in gone if (number := _printed_number(line))})
        kept.append([line for line in lines if line not in gone])
    if _length(kept) < 0.5 * _length(pages):  # pages that are all alike hold nothing else
        return [list(lines) for lines in pages], labels
    return kept, labels


def _length(pages: Sequence[Sequence[TextLine]]) -> int:
    return sum(len(line.text) for lines in pages for line in lines)


def _edge_lines(lines: list[TextLine]) -> list[TextLine]:
    """The outermost lines of a page, and all that stands askew or sideways."""
    level = sorted((line for line in lines if line.turn == 0), key=lambda line: line.v0)
    outer = level if len(level) <= 2 * _EDGE_LINES else [*level[:_EDGE_LINES], *level[-_EDGE_LINES:]]
    return [*outer, *(line for line in lines if line.turn != 0)]


def _same(line: TextLine) -> tuple[str, int, int]:
    return (line.text, round(line.v0 / 4), round(line.style.size))


def _alike(line: TextLine) -> tuple[str, int, int]:
    return (_DIGITS.sub("#", line.text), round(line.v0 / 4), round(line.style.size))


def _printed_number(line: TextLine) -> str | None:
    match = _PAGE_NUMBER.fullmatch(line.text.strip())
    return (match.group("label") or match.group("page")) if match else None


def _is_own_number(line: TextLine) -> bool:
    """The page's own number, alone in the outer tenth of the page."""
    outside = line.v1 < 0.1 * line.page.height or line.v0 > 0.9 * line.page.height
    return outside and _printed_number(line) in {str(line.page.number), line.page.label or ""}


def _stands_apart(line: TextLine, lines: list[TextLine], gone: list[TextLine]) -> bool:
    """Whether clear space parts the line (with the furniture beside it) from the body; the repeated head of a table
    does not stand apart."""
    if line.turn != 0:
        return True
    level = sorted((each for each in lines if each.turn == 0), key=lambda each: each.v0)
    above = line.v0 < line.page.height / 2
    inwards = [each for each in (level if above else level[::-1]) if (each.v0 > line.v0) == above and each is not line]
    edge = line
    for each in inwards:
        gap = each.v0 - edge.v1 if above else edge.v0 - each.v1
        if each not in gone:
            return gap > 0.7 * each.style.size
        edge = each
    return True
