"""The protocol of a tool: something that the agent or a person can call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from youju.answering.question import Question
from youju.answering.schemas import Calculation
from youju.answering.sources import Sources
from youju.caller import Caller
from youju.errors import CallerMistake
from youju.text.language import Language


@dataclass(frozen=True, slots=True)
class ToolContext:
    """For whom, about which question, and where the passages that the tool finds are given to the model."""

    question: Question
    caller: Caller
    sources: Sources
    language: Language


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """`text` is for the model; `summary` is a short line for people; `numbers` are the passages it stands on;
    `calculation` is what was worked out, for the answer to show and for its sentences to rest on."""

    text: str
    summary: str
    numbers: tuple[int, ...] = ()
    calculation: Calculation | None = None


class Tool(Protocol):
    """A tool gives every passage that it returns through the context's sources, its basis included."""

    name: str

    def describe(self, language: Language) -> str:
        """What it does and when to use it, for the model."""
        ...

    def parameters(self, language: Language) -> Mapping[str, Any]:
        """A JSON schema of type `object`."""
        ...

    def key(self, arguments: Mapping[str, Any]) -> str | None:
        """Calls with the same key have the same outcome; None if they may differ. Raises `CallerMistake`."""
        ...

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Run the tool. Raises `CallerMistake` for arguments that do not fit the schema, `PartUnavailable`."""
        ...


def text_argument(arguments: Mapping[str, Any], name: str) -> str:
    """A required text among the arguments. Raises `CallerMistake`."""
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise CallerMistake(f"{name} must be a text")
    return value.strip()
