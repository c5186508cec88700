"""An engine that reads what was printed on a picture by code, and only when the picture lies the right way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from youju.reading.document import RecognisedLine, RecognisedPage
from youju.reading.ocr.engine import Pixels, Spotted, Stroke
from youju.reading.ocr.spreading import spread
from youju.reading.ocr.turning import turned

WIDTH, HEIGHT = 600, 800
UNIT = 20
"""Pixels of one character, and points: the pictures have one pixel for each point."""


@dataclass(frozen=True)
class Printed:
    """A line on the upright page: text, left, top, in pixels; characters are `UNIT` wide and high."""

    text: str
    x: float
    y: float
    score: float = 0.99

    @property
    def corners(self) -> np.ndarray:
        x1, y1 = self.x + UNIT * len(self.text), self.y + UNIT
        return np.array([[self.x, self.y], [x1, self.y], [x1, y1], [self.x, y1]], np.float64)


class PrintedEngine:
    """Tells from a dark patch in the corner which way a picture lies: upright text it reads as printed, text upside
    down as rubbish, text on its side as rubbish in upright boxes. `skew` slants all lines, in degrees clockwise."""

    name = "printed/1"

    def __init__(self, lines: Sequence[Printed], skew: float = 0.0) -> None:
        self._lines = lines
        self._skew = skew

    def read(self, picture: Pixels) -> list[Spotted]:
        dark = [bool(corner < 100) for corner in (picture[0, 0, 0], picture[0, -1, 0], picture[-1, -1, 0])]
        upright = dark[0]
        height, width = picture.shape[:2]
        if upright:
            return [self._spotted(line, (width, height)) for line in self._lines]
        if dark[2]:
            return [Spotted("乱码乱码", line.corners, spread("乱码乱码", [None] * 4), 0.6) for line in self._lines]
        side = np.array([[10, 10], [30, 10], [30, 400], [10, 400]], np.float64)
        return [Spotted("乱码乱码乱码", side, spread("乱码乱码乱码", [None] * 6), 0.6)]

    def rules(self, picture: Pixels) -> list[Stroke]:
        return []

    def _spotted(self, line: Printed, size: tuple[float, float]) -> Spotted:
        shares = tuple(place / len(line.text) for place in range(len(line.text) + 1))
        return Spotted(line.text, turned(line.corners, self._skew, size, size), shares, line.score)


def paper(turn: int = 0) -> Pixels:
    """White, with the dark patch, laid down turned clockwise by so many quarters."""
    upright = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    upright[:4, :4] = 0
    return np.ascontiguousarray(np.rot90(upright, -turn))


def recognised(number: int, *texts: str, score: float = 0.97, engine: str = "printed/1") -> RecognisedPage:
    """A recognised page of A4 with these lines below each other, as an engine would give it."""
    lines = []
    for place, text in enumerate(texts):
        top = 100.0 + 18 * place
        edges = accumulate((4.0 if char == " " else 11.0 for char in text), initial=72.0)
        lines.append(RecognisedLine(text, top, top + 12, tuple(edges), score))
    return RecognisedPage(number, 595.0, 842.0, tuple(lines), engine)
