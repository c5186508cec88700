"""Single-fact corruptions: a true sentence in which one thing is changed, so that its passage no longer says it.

Of the kinds, those in `DETERMINISTIC` change a fact that can be compared without judgement (what number, which unit,
who, may or must): the goal is that none is shown as supported. Those in `JUDGED` leave every single fact standing but
change what is said of which: a condition dropped, 和 for 或, the right sentence cited to the next passage. They are
left to support, and reported.

`corrupt` refuses what would still be true: what stands in the passage, what is equal in value, what says nothing else.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from training.corpora import Sample
from training.edits.clauses import conditions, quotes
from training.edits.edit import Edit, Way, applied, shuffled
from training.edits.names import names
from training.edits.quantities import dates, numbers, references, units, worth
from training.edits.words import conjunctions, directions, modalities, polarities, quantifiers
from youju.knowledge.values import Passage
from youju.text.folding import fold
from youju.text.overlap import content_units, coverage
from youju.text.sentences import split_clauses, split_sentences

Kind = Literal[
    "number",
    "unit",
    "date",
    "direction",
    "polarity",
    "modality",
    "article",
    "name",
    "quantifier",
    "quote",
    "condition",
    "conjunction",
    "neighbour",
]
_WAYS: Mapping[Kind, Way] = {
    "number": numbers,
    "unit": units,
    "date": dates,
    "direction": directions,
    "polarity": polarities,
    "modality": modalities,
    "article": references,
    "name": names,
    "quantifier": quantifiers,
    "quote": quotes,
    "condition": conditions,
    "conjunction": conjunctions,
}
KINDS: tuple[Kind, ...] = (*_WAYS, "neighbour")
JUDGED: frozenset[Kind] = frozenset({"condition", "conjunction", "neighbour"})
"""Kinds that only support can tell: reported."""
DETERMINISTIC: frozenset[Kind] = frozenset(KINDS) - JUDGED
"""Kinds that change a comparable fact: none may be shown as supported."""

STRANGE = 0.45
"""Coverage of the sentence by the next passage from which that passage might say it too."""
LEAST = 8
"""Characters that a sentence needs after a clause was dropped."""


@dataclass(frozen=True)
class Corruption:
    """A false sentence, cited to `passage`: `before` in the true one became `after` (for a neighbour: the names of the
    right and of the cited passage)."""

    sentence: str
    kind: Kind
    before: str
    after: str
    passage: Passage


def corrupt(sample: Sample, kind: Kind, chance: random.Random) -> Corruption | None:
    """The sample with one fact of this kind changed, or None where it has none that can be. The same for the same
    `chance`."""
    if kind == "neighbour":
        return _neighbour(sample)
    for edits in shuffled(_WAYS[kind](sample, chance), chance):
        made = applied(sample.sentence, edits).strip()
        if _is_false(sample, kind, edits, made):
            before = "…".join(filter(None, (sample.sentence[edit.start : edit.end] for edit in edits)))
            return Corruption(made, kind, before, "…".join(filter(None, (edit.new for edit in edits))), sample.passage)
    return None


def attributed(sample: Sample) -> Sample | None:
    """The sentence with the law and article that it stands in, which is true; None without an address, or for a law
    that is no longer in force, where it would not be."""
    locator = sample.passage.locator
    if locator is None or not locator.label or sample.passage.in_force.status in ("repealed", "not_yet"):
        return None
    return replace(sample, sentence=f"《{locator.law}》{locator.label}规定，{sample.sentence}")


def _neighbour(sample: Sample) -> Corruption | None:
    wanted = content_units(sample.sentence)
    for other in sample.others:
        theirs = content_units(other.text)
        if len(wanted) > 3 and coverage(wanted, theirs) < STRANGE and not _stands(sample.sentence, other):
            return Corruption(sample.sentence, "neighbour", _name(sample.passage), _name(other), other)
    return None


def _name(passage: Passage) -> str:
    return passage.locator.label or "" if passage.locator else passage.id


# ── what would still be true ──────────────────────────────────────────────────────────────────────────────────────────


def _is_false(sample: Sample, kind: Kind, edits: tuple[Edit, ...], made: str) -> bool:
    if fold(made).text == fold(sample.sentence).text:
        return False
    if kind == "condition":  # what is left stands in the passage, but not by itself
        return len(made) >= LEAST and len(content_units(made)) > 3 and not _is_sentence(made, sample.passage)
    if _stands(made, sample.passage):
        return False
    if kind in _CHANGES_WORTH and not _one_quantity_differs(sample.sentence, made):
        return False
    return not _clause_stands(sample, edits, made)


_CHANGES_WORTH: frozenset[Kind] = frozenset({"number", "unit", "date"})
_MAGNITUDE = re.compile(r"\b(?:thousand|million|billion)\b|[万亿]")


def _one_quantity_differs(before: str, after: str) -> bool:
    """Whether the values differ in one place; magnitudes (million, 亿) that stand apart differ by their words."""
    mine, theirs = worth(before), worth(after)
    if mine == theirs:
        return _MAGNITUDE.findall(before) != _MAGNITUDE.findall(after)
    return len(mine) == len(theirs) and sum(one != other for one, other in zip(mine, theirs, strict=True)) == 1


def _stands(text: str, passage: Passage) -> bool:
    return _squeezed(text) in _squeezed(passage.text)


def _is_sentence(text: str, passage: Passage) -> bool:
    units = split_sentences(passage.text)
    return _squeezed(text) in {_squeezed(passage.text[unit.start : unit.end]) for unit in units}


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,.;:]", "", fold(text).text)


def _clause_stands(sample: Sample, edits: tuple[Edit, ...], made: str) -> bool:
    """Whether the changed clause stands in the passage and is most of the sentence: then it may be true of another."""
    place = edits[0].start
    for span in split_clauses(made):
        if span.start <= place < max(span.end, span.start + 1):
            clause = made[span.start : span.end]
            return len(clause) * 2 > len(made) and _stands(clause, sample.passage)
    return False
