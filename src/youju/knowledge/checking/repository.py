"""What can be wrong inside the ledger, as queries."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.identity import text_hash
from youju.knowledge.models import DocumentRow, PassageRow, VersionRow

Fault = tuple[str, str]
"""A problem in a sentence, and its remedy."""

_RESTORE = "Restore the home folder from a copy, or add the files again into a new one."


async def faults(connection: AsyncConnection) -> list[Fault]:
    """Everything that is wrong in the ledger's own file."""
    return [
        *await _file_faults(connection),
        *await _pointer_faults(connection),
        *await _text_faults(connection),
    ]


async def _file_faults(connection: AsyncConnection) -> list[Fault]:
    if connection.dialect.name != "sqlite":
        return []
    sound = (await connection.execute(text("PRAGMA integrity_check(1)"))).scalar()
    found = [] if sound == "ok" else [("The ledger's file is damaged.", _RESTORE)]
    orphans = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    if orphans:
        found.append((f"{len(orphans)} rows belong to something that is gone.", _RESTORE))
    return found


async def _pointer_faults(connection: AsyncConnection) -> list[Fault]:
    live = select(VersionRow.id).where(
        VersionRow.id == DocumentRow.live_version_id, VersionRow.document_id == DocumentRow.id
    )
    broken = (DocumentRow.live_version_id.is_not(None)) & ~live.exists()
    names = (await connection.execute(select(DocumentRow.source).where(broken))).scalars().all()
    found = [(f"{name}: its version in use is missing.", "Add its file again.") for name in names]
    empty = ~select(PassageRow.id).where(PassageRow.version_id == VersionRow.id).exists()
    silent = select(func.count()).select_from(VersionRow).where(VersionRow.state == "ready", empty)
    count = (await connection.execute(silent)).scalar_one()
    return [*found, *([(f"{count} versions are ready without a passage.", "Add their files again.")] if count else [])]


async def _text_faults(connection: AsyncConnection) -> Iterable[Fault]:
    """Passages that are not the text that was imported, version by version, so that memory stays flat."""
    versions = select(VersionRow.id, DocumentRow.source).join(DocumentRow, DocumentRow.id == VersionRow.document_id)
    altered: dict[str, int] = {}
    for row in (await connection.execute(versions)).all():
        whole = (await connection.execute(select(VersionRow.text).where(VersionRow.id == row.id))).scalar_one()
        columns = select(PassageRow.start, PassageRow.end, PassageRow.text, PassageRow.text_hash)
        for passage in await connection.execute(columns.where(PassageRow.version_id == row.id)):
            if passage.text != whole[passage.start : passage.end] or text_hash(passage.text) != passage.text_hash:
                altered[row.source] = altered.get(row.source, 0) + 1
    return [(f"{name}: {count} passages are not what was imported.", "Remove it and add it again.")
            for name, count in altered.items()]  # fmt: skip
