"""Imports over HTTP: waiting or not, progress as events, stopping, going on after a kill, and whose they are."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from tests.server.living import ENVIRONMENT, Event, add_text, free_port, living, parse_events, served

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.server.app import create_app

DOCUMENTS, IMPORTS = "/api/v1/documents", "/api/v1/imports"
LATER = {"Prefer": "respond-async"}
SLOW = ("慢.html", b"<div>" * 90_000 + b"</div>" * 90_000)
"""The HTML parser takes quadratic time to nest."""


@pytest.fixture
async def client(house: Youju) -> AsyncGenerator[httpx.AsyncClient]:
    async with living(create_app(house, OWNER)) as opened:
        opened.timeout = httpx.Timeout(60)
        yield opened


def rules(count: int) -> list[tuple[str, tuple[str, bytes]]]:
    return [("files", (f"规定{n}.md", f"# 规定{n}\n\n第{n}条 每年体检{n}次。\n".encode())) for n in range(count)]


async def reached(client: httpx.AsyncClient, run: str, done: int) -> None:
    """Wait until so many files of a run are done."""
    async with asyncio.timeout(30):
        while (await client.get(f"{IMPORTS}/{run}")).json()["done"] < done:  # noqa: ASYNC110 (asked over the wire)
            await asyncio.sleep(0.05)


def waited(client: httpx.Client, run: str, done: int, *, over: bool = False) -> dict:
    """The report, once so many files of a run are done, or the run is."""
    for _ in range(600):
        report = client.get(f"{IMPORTS}/{run}").json()
        if report["done"] >= done and (not over or report["finished_at"]):
            return report
        time.sleep(0.1)
    raise AssertionError(report)


async def begin(client: httpx.AsyncClient, files: list, **fields: str) -> dict:
    response = await client.post(DOCUMENTS, files=files, data=fields, headers=LATER)
    assert response.status_code == 202, response.text
    assert response.headers["preference-applied"] == "respond-async"
    assert response.headers["location"] == f"{IMPORTS}/{response.json()['id']}"
    return response.json()


async def followed(client: httpx.AsyncClient, run: str, after: str | None = None) -> list[Event]:
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": after} if after else {})}
    async with client.stream("GET", f"{IMPORTS}/{run}", headers=headers) as response:
        assert response.status_code == 200
        return parse_events([line async for line in response.aiter_lines()])


async def test_not_waiting_and_following_to_the_end(client: httpx.AsyncClient, house: Youju) -> None:
    """Fault 46: progress that is stuck, back to zero, or running after the end."""
    run = await begin(client, [*rules(5), ("files", ("空.txt", b""))], category="人事")
    assert (run["total"], run["finished_at"]) == (6, None) and run["state"] == "running"
    events = await followed(client, run["id"])
    assert [event.event for event in events] == ["progress", *["item"] * 6, "done"]
    assert [event.id for event in events] == [f"{run['id']}.{n}" for n in range(8)]
    items = [event.data for event in events[1:-1]]
    assert [(item["done"], item["total"]) for item in items] == [(n, 6) for n in range(1, 7)]
    assert [item["result"] for item in items] == ["imported"] * 5 + ["refused"]
    report = events[-1].data
    assert (report["state"], report["done"], report["imported"], report["refused"]) == ("done", 6, 5, 1)
    assert (await client.get(f"{IMPORTS}/{run['id']}")).json() == report
    assert (await client.get(IMPORTS)).json()["imports"] == [{k: v for k, v in report.items() if k != "items"}]
    assert {document.category for document in await house.documents(OWNER)} == {"人事"}


async def test_a_broken_stream_goes_on_where_it_broke(client: httpx.AsyncClient) -> None:
    run = (await begin(client, rules(4)))["id"]
    whole = await followed(client, run)
    rest = await followed(client, run, after=f"{run}.2")
    assert [event.id for event in rest] == [f"{run}.{n}" for n in (2, 3, 4, 5)]
    assert rest[1:] == whole[3:]
    over = {"Accept": "text/event-stream", "Last-Event-ID": whole[-1].id}
    assert (await client.get(f"{IMPORTS}/{run}", headers=over)).status_code == 204
    foreign = {"Accept": "text/event-stream", "Last-Event-ID": "other.2"}
    assert (await client.get(f"{IMPORTS}/{run}", headers=foreign)).status_code == 404


async def test_waiting_gives_the_report(client: httpx.AsyncClient, house: Youju) -> None:
    response = await client.post(DOCUMENTS, files=rules(2), headers={"Prefer": "wait=5, handling=lenient"})
    assert response.status_code == 200
    body = response.json()
    assert (body["state"], body["imported"], [item["outcome"] for item in body["items"]]) == ("done", 2, ["added"] * 2)
    assert list((house.settings.home / "imports").iterdir()) == []


async def test_stopping_keeps_what_is_in_and_tells_the_rest(client: httpx.AsyncClient, house: Youju) -> None:
    run = (await begin(client, [*rules(2), ("files", SLOW), *rules(4)[2:]]))["id"]
    await reached(client, run, 2)
    following = asyncio.create_task(followed(client, run))
    began = time.monotonic()
    stopped = (await client.post(f"{IMPORTS}/{run}/stop")).json()
    assert time.monotonic() - began < 5
    assert (stopped["state"], stopped["imported"], stopped["refused"]) == ("cancelled", 2, 3)
    events = await following
    assert events[-1].event == "done" and events[-1].data["state"] == "cancelled"
    told = [(item["name"], item["code"]) for item in events[-1].data["items"][2:]]
    assert told == [("慢.html", "stopped"), ("规定2.md", "stopped"), ("规定3.md", "stopped")]
    assert len(await house.documents(OWNER)) == 2
    assert list((house.settings.home / "imports").iterdir()) == []
    assert (await client.post(f"{IMPORTS}/{run}/stop")).json() == stopped


async def test_a_connection_that_breaks_does_not_end_the_import(client: httpx.AsyncClient, house: Youju) -> None:
    asking = asyncio.create_task(client.post(DOCUMENTS, files=[*rules(2), ("files", SLOW), *rules(4)[2:]]))
    async with asyncio.timeout(30):
        while not (runs := await house.imports(OWNER)) or runs[0].done < 2:  # noqa: ASYNC110 (the ledger tells)
            await asyncio.sleep(0.05)
    asking.cancel()
    await asyncio.wait([asking])
    await asyncio.sleep(0.5)
    run = (await house.imports(OWNER))[0]
    assert run.state == "running"
    assert (await client.post(f"{IMPORTS}/{run.id}/stop")).json()["state"] == "cancelled"


async def test_a_run_of_a_command_is_followed_and_stopped_too(
    client: httpx.AsyncClient, house: Youju, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for _, (name, content) in rules(3):
        (folder / name).write_bytes(content)
    (folder / "规定1.html").write_bytes(SLOW[1])
    command = [sys.executable, "-m", "youju", "--home", str(house.settings.home), "add", str(folder)]
    child = subprocess.Popen(  # noqa: ASYNC220 (it starts in no time)
        command, env=ENVIRONMENT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        while not (runs := (await client.get(IMPORTS)).json()["imports"]) or runs[0]["done"] < 1:
            assert child.poll() is None
            await asyncio.sleep(0.1)
        child.kill()
        events = await followed(client, runs[0]["id"])
        assert events[-1].data["state"] == "interrupted" and "again" in events[-1].data["note"]
    finally:
        child.kill()
        await asyncio.to_thread(child.wait)


def test_an_upload_goes_on_when_its_server_was_killed(tmp_path: Path) -> None:
    home, port = tmp_path / "home", free_port()
    command = [sys.executable, "-m", "youju", "--home", str(home), "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        while True:
            try:
                client.get("/api/v1/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        sent = client.post(DOCUMENTS, files=[*rules(2), ("files", SLOW), *rules(4)[2:]], headers=LATER)
        run = sent.json()["id"]
        waited(client, run, 2)
    server.kill()
    server.wait()
    limit = {"YOUJU_MAX_FILE_SECONDS": "1"}
    with served(home, **limit) as address, httpx.Client(base_url=address, timeout=30) as client:
        report = waited(client, run, 5, over=True)
    assert (report["state"], report["imported"], report["refused"]) == ("done", 4, 1)
    assert [item["name"] for item in report["items"]] == ["规定0.md", "规定1.md", "慢.html", "规定2.md", "规定3.md"]
    assert report["items"][2]["code"] == "too_slow"
    assert not list((home / "imports").iterdir())


def test_a_server_that_is_stopped_leaves_the_rest_to_the_next(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with served(home) as address, httpx.Client(base_url=address, timeout=30) as client:
        run = client.post(DOCUMENTS, files=[*rules(1), ("files", SLOW)], headers=LATER).json()["id"]
        waited(client, run, 1)
    with served(home) as address, httpx.Client(base_url=address, timeout=30) as client:
        report = client.get(f"{IMPORTS}/{run}").json()
        assert (report["state"], report["done"]) == ("running", 1)
        assert client.post(f"{IMPORTS}/{run}/stop").json()["state"] == "cancelled"


async def test_imports_are_the_owners_and_unknown_is_forbidden(house: Youju, tmp_path: Path) -> None:
    await add_text(house, tmp_path, "规定.txt", "第一条 迟到三次的，罚款五十元。")
    known = (await house.imports(OWNER))[0].id
    told = set()
    for caller, run in ((OWNER, "unknown"), (Caller("guest", frozenset({"staff"})), known)):
        async with living(create_app(house, caller)) as client:
            for response in (
                await client.get(f"{IMPORTS}/{run}"),
                await client.get(f"{IMPORTS}/{run}", headers={"Accept": "text/event-stream"}),
                await client.post(f"{IMPORTS}/{run}/stop"),
            ):
                assert response.headers["content-type"] == "application/problem+json"
                told.add((response.status_code, response.content))
            if caller is not OWNER:
                assert (await client.get(IMPORTS)).json()["code"] == "forbidden"
    assert len(told) == 1 and {status for status, _ in told} == {404}


async def test_placing_a_document_without_reading_it_again(client: httpx.AsyncClient, house: Youju) -> None:
    sent = {"roles": "hr", "category": "人事", "effective_from": "2024-01-01"}
    body = (await client.post(DOCUMENTS, files=rules(1), data=sent)).json()
    address = f"{DOCUMENTS}/{body['items'][0]['document_id']}"
    before = (await client.get(address)).json()
    placed = (await client.put(address, json={"roles": [], "category": None, "effective_to": "2030-01-01"})).json()
    assert (placed["roles"], placed["category"], placed["version"]) == ([], None, before["version"])
    assert placed["in_force"] == {"status": "in_force", "from": "2024-01-01", "to": "2030-01-01"}
    assert (await client.get(address)).json() == placed
    assert (await client.put(address, json={})).json() == placed
    assert (await client.put(address, json={"roles": ["staff"], "collection": " 制度 "})).json()["roles"] == ["staff"]
    assert (await house.search("体检", Caller("guest"))).passages == ()
    for wrong, code in (({"effective_from": "2031-01-01"}, "invalid_dates"), ({"colour": 1}, "invalid_request")):
        refused = await client.put(address, json=wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert (await client.put(f"{DOCUMENTS}/unknown", json={})).status_code == 404


async def test_only_the_owner_places(house: Youju) -> None:
    async with living(create_app(house, Caller("guest"))) as client:
        refused = await client.put(f"{DOCUMENTS}/x", json={"roles": []})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
async def test_a_full_home_is_told(client: httpx.AsyncClient, house: Youju) -> None:
    (house.settings.home / "imports").mkdir(mode=0o500)
    refused = await client.post(DOCUMENTS, files=rules(1))
    assert (refused.status_code, refused.json()["code"]) == (503, "storage")
