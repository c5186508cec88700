"""The protocol of a reader: bytes of one file in, one `ReadDocument` out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from youju.reading.document import ReadDocument


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost. Sizes in bytes; beyond a limit a reader raises, never truncates in silence."""

    max_bytes: int = 200 * 1024 * 1024
    max_pages: int = 5000


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read: `path` on disk and the `name` that people know it by (used in messages)."""

    path: Path
    name: str


class Reader(Protocol):
    """Reads one family of formats. Pure: no network, no clock, nothing written.

    `name` and `version` enter the fingerprint of what was read, so a better reader re-reads old files.
    """

    name: str
    version: str

    def accepts(self, source: SourceFile, head: bytes) -> bool:
        """Whether this reader takes the file, judged by its first 4 KiB and then its suffix."""
        ...

    def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read the whole file. Raises `InputRejected`: `source.name`, the reason, the way out."""
        ...
