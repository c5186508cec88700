"""What a person at a terminal sees of an answer while it is made: its sentences, and beside them what happens."""

from __future__ import annotations

import sys

from youju.answering.events import (
    AnswerEvent,
    NoticeEvent,
    ReasoningEvent,
    RetryEvent,
    SentenceEvent,
    StageEvent,
    ToolEvent,
)
from youju.answering.wording import say as words
from youju.cli.printing import harmless, say
from youju.text.language import Language


class Watcher:
    """Keeps the events of one answer. With `sentences` these go to standard output as they come; with `progress`
    everything else goes to standard error, one line each; the model's thoughts only with `thoughts`."""

    def __init__(self, language: Language, *, sentences: bool, progress: bool, thoughts: bool) -> None:
        self.events: list[AnswerEvent] = []
        self._language: Language = language
        self._sentences = sentences
        self._progress = progress
        self._thoughts = thoughts
        self._inside = False  # a line of the answer

    @property
    def shown(self) -> bool:
        """Whether anything of the answer has been printed."""
        return self._sentences and any(isinstance(event, SentenceEvent) for event in self.events)

    @property
    def told(self) -> set[str]:
        """The notices that have been printed."""
        return {event.text for event in self.events if isinstance(event, NoticeEvent)} if self._progress else set()

    def take(self, event: AnswerEvent) -> None:
        """Print what is to be seen of an event."""
        self.events.append(event)
        match event:
            case SentenceEvent():
                if self._sentences:
                    self._write(event.lead + event.text)
            case ReasoningEvent():
                if self._thoughts:
                    self._tell(words("thought", self._language, text=event.text))
            case StageEvent() | NoticeEvent() | ToolEvent():
                self._tell_progress(event.text)
            case RetryEvent():
                self._tell_progress(event.reason)
            case _:
                pass

    def _write(self, text: str) -> None:
        sys.stdout.write(harmless(text))
        sys.stdout.flush()
        self._inside = not text.endswith("\n")

    def _tell_progress(self, line: str) -> None:
        if self._progress:
            self._tell(line)

    def _tell(self, line: str) -> None:
        if self._inside and sys.stdout.isatty():  # a line beside the answer begins on a line of its own
            self._write("\n")
        say(" ".join(harmless(line).split()))
