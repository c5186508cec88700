"""Running headers, footers and page numbers: what stands at the same place on most pages is no part of the text.

Nothing goes on one sign alone. A fragment must stand among the outermost of its page, apart from the body, and be the
same on many pages, or differ by its numbers only and be no larger than the body, or be the page's own number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence

from youju.reading.pdf.glyphs import Fragment, PageGlyphs

_EDGE_LINES = 3
_DIGITS = re.compile(r"\d+|(?<![a-z])[ivxlc]{1,6}(?![a-z])", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"[-–—·\s]*(?:第\s*)?(?P<label>\d{1,4}|[ivxlc]{1,7})(?:\s*页)?"
    r"(?:\s*[/／,，]?\s*(?:共\s*\d+\s*页|of\s+\d+|\d+))?[-–—·\s]*|(?:page|p\.)\s*(?P<page>\d{1,4})(?:\s*(?:of|/)\s*\d+)?",
    re.IGNORECASE,
)


def remove_furniture(pages: Sequence[PageGlyphs], body: float) -> dict[int, str]:
    """Take the furniture out of the pages' frames. `body` is the size of the document's running text in points.

    Returns the page numbers that are printed in it, by page.
    """
    edges = [_edge(page) for page in pages]
    same = Counter(key for page in edges for key in {_same(fragment) for fragment in page})
    alike = Counter(key for page in edges for key in {_alike(fragment) for fragment in page})
    least = max(3.0, 0.4 * len(pages)) if len(pages) > 2 else 2.0
    gone: list[set[int]] = []
    for page, edge in zip(pages, edges, strict=True):
        candidates = {
            id(fragment)
            for fragment in edge
            if same[_same(fragment)] >= least
            or (alike[_alike(fragment)] >= least and fragment.style.size <= 1.05 * body)
            or _is_own_number(fragment, page)
        }
        gone.append({id(each) for each in edge if id(each) in candidates and _stands_apart(each, page, candidates)})
    if _length(edges, gone) > 0.5 * sum(_page_length(page) for page in pages):
        return {}  # pages that are all alike hold nothing else
    labels: dict[int, str] = {}
    for page, edge, taken in zip(pages, edges, gone, strict=True):
        numbers = [number for each in edge if id(each) in taken and (number := _printed_number(each))]
        if numbers:
            labels[page.number] = numbers[-1]
        page.frames = [(turn, [each for each in frame if id(each) not in taken]) for turn, frame in page.frames]
    return labels


def _edge(page: PageGlyphs) -> list[Fragment]:
    """The outermost fragments of a page, and all that stands askew or sideways."""
    aside = [fragment for turn, frame in page.frames if turn != 0 for fragment in frame]
    level = _level(page)
    heights = sorted({round(fragment.v0) for fragment in level})
    if len(heights) <= 2 * _EDGE_LINES:
        return [*level, *aside]
    top, bottom = heights[_EDGE_LINES - 1], heights[-_EDGE_LINES]
    return [*(each for each in level if round(each.v0) <= top or round(each.v0) >= bottom), *aside]


def _level(page: PageGlyphs) -> list[Fragment]:
    return next((frame for turn, frame in page.frames if turn == 0), [])


def _same(fragment: Fragment) -> Hashable:
    return (fragment.text, round(fragment.v0 / 4), round(fragment.style.size))


def _alike(fragment: Fragment) -> Hashable:
    return (_DIGITS.sub("#", fragment.text), round(fragment.v0 / 4), round(fragment.style.size))


def _printed_number(fragment: Fragment) -> str | None:
    match = _PAGE_NUMBER.fullmatch(fragment.text.strip())
    return (match.group("label") or match.group("page")) if match else None


def _is_own_number(fragment: Fragment, page: PageGlyphs) -> bool:
    """The page's own number, alone in the outer tenth of the page."""
    outside = fragment.v1 < 0.1 * page.height or fragment.v0 > 0.9 * page.height
    return outside and _printed_number(fragment) in {str(page.number), page.label or ""}


def _stands_apart(fragment: Fragment, page: PageGlyphs, candidates: set[int]) -> bool:
    """Whether clear space parts the fragment (with the furniture beside it) from the body; the repeated head of a table
    does not stand apart."""
    level = _level(page)
    if fragment not in level:
        return True
    if fragment.v0 < page.height / 2:
        inwards = sorted((each for each in level if each.v0 >= fragment.v0), key=lambda each: each.v0)
        steps = [(each, each.v0, each.v1) for each in inwards]
        edge = fragment.v1
    else:
        inwards = sorted((each for each in level if each.v1 <= fragment.v1), key=lambda each: -each.v1)
        steps = [(each, -each.v1, -each.v0) for each in inwards]
        edge = -fragment.v0
    for each, near, far in steps:
        if id(each) not in candidates:
            return near - edge > 0.7 * each.style.size
        edge = max(edge, far)
    return True


def _length(edges: Sequence[Sequence[Fragment]], gone: Sequence[set[int]]) -> int:
    return sum(len(each.text) for edge, taken in zip(edges, gone, strict=True) for each in edge if id(each) in taken)


def _page_length(page: PageGlyphs) -> int:
    return sum(len(fragment.text) for _, frame in page.frames for fragment in frame)
