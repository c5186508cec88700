"""Facts set side by side by their place: in a clause that repeats its source but for the facts, each stands in a slot.

由□批准 beside 由□批准: whatever the claim has in the slot must be what the source has there. So a twin elsewhere in the
passage proves nothing, and two parties that have changed places are seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from youju.text.folding import fold

NEAR = 0.6
"""Share of a clause's characters, facts aside, that stand in its source in runs from which places are compared."""
_SIGN = "□"
LIST = re.compile(r"\s*(?:[、/,，]|和|及|与|或者?|以及|and|or|&)\s*")
"""What stands between the members of a list."""


class Placed(Protocol):
    """Something at `[start, end)` of a clause."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Fact = TypeVar("Fact", bound=Placed)


@dataclass(frozen=True, slots=True)
class Slot(Generic[Fact]):
    """Facts that stand together, such as a list of parties, at `[start, end)` of a clause."""

    facts: tuple[Fact, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Masked(Generic[Fact]):
    """A clause, folded, with one sign for each slot; `slots` in order."""

    text: str
    slots: tuple[Slot[Fact], ...]

    def slot(self, place: int) -> Slot[Fact]:
        """The slot whose sign is the first at or after `place`."""
        return self.slots[self.text.count(_SIGN, 0, place)]


@dataclass(frozen=True, slots=True)
class Beside(Generic[Fact]):
    """A claim clause and its source. `pairs` are the slots at the same place of both. `replaced` are words of the claim
    in the place of a slot of the source; `put` slots of the claim in the place of words of the source. `share` of the
    claim's characters stand in the source, in runs of two or more."""

    pairs: tuple[tuple[Slot[Fact], Slot[Fact]], ...]
    replaced: tuple[tuple[str, Slot[Fact]], ...]
    put: tuple[tuple[Slot[Fact], str], ...]
    share: float


def mask(text: str, facts: Iterable[Fact], joined: Callable[[Fact, Fact, str], bool]) -> Masked[Fact]:
    """Put a sign in the place of each fact. `facts` are in order and do not overlap; two with `joined` text between
    them share one slot."""
    slots: list[Slot[Fact]] = []
    for fact in facts:
        last = slots[-1] if slots else None
        if last and fact.start - last.end < 8 and joined(last.facts[-1], fact, text[last.end : fact.start]):
            slots[-1] = Slot((*last.facts, fact), last.start, fact.end)
        else:
            slots.append(Slot((fact,), fact.start, fact.end))
    pieces: list[str] = []
    place = 0
    for slot in slots:
        pieces += [fold(text[place : slot.start]).text, _SIGN]
        place = slot.end
    return Masked("".join([*pieces, fold(text[place:]).text]), tuple(slots))


def beside(mine: Masked[Fact], theirs: Masked[Fact], near: float = NEAR) -> Beside[Fact] | None:
    """Set a claim clause beside its source; None if less than `near` of it stands there."""
    if _pairs_in_common(mine.text, theirs.text) < near - 0.2:
        return None
    matcher = SequenceMatcher(None, theirs.text, mine.text, autojunk=False)
    runs = [block for block in matcher.get_matching_blocks() if block.size > 1]
    share = sum(block.size for block in runs) / max(1, len(mine.text))
    if not runs or share < near:
        return None
    pairs: list[tuple[Slot[Fact], Slot[Fact]]] = []
    for block in runs:
        for offset in range(block.size):
            if mine.text[block.b + offset] == _SIGN:
                pairs.append((mine.slot(block.b + offset), theirs.slot(block.a + offset)))
    replaced: list[tuple[str, Slot[Fact]]] = []
    put: list[tuple[Slot[Fact], str]] = []
    for change, low, high, start, end in matcher.get_opcodes():
        was, said = theirs.text[low:high], mine.text[start:end]
        if change == "replace" and _SIGN in was and _SIGN not in said:
            replaced.append((said, theirs.slot(low)))
        elif change == "replace" and _SIGN in said and _SIGN not in was:
            put.append((mine.slot(start), was))
    return Beside(tuple(pairs), tuple(replaced), tuple(put), share)


def _pairs_in_common(mine: str, theirs: str) -> float:
    """The share of the pairs of neighbouring characters of one text that the other has: quick, and never too low by
    more than single characters count."""
    wanted = _neighbours(mine)
    return len(wanted & _neighbours(theirs)) / len(wanted) if wanted else 1.0


@lru_cache(maxsize=8192)
def _neighbours(text: str) -> frozenset[str]:
    return frozenset(one + other for one, other in pairwise(text))
