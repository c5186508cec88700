"""Conversations: questions and answers that belong together, kept for whoever asked.

A conversation is only a folder of answers: each question stands alone, nothing of the earlier ones is remembered.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from youju.caller import Caller
from youju.errors import CallerMistake, NotFound
from youju.knowledge.database import Database
from youju.knowledge.deletion.repository import begin_deletion
from youju.knowledge.sessions.repository import SessionRepository
from youju.knowledge.sessions.values import Session, Turn

LONGEST_TITLE = 200


class Sessions:
    """The conversations of a home folder. Each is its owner's alone, the owner of the folder included: to all others
    it does not exist."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def _read(self) -> AsyncGenerator[SessionRepository]:
        async with self._database.read() as connection:
            yield SessionRepository(connection)

    async def create(self, caller: Caller, title: str = "") -> Session:
        """Begin one. Raises `CallerMistake` for a title that is too long."""
        async with self._database.write() as connection:
            sessions = SessionRepository(connection)
            return _found(await sessions.get(await sessions.create(caller, _title(title)), caller))

    async def all(
        self, caller: Caller, *, words: str = "", limit: int = 50, offset: int = 0
    ) -> tuple[list[Session], int]:
        """Those whose title or questions hold `words`, the last used first; and how many there are in all."""
        async with self._read() as sessions:
            return await sessions.all(caller, words.strip(), limit, offset)

    async def get(self, identifier: str, caller: Caller) -> Session:
        """One of them. Raises `NotFound`."""
        async with self._read() as sessions:
            return _found(await sessions.get(identifier, caller))

    async def turns(self, identifier: str, caller: Caller) -> list[Turn]:
        """Its questions and answers, with how what they cite stands now. Raises `NotFound`."""
        async with self._read() as sessions:
            _found(await sessions.get(identifier, caller))
            return await sessions.turns(identifier, caller)

    async def rename(self, identifier: str, title: str, caller: Caller) -> Session:
        """Give it another title; without one it is called by its first question. Raises `NotFound`, `CallerMistake`."""
        async with self._database.write() as connection:
            sessions = SessionRepository(connection)
            await sessions.rename(identifier, _title(title), caller)
            return _found(await sessions.get(identifier, caller))

    async def delete(self, identifier: str, caller: Caller) -> None:
        """Delete it for good, with all its answers and their evidence. Raises `NotFound`."""
        async with self._database.write() as connection:
            if not await SessionRepository(connection).delete(identifier, caller):
                raise NotFound("No such conversation.")
            await begin_deletion(connection)


def _title(title: str) -> str:
    title = " ".join(title.split())
    if len(title) > LONGEST_TITLE:
        raise CallerMistake(
            f"The title has {len(title)} characters; {LONGEST_TITLE} are allowed.", remedy="Shorten it."
        )
    return title


def _found(session: Session | None) -> Session:
    if session is None:
        raise NotFound("No such conversation.")
    return session
