"""The files of one import together: what each can know of the others before it is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from youju.caller import Caller
from youju.errors import InputRejected
from youju.knowledge.names.values import Arrival, Name, Stamp, path_of
from youju.knowledge.originals import content_hash
from youju.knowledge.placing import Wish
from youju.knowledge.sources import Source


class Batch:
    """The sources of one import and what was said about all of them."""

    def __init__(self, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller) -> None:
        self._sources = {source.key: source for source in sources if isinstance(source, Source)}
        self._wish = wish
        self._caller = caller
        self._hashes: dict[str, str] = {}

    def arrival(self, source: Source, content: str, stamp: Stamp | None) -> Arrival:
        """The source at the door, with the hash of its bytes (empty where they could not be read)."""
        self._hashes[source.key] = content
        return Arrival(
            source.key,
            source.name,
            content,
            self._caller,
            rules=source.rules,
            command=self._wish,
            root=source.root,
            container=source.container,
            stamp=stamp,
        )

    def join(self, sources: Sequence[Source | InputRejected]) -> None:
        """More sources of the same import: what came out of a container."""
        self._sources |= {source.key: source for source in sources if isinstance(source, Source)}

    def together(self, source: Source, content: str, others: Iterable[Name]) -> frozenset[str]:
        """Those among the `others` names of its document whose files are of this import, are told the same and hold
        the same bytes by now. Blocking: reads those files."""
        along = (self._sources.get(name.key) for name in others if name.key != source.key)
        return frozenset(one.key for one in along if one and one.rules == source.rules and self._hash(one) == content)

    def _hash(self, source: Source) -> str:
        if source.key not in self._hashes:
            try:
                self._hashes[source.key] = content_hash(source.path)[0]
            except OSError:
                self._hashes[source.key] = ""
        return self._hashes[source.key]


def is_gone(key: str) -> bool:
    """Whether the file of that key is no longer where it was. Blocking."""
    path: Path | None = path_of(key)
    return path is not None and not path.exists()
