"""Documents over HTTP: upload with its bounds and outcomes, list, history, delete."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from tests.server.living import living

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.server.app import create_app
from youju.server.uploads import MOST_FILES, display_name

DOCUMENTS = "/api/v1/documents"
RULES = "# 考勤规定\n\n迟到三次的，罚款五十元。\n".encode()
MEGABYTE = 2**20


@pytest.fixture
async def client(house: Youju) -> AsyncGenerator[httpx.AsyncClient]:
    async with living(create_app(house, OWNER)) as opened:
        yield opened


async def upload(client: httpx.AsyncClient, *files: tuple[str, bytes], **fields: str | list[str]) -> list[dict]:
    response = await client.post(DOCUMENTS, files=[("files", file) for file in files], data=fields)
    assert response.status_code == 200, response.text
    return response.json()["items"]


async def listed(client: httpx.AsyncClient) -> dict[str, dict]:
    return {d["source"]: d for d in (await client.get(DOCUMENTS)).json()["documents"]}


async def test_upload_then_ask(client: httpx.AsyncClient) -> None:
    placed = {"category": "hr", "roles": ["staff", "hr"], "effective_from": "2024-01-01"}
    (item,) = await upload(client, ("考勤规定.md", RULES), **placed)
    assert (item["name"], item["outcome"], item["code"]) == ("考勤规定.md", "added", None)
    document = (await listed(client))["考勤规定.md"]
    assert document["id"] == item["document_id"] and document["roles"] == ["hr", "staff"]
    assert (document["category"], document["state"], document["title"]) == ("hr", "ready", "考勤规定")
    assert document["in_force"] == {"status": "in_force", "from": "2024-01-01", "to": None}
    assert (await client.get(f"{DOCUMENTS}/{item['document_id']}")).json() == document
    answer = (await client.post("/api/v1/answers", json={"question": "迟到三次罚款多少？"})).json()
    assert "五十元" in answer["text"] and answer["citations"][0]["source"] == "考勤规定.md"


async def test_the_same_name_again_is_a_new_version_and_stays_as_closed_as_it_was(client: httpx.AsyncClient) -> None:
    await upload(client, ("规定.md", RULES), roles="hr")
    (again,) = await upload(client, ("规定.md", RULES))
    (changed,) = await upload(client, ("规定.md", RULES.replace("五十".encode(), "六十".encode())), roles="  ")
    assert (again["outcome"], changed["outcome"]) == ("unchanged", "updated")
    document = (await listed(client))["规定.md"]
    assert (document["version"], document["roles"]) == (2, ["hr"])
    versions = (await client.get(f"{DOCUMENTS}/{document['id']}/versions")).json()["versions"]
    assert [(v["number"], v["live"]) for v in versions] == [(2, True), (1, False)]


async def test_one_bad_file_takes_no_other_along(client: httpx.AsyncClient) -> None:
    items = await upload(
        client,
        ("空.txt", b""),
        ("好.md", RULES),
        ("大.txt", b"x" * (MEGABYTE + 1)),
        ("假.pdf", b"\x00\x01\x02 no pdf"),
        ("坏.docx", b"PK\x03\x04 broken"),
    )
    assert [item["outcome"] for item in items] == ["failed", "added", "failed", "failed", "failed"]
    assert items[2]["code"] == "too_large"
    for item in items:
        assert item["message"].startswith(item["name"]) and "\n" not in item["message"]
        assert tempfile.gettempdir() not in item["message"]
    assert set(await listed(client)) == {"好.md"}


async def test_nothing_is_left_behind(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    await upload(client, ("好.md", RULES), ("空.txt", b""))
    assert list(folder.iterdir()) == []


async def test_a_body_beyond_all_bounds_is_refused_before_it_is_read(client: httpx.AsyncClient) -> None:
    async def flood():
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="x.txt"\r\n\r\n'
        for _ in range(64):
            yield b"x" * 65536

    form = {"Content-Type": "multipart/form-data; boundary=b"}
    response = await client.post(DOCUMENTS, content=flood(), headers=form)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")

    reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
    writer.write(
        f"POST {DOCUMENTS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        f"Content-Length: {2**40}\r\n\r\n".encode()
    )
    assert b" 413 " in await reader.readline()
    writer.close()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"effective_from": "tomorrow"}, "invalid_dates"),
        ({"effective_from": "2025-01-01", "effective_to": "2024-01-01"}, "invalid_dates"),
        ({"colour": "red"}, "invalid_request"),
    ],
)
async def test_a_form_that_cannot_be_understood(client: httpx.AsyncClient, fields: dict[str, str], code: str) -> None:
    response = await client.post(DOCUMENTS, files=[("files", ("x.md", RULES))], data=fields)
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert await listed(client) == {}


async def test_a_form_without_a_file_or_no_form_at_all(client: httpx.AsyncClient) -> None:
    for response, code in (
        (await client.post(DOCUMENTS, data={"category": "x"}), "not_a_form"),
        (await client.post(DOCUMENTS, json={"files": []}), "not_a_form"),
        (await client.post(DOCUMENTS, files=[("category", (None, "x"))]), "no_file"),
        (await client.post(DOCUMENTS, content=b"--", headers={"Content-Type": "multipart/form-data"}), "not_a_form"),
        (
            await client.post(DOCUMENTS, files=[("files", (f"{n}.md", b"x")) for n in range(MOST_FILES + 1)]),
            "not_a_form",
        ),
    ):
        assert (response.status_code, response.json()["code"]) == (422, code)


async def test_deleting_says_what_went_and_nothing_cites_it_again(client: httpx.AsyncClient) -> None:
    (item,) = await upload(client, ("规定.md", RULES))
    answer = (await client.post("/api/v1/answers", json={"question": "迟到三次罚款多少？"})).json()
    card = answer["citations"][0]
    gone = await client.delete(f"{DOCUMENTS}/{item['document_id']}")
    assert gone.json()["source"] == "规定.md"
    assert await listed(client) == {}
    for address in (card["view"], f"/api/v1/answers/{answer['id']}", f"{DOCUMENTS}/{item['document_id']}"):
        assert (await client.get(address)).status_code == 404
    again = (await client.post("/api/v1/answers", json={"question": "迟到三次罚款多少？"})).json()
    assert (again["status"], again["citations"]) == ("refused", [])


async def test_only_the_owner_adds_and_deletes(house: Youju) -> None:
    async with living(create_app(house, Caller("guest", frozenset({"staff"})))) as client:
        for response in (
            await client.post(DOCUMENTS, files=[("files", ("x.md", RULES))]),
            await client.delete(f"{DOCUMENTS}/x"),
        ):
            assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert await house.documents(OWNER) == []


async def test_roles_are_told_to_the_owner_alone(house: Youju) -> None:
    async with living(create_app(house, OWNER)) as client:
        await upload(client, ("规定.md", RULES), roles="staff")
    async with living(create_app(house, Caller("guest", frozenset({"staff"})))) as client:
        assert (await listed(client))["规定.md"]["roles"] is None


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\制度.docx", "制度.docx"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("a\x00b\n\u202ecod.exe", "abcod.exe"),
        ("长" * 300 + ".pdf", "长" * 196 + ".pdf"),
        ("x." + "y" * 400, "x." + "y" * 198),
        ("长" * 300, "长" * 200),
        (" 名 称 .txt ", "名 称 .txt"),
    ],
)
def test_display_names(sent: str, shown: str) -> None:
    assert display_name(sent) == shown
