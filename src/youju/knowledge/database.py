"""The ledger's engine: SQLite in WAL mode by default, any async SQLAlchemy URL for a team."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from youju.errors import StorageFailed
from youju.knowledge.migrating import migrate

_BUSY_MS = 60_000
"""How long a writer waits for another process. Publishing is milliseconds; only a rebuild holds the lock for long."""


def ledger_url(home: Path, configured: str | None) -> str:
    """The configured URL, else the SQLite file in the home folder."""
    return configured or f"sqlite+aiosqlite:///{home / 'ledger.db'}"


async def open_engine(url: str) -> AsyncEngine:
    """Connect and migrate. Raises `StorageFailed` with the reason and the way out."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    try:
        async with engine.execution_options(write=True).begin() as connection:
            await connection.run_sync(migrate)
    except DBAPIError as error:
        await engine.dispose()
        raise StorageFailed(
            f"The ledger cannot be opened: {error.orig}.", remedy="Check that the home folder is writable and not full."
        ) from error
    except StorageFailed:
        await engine.dispose()
        raise
    return engine


def _prepare_sqlite(engine: AsyncEngine) -> None:
    """WAL, foreign keys, and transactions that begin as what they are.

    A transaction that will write takes the write lock at once (BEGIN IMMEDIATE): one that upgraded later could fail
    with SQLITE_BUSY after it had read.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:  # pyright: ignore[reportUnusedFunction]
        handle: Any = connection
        handle.isolation_level = None  # we emit BEGIN ourselves
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={_BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
