"""What of a claim stands in its cited passages, in numbers: the features of the trained scorer.

All are computed from the claim and the passages alone, without a model. Most are shares from 0 to 1. `Rarity` weighs
units of content: 规定 says little, 健身卡 much.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from youju.knowledge.values import Passage
from youju.text.language import language_of
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import content_sequence, content_units
from youju.verification.clauses import (
    Clause,
    Comparison,
    clauses_of,
    clauses_of_passage,
    compare,
    heading_of,
    is_attribution,
    likeness,
    without_introduction,
)
from youju.verification.senses import directions, matter, modalities

FEATURES = (
    "held",  # weight of the claim's content that stands in the clauses that match its clauses best
    "least held",  # the same for the clause of which the least is held
    "held anywhere",  # weight that stands anywhere in the cited text or its headings
    "least held anywhere",
    "held by one sentence",  # by the sentence that holds most
    "held by headings alone",
    "longest gap",  # weight of the longest run of content that stands nowhere, in units of the rarest
    "gaps",  # number of such runs
    "rarest held",  # share of the rare units that stand anywhere
    "pairs held",  # neighbouring units that are neighbours in the cited text
    "least pairs held",
    "order",  # neighbouring units that follow each other in the cited text
    "runs",  # characters in common runs with the clause that each clause rests on
    "least runs",
    "ratio",  # likeness as wholes
    "returned",  # content of the sentence that the claim is nearest to, that the claim holds
    "quantities held",  # anywhere
    "quantities beside",  # in the clause that theirs rests on
    "names held",  # words in Latin letters with a capital or a digit
    "negation",  # negations more or fewer than where the clause rests
    "modality",  # kinds of modality said on one side only
    "direction",  # kinds of direction said on one side only
    "length",  # log of the claim's content beside its nearest sentence's
    "size",  # log of the claim's weight
    "clauses",  # log of their number
    "languages differ",
)
"""The features in order."""

CAP = 3.0
"""What a count is cut at."""
NOTHING = np.zeros(len(FEATURES))


@dataclass(frozen=True)
class Rarity:
    """How much units of content say, 0–1. `known` holds the common ones; all others say the most, 1."""

    known: Mapping[str, float]

    def of(self, unit: str) -> float:
        """The weight of one unit."""
        return self.known.get(unit, 1.0)

    def total(self, units: Iterable[str]) -> float:
        """The weight of several."""
        return sum(self.of(unit) for unit in units)


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of the claim with content: its words, their weight, and the shares of it that the best single clause
    and the whole cited text hold."""

    text: str
    units: frozenset[str]
    weight: float
    held: float
    anywhere: float


@dataclass(frozen=True, slots=True)
class _Sources:
    """The cited text: what each clause and each sentence is about, its units, and which units stand side by side."""

    clauses: tuple[frozenset[str], ...]
    sentences: tuple[frozenset[str], ...]
    body: frozenset[str]
    everything: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    places: Mapping[str, tuple[int, ...]]
    quantities: tuple[Quantity, ...]
    words: frozenset[str]


@lru_cache(maxsize=64)
def _sources(passages: tuple[Passage, ...]) -> _Sources:
    clauses = [clause for passage in passages for clause in clauses_of_passage(passage)]
    about = tuple(matter(clause.text) | clause.units | clause.context for clause in clauses)
    sentences = tuple(
        frozenset[str]().union(*(clause.units for clause in one))
        for _, one in groupby((clause for clause in clauses if clause.end), key=lambda clause: (clause.start, clause.end))
    )
    body: set[str] = set()
    sequence: list[str] = []
    for passage in passages:
        sequence += content_sequence(passage.text)
    for clause, units in zip(clauses, about, strict=True):
        if clause.end:
            body |= units
    places: dict[str, list[int]] = {}
    for place, unit in enumerate(sequence):
        places.setdefault(unit, []).append(place)
    heading = [content_units(heading_of(passage)) for passage in passages]
    return _Sources(
        about,
        sentences or (frozenset(),),
        frozenset(body),
        frozenset(body).union(*heading),
        frozenset(pairwise(sequence)),
        {unit: tuple(found) for unit, found in places.items()},
        tuple(quantity for clause in clauses for quantity in clause.quantities),
        frozenset(word for passage in passages for word in _words(f"{heading_of(passage)} {passage.text}")),
    )


def parts_of(claim: str, passages: tuple[Passage, ...], rarity: Rarity) -> list[Part]:
    """The clauses of the claim that have content, each with how much of it is held."""
    sources = _sources(passages)
    parts: list[Part] = []
    for clause in clauses_of(claim):
        units = matter(without_introduction(clause.text))
        if not units or is_attribution(clause.text):
            continue
        weight = rarity.total(units)
        best = max((rarity.total(units & about) for about in sources.clauses), default=0.0)
        anywhere = rarity.total(units & sources.everything)
        parts.append(Part(clause.text, units, weight, best / weight, anywhere / weight))
    return parts


def features(claim: str, passages: tuple[Passage, ...], rarity: Rarity) -> NDArray[np.float64]:
    """The features of a claim beside its cited passages, shape `(len(FEATURES),)`."""
    parts = parts_of(claim, passages, rarity)
    if not parts or not passages:
        return NOTHING.copy()
    sources = _sources(passages)
    comparison = compare(claim, passages)
    wanted = frozenset[str]().union(*(part.units for part in parts))
    return np.array(
        [
            *_coverage(parts, wanted, sources, rarity),
            *_runs(parts, wanted, sources, rarity),
            *_likeness(comparison, wanted, sources),
            *_facts(claim, comparison, sources),
            *_senses(comparison),
            *_shape(claim, parts, wanted, passages, sources),
        ]
    )


def _coverage(
    parts: Sequence[Part], wanted: frozenset[str], sources: _Sources, rarity: Rarity
) -> tuple[float, float, float, float, float, float]:
    whole = sum(part.weight for part in parts)
    heavy = [part for part in parts if part.weight >= 1.5] or parts
    total = rarity.total(wanted)
    return (
        sum(part.held * part.weight for part in parts) / whole,
        min(part.held for part in heavy),
        sum(part.anywhere * part.weight for part in parts) / whole,
        min(part.anywhere for part in heavy),
        max(rarity.total(wanted & one) for one in sources.sentences) / total,
        rarity.total((wanted & sources.everything) - sources.body) / total,
    )


def _runs(
    parts: Sequence[Part], wanted: frozenset[str], sources: _Sources, rarity: Rarity
) -> tuple[float, float, float, float, float, float]:
    gaps: list[float] = []
    shares: list[tuple[float, int]] = []
    follows = steps = 0
    for part in parts:
        sequence = [unit for unit in content_sequence(without_introduction(part.text)) if unit in part.units]
        for missing, run in groupby(sequence, key=lambda unit: unit not in sources.everything):
            if missing:
                gaps.append(rarity.total(run))
        pairs = list(pairwise(sequence))
        if pairs:
            shares.append((sum(pair in sources.pairs for pair in pairs) / len(pairs), len(pairs)))
        known = [unit for unit in sequence if unit in sources.places]
        steps += max(0, len(known) - 1)
        follows += sum(_follows(sources.places[one], sources.places[other]) for one, other in pairwise(known))
    rare = [unit for unit in wanted if rarity.of(unit) >= 1.0]
    total = sum(count for _, count in shares)
    return (
        min(CAP, max(gaps, default=0.0) / 2),
        min(CAP, len(gaps) / 2),
        sum(unit in sources.everything for unit in rare) / len(rare) if rare else 1.0,
        sum(share * count for share, count in shares) / total if total else 1.0,
        min((share for share, count in shares if count >= 3), default=1.0),
        follows / steps if steps else 1.0,
    )


_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_.&][A-Za-z0-9]+)*")
NEAR = 12
"""Units within which one that comes later follows."""


def _follows(one: Sequence[int], other: Sequence[int]) -> bool:
    return any(0 < later - place <= NEAR for place in one for later in other)


def _likeness(comparison: Comparison, wanted: frozenset[str], sources: _Sources) -> tuple[float, float, float, float]:
    pairs = [(clause, source) for clause, source in comparison.rests_on if clause.units]
    alike = [likeness(clause.text, source.text) if source else None for clause, source in pairs]
    shares = [one.share if one else 0.0 for one in alike] or [0.0]
    weights = [len(clause.text) for clause, _ in pairs] or [1]
    ratios = [one.ratio if one else 0.0 for one in alike] or [0.0]
    nearest = max(sources.sentences, key=lambda one: len(wanted & one) / (1 + len(one | wanted)))
    return (
        float(np.average(shares, weights=weights)),
        min(shares),
        float(np.average(ratios, weights=weights)),
        len(nearest & wanted) / len(nearest) if nearest else 0.0,
    )


def _facts(claim: str, comparison: Comparison, sources: _Sources) -> tuple[float, float, float]:
    said = [
        (quantity, source)
        for clause, source in comparison.rests_on
        for quantity in clause.quantities
        if not quantity.indefinite and quantity.kind != "article"
    ]
    anywhere = [any(quantity.proved_by(other) for other in sources.quantities) for quantity, _ in said]
    beside = [bool(source) and any(quantity.proved_by(other) for other in _of(source)) for quantity, source in said]
    names = _names(claim)
    return (
        sum(anywhere) / len(anywhere) if anywhere else 1.0,
        sum(beside) / len(beside) if beside else 1.0,
        sum(name in sources.words for name in names) / len(names) if names else 1.0,
    )


def _of(source: Clause | None) -> tuple[Quantity, ...]:
    return (*source.quantities, *find_quantities(source.inherited)) if source else ()


def _names(text: str) -> frozenset[str]:
    """Latin words that look like a name or a code: a capital inside a sentence."""
    return frozenset(word.casefold() for word in _LATIN.findall(text)[1:] if word.lower() != word)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _LATIN.findall(text))


def _senses(comparison: Comparison) -> tuple[float, float, float]:
    negation = modality = direction = 0
    for clause, source in comparison.rests_on:
        if source is None:
            continue
        theirs = likeness(clause.text, source.text).window
        here, there = modalities(clause.text), modalities(theirs)
        negation += abs(here["negation"] - there["negation"])
        modality += len({name for name in here | there if name != "negation" and bool(here[name]) != bool(there[name])})
        mine, other = directions(clause.text), directions(theirs)
        direction += len({name for name in mine | other if bool(mine[name]) != bool(other[name])})
    return min(CAP, negation), min(CAP, modality), min(CAP, direction)


def _shape(
    claim: str, parts: Sequence[Part], wanted: frozenset[str], passages: Sequence[Passage], sources: _Sources
) -> tuple[float, float, float, float]:
    nearest = max(sources.sentences, key=lambda one: len(wanted & one) / (1 + len(one | wanted)))
    return (
        math.log((1 + len(wanted)) / (1 + len(nearest))),
        math.log1p(sum(part.weight for part in parts)),
        math.log(len(parts)),
        float(all(language_of(claim) != language_of(passage.text) for passage in passages)),
    )
