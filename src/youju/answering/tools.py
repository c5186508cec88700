"""The protocol of a tool: something that the agent or a person can call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from youju.caller import Caller
from youju.citations.registry import Registry


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What the tool says to its caller, and the numbers that it registered."""

    text: str
    numbers: tuple[int, ...] = ()


class Tool(Protocol):
    """`parameters` is a JSON schema. A tool registers every passage it returns, its basis included."""

    name: str
    description: str
    parameters: dict[str, Any]

    async def run(self, arguments: dict[str, Any], caller: Caller, registry: Registry) -> ToolOutcome:
        """Run the tool. Raises `CallerMistake` for arguments that do not fit the schema."""
        ...
