"""Whether an endpoint is good, in a few seconds: for `youju doctor`."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import httpx2

from youju.errors import ModelFailed
from youju.models.connection import address_of, beginning, check, client_for, connection_failure
from youju.models.refusals import refused
from youju.models.sse import not_understood
from youju.settings import Endpoint

LIST_WITHIN, ANSWER_WITHIN = 2.5, 1.0
"""Seconds for the list of models, and for the beginning of an answer where the list does not tell enough."""

LARGEST_LIST = 5_000_000

NO_LIST = {404, 405, 501}
"""Statuses of servers that have no list of models, or none at this address."""


async def probe(endpoint: Endpoint, part: str = "chat") -> ModelFailed | None:
    """None if the address, the key and the model's name seem good; otherwise what is wrong. Takes under 5 s.

    Asks for the list of models. Where there is none, or the model is not on it (an alias, a deployment), asks for one
    token; a server that takes this request and is slow to answer (it may be loading the model) counts as good. Raises
    `UnknownSetting` for settings with which nothing can be asked.
    """
    check(endpoint, part)
    try:
        async with client_for(endpoint) as client:
            async with asyncio.timeout(LIST_WITHIN):
                names = await _names(client, endpoint)
            if _is_listed(endpoint.model or "", names):
                return None
            return await _ask(client, endpoint)
    except ModelFailed as failure:
        return failure
    except TimeoutError:
        return ModelFailed(
            "timeout",
            f"The language model's server did not answer within {LIST_WITHIN:g} s.",
            remedy="Try again, and check base_url.",
        )
    except httpx2.HTTPError as error:
        return connection_failure(error, begun=False)


async def _names(client: httpx2.AsyncClient, endpoint: Endpoint) -> list[str]:
    """The models that the server lists, or none. Raises `ModelFailed` where it refuses."""
    async with client.stream("GET", address_of(endpoint, "models")) as response:
        if response.status_code in NO_LIST:
            return []
        if response.status_code != 200:
            raise refused(response.status_code, await beginning(response))
        body = b""
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > LARGEST_LIST:
                return []
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        return [str(model["id"]) for model in json.loads(body)["data"]]
    return []  # whatever it was, a completion will show whether the server speaks the protocol


async def _ask(client: httpx2.AsyncClient, endpoint: Endpoint) -> ModelFailed | None:
    request: dict[str, Any] = {
        "model": (endpoint.model or "").strip(),
        "messages": [{"role": "user", "content": "1"}],
        "max_tokens": 1,
        "stream": True,
    }
    try:
        async with (
            asyncio.timeout(ANSWER_WITHIN),
            client.stream("POST", address_of(endpoint, "chat/completions"), json=request) as response,
        ):
            if response.status_code == 200:
                return not_understood() if "html" in response.headers.get("content-type", "") else None
            failure = refused(response.status_code, await beginning(response))
    except TimeoutError:
        return None
    # A request that is only not to its liking (`max_tokens` has another name there) has reached the model.
    return None if failure.trouble == "rejected" and response.status_code in {400, 422} else failure


def _is_listed(model: str, names: list[str]) -> bool:
    """Ollama leaves out `:latest`, Gemini puts `models/` before each name."""
    plain = {name.lower().removeprefix("models/").removesuffix(":latest") for name in names}
    return model.strip().lower().removeprefix("models/").removesuffix(":latest") in plain
