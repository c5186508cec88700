"""Running headers, footers and page numbers: what stands at the same place on most pages is no part of the text.

Nothing goes on one sign alone. A fragment must stand among the outermost of its page, in its margins, apart from the
body, outside any table, and

- be the same on many pages, or
- differ by its numbers only and be no larger than the body, or
- stand where most pages (or most left or right ones) have a line, which mostly stays from page to page or is a title,
  as the names of chapters do, or
- be the page's own number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from youju.reading.numbering import numbering
from youju.reading.pdf.glyphs import Fragment, PageGlyphs
from youju.reading.pdf.tables import ruled_areas

_EDGE_LINES = 3
_MARGIN = 0.2
"""The share of a page's height, at its top and at its foot, where furniture may stand."""
_DIGITS = re.compile(r"\d+|(?<![a-z])[ivxlc]{1,6}(?![a-z])", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"[-–—·|\s]*(?:第\s*)?(?P<label>\d{1,4}|[ivxlc]{1,7})(?:\s*页)?"
    r"(?:\s*[/／,，|]?\s*(?:共\s*\d+\s*页|of\s+\d+|\d+))?[-–—·|\s]*"
    r"|(?:page|p\.)\s*(?P<page>\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/)\s*\d+)?",
    re.IGNORECASE,
)
_KNOWN = 0.6
"""The share of lines at such a place that must stay, or be the title of a chapter."""
_SAME_ROW = 2.0
_TABLE_COLUMNS = 3
_LAST_NUMBER = re.compile(r"[\s·|–—-]+\d{1,4}$")
_MOST = 0.6
"""The share of pages on which a place must be taken, for a line there to be a running one."""


@dataclass(slots=True)
class _Edge:
    """What may be furniture on one page: its outermost fragments."""

    page: PageGlyphs
    fragments: list[Fragment]
    taken: list[Fragment] = field(default_factory=list[Fragment])


def remove_furniture(pages: Sequence[PageGlyphs], body: float) -> dict[int, str]:
    """Take the furniture out of the pages' frames. `body` is the size of the document's running text in points.

    Returns the page numbers that are printed in it, by page.
    """
    edges = [_Edge(page, _outermost(page)) for page in pages]
    chosen = _repeated(edges, body) | _running(edges, body)
    for edge in edges:
        candidates = {id(each) for each in edge.fragments if id(each) in chosen or _is_own_number(each, edge.page)}
        edge.taken = _apart(edge, candidates) if candidates else []
    taken = sum(len(each.text) for edge in edges for each in edge.taken)
    if taken > 0.5 * sum(_page_length(page) for page in pages):
        _keep_but_numbers(edges)  # pages that are all alike hold nothing else
    for edge in edges:
        gone = {id(each) for each in edge.taken}
        page = edge.page
        page.frames = [(turn, [each for each in frame if id(each) not in gone]) for turn, frame in page.frames]
    return _labels(edges)


def _repeated(edges: Sequence[_Edge], body: float) -> set[int]:
    """Fragments that are the same on many pages, or the same but for their numbers."""
    same = Counter(key for edge in edges for key in {_same(each) for each in edge.fragments})
    alike = Counter(key for edge in edges for key in {_alike(each) for each in edge.fragments})
    least = max(3.0, 0.4 * len(edges)) if len(edges) > 2 else 2.0
    return {
        id(each)
        for edge in edges
        for each in edge.fragments
        if same[_same(each)] >= least
        or (alike[_alike(each)] >= least and _is_small(each, body) and not _is_title(each))
    }


def _titles(edges: Sequence[_Edge], body: float) -> set[str]:
    """The texts that are set larger than the body somewhere."""
    frames = [frame for edge in edges for _, frame in edge.page.frames]
    return {each.text.strip() for frame in frames for each in frame if each.style.size > 1.08 * body}


def _is_title(fragment: Fragment) -> bool:
    """Whether it could be a heading that only its number tells from others: `Article 3`."""
    text = fragment.text.strip()
    return numbering(text) is not None and _printed_number(fragment) is None


def _running_key(fragment: Fragment) -> str:
    """What is the same on all pages of a chapter."""
    text = fragment.text.strip()
    if not _is_title(fragment):
        return _DIGITS.sub("#", text)
    name = _LAST_NUMBER.sub("", text)
    return name if numbering(name) else text


def _is_small(fragment: Fragment, body: float) -> bool:
    return fragment.style.size <= 1.05 * body


def _running(edges: Sequence[_Edge], body: float) -> set[int]:
    """Fragments at a place that most pages of one side fill, with texts that mostly stay from page to page, or are the
    titles of chapters."""
    running: set[int] = set()
    titles = _titles(edges, body)
    for side in (edges, edges[0::2], edges[1::2]):
        places: dict[Hashable, list[Fragment]] = defaultdict(list)
        for edge in side:
            for place, fragment in {_place(each): each for each in edge.fragments if _is_small(each, body)}.items():
                places[place].append(fragment)
        for fragments in places.values():
            texts = [_running_key(each) for each in fragments]
            stays = [one == other for one, other in pairwise(texts)]
            known = sum(
                before or after or text in titles
                for before, text, after in zip([False, *stays], texts, [*stays, False], strict=True)
            )
            if len(fragments) >= max(4.0, _MOST * len(side)) and known >= _KNOWN * len(fragments):
                running |= {id(each) for each in fragments}
    return running


def _outermost(page: PageGlyphs) -> list[Fragment]:
    """The outermost fragments in the margins of a page, and all that stands askew or sideways."""
    aside = [fragment for turn, frame in page.frames if turn != 0 for fragment in frame]
    low, high = _MARGIN * page.height, (1 - _MARGIN) * page.height
    level = [each for each in _level(page) if each.v1 < low or each.v0 > high]
    tops = sorted({round(each.v0) for each in level if each.v1 < low})[:_EDGE_LINES]
    bottoms = sorted({round(each.v0) for each in level if each.v0 > high})[-_EDGE_LINES:]
    return [*(each for each in level if round(each.v0) in {*tops, *bottoms}), *aside]


def _level(page: PageGlyphs) -> list[Fragment]:
    return next((frame for turn, frame in page.frames if turn == 0), [])


def _place(fragment: Fragment) -> Hashable:
    return (round(fragment.v0 / 4), round(fragment.style.size))


def _same(fragment: Fragment) -> Hashable:
    return (fragment.text, _place(fragment))


def _alike(fragment: Fragment) -> Hashable:
    return (_DIGITS.sub("#", fragment.text), _place(fragment))


def _printed_number(fragment: Fragment) -> str | None:
    match = _PAGE_NUMBER.fullmatch(fragment.text.strip())
    return (match.group("label") or match.group("page")) if match else None


def _is_own_number(fragment: Fragment, page: PageGlyphs) -> bool:
    """The page's own number, alone in the outer tenth of the page."""
    return _is_outside(fragment, page) and _printed_number(fragment) in {str(page.number), page.label or ""}


def _is_outside(fragment: Fragment, page: PageGlyphs) -> bool:
    return fragment.v1 < 0.1 * page.height or fragment.v0 > 0.9 * page.height


def _keep_but_numbers(edges: Sequence[_Edge]) -> None:
    """Of all that would be taken, take only page numbers alone in the outer tenth: the page's own, or those that count
    as most pages do."""
    numbers = {
        id(each): (edge.page.number, _printed_number(each) or "")
        for edge in edges
        for each in edge.taken
        if _is_outside(each, edge.page)
    }
    steps = Counter(int(number) - page for page, number in numbers.values() if number.isdigit())
    step, count = steps.most_common(1)[0] if steps else (0, 0)
    counted = count >= max(3.0, 0.5 * len(edges))
    for edge in edges:
        own = {str(edge.page.number), edge.page.label or "", *([str(edge.page.number + step)] if counted else [])}
        edge.taken = [each for each in edge.taken if id(each) in numbers and numbers[id(each)][1] in own - {""}]


def _apart(edge: _Edge, candidates: set[int]) -> list[Fragment]:
    """Those of the candidates that clear space parts from the body, with the furniture beside them. The repeated head
    of a table is part of its table: it stands inside rules, or above columns as far away as their rows are."""
    level = _level(edge.page)
    inside = {id(each) for each in level}
    areas = ruled_areas(edge.page)
    pitch = _row_gap([each for each in level if id(each) not in candidates])
    taken: list[Fragment] = []
    for each in edge.fragments:
        if id(each) not in candidates or any(_holds(area, each) for area in areas):
            continue
        if id(each) not in inside or _stands_apart(each, edge.page, level, candidates, pitch):
            taken.append(each)
    return taken


def _holds(area: tuple[float, float, float, float], fragment: Fragment) -> bool:
    x0, y0, x1, y1 = area
    return x0 < (fragment.u0 + fragment.u1) / 2 < x1 and y0 < (fragment.v0 + fragment.v1) / 2 < y1


def _row_gap(fragments: Sequence[Fragment]) -> float:
    """The usual clear space between two rows, in points."""
    spans = sorted((each.v0, each.v1) for each in fragments)
    gaps = [after[0] - before[1] for before, after in pairwise(spans) if after[0] > before[1]]
    return median(gaps) if gaps else 0.0


def _stands_apart(
    fragment: Fragment, page: PageGlyphs, level: Sequence[Fragment], candidates: set[int], pitch: float
) -> bool:
    """Whether the way inwards from the fragment leads over clear space before it comes to one that is no candidate;
    over more than parts the lines of the body, where its size is theirs."""
    steps: Iterable[tuple[Fragment, float, float]]
    if fragment.v0 < page.height / 2:
        inwards = sorted((each for each in level if each.v0 >= fragment.v0), key=lambda each: each.v0)
        steps = ((each, each.v0, each.v1) for each in inwards)
        edge = fragment.v1
    else:
        inwards = sorted((each for each in level if each.v1 <= fragment.v1), key=lambda each: -each.v1)
        steps = ((each, -each.v1, -each.v0) for each in inwards)
        edge = -fragment.v0
    columns = _columns_met(fragment, inwards, candidates)
    if columns >= _TABLE_COLUMNS:
        return False
    for each, near, far in steps:
        size = each.style.size
        other_size = columns < 2 and abs(fragment.style.size - size) > 0.08 * size
        if near - edge > (0.25 * size if other_size else max(0.7 * size, 1.05 * pitch)):
            return True
        if id(each) not in candidates:
            return False
        edge = max(edge, far)
    return True


def _columns_met(fragment: Fragment, inwards: Sequence[Fragment], candidates: set[int]) -> int:
    """How many fragments of its row stand in line with those of the next row inwards that is no furniture, as the head
    of a table does with its first row."""
    row = [each for each in inwards if abs(each.v0 - fragment.v0) < _SAME_ROW]
    first = next((each for each in inwards if id(each) not in candidates and each not in row), None)
    if first is None or len(row) < 2:
        return 0
    body = [each for each in inwards if each.v0 < first.v1 and each.v1 > first.v0 and id(each) not in candidates]
    return sum(any(_in_line(one, other) for other in body) for one in row) if len(body) > 1 else 0


def _in_line(one: Fragment, other: Fragment) -> bool:
    left, right = abs(one.u0 - other.u0), abs(one.u1 - other.u1)
    return left < 4 or right < 4 or abs(one.u0 + one.u1 - other.u0 - other.u1) < 8


def _page_length(page: PageGlyphs) -> int:
    return sum(len(fragment.text) for _, frame in page.frames for fragment in frame)


def _labels(edges: Sequence[_Edge]) -> dict[int, str]:
    """The numbers printed on the pages: alone, or the one in a longer line that counts as the pages do."""
    labels: dict[int, str] = {}
    counted: dict[tuple[Hashable, int, int], dict[int, str]] = defaultdict(dict)
    for edge in edges:
        for each in edge.taken:
            if number := _printed_number(each):
                labels[edge.page.number] = number
            for position, digits in enumerate(re.findall(r"\d{1,4}", each.text)):
                counted[_alike(each), position, int(digits) - edge.page.number][edge.page.number] = digits
    if not labels and counted:
        best = max(counted.values(), key=len)
        if len(best) >= 3:
            labels = best
    return labels
