"""What of a claim stands in its cited passages, in numbers: the features of the trained scorer.

All are computed from the claim and the passages alone, without a model. Most are shares from 0 to 1. `Rarity` weighs
units of content: 规定 says little, 健身卡 much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from youju.knowledge.values import Passage
from youju.text.language import Language, language_of
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
from youju.verification.operators import operators_in
from youju.verification.senses import matter

_FEATURES = (
    ("held", 1),  # weight of the claim's content that stands in the clauses that match its clauses best
    ("least held", 1),  # the same for the clause of which the least is held
    ("held anywhere", 1),  # weight that stands anywhere in the cited text or its headings
    ("least held anywhere", 1),
    ("held by one sentence", 1),  # by the sentence that holds most
    ("held by headings alone", -1),
    ("most missing", -1),  # weight that the best clause lacks, of the clause of which it lacks most
    ("most missing anywhere", -1),
    ("longest gap", -1),  # weight of the longest run of content that stands nowhere
    ("gaps", -1),  # number of such runs
    ("rarest held", 1),  # share of the rarest units that stand anywhere
    ("pairs held", 1),  # neighbouring units that are neighbours in the cited text
    ("least pairs held", 1),
    ("order", 1),  # neighbouring units that follow each other in the cited text
    ("runs", 1),  # characters in common runs with the clause that each clause rests on
    ("least runs", 1),
    ("ratio", 1),  # likeness as wholes
    ("returned", 1),  # content of the sentence that the claim is nearest to, that the claim holds
    ("quantities held", 1),  # anywhere
    ("quantities beside", 1),  # in the clause that theirs rests on
    ("names held", 1),  # words in Latin letters with a capital
    ("operators", -1),  # 不得, 可以, 以上, unless …: how many only a clause has, or only what it rests on
    ("languages differ", -1),
)
FEATURES = tuple(name for name, _ in _FEATURES)
"""The features in order."""
DIRECTIONS = tuple(direction for _, direction in _FEATURES)
"""Whether support may only grow with the feature (1) or only fall (-1)."""

CAP = 3.0
"""What a count is cut at."""
NOTHING = np.zeros(len(FEATURES))


@dataclass(frozen=True, eq=False)  # compared by identity, so that it can be a key of a cache
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
    languages: frozenset[Language]


@lru_cache(maxsize=64)
def _sources(passages: tuple[Passage, ...]) -> _Sources:
    clauses = [clause for passage in passages for clause in clauses_of_passage(passage)]
    about = tuple(matter(clause.text) | clause.units | clause.context for clause in clauses)
    sentences = tuple(
        frozenset[str]().union(*(clause.units for clause in one))
        for _, one in groupby((one for one in clauses if one.end), key=lambda clause: (clause.start, clause.end))
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
        frozenset(language_of(passage.text) for passage in passages),
    )


_LEAD = re.compile(
    r"""^\W*(?:
      (?:根据|依据|按照|依照|基于|按)?
        (?:以上|上述|所引|引用|本|该|现有|现行|提供|检索到|相关|有关|公司|单位|内部|国家|的)*
        (?:法律|法规|条文|条款|规定|资料|材料|文件|文档|制度|政策|手册|内容|信息)+
        (?:的?(?:规定|指出|显示|表明|可知|可见|要求|提到|说明|写明|载明))?
    | 关于(?:您|你)?(?:的|提出的)?(?:问题|提问|咨询) | (?:需要|应当|请)?(?:注意|说明|指出|强调)的是
    | (?:简单|具体|总的|一般)(?:来说|而言|来讲) | (?:也就是|换句话|换言)(?:说|之)
    | 简而言之|综上所述|综上|总之|因此|所以|此外|另外|同时|例如|首先|其次|最后
    | (?:您|你)好 | 答 | 是的 | 请注意
    )(?=[，,：:、]|$)[，,：:、]?
    | ^\W*(?:
      (?:please\ )?note(?:\ that)? | in\ (?:short|summary|other\ words|brief|addition)
    | to\ (?:answer\ your\ question|summari[sz]e)
    | (?:according\ to|based\ on|as\ (?:stated|described|mentioned)\ in|under|per)\ (?:the|our|your|this|these|company)\
        (?:polic(?:y|ies)|handbook|documents?|rules?|materials?|sources?|context|information|guidelines?|page|text|manual)
        (?:\ provided|\ above)?
    | additionally|furthermore|moreover|therefore|overall|specifically|for\ (?:example|instance)|yes|however
    )\b[:,]?""",
    re.IGNORECASE | re.VERBOSE,
)


def without_lead(clause: str) -> str:
    """The clause without the words of an answerer that state nothing (根据所引条文, in short), nor those that lead into
    a quotation."""
    return _LEAD.sub("", without_introduction(clause))


@lru_cache(maxsize=256)
def parts_of(claim: str, passages: tuple[Passage, ...], rarity: Rarity) -> tuple[Part, ...]:
    """The clauses of the claim that have content, each with how much of it is held."""
    sources = _sources(passages)
    parts: list[Part] = []
    for clause in clauses_of(claim):
        units = matter(without_lead(clause.text))
        if not units or is_attribution(clause.text):
            continue
        weight = rarity.total(units)
        best = max((rarity.total(units & about) for about in sources.clauses), default=0.0)
        anywhere = rarity.total(units & sources.everything)
        parts.append(Part(clause.text, units, weight, best / weight, anywhere / weight))
    return tuple(parts)


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
            _operators(comparison),
            float(language_of(claim) not in sources.languages),
        ]
    )


def _coverage(parts: Sequence[Part], wanted: frozenset[str], sources: _Sources, rarity: Rarity) -> tuple[float, ...]:
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
        min(CAP, max((1 - part.held) * part.weight for part in parts) / 2),
        min(CAP, max((1 - part.anywhere) * part.weight for part in parts) / 2),
    )


def _runs(
    parts: Sequence[Part], wanted: frozenset[str], sources: _Sources, rarity: Rarity
) -> tuple[float, float, float, float, float, float]:
    gaps: list[float] = []
    shares: list[tuple[float, int]] = []
    follows = steps = 0
    for part in parts:
        sequence = [unit for unit in content_sequence(without_lead(part.text)) if unit in part.units]
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


def _operators(comparison: Comparison) -> float:
    apart = 0
    for clause, source in comparison.rests_on:
        if source is not None:
            window = likeness(clause.text, source.text).window
            apart += len(operators_in(clause.text) ^ operators_in(window))
    return min(CAP, apart)
