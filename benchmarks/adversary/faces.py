"""The four ways in: Python, the command line, HTTP as a document, HTTP as a stream. All must say the same."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.server.living import Event, living, parse_events

from youju.answering.question import Question
from youju.app import Youju
from youju.caller import OWNER
from youju.server.app import create_app
from youju.settings import Endpoint, Settings

FACES = ("python", "http", "sse", "cli")


@dataclass(frozen=True)
class Played:
    """What a face said: the answer as JSON has it, and the events as (name, data) where the face has any."""

    answer: Mapping[str, Any]
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


class Faces:
    """One house with a chat model behind it, asked through each of its faces."""

    def __init__(self, youju: Youju, client: httpx.AsyncClient, chat: Endpoint) -> None:
        self._youju = youju
        self._client = client
        self._chat = chat

    @classmethod
    @asynccontextmanager
    async def open(cls, home: Path, chat: Endpoint) -> AsyncGenerator[Faces]:
        """Open this home folder with this model."""
        async with (
            Youju.open(Settings(home=home, chat=chat), dense=False) as youju,
            living(create_app(youju, OWNER)) as client,
        ):
            client.timeout = httpx.Timeout(60)
            yield cls(youju, client, chat)

    async def ask(self, face: str, question: str) -> Played:
        """Ask through one face."""
        return await getattr(self, f"_{face}")(question)

    async def _python(self, question: str) -> Played:
        events = [
            event.model_dump(mode="json", by_alias=True)
            async for event in self._youju.answer(Question(question), OWNER)
        ]
        return Played(events[-1]["answer"], tuple((event["event"], event) for event in events))

    async def _http(self, question: str) -> Played:
        response = await self._client.post("/api/v1/answers", json={"question": question})
        response.raise_for_status()
        return Played(response.json())

    async def _sse(self, question: str) -> Played:
        headers = {"Accept": "text/event-stream"}
        body = {"question": question}
        async with self._client.stream("POST", "/api/v1/answers", json=body, headers=headers) as response:
            response.raise_for_status()
            events: list[Event] = parse_events([line async for line in response.aiter_lines()])
        return Played(events[-1].data["answer"], tuple((event.event, event.data) for event in events))

    async def _cli(self, question: str) -> Played:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("YOUJU_")} | {
            "YOUJU_EMBEDDING__PROVIDER": "none",
            "YOUJU_CHAT__BASE_URL": str(self._chat.base_url),
            "YOUJU_CHAT__MODEL": str(self._chat.model),
        }
        home = str(self._youju.settings.home)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "youju", "--home", home, "ask", question, "--json"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment,
        )
        out, err = await process.communicate()
        if process.returncode not in (0, 3):
            raise RuntimeError(err.decode())
        return Played(json.loads(out))
