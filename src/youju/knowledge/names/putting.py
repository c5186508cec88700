"""Writing what was settled, in the transaction of the caller: the document, its version, live pointer and names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from youju.caller import OWNER
from youju.knowledge.drafts import Draft
from youju.knowledge.names.settling import Settled, settle
from youju.knowledge.names.values import Arrival
from youju.knowledge.placing import title_of
from youju.knowledge.transaction import Transaction

PublishOutcome = Literal["added", "updated", "restored", "unchanged", "moved", "renamed", "joined"]
"""`restored`: an earlier version is live again; `moved`: only roles, category, dates or title changed; `renamed`: a
known file under a new name; `joined`: one more name of a document with the same bytes."""


@dataclass(frozen=True, slots=True)
class Published:
    """What became of one draft. `superseded` are the versions whose index entries nothing needs any more; `removed` is
    set when a document went because it lost its last name; for the rest see `Settled`."""

    document_id: str
    outcome: PublishOutcome
    superseded: tuple[str, ...] = ()
    removed: bool = False
    settled: Settled | None = None


async def put_draft(ledger: Transaction, draft: Draft, touched: set[str]) -> Published:
    """Make a draft live. `touched` gets the documents that a follower of the ledger has to look at again."""
    if draft.over is not None:
        return await _put_over(ledger, draft, draft.over, touched)
    if draft.arrival is None:
        placement = draft.placement
        if draft.edition is not None and await ledger.documents.exists(draft.document_id):
            placement = await ledger.documents.placement(draft.document_id)
        arrival = Arrival(draft.key, draft.source, draft.content_hash, OWNER)
        settled = Settled(draft.document_id, placement, await ledger.documents.said(draft.document_id))
    else:
        arrival = draft.arrival
        settled = await settle(ledger, arrival)
    published = await _put(ledger, arrival, settled, draft, touched)
    if draft.edition is not None:
        await ledger.editions.put(published.document_id, draft.edition)
    return published


async def _put_over(ledger: Transaction, draft: Draft, over: str, touched: set[str]) -> Published:
    """Another reading of a version that is live: nothing happens if it is not live any more."""
    document, version = draft.document_id, draft.version_id
    if await ledger.versions.live(document) != over or version == over:
        return Published(document, "unchanged")
    placement = await ledger.documents.placement(document)
    title = title_of(placement.title, draft.document.title, draft.source)
    known = await ledger.versions.exists(version)
    if not known:
        await ledger.versions.put(replace(draft, placement=placement, title=title))
    await ledger.versions.make_live(document, version)
    await ledger.documents.move(document, version, placement)
    touched |= {document, *await ledger.documents.replaced([document])}
    return Published(document, "restored" if known else "updated", (over,))


async def put_known(
    ledger: Transaction, arrival: Arrival, settled: Settled, version: str, touched: set[str]
) -> Published:
    """Make an existing version of the settled document live (or find that it is) under the name that arrived."""
    return await _put(ledger, arrival, settled, version, touched)


async def _put(
    ledger: Transaction, arrival: Arrival, settled: Settled, content: Draft | str, touched: set[str]
) -> Published:
    document = settled.document
    touched |= await ledger.documents.replaced([document])
    live = await ledger.versions.live(document)
    if settled.joined is not None and live is not None:
        content = live
    outcome = await _put_content(ledger, settled, content, arrival.name, live)
    former = await _put_names(ledger, arrival, settled)
    if former not in {None, document, settled.left} and await ledger.documents.rename(str(former)):
        touched.add(str(former))
    shown_otherwise = await ledger.documents.rename(document)
    if outcome != "unchanged" or shown_otherwise:
        touched |= {document, *await ledger.documents.replaced([document])}
    now_live = await ledger.versions.live(document)
    superseded = [live] if live and live != now_live else []
    if settled.left is not None:
        touched |= {settled.left, *await ledger.documents.replaced([settled.left])}
        superseded += await ledger.versions.of(settled.left)
        await ledger.delete([settled.left])
    if settled.renamed is not None:
        outcome = "renamed"
    elif settled.joined is not None:
        outcome = "joined"
    return Published(document, outcome, tuple(superseded), settled.left is not None, settled)


async def _put_content(
    ledger: Transaction, settled: Settled, content: Draft | str, name: str, live: str | None
) -> PublishOutcome:
    document = settled.document
    before = await ledger.documents.placement(document)
    version = content if isinstance(content, str) else content.version_in(document)
    if live == version:
        if before == settled.placement:
            return "unchanged"
        await ledger.documents.move(document, version, settled.placement, settled.said)
        return "moved"
    await ledger.documents.put(document, name, settled.placement, settled.said)
    known = await ledger.versions.exists(version)
    if not known and isinstance(content, Draft):
        await ledger.versions.put(content.of(document, settled.placement))
    await ledger.versions.make_live(document, version)
    if known:
        await ledger.documents.move(document, version, settled.placement)
    return "restored" if known else "added" if live is None else "updated"


async def _put_names(ledger: Transaction, arrival: Arrival, settled: Settled) -> str | None:
    """Returns the document that the name belonged to before."""
    known, since = await ledger.names.get(arrival.key), None
    if settled.renamed is not None:
        since = settled.renamed.added_at
        await ledger.names.drop([settled.renamed.key])
    await ledger.names.put(arrival, settled.document, since=since)
    if arrival.together:
        await ledger.names.follow(arrival.together, arrival.content_hash)
    return known.document_id if known else None
