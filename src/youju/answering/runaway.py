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
_SHORT = 6


class Runaway:
    """Watches one turn of a model."""

    def __init__(self) -> None:
        self._text = self._reasoning = 0
        self._seen: Counter[str] = Counter()

    def wrote(self, text: str) -> bool:
        """Whether the turn's text is too long now."""
        self._text += len(text)
        return self._text > MAX_CHARACTERS

    def thought(self, text: str) -> bool:
        """Whether its reasoning is too long now."""
        self._reasoning += len(text)
        return self._reasoning > MAX_REASONING

    def repeats(self, unit: Unit) -> bool:
        """Whether the turn goes round in circles: the same sentence again and again, or one without end."""
        text = fold("".join(piece.text for piece in unit)).text
        if len(unit) > 1 or len(text) < _SHORT:
            return False
        self._seen[text] += 1
        return self._seen[text] > REPEATS or (
            len(text) >= MAX_UNIT // 2 and all(piece.kind == "sentence" for piece in unit)
        )
