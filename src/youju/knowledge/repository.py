"""What the queries of the ledger share: who may read what, which version is live, from when to when it is in force.

The queries themselves stand in a `repository.py` for each idea: `documents`, `versions`, `content` (what a caller may
read), `names`, `feed` (what changed, what an index holds), `answers`, `recognition`, `runs`, `deletion`, `checking`.
None of them commits: the ledger's doors do. A query that returns document content takes a `Caller` and filters by it in
SQL.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from youju.caller import Caller
from youju.knowledge.models import DocumentRow, EditionRow, PassageRow, RoleRow, VersionRow
from youju.knowledge.values import InForce, InForceStatus

T = TypeVar("T")

_MANY = 500
"""How many ids one IN list takes: below every engine's limit on bound parameters."""

LIVE = DocumentRow.live_version_id == VersionRow.id
"""Joins documents with their live version."""


def batches(items: Sequence[T], size: int = _MANY) -> Iterable[Sequence[T]]:
    """Split a sequence into runs of at most `size`."""
    return (items[at : at + size] for at in range(0, len(items), size))


def readable(caller: Caller) -> ColumnElement[bool]:
    """Documents open to this caller."""
    if caller.reads_all:
        return DocumentRow.id.is_not(None)
    roles = select(RoleRow.document_id).where(RoleRow.document_id == DocumentRow.id)
    return or_(~roles.exists(), roles.where(RoleRow.role.in_(sorted(caller.roles))).exists())


def newest() -> ColumnElement[bool]:
    """Joins documents that are kept as history only with their newest version."""
    other = aliased(VersionRow)
    number = select(func.max(other.number)).where(other.document_id == DocumentRow.id).correlate(DocumentRow)
    return and_(
        DocumentRow.live_version_id.is_(None),
        VersionRow.document_id == DocumentRow.id,
        VersionRow.number == number.scalar_subquery(),
    )


async def roles_of(connection: AsyncConnection, documents: Sequence[str] | None) -> dict[str, frozenset[str]]:
    """The roles of these documents, or of all; those that are open to everybody have none."""
    query = select(RoleRow.document_id, RoleRow.role)
    found: dict[str, set[str]] = {}
    for some in [None] if documents is None else batches(documents):
        chosen = query if some is None else query.where(RoleRow.document_id.in_(list(some)))
        for row in await connection.execute(chosen):
            found.setdefault(row.document_id, set()).add(row.role)
    return {document: frozenset(roles) for document, roles in found.items()}


def replaced_from() -> ColumnElement[date]:
    """The day from which a live document takes the place of this one: `date.min` where that one has no first day of its
    own; NULL where there is none. Derived at each reading, so that it goes with the document that replaces."""
    newer, version = aliased(DocumentRow), aliased(VersionRow)
    return (
        select(func.min(func.coalesce(version.effective_from, date.min)))
        .join(newer, newer.live_version_id == version.id)
        .where(newer.replaces == DocumentRow.id)
        .correlate(DocumentRow)
        .scalar_subquery()
        .label("replaced_from")
    )


def term(row: Any) -> tuple[date | None, date | None, str | None]:
    """First day, first day out of force and what is declared, with what a document that replaces this one changes."""
    if row.replaced_from == date.min:
        return row.effective_from, row.effective_to, "repealed"
    ends = [end for end in (row.effective_to, row.replaced_from) if end is not None]
    return row.effective_from, min(ends, default=None), row.declared


PASSAGE_TERM: tuple[ColumnElement[date | None], ...] = (
    PassageRow.effective_from.label("passage_from"),
    PassageRow.effective_to.label("passage_to"),
)
"""What `passage_term` reads beside the columns that `term` reads."""


def passage_term(row: Any) -> tuple[date | None, date | None, str | None]:
    """As `term`, for one passage: what is narrower counts, its version's time or its own. A passage is never in force
    longer than its version."""
    start, end, declared = term(row)
    starts = [day for day in (start, row.passage_from) if day is not None]
    ends = [day for day in (end, row.passage_to) if day is not None]
    return max(starts, default=None), min(ends, default=None), declared


def published() -> ColumnElement[date | None]:
    """When the text of a document was published, where it is a known edition of a work."""
    query = select(EditionRow.published).where(EditionRow.document_id == DocumentRow.id).correlate(DocumentRow)
    return query.scalar_subquery().label("published")


def in_force(
    start: date | None, end: date | None, declared: str | None, at: date, published: date | None = None
) -> InForce:
    """The state at a date. Dates decide where they are known; what the source declares fills the rest. Of a work that
    was in force before this text of it was `published`, nobody knows by this text how it read then; this text is told
    to be in force from its publication on."""
    status: InForceStatus = "unknown"
    if start is not None and at < start:
        status = "not_yet"
    elif (end is not None and at >= end) or declared == "repealed":
        status = "repealed"
    elif declared != "unknown" and (start is not None or declared == "in_force"):
        status = "in_force" if published is None or at >= published else "unknown"
    begins = max((day for day in (start, published) if day is not None), default=None)
    return InForce(status, start if status == "not_yet" or start is None else begins, end)
