"""Answers of a language model over HTTP: what arrives when, and that whoever stops or leaves stops the model, too."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from structlog.testing import LogCapture
from tests.models.scripted import (
    Exchange,
    ScriptedModel,
    Turn,
    calls,
    fails,
    hangs,
    hangs_after,
    pauses,
    replies,
    says,
    scripted_model,
    thinks,
)
from tests.server.living import Event, living, parse_events, served

from youju.app import Youju
from youju.caller import OWNER
from youju.errors import NotFound
from youju.server import answers
from youju.server.app import create_app
from youju.settings import Settings

DEADLINE = {"question": "差旅费要在多少天内报销？"}
TRUE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
LATE = "出差结束后超过60天的，不予报销[1]。"
STREAM = {"Accept": "text/event-stream"}
KEY = "sk-7Qx-secret"
NOTHING = says("资料中未找到相关内容")


@dataclass(frozen=True)
class Served:
    model: ScriptedModel
    house: Youju
    client: httpx.AsyncClient

    async def asked(self) -> Exchange:
        """The first request to the model."""
        return (await asyncio.to_thread(self.model.wait_for_requests, 1))[0]

    @asynccontextmanager
    async def streaming(self, after: str | None = None) -> AsyncGenerator[AsyncIterator[str]]:
        headers = STREAM | ({"Last-Event-ID": after} if after else {})
        async with self.client.stream("POST", "/api/v1/answers", json=DEADLINE, headers=headers) as response:
            assert response.status_code == 200
            yield response.aiter_lines()


@asynccontextmanager
async def serving(home: Path, *script: Turn, **options: object) -> AsyncGenerator[Served]:
    endpoint = options.pop("endpoint", {})
    with scripted_model(*script, **options) as model:
        chat = model.endpoint(**endpoint)
        settings = Settings(home=home, embedding={"provider": "none"}, chat=chat)
        async with Youju.open(settings) as house, living(create_app(house, OWNER)) as client:
            yield Served(model, house, client)


async def until(lines: AsyncIterator[str], event: str) -> list[Event]:
    """Events up to the first of this name."""
    taken: list[str] = []
    async with asyncio.timeout(10):
        async for line in lines:
            taken.append(line)
            if not line and f"event: {event}" in taken:
                break
    return parse_events(taken)


async def gone(exchange: Exchange) -> bool:
    """The contract: within one second."""
    return await asyncio.to_thread(exchange.closes_within, 1)


async def test_every_kind_of_event_arrives(sample_home: Path) -> None:
    script = (
        thinks("先看期限。") + calls("search", query="报销 期限"),
        says(TRUE, "超过30天的，不予报销[1]。"),
        says(LATE).but(finish="length"),
    )
    async with serving(sample_home, *script) as at, at.streaming() as lines:
        events = await until(lines, "done")
    names = [event.event for event in events]
    order = [
        "stage",
        "stage",
        "reasoning",
        "tool",
        "citation",
        "sentence",
        "retry",
        "citation",
        "sentence",
        "notice",
        "done",
    ]
    assert [name for name in names if name != "citation"] == [name for name in order if name != "citation"]
    tool = next(event.data for event in events if event.event == "tool")
    assert (tool["name"], tool["arguments"], tool["used"], tool["allowed"]) == ("search", {"query": "报销 期限"}, 1, 6)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    answer = events[-1].data["answer"]
    assert (answer["text"], answer["status"], answer["model"]) == (TRUE + LATE, "partial", "scripted")
    assert "先看期限" not in json.dumps(answer, ensure_ascii=False)


async def test_stop_closes_the_model_and_what_was_shown_stays(sample_home: Path) -> None:
    async with serving(sample_home, hangs_after(TRUE, "出差")) as at, at.streaming() as lines:
        shown = await until(lines, "sentence")
        identifier = shown[0].id.partition(".")[0]
        stopped = await at.client.post(f"/api/v1/answers/{identifier}/stop")
        assert await gone(await at.asked())
        assert stopped.json()["status"] == "stopped"
        answer = (await until(lines, "done"))[-1].data["answer"]
        assert (answer["status"], answer["text"], answer["model"]) == ("stopped", TRUE, "scripted")
        assert [card["source"] for card in answer["citations"]] == ["员工手册.pdf"]
        assert (await at.client.get(f"/api/v1/answers/{identifier}")).json() == answer
        with pytest.raises(NotFound):
            await at.house.kept_answer(identifier, OWNER)


async def test_leaving_the_stream_closes_the_model(sample_home: Path) -> None:
    async with serving(sample_home, hangs_after(TRUE, "出差")) as at:
        async with at.streaming() as lines:
            identifier = (await until(lines, "sentence"))[0].id.partition(".")[0]
        assert await gone(await at.asked())
        with pytest.raises(NotFound):
            await at.house.kept_answer(identifier, OWNER)


@pytest.mark.parametrize("turn", [hangs(), hangs_after(TRUE), thinks("嗯") + pauses(60)], ids=["dumb", "half", "deep"])
async def test_leaving_before_the_document_is_there_closes_the_model(sample_home: Path, turn: Turn) -> None:
    async with serving(sample_home, turn) as at:
        asking = asyncio.create_task(at.client.post("/api/v1/answers", json=DEADLINE))
        exchange = await at.asked()
        await asyncio.sleep(0.1)
        asking.cancel()
        assert await gone(exchange)


async def test_coming_back_in_the_middle_misses_nothing(sample_home: Path) -> None:
    async with serving(sample_home, says(TRUE, "出差") + pauses(0.6) + says(LATE.removeprefix("出差"))) as at:
        async with at.streaming() as lines:
            seen = await until(lines, "citation")
        async with at.streaming(after=seen[-1].id) as lines:
            rest = await until(lines, "done")
        assert len(at.model.requests) == 1
    assert [event.number for event in [*seen, *rest]] == list(range(1, len(seen) + len(rest) + 1))
    assert rest[-1].data["answer"]["text"] == TRUE + LATE
    assert rest[-1].data["answer"]["status"] == "answered"


async def test_a_stream_is_kept_alive_while_the_model_thinks(
    sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "KEEP_ALIVE_SECONDS", 0.05)
    async with serving(sample_home, pauses(0.5) + says(TRUE)) as at, at.streaming() as lines:
        said = [line async for line in lines]
    assert said.count(": ping") >= 3
    assert parse_events(said)[-1].data["answer"]["text"] == TRUE


@pytest.mark.parametrize(
    "turn", [fails(401, f"Incorrect API key provided: {KEY}"), replies("<html>"), hangs(), hangs_after("差旅费")]
)
async def test_a_failure_is_a_notice_and_no_secret_leaves(sample_home: Path, turn: Turn, log: LogCapture) -> None:
    endpoint = {"timeout_seconds": 0.5, "api_key": KEY}
    async with serving(sample_home, turn, forever=True, endpoint=endpoint) as at:
        document = await at.client.post("/api/v1/answers", json=DEADLINE)
        stream = await at.client.post("/api/v1/answers", json=DEADLINE, headers=STREAM)
        address = at.model.base_url.removeprefix("http://")
    answer = document.json()
    assert (answer["model"], answer["status"]) == ("extractive", "answered")
    assert [notice["kind"] for notice in answer["notices"]] == ["degraded"]
    assert "event: error" not in stream.text
    for secret in (KEY, address):
        assert secret not in document.text + stream.text + str(log.entries)


def test_the_end_of_the_server_closes_the_model(sample_home: Path) -> None:
    with (
        scripted_model(hangs_after(TRUE, "出差")) as model,
        httpx.Client(timeout=10) as client,
        ExitStack() as opened,
    ):
        with served(sample_home, **model.environment()) as address:
            asked = client.stream("POST", f"{address}/api/v1/answers", json=DEADLINE, headers=STREAM)
            lines = opened.enter_context(asked).iter_lines()
            while next(lines) != "event: sentence":
                pass
            left = time.monotonic()
        rest = list(lines)
        (exchange,) = model.requests
        assert exchange.closes_within(0) and exchange.closed_at and exchange.closed_at - left < 1
    assert "event: done" in rest
    assert '"status":"stopped"' in "".join(rest)


# ── ready ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def state_of(at: Served) -> dict[str, str]:
    parts = (await at.client.get("/api/v1/ready")).json()["parts"]
    return next(part for part in parts if part["name"] == "chat")


async def test_ready_does_not_wait_for_a_slow_model(sample_home: Path) -> None:
    async with serving(sample_home, models=hangs()) as at:
        await at.client.get("/api/v1/ready")  # looks at the ledger and the index for the first time
        began = time.monotonic()
        assert (await state_of(at))["state"] == "ready"
        assert time.monotonic() - began < 0.5


async def test_ready_tells_what_is_wrong_with_the_model(sample_home: Path) -> None:
    async with serving(sample_home, key="sk-right", endpoint={"api_key": KEY}) as at:
        async with asyncio.timeout(5):
            while (state := await state_of(at))["state"] == "ready":  # noqa: ASYNC110 (the server tells no event)
                await asyncio.sleep(0.05)
    assert state["state"] == "degraded"
    assert "refuses the key" in state["detail"]
    assert KEY not in state["detail"]
