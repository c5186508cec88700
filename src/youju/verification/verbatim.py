"""What stands in a passage word for word, as a whole sentence, item or row, is proved by that and needs no comparing.

Only whole units count: 可以报销 stands in 不可以报销, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from youju.knowledge.values import Passage
from youju.text.folding import fold
from youju.text.sentences import split_sentences
from youju.verification.lead_ins import without_mark

_EDGES = " \t\r\n。．.；;，,、：:|*"


def stands_in(claim: str, passages: Iterable[Passage]) -> bool:
    """Whether the claim is a whole unit of one of the passages, but for its list mark, its closing punctuation and the
    ways in which characters are written."""
    words = _plain(claim)
    return bool(words) and any(words in _units(passage.text) for passage in passages)


@lru_cache(maxsize=512)
def _units(text: str) -> frozenset[str]:
    return frozenset(_plain(text[unit.start : unit.end]) for unit in split_sentences(text))


def _plain(text: str) -> str:
    return fold(without_mark(text).strip(_EDGES)).text
