"""What `probe` finds out about an endpoint, and how soon."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.models.scripted import Turn, fails, hangs, replies, says, scripted_model

from youju.errors import ModelTrouble, UnknownSetting
from youju.models.probing import probe
from youju.settings import Endpoint

UNKNOWN = fails(404, "The model `m` does not exist", code="model_not_found")


async def trouble_of(*turns: Turn, settings: dict[str, Any] | None = None, **server: Any) -> ModelTrouble | None:
    began = time.monotonic()
    with scripted_model(*turns, **server) as model:
        failure = await probe(model.endpoint(**(settings or {})))
        assert not model.requests or len(turns) == len(model.requests)
    assert time.monotonic() - began < 5
    return failure.trouble if failure else None


@pytest.mark.parametrize("listed", ["m", "M", "m:latest", "models/m"])
async def test_a_model_on_the_list_is_good(listed: str) -> None:
    assert await trouble_of(models=("other", listed), settings={"model": "m"}) is None


async def test_a_model_that_is_not_on_the_list_is_asked() -> None:
    assert await trouble_of(UNKNOWN, settings={"model": "m"}) == "no_such_model"
    assert await trouble_of(says("好"), settings={"model": "alias"}) is None


@pytest.mark.parametrize("listing", [fails(404), replies({"models": []}), replies("<html>"), replies({"data": [1]})])
async def test_a_server_without_a_list_is_asked(listing: Turn) -> None:
    assert await trouble_of(says("好"), models=listing) is None
    assert await trouble_of(UNKNOWN, models=listing) == "no_such_model"


async def test_one_that_only_dislikes_the_request_is_good() -> None:
    refusal = fails(400, "Unsupported parameter: 'max_tokens'")
    assert await trouble_of(refusal, models=()) is None


async def test_one_that_loads_its_model_is_good() -> None:
    assert await trouble_of(hangs(), models=()) is None


async def test_a_wrong_key() -> None:
    assert await trouble_of(key="right", settings={"api_key": "wrong"}) == "unauthorised"


async def test_a_wrong_path() -> None:
    with scripted_model() as model:
        failure = await probe(model.endpoint(base_url=model.base_url.removesuffix("/v1")))
    assert failure
    assert "/v1" in failure.remedy


async def test_a_page_is_no_model() -> None:
    assert await trouble_of(replies("<html>"), models=replies("<html>")) == "not_understood"


async def test_one_that_says_nothing() -> None:
    assert await trouble_of(models=hangs()) == "timeout"


async def test_nobody_there() -> None:
    failure = await probe(Endpoint(base_url="http://127.0.0.1:9/v1", model="m"))
    assert failure
    assert failure.trouble == "unreachable"


async def test_settings_that_cannot_be_asked() -> None:
    with pytest.raises(UnknownSetting):
        await probe(Endpoint(base_url="http://localhost/v1"))
