"""The door: which requests come in at all, what every response carries, and one log line for each.

Host: a page of another site can reach a loopback server through a name that it points at 127.0.0.1 (DNS rebinding),
but it cannot change the `Host` header. Origin: what changes something must come from our own page or from no page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from youju.server.problems import ProblemResponse, problem

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
JSON_BYTES = 64 * 1024
"""The largest body that is no upload: a question of 4,000 characters, each escaped, and room."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "font", "connect", "frame")),
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'self'",
        "base-uri 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}

_log = structlog.stdlib.get_logger("youju.server")


class Guard:
    """Outermost middleware. `hosts` are the accepted names in `Host`, None accepts any. `upload_bytes` bounds
    multipart bodies, all others are bounded by `JSON_BYTES`."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None, upload_bytes: int) -> None:
        self._app = app
        self._hosts = hosts
        self._upload_bytes = upload_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Judge, bound, pass on, and note."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        response = _Response(send)
        started = time.perf_counter()
        try:
            refusal = self._refusal(scope["method"], Headers(scope=scope))
            if refusal is not None:
                await refusal(scope, receive, response.send)
            else:
                await self._app(scope, self._bounded(scope, receive), response.send)
        except Exception:
            _log.exception("failed", method=scope["method"], route=_route(scope))
            if response.status:
                raise  # half an answer is out: the server must break the connection
            await problem(500)(scope, receive, response.send)
        finally:
            elapsed = round((time.perf_counter() - started) * 1000, 1)
            _log.info("request", method=scope["method"], route=_route(scope), status=response.status, ms=elapsed)

    def _refusal(self, method: str, headers: Headers) -> ProblemResponse | None:
        host = headers.get("host", "")
        if self._hosts is not None and _host_name(host) not in self._hosts:
            return problem(421, "wrong_host", "This server does not answer under this name.")
        if method not in _SAFE_METHODS and not _same_origin(headers, host):
            return problem(403, "foreign_origin", "Another site may not change anything here.")
        length = headers.get("content-length", "0")
        return problem(413) if length.isdecimal() and int(length) > self._limit(headers) else None

    def _limit(self, headers: Headers) -> int:
        is_upload = headers.get("content-type", "").startswith("multipart/form-data")
        return self._upload_bytes if is_upload else JSON_BYTES

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """The same `receive`, which refuses what goes past the limit: a body in pieces states no length."""
        limit, taken = self._limit(Headers(scope=scope)), 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise HTTPException(413)
            return message

        return bounded


class _Response:
    """Watches what goes out: adds the headers that are not there, remembers the status."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _same_origin(headers: Headers, host: str) -> bool:
    """Whether the request comes from our own page, or from no page at all."""
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return False
    origin = headers.get("origin")
    return origin is None or origin in (f"http://{host}", f"https://{host}")


def _route(scope: Scope) -> str:
    """The route's pattern: an address may hold ids and words of a question, its pattern never does."""
    pattern: Callable[..., object] | str | None = getattr(scope.get("route"), "path", None)
    return pattern if isinstance(pattern, str) else "-"
