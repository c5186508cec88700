"""The kept originals: each file once, under the hash of its bytes. Page images are made from them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from youju.errors import InputRejected, StorageFailed
from youju.knowledge.names.values import Stamp

_PIECE = 1 << 20
_INCOMING = "incoming-"
_WAITS = (0.1, 0.4, 1.0)
"""Seconds before a file that changed while it was copied is copied again."""


@dataclass(frozen=True, slots=True)
class Original:
    """A kept file: its place, its name in the store, the SHA-256 of its bytes, and how the source looked then."""

    path: Path
    name: str
    content_hash: str
    stamp: Stamp


class Originals:
    """A folder of files that nobody changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, source: Path, display: str, max_bytes: int) -> Original:
        """Copy a file in. What is read and cut later is this copy, so a file that changes meanwhile does no harm. One
        that changes while it is copied is copied again, a few times.

        Raises `InputRejected` (`unreadable`, `too_large`, `changing`) and `StorageFailed`.
        """
        for wait in _WAITS:
            try:
                with source.open("rb") as stream:
                    stamp = _stamp(stream)
                    if stamp.size > max_bytes:
                        raise too_large(display, max_bytes)
                    original = self._write(stream, Path(display).suffix.lower(), display, max_bytes, stamp)
                    if _stamp(stream).modified_ns == stamp.modified_ns:
                        return original
            except OSError as error:
                reason = error.strerror or "unknown reason"
                raise InputRejected(f"{display}: cannot be read ({reason}).", remedy="Check its permissions.") from None
            time.sleep(wait)
        raise InputRejected(f"{display}: is being written.", remedy="Try again when it is whole.", code="changing")

    def _write(self, stream: BinaryIO, suffix: str, display: str, max_bytes: int, stamp: Stamp) -> Original:
        digest, size = hashlib.sha256(), 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix=_INCOMING)
            try:
                with os.fdopen(handle, "wb") as copy:
                    while piece := _piece(stream, display):
                        size += len(piece)
                        if size > max_bytes:
                            raise too_large(display, max_bytes)
                        digest.update(piece)
                        copy.write(piece)
                name = f"{digest.hexdigest()}{suffix}"
                Path(temporary).replace(self._folder / name)
            finally:
                Path(temporary).unlink(missing_ok=True)
        except OSError as error:
            raise _not_written(error) from error
        return Original(self._folder / name, name, digest.hexdigest(), stamp)

    @contextmanager
    def in_use(self) -> Generator[None]:
        """While an import runs: its copies are not in the ledger yet, and nobody may take them for leftovers."""
        with _locked(self._folder, fcntl.LOCK_SH):
            yield

    @contextmanager
    def workspace(self) -> Generator[Path]:
        """A folder for files on their way in, which goes at the end; one of a killed import is collected."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            folder = tempfile.mkdtemp(dir=self._folder, prefix=_INCOMING)
        except OSError as error:
            raise _not_written(error) from error
        try:
            with self.in_use():
                yield Path(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def collect(self, needed: Callable[[], set[str]]) -> int:
        """Delete what no version needs: leftovers of failed and killed imports. Returns how many files went; none while
        an import runs anywhere. `needed` is asked when that is certain."""
        if not self._folder.is_dir():
            return 0
        with _locked(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB) as alone:
            strays = self.names() - needed() if alone else set[str]()
            self.discard(strays)
        return len(strays)

    def names(self) -> set[str]:
        """The files of the folder, unfinished ones included."""
        return {path.name for path in self._folder.iterdir()} if self._folder.is_dir() else set()

    def path(self, name: str) -> Path:
        """Where a kept original stands. Raises `StorageFailed` when it is gone."""
        path = self._folder / Path(name).name
        if not path.is_file():
            raise StorageFailed(
                "The original file is no longer in the home folder.", remedy="Import the document again."
            )
        return path

    def discard(self, names: Iterable[str]) -> None:
        """Delete originals that no version needs."""
        for name in names:
            path = self._folder / Path(name).name
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def content_hash(path: Path) -> tuple[str, Stamp]:
    """SHA-256 of a file's bytes, and how the file looked before they were read. Raises `OSError`."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        stamp = _stamp(stream)
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest(), stamp


def _stamp(stream: BinaryIO) -> Stamp:
    now = datetime.now(UTC)
    status = os.fstat(stream.fileno())
    return Stamp(status.st_size, status.st_mtime_ns, now)


def _piece(stream: BinaryIO, display: str) -> bytes:
    try:
        return stream.read(_PIECE)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise InputRejected(f"{display}: cannot be read ({reason}).", remedy="Check its disk.") from None


@contextmanager
def _locked(folder: Path, how: int) -> Generator[bool]:
    """Hold the lock that lies beside the folder; whether it was to be had."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageFailed(
            f"The home folder cannot be written: {error.strerror}.", remedy="Check its permissions."
        ) from error
    try:
        fcntl.flock(descriptor, how)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(descriptor)


def too_large(display: str, max_bytes: int) -> InputRejected:
    """The error for a file beyond the limit."""
    megabytes = max_bytes // (1024 * 1024)
    return InputRejected(
        f"{display}: larger than {megabytes} MB.", remedy="Split it, or raise YOUJU_MAX_FILE_MB.", code="too_large"
    )


def _not_written(error: OSError) -> StorageFailed:
    return StorageFailed(
        f"The home folder cannot be written: {error.strerror}.", remedy="Free some space or choose another --home."
    )
