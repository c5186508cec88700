"""Tool calls of one completion, put together from the fragments in which providers stream them.

A fragment should carry the call's `index`, and its `id` and name once. In the wild the index is missing or 0 for all of
them (Gemini, Ollama), the id is missing, empty or another one in each fragment, the arguments are null, an object, or
complete at once. What holds everywhere: a fragment without a name continues a call.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from youju.models.protocols import ToolCall

MOST_CALLS = 256
"""Calls of one completion; what comes beyond them is dropped."""

LONGEST_ARGUMENTS = 50_000
"""Characters of one call's arguments; longer ones lose their end, and are no JSON then."""


@dataclass(slots=True)
class _Call:
    index: int | None
    id: str
    name: str
    arguments: list[str] = field(default_factory=list[str])
    room: int = LONGEST_ARGUMENTS

    def add(self, arguments: str) -> None:
        if arguments and self.room:
            self.arguments.append(arguments[: self.room])
            self.room -= len(self.arguments[-1])

    def text(self) -> str:
        # A first piece that is whole and empty only holds the place of those that follow.
        placeholder = len(self.arguments) > 1 and self.arguments[0].strip() in {"{}", "null"}
        return "".join(self.arguments[placeholder:]).strip()

    def is_complete(self) -> bool:
        text = self.text()
        if not text.endswith("}"):
            return False
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Fragment:
    index: int | None
    id: str
    name: str
    arguments: str


class ToolCalls:
    """The calls so far, in the order in which they began."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def feed(self, fragments: list[Any]) -> None:
        """The fragments of one delta."""
        several = len(fragments) > 1
        for position, written in enumerate(fragments):
            if isinstance(written, Mapping):
                self._add(_fragment(cast(Mapping[str, Any], written)), position if several else None)

    def complete(self) -> Iterator[ToolCall]:
        """All calls, each with an id of its own."""
        used: set[str] = set()
        for call in self._calls:
            name = call.id if call.id and call.id not in used else f"call_{uuid.uuid4().hex[:24]}"
            used.add(name)
            text = call.text()
            yield ToolCall(name, call.name, "{}" if text in {"", "null"} else text)

    def _add(self, fragment: _Fragment, position: int | None) -> None:
        call = self._continued(fragment, position)
        if call is None and len(self._calls) >= MOST_CALLS:
            return
        if call is None:
            call = _Call(fragment.index, fragment.id, fragment.name)
            self._calls.append(call)
        call.id = call.id or fragment.id
        call.name = call.name or fragment.name
        call.add(fragment.arguments)

    def _continued(self, fragment: _Fragment, position: int | None) -> _Call | None:
        """The call that the fragment goes on with, or None for a new one."""
        call = self._addressed(fragment, position)
        if call is None or not fragment.name or not call.name:
            return call
        another = fragment.name != call.name or (fragment.id and call.id and fragment.id != call.id)
        # The same name again: some providers repeat it in each fragment, others call the tool twice.
        return None if another or (fragment.arguments.strip() and call.is_complete()) else call

    def _addressed(self, fragment: _Fragment, position: int | None) -> _Call | None:
        if not self._calls:
            return None
        if fragment.index is not None:
            return next((call for call in reversed(self._calls) if call.index == fragment.index), None)
        if fragment.id:
            same = next((call for call in reversed(self._calls) if call.id == fragment.id), None)
            return same if same or fragment.name else self._calls[-1]
        if position is not None and not fragment.name:
            return self._calls[min(position, len(self._calls) - 1)]
        return self._calls[-1]


def _fragment(written: Mapping[str, Any]) -> _Fragment:
    function = written.get("function")
    inner = cast(Mapping[str, Any], function) if isinstance(function, Mapping) else written
    index = written.get("index")
    return _Fragment(
        index=index if isinstance(index, int) else None,
        id=_text(written.get("id")),
        name=_text(inner.get("name")),
        arguments=_arguments(inner.get("arguments")),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _arguments(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
