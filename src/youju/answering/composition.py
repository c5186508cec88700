"""The answer while it grows: what was shown, what was withheld, and the one value that comes out."""

from __future__ import annotations

import time
import uuid

from youju.answering.events import CitationEvent, NoticeEvent, SentenceEvent
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
from youju.citations.cards import Citing, build_cards
from youju.citations.registry import Registry
from youju.text.language import REFUSAL, Language, language_of
from youju.verification.gate import CheckedSentence

WITHHELD: dict[Language, str] = {
    "zh": "有 {n} 句内容因缺少依据未予显示。",
    "en": "{n} statement(s) were withheld for lack of grounds.",
}


class Composition:
    """One answer in the making. Only what passes through here is shown, and everything that passes is kept."""

    def __init__(self, question: Question, registry: Registry, model: str, gate: str) -> None:
        self.id = uuid.uuid4().hex
        self.question = question
        self.language = language_of(question.text)
        self._registry = registry
        self._model = model
        self._gate = gate
        self._started = time.perf_counter()
        self._text = ""
        self._shown: list[CheckedSentence] = []
        self._sentences: list[Sentence] = []
        self._notices: list[Notice] = []
        self._withheld: list[CheckedSentence] = []
        self._grounded_at = 0.0
        self._first_at = 0.0

    def grounded(self) -> None:
        """The forced search is over."""
        self._grounded_at = self._elapsed()

    def notice(self, kind: NoticeKind, text: str) -> NoticeEvent:
        """Something to tell beside the answer."""
        self._notices.append(Notice(kind=kind, text=text))
        return NoticeEvent(kind=kind, text=text)
