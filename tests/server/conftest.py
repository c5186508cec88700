from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import httpx
import pytest
import structlog
from structlog.testing import LogCapture
from tests.server.living import served, youju

from youju.app import Youju
from youju.settings import load


@pytest.fixture(autouse=True)
def log() -> Generator[LogCapture]:
    """What the application in this process logs."""
    capture = LogCapture()
    structlog.configure(processors=[capture])
    yield capture
    structlog.reset_defaults()


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
