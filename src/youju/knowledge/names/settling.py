"""Which document a name belongs to: decided with the write lock held, so that two who come at once decide alike.

the name is known            its document, unless it is only one of several names of it: a name whose content or
                             placement changes alone splits off
a known file of these bytes  renamed: its document, under the new name
  is gone from the disk
another document has these   one document with one more name, if that opens and closes nothing
  bytes
else                         a document of its own
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from youju.knowledge.identity import document_id
from youju.knowledge.names.values import Arrival, Name
from youju.knowledge.placing import NOTHING_SAID, Placement, Wish
from youju.knowledge.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Settled:
    """Where a name belongs. `said` is what is set for that one document from now on.

    `renamed`: the name that it takes the place of. `left`: the document of which it was the last name, and which goes.
    `joined`: it became one more name of a document that is known under this display name. `like`: a readable document
    has the same bytes and another placement. `split`: it was one of several names of another document.
    """

    document: str
    placement: Placement
    said: Wish = NOTHING_SAID
    renamed: Name | None = None
    left: str | None = None
    joined: str | None = None
    like: str | None = None
    split: bool = False


async def settle(ledger: Transaction, arrival: Arrival) -> Settled:
    """Decide; nothing is written."""
    wanted = arrival.wish.replaces
    if wanted is None:
        return await _settle(ledger, arrival)
    found = await ledger.documents.find(wanted)
    named = Wish(replaces=found) if found else NOTHING_SAID
    if arrival.command.replaces is not None:
        return await _settle(ledger, replace(arrival, command=arrival.command.then(named)))
    return await _settle(ledger, replace(arrival, rules=arrival.rules.then(named)))


async def _settle(ledger: Transaction, arrival: Arrival) -> Settled:
    known = await ledger.names.get(arrival.key)
    if known is not None and known.document_id is not None:
        return await _settle_known(ledger, arrival, known.document_id)
    renamed = await _renamed(ledger, arrival)
    if renamed is not None:
        return renamed
    former = document_id(arrival.key)  # kept as history only: it lives again
    revived = former if await ledger.documents.is_nameless(former) else None
    placement = arrival.wish.over(await ledger.documents.placement(revived) if revived else None)
    twin, like = await _twin(ledger, arrival, placement)
    if twin is not None:
        return await _join(ledger, twin)
    return Settled(revived or await _free_id(ledger, arrival.key), placement, await _said(ledger, revived), like=like)


async def _settle_known(ledger: Transaction, arrival: Arrival, document: str) -> Settled:
    said = (await ledger.documents.said(document)).without(arrival.command)
    now = await ledger.documents.placement(document)
    placement = arrival.rules.then(said).then(arrival.command).over(now)
    same = await ledger.versions.live_hash(document) == arrival.content_hash
    alone = {name.key for name in await ledger.names.of(document)} <= {arrival.key, *arrival.together}
    if same and (alone or placement == now):
        return Settled(document, placement, said)
    twin, like = await _twin(ledger, arrival, placement, besides=document)
    if twin is not None:
        return replace(await _join(ledger, twin), left=document if alone else None)
    if alone:
        return Settled(document, placement, said, like=like)
    return Settled(await _free_id(ledger, arrival.key), placement, said, like=like, split=True)


async def _renamed(ledger: Transaction, arrival: Arrival) -> Settled | None:
    for name in await ledger.names.with_content(arrival.content_hash):
        if name.key not in arrival.gone or name.document_id is None:
            continue
        said = (await ledger.documents.said(name.document_id)).without(arrival.command)
        now = await ledger.documents.placement(name.document_id)
        placement = arrival.rules.then(said).then(arrival.command).over(now)
        others = {other.key for other in await ledger.names.of(name.document_id)} - {name.key, *arrival.together}
        if placement == now or not others:
            return Settled(name.document_id, placement, said, renamed=name)
    return None


async def _twin(
    ledger: Transaction, arrival: Arrival, placement: Placement, besides: str | None = None
) -> tuple[str | None, str | None]:
    """The document of the same bytes that the name can be one more name of, or None; and the display name of one that
    has another placement."""
    like = None
    for twin, display in await ledger.documents.twins(arrival.content_hash, arrival.caller):
        if twin == besides:
            continue
        there = await ledger.documents.placement(twin)
        if there.roles == placement.roles and arrival.wish.over(there) == there:
            return twin, None
        like = like or display
    return None, like


async def _join(ledger: Transaction, twin: str) -> Settled:
    display = await ledger.documents.display_name(twin)
    return Settled(twin, await ledger.documents.placement(twin), await ledger.documents.said(twin), joined=display)


async def _said(ledger: Transaction, document: str | None) -> Wish:
    return await ledger.documents.said(document) if document else NOTHING_SAID


async def _free_id(ledger: Transaction, key: str) -> str:
    """The id of a new document of that key: a variant where a document that has lost this name has the first one."""
    identifier, variant = document_id(key), 1
    while await ledger.documents.exists(identifier):
        variant += 1
        identifier = document_id(f"{key}#{variant}")
    return identifier
