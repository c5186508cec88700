"""From what a person names (files, folders) to the files to import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from youju.errors import InputRejected
from youju.knowledge.names.values import FILE
from youju.knowledge.placing import NOTHING_SAID, Wish


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


def file_key(path: Path) -> str:
    """The key of a file or folder of this machine: its resolved path."""
    return f"{FILE}{path.resolve()}"


def file_source(path: Path, root: str | None = None) -> Source:
    """A file of this machine."""
    return Source(path, path.name, file_key(path), root=root)


def expand(paths: Iterable[Path]) -> Iterator[Source | InputRejected]:
    """Every file under these paths, folders in depth and by name; what cannot be walked comes as the error to report.

    Hidden entries are left out. A folder that is met again (a link back) is reported and not entered.
    """
    seen: set[Path] = set()
    for path in paths:
        yield from _walk(path, seen, file_key(path))


def _walk(path: Path, seen: set[Path], root: str) -> Iterator[Source | InputRejected]:
    try:
        real = path.resolve(strict=True)
    except FileNotFoundError:
        yield InputRejected(f"{path.name}: no such file.", remedy="Check the name.", code="missing")
        return
    except (OSError, RuntimeError):
        yield InputRejected(f"{path.name}: a link that leads nowhere.", remedy="Remove the link.", code="loop")
        return
    if not real.is_dir():
        yield (
            file_source(path, root)
            if real.is_file()
            else InputRejected(
                f"{path.name}: not a regular file.",
                remedy="Only files and folders can be imported.",
                code="unsupported",
            )
        )
        return
    if real in seen:
        yield InputRejected(
            f"{path.name}: a folder that leads back to one already read.", remedy="Remove the link.", code="loop"
        )
        return
    seen.add(real)
    try:
        entries = sorted(entry.name for entry in os.scandir(path) if not entry.name.startswith("."))
    except OSError as error:
        yield InputRejected(
            f"{path.name}: the folder cannot be read ({error.strerror}).", remedy="Check its permissions."
        )
        return
    for entry in entries:
        yield from _walk(path / entry, seen, root)
