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
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar

from youju.errors import InputRejected, YoujuError
from youju.reading.document import Box, ReadDocument, RecognisedPage
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

if TYPE_CHECKING:  # opening mails needs libraries that a worker imports when the first one comes
    from youju.reading.containers import Unpacked
    from youju.reading.ocr.picture import PagePicture

T = TypeVar("T")
_PATIENT = 10
"""How far a process that recognises pages stands back behind others, as `nice` counts."""
_LENGTH = struct.Struct(">Q")
_PACKAGE_ROOT = Path(__file__).parents[2]


class ReadingPool:
    """Up to `workers` processes that read and one that draws, started when they are needed.

    Close it at the end: `await pool.close()`, or use it as a context manager. A cancelled call ends its process.
    """

    def __init__(self, workers: int = 2) -> None:
        self._readers = _Workers(workers)
        self._drawers = _Workers(1)
        self._recognisers = _Workers(1)

    async def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read one file. Raises `InputRejected`, also (code `broken`) when the file kills or stalls its worker; the
        pool goes on with a fresh one."""
        return await self._readers.run(source.name, limits.max_seconds, read_file, source, limits)

    async def unpack(self, source: SourceFile, folder: Path, limits: Limits) -> Unpacked:
        """Write what an archive or a mail holds into `folder`: see `containers.unpack`."""
        return await self._readers.run(source.name, limits.max_seconds, _unpack, source, folder, limits)

    async def render(
        self, source: SourceFile, page_number: int, boxes: Sequence[Box], scale: float = 2.0, seconds: float = 30.0
    ) -> bytes:
        """PNG of one page of a PDF, with `boxes` marked: see `rendering.render_page`."""
        arguments = (source.path, page_number, tuple(boxes), scale)
        return await self._drawers.run(source.name, seconds, _render_page, *arguments)

    async def picture(self, source: SourceFile, page_number: int, seconds: float = 60.0) -> PagePicture:
        """The hash and size of the picture of one page. Raises `NotFound` and `InputRejected`."""
        return await self._recognisers.run(source.name, seconds, _picture_of, source.path, page_number)

    async def recognise(self, source: SourceFile, page_number: int, seconds: float = 180.0) -> RecognisedPage:
        """What OCR makes of one page: see `ocr.pages.recognise_page`. Raises `NotFound`, `InputRejected`, also when the
        page kills or stalls its process, and `PartUnavailable` without an engine."""
        return await self._recognisers.run(source.name, seconds, _recognise_page, source.path, page_number)

    async def close(self) -> None:
        """End all processes; calls that still run are refused. A later call would start new processes."""
        await asyncio.gather(self._readers.close(), self._drawers.close(), self._recognisers.close())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _render_page(path: Path, page_number: int, boxes: Sequence[Box], scale: float) -> bytes:
    """Imports the drawing libraries in the process that draws, and only there."""
    render: Callable[..., bytes] = import_module("youju.reading.rendering").render_page
    return render(path, page_number, boxes, scale)


def _unpack(source: SourceFile, folder: Path, limits: Limits) -> Unpacked:
    """Imports what opens archives and mails in the process that does it."""
    unpack: Callable[..., Unpacked] = import_module("youju.reading.containers").unpack
    return unpack(source, folder, limits)


def _picture_of(path: Path, page_number: int) -> PagePicture:
    """Imports the drawing libraries in the process that draws."""
    picture_of: Callable[..., PagePicture] = import_module("youju.reading.ocr.pages").picture_of
    return picture_of(path, page_number)


def _recognise_page(path: Path, page_number: int) -> RecognisedPage:
    """Imports the engine in the process that recognises. It gives way to everything else on the machine."""
    if hasattr(os, "nice") and os.nice(0) < _PATIENT:
        os.nice(_PATIENT)
    recognise_page: Callable[..., RecognisedPage] = import_module("youju.reading.ocr.pages").recognise_page
    return recognise_page(path, page_number)


# The parent's side


class _Worker:
    """One process and its two pipes. Blocking: call it from a thread."""

    def __init__(self) -> None:
        paths = [str(_PACKAGE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "youju.reading.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def call(self, message: bytes) -> tuple[bool, Any]:
        """Whether the call failed, and its result or exception. Raises `EOFError` when the process dies."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise EOFError
        try:
            _send(stdin, message)
            answer = _receive(stdout)
        except OSError as error:
            raise EOFError from error
        if not answer:
            raise EOFError
        return pickle.loads(answer)  # noqa: S301 (from our own process)

    def kill(self) -> None:
        """End the process, whatever it is doing: a call that waits for it gets `EOFError`."""
        self._process.kill()

    def stop(self) -> None:
        """End the process and wait until it is gone."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # what was still to be sent has nowhere to go
        self._process.wait()


@dataclass(slots=True)
class _Call:
    """One call on its way: what is asked, and the worker that has it now."""

    message: bytes
    seconds: float
    worker: _Worker | None = None
    expired: bool = False
    ended: bool = False

    def abandon(self) -> None:
        """Nobody waits any more."""
        self.ended = True
        if self.worker is not None:
            self.worker.kill()

    def expire(self) -> None:
        """The time is over."""
        self.expired = True
        self.abandon()


class _Workers:
    """A few processes of one kind, each doing one job at a time, each waited for by a thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._executor: ThreadPoolExecutor | None = None
        self._free: list[_Worker] = []
        self._running: dict[int, _Call] = {}

    async def run(self, name: str, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        """Call `function` in a process. `name` is the file's, for messages. What the function raises is raised here."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._most, thread_name_prefix="reading")
        call = _Call(pickle.dumps((function, arguments)), seconds)
        try:
            failed, outcome = await asyncio.wrap_future(self._executor.submit(self._serve, call))
        except asyncio.CancelledError:
            call.abandon()
            raise
        except EOFError:
            if call.expired:
                reason, remedy = f"takes longer than {seconds:g} seconds", "Split it, or save it again."
            else:
                reason, remedy = "brought its reader down, so it is probably damaged", "Save it again, then retry."
            raise InputRejected(f"{name} {reason}.", remedy=remedy, code="broken") from None
        if failed:
            raise outcome
        return outcome

    async def close(self) -> None:
        """End all processes and threads."""
        for call in list(self._running.values()):
            call.abandon()
        if self._executor is not None:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None
        while self._free:
            await asyncio.to_thread(self._free.pop().stop)

    def _serve(self, call: _Call) -> tuple[bool, Any]:
        """In a thread: have the call done. A process that died while it was idle is not the file's fault."""
        if self._free:
            try:
                return self._exchange(self._free.pop(), call)
            except EOFError:
                if call.ended:
                    raise
        return self._exchange(_Worker(), call)

    def _exchange(self, worker: _Worker, call: _Call) -> tuple[bool, Any]:
        timer = threading.Timer(call.seconds, call.expire)
        call.worker = worker
        self._running[id(call)] = call
        timer.start()
        try:
            result = worker.call(call.message)
        except BaseException:
            worker.stop()
            raise
        finally:
            timer.cancel()
            call.worker = None
            del self._running[id(call)]
        self._free.append(worker)
        return result


# The worker's side


def main() -> None:
    """Serve jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; Ctrl-C reaches the whole process group
    jobs, results = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a native library prints must not stand among the results
    while message := _receive(jobs):
        function, arguments = pickle.loads(message)  # noqa: S301 (from our own parent)
        _send(results, pickle.dumps(_attempt(function, arguments), protocol=pickle.HIGHEST_PROTOCOL))


def _attempt(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether the call failed, and its result or what is to be raised; other errors may not survive the way back."""
    try:
        return False, function(*arguments)
    except YoujuError as refusal:
        return True, refusal
    except Exception as error:  # noqa: BLE001 (what fails here is told to the parent, which raises)
        return True, RuntimeError(f"{type(error).__name__}: {error}")


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(_LENGTH.pack(len(message)))
    stream.write(message)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    """One message; empty if the stream ends before its end."""
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return b""
    (length,) = _LENGTH.unpack(header)
    message = stream.read(length)
    return message if len(message) == length else b""


if __name__ == "__main__":
    main()
