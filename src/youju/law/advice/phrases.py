"""Pieces of sentences that the readers share."""

from __future__ import annotations

NEAR = "快要?|将近|接近|差不多|大概|大约|约(?!定)|不到|超过|近|可能|估计"
"""Words before a value that make it no exact one."""

_BREAKS = "。；;！!？?\n"
_COMMAS = "，,、"


def clause_before(text: str, at: int, width: int = 24, *, over_comma: bool = False) -> str:
    """What stands before `at` in the same clause. `over_comma`: also where a comma parts the two (月薪，8000)."""
    piece = text[max(0, at - width) : at]
    before = piece.rstrip(_COMMAS + " ") if over_comma else piece
    edge = max(before.rfind(mark) for mark in _BREAKS + _COMMAS)
    return piece[edge + 1 :]


def clause_after(text: str, at: int, width: int = 14) -> str:
    """What stands behind `at`, to the end of the sentence."""
    piece = text[at : at + width]
    ends = [place for mark in _BREAKS if (place := piece.find(mark)) >= 0]
    return piece[: min(ends)] if ends else piece
