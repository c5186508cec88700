"""The answer while it grows: what was shown, what was withheld, and the one value that comes out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from youju.answering.advising import Advice
from youju.answering.calculating import made_of, result_words
from youju.answering.events import AnswerEvent, CitationEvent, NoticeEvent, SentenceEvent, ToolEvent
from youju.answering.question import Question
from youju.answering.schemas import (
    Answer,
    AnswerStatus,
    Calculation,
    FailedCheckOut,
    Notice,
    NoticeKind,
    Sentence,
    Timings,
    Usage,
)
from youju.answering.wording import say
from youju.citations.cards import Cited, build_cards
from youju.citations.registry import Registry
from youju.retrieval.values import Scored
from youju.text.language import REFUSAL, Language, language_of
from youju.verification.gate import CheckedSentence

WITHHELD: dict[Language, str] = {
    "zh": "有 {n} 句内容因缺少依据未予显示。",
    "en": "{n} statement(s) were withheld for lack of grounds.",
}


class Composition:
    """One answer in the making. Only what passes through here is shown, and everything that passes is kept."""

    def __init__(self, question: Question, registry: Registry, model: str) -> None:
        self.language: Language = language_of(question.text)
        self.raw = ""
        """What the generator wrote, before any check."""
        self.model = model
        self.incomplete = False
        """Whether the generator broke off."""
        self.question = question
        self.registry = registry
        self._started = time.perf_counter()
        self._grounded_at = self._first_at = 0.0
        self.text = ""
        """What has been shown so far, with its markers."""
        self._sentences: list[Sentence] = []
        self._cited: list[Cited] = []
        self._notices: list[Notice] = []
        self._withheld: list[CheckedSentence] = []
        self._retried: list[CheckedSentence] = []
        self._supported_before_retry = 0
        self._usage = Usage()
        self._calculations: list[Calculation] = []
        self._advice = Advice()

    def grounded(self) -> None:
        """The forced search is over."""
        self._grounded_at = self._elapsed()

    def notice(self, kind: NoticeKind, text: str) -> NoticeEvent:
        """Something to tell beside the answer."""
        self._notices.append(Notice(kind=kind, text=text))
        return NoticeEvent(kind=kind, text=text)

    def advised(self, advice: Advice) -> Iterator[AnswerEvent]:
        """What a domain worked out: the basis is registered like anything found, then the cards and the call."""
        self._advice = advice
        for worked in (point.calculation for point in advice.points if point.calculation):
            numbers = {one.key: self.registry.register(Scored(one, 1.0, "exact")).number for one in worked.passages}
            calculation = worked.wire(numbers, self.language)
            yield from self.calculated(calculation)
            outcome = result_words(calculation, self.language) or " ".join(calculation.notes)
            yield ToolEvent(
                name=calculation.name,
                arguments=calculation.inputs,
                outcome=outcome,
                text=say("calculated", self.language, outcome=outcome),
                citations=calculation.citations,
            )

    def calculated(self, calculation: Calculation) -> Iterator[AnswerEvent]:
        """A calculation that was made: shown with the answer, evidence for its sentences, with a card for its basis."""
        if calculation in self._calculations:
            return
        self._calculations.append(calculation)
        self.registry.made(made_of(calculation, self.language))
        cited = [Cited(number) for number in calculation.citations]
        self._cited += cited
        for card in build_cards(cited, self.registry):
            yield CitationEvent(card=card)

    @property
    def calculations(self) -> tuple[Calculation, ...]:
        """The calculations made so far."""
        return tuple(self._calculations)

    def show(self, checked: CheckedSentence, lead: str) -> Iterator[AnswerEvent]:
        """The events of a sentence that may be shown: its cards first, then itself."""
        lead = lead if self.text else ""
        self._cited += checked.quotes
        for card in build_cards(checked.quotes, self.registry):
            yield CitationEvent(card=card)
        self.text += lead + checked.text
        self._first_at = self._first_at or self._elapsed()
        sentence = _sentence(checked)
        self._sentences.append(sentence)
        yield SentenceEvent(
            index=len(self._sentences) - 1,
            text=checked.text,
            lead=lead,
            citations=checked.citations,
            verdict=checked.verdict,
        )

    def withhold(self, checked: CheckedSentence) -> None:
        """A sentence that nobody sees: it is counted, and kept with the reasons."""
        self._withheld.append(checked)

    def retry(self, failed: Sequence[CheckedSentence]) -> None:
        """These are asked for once more. Each sentence that the retry brings makes up for one of them."""
        self._retried = list(failed)
        self._supported_before_retry = self._supported()
        self._usage = self._usage.model_copy(update={"retries": self._usage.retries + 1})

    def tools(self, used: int, allowed: int, refused: int) -> None:
        """How much of the tools' budget is used."""
        self._usage = self._usage.model_copy(
            update={"tool_calls": used, "tool_budget": allowed, "refused_calls": refused}
        )

    def spent(self, input_tokens: int, output_tokens: int) -> None:
        """Tokens of one turn of a model."""
        self._usage = self._usage.model_copy(
            update={
                "input_tokens": self._usage.input_tokens + input_tokens,
                "output_tokens": self._usage.output_tokens + output_tokens,
            }
        )

    def finish(self, nearest: tuple[str, ...] = ()) -> Answer:
        """The whole answer. Where nothing was shown but greetings, it is the refusal."""
        states = any(sentence.verdict != "no_claim" for sentence in self._sentences)
        withheld = self._count_withheld()
        notices = list(self._notices)
        if states and withheld:
            notices.append(Notice(kind="withheld", text=WITHHELD[self.language].format(n=withheld)))
        return Answer(
            id=self.question.id,
            question=self.question.text,
            status=self._status(withheld) if states else "unverified" if self._calculations else "refused",
            text=self.text if states else REFUSAL[self.language],
            sentences=tuple(self._sentences) if states else (),
            citations=build_cards(self._cited, self.registry) if states or self._calculations else (),
            calculations=self.calculations,
            understood=self._advice.understood,
            missing=self._advice.missing,
            notices=tuple(notices),
            withheld=withheld,
            nearest=() if states else nearest,
            model=self.model,
            usage=self._usage,
            timings_ms=Timings(ground=self._grounded_at, first_sentence=self._first_at, total=self._elapsed()),
        )

    def record(self) -> dict[str, Any]:
        """What is kept beside the answer, so that it can be verified again."""
        return {
            "raw": self.raw,
            "registry": [
                {
                    "number": entry.number,
                    "passage_id": entry.passage.id,
                    "version_id": entry.passage.version_id,
                    "score": entry.score,
                    "stage": entry.stage,
                }
                for entry in self.registry
            ],
            "withheld": [_sentence(checked).model_dump() for checked in self._withheld],
            "retried": [_sentence(checked).model_dump() for checked in self._retried],
        }

    def cited_documents(self) -> dict[str, str]:
        """Passage id → document id of everything that the answer cites."""
        found = [self.registry.get(one.number) for one in self._cited]
        return {entry.passage.id: entry.passage.document_id for entry in found if entry}

    def _supported(self) -> int:
        return sum(sentence.verdict == "supported" for sentence in self._sentences)

    def _count_withheld(self) -> int:
        made_up = self._supported() - self._supported_before_retry if self._retried else 0
        return max(len(self._withheld), len(self._retried) - made_up)

    def _status(self, withheld: int) -> AnswerStatus:
        if not self._supported():
            return "unverified"
        shown_without_ground = any(sentence.verdict == "unsupported" for sentence in self._sentences)
        return "partial" if withheld or self.incomplete or shown_without_ground else "answered"

    def _elapsed(self) -> float:
        return round((time.perf_counter() - self._started) * 1000, 1)


def _sentence(checked: CheckedSentence) -> Sentence:
    return Sentence(
        text=checked.text,
        citations=checked.citations,
        verdict=checked.verdict,
        failed_checks=tuple(FailedCheckOut(check=f.check, message=f.message) for f in checked.failed_checks),
    )
