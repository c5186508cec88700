"""Where the characters of a line stand, from what is known of some of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def spread(text: str, known: Sequence[tuple[float, float] | None]) -> tuple[float, ...]:
    """The edges of every character as shares of the line, 0 to 1, never falling (len = len(text) + 1).

    `known[i]` is where character `i` begins and ends. Neighbours meet in the middle of the gap between them; characters
    without a place share the room between their neighbours, a wide one taking twice that of a narrow one.
    """
    edges: list[float | None] = [0.0, *[None] * (len(text) - 1), 1.0] if text else [0.0]
    for index in range(1, len(text)):
        before, after = known[index - 1], known[index]
        if before and after:
            edges[index] = (before[1] + after[0]) / 2
        elif before or after:
            edges[index] = before[1] if before else after[0] if after else None
    weights = [2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text]
    return _filled(edges, weights)


def _filled(edges: Sequence[float | None], weights: Sequence[int]) -> tuple[float, ...]:
    filled: list[float] = [0.0]
    for index, edge in enumerate(edges[1:], start=1):
        if edge is not None:
            filled.append(min(1.0, max(filled[-1], edge)))
            continue
        ahead = next(place for place in range(index, len(edges)) if edges[place] is not None)
        end = max(filled[-1], edges[ahead] or 0.0)
        room = weights[index - 1] / sum(weights[index - 1 : ahead])
        filled.append(min(1.0, filled[-1] + (end - filled[-1]) * room))
    return tuple(filled)
