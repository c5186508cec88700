"""Recognised pages as glyphs: columns, headings, tables and places are then found as on any other page."""

from __future__ import annotations

import math
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
_SAME_SIZE = 0.15
_WORD_GAP = 0.9


def recognised_glyphs(page: RecognisedPage, label: str | None = None) -> PageGlyphs | None:
    """The characters of a recognised page, or None if it is not readable."""
    lines = readable_lines(page)
    if not lines:
        return None
    glyphs = PageGlyphs(page.number, page.width, page.height, label, np.zeros((0, 4), np.float32))
    readable = replace(page, lines=lines)
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
    glyphs.frames = [(round(page.angle / 90) % 4, fragments)]
    return glyphs


def _sizes(lines: Sequence[RecognisedLine]) -> list[float]:
    """The size of each line's type. Those that differ by no more than the measuring does are one size."""
    measured = [_size(line) for line in lines]
    common = _common(lines, measured)
    return [common if abs(size - common) <= _SAME_SIZE * common else round(size * 2) / 2 for size in measured]


def _size(line: RecognisedLine) -> float:
    """Chinese characters are as wide as their type is large: the distance from one to the next."""
    wide = is_wide(np.array([ord(char) for char in line.text], np.uint32)).tolist()
    centres = [(low + high) / 2 for low, high in zip(line.edges[:-1], line.edges[1:], strict=True)]
    steps = [centres[place + 1] - centres[place] for place in range(len(wide) - 1) if wide[place] and wide[place + 1]]
    return median(steps) if len(steps) >= 3 else _LATIN_SIZE * (line.bottom - line.top)


def _common(lines: Sequence[RecognisedLine], sizes: Sequence[float]) -> float:
    """The size of the page's running text: the median over its characters, to half a point."""
    every = [size for line, size in zip(lines, sizes, strict=True) for _ in line.text]
    return max(1.0, round(median(every) * 2) / 2)


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
