"""What is said to the model in one question, in the shapes of the chat protocol."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from youju.answering.prompts import prompt
from youju.answering.question import Question
from youju.models.protocols import ToolCall
from youju.text.language import Language
from youju.text.tokens import estimate_tokens

_LONGEST_ARGUMENTS = 4_000
"""Characters of a call's arguments that the model is reminded of."""


class Conversation:
    """System rules, the question with its passages, then turn by turn."""

    def __init__(self, language: Language, question: Question, sources: str, *, budget: int, today: date) -> None:
        layers = ["role", "rules", "format", *(["tools"] if budget else [])]
        system = "\n\n".join(prompt(language, layer, budget=budget) for layer in layers)
        asked = prompt(
            language,
            "question",
            sources=sources or prompt(language, "nothing_yet"),
            today=today.isoformat(),
            at=prompt(language, "at", date=question.at.isoformat()) if question.at else "",
            question=question.text,
        )
        self._language: Language = language
        self.messages: list[dict[str, Any]] = [
            {"role": "system", "content": system},
            {"role": "user", "content": asked},
        ]

    def said(self, text: str, calls: Sequence[ToolCall] = ()) -> None:
        """The model's own turn."""
        message: dict[str, Any] = {"role": "assistant", "content": text or (None if calls else "")}
        if calls:
            message["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": _fit(call)}}
                for call in calls
            ]
        self.messages.append(message)

    def returned(self, call: ToolCall, text: str) -> None:
        """What a tool answered."""
        self.messages.append({"role": "tool", "tool_call_id": call.id, "content": text})

    def told(self, section: str, **values: object) -> None:
        """Something more from our side."""
        self.messages.append({"role": "user", "content": prompt(self._language, section, **values)})

    def tokens(self) -> int:
        """About how many tokens all of it takes."""
        return sum(estimate_tokens(str(message.get("content") or "")) + 4 for message in self.messages)


def _fit(call: ToolCall) -> str:
    """The arguments of a call as they may be sent back: many servers refuse a conversation whose calls are no JSON."""
    if len(call.arguments) > _LONGEST_ARGUMENTS:
        return "{}"
    try:
        return call.arguments if isinstance(json.loads(call.arguments), dict) else "{}"
    except (ValueError, RecursionError):
        return "{}"
