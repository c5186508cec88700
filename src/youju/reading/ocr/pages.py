"""One page of a file to recognise: its picture, the picture's hash, and what the engine makes of it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from youju.reading.document import RecognisedPage
from youju.reading.ocr.engine import installed_engine
from youju.reading.ocr.picture import PagePicture
from youju.reading.ocr.recognising import recognise
from youju.reading.pictures import page_picture

_SCALE = 170 / 72
"""Pixels for each point: characters of 9 points are 21 pixels high, which the models read as well as larger ones."""
_MOST_PIXELS = 12_000_000


def picture_of(path: Path, number: int) -> PagePicture:
    """The picture of page `number` (from 1). Raises `NotFound` and `InputRejected`."""
    picture, width, height = page_picture(path, number, _SCALE, _MOST_PIXELS)
    digest = hashlib.sha256(f"{picture.width}x{picture.height} {width:.1f}x{height:.1f} ".encode())
    digest.update(picture.tobytes())
    return PagePicture(digest.hexdigest(), round(width, 2), round(height, 2))


def recognise_page(path: Path, number: int) -> RecognisedPage:
    """Read page `number` (from 1): seconds of all cores. Raises `NotFound`, `InputRejected` and `PartUnavailable`."""
    picture, width, height = page_picture(path, number, _SCALE, _MOST_PIXELS)
    return recognise(np.asarray(picture), installed_engine(), number, round(width, 2), round(height, 2))
