"""The kept originals: each file once, under the hash of its bytes. Page images are made from them."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from youju.errors import InputRejected, StorageFailed

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Original:
    """A kept file: its place, its name in the store and the SHA-256 of its bytes."""

    path: Path
    name: str
    content_hash: str


class Originals:
    """A folder of files that nobody changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, source: Path, display: str, max_bytes: int) -> Original:
        """Copy a file in. What is read and cut later is this copy, so a file that changes meanwhile does no harm.

        Raises `InputRejected` (`unreadable`, `too_large`) and `StorageFailed`.
        """
        try:
            if source.stat().st_size > max_bytes:
                raise too_large(display, max_bytes)
            stream = source.open("rb")
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise InputRejected(f"{display}: cannot be read ({reason}).", remedy="Check its permissions.") from error
        with stream:
            return self._write(stream, Path(display).suffix.lower(), display, max_bytes)

    def _write(self, stream: BinaryIO, suffix: str, display: str, max_bytes: int) -> Original:
        digest, size = hashlib.sha256(), 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix="incoming-")
            try:
                with os.fdopen(handle, "wb") as copy:
                    while piece := stream.read(_PIECE):
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
            raise StorageFailed(
                f"The home folder cannot be written: {error.strerror}.",
                remedy="Free some space or choose another --home.",
            ) from error
        return Original(self._folder / name, name, digest.hexdigest())

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
            (self._folder / Path(name).name).unlink(missing_ok=True)


def too_large(display: str, max_bytes: int) -> InputRejected:
    """The error for a file beyond the limit."""
    megabytes = max_bytes // (1024 * 1024)
    return InputRejected(
        f"{display}: larger than {megabytes} MB.", remedy="Split it, or raise YOUJU_MAX_FILE_MB.", code="too_large"
    )
