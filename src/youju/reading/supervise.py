"""Runs one foreign program and ends it, with all that it started, when the time is over or nobody waits any more.

A script of its own, run by path: `python -I supervise.py SECONDS FOLDER COMMAND…`. Its standard input is a pipe that
the caller holds open: a caller that dies, however, closes it, and the folder that it worked in is removed. Ends with
the program's status, 124 when the time was over, 125 when the caller was gone.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time

MOST_FILE_BYTES = 2 * 2**30


def main(arguments: list[str]) -> int:
    """Run the command and wait for its end, the end of its time, or the end of the caller."""
    deadline = time.monotonic() + float(arguments[0])
    _bound_files()
    process = subprocess.Popen(arguments[2:], stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603
    try:
        while process.poll() is None:
            if time.monotonic() > deadline:
                return 124
            if select.select([0], [], [], 0.05)[0] and not os.read(0, 1):
                _end(process)
                shutil.rmtree(arguments[1], ignore_errors=True)
                return 125
        return process.returncode
    finally:
        _end(process)


def _bound_files() -> None:
    """No file that the program writes becomes larger than this."""
    try:
        import resource  # noqa: PLC0415 (not on every system)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE_BYTES, MOST_FILE_BYTES))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Also what the program left behind in its session."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
