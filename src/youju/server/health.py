"""`/health`, `/ready`, and what the page must know about itself and its caller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fastapi import APIRouter, Request, Response

from youju.answering.question import MAX_CHARACTERS
from youju.caller import Caller
from youju.citations.schemas import Wire
from youju.parts import PartState
from youju.samples import QUESTIONS
from youju.server.callers import Asking, House
from youju.server.filling import Filled

router = APIRouter(tags=["health"])


class Health(Wire):
    """The process lives."""

    status: Literal["ok"] = "ok"


class PartOut(Wire):
    """One part of the house: `ready`, `degraded` (others go on without it) or `failed`."""

    name: str
    state: Literal["ready", "degraded", "failed"]
    detail: str


class FillingOut(Wire):
    """How many passages have their dense vector, or how many pages that are pictures have been recognised. Counts are
    told to the owner alone, the share to everybody."""

    state: Literal["waiting", "running", "done", "off"]
    share: float
    done: int | None = None
    total: int | None = None


class Ready(Wire):
    """`ready`, `degraded` (answers are made, and say what is missing) or `failed` (HTTP 503)."""

    status: Literal["ready", "degraded", "failed"]
    parts: tuple[PartOut, ...]
    filling: FillingOut
    recognition: FillingOut


class Me(Wire):
    """The caller of this page, and its limits. `examples` are questions that the documents of this base answer;
    `empty` says that there is no document to ask."""

    name: str
    owner: bool
    max_question_characters: int
    max_file_mb: int
    examples: tuple[str, ...]
    empty: bool


@router.get("/health")
async def health() -> Health:
    """Whether the process lives."""
    return Health()


@router.get("/ready", responses={503: {"model": Ready, "description": "A part that nothing works without is down."}})
async def ready(request: Request, response: Response, caller: Asking) -> Ready:
    """The state of the ledger, the index and the models, and how far the vectors are filled."""
    progress: Filled = request.app.state.filler.progress
    recognition: Filled = request.app.state.filler.recognition
    parts = tuple(
        PartOut(name=part.name, state=part.state, detail=part.detail if caller.reads_all else "")
        for part in _with(await request.app.state.standing.now(), request.app.state.models.now())
        if part.name != "vectors" or progress.state == "off"  # else `filling` knows better
    )
    states = {part.state for part in parts}
    if "failed" in states:
        response.status_code = 503
    filling, recognising = _told(progress, caller), _told(recognition, caller)
    degraded = "degraded" in states or progress.state in ("waiting", "running")
    status = "failed" if "failed" in states else "degraded" if degraded else "ready"
    return Ready(status=status, parts=parts, filling=filling, recognition=recognising)


def _told(progress: Filled, caller: Caller) -> FillingOut:
    share = progress.done / progress.total if progress.total else 1.0 if progress.state == "done" else 0.0
    return FillingOut(
        state=progress.state,
        share=round(share, 2),
        done=progress.done if caller.reads_all else None,
        total=progress.total if caller.reads_all else None,
    )


def _with(parts: Sequence[PartState], asked: Sequence[PartState]) -> list[PartState]:
    """The parts, those that have been asked as they are now."""
    newer = {part.name: part for part in asked}
    return [newer.get(part.name, part) for part in parts]


@router.get("/me")
async def me(caller: Asking, youju: House) -> Me:
    """Who asks, what they may do, and what they could ask."""
    sources = {document.source for document in await youju.documents(caller)}
    examples = [question.text for question in QUESTIONS if question.sources and question.sources[0] in sources]
    return Me(
        name=caller.name,
        owner=caller.reads_all,
        max_question_characters=MAX_CHARACTERS,
        max_file_mb=youju.settings.max_file_mb,
        examples=tuple(dict.fromkeys(examples))[:6],
        empty=not sources,
    )
