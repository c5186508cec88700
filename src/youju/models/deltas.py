"""One completion, put together from the chunks of any OpenAI-compatible provider.

Also takes the whole completion of a server that does not stream (`message` instead of `delta`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, cast

from youju.errors import ModelFailed
from youju.models.protocols import ChatDelta, Finished, ReasoningDelta, TextDelta
from youju.models.refusals import failure_in_stream
from youju.models.sse import not_understood
from youju.models.thinking import Piece, ThoughtSplitter
from youju.models.tool_calls import ToolCalls

Reason = Literal["stop", "tool_calls", "length", "filtered"]

REASONS: dict[str, Reason] = {
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "filtered",
    "sensitive": "filtered",
    "safety": "filtered",
}
"""Why providers say that a completion ended; anything else (`stop`, `eos`, `end_turn`) is an ordinary end."""

BROKEN_OFF = {"error", "abort", "network_error", "insufficient_system_resource"}
"""Reasons that say that the server gave up in the middle."""


class Assembly:
    """Chunks in, deltas out. `finished`: a chunk said why the completion ended."""

    def __init__(self, begins_inside: bool = False) -> None:
        self.finished = False
        self._reason: Reason = "stop"
        self._tokens = (0, 0)
        self._answered = False
        self._thoughts = ThoughtSplitter(begins_inside)
        self._calls = ToolCalls()
        self._text, self._reasoning = _Units(), _Units()

    @property
    def orphaned(self) -> bool:
        """Whether thoughts ended that nothing had opened."""
        return self._thoughts.orphaned

    def feed(self, chunk: Mapping[str, Any]) -> Iterator[ChatDelta]:
        """The deltas of one chunk. Raises `ModelFailed` for an error that the server reports in mid-stream."""
        failure = failure_in_stream(chunk)
        if failure:
            raise failure
        self._count(chunk.get("usage"))
        for choice in _mappings(chunk.get("choices")):
            if choice.get("index") in (0, None):
                self._answered = True
                self._count(choice.get("usage"))
                delta = choice.get("delta")
                yield from self._words(_mapping(delta if delta is not None else choice.get("message")))
                self._note_end(choice.get("finish_reason"))

    def close(self) -> Iterator[ChatDelta]:
        """What was held back, the tool calls, and the end. Raises `ModelFailed` if nothing was a completion."""
        if not self._answered:
            raise not_understood()
        yield from _as_deltas(self._thoughts.feed(self._text.close()))
        yield from _as_deltas(self._thoughts.close(cut_off=self._reason == "length"))
        yield from _as_deltas([("reasoning", self._reasoning.close())])
        yield from self._calls.complete()
        reason = self._reason
        if reason in {"stop", "tool_calls"}:
            reason = "tool_calls" if self._calls else "stop"
        yield Finished(reason, *self._tokens)

    def _words(self, delta: Mapping[str, Any]) -> Iterator[ChatDelta]:
        text, thoughts = _content(delta.get("content") or delta.get("refusal"))
        thoughts = _string(delta.get("reasoning_content")) or _string(delta.get("reasoning")) or thoughts
        if thoughts:
            yield from _as_deltas(self._thoughts.settle())
            yield from _as_deltas([("reasoning", self._reasoning.feed(thoughts))])
        if text:
            yield from _as_deltas(self._thoughts.feed(self._text.feed(text)))
        calls = delta.get("tool_calls") or delta.get("function_call")
        if calls:
            self._calls.feed(cast(list[Any], calls) if isinstance(calls, list) else [calls])

    def _note_end(self, reason: object) -> None:
        if not isinstance(reason, str) or reason in {"", "null"}:
            return
        if reason in BROKEN_OFF:
            raise ModelFailed("broken_stream", "The language model's server gave up in the middle of the answer.")
        self.finished = True
        self._reason = REASONS.get(reason.lower(), "stop")

    def _count(self, usage: object) -> None:
        counts = _mapping(usage)
        if counts:
            self._tokens = (_number(counts.get("prompt_tokens")), _number(counts.get("completion_tokens")))


class _Units:
    """Text whose characters beyond the basic plane may be cut in half between two chunks (`\\ud83d` | `\\ude00`)."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, text: str) -> str:
        text = self._half + text
        self._half = text[-1] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return _whole(text[:-1] if self._half else text)

    def close(self) -> str:
        return _whole(self._half)


def _whole(text: str) -> str:
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _as_deltas(pieces: Iterable[Piece]) -> Iterator[ChatDelta]:
    for kind, text in pieces:
        if text:
            yield TextDelta(text) if kind == "text" else ReasoningDelta(text)


def _content(value: object) -> tuple[str, str]:
    """Text and thoughts of a `content`, which may be a list of parts (Mistral sends its thoughts so)."""
    text = [_string(value)]
    thoughts: list[str] = []
    for part in _mappings(value):
        text.append(_string(part.get("text")))
        thinking = part.get("thinking")
        thoughts += [_string(thinking), *(_string(inner.get("text")) for inner in _mappings(thinking))]
    return "".join(text), "".join(thoughts)


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [_mapping(item) for item in cast(list[Any], value)] if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
