"""What recognises text in a picture, behind one protocol; which engine is installed, without loading it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable

Pixels = NDArray[np.uint8]
"""A picture: height × width × 3, red green blue."""
Points = NDArray[np.float64]

INSTALL = "Install it: pip install 'youju[ocr]'."


@dataclass(frozen=True, slots=True, eq=False)
class Spotted:
    """One line of text in a picture. `corners` are its four corners in pixels, (4, 2): from the top left of the text as
    it is read, clockwise. `shares[i]` and `shares[i + 1]` are where character `i` begins and ends along the line, as
    shares of its length (len = len(text) + 1). `score` is 0–1."""

    text: str
    corners: Points
    shares: tuple[float, ...]
    score: float


Stroke = tuple[float, float, float, float]
"""A level or upright line that is drawn: `x0, y0, x1, y1` in pixels, from left to right and from top to bottom."""


class Engine(Protocol):
    """Finds and reads lines of text in a picture, and the rules drawn between them."""

    @property
    def name(self) -> str:
        """Name and version of what reads: another name may read otherwise."""
        ...

    def read(self, picture: Pixels) -> list[Spotted]:
        """All lines, in any order. Text that is turned by more than a few degrees need not be read rightly."""
        ...

    def rules(self, picture: Pixels) -> list[Stroke]:
        """Long level and upright lines, as around the cells of a table."""
        ...


@cache
def engine_name() -> str | None:
    """The name of the engine that is installed, or None. Loads nothing."""
    if find_spec("rapidocr") is None or find_spec("onnxruntime") is None:
        return None
    try:
        return f"rapidocr/{distribution('rapidocr').version}"
    except PackageNotFoundError:
        return None


@cache
def installed_engine() -> Engine:
    """The installed engine, with its models loaded once for each process. Raises `PartUnavailable`."""
    name = engine_name()
    if name is None:
        raise PartUnavailable("OCR is not installed.", remedy=INSTALL)
    from youju.reading.ocr.rapid import RapidEngine  # noqa: PLC0415 (its libraries are optional, and heavy)

    return RapidEngine(name)
