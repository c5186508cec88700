"""The protocol of a reader: bytes of one file in, one `ReadDocument` out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from youju.errors import InputRejected
from youju.reading.document import ReadDocument, RecognisedPage


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost. Sizes in bytes; beyond a limit a reader raises, never truncates in silence.

    `max_seconds` bounds the work of one file in a worker process, which is ended when the time is over.
    """

    max_bytes: int = 200 * 1024 * 1024
    max_pages: int = 5000
    max_seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read: `path` on disk and the `name` that people know it by (used in messages).

    `password` opens an encrypted file and is never kept. `recognised` is what OCR made of its pages so far.
    """

    path: Path
    name: str
    password: str | None = field(default=None, repr=False)
    recognised: tuple[RecognisedPage, ...] = ()

    @property
    def suffix(self) -> str:
        """The suffix of the name that people know, in lower case, with its dot; empty if there is none."""
        return Path(self.name).suffix.lower()


class Reader(Protocol):
    """Reads one family of formats. Pure: no network, no clock, nothing written.

    `name` and `version` enter the fingerprint of what was read, so a better reader re-reads old files.
    """

    @property
    def name(self) -> str:
        """What people call the format: “PDF”, “Word document”."""
        ...

    @property
    def version(self) -> str:
        """Another version reads differently."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """What names of such files usually end with: another suffix earns a warning."""
        ...

    def accepts(self, source: SourceFile, head: bytes) -> bool:
        """Whether this reader takes the file, judged by its first 4 KiB and then its suffix."""
        ...

    def read(self, source: SourceFile, limits: Limits) -> ReadDocument:
        """Read the whole file. Raises `InputRejected`: `source.name`, the reason, the way out."""
        ...


def rejected(source: SourceFile, code: str, reason: str, remedy: str) -> InputRejected:
    """The refusal of one file: `reason` continues the sentence that its name begins, without the full stop."""
    return InputRejected(f"{source.name} {reason}.", remedy=remedy, code=code)


CHARACTERS_OF_A_PAGE = 4000
"""Of a page full of text: how the limit of pages bounds files that have none."""


def check_length(source: SourceFile, characters: int, limits: Limits) -> None:
    """Raises `InputRejected` (`too_large`) for more text than the pages that are allowed would hold."""
    if characters > limits.max_pages * CHARACTERS_OF_A_PAGE:
        pages = characters // CHARACTERS_OF_A_PAGE
        reason = f"holds the text of {pages} pages, and {limits.max_pages} are allowed"
        raise rejected(source, "too_large", reason, "Split it, or raise YOUJU_MAX_PAGES.")
