"""`/imports`: how an import stands, what became of each file, its progress as events, and stopping it. Owner only.

All of it is read from the ledger, so it is the same for an upload, for a command in another process, and after a
restart: progress never goes back, never past the end, and ends when the import does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from youju.app import Youju
from youju.caller import Caller
from youju.citations.schemas import Wire
from youju.errors import NotFound, YoujuError
from youju.knowledge.runs import values
from youju.knowledge.runs.values import RunState
from youju.server.callers import Asking, House, Owning
from youju.server.jobs import ImportJobs, Jobs
from youju.server.problems import DOCUMENTED

LOOK_SECONDS = 0.3
KEEP_ALIVE_SECONDS = 15.0
_AT_ONCE = 500

router = APIRouter(prefix="/imports", tags=["imports"])


class Imported(Wire):
    """What became of one file. `message` is one line; `code` is set where there is something to do; `result` is
    imported, partial or refused, `outcome` says which kind."""

    name: str
    result: str
    outcome: str
    message: str
    code: str | None = None
    document_id: str | None = None
    pages: int = 0
    passages: int = 0

    @classmethod
    def of(cls, item: values.RunItem) -> Imported:
        """As it goes out."""
        return cls(**{name: getattr(item, name) for name in cls.model_fields})


class Run(Wire):
    """How an import stands: `done` of `total` files, in three results; `waiting` were not reached. `note` is one line
    on what is left to do."""

    id: str
    state: RunState
    total: int
    done: int
    imported: int
    partial: int
    refused: int
    waiting: int
    note: str
    started_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, run: values.Run) -> Run:
        """As it goes out."""
        return cls(**{name: getattr(run, name) for name in Run.model_fields})


class Report(Run):
    """How an import stands, with the files that are done, in the order in which they were."""

    items: tuple[Imported, ...]


class Imports(Wire):
    """Imports, the newest first."""

    imports: tuple[Run, ...]


async def report(identifier: str, caller: Caller, youju: Youju) -> Report:
    """How a run stands, with its items. Raises `NotFound`."""
    run = Run.of(await youju.import_run(identifier, caller))
    items = await youju.import_items(identifier, caller)
    return Report(**run.model_dump(), items=tuple(map(Imported.of, items[: run.done])))


_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "model": Report,
        "description": "The report so far; with `Accept: text/event-stream` events: `progress` (how it stands), `item` "
        "(one file and how many are done), and at the end `done` (the report).",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    204: {"description": "`Last-Event-ID` was the last event: nothing more comes."},
}


@router.get("", responses=DOCUMENTED)
async def imports(caller: Owning, youju: House, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> Imports:
    """The imports that are remembered, newest first."""
    return Imports(imports=tuple(map(Run.of, await youju.imports(caller, limit))))


@router.get("/{identifier}", response_model=None, responses=DOCUMENTED | _STREAM)
async def read(
    *,
    identifier: str,
    caller: Asking,
    youju: House,
    jobs: Jobs,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str | None, Header(description="Go on after this event of an earlier stream.")] = None,
) -> Response:
    """One import. A stream that broke is continued with `Last-Event-ID`."""
    run = await youju.import_run(identifier, caller)
    if "text/event-stream" not in accept:
        return Response((await report(identifier, caller, youju)).model_dump_json(), media_type="application/json")
    seen = _seen(identifier, last_event_id)
    if run.over and seen > run.done:
        return Response(status_code=204)
    events = _events(run, min(seen, run.done), caller, youju, jobs)
    return EventSourceResponse(events, headers={"X-Accel-Buffering": "no"})


@router.post("/{identifier}/stop", responses=DOCUMENTED)
async def stop(identifier: str, caller: Asking, youju: House, jobs: Jobs) -> Run:
    """Stop an import. What has come in stays; the rest is told as not imported. One that works in another process ends
    at its next file; one that has ended stays as it is."""
    await youju.stop_import(identifier, caller)
    await jobs.stop(identifier)
    return Run.of(await youju.import_run(identifier, caller))


def _seen(identifier: str, last: str | None) -> int:
    """How many items a client has had. Raises `NotFound` for an event of something else."""
    if not last:
        return 0
    run, _, seen = last.rpartition(".")
    if run != identifier or not seen.isdecimal():
        raise NotFound("No such event.")
    return int(seen)


async def _events(run: values.Run, seen: int, caller: Caller, youju: Youju, jobs: ImportJobs) -> AsyncGenerator[bytes]:
    yield _event("progress", Run.of(run), f"{run.id}.{seen}")
    told = time.monotonic()
    try:
        while not jobs.closing:
            run = await youju.import_run(run.id, caller)  # before its items: what is over then is complete below
            while items := await youju.import_items(run.id, caller, seen, _AT_ONCE):
                for item in items:
                    seen, told = seen + 1, time.monotonic()
                    yield _item(run, item, seen)
            if run.over:
                yield _event("done", await report(run.id, caller, youju), f"{run.id}.{seen + 1}")
                return
            if time.monotonic() - told > KEEP_ALIVE_SECONDS:
                told = time.monotonic()
                yield KEEPALIVE_COMMENT
            await asyncio.sleep(LOOK_SECONDS)
    except YoujuError:
        return  # forgotten meanwhile, or the ledger is gone: the client asks again and is told


class _Item(Imported):
    """One more file, the `done`th of `total`."""

    done: int
    total: int


def _item(run: values.Run, item: values.RunItem, done: int) -> bytes:
    body = _Item(**Imported.of(item).model_dump(), done=done, total=max(run.total, done))
    return _event("item", body, f"{run.id}.{done}")


def _event(name: str, body: Wire, identifier: str) -> bytes:
    return format_sse_event(event=name, data_str=body.model_dump_json(by_alias=True), id=identifier)
