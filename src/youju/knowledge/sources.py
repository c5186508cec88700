"""From what a person names (files, folders) to the files to import, with the rules of their folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from youju.errors import InputRejected
from youju.knowledge.folder_rules import RULES_FILE, FolderRules, read_rules, rules_above, wish_for
from youju.knowledge.names.values import FILE
from youju.knowledge.placing import NOTHING_SAID, Wish
from youju.reading.reader import Limits


@dataclass(frozen=True, slots=True)
class Source:
    """One file to import: where it is, what people call it, and the key that names it for good.

    `rules` is what stands about it in the background: the rules of its folders, and at a sync what was said when its
    root was added. `root` is the key of that root, `container` that of the archive or mail it came out of. `password`
    opens it and is never kept.
    """

    path: Path
    name: str
    key: str
    rules: Wish = NOTHING_SAID
    root: str | None = None
    container: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Walked:
    """A file on the way: `path` is resolved, size and time are those of this moment."""

    path: Path
    name: str
    rules: Wish
    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Barred:
    """A file or folder (resolved as far as it can be) that could not be looked at, and why. Of what lies in it nothing
    is known."""

    path: Path
    error: InputRejected


def file_key(path: Path) -> str:
    """The key of a file or folder of this machine: its resolved path."""
    return f"{FILE}{path.resolve()}"


ADDRESS = "url:"
"""What the keys of web pages begin with; their address follows."""


def is_address(text: str) -> bool:
    """Whether a person names a web page and no file."""
    return text.lower().startswith(("http://", "https://"))


async def fetched(
    addresses: Iterable[str], folder: Path, limits: Limits, private_hosts: frozenset[str], rules: Mapping[str, Wish]
) -> list[Source | InputRejected]:
    """Web pages as sources, fetched one after another into `folder`. `rules`: what was said about an address when it
    was added."""
    # The HTTP client takes a tenth of a second to load: only those pay for it who fetch.
    from youju.knowledge.fetching import fetch  # noqa: PLC0415

    found: list[Source | InputRejected] = []
    for address in addresses:
        key = f"{ADDRESS}{address}"
        try:
            page = await fetch(address, folder, limits, private_hosts)
            found.append(Source(page.path, page.name, key, rules.get(address, NOTHING_SAID), key))
        except InputRejected as error:
            found.append(error)
    return found


def expand(paths: Iterable[Path], password: str | None = None) -> Iterator[Source | InputRejected]:
    """Every file under these paths, folders in depth and by name; what cannot be walked comes as the error to report.

    Hidden entries and office programs' lock files are left out. A folder that is met again (a link back) is reported
    and not entered; nothing comes out of a folder whose `youju.toml` cannot be understood.
    """
    seen: set[Path] = set()
    for path in paths:
        root = file_key(path)
        for found in walk(path):
            if isinstance(found, Barred):
                yield found.error
            elif found.path not in seen:
                seen.add(found.path)
                yield Source(found.path, found.name, f"{FILE}{found.path}", found.rules, root, password=password)


def walk(path: Path) -> Iterator[Walked | Barred]:
    """Every file under one path, see `expand`. Blocking; 10,000 files take about half a second."""
    try:
        real = path.resolve(strict=True)
        if real.is_dir():
            yield from _folder(real, rules_above(real), {real})
        else:
            yield _file(real, path.name, rules_above(real.parent))
    except FileNotFoundError:
        yield Barred(path.absolute(), _refusal(path.name, "no such file", "Check the name.", "missing"))
    except InputRejected as error:
        yield Barred(path.resolve(), error)
    except (OSError, RuntimeError):
        yield Barred(path.absolute(), _refusal(path.name, "a link that leads nowhere", "Remove the link.", "loop"))


def _folder(folder: Path, chain: list[FolderRules], seen: set[Path]) -> Iterator[Walked | Barred]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        reason = f"the folder cannot be read ({error.strerror})"
        yield Barred(folder, _refusal(folder.name, reason, "Check its permissions.", "unreadable"))
        return
    for entry in entries:
        if not entry.name.startswith((".", "~$")) and entry.name != RULES_FILE:
            yield from _entry(entry, folder, chain, seen)


def _entry(
    entry: os.DirEntry[str], folder: Path, chain: list[FolderRules], seen: set[Path]
) -> Iterator[Walked | Barred]:
    path = folder / entry.name
    try:
        if entry.is_symlink():  # what it leads to keeps the rules of its own folders
            path = path.resolve(strict=True)
            chain = [*chain, *rules_above(path.parent)]
        if not entry.is_dir():
            yield _file(path, entry.name, chain, entry)
            return
        if path in seen:
            reason = "a folder that leads back to one already read"
            yield Barred(folder / entry.name, _refusal(entry.name, reason, "Remove the link.", "loop"))
            return
        seen.add(path)
        own = read_rules(path)
        yield from _folder(path, [*chain, own] if own else chain, seen)
    except InputRejected as error:
        yield Barred(path, error)
    except (OSError, RuntimeError):
        yield Barred(folder / entry.name, _refusal(entry.name, "a link that leads nowhere", "Remove the link.", "loop"))


def _file(path: Path, name: str, chain: list[FolderRules], entry: os.DirEntry[str] | None = None) -> Walked | Barred:
    if not (entry.is_file() if entry else path.is_file()):
        remedy = "Only files and folders can be imported."
        return Barred(path, _refusal(name, "not a regular file", remedy, "unsupported"))
    status = entry.stat() if entry else path.stat()
    return Walked(path, name, wish_for(chain, name), status.st_size, status.st_mtime_ns)


def _refusal(name: str, reason: str, remedy: str, code: str) -> InputRejected:
    return InputRejected(f"{name}: {reason}.", remedy=remedy, code=code)
