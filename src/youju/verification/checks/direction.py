"""Bounds and directions as in the source: 超过 is not 不超过, 之前 not 之后, 增加 not 减少."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from youju.caller import Caller
from youju.text.numbers import Bound
from youju.text.overlap import coverage
from youju.verification.alignment import features_of
from youju.verification.clauses import TIE, Clause, Comparison, compare, likeness
from youju.verification.differences import difference_of
from youju.verification.operators import tokens_in
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.senses import directions, matter
from youju.verification.wording import objection

SAME_MATTER = 0.5
VERBATIM = 0.7

_FITS: dict[Bound, tuple[Bound, ...]] = {
    "": ("", "at_most", "at_least", "more", "less"),
    "at_most": ("at_most", ""),
    "at_least": ("at_least", ""),
    "more": ("more",),
    "less": ("less",),
}
"""Which bounds of the source a bound of the claim may stand for: a claim may say less, never the other way round."""

_OPPOSED = (
    ("at_most", "at_least"),
    ("at_most", "more"),
    ("at_least", "less"),
    ("more", "less"),
    ("before", "after"),
    ("up", "down"),
    ("in", "out"),
    ("first", "second"),
)
_CHANGE = re.compile(r"[由从].{1,40}(?:至|到|为|成)|\bfrom\b.{1,60}\bto\b", re.IGNORECASE)


class DirectionCheck:
    """Bounds of quantities, opposed words, and the order of a change from one value to another."""

    name = "direction"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first clause whose direction the clause it rests on does not share."""
        comparison = compare(claim.text, evidence.cited)
        for clause, nearest in comparison.rests_on:
            turned = nearest and (_turned(clause, nearest) or _sides_exchanged(clause.text, nearest.text))
            source = _against_bound(clause, comparison) or (nearest if turned else None)
            if source:
                return objection(
                    self.name,
                    claim,
                    f"“{clause.text.strip()}”的方向与所引资料不符，资料为“{source.text.strip()}”。",
                    f"“{clause.text.strip()}” turns round what the cited text says: “{source.text.strip()}”.",
                )
        return difference_of(self.name, "direction", claim, evidence)


def _against_bound(clause: Clause, comparison: Comparison) -> Clause | None:
    """The source clause that says a quantity of the claim with another bound, where none says it with this one."""
    for quantity in clause.quantities:
        if not quantity.bound:
            continue
        proving = [
            (comparison.match(clause, source, but=quantity), source, other)
            for source in comparison.sources
            for other in source.quantities
            if quantity.proved_by(other)
        ]
        best = max((score for score, _, _ in proving), default=0.0)
        close = [(source, other) for score, source, other in proving if score >= best - TIE]
        if close and not any(other.bound in _FITS[quantity.bound] for _, other in close):
            return close[0][0]
    return None


def _turned(clause: Clause, source: Clause) -> bool:
    """Whether the claim clause points the other way than the source clause that it rests on."""
    if coverage(matter(clause.text), matter(source.text) | source.context) < SAME_MATTER:
        return False
    alike = likeness(clause.text, source.text)
    here = directions(clause.text)
    there = directions(alike.window if alike.share >= VERBATIM else source.text)
    swapped = any(_swapped(here, there, one, other) or _swapped(here, there, other, one) for one, other in _OPPOSED)
    return swapped or _order_turned(clause, source)


def _swapped(here: Counter[str], there: Counter[str], one: str, other: str) -> bool:
    return here[one] > there[one] and there[other] > here[other]


def _order_turned(clause: Clause, source: Clause) -> bool:
    """Whether a change from one value to another runs the other way in the source."""
    if not (_CHANGE.search(clause.text) and _CHANGE.search(source.text)):
        return False
    mine = [quantity.value for quantity in clause.quantities]
    theirs = [quantity.value for quantity in source.quantities if quantity.value in mine]
    return len(mine) > 1 and sorted(mine) == sorted(theirs) and mine != theirs


_ORDERS = frozenset(("before", "after", "more", "less"))
_OPPOSITE = {"before": "after", "after": "before", "more": "less", "less": "more"}
_BESIDE = re.compile(r"[之以]?[前后]|.于|超过|before|after|prior to|following|(?:more|less|\w+er) than")
"""Words of order that have what they compare on both sides: 批准后预订, A高于B."""


def _sides_exchanged(claim: str, source: str) -> bool:
    """Whether one and the same order is said of the two sides the other way round (批准后预订, 预订后批准), or the
    opposite order of the same sides."""
    mine, theirs = _sides(claim), _sides(source)
    if mine is None or theirs is None:
        return False
    straight = len(mine[1] & theirs[1]) + len(mine[2] & theirs[2])
    crossed = len(mine[1] & theirs[2]) + len(mine[2] & theirs[1])
    if mine[0] == theirs[0]:
        return crossed > straight
    return mine[0] == _OPPOSITE[theirs[0]] and straight > crossed


@lru_cache(maxsize=4096)
def _sides(text: str) -> tuple[str, frozenset[str], frozenset[str]] | None:
    """The one word of order in a clause, and the content before and behind it."""
    tokens = tokens_in(text)
    places = [k for k, token in enumerate(tokens) if token.operator in _ORDERS and _BESIDE.fullmatch(token.words)]
    if len(places) != 1:
        return None
    left, right = features_of(tokens[: places[0]]), features_of(tokens[places[0] + 1 :])
    return (tokens[places[0]].operator, left, right) if left and right else None
