"""Archives and mails as sources: the files in them are documents, named by the way through the container."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from youju.errors import InputRejected
from youju.knowledge.names.values import MEMBER, Name
from youju.knowledge.sources import Source
from youju.reading.containers import Unpacked, holds_files
from youju.reading.reader import SourceFile

_HEAD = 4096


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of one container as sources, its own text first if it has one, and the keys of those that could not
    come out."""

    sources: Sequence[Source | InputRejected]
    is_document: bool
    refused: frozenset[str]

    def lacks(self, name: Name) -> bool:
        """Whether a known name is no longer among them. One that could not come out this time stays."""
        return name.key not in self.refused and all(
            isinstance(source, InputRejected) or source.key != name.key for source in self.sources
        )


def is_container(source: Source) -> bool:
    """Whether a file is to be unpacked, by its content. Blocking; what cannot be opened is none."""
    try:
        with source.path.open("rb") as file:
            head = file.read(_HEAD)
        return holds_files(SourceFile(source.path, source.name, source.password), head)
    except (OSError, InputRejected):
        return False  # reading it will say why


def contents_of(source: Source, unpacked: Unpacked) -> Contents:
    """The unpacked files as sources, each under a key of its own that begins with the container's."""
    members: list[Source | InputRejected] = [source] if unpacked.is_document else []
    refused: set[str] = set()
    for member in unpacked.members:
        if isinstance(member, InputRejected):
            refused.add(f"{source.key}{MEMBER}{member.message.partition(':')[0]}")
            members.append(_inside(source, member))
        else:
            key, name = f"{source.key}{MEMBER}{member.name}", f"{source.name}/{member.name}"
            members.append(replace(source, path=member.path, name=name, key=key, container=source.key))
    return Contents(members, unpacked.is_document, frozenset(refused))


def _inside(source: Source, error: InputRejected) -> InputRejected:
    return InputRejected(f"{source.name}/{error.message}", remedy=error.remedy, code=error.code)
