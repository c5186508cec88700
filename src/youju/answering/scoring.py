"""How directly a unit answers a question: how much of it the unit covers, and whether it is the kind of answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from youju.answering.focus import Bound, Wanted, bound_wanted, bounds, is_in_kind, quantities_in_kind, wanted_by
from youju.answering.units import Unit
from youju.retrieval.values import Scored
from youju.text.sentences import split_clauses
from youju.text.tokens import bigrams, fold, words

_ABOVE, _PATH, _NEAR = 0.9, 0.5, 0.3
"""What a term counts that stands not in the unit itself but over it, in its section's titles, in its passage."""
_IN_KIND, _TOGETHER, _BOUND = 0.20, 0.15, 0.30
"""What it counts that a unit holds the kind of thing asked for, in one clause with a term of the question, as the bound
that is asked for."""
_LACKS = _ELSEWHERE = 0.10
_RANK = 0.10
_ALIKE = 0.65
"""Two units with this share of common bigrams say the same."""

_LACKING = re.compile(r"没有?|无法|无(?!需)|未|丢|缺|\b(?:no|without|lost|missing)\b", re.IGNORECASE)
"""A question about what is not there is answered by a sentence about what is not there."""
_SENDS_ON = re.compile(
    r"(?:[按见依]|参见|详见|参照|依照|按照)《[^》]+》|\b(?:see|refer to) (?:the|section|chapter)\b", re.IGNORECASE
)
"""A sentence that sends its reader elsewhere answers less directly than the place it names."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit with its score, the terms it covers (itself or in what stands over it), and whether it is an answer of
    the kind asked for. `values` are its quantities of that kind: two units with the same ones say the same."""

    unit: Unit
    score: float
    covers: frozenset[str]
    in_kind: bool
    values: frozenset[tuple[str, Decimal]]

    def repeats(self, other: Ranked) -> bool:
        """Whether this unit only says again what the other says."""
        if self.values and other.values:
            return self.values == other.values
        mine, theirs = set(bigrams(self.unit.text)), set(bigrams(other.unit.text))
        return len(mine & theirs) >= _ALIKE * max(1, min(len(mine), len(theirs)))


class Scorer:
    """Scores the units of some passages for one question. `weights`: its content terms, each with its rarity."""

    def __init__(self, question: str, sources: Sequence[Scored], weights: Mapping[str, float]) -> None:
        total = sum(weights.values()) or 1.0
        self.wanted: Wanted = wanted_by(question)
        self._shares = {term: weight / total for term, weight in weights.items()}
        self._bound: Bound = bound_wanted(question)
        self._lacking = bool(_LACKING.search(question))
        self._topics = {source.passage.id: self._terms(source.passage.text) for source in sources}
        self._ranks = {source.passage.id: rank for rank, source in enumerate(sources, 1)}

    @property
    def wants_all(self) -> bool:
        """Whether a whole list answers better than its best item."""
        return self.wanted in ("open", "list")

    def share(self, terms: frozenset[str]) -> float:
        """How much of the question these terms are, 0..1."""
        return sum(self._shares[term] for term in terms)

    def rank(self, unit: Unit) -> Ranked:
        """Score one unit."""
        own = self._terms(unit.text)
        above = self._terms(unit.above) - own
        path = self._terms(unit.path) - own - above
        near = self._topics[unit.source.passage.id] - own - above - path
        score = self.share(own) + _ABOVE * self.share(above) + _PATH * self.share(path) + _NEAR * self.share(near)
        in_kind = is_in_kind(self.wanted, unit.text) or self._is_bare_figure(unit)
        score += _IN_KIND + self._clauses(unit.text) if in_kind else 0.0
        score += _LACKS * (self._lacking and bool(_LACKING.search(unit.text)))
        score -= _ELSEWHERE * bool(_SENDS_ON.search(unit.text))
        score += _RANK / self._ranks[unit.source.passage.id]
        values = frozenset((found.unit, found.value) for found in quantities_in_kind(self.wanted, unit.text))
        return Ranked(unit, score, own | above | path, in_kind or self.wants_all, values)

    def _is_bare_figure(self, unit: Unit) -> bool:
        """Whether the unit is a table row with figures: what they count stands in the header or the caption."""
        return (
            unit.block.kind == "table_row" and bool(quantities_in_kind("count", unit.text)) and self.wanted == "money"
        )

    def _clauses(self, text: str) -> float:
        """What the best clause that holds a quantity of the kind asked for adds: 期限不满三个月的，不得约定试用期 says
        nothing about how long a 试用期 may be."""
        best = 0.0
        for span in split_clauses(text):
            clause = text[span.start : span.end]
            if quantities_in_kind(self.wanted, clause):
                found = _TOGETHER * bool(self._terms(clause)) + _BOUND * bounds(self._bound, clause)
                best = max(best, found)
        return best

    def _terms(self, text: str) -> frozenset[str]:
        """The terms that stand in the text: Chinese ones anywhere, Latin ones as words."""
        folded, latin = fold(text), frozenset(words(text))
        return frozenset(term for term in self._shares if (term in latin if term.isascii() else term in folded))
