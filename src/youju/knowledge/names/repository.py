"""Queries on the names of documents and on the roots. Nothing here commits, and nothing returns document content."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.models import DocumentRow, RootRow, SourceRow, VersionRow
from youju.knowledge.names.values import Arrival, Name, Problem, Stamp
from youju.knowledge.placing import Wish
from youju.knowledge.repository import batches


@dataclass(frozen=True, slots=True)
class Root:
    """A folder, file or address that a person named, and what was said about it."""

    key: str
    location: str
    wish: Wish


@dataclass(frozen=True, slots=True)
class Known:
    """A name with what is live of its document: the hash of the bytes it was made of, what read them, its fingerprint.
    All None where nothing is."""

    name: Name
    live_hash: str | None
    live_reader: str | None
    live_fingerprint: str | None


class NameRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def get(self, key: str) -> Name | None:
        """The name under that key."""
        row = (await self._db.execute(_names().where(SourceRow.key == key))).first()
        return None if row is None else _name(row)

    async def of(self, document: str) -> list[Name]:
        """The names of a document, the first one first."""
        query = _names().where(SourceRow.document_id == document).order_by(SourceRow.added_at, SourceRow.key)
        return [_name(row) for row in await self._db.execute(query)]

    async def with_content(self, content_hash: str) -> list[Name]:
        """The names whose newest bytes have that hash."""
        query = _names().where(SourceRow.content_hash == content_hash).order_by(SourceRow.added_at, SourceRow.key)
        return [_name(row) for row in await self._db.execute(query)]

    async def of_container(self, key: str) -> list[Name]:
        """The names of what came out of a container."""
        return [_name(row) for row in await self._db.execute(_names().where(SourceRow.container == key))]

    async def known(self, roots: Collection[str] | None = None) -> list[Known]:
        """Every name found under these roots, or every one."""
        query = (
            select(
                *_COLUMNS,
                VersionRow.content_hash.label("live_hash"),
                VersionRow.reader,
                VersionRow.fingerprint,
            )
            .join(DocumentRow, DocumentRow.id == SourceRow.document_id, isouter=True)
            .join(VersionRow, VersionRow.id == DocumentRow.live_version_id, isouter=True)
            .order_by(SourceRow.added_at, SourceRow.key)
        )
        if roots is not None:
            query = query.where(SourceRow.root.in_(sorted(roots)))
        rows = await self._db.execute(query)
        return [Known(_name(row), row.live_hash, row.reader, row.fingerprint) for row in rows]

    async def with_document(self) -> list[Name]:
        """The names of all documents; of each the first one first."""
        query = _names().where(SourceRow.document_id.is_not(None))
        return [_name(row) for row in await self._db.execute(query.order_by(SourceRow.added_at, SourceRow.key))]

    async def put(
        self, arrival: Arrival, document: str | None, *, problem: Problem | None = None, since: datetime | None = None
    ) -> None:
        """Keep a name as it arrived, with the document that it belongs to. `since` is its place among the names of
        that document, for one that takes the place of another; a known name keeps its own."""
        now = datetime.now(UTC)
        stamp = arrival.stamp
        values: dict[str, Any] = {
            "document_id": document,
            "name": arrival.name,
            "root": arrival.root,
            "container": arrival.container,
            "content_hash": arrival.content_hash,
            "size": stamp.size if stamp else None,
            "modified_ns": stamp.modified_ns if stamp else None,
            "seen_at": stamp.seen_at if stamp else now,
            **_problem_row(problem),
        }
        known = (await self._db.execute(select(SourceRow.root).where(SourceRow.key == arrival.key))).first()
        if known is None:
            await self._db.execute(insert(SourceRow).values(key=arrival.key, added_at=since or now, **values))
        else:
            values["root"] = arrival.root or known.root
            await self._db.execute(update(SourceRow).where(SourceRow.key == arrival.key).values(**values))

    async def touch(self, key: str, stamp: Stamp) -> None:
        """The bytes under a name were looked at and are the same."""
        values = {"size": stamp.size, "modified_ns": stamp.modified_ns, "seen_at": stamp.seen_at}
        await self._db.execute(update(SourceRow).where(SourceRow.key == key).values(**values))

    async def follow(self, keys: Collection[str], content_hash: str) -> None:
        """Names whose files hold these bytes by now, as the document does. Without a stamp they are looked at again."""
        values: dict[str, Any] = {"content_hash": content_hash, "size": None, "modified_ns": None, **_problem_row(None)}
        await self._db.execute(update(SourceRow).where(SourceRow.key.in_(sorted(keys))).values(**values))

    async def drop(self, keys: Sequence[str]) -> None:
        """Forget these names."""
        for some in batches(keys):
            await self._db.execute(delete(SourceRow).where(SourceRow.key.in_(list(some))))

    # ── roots ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def roots(self) -> list[Root]:
        """All roots, the oldest first."""
        rows = await self._db.execute(
            select(RootRow.key, RootRow.location, RootRow.wish).order_by(RootRow.added_at, RootRow.key)
        )
        return [Root(row.key, row.location, Wish.of(row.wish)) for row in rows]

    async def put_root(self, root: Root) -> None:
        """Remember a root, or what is said about it now; what was said before and is not spoken of stays."""
        old = (await self._db.execute(select(RootRow.wish).where(RootRow.key == root.key))).first()
        if old is None:
            values = {"location": root.location, "wish": root.wish.row(), "added_at": datetime.now(UTC)}
            await self._db.execute(insert(RootRow).values(key=root.key, **values))
        else:
            wish = Wish.of(old.wish).then(root.wish).row()
            await self._db.execute(update(RootRow).where(RootRow.key == root.key).values(wish=wish))

    async def drop_empty_root(self, key: str) -> None:
        """Forget a root under which no name is known any more."""
        used = select(func.count()).select_from(SourceRow).where(SourceRow.root == key)
        if not (await self._db.execute(used)).scalar_one():
            await self._db.execute(delete(RootRow).where(RootRow.key == key))


_COLUMNS: list[Any] = [
    SourceRow.key,
    SourceRow.name,
    SourceRow.document_id,
    SourceRow.content_hash,
    SourceRow.root,
    SourceRow.container,
    SourceRow.size,
    SourceRow.modified_ns,
    SourceRow.seen_at,
    SourceRow.added_at,
    SourceRow.problem,
    SourceRow.problem_code,
    SourceRow.readers,
]


def _names() -> Select[*tuple[Any, ...]]:
    return select(*_COLUMNS)


def _name(row: Any) -> Name:
    stamp = Stamp(row.size, row.modified_ns, row.seen_at.replace(tzinfo=UTC)) if row.size is not None else None
    return Name(
        key=row.key,
        name=row.name,
        document_id=row.document_id,
        content_hash=row.content_hash,
        root=row.root,
        container=row.container,
        stamp=stamp,
        problem=Problem(row.problem, row.problem_code or "", row.readers or "") if row.problem is not None else None,
        added_at=row.added_at.replace(tzinfo=UTC),
    )


def _problem_row(problem: Problem | None) -> dict[str, str | None]:
    return {
        "problem": problem.message if problem else None,
        "problem_code": problem.code if problem else None,
        "readers": problem.readers if problem else None,
    }
