"""What the language model is given to read: passages under their numbers, delimited, escaped, within its room.

Only what was given is registered, so a number that the model may cite is always one that it has read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from youju.citations.cards import display_name
from youju.citations.markers import escape_source
from youju.citations.pages import page_label
from youju.citations.registry import Registered, Registry
from youju.knowledge.values import Passage
from youju.retrieval.values import Scored
from youju.text.folding import visible
from youju.text.language import Language
from youju.text.tokens import estimate_tokens

_STATES: dict[Language, dict[str, str]] = {
    "zh": {"in_force": "现行有效", "repealed": "已失效", "not_yet": "尚未施行"},
    "en": {"in_force": "in force", "repealed": "no longer in force", "not_yet": "not yet in force"},
}
_DELIMITER = re.compile(r"<(?=\s*/?\s*(?:source|system|user|assistant|tool|think)\b)|<(?=\|)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offer:
    """Passages as they were given: `text` to read, `fresh` numbers, those `known` before, how many had no room."""

    text: str
    fresh: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    left_out: int = 0


class Sources:
    """Gives passages to the model of one question. `room`: tokens, by our estimate, of all that it may be given."""

    def __init__(self, registry: Registry, language: Language, room: int) -> None:
        self.registry = registry
        self._language: Language = language
        self._room = room
        self._given: set[int] = set()
        self.used = 0
        """Tokens of what was given."""

    def offer(self, found: Sequence[Scored], share: float = 1.0) -> Offer:
        """Give passages, best first, each whole or not at all, in at most `share` of the room that is left. What was
        given before keeps its number and is only named."""
        room = int(self._room * share)
        texts: list[str] = []
        fresh: list[int] = []
        known: list[int] = []
        left_out = 0
        for one in found:
            before = self.registry.number_of(one.passage)
            if before in self._given:
                known.append(self.registry.register(one).number)
                continue
            size = estimate_tokens(_with_heads(one.passage)) + _FRAME
            if size > room:
                left_out += 1
                continue
            registered = self.registry.register(one)
            room -= size
            self._room -= size
            self.used += size
            self._given.add(registered.number)
            fresh.append(registered.number)
            texts.append(self._framed(registered))
        return Offer("\n\n".join(texts), tuple(fresh), tuple(known), left_out)

    def again(self, room: int) -> Offer:
        """Begin anew in less room: everything registered so far, best first, under its number."""
        self._room = room
        self.used = 0
        self._given.clear()
        ranked = sorted(self.registry, key=lambda one: (one.stage != "exact", -one.score, one.number))
        return self.offer([Scored(one.passage, one.score, one.stage) for one in ranked])

    def _framed(self, registered: Registered) -> str:
        passage = registered.passage
        place = {
            "source": display_name(passage.source),
            "section": " › ".join(passage.section),
            "page": page_label(passage.pages),
            "version": passage.version_label,
            "state": _STATES[self._language].get(passage.in_force.status, ""),
        }
        attributes = "".join(f" {name}={quoteattr(_harmless(value))}" for name, value in place.items() if value)
        return f'<source n="{registered.number}"{attributes}>\n{_harmless(_with_heads(passage))}\n</source>'


_FRAME = 60
"""Tokens that the frame around a passage takes, about."""


def _with_heads(passage: Passage) -> str:
    """The text under the header of the table that it goes on with."""
    return "\n".join([*(head.text for head in passage.heads if head.text), passage.text])


def _harmless(text: str) -> str:
    """Text of a document in which nothing can be taken for our markers, our delimiters or another speaker's turn."""
    return _DELIMITER.sub("‹", escape_source(visible(text)))
