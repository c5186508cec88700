"""Small to big: a hit in part of a section brings the rest of it, as far as the budget reaches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from youju.caller import Caller
from youju.knowledge.values import Passage
from youju.retrieval.ledger_view import LedgerView
from youju.retrieval.values import Scored
from youju.text.tokens import estimate_tokens

BUDGET_TOKENS = 3000
"""What all companions of one search may add to a prompt."""

EXPANDED_HITS = 3
"""Only the best hits bring companions: each costs a query, and the answer is seldom further down."""


async def companions(ledger: LedgerView, hits: Sequence[Scored], caller: Caller, at: date) -> list[Scored]:
    """Passages of the hits' sections that are no hits themselves, nearest first within each section, with the score of
    the hit that brings them. What is not in force brings nothing that is, and the other way round."""
    taken = {hit.passage.id for hit in hits}
    left = BUDGET_TOKENS
    found: list[Scored] = []
    for hit in hits[:EXPANDED_HITS]:
        for passage in await _around(ledger, hit.passage, caller, at):
            cost = estimate_tokens(passage.text)
            if passage.id in taken:
                continue
            if cost > left:
                break
            left -= cost
            taken.add(passage.id)
            found.append(Scored(passage, hit.score, hit.stage))
    return found


async def _around(ledger: LedgerView, hit: Passage, caller: Caller, at: date) -> list[Passage]:
    if hit.section_ordinal is None:
        return []
    section = await ledger.section_passages(hit.version_id, hit.section_ordinal, caller, at)
    section = [passage for passage in section if passage.in_force.status == hit.in_force.status]
    return sorted(section, key=lambda passage: (abs(passage.ordinal - hit.ordinal), passage.ordinal))
