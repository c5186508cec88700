"""Reading in worker processes: PDFium is not thread-safe, and a file that brings its reader down takes nothing along.

A worker is `python -m youju.reading.worker`: length-prefixed pickles on its standard input and output, one job at a
time. It imports a reader's libraries when the first file of that kind comes, and ends when its input does.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Self, TypeVar

from youju.errors import InputRejected, YoujuError
from youju.reading.document import Box, ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

T = TypeVar("T")

_LENGTH = struct.Struct(">Q")
_PACKAGE_ROOT = Path(__file__).parents[2]


class ReadingPool:
    """Up to `workers` processes that read and one that draws, started when they are needed.

    One pool belongs to one event loop. Close it at the end: `await pool.close()`, or use it as a context manager.
    """

    def __init__(self, workers: int = 2) -> None:
        self._readers = _Workers(workers)
        self._drawers = _Workers(1)

    async def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read one file. Raises `InputRejected`, also (code `broken`) when the file kills or stalls its worker; the
        pool goes on with a fresh one."""
        return await self._readers.run(source.name, limits.max_seconds, read_file, source, limits)

    async def render(
        self, source: SourceFile, page_number: int, boxes: Sequence[Box], scale: float = 2.0, seconds: float = 30.0
    ) -> bytes:
        """PNG of one page of a PDF, with `boxes` marked: see `rendering.render_page`."""
        return await self._drawers.run(
            source.name, seconds, _render_page, source.path, page_number, tuple(boxes), scale
        )

    async def close(self) -> None:
        """End the idle processes. Close when no call is running; a later call would start new ones."""
        await self._readers.close()
        await self._drawers.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _render_page(path: Path, page_number: int, boxes: Sequence[Box], scale: float) -> bytes:
    """Imports the drawing libraries in the process that draws, and only there."""
    render: Callable[..., bytes] = import_module("youju.reading.rendering").render_page
    return render(path, page_number, boxes, scale)


class _Workers:
    """A few processes of one kind, each doing one job at a time."""

    def __init__(self, most: int) -> None:
        self._free: list[_Worker] = []
        self._slots = asyncio.Semaphore(most)

    async def run(self, name: str, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        """Call `function` in a process. `name` is the file's, for messages. What the function raises is raised here."""
        async with self._slots:
            worker = self._free.pop() if self._free else await _Worker.start()
            try:
                async with asyncio.timeout(seconds):
                    failed, outcome = await worker.call(function, arguments)
            except BaseException as error:
                await worker.stop()
                if isinstance(error, TimeoutError):
                    reason = f"{name} takes longer than {seconds:.0f} seconds."
                    raise InputRejected(reason, remedy="Split it, or save it again.", code="broken") from None
                if isinstance(error, (EOFError, ConnectionError)):
                    reason = f"{name} brought its reader down, so it is probably damaged."
                    raise InputRejected(reason, remedy="Save it again with another program.", code="broken") from None
                raise
            self._free.append(worker)
        if failed:
            raise outcome
        return outcome

    async def close(self) -> None:
        while self._free:
            await self._free.pop().stop()


class _Worker:
    """One process and its two pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> _Worker:
        paths = [str(_PACKAGE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "youju.reading.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        return cls(process)

    async def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        """Whether the call failed, and its result or exception. Raises `EOFError` or `ConnectionError` on death."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise ConnectionError("the worker has no pipes")
        message = pickle.dumps((function, arguments))
        stdin.write(_LENGTH.pack(len(message)) + message)
        await stdin.drain()
        (length,) = _LENGTH.unpack(await stdout.readexactly(_LENGTH.size))
        return pickle.loads(await stdout.readexactly(length))  # noqa: S301 (from our own process)

    async def stop(self) -> None:
        """End the process, whatever it is doing, and wait until it is gone."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.communicate()


def main() -> None:
    """Serve jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; Ctrl-C reaches the whole process group
    jobs, results = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a native library prints must not stand among the results
    while message := _receive(jobs):
        function, arguments = pickle.loads(message)  # noqa: S301 (from our own parent)
        result = pickle.dumps(_attempt(function, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        results.write(_LENGTH.pack(len(result)))
        results.write(result)
        results.flush()


def _receive(stream: BinaryIO) -> bytes:
    """One message; empty at the end of the stream."""
    header = stream.read(_LENGTH.size)
    return stream.read(_LENGTH.unpack(header)[0]) if len(header) == _LENGTH.size else b""


def _attempt(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether the call failed, and its result or what is to be raised; other errors may not survive the way back."""
    try:
        return False, function(*arguments)
    except YoujuError as refusal:
        return True, refusal
    except Exception as error:  # noqa: BLE001 (what fails here is told to the parent, which raises)
        return True, RuntimeError(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
