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
SIGN = "□"
_TOKEN = re.compile(r"[^\W\u3040-\u9fff]+|\S")
LIST = re.compile(r"\s*(?:[、/,，]|和|及|与|或者?|以及|and|or|&)\s*")
"""What stands between the members of a list."""


class Placed(Protocol):
    """Something at `[start, end)` of a clause."""

    @property
    def start(self) -> int:
        """Where it begins."""
        ...

    @property
    def end(self) -> int:
        """Where it ends."""
        ...


Fact = TypeVar("Fact", bound=Placed)


@dataclass(frozen=True, slots=True)
class Slot(Generic[Fact]):
    """Facts that stand together, such as a list of parties, at `[start, end)` of a clause."""

    facts: tuple[Fact, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Masked(Generic[Fact]):
    """A clause, folded and cut into ideographs, words of a spaced script and signs, with `SIGN` for each slot; `slots`
    are in order."""

    tokens: tuple[str, ...]
    slots: tuple[Slot[Fact], ...]

    def between(self, low: int, high: int) -> tuple[Slot[Fact], ...]:
        """The slots whose signs are among the tokens `[low, high)`."""
        first = self.tokens[:low].count(SIGN)
        return self.slots[first : first + self.tokens[low:high].count(SIGN)]


@dataclass(frozen=True, slots=True)
class Beside(Generic[Fact]):
    """A claim clause and its source. `pairs` are the slots at the same place of both. `replaced` are words of the claim
    in the place of a slot of the source; `put` slots of the claim in the place of words of the source; `reworded` words
    of the claim in the place of others. `share` of the claim's characters stand in the source, in runs of two or
    more; `unpaired` of its slots stand beside none."""

    pairs: tuple[tuple[Slot[Fact], Slot[Fact]], ...]
    replaced: tuple[tuple[str, Slot[Fact]], ...]
    put: tuple[tuple[Slot[Fact], str], ...]
    reworded: tuple[tuple[str, str], ...]
    share: float
    unpaired: int


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
    tokens: list[str] = []
    place = 0
    for slot in slots:
        tokens += [*_tokens(text[place : slot.start]), SIGN]
        place = slot.end
    return Masked((*tokens, *_tokens(text[place:])), tuple(slots))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(fold(text).text)


def beside(mine: Masked[Fact], theirs: Masked[Fact], near: float = NEAR) -> Beside[Fact] | None:
    """Set a claim clause beside its source; None if less than `near` of it stands there."""
    if _in_common(mine.tokens, theirs.tokens) < near - 0.2:
        return None
    matcher = SequenceMatcher(None, theirs.tokens, mine.tokens, autojunk=False)
    runs = [block for block in matcher.get_matching_blocks() if block.size > 1]
    share = sum(_length(mine.tokens[block.b : block.b + block.size]) for block in runs) / max(1, _length(mine.tokens))
    if not runs or share < near:
        return None
    pairs: list[tuple[Slot[Fact], Slot[Fact]]] = []
    replaced: list[tuple[str, Slot[Fact]]] = []
    put: list[tuple[Slot[Fact], str]] = []
    reworded: list[tuple[str, str]] = []
    for change, low, high, start, end in matcher.get_opcodes():
        there, here = theirs.between(low, high), mine.between(start, end)
        said, was = _words(mine.tokens[start:end]), _words(theirs.tokens[low:high])
        if change == "equal" or (change == "replace" and len(here) == len(there) > 0):
            pairs += zip(here, there, strict=True)
        elif change in ("replace", "insert") and not here and not there:
            reworded.append((said, was))
        elif change == "replace" and there and not here:
            replaced.append((said, there[0]))
        elif change == "replace" and here and not there:
            put.append((here[0], was))
    return Beside(tuple(pairs), tuple(replaced), tuple(put), tuple(reworded), share, len(mine.slots) - len(pairs))


def _length(tokens: Iterable[str]) -> int:
    return sum(map(len, tokens))


def _words(tokens: Iterable[str]) -> str:
    """The tokens as text; a blank stands only between words of a spaced script."""
    return re.sub(r"(?<=[^\W\u3040-\u9fff]) (?![^\W\u3040-\u9fff])|(?<![^\W\u3040-\u9fff]) ", "", " ".join(tokens))


def _in_common(mine: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    """The share of the pairs of neighbours of one text that the other has: a quick look before the exact one."""
    wanted = _neighbours(mine)
    return len(wanted & _neighbours(theirs)) / len(wanted) if wanted else 1.0


@lru_cache(maxsize=8192)
def _neighbours(tokens: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(tokens))
