"""A ledger of the version before keeps its documents, their ids and their names."""

from __future__ import annotations

import os
import sqlite3
import time

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from tests.knowledge.conftest import Library
from tests.knowledge.test_sources import write

from youju.caller import OWNER
from youju.index.lexical import TantivyIndex
from youju.knowledge import migrating
from youju.knowledge.identity import digest, document_id, text_hash
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.syncing import Syncing
from youju.reading.worker import ReadingPool

TEXT = "旧账本里的规定。"
NOW = "2025-06-01 08:00:00.000000"


def _old_ledger(home, rule) -> str:
    """A ledger as the version before wrote it, with one document; returns its id."""
    config = Config()
    config.set_main_option("script_location", str(migrating.Path(migrating.__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{home / 'ledger.db'}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    key = f"file:{rule.resolve()}"
    document, version = document_id(key), digest("old version")
    db = sqlite3.connect(home / "ledger.db")
    db.execute("INSERT INTO documents VALUES (?, ?, ?, NULL, NULL, ?, ?)", (document, key, rule.name, version, NOW))
    db.execute("INSERT INTO document_roles VALUES (?, 'hr')", (document,))
    columns = {
        "id": version, "document_id": document, "number": 1, "label": "", "title": "规定", "fingerprint": "old",
        "content_hash": "0" * 64, "media_type": "text/plain", "state": "ready", "text": TEXT, "layout": b"",
        "page_count": 0, "created_at": NOW,
    }  # fmt: skip
    _insert(db, "versions", columns)
    passage = {
        "id": digest("old passage"), "version_id": version, "ordinal": 0, "start": 0, "end": len(TEXT), "text": TEXT,
        "text_hash": text_hash(TEXT), "path": "[]", "pages": "[]", "blocks": "[]",
    }  # fmt: skip
    _insert(db, "passages", passage)
    _insert(db, "import_runs", {"id": "run", "started_at": NOW, "finished_at": NOW})
    for ordinal, outcome in enumerate(("added", "duplicate", "needs_ocr")):
        item = {"run_id": "run", "ordinal": ordinal, "name": "x", "outcome": outcome, "message": "m"}
        _insert(db, "import_items", item)
    db.commit()
    db.close()
    return document


def _insert(db: sqlite3.Connection, table: str, values: dict[str, object]) -> None:
    columns = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join("?" for _ in values)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(values.values()))


async def test_an_old_ledger_keeps_its_documents_and_follows_their_files(tmp_path):
    rule, home = write(tmp_path, "docs/规定.md", "旧账本里的规定，改过的。\n"), tmp_path / "home"
    past = time.time() - 3600
    os.utime(rule, (past, past))
    os.makedirs(home)  # noqa: PTH103 (a test's own folder)
    identifier = _old_ledger(home, rule)
    ledger, pool, index = await Ledger.open(home), ReadingPool(), TantivyIndex(home / "index")
    try:
        index.rebuild(await ledger.live_entries())
        library = Library(home, ledger, index, Importer(ledger, index, Originals(home / "files"), pool))
        (document,) = await ledger.documents(OWNER)
        assert (document.id, document.source, document.roles) == (identifier, "规定.md", frozenset({"hr"}))
        assert [name.key for name in await ledger.names_of(identifier)] == [f"file:{rule.resolve()}"]
        assert await library.shown("规定") == [TEXT]
        syncing = Syncing(ledger, library.importer)
        items = [item async for item in syncing.run(await syncing.plan(None), OWNER)]
        assert [(item.outcome, item.document_id) for item in items] == [("updated", identifier)]
        assert await library.shown("规定") == ["旧账本里的规定，改过的。"]
        assert (await ledger.documents(OWNER))[0].roles == frozenset({"hr"})
        assert await ledger.faults() == []
    finally:
        await pool.close()
        await ledger.close()
    db = sqlite3.connect(home / "ledger.db")
    results = [row[0] for row in db.execute("SELECT result FROM import_items WHERE run_id = 'run' ORDER BY ordinal")]
    db.close()
    assert results == ["imported", "refused", "partial"]
