"""Shelves for the tests of finding."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.retrieval.shelving import BagOfBigrams, Shelf

from youju.index.lexical import TantivyIndex
from youju.knowledge.ledger import Ledger
from youju.models.embedding import BuiltinEmbedder
from youju.models.protocols import Embedder
from youju.retrieval.finding import Limits


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


async def _shelf(home: Path, embedder: Embedder | None) -> AsyncGenerator[Shelf]:
    ledger = await Ledger.open(_made(home))
    yield Shelf(home, ledger, TantivyIndex(home / "index" / "lexical"), embedder)
    await ledger.close()


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncGenerator[Shelf]:
    """Keywords alone."""
    async for shelf in _shelf(tmp_path / "keywords", None):
        yield shelf


@pytest.fixture
async def dense_shelf(tmp_path: Path) -> AsyncGenerator[Shelf]:
    """Keywords and a toy embedder."""
    async for shelf in _shelf(tmp_path / "toy", BagOfBigrams()):
        yield shelf


@pytest.fixture(scope="session")
def builtin() -> BuiltinEmbedder:
    """The embedder that ships."""
    return BuiltinEmbedder()


@pytest.fixture
async def real_shelf(tmp_path: Path, builtin: BuiltinEmbedder) -> AsyncGenerator[Shelf]:
    """Keywords and the built-in embedder, with the floor where it ships."""
    async for shelf in _shelf(tmp_path / "builtin", builtin):
        shelf.limits = Limits()
        shelf.finder = shelf.new_finder()
        yield shelf
