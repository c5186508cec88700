"""Vectors in the background: when they are made, who goes first, and what is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import LogCapture
from tests.server.living import add_text, living

from youju.app import Progress, Youju
from youju.caller import OWNER, Caller
from youju.errors import PartUnavailable
from youju.knowledge.recognition.service import Step
from youju.parts import PartState
from youju.server import filling
from youju.server.app import create_app
from youju.server.filling import Filled, Filler
from youju.server.standing import Standing


class Work:
    """A fill of three steps over a ledger whose counter we turn."""

    def __init__(self) -> None:
        self.counter = 1
        self.passes = 0
        self.steps = 0
        self.error: Exception | None = None
        self.quiet = asyncio.Event()
        self.quiet.set()

    async def fill(self) -> AsyncGenerator[Progress]:
        self.passes += 1
        for done in range(1, 4):
            if self.error:
                raise self.error
            self.steps += 1
            yield Progress(done, 3)

    async def changes(self) -> int:
        return self.counter

    async def wait(self) -> None:
        await self.quiet.wait()


@asynccontextmanager
async def running(work: Work) -> AsyncGenerator[Filler]:
    filler = Filler(work.fill, work.changes, work.wait)
    task = asyncio.create_task(filler.run())
    try:
        yield filler
    finally:
        task.cancel()
        await asyncio.wait([task])


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    monkeypatch.setattr(filling, "LOOK_SECONDS", 0.01)
    return Work()


async def test_a_pass_for_every_change_and_none_without(work: Work) -> None:
    async with running(work) as filler:
        await asyncio.sleep(0.1)
        assert (work.passes, filler.progress) == (1, Filled("done", 3, 3))
        work.counter += 1
        await asyncio.sleep(0.1)
        assert work.passes == 2


async def test_answers_go_first(work: Work) -> None:
    work.quiet.clear()
    async with running(work) as filler:
        await asyncio.sleep(0.1)
        assert (work.steps, filler.progress) == (1, Filled("running", 1, 3))
        work.quiet.set()
        await asyncio.sleep(0.1)
        assert filler.progress.state == "done"


@pytest.mark.parametrize("error", [PartUnavailable("No embedder."), RuntimeError("bug")])
async def test_a_failure_is_told_and_the_next_change_tried(work: Work, log: LogCapture, error: Exception) -> None:
    work.error = error
    async with running(work) as filler:
        await asyncio.sleep(0.1)
        assert filler.progress.state == "off" and len(log.entries) == 1
        work.error, work.counter = None, 2
        await asyncio.sleep(0.1)
        assert filler.progress == Filled("done", 3, 3)


async def test_pictures_are_read_and_what_comes_in_between_two_pages_gets_its_vectors_first(work: Work) -> None:
    order: list[str] = []

    async def recognise() -> AsyncGenerator[Step]:
        for page in (1, 2):
            if work.counter < 4:
                order.append(f"page {page}, {work.passes} passes")
                work.counter += 1
                yield Step(page, 2)

    filler = Filler(work.fill, work.changes, work.wait, recognise)
    task = asyncio.create_task(filler.run())
    await asyncio.sleep(0.1)
    task.cancel()
    await asyncio.wait([task])
    assert order == ["page 1, 1 passes", "page 2, 2 passes", "page 1, 3 passes"]
    assert (filler.recognition, filler.progress.state) == (Filled("done", 1, 2), "done")


async def test_an_engine_that_fails_costs_no_vectors(work: Work, log: LogCapture) -> None:
    async def recognise() -> AsyncGenerator[Step]:
        yield Step(0, 1)
        raise PartUnavailable("No engine.")

    filler = Filler(work.fill, work.changes, work.wait, recognise)
    task = asyncio.create_task(filler.run())
    await asyncio.sleep(0.1)
    task.cancel()
    await asyncio.wait([task])
    assert (filler.recognition.state, filler.progress.state, len(log.entries)) == ("off", "done", 1)


async def test_the_parts_are_looked_at_once_for_every_change() -> None:
    looks, counter = 0, 1

    async def look() -> list[PartState]:
        nonlocal looks
        looks += 1
        await asyncio.sleep(0.01)
        return [PartState("ledger", "ready", str(looks))]

    async def changes() -> int:
        return counter

    standing = Standing(look, changes)
    seen = await asyncio.gather(*(standing.now() for _ in range(5)))
    assert looks == 1 and {parts[0].detail for parts in seen} == {"1"}
    counter = 2
    await standing.now()
    assert looks == 2


async def test_ready_tells_counts_to_the_owner_alone(
    house: Youju, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_text(house, tmp_path, "规定.txt", "第一条 迟到三次的，罚款五十元。", roles=frozenset({"hr"}))
    app = create_app(house, OWNER)
    monkeypatch.setattr(app.state.filler, "run", asyncio.Event().wait)
    async with living(app) as client:
        app.state.filler.progress = Filled("running", 1, 4)
        ready = (await client.get("/api/v1/ready")).json()
        assert ready["status"] == "degraded"
        assert ready["filling"] == {"state": "running", "share": 0.25, "done": 1, "total": 4}
        app.state.caller = Caller("guest")
        ready = (await client.get("/api/v1/ready")).json()
        assert ready["filling"] == {"state": "running", "share": 0.25, "done": None, "total": None}
        assert {part["detail"] for part in ready["parts"]} == {""}


async def test_a_failed_part_makes_the_server_unready(house: Youju, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(*, probe: bool = False) -> list[PartState]:
        return [PartState("index", "failed", f"The index is damaged ({probe}).")]

    monkeypatch.setattr(house, "state", look)
    async with living(create_app(house, OWNER)) as client:
        response = await client.get("/api/v1/ready")
        assert (response.status_code, response.json()["status"]) == (503, "failed")
        assert (await client.get("/api/v1/health")).status_code == 200
