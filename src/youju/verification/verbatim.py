"""What stands in a passage word for word, as a whole sentence, item or row, is proved by that and needs no comparing.

Only whole units count: 可以报销 stands in 不可以报销, too. And an item says what its lead-in makes of it: below
以下说法是错误的： the words 年假可以折现 are no statement of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from youju.knowledge.values import Passage
from youju.text.folding import fold
from youju.text.sentences import split_sentences
from youju.verification.lead_ins import without_mark
from youju.verification.operators import operators_in

_EDGES = " \t\r\n。．.；;，,、：:|*"
_DENYING = frozenset(("forbid", "not", "exempt", "may_not", "advise_not", "not_always", "except"))
_FALSE = re.compile(r"错误|有误|误区|谣言|不实|不正确|\b(?:wrong|false|myths?|incorrect|untrue)\b", re.IGNORECASE)
_LEADS_IN = re.compile(r"(?m)^.*[：:][*_ \t]*(?:\[\d+\][ \t]*)*$")
"""A line that leads in to what follows."""


def stands_in(claim: str, passages: Iterable[Passage]) -> bool:
    """Whether the claim is a whole unit of one of the passages, or of the head of the table that it goes on with, but
    for its list mark, its closing punctuation and the ways in which characters are written."""
    words = _plain(claim)
    return bool(words) and any(
        words in _units(passage.text) or any(words == _plain(head.text) for head in passage.heads)
        for passage in passages
    )


def denied_by_lead(claim: str, before: str, passages: Iterable[Passage]) -> str:
    """The lead-in that denies or forbids the item which the claim repeats, if neither the claim nor the last lead-in
    before it says so; else empty."""
    words = _plain(claim)
    leads = [lead for passage in passages if (lead := _units(passage.text).get(words)) is not None]
    said = [claim, *_LEADS_IN.findall(before)[-1:]]
    return "" if not words or "" in leads or not leads or any(map(denies, said)) else leads[0]


def denies(text: str) -> bool:
    """Whether the text forbids, denies, exempts, or calls something wrong."""
    return bool(operators_in(text) & _DENYING) or _FALSE.search(text) is not None


@lru_cache(maxsize=512)
def _units(text: str) -> Mapping[str, str]:
    """Every unit, with the lead-in that denies it (empty if none does in one of its places)."""
    found: dict[str, str] = {}
    lead = ""
    for unit in split_sentences(text):
        words = text[unit.start : unit.end]
        lead = lead if unit.kind == "list_item" else ""
        key = _plain(words)
        found[key] = lead if found.get(key, lead) else ""
        if unit.kind != "list_item" and words.rstrip().endswith(("：", ":")) and denies(words):
            lead = words
    return found


def _plain(text: str) -> str:
    return fold(without_mark(text).strip(_EDGES)).text
