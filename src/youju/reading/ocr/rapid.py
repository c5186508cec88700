"""PP-OCR on ONNX Runtime, by the package `rapidocr`, with the models that lie in its wheel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import rapidocr

from youju.errors import PartUnavailable
from youju.reading.ocr.engine import INSTALL, Pixels, Points, Spotted
from youju.reading.ocr.spreading import spread

_MOST_SIDE = 4000
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
