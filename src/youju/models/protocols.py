"""Protocols of the models: an embedder now; a chat model when one is configured."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns text into unit vectors. `fingerprint` names model, version and form of the input: another fingerprint
    means other vectors. Calls are blocking and CPU-bound: run them off the event loop."""

    fingerprint: str
    dimensions: int

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """One question → shape `(dimensions,)`, L2 norm 1. Raises `PartUnavailable`."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """n passages → shape `(n, dimensions)`, rows of L2 norm 1. Raises `PartUnavailable`."""
        ...


class ChatModel(Protocol):
    """A language model behind an OpenAI-compatible endpoint. The shapes of messages and deltas are that protocol's."""

    name: str

    def stream(
        self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield the deltas of one completion. Closing the iterator cancels the upstream request."""
        ...
