"""How much of one text's content stands in another, without a model.

Content is pairs of neighbouring ideographs (a single one only where there is nothing else), and words of a spaced
script without the commonest and without endings.
Function words, punctuation and quantities are left out: quantities are compared by value elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from itertools import pairwise

from youju.text.folding import fold
from youju.text.numbers import find_quantities

_RUN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff〇\U00020000-\U0003ffff]+|[a-z0-9]+(?:[-'._/][a-z0-9]+)*")
_STOP_CHARS = frozenset("的了着吗呢吧啊呀嘛也都就而且及与和或者之于为是在该此这那们我您你她请")
_STOP_WORDS = """a an the of to in on at by for with from as is are was were be been being it its this that these
    those and or if then than so such there their they he she you your we our i his her do does did has have had will
    would can could may might must shall should not no"""
_STOP = frozenset(_STOP_WORDS.split())
_ENDINGS = ("ments", "ment", "ings", "ing", "edly", "ed", "es", "s", "ly")
LABELS = frozenset("线级档类等号期")
"""Units whose quantity is a name (一线, 二级) and therefore content."""


@lru_cache(maxsize=8192)
def content_units(text: str) -> frozenset[str]:
    """The content of a text as a set of units."""
    return frozenset(content_sequence(text))


@lru_cache(maxsize=8192)
def content_sequence(text: str) -> tuple[str, ...]:
    """The content of a text as units in order, each as often as it is said."""
    units: list[str] = []
    single: list[str] = []
    for run in _RUN.findall(fold(_without_quantities(text)).text):
        if run[0].isascii():
            if run not in _STOP:
                units.append(_stem(run))
        else:
            kept = [char for char in run if char not in _STOP_CHARS]
            units += [a + b for a, b in pairwise(kept)]
            if len(kept) == 1:
                single.append(kept[0])
    return tuple(units or single)


def _without_quantities(text: str) -> str:
    pieces: list[str] = []
    place = 0
    for quantity in find_quantities(text):
        if quantity.start < place or quantity.kind in ("code", "article", "ordinal") or quantity.unit in LABELS:
            continue
        pieces += [text[place : quantity.start], "\n|\n"]
        place = quantity.end
    return "".join([*pieces, text[place:]])


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def coverage(claim: Set[str], source: Set[str]) -> float:
    """The part of the claim's units that stand in the source, 0–1; 1 for a claim without content."""
    return len(claim & source) / len(claim) if claim else 1.0
