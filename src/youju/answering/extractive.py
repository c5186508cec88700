"""An answer without a model: the sentences that answer, verbatim, shortest sufficient.

Every unit (sentence, list item, table row) of the found passages is scored by how much of the question it covers,
rare terms counting more, by whether it holds the kind of thing asked for, and by its passage's rank. The best one
opens the answer; others join only if they add something, then in reading order by document. A list comes with its
lead-in, a table row with its header, a sentence that leans on its neighbour with that neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from youju.answering.focus import Focus, focus_of
from youju.answering.units import Unit, units_of
from youju.citations.registry import Registered
from youju.text.tokens import bigrams

Rarity = Callable[[Sequence[str]], Mapping[str, float]]
"""Weight of each term: 0 for one that every passage has, larger the rarer it is."""

MAX_UNITS = 3
WHOLE_LIST = 12
"""A list of at most so many items is quoted whole."""

_AROUND = 0.5
_IN_KIND = 0.30
_RANK = 0.20
_SAME = 0.90
"""A further unit must score this share of the best one's …"""
_ADDS = 0.15
"""… or cover this share of the question that is not covered yet, while scoring at least `_WORTH` of the best."""
_WORTH = 0.60
_ALIKE = 0.65
"""Two units with this share of common bigrams say the same."""

_LEANS_BACK = re.compile(
    r"(但是?|不过|然而|除外|上述|前款|此外|其中|该|其|此类|这些?|那么|However|Except|This|These|It|They|Such)\b?",
    re.IGNORECASE,
)
_QUALIFIES = re.compile(r"(但是?|不过|然而|上述.*除外|但书|However|Except|Unless)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """A unit to show under its number. `lead` joins it to the text before."""

    number: int
    text: str
    lead: str


@dataclass(frozen=True, slots=True)
class _Ranked:
    unit: Unit
    score: float
    covers: frozenset[str]


def compose(question: str, sources: Sequence[Registered], rarity: Rarity) -> list[Quote]:
    """The verbatim answer to a question from passages, best passage first. Empty if no unit shares a term."""
    focus = focus_of(question)
    weights = rarity(sorted(focus.terms))
    units = units_of(sources)
    ranks = {source.number: rank for rank, source in enumerate(sources)}
    ranked = sorted(
        (_rank(unit, focus, weights, ranks) for unit in units),
        key=lambda ranked: (-ranked.score, len(ranked.unit.text), ranked.unit.order),
    )
    chosen = _choose([ranked for ranked in ranked if ranked.covers], weights)
    if not chosen:
        return []
    return _arrange([_completed(unit, units) for unit in chosen])


def _rank(unit: Unit, focus: Focus, weights: Mapping[str, float], ranks: Mapping[int, int]) -> _Ranked:
    own = focus.terms.intersection(bigrams(unit.text))
    around = focus.terms.intersection(bigrams(unit.around)) - own
    total = sum(weights.values()) or 1.0
    score = (_weight(own, weights) + _AROUND * _weight(around, weights)) / total
    if focus.answers_in_kind(unit.text):
        score += _IN_KIND
    score += _RANK / (1 + ranks[unit.source.number])
    return _Ranked(unit, score, own | around)


def _weight(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weights[term] for term in terms)


def _choose(ranked: Sequence[_Ranked], weights: Mapping[str, float]) -> list[Unit]:
    """The best unit, and those that add to it."""
    chosen: list[_Ranked] = []
    covered: frozenset[str] = frozenset()
    total = sum(weights.values()) or 1.0
    for candidate in ranked:
        if len(chosen) == MAX_UNITS:
            break
        if chosen:
            best = chosen[0]
            if any(_alike(candidate.unit, other.unit) for other in chosen):
                continue
            adds = _weight(candidate.covers - covered, weights) / total
            if candidate.score < _SAME * best.score and not (adds >= _ADDS and candidate.score >= _WORTH * best.score):
                continue
        chosen.append(candidate)
        covered |= candidate.covers
    return [ranked.unit for ranked in chosen]


def _alike(a: Unit, b: Unit) -> bool:
    mine, theirs = set(bigrams(a.text)), set(bigrams(b.text))
    return len(mine & theirs) >= _ALIKE * max(1, min(len(mine), len(theirs)))


def _completed(unit: Unit, units: Sequence[Unit]) -> list[Unit]:
    """The unit with what it needs to be understood, in reading order."""
    if unit.group is not None:
        return _from_group(unit, units)
    place = units.index(unit)
    block = [other for other in units if other.version == unit.version and other.block == unit.block]
    at = block.index(unit)
    together = [unit]
    if at > 0 and _LEANS_BACK.match(unit.text):
        together.insert(0, block[at - 1])
    if at + 1 < len(block) and _QUALIFIES.match(block[at + 1].text):
        together.append(block[at + 1])
    if unit.text.rstrip().endswith(("：", ":")) and place + 1 < len(units) and units[place + 1].group is not None:
        together += _from_group(units[place + 1], units, whole=True)
    return together


def _from_group(unit: Unit, units: Sequence[Unit], *, whole: bool = False) -> list[Unit]:
    members = [other for other in units if other.group == unit.group]
    if unit.block.kind == "table_row" and not whole:
        header = [member for member in members if member.block.kind == "table_header"]
        return [*header, unit]
    if unit.block.kind in ("table_header", "table_row") or len(members) <= WHOLE_LIST:
        chosen = members
    else:
        chosen = [unit]
    first = units.index(members[0])
    lead = units[first - 1] if first else None
    if lead and lead.version == unit.version and lead.group is None and lead.text.rstrip().endswith(("：", ":")):
        return [lead, *chosen]
    return chosen


def _arrange(parts: Sequence[Sequence[Unit]]) -> list[Quote]:
    """Best part first, then reading order inside its document, then the other documents; each unit once."""
    opening = parts[0]
    home = opening[0].version
    versions = list(dict.fromkeys([home, *(part[0].version for part in parts)]))
    rest = sorted(parts[1:], key=lambda part: (versions.index(part[0].version), part[0].order))
    quotes: list[Quote] = []
    shown: set[int] = set()
    last: Unit | None = None
    for unit in (unit for part in (opening, *rest) for unit in part):
        if unit.order in shown:
            continue
        shown.add(unit.order)
        quotes.append(Quote(unit.source.number, _shown(unit), _lead(last, unit)))
        last = unit
    return quotes


def _shown(unit: Unit) -> str:
    """The unit's words, to the letter; a row as a row of a Markdown table."""
    if unit.block.kind in ("table_row", "table_header"):
        return "| " + " | ".join(cell.strip() for cell in unit.text.split(" | ")) + " |"
    return unit.text


def _lead(last: Unit | None, unit: Unit) -> str:
    if last is None:
        return ""
    if last.version != unit.version or (last.group is not None) != (unit.group is not None):
        return "\n\n"
    if unit.group is not None:
        return "\n" if last.group == unit.group else "\n\n"
    return " " if unit.text[:1].isascii() else ""
