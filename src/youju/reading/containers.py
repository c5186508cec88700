"""Files that hold other files: archives and mails with attachments.

Unpacking happens in a worker process, into a folder of the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from youju.errors import InputRejected


@dataclass(frozen=True, slots=True)
class Member:
    """A file out of a container: where it lies now, and its path inside as people read it (`合同/附件一.pdf`)."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What a container holds, in its own order; a member that cannot come out is the error to report. `is_document`
    says that the container has a text of its own too (a mail has, an archive has none)."""

    members: tuple[Member | InputRejected, ...]
    is_document: bool
