"""Protocols of the models: an embedder, and a chat model when one is configured."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

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


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Words of the answer, in the order in which they arrive."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """Words that the model thinks aloud; never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A complete tool call. `arguments` is JSON text as the model wrote it, which may be no JSON at all; nothing
    (empty, null) arrives as `{}`."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a completion, always the last delta. Tokens are the provider's count, or 0 where it gave none."""

    reason: Literal["stop", "tool_calls", "length", "filtered"]
    input_tokens: int = 0
    output_tokens: int = 0


ChatDelta = TextDelta | ReasoningDelta | ToolCall | Finished


class ChatModel(Protocol):
    """A language model behind an OpenAI-compatible endpoint. Messages and tools have that protocol's JSON shapes."""

    name: str

    def stream(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()
    ) -> AsyncGenerator[ChatDelta]:
        """One completion. Closing the generator closes the connection. Raises `ModelFailed`, also in mid-stream."""
        ...
