"""Thoughts that a model writes into its answer, between `<think>` and `</think>`.

A tag counts only at the start of a line, so that an answer may speak of tags. Models whose chat template already opens
the block send only the closing tag: their words are held until it comes (`begins_inside`), because a word of the
answer can never be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

OPEN, CLOSE = "<think>", "</think>"

Piece = tuple[Literal["text", "reasoning"], str]

BEGINS_INSIDE = re.compile(r"(^|[^a-z0-9])(r1|qwq|qvq)([^a-z0-9]|$)|think|reason", re.IGNORECASE)
"""Names of models that think by their template. Being wrong costs only the streaming of that answer, and only where the
server does not send the thoughts apart."""

INDENT = re.compile(r"^[^\S\n]*(?=<)", re.MULTILINE)

STRIDE = 4_000
"""Characters that are looked at together, so that a long text full of tags takes linear time."""

MOST_SPACE = 400
"""White space at the beginning that is waited through for a block; more than any model sends."""


class ThoughtSplitter:
    """Give it the text of an answer, cut anywhere, and it tells words of the answer from thoughts.

    `orphaned`: a closing tag stood where none was open, so this model's answers begin inside.
    """

    def __init__(self, begins_inside: bool = False) -> None:
        self.orphaned = False
        self._state: Literal["text", "thinking", "unsure"] = "unsure" if begins_inside else "text"
        self._rest = ""
        self._held: list[str] = []
        self._blank_line = True
        self._skip_space = False
        self._begun = False
        self._opened = False

    def feed(self, text: str) -> Iterator[Piece]:
        """The pieces that have become certain."""
        for start in range(0, len(text), STRIDE):
            self._rest += text[start : start + STRIDE]
            yield from self._consume()

    def settle(self) -> Iterator[Piece]:
        """Thoughts come apart from the text, so what was held back is the answer."""
        if self._state == "unsure":
            self._state = "text"
            self._rest = "".join((*self._held, self._rest))
            self._held = []
            yield from self._consume()

    def close(self, cut_off: bool = False) -> Iterator[Piece]:
        """The rest. `cut_off`: the model ran out of tokens, perhaps while it was thinking."""
        text = "".join((*self._held, self._rest))
        kind = "reasoning" if self._state == "thinking" or (self._state == "unsure" and cut_off) else "text"
        self._held, self._rest = [], ""
        if text and not (self._skip_space and not text.strip()):
            yield kind, text

    def _consume(self) -> Iterator[Piece]:
        before = None
        while self._rest and before != (self._state, len(self._rest)):
            before = (self._state, len(self._rest))
            match self._state:
                case "unsure":
                    yield from self._wait_for_end()
                case "thinking":
                    yield from self._thoughts()
                case "text":
                    yield from self._words()

    def _wait_for_end(self) -> Iterator[Piece]:
        bare = self._rest.lstrip()
        if not self._held and len(self._rest) - len(bare) < MOST_SPACE:
            if bare.startswith(OPEN):
                self._state = "text"
                return
            if OPEN.startswith(bare):
                return
        end = self._rest.find(CLOSE)
        if end < 0:
            kept = _tail(self._rest, CLOSE)
            self._held.append(self._rest[: len(self._rest) - kept])
            self._rest = self._rest[len(self._rest) - kept :]
            return
        thoughts = "".join((*self._held, self._rest[:end]))
        self._held = []
        self._leave(end + len(CLOSE))
        if thoughts:
            yield "reasoning", thoughts

    def _thoughts(self) -> Iterator[Piece]:
        end = self._rest.find(CLOSE)
        stop = end if end >= 0 else len(self._rest) - _tail(self._rest, CLOSE)
        thoughts, self._rest = self._rest[:stop], self._rest[stop:]
        if end >= 0:
            self._leave(len(CLOSE))
        if thoughts:
            yield "reasoning", thoughts

    def _leave(self, length: int) -> None:
        self._rest = self._rest[length:]
        self._state, self._blank_line, self._skip_space = "text", True, True

    def _words(self) -> Iterator[Piece]:
        if self._skip_space or not self._begun:
            # White space before a block belongs to nobody, and is the answer's if no block follows.
            bare = self._rest.lstrip()
            patient = len(self._rest) - len(bare) < MOST_SPACE
            if self._skip_space or (patient and bare.startswith((OPEN, CLOSE))):
                self._rest = bare
            if patient and bare not in {OPEN, CLOSE} and any(tag.startswith(bare) for tag in (OPEN, CLOSE)):
                return
        stop, tag = self._next_tag()
        text, self._rest = self._rest[:stop], self._rest[stop:]
        if text:
            self._begun, self._skip_space = True, False
            self._blank_line = self._is_blank_after(text)
            yield "text", text
        if tag == OPEN:
            self._rest = self._rest[len(OPEN) :]
            self._state, self._opened = "thinking", True
        elif tag == CLOSE:
            self.orphaned = self.orphaned or (self._begun and not self._opened)
            self._leave(len(CLOSE))

    def _next_tag(self) -> tuple[int, str]:
        """Where the words stop, and the tag there: "" where it may still become one, or where the text ends."""
        for indent in INDENT.finditer(self._rest):
            at = indent.end()
            if indent.start() == 0 and not self._blank_line:
                continue
            for tag in (OPEN, CLOSE):
                if self._rest.startswith(tag, at):
                    return at, tag
                if tag.startswith(self._rest[at : at + len(tag)]):
                    return at, ""
        return len(self._rest), ""

    def _is_blank_after(self, text: str) -> bool:
        last = text.rpartition("\n")
        return not last[2].strip() and (bool(last[1]) or self._blank_line)


def _tail(text: str, tag: str) -> int:
    """How many characters at the end may be the beginning of the tag."""
    return next((size for size in range(min(len(text), len(tag) - 1), 0, -1) if tag.startswith(text[-size:])), 0)
