"""Noticing a model that does not come to an end."""

from __future__ import annotations

from collections import Counter

from youju.text.folding import fold
from youju.text.streaming import MAX_UNIT, Unit

MAX_CHARACTERS = 20_000
"""Of one turn's text: more is no answer that anybody reads."""
MAX_REASONING = 200_000
REPEATS = 3
"""How often the same sentence may stand in one turn."""
MAX_CALLS = 64
"""Tool calls of one turn; what comes beyond it is dropped."""
_SHORT = 6
_TAIL, _LONGEST_ROUND, _EVERY = 1_000, 250, 200
"""Characters at the end of the text that are nothing but one piece of at most so many, looked at every so many."""


class Runaway:
    """Watches one turn of a model."""

    def __init__(self) -> None:
        self._text = self._reasoning = 0
        self._seen: Counter[str] = Counter()
        self._words, self._thoughts = _Tail(), _Tail()

    def wrote(self, text: str) -> tuple[str, bool]:
        """What of the text is taken, and whether the turn's text runs away: too long, or the same again and again."""
        taken = text[: MAX_CHARACTERS - self._text]
        self._text += len(taken)
        return taken, len(taken) < len(text) or self._words.repeats(taken)

    def thought(self, text: str) -> tuple[str, bool]:
        """The same of its reasoning."""
        taken = text[: MAX_REASONING - self._reasoning]
        self._reasoning += len(taken)
        return taken, len(taken) < len(text) or self._thoughts.repeats(taken)

    def repeats(self, unit: Unit) -> bool:
        """Whether the turn goes round in circles: the same sentence again and again, or one without end."""
        text = fold("".join(piece.text for piece in unit)).text
        if len(unit) > 1 or len(text) < _SHORT:
            return False
        self._seen[text] += 1
        return self._seen[text] > REPEATS or (
            len(text) >= MAX_UNIT // 2 and all(piece.kind == "sentence" for piece in unit)
        )


class _Tail:
    """The end of a text that grows."""

    def __init__(self) -> None:
        self._text = ""
        self._unseen = 0

    def repeats(self, more: str) -> bool:
        """Whether the text now ends in one short piece again and again: a character, a sentence, a row of a table."""
        again = False
        for start in range(0, len(more), _EVERY):
            piece = more[start : start + _EVERY]
            self._text = (self._text + piece)[-_TAIL:]
            self._unseen += len(piece)
            if self._unseen >= _EVERY and len(self._text) == _TAIL:
                self._unseen = 0
                again = again or _is_periodic(self._text)
        return again


def _is_periodic(text: str) -> bool:
    return any(text.startswith(text[size:]) for size in range(1, _LONGEST_ROUND + 1))
