"""Who comes in, and what every answer of the server carries: hosts, origins, bounds, problems, no inside."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest
from structlog.testing import LogCapture
from tests.server.living import add_text, living

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.server.app import STATIC, create_app
from youju.server.guarding import JSON_BYTES

ASK = "/api/v1/answers"


@pytest.fixture
async def client(house: Youju, tmp_path: Path):
    await add_text(house, tmp_path, "规定.txt", "第一条 迟到三次的，罚款五十元。")
    async with living(create_app(house, OWNER)) as opened:
        yield opened


FOREIGN = ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::1", "169.254.1.1")
NO_JSON = (b"\xff\xfe{", b'{"question": "\xe4\xbd"}', b'{"question"', b'{"question": "\\ud800"}', b"[" * 60000)


@pytest.mark.parametrize("host", FOREIGN)
async def test_another_name_for_this_machine_is_refused(client: httpx.AsyncClient, host: str) -> None:
    response = await client.get("/api/v1/documents", headers={"Host": host})
    assert response.status_code in (400, 421)  # 400: the server itself refuses what is no host at all
    assert "规定" not in response.text


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000"])
async def test_names_of_this_machine_are_accepted(client: httpx.AsyncClient, host: str) -> None:
    assert (await client.get("/api/v1/documents", headers={"Host": host})).status_code == 200


async def test_a_server_that_others_reach_answers_to_any_name(house: Youju) -> None:
    async with living(create_app(house, Caller("guest"), hosts=None)) as client:
        assert (await client.get("/api/v1/health", headers={"Host": "docs.example"})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_another_site_changes_nothing(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    (document,) = (await client.get("/api/v1/documents")).json()["documents"]
    for response in (
        await client.delete(f"/api/v1/documents/{document['id']}", headers=headers),
        await client.post("/api/v1/documents", files={"files": ("x.txt", b"x")}, headers=headers),
        await client.post(ASK, json={"question": "x"}, headers=headers),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "foreign_origin")
    assert len((await client.get("/api/v1/documents")).json()["documents"]) == 1


async def test_our_own_page_may(client: httpx.AsyncClient) -> None:
    own = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert (await client.post(ASK, json={"question": "迟到三次"}, headers=own)).status_code == 200


async def test_a_form_of_another_site_is_no_question(client: httpx.AsyncClient) -> None:
    """A plain form can be sent across sites without asking; it never carries this content type."""
    response = await client.post(ASK, content=json.dumps({"question": "x"}), headers={"Content-Type": "text/plain"})
    assert response.status_code == 422


@pytest.mark.parametrize(
    "address", ["/", "/static/main.js", "/api/v1/documents", "/api/v1/nothing", "/api/v1/passages/x/view"]
)
async def test_headers_of_every_response(client: httpx.AsyncClient, address: str) -> None:
    headers = (await client.get(address)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy and "http" not in policy
    if address.startswith("/api"):
        assert headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/static/nothing.js", 404, "not_found"),
        ("GET", "/static/../app.py", 404, "not_found"),
        ("GET", "/static/%2e%2e/app.py", 404, "not_found"),
        ("PATCH", "/api/v1/documents", 405, "method_not_allowed"),
        ("GET", "/api/v1/documents/none", 404, "not_found"),
        ("DELETE", "/api/v1/documents/none", 404, "not_found"),
        ("GET", "/api/v1/documents/none/versions", 404, "not_found"),
        ("GET", "/api/v1/passages/none", 404, "not_found"),
        ("GET", "/api/v1/passages/none/view?start=1&end=2", 404, "not_found"),
        ("GET", "/api/v1/passages/none/view?start=1", 422, "invalid_span"),
        ("GET", "/api/v1/passages/none/pages/1.png", 404, "not_found"),
        ("GET", "/api/v1/passages/none/view?start=-1", 422, "invalid_request"),
        ("GET", "/api/v1/answers/none", 404, "not_found"),
        ("POST", "/api/v1/answers/none/stop", 404, "not_found"),
    ],
)
async def test_every_error_is_a_problem(
    client: httpx.AsyncClient, method: str, address: str, status: int, code: str
) -> None:
    response = await client.request(method, address)
    body = response.json()
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert response.headers["content-type"] == "application/problem+json"
    assert set(body) == {"type", "title", "status", "detail", "code", "remedy", "errors"}


async def test_forbidden_and_unknown_are_the_same_to_the_byte(house: Youju, tmp_path: Path) -> None:
    await add_text(house, tmp_path, "薪酬.txt", "第一条 总监的月薪为八万元。", roles=frozenset({"hr"}))
    (document,) = await house.documents(OWNER)
    (hit,) = (await house.search("总监的月薪", OWNER)).passages
    async with living(create_app(house, Caller("guest", frozenset({"visitor"})))) as client:
        for pattern in (
            "/api/v1/documents/{}",
            "/api/v1/documents/{}/versions",
            "/api/v1/passages/{}",
            "/api/v1/passages/{}/view",
            "/api/v1/passages/{}/pages/1.png",
        ):
            identifier = document.id if "documents" in pattern else hit.passage.id
            forbidden = await client.get(pattern.format(identifier))
            unknown = await client.get(pattern.format("f" * 24))
            assert (forbidden.status_code, forbidden.content) == (404, unknown.content)
        deleted = await client.delete(f"/api/v1/documents/{document.id}")
        assert (deleted.status_code, deleted.content) == (403, (await client.delete("/api/v1/documents/f")).content)
        found = (await client.post("/api/v1/search", json={"query": "总监的月薪", "explain": True})).json()
        assert (found["passages"], found["nearest"], found["explain"]) == ([], [], [])
        assert (await client.get("/api/v1/documents")).json() == {"documents": []}
        ready = (await client.get("/api/v1/ready")).json()
        assert ready["filling"]["total"] is None and not any(part["detail"] for part in ready["parts"])


async def test_bodies_are_bounded_also_without_a_stated_length(client: httpx.AsyncClient) -> None:
    large = b'{"question": "' + b"x" * JSON_BYTES + b'"}'

    async def pieces():
        for at in range(0, len(large), 4096):
            yield large[at : at + 4096]

    headers = {"Content-Type": "application/json"}
    for body in (large, pieces()):
        response = await client.post(ASK, content=body, headers=headers)
        assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("body", NO_JSON)
async def test_a_body_that_is_no_json(client: httpx.AsyncClient, body: bytes) -> None:
    response = await client.post(ASK, content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422) and response.json()["code"] in ("unreadable_request", "invalid_request")


async def test_the_log_says_what_happened_and_not_what_was_asked(house: Youju, log: LogCapture) -> None:
    async with living(create_app(house, OWNER)) as client:
        await client.post(ASK, json={"question": "我的秘密问题"})
        await client.get("/api/v1/documents/my-secret-document")
        await client.get("/api/v1/my-secret-address")
    assert [(e["route"], e["status"]) for e in log.entries if e["event"] == "request"] == [
        ("/answers", 200),
        ("/documents/{identifier}", 404),
        ("-", 404),
    ]
    assert "秘密" not in str(log.entries) and "secret" not in str(log.entries)


async def test_what_nobody_foresaw_says_nothing_of_the_inside(house: Youju, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("/srv/youju/ledger.db is on fire")

    app = create_app(house, OWNER)
    monkeypatch.setattr(house, "documents", fails)
    async with living(app) as client:
        response = await client.get("/api/v1/documents")
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert "fire" not in response.text and response.headers["x-content-type-options"] == "nosniff"


async def test_openapi_names_all_routes_and_no_real_thing(client: httpx.AsyncClient, house: Youju) -> None:
    text = (await client.get("/openapi.json")).text
    paths = json.loads(text)["paths"]
    assert set(paths) == {
        f"/api/v1/{path}"
        for path in (
            *("answers", "answers/{identifier}", "answers/{identifier}/stop", "documents", "documents/{identifier}"),
            *("documents/{identifier}/versions", "imports", "imports/{identifier}", "imports/{identifier}/stop"),
            *("passages/{identifier}", "passages/{identifier}/view"),
            *("passages/{identifier}/pages/{number}.png", "search", "health", "ready", "me"),
            *("sessions", "sessions/{identifier}", "sessions/{identifier}/export", "tools", "tools/{name}"),
            *("references", "laws", "laws/{name}", "laws/{name}/articles/{no}"),
        )
    }
    assert "text/event-stream" in paths["/api/v1/answers"]["post"]["responses"]["200"]["content"]
    assert "400" in paths["/api/v1/answers"]["post"]["responses"]
    for operation in (operation for path in paths.values() for operation in path.values()):
        for status, response in operation["responses"].items():
            if int(status) >= 400 and "/ready" not in operation["operationId"].replace("_", "/"):
                assert list(response["content"]) == ["application/problem+json"]
    assert str(house.settings.home) not in text and not re.search(r"\b[0-9a-f]{24,}\b", text)


async def test_closing_ends_what_runs_in_the_background(house: Youju) -> None:
    async with living(create_app(house, OWNER)) as client:
        await client.get("/api/v1/health")
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert not left


def test_the_page_stays_small() -> None:
    scripts = sorted(STATIC.glob("*.js"))
    assert sum(script.stat().st_size for script in scripts) < 40 * 1024
    for script in scripts:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", script.read_text("utf-8")
        )
