"""Answers in the making: each runs as a task of its own and keeps its events for whoever listens.

A listener may come late, leave, and come back (`Last-Event-ID`). When the last one has left and nobody returns within
`GRACE_SECONDS`, the work is cancelled.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, contextmanager

import structlog

from youju.answering.events import AnswerEvent, CitationEvent, DoneEvent, ErrorEvent
from youju.answering.interrupted import so_far
from youju.answering.question import Question
from youju.answering.schemas import Answer, AnswerStatus
from youju.caller import Caller
from youju.errors import NotFound, PartUnavailable, YoujuError

GRACE_SECONDS = 0.5
KEPT_SECONDS = 60.0
MOST_KEPT = 200
MOST_RUNNING = 16

_log = structlog.stdlib.get_logger("youju.server")

Source = Callable[[Question, Caller], AsyncGenerator[AnswerEvent]]


class Run:
    """One answer and the events that it has had so far."""

    def __init__(self, question: Question, caller: Caller, source: AsyncGenerator[AnswerEvent], model: str) -> None:
        self.id = question.id
        self.caller = caller
        self.finished_at: float | None = None
        self.refused: YoujuError | None = None
        """What made the answer fail before its first event: then the request itself was wrong."""
        self._question = question
        self._model = model
        self._events: list[AnswerEvent] = []
        self._grown = asyncio.Event()
        self._listeners = 0
        self._task = asyncio.create_task(self._work(source))
        self._task.add_done_callback(self._close)

    async def _work(self, source: AsyncGenerator[AnswerEvent]) -> None:
        try:
            async with aclosing(source) as events:
                async for event in events:
                    self._add(event)
        except YoujuError as error:
            self._fail(error)
        except Exception:  # noqa: BLE001 (a task's last resort: whoever listens must learn that it ended)
            _log.exception("answer failed")
            self._fail(YoujuError("The answer could not be made.", code="internal"))

    def _fail(self, error: YoujuError) -> None:
        if not self._events:
            self.refused = error
            return
        self._add(ErrorEvent(code=error.code, text=error.line()))
        self._end("failed")

    def _end(self, status: AnswerStatus) -> None:
        self._add(DoneEvent(answer=so_far(self._question, self._events, status, self._model)))

    def _close(self, _: asyncio.Task[None]) -> None:
        """The log is complete, whatever ended the work; what was cancelled says that it was stopped."""
        if self.answer is None and self.refused is None:
            self._end("stopped")
        self.finished_at = time.monotonic()
        self._grown.set()

    def _add(self, event: AnswerEvent) -> None:
        self._events.append(event)
        self._grown.set()
        self._grown = asyncio.Event()

    @property
    def answer(self) -> Answer | None:
        """The whole answer, once it is there."""
        last = self._events[-1] if self._events else None
        return last.answer if isinstance(last, DoneEvent) else None

    def cited(self) -> set[str]:
        """Ids of the passages whose cards have been shown."""
        return {event.card.passage_id for event in self._events if isinstance(event, CitationEvent)}

    def over(self, seen: int) -> bool:
        """Whether nothing follows the first `seen` events."""
        return self.finished_at is not None and seen >= len(self._events)

    def after(self, seen: int) -> Sequence[AnswerEvent]:
        """The events after the first `seen`."""
        return self._events[seen:]

    async def grow(self, seen: int, seconds: float | None = None) -> bool:
        """Wait until there is more than `seen` events or the end; False when `seconds` pass before that."""
        grown = self._grown
        if self.finished_at is not None or len(self._events) > seen:
            return True
        try:
            async with asyncio.timeout(seconds):
                await grown.wait()
        except TimeoutError:
            return False
        return True

    @contextmanager
    def listening(self) -> Generator[None]:
        """Somebody waits for this answer as long as the block runs."""
        self._listeners += 1
        try:
            yield
        finally:
            self._listeners -= 1
            if not self._listeners:
                asyncio.get_running_loop().call_later(GRACE_SECONDS, self._cancel_if_alone)

    def _cancel_if_alone(self) -> None:
        if not self._listeners:
            self._task.cancel()

    async def stop(self) -> None:
        """Cancel the work and wait until it has let go."""
        self._task.cancel()
        await self.ended()

    async def ended(self) -> None:
        """Wait for the end of the log."""
        while self.finished_at is None:
            await self.grow(len(self._events))


class Runs:
    """The answers that are being made, and for a minute those that were. `model` writes where none is asked for."""

    def __init__(self, source: Source, model: str = "extractive") -> None:
        self._source = source
        self._model = model
        self._runs: dict[str, Run] = {}

    def start(self, question: Question, caller: Caller) -> Run:
        """Begin an answer. Raises `PartUnavailable` (`busy`) when too many are under way."""
        self._forget()
        if sum(run.finished_at is None for run in self._runs.values()) >= MOST_RUNNING:
            raise PartUnavailable("Too many questions at once.", remedy="Ask again in a moment.", code="busy")
        run = self._runs[question.id] = Run(question, caller, self._source(question, caller), self._model)
        return run

    def get(self, identifier: str, caller: Caller) -> Run:
        """An answer of this caller. Raises `NotFound`."""
        self._forget()
        run = self._runs.get(identifier)
        if run is None or run.caller != caller:
            raise NotFound("No such answer.")
        return run

    async def quiet(self) -> None:
        """Wait until no answer is being made."""
        while running := [run for run in self._runs.values() if run.finished_at is None]:
            await asyncio.gather(*(run.ended() for run in running))

    async def close(self) -> None:
        """Stop them all."""
        await asyncio.gather(*(run.stop() for run in self._runs.values()))

    def _forget(self) -> None:
        """Drop finished answers that are old or too many, the oldest first."""
        now = time.monotonic()
        finished = [(key, run.finished_at) for key, run in self._runs.items() if run.finished_at is not None]
        surplus = len(finished) - MOST_KEPT
        for place, (key, finished_at) in enumerate(finished):
            if place < surplus or now - finished_at > KEPT_SECONDS:
                del self._runs[key]
