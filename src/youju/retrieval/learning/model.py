"""A learned model of ranking as one file: adapter, reranker, and where both come from.

The file is a NumPy archive that holds no pickled objects. It belongs to one embedder: vectors of another would be
turned into noise, so it is refused with them.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict, dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.retrieval.learning import adapter
from youju.retrieval.learning.features import FEATURES
from youju.retrieval.learning.reranker import Reranker

Floats = NDArray[np.float32]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Card:
    """What a model was made from: `questions` of them, `data` the SHA-256 of what it learned from, on the day `made`,
    with the vectors of `embedder`. `name` tells people what it is for."""

    name: str
    embedder: str
    questions: int
    data: str
    made: date


@dataclass(frozen=True, slots=True)
class RankingModel:
    """Turns question vectors and orders candidates. Pure, safe across threads."""

    card: Card
    matrix: Floats
    reranker: Reranker

    def adapt(self, vector: Floats) -> Floats:
        """A question's vector as embedded, shape `(d,)` → as passages are to be searched with, unit length."""
        return adapter.adapt(vector, self.matrix).astype(np.float32)

    def score(self, rows: Floats) -> Floats:
        """The log-odds that each candidate answers, from its measures (`features`), shape `(n,)`."""
        return self.reranker.score(rows)

    def probability(self, scores: Floats) -> Floats:
        """Scores as probabilities, 0..1; calibrated on questions that the model did not learn from."""
        return (1 / (1 + np.exp(-scores))).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write the file. Raises `OSError`."""
        card = asdict(self.card) | {"made": self.card.made.isoformat(), "format": FORMAT, "features": FEATURES}
        text = np.array(json.dumps(card, ensure_ascii=False))
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                allow_pickle=False,
                card=text,
                matrix=self.matrix.astype(np.float16),
                **self.reranker.arrays(),  # pyright: ignore[reportArgumentType] (a name among them could be an option)
            )


def load_model(source: Path | BinaryIO, embedder: str) -> RankingModel:
    """Read a model for the embedder with this fingerprint.

    Raises `PartUnavailable` (`ranking`) where the file is missing, damaged, of another format or for another embedder:
    then the fused order stands, and the caller says so.
    """
    try:
        content = source.read_bytes() if isinstance(source, Path) else source.read()
        with np.load(BytesIO(content), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        told = json.loads(str(arrays["card"]))
        card = Card(
            told["name"], told["embedder"], int(told["questions"]), told["data"], date.fromisoformat(told["made"])
        )
        fits = told["format"] == FORMAT and tuple(told["features"]) == FEATURES
        matrix = arrays["matrix"].astype(np.float32)
        reranker = Reranker.of(arrays)
        whole = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1] and reranker.line.shape == (len(FEATURES),)
        numbers = (matrix, *reranker.arrays().values())
        whole = whole and all(bool(np.all(np.isfinite(one))) for one in numbers)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise _unavailable("The ranking model's file is missing or damaged.") from error
    if not fits:
        raise _unavailable("The ranking model was made for another version of Youju.")
    if not whole:
        raise _unavailable("The ranking model's file is missing or damaged.")
    if card.embedder != embedder:
        raise _unavailable("The ranking model was made for another embedding model.")
    return RankingModel(card, matrix, reranker)


def _unavailable(message: str) -> PartUnavailable:
    return PartUnavailable(
        message,
        remedy="Search goes on without it; reinstall Youju, or train one with `youju eval tune`.",
        code="ranking",
    )
