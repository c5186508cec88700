"""PP-OCR on ONNX Runtime, by the package `rapidocr`, with the models that lie in its wheel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import rapidocr

from youju.errors import PartUnavailable
from youju.reading.ocr.engine import INSTALL, Pixels, Points, Spotted, Stroke
from youju.reading.ocr.spreading import spread

_MOST_SIDE = 4000
_DARKER = 40
"""By how much darker than the paper a rule is, of 255."""
_LEVEL_RULE, _UPRIGHT_RULE = 90, 40
"""Pixels: longer than any stroke of a character of running text."""
_THICKEST = 12
_MODELS = {"Det": "*_det_*.onnx", "Rec": "*_rec_*.onnx"}
_SETTINGS = {
    "Global.log_level": "error",
    "Global.use_cls": False,  # whole pages are turned, not single lines: see `recognising`
    "Global.max_side_len": _MOST_SIDE,
    "Global.return_word_box": True,
    "Global.return_single_char_box": True,
}


class RapidEngine:
    """An `Engine`. Nothing is fetched from the network: the models are handed over already loaded."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._reader: Any = rapidocr.RapidOCR(params=_SETTINGS)
        for part, pattern in _MODELS.items():
            section = self._reader.cfg[part]
            section._set_flag("allow_objects", True)  # an object is no plain setting
            section.session = _session(pattern)

    @property
    def name(self) -> str:
        """Name and version of the package, which fixes the models."""
        return self._name

    def read(self, picture: Pixels) -> list[Spotted]:
        """All lines that are read with a score of at least 0.5."""
        found: Any = self._reader(np.ascontiguousarray(picture[:, :, ::-1]))
        if not found.txts:
            return []
        words: Sequence[Any] = found.word_results or ()
        characters = words if len(words) == len(found.txts) else [()] * len(found.txts)
        lines = zip(found.txts, found.boxes, found.scores, characters, strict=True)
        return [_spotted(text, np.asarray(corners, np.float64), score, each) for text, corners, score, each in lines]

    def rules(self, picture: Pixels) -> list[Stroke]:
        """Long level and upright lines, as around the cells of a table: what is left of the dark parts when they are
        worn away by a long thin stick."""
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
        dark = ((grey < float(np.median(grey)) - _DARKER) * 255).astype(np.uint8)
        return [*_strokes(dark, level=True), *_strokes(dark, level=False)]


def _strokes(dark: Pixels, *, level: bool) -> Iterator[Stroke]:
    length = _LEVEL_RULE if level else _UPRIGHT_RULE
    thick = cv2.dilate(dark, np.ones((3, 1) if level else (1, 3), np.uint8))  # a rule may stand a little askew
    worn = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, length) if level else (length, 1), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(worn, connectivity=8)
    for x, y, width, height, _ in boxes[1:].tolist():  # the first is the ground
        across, along = (height, width) if level else (width, height)
        if across <= _THICKEST and along > 4 * across:
            middle = y + height / 2 if level else x + width / 2
            yield (x, middle, x + width, middle) if level else (middle, y, middle, y + height)


def _session(pattern: str) -> onnxruntime.InferenceSession:
    """The model from the wheel. Threads that spin while they wait make a page take up to four times as long."""
    models = sorted((Path(rapidocr.__file__).parent / "models").glob(pattern))
    if not models:
        raise PartUnavailable("The OCR package has no models.", remedy=INSTALL, code="unavailable")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(models[-1], options, providers=["CPUExecutionProvider"])


def _spotted(text: str, corners: Points, score: float, characters: Sequence[Any]) -> Spotted:
    """One line, with the place of each character where the engine tells it (it leaves out spaces)."""
    along = corners[1] - corners[0]
    length = float(along @ along) or 1.0
    known: list[tuple[float, float] | None] = []
    rest = list(characters)
    for char in text:
        if rest and rest[0][0] == char:
            box = np.asarray(rest.pop(0)[2], np.float64)
            places = ((box - corners[0]) @ along) / length
            known.append((float(places.min()), float(places.max())))
        else:
            known.append(None)
    return Spotted(text, corners, spread(text, known if not rest else [None] * len(text)), float(score))
