"""A language model inside the fence: it may search and it may write; code decides what it reads and what is shown.

    passages ─► model ─► tool calls ─► more passages ─► model ─► text ─► sentences ─► gate ─► shown
                                                                              └─► failed: one retry with the reasons

Every loop is bounded: tool calls by the budget, turns by the calls, text by `runaway`, the whole by one retry.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import date

from youju.answering.budget import Budget
from youju.answering.composition import Composition
from youju.answering.conversation import Conversation
from youju.answering.events import AnswerEvent, NoticeEvent, ReasoningEvent, RetryEvent, StageEvent
from youju.answering.examining import Examiner
from youju.answering.prompts import prompt
from youju.answering.sources import Sources
from youju.answering.tidying import Tidy
from youju.answering.toolbox import Toolbox
from youju.answering.tools import Tool, ToolContext
from youju.answering.turn import Turn
from youju.answering.waiting import with_pauses
from youju.answering.wording import say
from youju.caller import Caller
from youju.errors import ModelFailed, ModelTrouble
from youju.models.protocols import ChatModel, ReasoningDelta
from youju.retrieval.values import Scored
from youju.text.streaming import Unit
from youju.text.tokens import estimate_tokens

PAUSE_SECONDS = 0.04
"""A whole sentence with its marker waits no longer than this for what might still belong to it."""
FIRST_SHARE = 0.6
"""Of the room for passages: what the forced search may fill, so that the tools can bring more."""
PASSAGES = 0.6
"""Of the model's context: what passages may take; the rest is for rules, question and answer."""
MOST_FAILED = 60
"""Sentences of one turn without ground: a model that goes on so is stopped."""
SHRINKS = 2
"""How often the passages are halved for a model that takes less than its settings say."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`budget` tool calls, `grant` more for the one retry, `context` tokens of the model."""

    budget: int = 6
    grant: int = 4
    context: int = 16_000


@dataclass(frozen=True, slots=True)
class Writer:
    """A configured language model and what it may use."""

    model: ChatModel
    tools: Sequence[Tool]
    limits: Limits


class Agent:
    """Lets the model work on one question. Made anew for each."""

    def __init__(self, writer: Writer, answer: Composition, examiner: Examiner, caller: Caller) -> None:
        self._model = writer.model
        self._limits = writer.limits
        self._answer = answer
        self._examiner = examiner
        self._tidy = Tidy(answer.registry)
        self._room = int(writer.limits.context * PASSAGES)
        self._sources = Sources(answer.registry, answer.language, self._room)
        self._with_tools = bool(writer.tools) and writer.limits.budget > 0
        self._budget = Budget(writer.limits.budget)
        context = ToolContext(answer.question, caller, self._sources, answer.language)
        self._toolbox = Toolbox(writer.tools, self._budget, context)
        answer.tools(0, writer.limits.budget, 0)
        self._shrinks = SHRINKS
        self._calculated = ""

    async def write(self, found: Sequence[Scored], today: date, calculated: str = "") -> AsyncGenerator[AnswerEvent]:
        """Write the answer from these passages, from what was `calculated` already, and from what the tools bring.

        Raises `ModelFailed`; what was shown until then stays.
        """
        offer = self._sources.offer(found, FIRST_SHARE)
        self._calculated = calculated
        talk = self._begin(offer.text, today)
        yield StageEvent(name="write", text=say("write", self._answer.language))
        retried = False
        broke_off: ModelTrouble | None = None
        while self._with_tools or len(self._sources.registry):  # else there is nothing that an answer could rest on
            turn = Turn(self._sources.registry.numbers())
            try:
                async with aclosing(self._turn(talk, turn)) as events:
                    async for event in events:
                        yield event
            except ModelFailed as error:
                again = self._mended(error, turn, today)
                if again is None:
                    raise
                talk, notices = again
                for event in notices:
                    yield event
                continue
            talk.said(turn.text, turn.calls if self._may_call() else ())
            if turn.calls and self._may_call():
                self._examiner.discard()
                async for event in self._call(turn, talk):
                    yield event
                continue
            for event in await self._examiner.finish(whole=turn.broke_off is None):
                yield event
            broke_off = broke_off or turn.broke_off or self._silent(turn)
            if self._examiner.unjudged:
                yield self._answer.notice("degraded", self._say("no_judge"))
            if retried or not self._examiner.failed or self._examiner.unjudged:
                break
            retried = True
            yield self._retry(talk)
        for event in self._ended_early(broke_off):
            yield event
        self._close()

    # ── one turn ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _turn(self, talk: Conversation, turn: Turn) -> AsyncGenerator[AnswerEvent]:
        """Let the model speak once; its sentences are shown as they pass."""
        tools = self._toolbox.specs() if self._may_call() else []
        try:
            async with aclosing(with_pauses(self._model.stream(talk.messages, tools), PAUSE_SECONDS)) as deltas:
                async for delta in deltas:
                    units = turn.take(delta)
                    if thought := turn.thought(all_of_it=not isinstance(delta, ReasoningDelta)):
                        yield ReasoningEvent(text=thought)
                    async for event in self._examined(turn, units):
                        yield event
                    if turn.cut:
                        break
        finally:
            self._answer.raw += turn.text
            self._answer.spent(*self._tokens(talk, turn))
        async for event in self._examined(turn, turn.rest()):
            yield event

    async def _examined(self, turn: Turn, units: Sequence[Unit]) -> AsyncGenerator[AnswerEvent]:
        for unit in map(self._tidy.take, units):
            if len(self._examiner.failed) >= MOST_FAILED:
                turn.cut = True
                return
            for event in await self._examiner.take(unit) if unit else ():
                yield event

    def _may_call(self) -> bool:
        """Whether tools are offered: not to a model that goes on calling after it was told that no calls are left."""
        return self._with_tools and not self._budget.over

    async def _call(self, turn: Turn, talk: Conversation) -> AsyncGenerator[AnswerEvent]:
        before = self._budget.refused
        for call in turn.calls:
            text, event, calculation = await self._toolbox.run(call)
            talk.returned(call, text)
            for told in self._answer.calculated(calculation) if calculation else ():
                yield told
            self._answer.tools(self._budget.used, self._budget.allowed, self._budget.refused)
            if self._budget.refused <= before + 1:  # that none is left is told once
                yield event

    # ── what goes otherwise ────────────────────────────────────────────────────────────────────────────────────

    def _begin(self, sources: str, today: date) -> Conversation:
        budget = self._limits.budget if self._with_tools else 0
        known = "\n\n".join(part for part in (sources, self._calculated) if part)
        return Conversation(self._answer.language, self._answer.question, known, budget=budget, today=today)

    def _mended(self, error: ModelFailed, turn: Turn, today: date) -> tuple[Conversation, list[NoticeEvent]] | None:
        """How to go on after a failure that is no failure of the answer: without tools, or with fewer passages."""
        if turn.text or turn.calls:
            return None
        told = "shrunk" if self._shrinks == SHRINKS else ""
        if error.trouble == "no_tools" and self._with_tools:
            self._with_tools = False
            told = "no_tools"
        elif error.trouble == "context_overflow" and self._shrinks:
            self._shrinks -= 1
            self._room = min(self._room, self._sources.used) // 2
        else:
            return None
        offer = self._sources.again(self._room)
        notices = [self._answer.notice("degraded", self._say(told))] if told else []
        return self._begin(offer.text, today), notices

    def _silent(self, turn: Turn) -> ModelTrouble | None:
        """Whether the model has said nothing at all."""
        return None if turn.text.strip() or self._answer.text or self._examiner.failed else "empty"

    def _ended_early(self, why: ModelTrouble | None) -> list[AnswerEvent]:
        """What to tell of an answer that did not come to its own end. Raises `ModelFailed` if nothing was shown."""
        if why is None:
            return []
        if not self._answer.text:
            raise ModelFailed(why, "The language model did not come to the end of an answer.")
        self._answer.incomplete = True
        return [self._answer.notice("degraded", self._say(why))]

    def _retry(self, talk: Conversation) -> RetryEvent:
        """Ask once more for what failed, with the reasons; a few more tool calls are granted for it."""
        failed = self._examiner.failed
        language = self._answer.language
        lines = [
            f"- {sentence.text}\n  → {'；'.join(one.message for one in sentence.failed_checks)}" for sentence in failed
        ]
        shown = prompt(language, "shown", text=self._answer.text) if self._answer.text else ""
        talk.told("retry", failed="\n".join(lines), shown=shown)
        self._budget.grant(self._limits.grant)
        self._answer.retry(failed)
        self._examiner.discard()
        return RetryEvent(reason=say("retry", language, n=len(failed)))

    def _close(self) -> None:
        for checked in self._examiner.failed:
            self._answer.withhold(checked)
        self._examiner.discard()

    def _tokens(self, talk: Conversation, turn: Turn) -> tuple[int, int]:
        """Tokens of the turn, in and out: the provider's count, else our estimate."""
        given = turn.finished
        return given.input_tokens or talk.tokens(), given.output_tokens or estimate_tokens(turn.text)

    def _say(self, what: str) -> str:
        return say(what, self._answer.language)
