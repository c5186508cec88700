"""What a question takes for granted: the date that it asks about, and provisions that are not in force then.

Both are told beside the answer, so that a person can correct what was understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.retrieval.dates import AskedDate, asked_date, landmark_names
from youju.text.language import Language, language_of
from youju.verification.protocol import ReferenceResolver, Resolution

MOST_REFERENCES = 20
"""References of one question that are looked up."""

_NOT_THEN: dict[Language, str] = {
    "zh": "资料中没有{day}有效的相关规定，以下按现行有效的规定检索。",
    "en": "The documents hold nothing on this that was in force on {day}; what follows is in force today.",
}


class Authority(ReferenceResolver, Protocol):
    """A resolver that also knows since when its instruments are in force."""

    async def commencement(self, name: str, caller: Caller) -> date | None:
        """The day on which an instrument first took effect, by any of its names; None where that is not known."""
        ...


@dataclass(frozen=True, slots=True)
class Understood:
    """`query` is what to search for: the question without words that only date what happened. `at` is the date asked
    about (None: today), `asked` how the question tells it, None where the face said it or nobody did. `notices` are for
    every answer, `doubts` for one that finds nothing."""

    query: str
    at: date | None
    language: Language
    asked: AskedDate | None = None
    notices: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def of_today(self) -> Understood:
        """The same for today, where nothing was in force then, and that this was so."""
        day = self.asked.day if self.asked else self.at
        told = _NOT_THEN[self.language].format(day=day)
        return Understood(self.query, None, self.language, notices=(told, *self.notices[1:]), doubts=self.doubts)


class Understanding:
    """Reads questions before they are searched for."""

    def __init__(self, authorities: Sequence[Authority] = (), today: Callable[[], date] = date.today) -> None:
        self._authorities = tuple(authorities)
        self._today = today

    async def of(self, question: str, at: date | None, caller: Caller) -> Understood:
        """Read one question. A date that the face gives stands above the words."""
        language = language_of(question)
        asked = None if at else await self._asked(question, caller)
        at = at or (asked.day if asked else None)
        told = [asked.notice(language)] if asked else []
        doubts: list[str] = []
        for resolution in await self._references(question, caller, at):
            message = resolution.english if language == "en" else resolution.message
            (told if resolution.instrument else doubts).append(message)
        query = question
        if asked and asked.event:
            start, end = asked.place
            query = f"{question[:start]} {question[end:]}".strip()
        return Understood(query, at, language, asked, tuple(dict.fromkeys(told)), tuple(dict.fromkeys(doubts)))

    async def _asked(self, question: str, caller: Caller) -> AskedDate | None:
        landmarks: dict[str, date] = {}
        for name in landmark_names(question):
            for authority in self._authorities:
                if day := await authority.commencement(name, caller):
                    landmarks[name] = day
        return asked_date(question, self._today(), landmarks)

    async def _references(self, question: str, caller: Caller, at: date | None) -> list[Resolution]:
        """Those that do not stand at the date, each with its message."""
        found: list[Resolution] = []
        for authority in self._authorities:
            for reference in authority.find(question)[:MOST_REFERENCES]:
                resolution = await authority.resolve(reference, caller, at)
                if resolution.existence != "found":
                    found.append(resolution)
        return found
