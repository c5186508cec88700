"""`GET /references`: the same as the command prints, for programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from datetime import date
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.law.shelf import COURT, fill
from tests.server.living import served

from youju.app import Youju
from youju.caller import OWNER
from youju.law.schemas import ReferencesOut
from youju.settings import load


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("references")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        fill(folder / "home", folder / "files")
    return folder / "home"


@pytest.fixture(scope="module")
def client(home: Path) -> Generator[httpx.Client]:
    with served(home) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as opened:
        yield opened


def test_every_reference_of_a_text_with_its_words_and_state(client: httpx.Client):
    told = client.get("/references", params={"text": "园林法第一条和第四条", "at": "2026-11-30"}).json()
    first, fourth = told["references"]
    assert (told["at"], told["left_out"]) == ("2026-11-30", 0)
    assert (first["law"], first["label"], first["existence"]) == ("中华人民共和国园林法", "第一条", "found")
    assert first["quote"].endswith("公园每日开放时间不得少于十小时。")
    assert (fourth["existence"], fourth["edition"], fourth["in_force"]["to"]) == (
        "repealed",
        "2010-03-01",
        "2020-05-01",
    )
    (quoted,) = first["passages"]
    view = client.get(quoted["view"].removeprefix("/api/v1"), params={"start": quoted["starts"], "end": quoted["ends"]})
    assert view.status_code == 200 and "十小时" in view.text


@pytest.mark.parametrize(
    "query", [{}, {"text": ""}, {"text": "园" * 5_000}, {"text": "园林法第一条", "at": "2025-02-30"}]
)
def test_what_cannot_be_looked_up_is_a_problem_in_words(client: httpx.Client, query: dict[str, str]):
    refused = client.get("/references", params=query)
    assert refused.status_code == 422
    assert refused.json()["code"] == "invalid_request" and refused.json()["errors"]


def test_a_text_without_references_has_none(client: httpx.Client):
    assert client.get("/references", params={"text": "你好"}).json()["references"] == []


TEXTS = st.lists(
    st.sampled_from(
        [
            *(
                "园林法第一条",
                "第二条第一款",
                "《园林法》（2010）第四条",
                "解释（一）第三条",
                "苗圃管理条例第二条",
                "，",
            ),
            *(f"《{COURT}（一）》第三十二条", "该条第一款", "湿地园管理条例第1条", "园林保护法第一条", "。", "第九条"),
        ]
    ),
    min_size=1,
    max_size=6,
).map("".join)


@pytest.fixture(scope="module")
def house(home: Path) -> Generator[Callable[[str, date], ReferencesOut]]:
    """What the command prints as JSON, without the time that a process takes."""
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        opening = Youju.open(load(home), dense=False)
        youju = runner.run(opening.__aenter__())
        yield lambda text, at: runner.run(youju.cite(text, OWNER, at))
        runner.run(opening.__aexit__(None, None, None))


DAYS = [date(2009, 1, 1), date(2015, 6, 1), date(2025, 8, 31), date(2025, 9, 1), date(2026, 11, 30)]


@settings(max_examples=40, deadline=None)
@given(text=TEXTS, at=st.sampled_from(DAYS))
def test_the_route_says_what_the_command_says(
    client: httpx.Client, house: Callable[[str, date], ReferencesOut], text: str, at: date
):
    told = client.get("/references", params={"text": text, "at": str(at)}).json()
    assert told == house(text, at).model_dump(mode="json", by_alias=True)
