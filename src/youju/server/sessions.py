"""`/sessions`: conversations, each its owner's alone. Each question in them stands alone."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from youju.answering.schemas import Answer
from youju.citations.schemas import Wire
from youju.knowledge.sessions.service import LONGEST_TITLE
from youju.knowledge.sessions.values import Session, Standing, Turn
from youju.server.callers import Asking, House
from youju.server.exporting import as_markdown, file_name
from youju.server.problems import DOCUMENTED
from youju.server.wire import Text

router = APIRouter(prefix="/sessions", tags=["sessions"])


class Titled(BaseModel):
    """What a conversation is called; empty: by its first question."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"title": "年假"}]})

    title: Text = Field(default="", max_length=LONGEST_TITLE)


class SessionOut(Wire):
    """A conversation in a list."""

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    answers: int

    @classmethod
    def of(cls, session: Session) -> SessionOut:
        """As it goes out."""
        return cls(**{name: getattr(session, name) for name in SessionOut.model_fields})


class SessionList(Wire):
    """One page of the conversations, the last used first, and how many there are in all."""

    sessions: tuple[SessionOut, ...]
    total: int


class TurnOut(Wire):
    """A question and its answer. `answer` is missing where it cites a document that may no longer be read. `standing`
    tells of each cited passage whether its text is still live to the letter."""

    id: str
    question: str
    asked_at: datetime
    answer: Answer | None
    standing: dict[str, Standing]

    @classmethod
    def of(cls, turn: Turn) -> TurnOut:
        """As it goes out."""
        answer = Answer.model_validate(turn.answer) if turn.answer is not None else None
        return cls(
            id=turn.id, question=turn.question, asked_at=turn.asked_at, answer=answer, standing=dict(turn.standing)
        )


class Conversation(SessionOut):
    """A conversation with all its questions, the first one first."""

    turns: tuple[TurnOut, ...]


@router.post("", status_code=201, responses=DOCUMENTED)
async def create(caller: Asking, youju: House, body: Titled | None = None) -> SessionOut:
    """Begin a conversation: then ask with its id as `session_id`."""
    return SessionOut.of(await youju.sessions.create(caller, body.title if body else ""))


@router.get("", responses=DOCUMENTED)
async def index(
    caller: Asking,
    youju: House,
    q: Annotated[Text, Query(max_length=200, description="Only those whose title or questions hold this.")] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0)] = 0,
) -> SessionList:
    """The caller's conversations, the last used first."""
    found, total = await youju.sessions.all(caller, words=q, limit=limit, offset=offset)
    return SessionList(sessions=tuple(map(SessionOut.of, found)), total=total)


@router.get("/{identifier}", responses=DOCUMENTED)
async def read(identifier: str, caller: Asking, youju: House) -> Conversation:
    """A conversation; what its answers cite is checked again: is it live, may it be read?"""
    session = await youju.sessions.get(identifier, caller)
    turns = await youju.sessions.turns(identifier, caller)
    return Conversation(**SessionOut.of(session).model_dump(), turns=tuple(map(TurnOut.of, turns)))


@router.patch("/{identifier}", responses=DOCUMENTED)
async def rename(identifier: str, body: Titled, caller: Asking, youju: House) -> SessionOut:
    """Give a conversation another title."""
    return SessionOut.of(await youju.sessions.rename(identifier, body.title, caller))


@router.delete("/{identifier}", status_code=204, responses=DOCUMENTED)
async def remove(identifier: str, caller: Asking, youju: House) -> None:
    """Delete a conversation for good, with all its answers and their evidence."""
    await youju.delete_session(identifier, caller)


@router.get("/{identifier}/export", responses=DOCUMENTED, response_class=Response)
async def export(identifier: str, caller: Asking, youju: House) -> Response:
    """A conversation as Markdown: questions, answers with their numbers, sources, and what of them has changed since.
    (As JSON it is the conversation itself, and each `answer` in it is what `youju verify` reads.)"""
    session = await youju.sessions.get(identifier, caller)
    text = as_markdown(session, await youju.sessions.turns(identifier, caller))
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{file_name(session.title)}.md"}
    return Response(text, media_type="text/markdown; charset=utf-8", headers=headers)
