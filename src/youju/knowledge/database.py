"""The ledger's engine: SQLite in WAL mode by default, any async SQLAlchemy URL for a team."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from youju.errors import StorageFailed
from youju.knowledge.migrating import migrate

_BUSY_MS = 60_000
"""How long a writer waits for another process. Publishing is milliseconds; only a rebuild holds the lock for long."""


_CHECKPOINTS = 30
"""How often emptying the log is tried, a tenth of a second apart."""


class Database:
    """The doors of the ledger's file: each opens one transaction, and a write commits as one.

    What the database refuses (locked for too long, disk full, damaged) is raised as `StorageFailed`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, home: Path, url: str | None = None) -> Database:
        """Open, and create or migrate if needed. Raises `StorageFailed`."""
        return cls(await open_engine(ledger_url(home, url)))

    async def close(self) -> None:
        """Give the connections back."""
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """One consistent state to read."""
        with _failure_told():
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """The write lock, for one transaction. It waits for other processes and rolls back what raises."""
        with _failure_told():
            async with self._engine.execution_options(write=True).begin() as connection:
                yield connection

    async def forget_log(self) -> None:
        """Empty SQLite's write-ahead log, which still holds the pages from before a deletion. Waits a few seconds for
        readers; what they keep goes with the next write of anybody."""
        if self._engine.dialect.name != "sqlite":
            return
        with _failure_told():
            async with self._engine.connect() as connection:
                await connection.rollback()  # a checkpoint runs outside every transaction
                driver: Any = (await connection.get_raw_connection()).driver_connection
                for _ in range(_CHECKPOINTS):
                    await driver.rollback()
                    cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    blocked, _, _ = await cursor.fetchone()
                    await cursor.close()
                    if not blocked:
                        return
                    await asyncio.sleep(0.1)


@contextmanager
def _failure_told() -> Generator[None]:
    """What the database refuses, as one line without SQL and paths."""
    try:
        yield
    except DBAPIError as error:
        raise StorageFailed(
            f"The ledger did not take or give what was asked: {error.orig}.",
            remedy="Try again; if it stays so, `youju doctor` tells the state of every part.",
        ) from error


def ledger_url(home: Path, configured: str | None) -> str:
    """The configured URL, else the SQLite file in the home folder."""
    return configured or f"sqlite+aiosqlite:///{home / 'ledger.db'}"


async def open_engine(url: str) -> AsyncEngine:
    """Connect and migrate. Raises `StorageFailed` with the reason and the way out."""
    migrating = _engine(url, foreign_keys=False)
    try:
        async with migrating.execution_options(write=True).begin() as connection:
            await connection.run_sync(migrate)
    except DBAPIError as error:
        raise StorageFailed(
            f"The ledger cannot be opened: {error.orig}.", remedy="Check that the home folder is writable and not full."
        ) from error
    finally:
        await migrating.dispose()
    return _engine(url, foreign_keys=True)


def _engine(url: str, *, foreign_keys: bool) -> AsyncEngine:
    """An engine; on SQLite a table can only be written anew while foreign keys are off, or its children go too."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine, foreign_keys=foreign_keys)
    return engine


def _prepare_sqlite(engine: AsyncEngine, *, foreign_keys: bool) -> None:
    """WAL, and transactions that begin as what they are.

    A transaction that will write takes the write lock at once (BEGIN IMMEDIATE): one that upgraded later could fail
    with SQLITE_BUSY after it had read.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:  # pyright: ignore[reportUnusedFunction]
        handle: Any = connection
        handle.isolation_level = None  # we emit BEGIN ourselves
        cursor = connection.cursor()
        keys = f"foreign_keys={'ON' if foreign_keys else 'OFF'}"
        for pragma in (f"busy_timeout={_BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", keys):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
