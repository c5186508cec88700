"""The inside of an article: 款 are its paragraphs, 项 its numbered items （一）（二）."""

from __future__ import annotations

import re
from dataclasses import dataclass

from youju.law.numerals import NUMERAL, number

_ITEM = re.compile(rf"[（(]\s*({NUMERAL})\s*[）)]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A 款: `[start, end)` in the article's text, with the span of each 项 by its number."""

    start: int
    end: int
    items: dict[int, tuple[int, int]]


def clauses(article: str) -> list[Clause]:
    """The 款 of an article in order. An item belongs to the 款 that it stands in."""
    found: list[Clause] = []
    for match in re.finditer(r"[^\n]+", article):
        line = match.group().strip()
        item = _ITEM.match(line)
        value = number(item[1]) if item else None
        if not line:
            continue
        if value is not None and found:
            last = found[-1]
            found[-1] = Clause(last.start, match.end(), {**last.items, value: match.span()})
        else:
            found.append(Clause(*match.span(), {}))
    return found


def missing(article: str, paragraph: int | None, item: int | None) -> str | None:
    """Why an article has no such 款 or 项, in words for a person; None where it has."""
    found = clauses(article)
    if paragraph is not None and not 1 <= paragraph <= len(found):
        return f"该条共{len(found)}款"
    within = found if paragraph is None else found[paragraph - 1 : paragraph]
    if item is None or any(item in clause.items for clause in within):
        return None
    most = max((number for clause in within for number in clause.items), default=0)
    where = "该条" if paragraph is None else "该款"
    return f"{where}共{most}项" if most else f"{where}没有分项"
