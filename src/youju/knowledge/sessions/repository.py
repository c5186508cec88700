"""Queries on conversations. Every one of them is for their owner: to others they do not exist."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.models import AnswerPassageRow, AnswerRow, DocumentRow, PassageRow, SessionRow
from youju.knowledge.repository import readable
from youju.knowledge.sessions.values import Session, Standing, Turn

_TITLE = 60
"""Characters of the first question that name a conversation."""


class SessionRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def create(self, caller: Caller, title: str) -> str:
        """A new conversation; its id."""
        now, identifier = datetime.now(UTC), uuid.uuid4().hex
        row = {"id": identifier, "caller": caller.name, "title": title, "created_at": now, "updated_at": now}
        await self._db.execute(insert(SessionRow).values(**row))
        return identifier

    async def all(self, caller: Caller, words: str, limit: int, offset: int) -> tuple[list[Session], int]:
        """Those whose title or questions hold `words`, the last used first, and how many there are."""
        wanted = SessionRow.caller == caller.name
        if words:
            asked = exists().where(AnswerRow.session_id == SessionRow.id, _holds(AnswerRow.question, words))
            wanted &= or_(_holds(SessionRow.title, words), asked)
        total = (await self._db.execute(select(func.count()).select_from(SessionRow).where(wanted))).scalar_one()
        query = _sessions().where(wanted).order_by(SessionRow.updated_at.desc(), SessionRow.id)
        return [_session(row) for row in await self._db.execute(query.limit(limit).offset(offset))], total

    async def get(self, identifier: str, caller: Caller) -> Session | None:
        """One of them."""
        query = _sessions().where(_own(identifier, caller))
        row = (await self._db.execute(query)).first()
        return _session(row) if row else None

    async def turns(self, identifier: str, caller: Caller) -> list[Turn]:
        """Its questions and answers, the first one first."""
        query = (
            select(AnswerRow.id, AnswerRow.question, AnswerRow.created_at, AnswerRow.answer)
            .join(SessionRow, SessionRow.id == AnswerRow.session_id)
            .where(_own(identifier, caller))
            .order_by(AnswerRow.created_at, AnswerRow.id)
        )
        rows = (await self._db.execute(query)).all()
        cited = await self._cited([row.id for row in rows], caller)
        return [_turn(row, cited.get(row.id, ())) for row in rows]

    async def _cited(self, answers: Sequence[str], caller: Caller) -> dict[str, list[tuple[str, bool, bool]]]:
        """By answer: each passage that it cites, whether its document may be read, and whether it is live."""
        open_documents = select(DocumentRow.id).where(readable(caller))
        live = select(PassageRow.id).join(DocumentRow, PassageRow.version_id == DocumentRow.live_version_id)
        query = select(
            AnswerPassageRow.answer_id,
            AnswerPassageRow.passage_id,
            AnswerPassageRow.document_id.in_(open_documents).label("open"),
            AnswerPassageRow.passage_id.in_(live).label("live"),
        ).where(AnswerPassageRow.answer_id.in_(answers))
        found: dict[str, list[tuple[str, bool, bool]]] = {}
        for row in await self._db.execute(query):
            found.setdefault(row.answer_id, []).append((row.passage_id, bool(row.open), bool(row.live)))
        return found

    async def rename(self, identifier: str, title: str, caller: Caller) -> bool:
        """Give it a title. False where there is none such."""
        done = await self._db.execute(update(SessionRow).where(_own(identifier, caller)).values(title=title))
        return bool(done.rowcount)

    async def touch(self, identifier: str, caller: Caller) -> bool:
        """It is used now. False where there is none such."""
        now = datetime.now(UTC)
        done = await self._db.execute(update(SessionRow).where(_own(identifier, caller)).values(updated_at=now))
        return bool(done.rowcount)

    async def delete(self, identifier: str, caller: Caller) -> bool:
        """Delete it with all its answers and their evidence. False where there is none such."""
        done = await self._db.execute(delete(SessionRow).where(_own(identifier, caller)))
        return bool(done.rowcount)


def _sessions() -> Any:
    of_it = AnswerRow.session_id == SessionRow.id
    first = select(AnswerRow.question).where(of_it).order_by(AnswerRow.created_at, AnswerRow.id).limit(1)
    return select(
        SessionRow.id,
        SessionRow.title,
        SessionRow.created_at,
        SessionRow.updated_at,
        first.scalar_subquery().label("first_question"),
        select(func.count()).where(of_it).scalar_subquery().label("answers"),
    )


def _own(identifier: str, caller: Caller) -> ColumnElement[bool]:
    return (SessionRow.id == identifier) & (SessionRow.caller == caller.name)


def _holds(column: Any, words: str) -> ColumnElement[bool]:
    return column.icontains(words, autoescape=True)


def _session(row: Any) -> Session:
    title = row.title or (row.first_question or "")[:_TITLE]
    return Session(row.id, title, row.created_at.replace(tzinfo=UTC), row.updated_at.replace(tzinfo=UTC), row.answers)


def _turn(row: Any, cited: Sequence[tuple[str, bool, bool]]) -> Turn:
    may_read = all(may for _, may, _ in cited)
    standing: dict[str, Standing] = {passage: "current" if live else "changed" for passage, _, live in cited}
    asked_at = row.created_at.replace(tzinfo=UTC)
    return Turn(row.id, row.question, asked_at, row.answer if may_read else None, standing if may_read else {})
