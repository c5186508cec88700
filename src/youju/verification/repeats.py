"""The sentences that a claim repeats but for its facts.

Where there are such sentences, the claim's names and quantities must be those of one of them, each at its place. That
closes the gate to twins: of two sentences that differ in a name and a number, neither proves the other's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from youju.knowledge.values import Passage
from youju.text.names import Name, find_names
from youju.text.numbers import Quantity, find_quantities
from youju.text.sentences import split_sentences
from youju.verification.clauses import is_attribution
from youju.verification.slots import LIST, Beside, Masked, beside, mask

REPEATED = 0.75
"""Share of a claim, its facts aside, that stands in one sentence from which the claim repeats that sentence."""
WHOLE = 0.97
"""Share from which the sentence has the last word on the facts of the claim."""
_EQUAL = 0.01
LABEL = re.compile(r"[ \t\u3000#*-]*第[\d〇零一二三四五六七八九十百千]+条(?:之[一二三四五六七八九十]+)?[ \t\u3000]+")
"""The number of an article in front of its text."""
_LED_IN = re.compile(
    r"^(?:(?:根据|依据|按照|依照|参照)?[^，,。；]{0,20}"
    r"《[^》]{1,120}(?:《[^》]{1,60}》[^》]{0,80})*》[^，,。；]{0,40}[，,：:]"
    r"|(?:根据|依据|按照|依照)[^，,。；]{1,40}[，,：:]"
    r"|(?:第[\d〇零一二三四五六七八九十百千]+[章节条款项])+(?:(?:的?规定|明确|指出)?[，,：:]|\s+)"
    r"|(?i:(?:according to|under|as stated in|per|in) [^,.;]{1,60}, "
    r"|(?:the|this|our) [a-z ]{0,24}(?:[“\"'][^”\"']{1,80}[”\"'] )?(?:says?|states?|notes?)(?: that)?[:,]? ))+"
)
"""Words in front that say where the statement stands."""


def leads_in(clause: str) -> bool:
    """Whether a clause says no more than where the statement stands: 《员工手册》第七条规定."""
    return _LED_IN.fullmatch(f"{clause.strip()}，") is not None or is_attribution(clause)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A sentence of a cited passage, at `[start, end)` of its text, with the claim's facts beside its own. The facts of
    the claim are at places of `claim`: it without the words that only say where it stands."""

    claim: str
    passage: Passage
    start: int
    end: int
    side: Beside[Name | Quantity]

    @property
    def whole(self) -> bool:
        """Whether the claim says nothing that is not in the sentence, and each of its facts has its place there."""
        return self.side.share >= WHOLE and not self.side.unpaired

    @property
    def text(self) -> str:
        """The sentence."""
        return self.passage.text[self.start : self.end]


@lru_cache(maxsize=256)
def repeats_of(claim: str, passages: tuple[Passage, ...]) -> tuple[Repeat, ...]:
    """The sentences that the claim repeats best, as it is or behind the words that say where it stands; none if it
    repeats none."""
    whole = _repeats(claim, passages)
    behind = _LED_IN.sub("", claim)
    said = _repeats(behind, passages) if behind and behind != claim else ()
    return said if said and not (whole and whole[0].side.share >= said[0].side.share) else whole


def _repeats(claim: str, passages: tuple[Passage, ...]) -> tuple[Repeat, ...]:
    found: list[Repeat] = []
    mine = facts_masked(claim)
    for passage in passages:
        for unit in split_sentences(passage.text):
            label = LABEL.match(passage.text, unit.start, unit.end)
            start = label.end() if label else unit.start
            side = beside(mine, facts_masked(passage.text[start : unit.end]), REPEATED)
            if side:
                found.append(Repeat(claim, passage, start, unit.end, side))
    best = max((one.side.share for one in found), default=0.0)
    return tuple(one for one in found if one.side.share >= best - _EQUAL)


@lru_cache(maxsize=8192)
def facts_masked(text: str) -> Masked[Name | Quantity]:
    """A sentence with a sign in the place of each name and quantity."""
    return mask(text, _facts(text), joined)


def _facts(text: str) -> Iterator[Name | Quantity]:
    """Names and quantities in order; of two that overlap the one that begins first, of those the longer."""
    definite = [one for one in find_quantities(text) if one.kind == "frequency" or not one.indefinite]
    quantities = [one for one in definite if one.kind != "code"]
    names = [one for one in find_names(text) if one.kind != "opening"]
    place = 0
    for one in sorted([*names, *quantities], key=lambda fact: (fact.start, -fact.end)):
        if one.start >= place:
            yield one
            place = one.end


def joined(one: Name | Quantity, other: Name | Quantity, between: str) -> bool:
    """Whether two facts are members of one list, or words of one name."""
    if isinstance(one, Quantity) != isinstance(other, Quantity):
        return False
    if LIST.fullmatch(between):
        actors = isinstance(one, Name) and isinstance(other, Name) and one.kind == other.kind == "actor"
        return not (actors and between.strip() == "，")  # …的劳动者，用人单位应…: two parties of two clauses
    if not isinstance(one, Name) or not isinstance(other, Name) or between.strip():
        return False
    actors = (one.kind == "actor") + (other.kind == "actor")
    if between and one.text[0].isupper() and other.text[0].isupper():
        return actors < 2
    return actors < (1 if between else 2)
