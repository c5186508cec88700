"""The server process: an address, a line that says it, and an end that lets go of everything."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager

import structlog
import uvicorn

from youju.app import Youju
from youju.caller import Caller
from youju.errors import YoujuError
from youju.server.app import create_app
from youju.server.guarding import LOOPBACK
from youju.server.jobs import ImportJobs
from youju.server.runs import Runs

DEFAULT_PORT = 8000
_NEXT_PORTS = 50


async def serve(youju: Youju, caller: Caller, host: str = "127.0.0.1", port: int | None = None) -> None:
    """Serve until SIGINT or SIGTERM. Without `port`: 8000, or the next free one, and the line says so.

    Raises `YoujuError` (`port_in_use`, `cannot_listen`).
    """
    listener = bind(host, port)
    actual = listener.getsockname()[1]
    hosts = LOOPBACK if host in LOOPBACK else None
    app = create_app(youju, caller, hosts)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    taken = f" (port {DEFAULT_PORT} is taken)" if port is None and actual != DEFAULT_PORT else ""
    sys.stdout.write(f"Youju 有据: http://{_printable(host)}:{actual}{taken}   Ctrl-C to stop\n")
    sys.stdout.flush()
    _log_to_stderr()
    with listener:
        await _Server(config, app.state.runs, app.state.imports).serve(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends on a signal and returns: uvicorn would send the signal again, into the closing of the ledger. Answers in the
    making are stopped at once, so that their models stop, too, and their streams end with what was shown; imports are
    interrupted and go on with the next server."""

    def __init__(self, config: uvicorn.Config, runs: Runs, imports: ImportJobs) -> None:
        super().__init__(config)
        self._runs = runs
        self._imports = imports

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the answers and imports, then let the connections finish."""
        await self._imports.close()
        await self._runs.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Signals ask for the end while the block runs."""
        loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
        if sys.platform == "win32":
            with super().capture_signals():
                yield
            return
        for one in signals:
            loop.add_signal_handler(one, self.handle_exit, one, None)
        try:
            yield
        finally:
            for one in signals:
                loop.remove_signal_handler(one)


def _log_to_stderr() -> None:
    """One line of JSON for each event, at info and above. A traceback never shows variables: they hold documents."""
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens on the port, or on the first free one from 8000 on."""
    wanted = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + _NEXT_PORTS)
    for one in wanted:
        try:
            return _listen(host, one)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise YoujuError(
                    f"Cannot listen on {host}:{one}: {error.strerror or error}.",
                    remedy="Choose another --host or --port.",
                    code="cannot_listen",
                ) from error
    last = f"Ports {DEFAULT_PORT}–{DEFAULT_PORT + _NEXT_PORTS - 1} are" if port is None else f"Port {port} is"
    raise YoujuError(f"{last} in use on {host}.", remedy="Choose another --port.", code="port_in_use")


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _printable(host: str) -> str:
    return f"[{host}]" if ":" in host else host
