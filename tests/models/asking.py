"""Asking a model, with what came gathered and nothing waited for longer than a test may take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import pytest
from tests.models.scripted import Script, ScriptedModel, Turn, scripted_model

from youju.errors import ModelFailed
from youju.models.chat import make_chat
from youju.models.protocols import ChatDelta, ChatModel, Finished, ReasoningDelta, TextDelta, ToolCall

LONGEST = 8.0
"""Seconds."""

QUESTION = [{"role": "user", "content": "年假有几天？"}]

SEARCH = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}


STOPPED = Finished("stop")


@dataclass(frozen=True)
class Answer:
    """A completion without its cuts. Calls are name and arguments."""

    text: str = ""
    reasoning: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    end: Finished = STOPPED


def gathered(deltas: Iterable[ChatDelta]) -> Answer:
    """Checks, too, that the calls come after the words, and the end last and once."""
    listed = list(deltas)
    kinds = [type(delta) for delta in listed]
    assert kinds.count(Finished) == 1
    assert kinds[-1] is Finished
    calls = [delta for delta in listed if isinstance(delta, ToolCall)]
    assert listed[len(listed) - 1 - len(calls) : -1] == calls
    assert len({call.id for call in calls} - {""}) == len(calls), "each call has an id of its own"
    assert all(delta.text for delta in listed if isinstance(delta, TextDelta | ReasoningDelta))
    end = listed[-1]
    assert isinstance(end, Finished)
    return Answer(
        "".join(delta.text for delta in listed if isinstance(delta, TextDelta)),
        "".join(delta.text for delta in listed if isinstance(delta, ReasoningDelta)),
        tuple((call.name, call.arguments) for call in calls),
        end,
    )


async def collect(
    chat: ChatModel,
    messages: Sequence[Mapping[str, Any]] = QUESTION,
    tools: Sequence[Mapping[str, Any]] = (),
    into: list[ChatDelta] | None = None,
) -> list[ChatDelta]:
    """All deltas; `into` keeps those that came before a failure."""
    deltas = [] if into is None else into
    async with asyncio.timeout(LONGEST), aclosing(chat.stream(messages, tools)) as stream:
        async for delta in stream:
            deltas.append(delta)
    return deltas


def chat_with(model: ScriptedModel, /, **settings: Any) -> ChatModel:
    chat = make_chat(model.endpoint(**settings))
    assert chat is not None
    return chat


async def answer_of(*turns: Turn | Script, **settings: Any) -> Answer:
    with scripted_model(*turns) as model:
        return gathered(await collect(chat_with(model, **settings)))


async def failure_of(
    *turns: Turn | Script, requests: int = 1, words: str = "", tools: Sequence[Mapping[str, Any]] = (), **settings: Any
) -> ModelFailed:
    """How a completion fails, after how many requests, and after which words."""
    deltas: list[ChatDelta] = []
    with scripted_model(*turns, forever=True) as model:
        with pytest.raises(ModelFailed) as failed:
            await collect(chat_with(model, **settings), tools=tools, into=deltas)
        assert len(model.requests) == requests
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == words
    return failed.value
