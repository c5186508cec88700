"""From single characters to fragments: characters that stand side by side on one line, with the spaces between words.

PDFium's own order and line ends are not trusted (it reads two columns line by line); where each character stands is.
Everything here happens in a *frame*: `u` runs along the line, `v` from line to line, so that turned and vertical text
is laid out by the same code.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from youju.reading.pdf.mending import close_up, is_spaced, raise_digits, raised_digits, spread_ligatures
from youju.reading.pdf.pdfium import Floats, PdfPage, Segment, Style

NOWHERE = -1
SKEWED = 4
"""The turn of text that stands across the page, such as a watermark; it is laid out as if it were level."""

_SPACE = 0x20
_AUTOSPACE = 0.3
"""In heights: what typesetters put between a Chinese and a Latin character (a quarter of an em) is no space."""
_INNER = 0.4
"""How far from the middle of a page the outer tenth begins, in its sides."""
_BACKWARDS = 3
"""Steps to the left from which on a page may hold text that is upside down."""
_BULLETS = {0xF0B7: 0x2022, 0xF0A7: 0x25AA, 0xF06C: 0x25CF, 0xF06E: 0x25A0, 0xF0D8: 0x27A2, 0xF0FC: 0x2713}


@dataclass(frozen=True, slots=True)
class RowCell:
    """A cell in a row of a table: `[start, end)` of the row's text. `rows` is 0 where a cell is written again that
    begins further up or to the left."""

    column: int
    start: int = 0
    end: int = 0
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class TableRow:
    """What a line is as a row of a table. Rows of one table share `table`, `number` counts them from 0; `edges` are
    where its columns begin and the last one ends."""

    table: object
    number: int
    edges: tuple[float, ...]
    cells: tuple[RowCell, ...] = ()


@dataclass(slots=True, eq=False)
class Fragment:
    """Characters side by side on one line of their frame. `boxes[i]` is the place of character `i` among the page's
    boxes, `NOWHERE` for a space or a bar that is not printed. A whole row of a table is one fragment."""

    text: str
    boxes: Sequence[int]
    u0: float
    v0: float
    u1: float
    v1: float
    style: Style
    row: TableRow | None = None

    @property
    def height(self) -> float:
        """Of the line's characters on average, so that one raised figure does not count."""
        return self.v1 - self.v0


@dataclass(slots=True, eq=False)
class PageGlyphs:
    """The characters of one page. Fragments point into `boxes`, which are `x0, top, x1, bottom` as shown.

    `frames` holds the fragments by the turn of their text, the most frequent turn first. `unmapped` counts characters
    whose meaning the file does not tell, `unseen` those that nobody can see and that are left out, `inner` those that
    do not stand in the outer tenth of the page, where running headers and footers do. `rules` are the straight lines
    drawn on the page.
    `confidence` is set where the characters were recognised in a picture (see `document.Page`).
    """

    number: int
    width: float
    height: float
    label: str | None
    boxes: Floats
    frames: list[tuple[int, list[Fragment]]] = field(default_factory=list[tuple[int, list[Fragment]]])
    characters: int = 0
    inner: int = 0
    unmapped: int = 0
    unseen: int = 0
    rules: list[Segment] = field(default_factory=list[Segment])
    confidence: float | None = None

    def release(self) -> None:
        """Forget where the characters stand: all lines of the page are written."""
        self.boxes = self.boxes[:0].copy()

    @classmethod
    def empty(cls, number: int, width: float = 0.0, height: float = 0.0, label: str | None = None) -> PageGlyphs:
        """A page without text, or one that could not be loaded."""
        return cls(number, width, height, label, np.zeros((0, 4), np.float32))


def read_glyphs(page: PdfPage) -> PageGlyphs:
    """All text of one page, as fragments."""
    codes, boxes = page.characters()
    codes, unmapped = _readable(codes)
    space = codes == _SPACE
    printed = ~space & (codes != 0) & (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])
    unseen = page.unseen(boxes)
    solid = np.flatnonzero(printed & ~unseen)
    glyphs = PageGlyphs(page.number, page.width, page.height, page.label, np.zeros((0, 4), np.float32))
    glyphs.unmapped, glyphs.characters, glyphs.unseen = unmapped, len(solid), int(np.count_nonzero(printed & unseen))
    glyphs.inner = _inner(boxes[solid], page.width, page.height)
    turns = _turns(page, boxes, solid, len(codes))
    spread_ligatures(boxes, solid[(turns == 0) | (turns == SKEWED)])
    stream = _Stream(codes, boxes, space)
    for turn in sorted(np.unique(turns).tolist(), key=lambda each: -int(np.count_nonzero(turns == each))):
        glyphs.frames.append((turn, _fragments(page, glyphs, stream, solid[turns == turn], turn)))
    if glyphs.frames and page.shapes:
        glyphs.rules = page.rules()
    return glyphs


def _inner(boxes: Floats, width: float, height: float) -> int:
    """How many of the characters do not stand in the outer tenth of the page."""
    x, y = boxes[:, [0, 2]].mean(axis=1) / (width or 1.0), boxes[:, [1, 3]].mean(axis=1) / (height or 1.0)
    return int(np.count_nonzero((np.abs(x - 0.5) < _INNER) & (np.abs(y - 0.5) < _INNER)))


@dataclass(slots=True)
class _Stream:
    """All characters of a page in PDFium's order: code points, boxes as shown, and which are spaces."""

    codes: NDArray[np.uint32]
    boxes: Floats
    space: NDArray[np.bool_]


def _readable(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], int]:
    """Code points as people write them, one for one: 0 for what is no text, space for every blank. Also the number of
    characters without a meaning."""
    codes = codes.copy()
    if np.any(codes >= 0x2E80):
        codes[(codes >= 0x110000) | ((codes >= 0xD800) & (codes <= 0xDFFF))] = 0xFFFD  # half of a pair, or no character
        for code in np.unique(codes[(codes >= 0x2E80) & ((codes <= 0x2FDF) | (codes >= 0xE000))]).tolist():
            codes[codes == code] = _plain(code)
    line_end = (codes == 10) | (codes == 13)
    unmapped = (codes == 0) | (codes == 0xFFFD)
    codes[(codes == 2) | (codes == 0xAD)] = ord("-")  # the same sign, asked for one by one; a soft hyphen that is seen
    codes[(codes == 9) | (codes == 0xA0) | (codes == 0x3000) | ((codes >= 0x2000) & (codes <= 0x200A))] = _SPACE
    codes[(codes == 0x2028) | (codes == 0x2029)] = _SPACE
    codes[(codes < _SPACE) | ((codes >= 0x7F) & (codes < 0xA0)) | (codes == 0xFFFD)] = 0
    codes[(codes == 0x200B) | (codes == 0x2060) | (codes == 0xFEFF)] = 0
    return codes, int(np.count_nonzero(unmapped & ~line_end))


def _plain(code: int) -> int:
    """Radicals and compatibility ideographs as the characters that people type; bullets of symbol fonts as bullets;
    0 for other private characters and broken ones."""
    if code in _BULLETS:
        return _BULLETS[code]
    if code == 0xFFFE:  # PDFium's sign for a hyphen at the end of a line
        return ord("-")
    if 0xE000 <= code <= 0xF8FF or code == 0xFFFF:
        return 0
    if code <= 0x2FDF or 0xF900 <= code <= 0xFAFF:
        plain = unicodedata.normalize("NFKC", chr(code))
        return ord(plain) if len(plain) == 1 else code
    return code


def _turns(page: PdfPage, boxes: Floats, solid: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """The turn of every solid character, in quarters clockwise; asked for only where a neighbour stands askew."""
    turns = np.zeros(len(solid), np.intp)
    x0, y0, x1, y1 = boxes[solid].T
    height = np.minimum(y1[:-1] - y0[:-1], y1[1:] - y0[1:])
    overlap = np.minimum(y1[:-1], y1[1:]) - np.maximum(y0[:-1], y0[1:])
    near = (np.abs(x0[1:] - x0[:-1]) < 2 * height) & (np.abs(y0[1:] - y0[:-1]) < 2 * height)
    backwards = near & (overlap >= 0.5 * height) & (x0[1:] < x0[:-1]) & (x1[1:] < x1[:-1])
    if not np.any(near & (overlap < 0.5 * height)) and np.count_nonzero(backwards) < _BACKWARDS:
        return turns
    angles = page.angles(count)[solid]
    turns = np.rint(angles).astype(np.intp) % 4
    turns[np.abs(angles - np.rint(angles)) > 0.1] = SKEWED
    stacked = near & (overlap < 0.5 * height) & (np.abs(x0[1:] + x1[1:] - x0[:-1] - x1[:-1]) < height)
    if np.count_nonzero(stacked & (turns[1:] == 0)) > 0.6 * len(solid):
        turns[turns == 0] = 1  # vertical writing: the frame of text that is turned to the right
    return turns


def to_frame(boxes: Floats, turn: int, width: float, height: float) -> Floats:
    """Boxes as shown → `u0, v0, u1, v1` of the frame of text with this turn."""
    x0, y0, x1, y1 = boxes.T
    if turn == 1:
        return np.stack((y0, width - x1, y1, width - x0), axis=1)
    if turn == 2:
        return np.stack((width - x1, height - y1, width - x0, height - y0), axis=1)
    if turn == 3:
        return np.stack((height - y1, x0, height - y0, x1), axis=1)
    return boxes


def _fragments(
    page: PdfPage, glyphs: PageGlyphs, stream: _Stream, chosen: NDArray[np.intp], turn: int
) -> list[Fragment]:
    """Cut the chosen characters (in PDFium's order) wherever the next one does not stand beside the one before, put in
    the spaces, and append their boxes to those of the page."""
    frame = to_frame(stream.boxes[chosen], turn, page.width, page.height)
    letters = stream.codes[chosen]
    apart, spaced = _breaks(frame, letters, stream, chosen)
    offset = len(glyphs.boxes)
    place = np.arange(len(chosen)) + np.concatenate(([0], np.cumsum(spaced)))
    glyphs.boxes = np.concatenate((glyphs.boxes, _with_spaces(stream.boxes[chosen], place, spaced, turn)))
    text = np.full(len(chosen) + int(np.count_nonzero(spaced)), _SPACE, np.uint32)
    starts = np.concatenate(([0], np.flatnonzero(apart) + 1))
    text[place] = _with_raised(page, letters, frame, chosen, starts)
    words = text.astype("<u4").tobytes().decode("utf-32-le")
    ends = np.concatenate((starts[1:], [len(chosen)])) - 1
    u0, v0, u1, v1 = frame.T
    extents: list[tuple[float, float, float, float]] = np.stack(
        (
            np.minimum.reduceat(u0, starts),
            np.add.reduceat(v0, starts) / (ends - starts + 1),
            np.maximum.reduceat(u1, starts),
            np.add.reduceat(v1, starts) / (ends - starts + 1),
        ),
        axis=1,
    ).tolist()
    spans = zip(place[starts].tolist(), (place[ends] + 1).tolist(), strict=True)
    samples = chosen[(starts + ends) // 2].tolist()
    fragments = [
        Fragment(words[a:b], range(offset + a, offset + b), *extent, page.style(sample))
        for (a, b), extent, sample in zip(spans, extents, samples, strict=True)
    ]
    if turn in {0, SKEWED}:
        for fragment in fragments:
            if is_spaced(fragment.text):
                places = glyphs.boxes[list(fragment.boxes)][:, [0, 2]]
                fragment.text, fragment.boxes = close_up(fragment.text, fragment.boxes, places)
    return fragments


def _with_raised(
    page: PdfPage, letters: NDArray[np.uint32], frame: Floats, chosen: NDArray[np.intp], starts: NDArray[np.intp]
) -> NDArray[np.uint32]:
    """The characters, small digits above their line as superscripts. Boxes of other fonts differ in height, too, so
    the sizes are asked for."""
    lowest = np.maximum.reduceat(frame[:, 3], starts)
    found: list[int] = []
    for place in raised_digits(letters, frame, starts).tolist():
        run = int(np.searchsorted(starts, place, side="right")) - 1
        last = int(starts[run + 1]) if run + 1 < len(starts) else len(letters)
        base = int(starts[run]) + int(np.argmax(frame[starts[run] : last, 3] >= lowest[run]))
        if page.style(int(chosen[place])).size < 0.9 * page.style(int(chosen[base])).size:
            found.append(place)
    return raise_digits(letters, found) if found else letters


def _breaks(
    frame: Floats, letters: NDArray[np.uint32], stream: _Stream, chosen: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """After which characters (but the last) a fragment ends, and after which a space stands."""
    u0, v0, u1, v1 = frame.T
    height = v1 - v0
    gap, tallest = u0[1:] - u1[:-1], np.maximum(height[1:], height[:-1])
    overlap = np.minimum(v1[1:], v1[:-1]) - np.maximum(v0[1:], v0[:-1])
    apart = (overlap < 0.5 * np.minimum(height[1:], height[:-1])) | (gap > 0.9 * tallest) | (gap < -0.6 * tallest)
    apart &= np.any(frame[1:] != frame[:-1], axis=1)  # the letters of a ligature share its box
    right_to_left = ((letters >= 0x590) & (letters <= 0x8FF)) | ((letters >= 0xFB1D) & (letters <= 0xFEFC))
    apart &= ~(right_to_left[1:] & right_to_left[:-1] & (overlap > 0) & (np.abs(u0[:-1] - u1[1:]) < 0.7 * tallest))
    return apart, ~apart & _spaces(letters, gap / tallest, stream, chosen)


def _spaces(letters: NDArray[np.uint32], gap: Floats, stream: _Stream, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which neighbours have a space between them: one that the file has, one that PDFium put in (between Chinese
    characters only if it stands out: some lines are merely spread), or a gap that is one. `gap` is in heights."""
    real = np.cumsum(stream.space & (stream.boxes[:, 2] > stream.boxes[:, 0]))
    any_ = np.cumsum(stream.space)
    wide = is_wide(letters)
    both, one = wide[1:] & wide[:-1], wide[1:] | wide[:-1]
    written = (real[chosen[1:]] > real[chosen[:-1]]) & ~(both & (gap < 0.1))
    before, after = np.append(0, gap[:-1]), np.append(gap[1:], 0)
    alone = (gap > 0.2) & (before < 0.1) & (after < 0.1)
    added = (any_[chosen[1:]] > any_[chosen[:-1]]) & (~both | alone | (gap > 0.5)) & ~(one & (gap < _AUTOSPACE))
    return written | added | (~one & (gap > 0.3))


def is_wide(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Chinese, Japanese and Korean characters and full-width marks."""
    return (codes >= 0x2E80) & (codes < 0xFB00) | (codes >= 0xFE30) & (codes <= 0xFFEF) | (codes >= 0x20000)


def _with_spaces(boxes: Floats, place: NDArray[np.intp], spaced: NDArray[np.bool_], turn: int) -> Floats:
    """Boxes in their places, and between them those of the spaces, which fill the gap along the line."""
    kept = np.empty((len(boxes) + int(np.count_nonzero(spaced)), 4), np.float32)
    kept[place] = boxes
    blank = np.flatnonzero(spaced)
    left, right = boxes[blank], boxes[blank + 1]
    gaps = left.copy()
    low, high = (1, 3) if turn in {1, 3} else (0, 2)
    gaps[:, low] = np.minimum(left[:, high], right[:, high])
    gaps[:, high] = np.maximum(left[:, low], right[:, low])
    kept[place[blank] + 1] = gaps
    return kept


def body_size(pages: Sequence[PageGlyphs]) -> float:
    """The size in points that most characters of a document have."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for _, fragments in page.frames:
            for fragment in fragments:
                sizes[round(fragment.style.size * 2) / 2] += len(fragment.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0
