"""A real ledger, index and importer in a folder of the test's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import pytest

from youju.caller import OWNER, Caller
from youju.index.lexical import TantivyIndex
from youju.index.protocol import Filters
from youju.knowledge.importing import Importer, Item, Wish
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.sources import expand
from youju.reading.reader import Limits
from youju.reading.worker import ReadingPool


@dataclass
class Library:
    """What the tests use of the knowledge floor."""

    home: Path
    ledger: Ledger
    index: TantivyIndex
    importer: Importer

    async def add(self, *paths: Path, wish: Wish | None = None, caller: Caller = OWNER) -> list[Item]:
        return [item async for item in self.importer.add(list(expand(paths)), wish or Wish(), caller)]

    async def shown(self, query: str, caller: Caller = OWNER) -> list[str]:
        """Texts that a search would show: the index narrows, the ledger decides."""
        self.index.refresh()
        roles = None if caller.reads_all else caller.roles
        hits = self.index.search(query, Filters(roles), 20)
        found = await self.ledger.load_passages([hit.passage_id for hit in hits], caller, None)
        return [found[hit.passage_id].text for hit in hits if hit.passage_id in found]


@pytest.fixture
async def library(tmp_path: Path) -> AsyncGenerator[Library]:
    home = tmp_path / "home"
    home.mkdir()
    ledger, index, pool = await Ledger.open(home), TantivyIndex(home / "index"), ReadingPool()
    limits = Limits(max_bytes=1024 * 1024)
    yield Library(home, ledger, index, Importer(ledger, index, Originals(home / "files"), pool, limits=limits))
    await pool.close()
    await ledger.close()
