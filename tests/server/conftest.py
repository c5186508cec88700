from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import httpx
import pytest
from living import served, youju

from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.importing import Item, Wish
from youju.knowledge.sources import Source
from youju.settings import load


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the sample base, imported through the command line."""
    home = tmp_path_factory.mktemp("samples") / "home"
    done = youju(home, "add", "--samples")
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture(scope="session")
def owner(sample_home: Path) -> Generator[httpx.Client]:
    """A client of a server that the owner started."""
    with served(sample_home) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def guest(sample_home: Path) -> Generator[httpx.Client]:
    """A client of a server that was started for a role which opens nothing."""
    with served(sample_home, "--role", "visitor") as address, httpx.Client(base_url=address, timeout=30) as client:
        yield client


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Youju]:
    """An open house of its own, empty."""
    monkeypatch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
    monkeypatch.setenv("YOUJU_MAX_FILE_MB", "1")
    async with Youju.open(load(tmp_path / "home")) as opened:
        yield opened


async def add_text(house: Youju, folder: Path, name: str, text: str, roles: frozenset[str] | None = None) -> Item:
    """Import one text file."""
    path = folder / "source"
    path.write_text(text, encoding="utf-8")
    (item,) = [item async for item in house.add([Source(path, name, f"test:{name}")], Wish(roles=roles), OWNER)]
    return item
