"""What a domain can add to an answer: calculations from the user's own words, and the passages that govern the case.

The forced search has happened when a domain is asked, and everything that it brings goes the way of every source: it is
registered, cited, and each sentence that rests on it is judged by the gate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from youju.answering.question import Question
from youju.answering.schemas import Calculation, MissingInput, UnderstoodInput
from youju.caller import Caller
from youju.citations.snippets import Span
from youju.knowledge.values import Passage
from youju.retrieval.values import Found, Scored
from youju.text.language import Language


class Worked(Protocol):
    """A calculation that a domain has made."""

    @property
    def passages(self) -> Sequence[Passage]:
        """Its basis, as far as it is in the ledger."""
        ...

    def wire(self, numbers: Mapping[str, int], language: Language) -> Calculation:
        """The calculation as faces show it; `numbers` are the citation numbers of its passages, by their key."""
        ...


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a passage to quote: the units that lie in these spans of its text; the whole of it without spans."""

    source: Scored
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to say: the result of a calculation, if there is one, and the words that say when it applies."""

    quotations: tuple[Quotation, ...] = ()
    calculation: Worked | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What a domain has to say to a question.

    `understood`: what it took from the user's words. `missing`: what it needs beyond that. `rest`: the passages found
    that are left to the ordinary extracts; None leaves all of them.
    """

    points: tuple[Point, ...] = ()
    understood: tuple[UnderstoodInput, ...] = ()
    missing: tuple[MissingInput, ...] = ()
    rest: tuple[Scored, ...] | None = None


class Adviser(Protocol):
    """A domain's look at a question. Everything that it returns must be open to the caller."""

    async def advise(self, question: Question, found: Found, caller: Caller, today: date) -> Advice | None:
        """What there is to say beside what was found; None where the question is none of this domain's."""
        ...


async def advised(
    advisers: Sequence[Adviser], question: Question, found: Found, caller: Caller, today: date
) -> Advice | None:
    """The advice of the first domain that has some."""
    for adviser in advisers:
        advice = await adviser.advise(question, found, caller, today)
        if advice is not None:
            return advice
    return None
