"""The one way an answer is made: a question goes in, typed events come out.

plan → search (forced) → a domain's advice → registry → the writer's sentences → the gate → shown or withheld
→ the whole answer → ledger

The writer is a language model where one is configured, else (or when it fails) the extracts of the passages found.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import date

from youju.answering.advising import Advice, Adviser, advised
from youju.answering.agent import Agent, Writer
from youju.answering.calculating import told
from youju.answering.composition import Composition
from youju.answering.events import AnswerEvent, DoneEvent, StageEvent
from youju.answering.examining import Examiner
from youju.answering.extracts import extracts_of
from youju.answering.grounding import ground
from youju.answering.planning import sub_questions
from youju.answering.question import Question
from youju.answering.understanding import Understanding
from youju.answering.wording import say, trouble
from youju.caller import Caller
from youju.citations.registry import Registry
from youju.errors import CallerMistake, ModelFailed, StorageFailed
from youju.knowledge.ledger import Ledger
from youju.retrieval.finding import Finder
from youju.retrieval.values import Found, Scored
from youju.verification.gate import Gate
from youju.verification.judge import Judge
from youju.verification.policy import Policy

EXTRACTIVE = "extractive"


class Answering:
    """Makes answers. `policy` says what is shown of a judged sentence; `writer` is the language model, if any;
    `judge` gives a second opinion on what it writes; `advisers` are domains that add what they can work out."""

    def __init__(
        self,
        finder: Finder,
        gate: Gate,
        ledger: Ledger,
        policy: Policy,
        *,
        writer: Writer | None = None,
        judge: Judge | None = None,
        understanding: Understanding | None = None,
        advisers: Sequence[Adviser] = (),
        today: Callable[[], date] = date.today,
    ) -> None:
        self._finder = finder
        self._gate = gate
        self._ledger = ledger
        self._policy = policy
        self._writer = writer
        self._judge = judge
        self._understanding = understanding or Understanding(today=today)
        self._advisers = tuple(advisers)
        self._today = today

    async def answer(self, question: Question, caller: Caller) -> AsyncGenerator[AnswerEvent]:
        """Answer a question. The last event is `done`. Closing the generator stops the work; nothing is kept then.

        Raises `CallerMistake` for a model that is not configured.
        """
        writer = self._chosen(question.model)
        understood = await self._understanding.of(question.text, question.at, caller)
        question = replace(question, at=understood.at)
        answer = Composition(question, Registry(), writer.model.name if writer else EXTRACTIVE)
        extracts = Examiner(self._gate, self._policy, answer, caller)
        parts = sub_questions(understood.query) if writer else (understood.query,)
        if len(parts) > 1:
            yield _stage("plan", answer, n=len(parts), parts=" / ".join(parts))
        yield _stage("search", answer)
        found = await ground(self._finder, question, understood.query, parts, caller)
        if not found.passages and understood.asked:
            understood = understood.of_today
            answer.question = question = replace(question, at=None)
            found = await ground(self._finder, question, understood.query, parts, caller)
        answer.grounded()
        for notice in (*understood.notices, *(() if found.passages else understood.doubts)):
            yield answer.notice("disclaimer", notice)
        for notice in found.notices:
            yield answer.notice("degraded", notice)
        advice = await advised(self._advisers, question, found, caller, self._today()) or Advice()
        for event in answer.advised(advice):
            yield event
        writing = self._by_extracts(answer, extracts, found, advice)
        if writer:
            examiner = Examiner(self._gate, self._policy, answer, caller, self._judge)
            given = replace(found, passages=_first(advice, found))
            writing = self._by_model(Agent(writer, answer, examiner, caller), answer, examiner, given, writing)
        async with aclosing(writing) as events:
            async for event in events:
                yield event
        done = answer.finish(found.nearest)
        kept = done.model_dump(mode="json", by_alias=True)
        try:
            await self._ledger.record_answer(caller, kept, answer.record(), answer.cited_documents(), question.session)
        except StorageFailed:
            yield answer.notice("degraded", say("not_kept", answer.language))
            done = answer.finish(found.nearest)
        yield DoneEvent(answer=done)

    def _chosen(self, name: str | None) -> Writer | None:
        """The writer that the question asks for; None for extracts. Raises `CallerMistake`."""
        if name == EXTRACTIVE or (name is None and self._writer is None):
            return None
        if self._writer is None or name not in (None, self._writer.model.name):
            raise CallerMistake(
                f"No model {name} is configured.", remedy="Leave it out, or use extractive.", code="no_such_model"
            )
        return self._writer

    async def _by_model(
        self,
        agent: Agent,
        answer: Composition,
        examiner: Examiner,
        found: Found,
        extracts: AsyncGenerator[AnswerEvent],
    ) -> AsyncGenerator[AnswerEvent]:
        """The model's answer; when the model fails before anything could be shown, the extracts, and the reason."""
        try:
            async with aclosing(
                agent.write(found.passages, self._today(), told(answer.calculations, answer.language))
            ) as events:
                async for event in events:
                    yield event
        except ModelFailed as error:
            answer.incomplete = bool(answer.text)
            for checked in examiner.failed:
                answer.withhold(checked)
            examiner.discard()
            why = trouble(error.trouble, answer.language)
            yield answer.notice("degraded", say("broken_off" if answer.text else "extracts", answer.language, why=why))
            if answer.text:
                return
            answer.model = EXTRACTIVE
            async with aclosing(extracts) as events:
                async for event in events:
                    yield event

    async def _by_extracts(
        self, answer: Composition, examiner: Examiner, found: Found, advice: Advice
    ) -> AsyncGenerator[AnswerEvent]:
        """The results of calculations, and the sentences of the passages that answer, verbatim."""
        pieces = extracts_of(answer, found, advice)
        yield _stage("found" if pieces else "nothing", answer, n=len(found.passages))
        for piece in pieces:
            answer.raw += piece.lead + piece.text
            for event in await examiner.take((piece,)):
                yield event
        for event in await examiner.finish():
            yield event
        for checked in examiner.failed:
            answer.withhold(checked)


def _first(advice: Advice, found: Found) -> tuple[Scored, ...]:
    """The passages for a model to read: those that govern the case first, then what was found."""
    governing = [quotation.source for point in advice.points for quotation in point.quotations]
    basis = [Scored(one, 1.0, "exact") for p in advice.points if p.calculation for one in p.calculation.passages]
    return tuple({one.passage.key: one for one in reversed((*governing, *basis, *found.passages))}.values())[::-1]


def _stage(name: str, answer: Composition, **values: object) -> StageEvent:
    return StageEvent(name=name, text=say(name, answer.language, **values))
