"""One writer at a time, across threads and processes: a lock that the system frees when its holder dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from youju.errors import PartUnavailable, StorageFailed

PATIENCE = 120.0
"""Seconds a writer waits for another before it gives up."""


@contextmanager
def exclusive(path: Path, patience: float = PATIENCE) -> Generator[None, None, None]:
    """Hold the lock file `path` (made if missing). Blocking.

    Raises `PartUnavailable` when another process keeps it for longer than `patience` seconds, `StorageFailed` when the
    folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageFailed(
            f"The search index cannot be written: {error.strerror}.", remedy="Check the home folder's permissions."
        ) from error
    try:
        _wait_for(descriptor, patience)
        yield
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise PartUnavailable(
                    "Another process has been writing the search index for too long.",
                    remedy="Wait for it to end, or stop it, and try again.",
                ) from None
            time.sleep(0.01)
        else:
            return
