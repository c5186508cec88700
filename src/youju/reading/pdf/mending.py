"""Characters that a file tells otherwise than people read them: raised digits, letters of ligatures, spaced words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from youju.reading.pdf.pdfium import Floats

_RAISED = np.array([ord(char) for char in "⁰¹²³⁴⁵⁶⁷⁸⁹"], np.uint32)
_SPACED = re.compile(r"\w(?: \w){3,}[^\w\s]?")
_RAISED_SIGNS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised_digits(letters: NDArray[np.uint32], frame: Floats, starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Which characters may be small digits above their line. `starts` are where the fragments begin."""
    heights = frame[:, 3] - frame[:, 1]
    tallest = np.maximum.reduceat(heights, starts)
    lengths = np.diff(np.append(starts, len(letters)))
    small = (letters >= ord("0")) & (letters <= ord("9")) & (heights < np.repeat(0.85 * tallest, lengths))
    if not small.any():
        return np.flatnonzero(small)
    lowest = np.repeat(np.maximum.reduceat(frame[:, 3], starts) - 0.15 * tallest, lengths)
    return np.flatnonzero(small & (frame[:, 3] < lowest))


def raise_digits(letters: NDArray[np.uint32], places: Sequence[int]) -> NDArray[np.uint32]:
    """The digits at these places as the superscripts that they are, so that a note's mark is never part of a number:
    `2020³`, not `20203`."""
    letters = letters.copy()
    letters[places] = _RAISED[letters[places] - ord("0")]
    return letters


def raised(text: str) -> str:
    """The text with its digits as superscripts."""
    return text.translate(_RAISED_SIGNS)


def spread_ligatures(boxes: Floats, solid: NDArray[np.intp]) -> None:
    """Give each letter of a ligature, which all have the box of the whole, its part of it. In place."""
    same = np.all(boxes[solid[1:]] == boxes[solid[:-1]], axis=1)
    if not same.any():
        return
    firsts = np.flatnonzero(same & ~np.append(False, same[:-1]))
    lasts = np.flatnonzero(same & ~np.append(same[1:], False)) + 1
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        run = solid[first : last + 1]
        edges = np.linspace(boxes[run[0], 0], boxes[run[0], 2], len(run) + 1)
        boxes[run, 0], boxes[run, 2] = edges[:-1], edges[1:]


def is_spaced(text: str) -> bool:
    """Whether all characters stand apart: a word that is set wide."""
    return text[1:2] == " " == text[3:4] and _SPACED.fullmatch(text) is not None


def close_up(text: str, boxes: Sequence[int], places: Floats) -> tuple[str, list[int]]:
    """A text set wide (see `is_spaced`) as the words that it is: only the wider gaps are spaces. `places` are the left
    and right of each character, shape (n, 2)."""
    letters = list(range(0, len(text), 2))
    rest = list(range(letters[-1] + 1, len(text)))
    gaps = [float(places[after, 0] - places[before, 1]) for before, after in pairwise(letters)]
    usual = median(gaps)
    kept = [0]
    for gap, letter in zip(gaps, letters[1:], strict=True):
        kept += [letter - 1, letter] if gap > 1.6 * usual + 0.5 else [letter]
    kept += rest
    return "".join(text[place] for place in kept), [boxes[place] for place in kept]
