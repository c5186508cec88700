"""The way to an endpoint: its address, headers and timeouts, and what it means when there is no way."""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress
from functools import cache
from ssl import SSLContext
from urllib.parse import urlsplit, urlunsplit

import httpx2

from youju.errors import ModelFailed, UnknownSetting
from youju.models.sse import not_understood
from youju.settings import Endpoint

LONGEST_CONNECT = 10.0
"""Seconds for a connection, however patient the setting is with an answer."""


LONGEST_REFUSAL, LARGEST_REFUSAL = 2.0, 64_000
"""Seconds and bytes that the body of a refusal may take."""


def check(endpoint: Endpoint, part: str) -> None:
    """Raises `UnknownSetting`, which says what to set, unless the endpoint can be asked."""
    setting = f"YOUJU_{part.upper()}__"
    if not _is_address(endpoint):
        raise UnknownSetting(
            f"The base_url of {part} is not the address of a server.",
            remedy=f"Set {setting}BASE_URL to something like http://localhost:11434/v1.",
        )
    if not (endpoint.model or "").strip():
        raise UnknownSetting(
            f"There is a base_url for {part}, but no model.", remedy=f"Set {setting}MODEL to a model's name there."
        )
    if not _key(endpoint).isascii() or not _key(endpoint).isprintable():
        raise UnknownSetting(
            f"The api_key of {part} has characters that no key has.", remedy=f"Set {setting}API_KEY again."
        )


def address_of(endpoint: Endpoint, path: str) -> str:
    """The URL of a resource. A base that already ends in `/chat/completions` is taken, too; a query is kept."""
    base = urlsplit((endpoint.base_url or "").strip())
    root = base.path.rstrip("/").removesuffix("/chat/completions")
    return urlunsplit((base.scheme, base.netloc, f"{root}/{path}", base.query, ""))


def headers_of(endpoint: Endpoint) -> dict[str, str]:
    """Headers of each request. Nothing is compressed, so that bytes arrive when they are sent and are as many as
    they seem."""
    headers = {"User-Agent": "youju", "Accept-Encoding": "identity"}
    key = _key(endpoint)
    return {**headers, "Authorization": f"Bearer {key}"} if key else headers


def client_for(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client of its own for one completion: closing it closes the connection. Raises `ModelFailed`.

    The environment's proxies are used, but never for this machine itself, which no proxy can reach.
    """
    limit = endpoint.timeout_seconds
    try:
        return httpx2.AsyncClient(
            headers=headers_of(endpoint),
            timeout=httpx2.Timeout(limit, connect=min(LONGEST_CONNECT, limit)),
            trust_env=not _is_loopback(endpoint),
            verify=_certificates(),
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as error:
        raise ModelFailed(
            "unreachable", "The proxy that the environment names cannot be used.", remedy="Check HTTPS_PROXY."
        ) from error


def connection_failure(error: httpx2.HTTPError, begun: bool) -> ModelFailed:
    """What it means that the connection failed. `begun`: after the first word."""
    if isinstance(error, httpx2.TimeoutException):
        return timed_out()
    if isinstance(error, httpx2.DecodingError) or _is_no_http(error):
        return not_understood()
    if begun:
        return broken_off()
    if isinstance(error, httpx2.ProxyError):
        return ModelFailed(
            "unreachable", "The proxy does not lead to the language model's server.", remedy="Check HTTPS_PROXY."
        )
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return ModelFailed(
            "unreachable",
            "The certificate of the language model's server is not trusted here.",
            remedy="Install its authority's certificate on this machine.",
        )
    return ModelFailed(
        "unreachable", "The language model's server cannot be reached.", remedy="Check base_url, and that it runs."
    )


async def beginning(response: httpx2.Response) -> bytes:
    """What a refusal says, as far as it comes soon, and close it. Never raises for what the server does."""
    body = b""
    with suppress(httpx2.HTTPError, TimeoutError):
        async with asyncio.timeout(LONGEST_REFUSAL):
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > LARGEST_REFUSAL:
                    break
    await response.aclose()
    return body[:LARGEST_REFUSAL]


def timed_out() -> ModelFailed:
    """Nothing came for longer than the setting allows."""
    return ModelFailed(
        "timeout", "The language model's server was silent for too long.", remedy="Try again, or raise timeout_seconds."
    )


def broken_off() -> ModelFailed:
    """The stream ended in the middle."""
    return ModelFailed("broken_stream", "The language model's answer broke off in the middle.", remedy="Try again.")


def _is_no_http(error: httpx2.HTTPError) -> bool:
    """Whether the other side speaks, but another protocol (a database's port, TLS where there is none)."""
    if isinstance(error, httpx2.RemoteProtocolError):
        return not any(word in str(error) for word in ("disconnected", "closed"))
    return "WRONG_VERSION_NUMBER" in str(error)


def _key(endpoint: Endpoint) -> str:
    return endpoint.api_key.get_secret_value().strip() if endpoint.api_key else ""


def _is_address(endpoint: Endpoint) -> bool:
    try:
        url = httpx2.URL(address_of(endpoint, "models"))
    except (ValueError, httpx2.InvalidURL):
        return False
    return url.scheme in {"http", "https"} and bool(url.host)


def _is_loopback(endpoint: Endpoint) -> bool:
    host = httpx2.URL(address_of(endpoint, "models")).host
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


@cache
def _certificates() -> SSLContext:
    """Reading the trusted certificates takes some 20 ms: once is enough."""
    return httpx2.create_ssl_context()
