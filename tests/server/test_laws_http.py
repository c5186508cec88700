"""`/laws` over HTTP: lists, articles, errors as problem details, and what a caller may not know."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from tests.law.writing import FIRST_NAME, SECOND_NAME, written

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.knowledge.placing import Wish
from youju.server.app import create_app

RULES = "居家办公劳动保护条例"
GUEST = Caller("visitor", frozenset({"visitor"}))


@pytest.fixture
async def filled(house: Youju, tmp_path: Path) -> Youju:
    paths = written(tmp_path / "files")
    async for _ in house.laws.import_files(house.sources(paths), OWNER):
        pass
    return house


@pytest.fixture
async def client(filled: Youju) -> AsyncGenerator[httpx.AsyncClient]:
    async with _client(filled, OWNER) as opened:
        yield opened


def _client(house: Youju, caller: Caller) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_app(house, caller, hosts=None))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api/v1")


async def test_lists_are_paged_and_filtered(client: httpx.AsyncClient):
    every = (await client.get("/laws", params={"all": True})).json()
    assert every["total"] == 4 and every["offset"] == 0
    pages = [(await client.get("/laws", params={"all": True, "offset": n, "limit": 2})).json()["laws"] for n in (0, 2)]
    assert [*pages[0], *pages[1]] == every["laws"]
    found = (await client.get("/laws", params={"text": "条例", "at": "2016-01-01"})).json()
    (row,) = found["laws"]
    assert (row["name"], row["editions"], row["edition"]["published"]) == (RULES, 2, "2015-03-01")
    assert row["edition"]["in_force"] == {"status": "in_force", "from": "2015-05-01", "to": "2020-09-01"}


async def test_a_law_shows_parts_articles_and_editions(client: httpx.AsyncClient):
    law = (await client.get(f"/laws/《{RULES}》")).json()
    assert [one["state"] for one in law["editions"]] == ["in_force", "superseded"]
    assert law["editions"][1]["ended"]["superseded"] is True
    assert [one["label"] for one in law["contents"]["articles"]] == [f"第{n}条" for n in "一二三四五"]


@pytest.mark.parametrize("no", ["2", "第二条", "第2条"])
async def test_an_article_has_its_paragraphs_with_their_own_state(client: httpx.AsyncClient, no: str):
    article = (await client.get(f"/laws/{FIRST_NAME}/articles/{no}", params={"at": "2025-09-01"})).json()
    first, second = article["paragraphs"]
    assert article["text"][first["start"] : first["end"]].endswith("由双方协商分担。")
    assert (first["in_force"]["status"], second["in_force"]["status"]) == ("repealed", "in_force")
    assert first["ended"] == {
        "law": SECOND_NAME, "address": "第三条", "since": "2025-09-01", "superseded": False, "exact": True,
    }  # fmt: skip
    assert (article["previous"]["no"], article["next"]["no"]) == ("1", "3")
    assert len(article["passages"]) == 2
    opened = await client.get(f"/passages/{article['passages'][0]}")
    assert opened.status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/laws/不存在的法", 404, "not_found"),
        (f"/laws/{RULES}/articles/99", 404, "not_found"),
        (f"/laws/{RULES}/articles/三之二", 422, "invalid_article"),
        ("/laws/最高人民法院关于审理居家办公争议案件适用法律问题的解释", 422, "ambiguous_law"),
        ("/laws?at=2025-02-30", 422, "invalid_request"),
        ("/laws?limit=0", 422, "invalid_request"),
    ],
)
async def test_errors_are_problem_details_with_stable_codes(
    client: httpx.AsyncClient, path: str, status: int, code: str
):
    answer = await client.get(path)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["code"] == code


async def test_a_law_that_is_not_open_does_not_exist(filled: Youju):
    await filled.place(SECOND_NAME, Wish(roles=frozenset({"legal"})), OWNER)
    async with _client(filled, GUEST) as client:
        assert SECOND_NAME not in (await client.get("/laws")).text
        hidden = await client.get(f"/laws/{SECOND_NAME}/articles/1")
        unknown = await client.get("/laws/不存在的法/articles/1")
        assert (hidden.status_code, hidden.json()["code"]) == (unknown.status_code, unknown.json()["code"])
        shown = await client.get(f"/laws/{FIRST_NAME}/articles/2", params={"at": "2025-09-01"})
        assert shown.json()["paragraphs"][0]["in_force"]["status"] == "repealed"
        assert SECOND_NAME not in shown.text


async def test_the_routes_are_described(client: httpx.AsyncClient):
    described = (await client.get("http://127.0.0.1/openapi.json")).json()
    article = described["paths"]["/api/v1/laws/{name}/articles/{no}"]["get"]
    schema = article["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    assert schema.endswith("/ArticleOut")
    assert {"404", "422"} <= article["responses"].keys()
