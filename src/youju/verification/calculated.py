"""The calculations of one question as evidence for its sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from youju.citations.calculations import CalculationMade, Statement
from youju.citations.registry import Registered
from youju.knowledge.values import Passage
from youju.text.language import language_of
from youju.text.numbers import find_quantities
from youju.text.overlap import content_units
from youju.verification.addressed import as_evidence
from youju.verification.protocol import Evidence

_SIGN = re.compile(r"\s*[（(][^（）()]{1,6}[）)]$")
"""A short sign behind a name: 经济补偿（N）."""


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


def gives_result(claim: str, number: int, calculations: Sequence[CalculationMade]) -> bool:
    """Whether the claim has a result of a calculation that rests on this number, among others."""
    said = [one for one in find_quantities(claim) if not one.indefinite]
    return any(
        one.proved_by(other)
        for made in calculations
        for stated in made.cited_by({number})
        for other in find_quantities(stated.amount)
        for one in said
    )


def _sheet(name: str, stated: Sequence[Statement]) -> Passage:
    """The statements as a passage that no reader sees: every check compares a claim with them as with any source. A
    result stands there in prose, too, as a sentence would have it."""
    text = "\n".join(line for one in stated for line in (one.text, _prose(one)) if line)
    key = f"calculation:{name}"
    return Passage(key, key, key, 0, text, 0, len(text), source="", title="")


def _prose(result: Statement) -> str:
    """经济补偿为28000.00元。 Empty for a step or an input."""
    if not result.amount:
        return ""
    subject = _SIGN.sub("", result.subject)
    zh = language_of(subject) == "zh"
    return f"{subject}为{result.amount}。" if zh else f"The {subject} is {result.amount}."
