"""Questions with the passages that answer them, as a user writes them down: one JSON object to a line.

    {"question": "试用期最长多久？", "gold": ["劳动合同法第十九条"]}
    {"question": "差旅费几天内报销？", "gold": [{"document": "费用报销管理办法.md", "section": "第三章"}]}
    {"question": "…", "gold": [{"passage": "3f2a…"}], "at": "2023-05-01"}

A gold item is a reference, a section of a document (`document` alone: any passage of it), or a passage by its id.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from youju.errors import CallerMistake

MOST = 20_000
"""Questions that one file may hold."""
_FORM = 'Each line: {"question": "…", "gold": ["劳动合同法第十九条" or {"document": "…", "section": "…"} or …]}.'


@dataclass(frozen=True, slots=True)
class Gold:
    """One thing that answers. Exactly one of `reference`, `passage` and `document` is set."""

    reference: str | None = None
    passage: str | None = None
    document: str | None = None
    section: str | None = None

    def __str__(self) -> str:
        return self.reference or self.passage or " › ".join(one for one in (self.document, self.section) if one)


@dataclass(frozen=True, slots=True)
class Case:
    """A question of line `line` with all that answers it; `at` is the date that it asks about (None: today)."""

    line: int
    question: str
    gold: tuple[Gold, ...]
    at: date | None = None


def read_cases(text: str) -> list[Case]:
    """The cases of a file; empty lines are skipped. Raises `CallerMistake`, which names the line and what is wrong."""
    cases = [_case(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not cases:
        raise CallerMistake("The file holds no question.", remedy=_FORM)
    if len(cases) > MOST:
        raise CallerMistake(f"The file holds {len(cases)} questions; {MOST} are read at most.")
    return cases


def _case(number: int, line: str) -> Case:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong(number, "is not JSON") from None
    if not isinstance(row, dict):
        raise _wrong(number, "is no JSON object")
    question, gold, at = row.get("question"), row.get("gold"), row.get("at")
    if not isinstance(question, str) or not question.strip():
        raise _wrong(number, "has no question")
    if not isinstance(gold, list) or not gold:
        raise _wrong(number, "has no gold")
    try:
        day = date.fromisoformat(at) if at is not None else None
    except (TypeError, ValueError):
        raise _wrong(number, "has a date that is none (at: YYYY-MM-DD)") from None
    return Case(number, question.strip(), tuple(_gold(number, one) for one in _distinct(gold)), day)


def _distinct(items: Sequence[Any]) -> list[Any]:
    """Each item once: a repeated one would count twice."""
    return [one for place, one in enumerate(items) if one not in items[:place]]


def _gold(number: int, item: Any) -> Gold:
    if isinstance(item, str) and item.strip():
        return Gold(reference=item.strip())
    if isinstance(item, dict) and all(isinstance(value, str) and value.strip() for value in item.values()):
        if set(item) == {"passage"}:
            return Gold(passage=item["passage"])
        if set(item) in ({"document"}, {"document", "section"}):
            return Gold(document=item["document"], section=item.get("section"))
    raise _wrong(number, f"has a gold item that is not understood: {json.dumps(item, ensure_ascii=False)[:80]}")


def _wrong(number: int, problem: str) -> CallerMistake:
    return CallerMistake(f"Line {number} {problem}.", remedy=_FORM)
