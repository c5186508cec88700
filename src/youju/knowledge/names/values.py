"""Names of documents as values: a name that the ledger knows, and one that arrives with its file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from youju.caller import Caller
from youju.knowledge.placing import NOTHING_SAID, Wish

_LONG_AGO = datetime.min.replace(tzinfo=UTC)

MEMBER = "!/"
"""Stands between the key of a container and the path inside it."""
FILE = "file:"
"""What the keys of files on this machine begin with; their resolved path follows."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file looked like from outside, at the moment before its bytes were read."""

    size: int
    modified_ns: int
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the newest bytes under a name did not come in. `readers` tells which readers tried."""

    message: str
    code: str
    readers: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name that the ledger knows. Without a document nothing has come in under it yet."""

    key: str
    name: str
    document_id: str | None
    content_hash: str
    root: str | None = None
    container: str | None = None
    stamp: Stamp | None = None
    problem: Problem | None = None
    added_at: datetime = _LONG_AGO


@dataclass(frozen=True, slots=True)
class Arrival:
    """A name with its content, at the door.

    `rules` is what stands about it in the background (folder rules, root), `command` what was said just now.
    `together`: keys whose files hold the same bytes by now, arrive in the same run and are told the same, so that a
    document of several names changes as a whole. `gone`: known keys of the same bytes whose file is no longer there.
    """

    key: str
    name: str
    content_hash: str
    caller: Caller
    rules: Wish = NOTHING_SAID
    command: Wish = NOTHING_SAID
    root: str | None = None
    container: str | None = None
    stamp: Stamp | None = None
    together: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()

    @property
    def wish(self) -> Wish:
        """All that is said, apart from what was set for one document."""
        return self.rules.then(self.command)


def path_of(key: str) -> Path | None:
    """The file that a key names or whose member it names; None for what is no file of this machine."""
    return Path(key.removeprefix(FILE).partition(MEMBER)[0]) if key.startswith(FILE) else None
