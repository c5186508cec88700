"""What archives and mails have in common: their entries, one after the other, and how an entry's name is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from youju.errors import InputRejected

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
LONGEST_NAME = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a container: the name that it is given there, its size as declared (or None), and its bytes in pieces.

    Reading the pieces raises `Refusal`."""

    name: str
    size: int | None
    pieces: Callable[[], Iterator[bytes]]


class Refusal(Exception):
    """An entry that cannot come out. `reason` continues the sentence that its name begins, without the full stop."""

    def __init__(
        self, reason: str, remedy: str = "Unpack it yourself and add the files.", code: str = "broken"
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.code = code

    def of(self, name: str) -> InputRejected:
        """The error to report. Its message begins with the name and a colon."""
        return InputRejected(f"{name}: {self.reason}.", remedy=self.remedy, code=self.code)


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An entry that is known not to come out."""

    name: str
    refusal: Refusal


def shown_name(name: str) -> str:
    """A path inside a container with slashes, without what cannot be seen or would turn the reading direction. A
    colon becomes a wide one: in messages it ends the name."""
    parts = [_INVISIBLE.sub("", part).strip() for part in name.replace("\\", "/").replace(":", "：").split("/")]
    return "/".join(part for part in parts if part not in {"", "."})


def leads_out(name: str) -> bool:
    """Whether a name would stand outside the folder that it is unpacked to: absolute, on a drive, or with `..`."""
    path = name.replace("\\", "/")
    return path.startswith("/") or _DRIVE.match(path) is not None or ".." in [part.strip() for part in path.split("/")]


def is_junk(name: str) -> bool:
    """Whether an operating system left it there, or it is hidden: such files are left out, as they are in folders."""
    parts = shown_name(name).split("/")
    return any((part.startswith(".") and part != "..") or part.lower() in _JUNK for part in parts)
