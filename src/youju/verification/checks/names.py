"""Who acts, organisations, people, places, titles and systems of a claim must be those of the cited text.

In a clause that repeats its source word for word but for the names, each name must be the one at the same place, so that
由总经理批准 is not proved by 由分管副总经理批准, nor a clause in which two parties have changed places. Elsewhere a name
must stand in the cited text, above it, or in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from youju.caller import Caller
from youju.knowledge.values import Passage
from youju.text.folding import find_folded, fold
from youju.text.names import CHANGING, COMMON, ENGLISH_CHANGING, Name, find_names
from youju.verification.clauses import Clause, compare, heading_of
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

NEAR = 0.6
"""Share of a clause's characters, names aside, that stand in its source from which their names are compared by place."""

_SLOT = "□"
_JOINT = re.compile(r"\s*(?:[、/,，]|和|及|与|或者?|以及|and|or)?\s*")
_STATE = "中华人民共和国"


class NamesCheck:
    """Names of actors, organisations, people, places, titles, systems and addresses."""

    name = "names"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first name that the cited text does not give where the claim gives it."""
        comparison = compare(claim.text, evidence.cited)
        ground = _Ground(claim.question, evidence.cited)
        for clause, source in comparison.rests_on:
            wrong = _wrong(clause, source, ground)
            if wrong:
                return self._fails(claim, *wrong)
        return None

    def _fails(self, claim: Claim, said: str, found: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"“{said}”与所引资料不符" + (f"，资料为“{found}”。" if found else "，资料中没有。"),
            f"“{said}” is not what the cited passages name" + (f": “{found}”." if found else "."),
        )


@dataclass(frozen=True, slots=True)
class _Slot:
    """Names that stand together, such as a list of parties, at `[start, end)` of a clause."""

    names: tuple[Name, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Masked:
    """A clause, folded, with one sign for each slot; `slots` in order."""

    text: str
    slots: tuple[_Slot, ...]


class _Ground:
    """Where names may come from: the cited passages with what stands above them, and the question."""

    def __init__(self, question: str, cited: tuple[Passage, ...]) -> None:
        self.question = question
        self._cited = cited

    def above(self) -> list[str]:
        """What stands above the passages."""
        return [heading_of(passage) for passage in self._cited]

    def cited(self) -> list[str]:
        """All that is cited."""
        return [*(passage.text for passage in self._cited), *self.above()]

    def around(self, source: Clause) -> list[str]:
        """The paragraph of a source clause up to the end of its sentence, the paragraph before, and what it inherits."""
        found = [source.text, source.inherited, *self.above()]
        for passage in self._cited:
            if all(part in passage.text[source.start : source.end] for part in source.text.split()):
                start = passage.text.rfind("\n", 0, source.start)
                found.append(passage.text[passage.text.rfind("\n", 0, max(0, start)) + 1 : source.end])
        return found


def _wrong(clause: Clause, source: Clause | None, ground: _Ground) -> tuple[str, str] | None:
    """A name that is not proved, as the claim says it and as the source has it at that place (empty: nowhere)."""
    pairs = _beside(clause.text, source.text) if source else None
    replaced = _replaced(clause.text, source.text) if source and pairs is not None else None
    if replaced:
        return replaced
    for slot, rival in pairs or ():
        for name in slot.names:
            if source is None or any(_same(name, other, ground.cited()) for other in rival.names):
                continue
            if _read_otherwise(name, source.text):
                continue
            return name.text, source.text[rival.start : rival.end]
    texts = ground.cited() if pairs is None or source is None else ground.around(source)
    for name in find_names(clause.text):
        if not (_stands(name, texts) or name.key in COMMON or _stands(name, [ground.question])):
            return name.text, ""
    return None


@lru_cache(maxsize=4096)
def _masked(text: str) -> _Masked:
    slots: list[_Slot] = []
    for name in find_names(text):
        if slots and _JOINT.fullmatch(text, slots[-1].end, name.start):
            slots[-1] = _Slot((*slots[-1].names, name), slots[-1].start, name.end)
        else:
            slots.append(_Slot((name,), name.start, name.end))
    pieces: list[str] = []
    place = 0
    for slot in slots:
        pieces += [fold(text[place : slot.start]).text, _SLOT]
        place = slot.end
    return _Masked("".join([*pieces, fold(text[place:]).text]), tuple(slots))


@lru_cache(maxsize=4096)
def _beside(claim: str, source: str) -> tuple[tuple[_Slot, _Slot], ...] | None:
    """The slots of a claim clause with the slots at the same place of its source; None if the clause does not repeat
    the source."""
    mine, theirs = _masked(claim), _masked(source)
    blocks = SequenceMatcher(None, theirs.text, mine.text, autojunk=False).get_matching_blocks()
    runs = [block for block in blocks if block.size > 1]
    if sum(block.size for block in runs) < NEAR * len(mine.text):
        return None
    pairs: list[tuple[_Slot, _Slot]] = []
    for block in runs:
        for offset in range(block.size):
            if mine.text[block.b + offset] == _SLOT:
                one = mine.slots[mine.text.count(_SLOT, 0, block.b + offset)]
                pairs.append((one, theirs.slots[theirs.text.count(_SLOT, 0, block.a + offset)]))
    return tuple(pairs)


@lru_cache(maxsize=4096)
def _replaced(claim: str, source: str) -> tuple[str, str] | None:
    """What a claim clause says in the place of a name of its source, and that name; None if names stand for names."""
    mine, theirs = _masked(claim), _masked(source)
    for change, low, high, start, end in SequenceMatcher(None, theirs.text, mine.text, autojunk=False).get_opcodes():
        said, was = mine.text[start:end], theirs.text[low:high]
        if change != "replace" or _SLOT not in was or _SLOT in said:
            continue
        words = said.strip(_EDGES)
        if len(words) > 1 and not find_folded(words, source) and not _PRONOUN.fullmatch(words):
            slot = theirs.slots[theirs.text.count(_SLOT, 0, low)]
            return words, source[slot.start : slot.end]
    return None


_EDGES = " \t\r\n,.;:、。的之"
_PRONOUN = re.compile(r"(?:您|你|我们?|他|她|其|该|本|自己|这里|此处|the|their|your|our|his|her|its|you|they|we|it|he|she|them|\s)+")


def _read_otherwise(name: Name, source: str) -> bool:
    """Whether the source has the words of this name without being read as naming it: segments depend on neighbours."""
    if any(other.key == name.key for other in find_names(source)):
        return False
    return _written(name, source)


def _written(name: Name, text: str) -> bool:
    """Whether the text has the words of the name, with nothing in front that makes another name of them."""
    place = find_folded(name.text, text)
    while place:
        if not _changes(text[max(0, place[0] - 10) : place[0]].rpartition(" ")[2] or text[: place[0]][-1:]):
            return True
        place = find_folded(name.text, text, place[1])
    return False


def _same(name: Name, other: Name, texts: Sequence[str]) -> bool:
    """Whether the name may be said for the other: the same, the same with fewer words before it that change nothing,
    or with more that the cited text has."""
    if name.key == other.key:
        return True
    if name.kind == other.kind == "actor":
        return _same_actor(name, other, texts)
    if "person" in (name.kind, other.kind):
        return False
    return name.key in other.key or other.key in name.key


def _same_actor(name: Name, other: Name, texts: Iterable[str]) -> bool:
    if other.key.endswith(name.key):
        return not _changes(other.key.removesuffix(name.key))
    if name.key.endswith(other.key):
        more = name.key.removesuffix(other.key)
        return not _changes(more) and any(find_folded(more, text) for text in texts)
    return False


def _changes(before: str) -> bool:
    """Whether these words in front make another name of it."""
    return before[-1:] in CHANGING or before.strip() in ENGLISH_CHANGING


def _stands(name: Name, texts: Sequence[str]) -> bool:
    """Whether one of the texts gives the name."""
    if name.kind == "title":
        wanted = name.key.replace(_STATE, "")
        return any(wanted in fold(text).text.replace(_STATE, "") for text in texts)
    if name.kind != "actor":
        return any(find_folded(one, text) for text in texts for one in (name.text, name.key))
    return any(
        other.kind == "actor" and (name.key == other.key or _same_actor(name, other, texts))
        for text in texts
        for other in find_names(text)
    ) or any(_written(name, text) and _read_otherwise(name, text) for text in texts)
