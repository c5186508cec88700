"""Reading in worker processes: PDFium is not thread-safe, and a file that brings its reader down takes nothing along.

A worker is `python -m youju.reading.worker`: length-prefixed pickles on its standard input and output, one job at a
time. It imports a reader's libraries when the first file of that kind comes, and ends when its input or its parent
does. It leads a process group of its own, so that what a reader starts (LibreOffice) ends with it.

Memory is bounded twice. The system refuses a worker, and each process that it starts, more than the limit (memory of
its own, not the libraries and files that it maps): a reader then gets a `MemoryError`, or its native code gives up. And
the whole group is watched while it works, because several processes of one group share no such limit.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, Self, TypeVar

from youju.errors import InputRejected, PartUnavailable, YoujuError
from youju.reading.document import Box, ReadDocument, RecognisedPage
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

if TYPE_CHECKING:  # opening mails needs libraries that a worker imports when the first one comes
    from youju.reading.containers import Unpacked
    from youju.reading.ocr.picture import PagePicture

T = TypeVar("T")
Cause = Literal["abandoned", "slow", "heavy"]

MAX_MB = 2048
"""What a worker may take by default. A PDF of 2,000 pages with eight million characters took 606, of 94 odd files of
other people's test suites none took 60."""
_IDLE_SECONDS = 60.0
"""How long a worker waits for the next file before it is ended: its libraries keep some 100 MB."""
_MOST_JOBS = 200
_GROWN = 0.5
"""A worker is replaced after so many jobs, or when so much of the limit stays with it: native code leaks."""
_LOOK_MS = 250
_PATIENT = 10
"""How far a process that recognises pages stands back behind others, as `nice` counts."""
_LENGTH = struct.Struct(">Q")
_PACKAGE_ROOT = Path(__file__).parents[2]
_PROC = Path("/proc")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ReadingPool:
    """Processes that read, one that draws and one that recognises: started when they are needed, ended when not.

    `workers` is the most that read at the same time: never more than there are processors. `max_mb` bounds the memory
    of each. Close the pool at the end: `await pool.close()`, or use it as a context manager. A cancelled call ends its
    process.
    """

    def __init__(self, workers: int = 2, max_mb: int = MAX_MB) -> None:
        self.workers = min(workers, cores())
        self._readers = _Workers(self.workers, max_mb)
        self._drawers = _Workers(1, max_mb)
        self._recognisers = _Workers(1, max_mb)

    async def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read one file. Raises `InputRejected`, also when the file kills its worker (code `broken`), takes longer
        than `limits.max_seconds` (`too_slow`) or more memory than the pool gives (`too_large`); the pool goes on with a
        fresh worker. Raises `PartUnavailable` where no worker can be started."""
        return await self._try(source, limits, read_file, source, limits)

    async def unpack(self, source: SourceFile, folder: Path, limits: Limits) -> Unpacked:
        """Write what an archive or a mail holds into `folder`: see `containers.unpack`. Raises what `read` raises."""
        return await self._try(source, limits, _unpack, source, folder, limits)

    async def _try(self, source: SourceFile, limits: Limits, function: Callable[..., T], *arguments: object) -> T:
        try:
            return await self._readers.run(source.name, limits.max_seconds, function, *arguments)
        except RuntimeError as error:  # what nobody foresaw is this file's trouble, and no other's
            raise InputRejected(
                f"{source.name} could not be read ({str(error).partition(':')[0]}).",
                remedy="Save it again, then retry.",
                code="broken",
            ) from error

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


class _Died(Exception):
    """A worker is no more. `how` is what a person may know of it, in brackets behind a sentence."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


@dataclass(slots=True)
class _Call:
    """One call on its way: what is asked, the worker that has it now, and why that one was ended, if we ended it."""

    message: bytes
    seconds: float
    worker: _Worker | None = None
    ended: Cause | None = None

    def end(self, cause: Cause) -> None:
        """Nobody waits any more: whatever the worker is doing, its group is killed."""
        self.ended = self.ended or cause
        if self.worker is not None:
            self.worker.kill()


class _Worker:
    """One process, leader of its group, and its two pipes. Blocking: call it from a thread."""

    def __init__(self, max_mb: int) -> None:
        paths = [str(_PACKAGE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._max_bytes = max_mb * 2**20
        self._jobs = 0
        self._process = subprocess.Popen(  # noqa: S603 (this very module; both arguments are numbers)
            [sys.executable, "-P", "-m", "youju.reading.worker", str(max_mb), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,
        )

    def call(self, call: _Call) -> tuple[bool, Any]:
        """Whether the call failed, and its result or exception. Raises `_Died`."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise _Died("")
        if call.ended:
            raise _Died("")
        try:
            if not self._jobs and not _receive(stdout) and not call.ended:
                raise PartUnavailable(
                    f"The process that reads files does not start{self._end()}.",
                    remedy="`youju doctor` tells what is installed; installing Youju again mends it.",
                    code="reading",
                )
            self._jobs += 1
            _send(stdin, call.message)
            self._watch(call, stdout)
            answer = _receive(stdout)
        except OSError:
            answer = b""
        if not answer:
            raise _Died(self._end())
        return pickle.loads(answer)  # noqa: S301 (from our own process)

    def _watch(self, call: _Call, stdout: IO[bytes]) -> None:
        """Until there is an answer or an end: which is also when the time is over, or the memory."""
        deadline = time.monotonic() + call.seconds
        waiting = select.poll()
        waiting.register(stdout, select.POLLIN)
        while not waiting.poll(min(_LOOK_MS, max(1, (deadline - time.monotonic()) * 1000))):
            if time.monotonic() >= deadline:
                call.end("slow")
            elif sum(self._resident().values()) > self._max_bytes:
                call.end("heavy")

    def _resident(self) -> dict[int, int]:
        """Bytes in memory of each process of the group; empty where the system does not tell."""
        page, found = os.sysconf("SC_PAGE_SIZE"), dict[int, int]()
        for process in _PROC.glob("[0-9]*/stat"):
            try:
                fields = process.read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue  # it ended meanwhile
            if len(fields) > 21 and int(fields[2]) == self._process.pid:
                found[int(process.parent.name)] = int(fields[21]) * page
        return found

    def _end(self) -> str:
        """How the process ended, to be put behind a sentence; it may take a moment from its last word to its end."""
        for _ in range(100):
            end = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if end is not None:
                exited = end.si_code == os.CLD_EXITED
                name = f"exit code {end.si_status}" if exited else signal.Signals(end.si_status).name
                return f" ({name})"
            time.sleep(0.01)
        return ""

    @property
    def worn(self) -> bool:
        """Whether a fresh one should take its place: it has worked enough, or keeps too much memory."""
        if self._jobs >= _MOST_JOBS:
            return True
        try:
            pages = int((_PROC / str(self._process.pid) / "statm").read_text().split()[1])
        except (OSError, IndexError):
            return False
        return pages * os.sysconf("SC_PAGE_SIZE") > _GROWN * self._max_bytes

    def kill(self) -> None:
        """End the process and all that it started, whatever they are doing: a call that waits gets `_Died`. The group
        keeps its number until `stop` has waited for its leader."""
        if self._process.returncode is None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                return  # nobody is left

    def stop(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # what was still to be sent has nowhere to go
        self._process.wait()


class _Workers:
    """A few processes of one kind, each doing one job at a time, each waited for by a thread."""

    def __init__(self, most: int, max_mb: int) -> None:
        self._most = most
        self._max_mb = max_mb
        self._executor: ThreadPoolExecutor | None = None
        self._free: list[_Worker] = []
        self._running: dict[int, _Call] = {}
        self._resting: asyncio.TimerHandle | None = None

    async def run(self, name: str, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        """Call `function` in a process. `name` is the file's, for messages. What the function raises is raised here."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._most, thread_name_prefix="reading")
        if self._resting is not None:
            self._resting.cancel()
        call = _Call(pickle.dumps((function, arguments)), seconds)
        try:
            failed, outcome = await asyncio.wrap_future(self._executor.submit(self._serve, call))
        except asyncio.CancelledError:
            call.end("abandoned")
            raise
        except _Died as death:
            raise self._refusal(name, call, death) from None
        finally:
            if not self._running:
                self._resting = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._rest)
        if failed:
            raise outcome
        return outcome

    def _refusal(self, name: str, call: _Call, death: _Died) -> InputRejected:
        """Why there is no result, as the refusal of the file."""
        if call.ended == "slow":
            reason = f"takes longer than {call.seconds:g} seconds to read"
            return InputRejected(
                f"{name} {reason}.", remedy="Split it, save it again, or raise YOUJU_MAX_FILE_SECONDS.", code="too_slow"
            )
        if call.ended == "heavy":
            reason = f"needs more than {self._max_mb} MB of memory to read"
            return InputRejected(
                f"{name} {reason}.", remedy="Split it, or raise YOUJU_MAX_WORKER_MB.", code="too_large"
            )
        if call.ended == "abandoned":
            return InputRejected(f"{name} was not read to its end.", remedy="Add it again.", code="stopped")
        reason = f"brought its reader down{death.how}: it is damaged, or needs more than {self._max_mb} MB of memory"
        return InputRejected(
            f"{name} {reason}.", remedy="Save it again, or raise YOUJU_MAX_WORKER_MB, then retry.", code="broken"
        )

    async def close(self) -> None:
        """End all processes and threads."""
        if self._resting is not None:
            self._resting.cancel()
        for call in list(self._running.values()):
            call.end("abandoned")
        if self._executor is not None:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None
        await asyncio.to_thread(self._dismiss)

    def _rest(self) -> None:
        """Nothing was to be done for a while."""
        if self._executor is not None and not self._running:
            self._executor.submit(self._dismiss)

    def _dismiss(self) -> None:
        while self._free:
            self._free.pop().stop()

    def _serve(self, call: _Call) -> tuple[bool, Any]:
        """In a thread: have the call done. Where a worker that has served before dies, the file may not be the cause:
        it gets a fresh one."""
        try:
            return self._exchange(self._free.pop(), call)
        except IndexError:
            pass  # none is free
        except _Died:
            if call.ended:
                raise
        return self._exchange(_Worker(self._max_mb), call)

    def _exchange(self, worker: _Worker, call: _Call) -> tuple[bool, Any]:
        call.worker = worker
        self._running[id(call)] = call
        try:
            result = worker.call(call)
        except BaseException:
            worker.stop()
            raise
        finally:
            call.worker = None
            del self._running[id(call)]
        if worker.worn:
            worker.stop()
        else:
            self._free.append(worker)
        return result


# The worker's side


def main() -> None:
    """Serve jobs until the input ends. Arguments: the memory limit in MB, the parent's process id."""
    max_mb, parent = int(sys.argv[1]), int(sys.argv[2])
    jobs, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _bound(max_mb * 2**20)
    _end_with(parent)
    _send(results, b"ready")
    _fall_silent()
    while message := _receive(jobs):
        function, arguments = pickle.loads(message)  # noqa: S301 (from our own parent)
        _send(results, pickle.dumps(_attempt(function, arguments), protocol=pickle.HIGHEST_PROTOCOL))


def _bound(max_bytes: int) -> None:
    """Memory of its own, for this process and each that it starts; and no core dump, which would hold the document."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 (not there on Windows)

    resource.setrlimit(resource.RLIMIT_DATA, (max_bytes, max_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_with(parent: int) -> None:
    """A parent that was killed cannot end us; on Linux the system does it, whatever we are busy with."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 (where it is used)

        set_parent_death_signal = 1  # PR_SET_PDEATHSIG, see prctl(2)
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(0)


def _fall_silent() -> None:
    """What a library prints must not stand among the results nor on the terminal, and what it starts must not read our
    jobs."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)


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
