"""A picture of a page → its recognised lines, whichever way the page was laid on the scanner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image

from youju.reading.builder import clean
from youju.reading.document import RecognisedLine, RecognisedPage
from youju.reading.ocr.engine import Engine, Pixels, Spotted, Stroke
from youju.reading.ocr.turning import turned

_DOUBTFUL = 0.85
_LONG = 5.0
_LEAST_ANGLE = 0.1


def recognise(picture: Pixels, engine: Engine, number: int, width: float, height: float) -> RecognisedPage:
    """Read the picture of page `number`, which is `width` × `height` points large.

    A page whose lines stand upright, or that can hardly be read, is turned and read again; the reading that makes the
    most sense is kept.
    """
    turn, spotted = _best_reading(picture, engine)
    skew = _skew(spotted)
    upright = (height, width) if turn % 2 else (width, height)
    scale = width / picture.shape[1]
    lines = [_line(line, skew, scale, upright) for line in spotted]
    kept = tuple(line for line in lines if line.text)
    strokes = engine.rules(_straightened(picture, turn, skew)) if kept else []
    rules = tuple(
        (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1)) for x0, y0, x1, y1 in _scaled(strokes, scale)
    )
    return RecognisedPage(number, width, height, kept, engine.name, round(90.0 * turn + skew, 3), rules)


def _straightened(picture: Pixels, turn: int, skew: float) -> Pixels:
    """The picture with its text level and upright; corners that were outside are white."""
    upright = np.ascontiguousarray(np.rot90(picture, turn))
    if not skew:
        return upright
    return np.asarray(Image.fromarray(upright).rotate(skew, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)))


def _scaled(strokes: Sequence[Stroke], scale: float) -> Iterator[Stroke]:
    return ((x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in strokes)


def _best_reading(picture: Pixels, engine: Engine) -> tuple[int, list[Spotted]]:
    """The turn of the text in quarters clockwise, and its lines on the picture turned back."""
    level = engine.read(picture)
    readings = {0: level}
    if _upright_share(level) > 0.5:
        readings |= {turn: engine.read(np.rot90(picture, turn)) for turn in (1, 3)}
    elif level and _mean_score(level) < _DOUBTFUL:
        readings[2] = engine.read(np.rot90(picture, 2))
    best = max(readings, key=lambda turn: _sense(readings[turn]))
    return best, readings[best]


def _upright_share(lines: Sequence[Spotted]) -> float:
    """The share of characters in lines that are higher than wide; lines of one or two characters tell nothing."""
    telling = [line for line in lines if len(line.text) > 2]
    total = sum(len(line.text) for line in telling)
    return sum(len(line.text) for line in telling if _is_upright(line)) / total if total else 0.0


def _is_upright(line: Spotted) -> bool:
    x, y = np.ptp(line.corners, axis=0).tolist()
    return y > 1.5 * x


def _mean_score(lines: Sequence[Spotted]) -> float:
    return sum(line.score * len(line.text) for line in lines) / max(1, sum(len(line.text) for line in lines))


def _sense(lines: Sequence[Spotted]) -> float:
    """How much was read well."""
    return sum(len(line.text) * max(0.0, line.score - 0.5) for line in lines if not _is_upright(line))


def _skew(lines: Sequence[Spotted]) -> float:
    """By how many degrees clockwise the lines are askew: the median over long ones."""
    angles: list[float] = []
    for line in lines:
        along, across = line.corners[1] - line.corners[0], line.corners[3] - line.corners[0]
        if np.hypot(*along) > _LONG * np.hypot(*across):
            angles.append(math.degrees(math.atan2(along[1], along[0])))
    angle = float(np.median(angles)) if angles else 0.0
    return angle if abs(angle) >= _LEAST_ANGLE else 0.0


def _line(spotted: Spotted, skew: float, scale: float, size: tuple[float, float]) -> RecognisedLine:
    """The line in points, on a page of this size that is turned back by the skew."""
    corners = turned(spotted.corners * scale, -skew, size, size)
    left, right = float(corners[[0, 3], 0].mean()), float(corners[[1, 2], 0].mean())
    top, bottom = float(corners[[0, 1], 1].mean()), float(corners[[2, 3], 1].mean())
    edges = [left + share * (right - left) for share in spotted.shares]
    text, edges = _readable(spotted.text, edges)
    rounded = tuple(round(edge, 2) for edge in edges)
    return RecognisedLine(text, round(top, 2), round(bottom, 2), rounded, round(spotted.score, 4))


def _readable(text: str, edges: Sequence[float]) -> tuple[str, list[float]]:
    """Without what no person reads, and without spaces at the ends."""
    chars = [clean(char).replace("\n", " ") for char in text]
    kept = [index for index, char in enumerate(chars) if char]
    while kept and chars[kept[0]].isspace():
        del kept[0]
    while kept and chars[kept[-1]].isspace():
        del kept[-1]
    if not kept:
        return "", []
    return "".join(chars[index] for index in kept), [*(edges[index] for index in kept), edges[kept[-1] + 1]]
