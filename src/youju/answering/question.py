"""A question as it arrives."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import date

from youju.errors import CallerMistake

MAX_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Question:
    """The user's words, and what narrows the search. `at` is the date asked about; None is today.

    `session` is the conversation in which the answer is kept. `id` will be the answer's: a face can name an answer, to
    stop it or to go on with it, while it is being made.
    """

    text: str
    category: str | None = None
    at: date | None = None
    model: str | None = None
    session: str | None = None
    id: str = field(default_factory=lambda: uuid.uuid4().hex, compare=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        if not self.text.strip():
            raise CallerMistake("The question is empty.", remedy="Write a question.", code="empty_question")
        if len(self.text) > MAX_CHARACTERS:
            raise CallerMistake(
                f"The question has {len(self.text)} characters; {MAX_CHARACTERS} are allowed.",
                remedy="Shorten it.",
                code="question_too_long",
            )
