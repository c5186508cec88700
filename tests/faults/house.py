"""A home folder of one test, through the doors that every program uses."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from youju.answering.events import DoneEvent
from youju.answering.question import Question
from youju.answering.schemas import Answer
from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.importing import Item
from youju.knowledge.placing import Wish
from youju.settings import Settings


@dataclass
class House:
    """An open Youju and the folder for its files."""

    youju: Youju
    folder: Path

    async def add(self, *paths: Path) -> list[Item]:
        sources = self.youju.sources(paths or [self.folder])
        return [item async for item in self.youju.add(sources, Wish(), OWNER)]

    async def write(self, name: str, content: str | bytes) -> Item:
        """Write a file and import it."""
        path = self.folder / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        (item,) = await self.add(path)
        return item

    async def ask(self, question: str) -> Answer:
        async with aclosing(self.youju.answer(Question(question, model="extractive"), OWNER)) as events:
            async for event in events:
                if isinstance(event, DoneEvent):
                    return event.answer
        raise AssertionError("an answer without an end")

    async def texts(self, query: str, k: int = 50) -> list[str]:
        """The passages that a search shows."""
        return [one.passage.text for one in (await self.youju.search(query, OWNER, k=k)).passages]


@asynccontextmanager
async def opened(folder: Path, *, dense: bool = False) -> AsyncGenerator[House]:
    """A house in this folder; `dense` with vectors."""
    files = folder / "documents"
    files.mkdir(exist_ok=True)
    async with Youju.open(Settings(home=folder / "home"), dense=dense) as youju:
        yield House(youju, files)
