"""An answer that did not come to its end: as far as it was shown, and no further."""

from __future__ import annotations

from collections.abc import Sequence

from youju.answering.events import AnswerEvent, CitationEvent, NoticeEvent, RetryEvent, SentenceEvent, ToolEvent
from youju.answering.question import Question
from youju.answering.schemas import Answer, AnswerStatus, Notice, Sentence, Usage


def so_far(question: Question, events: Sequence[AnswerEvent], status: AnswerStatus, model: str) -> Answer:
    """The answer of these events: every sentence here has its verdict, every number its card."""
    sentences = [event for event in events if isinstance(event, SentenceEvent)]
    cited = list(dict.fromkeys(number for sentence in sentences for number in sentence.citations))
    cards = {number: e.card for e in events if isinstance(e, CitationEvent) for number in e.card.numbers}
    calls = [event for event in events if isinstance(event, ToolEvent)]
    return Answer(
        id=question.id,
        question=question.text,
        status=status,
        text="".join(sentence.lead + sentence.text for sentence in sentences),
        sentences=tuple(Sentence(text=s.text, citations=s.citations, verdict=s.verdict) for s in sentences),
        citations=tuple(cards[number] for number in cited if number in cards),
        notices=tuple(Notice(kind=e.kind, text=e.text) for e in events if isinstance(e, NoticeEvent)),
        model=question.model or model,
        usage=Usage(
            tool_calls=calls[-1].used if calls else 0,
            tool_budget=calls[-1].allowed if calls else 0,
            retries=sum(isinstance(event, RetryEvent) for event in events),
        ),
    )
