"""Points on a page that is turned about its centre."""

from __future__ import annotations

import math

import numpy as np

from youju.reading.ocr.engine import Points


def turned(points: Points, angle: float, size: tuple[float, float], onto: tuple[float, float]) -> Points:
    """The points (n, 2) of a page of `size`, turned clockwise by `angle` degrees, on a page of size `onto` with the
    same centre. Width before height, y down."""
    radians = math.radians(angle)
    cos, sin = math.cos(radians), math.sin(radians)
    centre, new = np.array(size) / 2, np.array(onto) / 2
    return (points - centre) @ np.array([[cos, sin], [-sin, cos]]) + new
