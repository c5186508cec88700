"""Completions of any OpenAI-compatible endpoint.

Spoken over httpx2 and not through the `openai` package, because that ends a stream that broke off without `[DONE]` like
a complete one, reads lines of any length, and knows no completion that arrives unstreamed.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx2

from youju.errors import ModelFailed
from youju.models.connection import address_of, beginning, broken_off, client_for, connection_failure, timed_out
from youju.models.deltas import Assembly
from youju.models.protocols import ChatDelta
from youju.models.refusals import refused, speaks_of
from youju.models.sse import EventReader, not_understood
from youju.models.thinking import BEGINS_INSIDE
from youju.settings import Endpoint

RETRIES = 2
"""How often a request is made again, if not a word has come."""

BACKOFF = 0.5
"""Seconds before the first repetition; twice that before the second; each between half and one and a half of it."""

LONGEST_RETRY_AFTER = 10.0
"""Seconds that are waited where the server says how long. Who is told to wait longer is told so instead."""

LARGEST_BODY = 20_000_000
"""Bytes of one completion, chunks and all; far more than any model writes."""

COMMENTS_FOR = 5
"""How many timeouts long a server may send comments in place of an answer."""

AGAIN = {"server_error", "rate_limited"}
"""Troubles that may be over in a moment."""


class OpenAICompatible:
    """See `ChatModel`. Each completion has a connection of its own; nothing is shared but what was learnt about the
    server, so any number may run at once, on any event loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = (endpoint.model or "").strip()
        self._endpoint = endpoint
        self._begins_inside = bool(BEGINS_INSIDE.search(self.name))
        self._counts_tokens = True

    async def stream(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()
    ) -> AsyncGenerator[ChatDelta]:
        """One completion, asked for again (`RETRIES`) only while not a word has come. Raises `ModelFailed`."""
        request: dict[str, Any] = {"model": self.name, "messages": list(messages), "stream": True}
        if tools:
            request["tools"] = list(tools)
        begun = False
        for attempt in range(RETRIES + 1):
            try:
                async with aclosing(self._attempt(request)) as deltas:
                    async for delta in deltas:
                        begun = True
                        yield delta
            except _WorthAnother as obstacle:
                if begun or attempt == RETRIES or (obstacle.wait or 0) > LONGEST_RETRY_AFTER:
                    raise obstacle.failure from obstacle.__cause__
                wait = obstacle.wait
            else:
                return
            # No secret: the spread only keeps many askers from coming back at the same moment.
            spread = BACKOFF * 2**attempt * random.uniform(0.5, 1.5)  # noqa: S311
            await asyncio.sleep(spread if wait is None else wait)

    async def _attempt(self, request: Mapping[str, Any]) -> AsyncGenerator[ChatDelta]:
        """One request and its answer. Raises `_WorthAnother` for what may be over in a moment, else `ModelFailed`."""
        assembly = Assembly(self._begins_inside)
        begun = False
        try:
            async with client_for(self._endpoint) as client:
                response = await self._open(client, request, count_tokens=self._counts_tokens)
                async with aclosing(response), aclosing(self._deltas(response, assembly)) as deltas:
                    async for delta in deltas:
                        begun = True
                        yield delta
        except httpx2.HTTPError as error:
            failure = connection_failure(error, begun)
            raise (_WorthAnother(failure) if failure.trouble == "unreachable" else failure) from error
        except ModelFailed as failure:
            if failure.trouble not in AGAIN:
                raise
            raise _WorthAnother(failure) from failure.__cause__
        finally:
            self._begins_inside = self._begins_inside or assembly.orphaned

    async def _open(
        self, client: httpx2.AsyncClient, request: Mapping[str, Any], *, count_tokens: bool
    ) -> httpx2.Response:
        """The response with status 200, its body still to come."""
        usage = {"stream_options": {"include_usage": True}} if count_tokens else {}
        response = await self._send(client, {**request, **usage})
        if response.status_code == 200:
            return response
        body = await beginning(response)
        if count_tokens and response.status_code in {400, 422} and speaks_of(body, "stream_options"):
            self._counts_tokens = False
            return await self._open(client, request, count_tokens=False)
        failure = refused(response.status_code, body)
        if failure.trouble not in AGAIN:
            raise failure
        raise _WorthAnother(failure, _retry_after(response.headers.get("retry-after")))

    async def _send(self, client: httpx2.AsyncClient, request: Mapping[str, Any]) -> httpx2.Response:
        built = client.build_request(
            "POST",
            address_of(self._endpoint, "chat/completions"),
            # Half a character (a lone surrogate) in a document must not keep the question from being asked.
            content=json.dumps(request, ensure_ascii=False).encode("utf-8", "replace"),
            headers={"Content-Type": "application/json", "Accept": "text/event-stream, application/json"},
        )
        try:
            async with asyncio.timeout(self._endpoint.timeout_seconds):
                return await client.send(built, stream=True)
        except TimeoutError as error:
            raise timed_out() from error

    async def _deltas(self, response: httpx2.Response, assembly: Assembly) -> AsyncGenerator[ChatDelta]:
        kind = response.headers.get("content-type", "").lower()
        if "html" in kind:
            raise not_understood()
        chunks = _whole(response) if "application/json" in kind else self._streamed(response, assembly)
        async with aclosing(chunks):
            async for chunk in chunks:
                for delta in assembly.feed(chunk):
                    yield delta
        for delta in assembly.close():
            yield delta

    async def _streamed(self, response: httpx2.Response, assembly: Assembly) -> AsyncGenerator[Mapping[str, Any]]:
        """The objects of the stream, up to its proper end: `[DONE]`, or a chunk that gave the reason to finish."""
        events = EventReader()
        useful = time.monotonic()
        try:
            async with aclosing(_bytes(response)) as pieces:
                async for piece in pieces:
                    for chunk in events.feed(piece):
                        yield chunk
                        useful = time.monotonic()  # after the consumer, who may take his time
                    if events.ended:
                        return
                    if time.monotonic() - useful > COMMENTS_FOR * self._endpoint.timeout_seconds:
                        raise timed_out()
        except httpx2.RemoteProtocolError:
            if not assembly.finished:  # some servers do not close a stream properly that has ended
                raise
        for chunk in events.close():
            yield chunk
        if not (events.ended or assembly.finished):
            raise broken_off() if events.seen else not_understood()


class _WorthAnother(Exception):
    """An attempt failed in a way that may be over in a moment. `wait`: seconds that the server asks for."""

    def __init__(self, failure: ModelFailed, wait: float | None = None) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.wait = wait


async def _bytes(response: httpx2.Response) -> AsyncGenerator[bytes]:
    size = 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > LARGEST_BODY:
            raise broken_off()
        yield piece


async def _whole(response: httpx2.Response) -> AsyncGenerator[Mapping[str, Any]]:
    """The one object of a server that does not stream; or the objects of a stream that is said to be one object."""
    body = b"".join([piece async for piece in _bytes(response)])
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        events = EventReader()
        for chunk in (*events.feed(body), *events.close()):
            yield chunk
        if not events.ended:
            raise not_understood() from None
        return
    if not isinstance(value, dict):
        raise not_understood()
    yield cast(Mapping[str, Any], value)


def _retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After header (RFC 9110, 10.2.3): a number, or a date."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
