"""The bad model: reads the passages that it was given under their numbers, and writes what a mutant tells it to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.models.scripted import Turn, says

from youju.text.folding import fold

_SOURCE = re.compile(r'<source n="(\d+)"[^>]*>\n(.*?)\n</source>', re.DOTALL)


@dataclass(frozen=True)
class Offered:
    """What the model was given, read from the request alone: number → text as it stood there. `question` is the whole
    request's last words of the user's side."""

    texts: Mapping[int, str]

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> Offered:
        contents = [str(message.get("content") or "") for message in request["messages"]]
        return cls({int(number): text for content in contents for number, text in _SOURCE.findall(content)})

    def number_of(self, words: str) -> int:
        """The first number whose text holds these words. Raises `LookupError`."""
        for number, text in self.texts.items():
            if squeezed(words) in squeezed(text):
                return number
        raise LookupError(words)

    def another(self, number: int, words: str = "") -> int:
        """A number whose text does not hold these words, or one that was never offered."""
        others = [n for n, text in self.texts.items() if n != number and squeezed(words) not in squeezed(text)]
        return others[-1] if others else self.unoffered()

    def unoffered(self) -> int:
        """A number that was never offered."""
        return max(self.texts, default=0) + 7


def squeezed(text: str) -> str:
    """The text as it is compared: folded, without white space and emphasis."""
    return re.sub(r"[\s*_`~>#|-]", "", fold(text).text)


Play = Callable[[Offered, int], Turn]
"""The turn of a model that was given these passages; the number of its turns before, for this question."""


class Player:
    """The script of the server: plays one question at a time, and remembers what the model was given."""

    def __init__(self) -> None:
        self.offered = Offered({})
        self.requests = 0
        self._play: Play | None = None

    def begin(self, play: Play) -> None:
        """The next requests belong to a new question."""
        self._play, self.requests, self.offered = play, 0, Offered({})

    def script(self, request: dict[str, Any], _: int) -> Turn:
        if self._play is None:
            raise AssertionError("nothing is played")
        self.offered = Offered(dict(self.offered.texts) | dict(Offered.of(request).texts))
        turn = self._play(self.offered, self.requests)
        self.requests += 1
        return turn


def in_pieces(text: str, chance: random.Random) -> Turn:
    """The text in chunks of one to nine characters."""
    pieces: list[str] = []
    while text:
        size = chance.randint(1, 9)
        pieces.append(text[:size])
        text = text[size:]
    return says(*pieces)


def joined(sentences: Iterable[str]) -> str:
    """Sentences as a paragraph."""
    return "".join(one if one[-1] in "。！；" else f"{one} " for one in sentences).strip()
