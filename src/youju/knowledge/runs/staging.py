"""The folder of a run: a lock that says whether its process lives, and uploaded files until they are in.

imports/RUN/lock         held by the process that works on the run; the system frees it when that process dies
imports/RUN/files.json   the uploaded files in their order
imports/RUN/0, 1, 2 …    their bytes
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from youju.errors import InputRejected, StorageFailed
from youju.knowledge.sources import Source

_LIST = "files.json"


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    def take(self, *, fresh: bool = True) -> bool:
        """Hold the lock if it is free; whether that succeeded. `fresh` makes the folder. Raises `StorageFailed`."""
        try:
            if fresh:
                self.path.mkdir(parents=True)
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            if not fresh:
                return False
            raise StorageFailed(
                f"The home folder cannot be written: {error.strerror}.",
                remedy="Free some space, or check its permissions.",
            ) from error
        for _ in range(50):  # somebody may be looking just now whether it is held
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.02)
            else:
                self._lock = lock
                return True
        os.close(lock)
        return False

    def held(self) -> bool:
        """Whether a living process, this one included, holds the lock."""
        try:
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        else:
            return False
        finally:
            os.close(lock)

    def release(self, *, remove: bool) -> None:
        """Let go of the lock, and of the folder with all files where nothing needs them any more."""
        if remove:
            shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def file(self, place: int) -> Path:
        """Where the file of that place stands."""
        return self.path / str(place)

    def write(self, sources: Sequence[Source | InputRejected]) -> None:
        """Note what was received, files and refusals; durable when it returns."""
        rows = [
            {"message": one.message, "remedy": one.remedy, "code": one.code}
            if isinstance(one, InputRejected)
            else {"file": one.path.name, "name": one.name, "key": one.key}
            for one in sources
        ]
        with (self.path / _LIST).open("w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())

    def sources(self) -> list[Source | InputRejected]:
        """What was received. Raises `OSError` or `ValueError` where the list is gone or damaged."""
        rows = json.loads((self.path / _LIST).read_text("utf-8"))
        return [
            Source(self.path / row["file"], row["name"], row["key"])
            if "file" in row
            else InputRejected(row["message"], remedy=row["remedy"], code=row["code"])
            for row in rows
        ]
