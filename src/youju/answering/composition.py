"""The answer while it grows: what was shown, what was withheld, and the one value that comes out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from youju.answering.events import AnswerEvent, CitationEvent, NoticeEvent, SentenceEvent
from youju.answering.question import Question
from youju.answering.schemas import (
    Answer,
    AnswerStatus,
    FailedCheckOut,
    Notice,
    NoticeKind,
    Sentence,
    Timings,
    Usage,
)
from youju.citations.cards import Cited, build_cards
from youju.citations.registry import Registry
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
        self._question = question
        self._registry = registry
        self._model = model
        self._started = time.perf_counter()
        self._grounded_at = self._first_at = 0.0
        self.text = ""
        """What has been shown so far, with its markers."""
        self._sentences: list[Sentence] = []
        self._cited: list[Cited] = []
        self._notices: list[Notice] = []
        self._withheld: list[CheckedSentence] = []

    def grounded(self) -> None:
        """The forced search is over."""
        self._grounded_at = self._elapsed()

    def notice(self, kind: NoticeKind, text: str) -> NoticeEvent:
        """Something to tell beside the answer."""
        self._notices.append(Notice(kind=kind, text=text))
        return NoticeEvent(kind=kind, text=text)

    def show(self, checked: CheckedSentence, lead: str) -> Iterator[AnswerEvent]:
        """The events of a sentence that may be shown: its cards first, then itself."""
        lead = lead if self.text else ""
        self._cited += checked.quotes
        for card in build_cards(checked.quotes, self._registry):
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

    def finish(self, nearest: tuple[str, ...] = ()) -> Answer:
        """The whole answer. Without a supported sentence it is the refusal, whatever was shown of greetings."""
        supported = any(sentence.verdict == "supported" for sentence in self._sentences)
        if supported and self._withheld:
            self.notice("withheld", WITHHELD[self.language].format(n=len(self._withheld)))
        return Answer(
            id=self._question.id,
            question=self._question.text,
            status=self._status(supported),
            text=self.text if supported else REFUSAL[self.language],
            sentences=tuple(self._sentences) if supported else (),
            citations=build_cards(self._cited, self._registry) if supported else (),
            notices=tuple(self._notices),
            withheld=len(self._withheld),
            nearest=() if supported else nearest,
            model=self._model,
            usage=Usage(),
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
                for entry in self._registry
            ],
            "withheld": [_sentence(checked).model_dump() for checked in self._withheld],
        }

    def cited_documents(self) -> dict[str, str]:
        """Passage id → document id of everything that the answer cites."""
        found = [self._registry.get(one.number) for one in self._cited]
        return {entry.passage.id: entry.passage.document_id for entry in found if entry}

    def _status(self, supported: bool) -> AnswerStatus:
        if not supported:
            return "refused"
        shown_without_ground = any(sentence.verdict == "unsupported" for sentence in self._sentences)
        return "partial" if self._withheld or shown_without_ground else "answered"

    def _elapsed(self) -> float:
        return round((time.perf_counter() - self._started) * 1000, 1)


def _sentence(checked: CheckedSentence) -> Sentence:
    return Sentence(
        text=checked.text,
        citations=checked.citations,
        verdict=checked.verdict,
        failed_checks=tuple(FailedCheckOut(check=f.check, message=f.message) for f in checked.failed_checks),
    )
