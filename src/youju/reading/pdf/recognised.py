"""Recognised pages as glyphs: columns, headings, tables and places are then found as on any other page."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from youju.reading.document import RecognisedLine, RecognisedPage
from youju.reading.ocr.quality import readable_lines
from youju.reading.ocr.turning import turned
from youju.reading.pdf.glyphs import Fragment, PageGlyphs, is_wide
from youju.reading.pdf.pdfium import Floats, Style

_LATIN_SIZE = 0.72
"""The size of the type in heights of a line's box, where no Chinese character tells it."""
_NARROW = 0.55
"""The width of a Latin letter or a digit, in that of a Chinese character."""
_SAME_SIZE = 0.15
_WORD_GAP = 0.9
_DOTS = "・·･∙●"
_NUMBER = re.compile(r"[0-9.]+|第[0-9一二三四五六七八九十百零〇]+[编章节条款]")


def recognised_glyphs(page: RecognisedPage, label: str | None = None) -> PageGlyphs | None:
    """The characters of a recognised page, or None if it is not readable."""
    lines = [_closed(line) for line in readable_lines(page)]
    if not lines:
        return None
    glyphs = PageGlyphs(page.number, page.width, page.height, label, np.zeros((0, 4), np.float32))
    readable = replace(page, lines=tuple(lines))
    glyphs.confidence = round(readable.confidence, 3)
    fragments: list[Fragment] = []
    boxes: list[Floats] = []
    offset = 0
    for line, size in zip(lines, _sizes(lines), strict=True):
        boxes.append(_boxes(line, page))
        for first, last in _pieces(line):
            where = range(offset + first, offset + last)
            extent = line.edges[first], line.top, line.edges[last], line.bottom
            fragments.append(Fragment(line.text[first:last], where, *extent, Style(size, bold=False)))
        offset += len(line.text)
    glyphs.boxes = np.concatenate(boxes)
    glyphs.characters = offset
    if not round(page.angle / 90) % 4:
        glyphs.rules = list(page.rules)
    glyphs.frames = [(round(page.angle / 90) % 4, fragments)]
    return glyphs


def _closed(line: RecognisedLine) -> RecognisedLine:
    """With a bullet as a bullet, and without the spaces that an engine sees or does not see beside a Chinese
    character, unless they are wide or stand behind a number with which the line begins."""
    height = line.bottom - line.top
    text = "•" + line.text[1:] if line.text[0] in _DOTS and len(line.text) > 2 else line.text
    kept = [
        place
        for place, char in enumerate(text)
        if char != " "
        or line.edges[place + 1] - line.edges[place] > _WORD_GAP * height
        or _NUMBER.fullmatch(text[:place])
        or not any(_is_wide_char(each) for each in (text[place - 1 : place], text[place + 1 : place + 2]))
    ]
    edges = (*(line.edges[place] for place in kept), line.edges[-1])
    return replace(line, text="".join(text[place] for place in kept), edges=edges)


def _is_wide_char(char: str) -> bool:
    return bool(char) and bool(is_wide(np.array([ord(char)], np.uint32))[0])


def _sizes(lines: Sequence[RecognisedLine]) -> list[float]:
    """The size of each line's type, as well as it can be measured."""
    pitches = [_pitch(line) for line in lines]
    ratios = [pitch / (line.bottom - line.top) for line, pitch in zip(lines, pitches, strict=True) if pitch]
    ratio = median(ratios) if ratios else _LATIN_SIZE
    return [pitch or _short_size(line, ratio) for line, pitch in zip(lines, pitches, strict=True)]


def _short_size(line: RecognisedLine, ratio: float) -> float:
    """Of a line without enough Chinese characters to measure their pitch. The box of a short line is too high; so its
    width counts, too, where a Chinese character is in it."""
    by_height = ratio * (line.bottom - line.top)
    wide = sum(_is_wide_char(char) for char in line.text)
    units = wide + _NARROW * (len(line.text) - wide)
    return min(by_height, (line.edges[-1] - line.edges[0]) / units) if wide else by_height


def settle_sizes(pages: Sequence[PageGlyphs]) -> None:
    """Make one size of those that differ by no more than the measuring does, over all recognised pages: first around
    the size of the running text, then from there up and down."""
    fragments = [each for page in pages if page.confidence is not None for _, frame in page.frames for each in frame]
    if not fragments:
        return
    body = median(each.style.size for each in fragments for _ in each.text)
    groups: dict[int, list[Fragment]] = {0: [each for each in fragments if _alike(each.style.size, body)]}
    for step in (1, -1):
        rest = [
            each for each in fragments if not _alike(each.style.size, body) and (each.style.size > body) == (step > 0)
        ]
        rest.sort(key=lambda each: step * each.style.size)
        number, first = 0, 0.0
        for each in rest:
            if not number or not _alike(each.style.size, first):
                number, first = number + step, each.style.size
            groups.setdefault(number, []).append(each)
    for group in groups.values():
        if group:
            size = max(1.0, round(2 * median(each.style.size for each in group)) / 2)
            for each in group:
                each.style = Style(size, bold=False)


def _alike(size: float, other: float) -> bool:
    return abs(size - other) <= _SAME_SIZE * other


def _pitch(line: RecognisedLine) -> float:
    """Chinese characters are as wide as their type is large: the distance from one to the next; 0 for a line without
    enough of them."""
    wide = is_wide(np.array([ord(char) for char in line.text], np.uint32)).tolist()
    centres = [(low + high) / 2 for low, high in zip(line.edges[:-1], line.edges[1:], strict=True)]
    steps = [centres[place + 1] - centres[place] for place in range(len(wide) - 1) if wide[place] and wide[place + 1]]
    return max(0.0, median(steps)) if len(steps) >= 3 else 0.0


def _pieces(line: RecognisedLine) -> list[tuple[int, int]]:
    """The line, cut where an engine joined what stands far apart: a space that is wider than the line is high."""
    height = line.bottom - line.top
    pieces: list[tuple[int, int]] = []
    first = 0
    for place, char in enumerate(line.text):
        if char == " " and line.edges[place + 1] - line.edges[place] > _WORD_GAP * height and place > first:
            pieces.append((first, place))
            first = place + 1
    return [*pieces, (first, len(line.text))]


def _boxes(line: RecognisedLine, page: RecognisedPage) -> Floats:
    """The characters' boxes on the page as it is shown, (n, 4)."""
    edges = np.array(line.edges)
    middle = (line.top + line.bottom) / 2
    centres = np.stack(((edges[:-1] + edges[1:]) / 2, np.full(len(edges) - 1, middle)), axis=1)
    quarter = round(page.angle / 90) % 2
    upright = (page.height, page.width) if quarter else (page.width, page.height)
    x, y = turned(centres, page.angle, upright, (page.width, page.height)).T
    lengths: NDArray[np.float64] = np.diff(edges) / 2
    height = (line.bottom - line.top) / 2 / max(0.5, math.cos(math.radians(page.angle - 90 * round(page.angle / 90))))
    across, down = (height, lengths) if quarter else (lengths, height)
    return np.stack((x - across, y - down, x + across, y + down), axis=1).astype(np.float32)
