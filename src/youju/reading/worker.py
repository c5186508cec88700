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
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from youju.errors import InputRejected
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile, rejected
from youju.reading.readers import read_file

_LENGTH = struct.Struct(">Q")
_PACKAGE_ROOT = Path(__file__).parents[2]


class ReadingPool:
    """Up to `workers` processes, started when they are needed. One pool belongs to one event loop."""

    def __init__(self, workers: int = 2) -> None:
        self._free: list[_Worker] = []
        self._slots = asyncio.Semaphore(workers)

    async def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read one file. Raises `InputRejected`, also (code `broken`) when the file kills or stalls its worker; the
        pool goes on with a fresh one."""
        return await self._run(source, limits.max_seconds, read_file, source, limits)

    async def close(self) -> None:
        """End the workers that are idle. Close when no call is running; a later call starts workers again."""
        while self._free:
            await self._free.pop().stop()

    async def _run(self, source: SourceFile, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        async with self._slots:
            worker = self._free.pop() if self._free else await _Worker.start()
            try:
                async with asyncio.timeout(seconds):
                    failed, outcome = await worker.call(function, arguments)
            except TimeoutError:
                await worker.stop()
                reason = f"takes longer than {seconds:.0f} seconds to read"
                raise rejected(source, "broken", reason, "Split it, or save it again with another program.") from None
            except (EOFError, ConnectionError):
                await worker.stop()
                reason = "brought its reader down, so it is probably damaged"
                raise rejected(source, "broken", reason, "Save it again with another program.") from None
            except BaseException:
                await worker.stop()
                raise
            self._free.append(worker)
        if failed:
            raise outcome
        return outcome


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
    try:
        return False, function(*arguments)
    except InputRejected as refusal:
        return True, refusal
    except Exception as error:  # noqa: BLE001 (a parser may fail in any way on a damaged file)
        source = next((argument for argument in arguments if isinstance(argument, SourceFile)), None)
        if source is None:
            return True, RuntimeError(repr(error))
        reason = f"could not be read ({type(error).__name__}), so it is probably damaged"
        return True, rejected(source, "broken", reason, "Open and save it again, then retry.")


if __name__ == "__main__":
    main()
