"""Every query on import runs. Nothing here commits: the service's transactions do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.models import ImportItemRow, ImportRunRow
from youju.knowledge.repository import batches
from youju.knowledge.runs.values import Run, RunItem

_COLUMNS = tuple(RunItem.__dataclass_fields__)


class RunRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def put(self, run: str, caller: str, wish: dict[str, Any], total: int, staged: str | None) -> None:
        """Insert a run that begins now."""
        row = {"id": run, "caller": caller, "wish": wish, "total": total, "staged": staged}
        await self._db.execute(insert(ImportRunRow).values(**row, state="running", started_at=datetime.now(UTC)))

    async def put_items(self, run: str, first: int, items: Sequence[RunItem]) -> None:
        """Insert items from the ordinal `first` on; an archive may hold more files than were counted at the start."""
        rows = [
            {"run_id": run, "ordinal": first + place, **{name: getattr(item, name) for name in _COLUMNS}}
            for place, item in enumerate(items)
        ]
        for some in batches(rows):
            await self._db.execute(insert(ImportItemRow), list(some))
        last = first + len(items)
        await self._db.execute(
            update(ImportRunRow).where(ImportRunRow.id == run, ImportRunRow.total < last).values(total=last)
        )

    async def move(self, run: str, state: str, *, end: bool) -> bool:
        """Change the state of a run that has not ended; whether there was one."""
        values = {"state": state, "finished_at": datetime.now(UTC) if end else None}
        open_run = (ImportRunRow.id == run, ImportRunRow.finished_at.is_(None))
        return (await self._db.execute(update(ImportRunRow).where(*open_run).values(**values))).rowcount > 0

    async def reopen(self, run: str) -> bool:
        """Let an interrupted run go on; whether it was one."""
        interrupted = (ImportRunRow.id == run, ImportRunRow.state == "interrupted")
        values = {"state": "running", "finished_at": None}
        return (await self._db.execute(update(ImportRunRow).where(*interrupted).values(**values))).rowcount > 0

    async def state(self, run: str) -> str | None:
        """The state of a run as it is written."""
        return (await self._db.execute(select(ImportRunRow.state).where(ImportRunRow.id == run))).scalar()

    async def open_runs(self) -> list[str]:
        """Runs that have not ended."""
        return list(
            (await self._db.execute(select(ImportRunRow.id).where(ImportRunRow.finished_at.is_(None)))).scalars()
        )

    async def waiting(self) -> list[tuple[str, dict[str, Any]]]:
        """Interrupted runs of uploaded files, with their wishes, the oldest first."""
        query = select(ImportRunRow.id, ImportRunRow.wish).where(
            ImportRunRow.state == "interrupted", ImportRunRow.staged.is_not(None)
        )
        return [(row.id, row.wish) for row in await self._db.execute(query.order_by(ImportRunRow.started_at))]

    async def runs(self, limit: int, run: str | None = None) -> list[Run]:
        """Runs, the newest first, with their counts."""
        counts = [
            func.coalesce(func.sum(case((ImportItemRow.result == result, 1), else_=0)), 0).label(result)
            for result in ("imported", "partial", "refused")
        ]
        query = (
            select(ImportRunRow, func.count(ImportItemRow.ordinal).label("done"), *counts)
            .outerjoin(ImportItemRow, ImportItemRow.run_id == ImportRunRow.id)
            .group_by(ImportRunRow.id)
            .order_by(ImportRunRow.started_at.desc(), ImportRunRow.id)
            .limit(limit)
        )
        if run is not None:
            query = query.where(ImportRunRow.id == run)
        return [_run(row) for row in await self._db.execute(query)]

    async def items(self, run: str, after: int, limit: int) -> list[RunItem]:
        """Items of a run from the ordinal `after` on, in the order in which they were finished."""
        columns = [getattr(ImportItemRow, name) for name in _COLUMNS]
        query = select(*columns).where(ImportItemRow.run_id == run, ImportItemRow.ordinal >= after)
        rows = await self._db.execute(query.order_by(ImportItemRow.ordinal).limit(limit))
        return [RunItem(*row) for row in rows]

    async def prune(self, keep: int) -> None:
        """Forget all ended runs but the newest `keep`; those of files that wait stay."""
        newest = select(ImportRunRow.id).order_by(ImportRunRow.started_at.desc()).limit(keep)
        old = ImportRunRow.id.not_in(newest), ImportRunRow.finished_at.is_not(None)
        waits = ImportRunRow.state == "interrupted", ImportRunRow.staged.is_not(None)
        await self._db.execute(delete(ImportRunRow).where(*old, ~(waits[0] & waits[1])))

    async def blank(self, document: str) -> None:
        """Take a deleted document's name out of the records of imports."""
        values = {"name": "(deleted)", "message": "Deleted since.", "document_id": None}
        await self._db.execute(update(ImportItemRow).where(ImportItemRow.document_id == document).values(**values))


def _run(row: Any) -> Run:
    return Run(
        id=row.id,
        state=row.state,
        caller=row.caller,
        total=max(row.total, row.done),
        done=row.done,
        imported=row.imported,
        partial=row.partial,
        refused=row.refused,
        goes_on=row.state == "interrupted" and row.staged is not None,
        started_at=row.started_at.replace(tzinfo=UTC),
        finished_at=row.finished_at.replace(tzinfo=UTC) if row.finished_at else None,
    )
