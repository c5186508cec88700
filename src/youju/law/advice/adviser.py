"""劳小司's look at a question: which situation it tells of, what can be worked out, and which provisions govern it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from youju.answering.advising import Advice, Point, Quotation, Worked
from youju.answering.question import Question
from youju.answering.schemas import MissingInput, UnderstoodInput
from youju.caller import Caller
from youju.citations.snippets import Span
from youju.knowledge.values import Passage
from youju.law.advice.asking import LABELS
from youju.law.advice.facts import Fact, Reading
from youju.law.advice.governing import governing
from youju.law.advice.inputs import Filled, fill, joined
from youju.law.advice.quoting import spans_of
from youju.law.advice.reading import read_question
from youju.law.advice.situations import Consequence, situations_in
from youju.law.calculators.calculating import Calculators
from youju.law.calculators.mistakes import WrongInputs
from youju.law.documents import CATEGORY
from youju.retrieval.values import Found, Scored
from youju.text.language import language_of
from youju.verification.protocol import ReferenceResolver

MOST_SITUATIONS = 2
"""Situations of one question that are spoken to."""


class LabourAdviser:
    """Advises on questions of labour law in Chinese. What the library does not hold, or the caller may not read, is not
    quoted; a calculation none of whose basis is there is not made."""

    def __init__(self, references: ReferenceResolver, calculators: Calculators) -> None:
        self._references = references
        self._calculators = calculators

    async def advise(self, question: Question, found: Found, caller: Caller, today: date) -> Advice | None:
        """The points of the situations that the question tells of, else the statute that was found first; None where an
        article is asked for by its number and nothing else, or the ordinary extracts do as well."""
        if language_of(question.text) != "zh":
            return None
        reading = read_question(question.text, today)
        told = situations_in(question.text)[:MOST_SITUATIONS]
        named = any(one.stage == "exact" for one in found.passages)
        if named and not reading.facts:
            return None
        if not told:
            return governing(question.text, found)
        work = _Work(self, reading, question, caller)
        points = [point for one in told for each in one.consequences if (point := await work.point(each))]
        before = _before_statutes(found, points)
        if before and not reading.facts:
            return None  # asked of the user's own documents, which know better than the law what is done here
        missing = joined(iter(work.missing()))
        if not points and not any(one.required for one in missing):
            return governing(question.text, found)
        return Advice(tuple(points), work.understood(), missing, before if points else None)

    async def quotation(
        self, reference: str, caller: Caller, at: date | None
    ) -> list[tuple[Passage, tuple[Span, ...]]]:
        """The passages of a provision that is in force, with the spans that it means."""
        found = self._references.find(reference)
        if not found:
            return []
        resolution = await self._references.resolve(found[0], caller, at)
        if resolution.existence != "found":
            return []
        spans = [(passage, spans_of(passage.text, found[0].locator)) for passage in resolution.passages]
        return [(passage, one) for passage, one in spans if one]

    async def calculated(self, filled: Filled, caller: Caller) -> Worked | None:
        """The calculation, if its inputs are there and anything of its basis is in the library. What the calculator
        objects to is added to what is missing."""
        if not filled.complete:
            return None
        try:
            done = await self._calculators.run(filled.calculator, filled.given, caller, "zh")
        except WrongInputs as error:
            filled.refused(error.problems)
            return None
        return done if done.passages or done.outcome.value is None else None


class _Work:
    """The work on one question: each calculation is made once, each provision is quoted once."""

    def __init__(self, adviser: LabourAdviser, reading: Reading, question: Question, caller: Caller) -> None:
        self._adviser = adviser
        self._reading = reading
        self._caller = caller
        end = reading.get("end")
        self._at = question.at or (end.day.exact if end else None)  # the law of the day on which it happened
        self._filled: dict[str, Filled] = {}
        self._quoted: set[tuple[str, Span]] = set()

    async def point(self, consequence: Consequence) -> Point | None:
        """What there is to say of one consequence."""
        worked = await self._worked(consequence.calculator)
        spans: dict[str, list[Span]] = {}
        passages: dict[str, Passage] = {}
        for reference in consequence.provisions:
            for passage, found in await self._adviser.quotation(reference, self._caller, self._at):
                fresh = [span for span in found if (passage.key, span) not in self._quoted]
                self._quoted.update((passage.key, span) for span in fresh)
                spans.setdefault(passage.key, []).extend(fresh)
                passages[passage.key] = passage
        quotations = tuple(
            Quotation(Scored(passages[key], 1.0, "exact"), tuple(one)) for key, one in spans.items() if one
        )
        return Point(quotations, worked) if quotations or worked else None

    async def _worked(self, calculator: str | None) -> Worked | None:
        if calculator is None or calculator in self._filled:
            return None
        filled = self._filled[calculator] = fill(calculator, self._reading)
        return await self._adviser.calculated(filled, self._caller)

    def missing(self) -> list[MissingInput]:
        """What the calculations lack."""
        return [one for filled in self._filled.values() for one in filled.missing]

    def understood(self) -> tuple[UnderstoodInput, ...]:
        """What was taken from the question, in the order of its words."""
        used = {fact for filled in self._filled.values() for fact in filled.used}
        return tuple(self._told(fact) for fact in sorted(used, key=lambda one: one.start))

    def _told(self, fact: Fact) -> UnderstoodInput:
        return UnderstoodInput(
            name=fact.kind,
            label=LABELS[fact.kind],
            value=str(fact.value),
            said=self._reading.said(fact),
            start=fact.start,
            end=fact.end,
        )


def _before_statutes(found: Found, points: Sequence[Point]) -> tuple[Scored, ...]:
    """The documents of other kinds that were found before any statute: they are left to the ordinary extracts."""
    governing = {one.source.passage.locator for point in points for one in point.quotations}
    laws = {locator.law for locator in governing if locator}

    def ordinary(one: Scored) -> bool:
        locator = one.passage.locator
        return one.passage.category != CATEGORY and (locator is None or locator.law not in laws)

    return tuple(takewhile(ordinary, found.passages))
