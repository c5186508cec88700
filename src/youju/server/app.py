"""The HTTP application: routes, door, page, and the background work that lives as long as it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from os import PathLike, stat_result
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

from youju import __version__
from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.server import (
    answers,
    documents,
    health,
    imports,
    laws,
    passages,
    problems,
    references,
    search,
    sessions,
    tools,
)
from youju.server.filling import Filler
from youju.server.guarding import LOOPBACK, Guard
from youju.server.jobs import ImportJobs
from youju.server.runs import Runs
from youju.server.standing import Afar, Standing
from youju.server.uploads import FILES_AT_THE_LIMIT

STATIC = Path(__file__).parent / "static"
_UNCHANGED = {"Cache-Control": "no-cache"}
"""The page's own files may be kept, and are asked for again: they change with the program, not with the documents."""


def create_app(youju: Youju, caller: Caller, hosts: Collection[str] | None = LOOPBACK) -> FastAPI:
    """The application for an open house. Every request is `caller`'s. `hosts` are the names it answers to; None, for
    a server that others reach, accepts any."""
    app = FastAPI(
        title="Youju 有据",
        version=__version__,
        summary="Answers from documents you trust, every sentence traced to a passage.",
        docs_url=None,
        redoc_url=None,
        lifespan=_life,
    )
    app.state.youju = youju
    app.state.caller = caller
    app.state.runs = Runs(youju.answer, youju.settings.writer)
    app.state.imports = ImportJobs(youju)
    app.state.standing = Standing(youju.state, youju.changes)
    app.state.models = Afar(youju.models)
    app.state.filler = Filler(youju.fill, youju.changes, app.state.runs.quiet, youju.recognise)
    problems.install(app)
    app.add_middleware(Guard, hosts=hosts, upload_bytes=FILES_AT_THE_LIMIT * youju.settings.max_file_mb * 2**20)
    api = APIRouter(prefix="/api/v1")
    for noun in (answers, sessions, documents, imports, passages, search, references, laws, tools, health):
        api.include_router(noun.router)
    app.include_router(api)
    problems.describe(app)
    app.mount("/static", _Page(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    async def _page() -> FileResponse:  # pyright: ignore[reportUnusedFunction]
        return FileResponse(STATIC / "index.html", headers=_UNCHANGED)

    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncGenerator[None]:
    app.state.models.now()
    await app.state.imports.resume(OWNER)
    tasks = [asyncio.create_task(work) for work in (app.state.filler.run(), _warm(app.state.youju))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await app.state.models.close()
        await app.state.imports.close()
        await app.state.runs.close()


async def _warm(youju: Youju) -> None:
    """Load what is loaded at first use, so that the first question does not wait for it."""
    await youju.warm()


class _Page(StaticFiles):
    """The page's files."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file, or that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(_UNCHANGED)
        return response
