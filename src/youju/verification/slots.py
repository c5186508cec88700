"""Facts set side by side by their place: in a clause that repeats its source but for the facts, each stands in a slot.

由□批准 beside 由□批准: whatever the claim has in the slot must be what the source has there. So a twin elsewhere in the
passage proves nothing, and two parties that have changed places are seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from youju.text.folding import fold

NEAR = 0.6
"""Share of a clause's characters, facts aside, that stand in its source in runs from which places are compared."""
_SIGN = "□"
_JOINT = re.compile(r"\s*(?:[、/,，]|和|及|与|或者?|以及|and|or|&)?\s*")


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


@dataclass(frozen=True, slots=True)
class Beside(Generic[Fact]):
    """The slots of a claim clause with those at the same place of its source; and what the claim says, without being a
    fact of that kind, in the place of a slot (`replaced`: the words, and the slot's span in the source)."""

    pairs: tuple[tuple[Slot[Fact], Slot[Fact]], ...]
    replaced: tuple[tuple[str, int, int], ...]


def mask(text: str, facts: Iterable[Fact]) -> Masked[Fact]:
    """Put a sign in the place of each fact, or of each list of facts. `facts` are in order and do not overlap."""
    slots: list[Slot[Fact]] = []
    for fact in facts:
        if slots and _JOINT.fullmatch(text, slots[-1].end, fact.start):
            slots[-1] = Slot((*slots[-1].facts, fact), slots[-1].start, fact.end)
        else:
            slots.append(Slot((fact,), fact.start, fact.end))
    pieces: list[str] = []
    place = 0
    for slot in slots:
        pieces += [fold(text[place : slot.start]).text, _SIGN]
        place = slot.end
    return Masked("".join([*pieces, fold(text[place:]).text]), tuple(slots))


def beside(mine: Masked[Fact], theirs: Masked[Fact]) -> Beside[Fact] | None:
    """Set a claim clause beside its source; None if it does not repeat it."""
    matcher = _matcher(theirs.text, mine.text)
    runs = [block for block in matcher.get_matching_blocks() if block.size > 1]
    if not runs or sum(block.size for block in runs) < NEAR * len(mine.text):
        return None
    pairs: list[tuple[Slot[Fact], Slot[Fact]]] = []
    for block in runs:
        for offset in range(block.size):
            if mine.text[block.b + offset] == _SIGN:
                one = mine.slots[mine.text.count(_SIGN, 0, block.b + offset)]
                pairs.append((one, theirs.slots[theirs.text.count(_SIGN, 0, block.a + offset)]))
    replaced: list[tuple[str, int, int]] = []
    for change, low, high, start, end in matcher.get_opcodes():
        if change == "replace" and _SIGN in theirs.text[low:high] and _SIGN not in mine.text[start:end]:
            slot = theirs.slots[theirs.text.count(_SIGN, 0, low)]
            replaced.append((mine.text[start:end], slot.start, slot.end))
    return Beside(tuple(pairs), tuple(replaced))


@lru_cache(maxsize=2048)
def _matcher(theirs: str, mine: str) -> SequenceMatcher[str]:
    return SequenceMatcher(None, theirs, mine, autojunk=False)
