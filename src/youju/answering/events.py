"""The typed events of one answer, in the order of the outer contract. Faces render them and add nothing."""

from __future__ import annotations

from typing import Any, Literal

from youju.answering.schemas import Answer, NoticeKind
from youju.citations.schemas import Card, Wire


class StageEvent(Wire):
    """Work goes on: `name` is stable, `text` is for people."""

    event: Literal["stage"] = "stage"
    name: str
    text: str


class CitationEvent(Wire):
    """A card, before any sentence that uses one of its numbers."""

    event: Literal["citation"] = "citation"
    card: Card


class SentenceEvent(Wire):
    """A sentence whose verdict is known. `text` carries its markers; `lead` is the white space that joins it to the
    text before (“”, “ ”, a line end), so that lead + text of all sentences is the answer's text."""

    event: Literal["sentence"] = "sentence"
    index: int
    text: str
    lead: str = ""
    citations: tuple[int, ...] = ()
    verdict: Literal["supported", "unsupported", "no_claim"]


class ReasoningEvent(Wire):
    """What a model thought aloud; never part of the answer."""

    event: Literal["reasoning"] = "reasoning"
    text: str


class ToolEvent(Wire):
    """A tool call of the model, its outcome in words, the passages that it brought, and how much of the budget of
    `allowed` calls is `used`. `text` is all of it in one line for people."""

    event: Literal["tool"] = "tool"
    name: str
    arguments: dict[str, Any]
    outcome: str
    text: str
    citations: tuple[int, ...] = ()
    used: int = 0
    allowed: int = 0


class NoticeEvent(Wire):
    """Something the reader must know now."""

    event: Literal["notice"] = "notice"
    kind: NoticeKind
    text: str


class RetryEvent(Wire):
    """The generator is asked once more; nothing shown is taken back."""

    event: Literal["retry"] = "retry"
    reason: str


class ErrorEvent(Wire):
    """The answer cannot go on; a `done` with status `failed` follows."""

    event: Literal["error"] = "error"
    code: str
    text: str


class DoneEvent(Wire):
    """The end, with the whole answer."""

    event: Literal["done"] = "done"
    answer: Answer


AnswerEvent = (
    StageEvent
    | CitationEvent
    | SentenceEvent
    | ReasoningEvent
    | ToolEvent
    | NoticeEvent
    | RetryEvent
    | ErrorEvent
    | DoneEvent
)
