"""Bringing a ledger to the schema of this code, and refusing one that is newer."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from youju.errors import StorageFailed
from youju.knowledge.migrations import HEAD


def migrate(connection: Connection) -> None:
    """Create or upgrade the tables. Raises `StorageFailed` for a ledger that a newer Youju has written."""
    found = _revision(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise StorageFailed(
            "The ledger was written by a newer version of Youju.",
            remedy="Upgrade Youju; nothing was changed.",
            code="ledger_newer",
        )
    from alembic import command  # noqa: PLC0415  (a fifth of a second, needed once in a ledger's life)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
