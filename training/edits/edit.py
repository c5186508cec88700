"""One change of a text, and what an edit may look at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from training.corpora import Sample


@dataclass(frozen=True)
class Edit:
    """`text[start:end]` becomes `new`."""

    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        """The changed text."""
        return text[: self.start] + self.new + text[self.end :]


Way = Callable[[Sample, random.Random], Iterable[tuple[Edit, ...]]]
"""Offers changes of a sample's sentence; each is one or more edits that belong together, in order, apart."""


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after all edits."""
    for edit in reversed(edits):
        text = edit.apply(text)
    return text


def shuffled(ways: Iterable[tuple[Edit, ...]], chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """The same in a random order."""
    found = list(ways)
    chance.shuffle(found)
    yield from found
