"""Deletions that are not over: the text is gone from the tables, its traces in the files may not be. Nothing here
commits."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.models import DeletionRow


async def begin_deletion(connection: AsyncConnection) -> None:
    """Note, in the transaction that deletes, that traces are to be cleared."""
    await connection.execute(insert(DeletionRow).values())


async def newest_deletion(connection: AsyncConnection) -> int | None:
    """The newest deletion that is not over; None where nothing is left to clear."""
    return (await connection.execute(select(func.max(DeletionRow.id)))).scalar()


async def end_deletions(connection: AsyncConnection, newest: int) -> None:
    """The traces of all deletions up to this one are cleared."""
    await connection.execute(delete(DeletionRow).where(DeletionRow.id <= newest))
