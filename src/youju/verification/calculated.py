"""The calculations of one question as evidence for its sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from youju.citations.calculations import CalculationMade, Statement
from youju.citations.registry import Registered
from youju.knowledge.values import Passage
from youju.text.overlap import content_units
from youju.verification.addressed import as_evidence
from youju.verification.protocol import Evidence


def evidence_of(
    numbers: Collection[int], registered: Sequence[Registered], calculations: Sequence[CalculationMade]
) -> Evidence:
    """What a sentence that cites these numbers may be proved by: their passages, and what calculations state that rest
    on them."""
    passages = tuple(as_evidence(entry.passage) for entry in registered if entry.number in numbers)
    stated = tuple(one for made in calculations for one in made.cited_by(numbers))
    sheets = tuple(_sheet(made.name, found) for made in calculations if (found := made.cited_by(numbers)))
    return Evidence(
        cited=(*passages, *sheets),
        registered=tuple(entry.passage for entry in registered),
        stated=stated,
        other=tuple(one for made in calculations for one in made.statements),
    )


def content_of(entry: Registered, calculations: Sequence[CalculationMade]) -> frozenset[str]:
    """The content of a passage and of what was calculated from it."""
    texts = [entry.passage.text, *(one.text for made in calculations for one in made.cited_by({entry.number}))]
    return frozenset[str]().union(*map(content_units, texts))


def _sheet(name: str, stated: Sequence[Statement]) -> Passage:
    """The statements as a passage that no reader sees: every check compares a claim with them as with any source."""
    text = "\n".join(one.text for one in stated)
    key = f"calculation:{name}"
    return Passage(key, key, key, 0, text, 0, len(text), source="", title="")
