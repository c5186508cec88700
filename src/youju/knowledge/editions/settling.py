"""The days in force of editions, worked out anew in the transaction that adds, changes or removes one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from youju.knowledge.editions.values import Dates, Settle
from youju.knowledge.transaction import Transaction


async def settle_editions(ledger: Transaction, rule: Settle) -> set[str]:
    """Give every edition the days in force that follow from all of them; what was set for a document by hand stands
    above. Returns the documents whose days are others now."""
    wanted, now = rule(await ledger.editions.all()), await ledger.editions.dates()
    differing = [document for document, dates in wanted.items() if dates != now.get(document)]
    return {document for document in differing if await _move(ledger, document, wanted[document], now[document])}


async def has_editions(ledger: Transaction, documents: Iterable[str]) -> bool:
    """Whether one of these documents is an edition of a work."""
    known = await ledger.editions.dates()
    return any(document in known for document in documents)


async def _move(ledger: Transaction, document: str, dates: Dates, now: Dates) -> bool:
    before = await ledger.documents.placement(document)
    said = await ledger.documents.said(document)
    placement = said.over(replace(before, effective_from=dates.start, effective_to=dates.end))
    version = await ledger.versions.live(document)
    if version is None or (placement == before and dates.declared == now.declared):
        return False
    await ledger.documents.move(document, version, placement)
    await ledger.editions.declare(document, dates.declared)
    return True
