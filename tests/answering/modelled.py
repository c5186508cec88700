"""Questions put to the whole product with a scripted language model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.models.scripted import ScriptedModel, Turn, scripted_model

from youju.answering.events import AnswerEvent, DoneEvent, NoticeEvent, RetryEvent, SentenceEvent, ToolEvent
from youju.answering.question import Question
from youju.answering.schemas import Answer
from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.settings import Settings


@dataclass(frozen=True)
class Outcome:
    """What came out, and the model's side of it."""

    events: list[AnswerEvent]
    model: ScriptedModel

    @property
    def answer(self) -> Answer:
        last = self.events[-1]
        assert isinstance(last, DoneEvent)
        return last.answer

    @property
    def sentences(self) -> list[SentenceEvent]:
        return [event for event in self.events if isinstance(event, SentenceEvent)]

    @property
    def tools(self) -> list[ToolEvent]:
        return [event for event in self.events if isinstance(event, ToolEvent)]

    @property
    def retries(self) -> list[RetryEvent]:
        return [event for event in self.events if isinstance(event, RetryEvent)]

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, NoticeEvent)]

    def heard(self, turn: int = -1) -> str:
        """Everything that the model was told up to one of its turns."""
        return "\n".join(str(message.get("content") or "") for message in self.model.requests[turn].body["messages"])


async def ask_model(
    home: Path,
    question: str,
    *script: Turn | Callable[[dict[str, Any], int], Turn],
    caller: Caller = OWNER,
    forever: bool = False,
    endpoint: dict[str, Any] | None = None,
    **settings: Any,
) -> Outcome:
    """Ask, with keyword search alone; the model plays the script."""
    asked = settings.pop("asked", {})
    with scripted_model(*script, forever=forever) as model:
        chat = model.endpoint(**(endpoint or {}))
        configured = Settings(home=home, embedding={"provider": "none"}, chat=chat, **settings)
        async with (
            Youju.open(configured) as youju,
            aclosing(youju.answer(Question(question, **asked), caller)) as answering,
        ):
            return Outcome([event async for event in answering], model)
