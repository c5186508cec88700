"""What all these processes do through the product's own doors."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

from benchmarks.durability.documents import QUESTION

from youju.answering.events import DoneEvent
from youju.answering.question import Question
from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.placing import Wish


async def add(youju: Youju, *paths: Path) -> None:
    """Import files. Raises `RuntimeError` when one does not come in."""
    async for item in youju.add(youju.sources(paths), Wish(), OWNER):
        if item.result == "refused":
            raise RuntimeError(item.message)


async def ask(youju: Youju) -> tuple[str, str, list[str]]:
    """Status, text and notices of the answer to the one question."""
    async with aclosing(youju.answer(Question(QUESTION, model="extractive"), OWNER)) as events:
        async for event in events:
            if isinstance(event, DoneEvent):
                return event.answer.status, event.answer.text, [notice.text for notice in event.answer.notices]
    raise RuntimeError("an answer without an end")
