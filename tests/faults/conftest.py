from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.browser.conftest import browser, page  # noqa: F401 (fixtures)
from tests.conftest import run_youju
from tests.faults.documents import write_documents
from tests.faults.papers import write_papers
from tests.faults.scene import Stage, serving
from tests.models.scripted import ScriptedModel, Turn, scripted_model

STAGES = ("samples", "odd", "papers")
"""Names under which the one model serves the servers. It lists them, so that nobody has to try."""


class Prompter:
    """Gives the model's requests to the stage whose server sent them."""

    def __init__(self) -> None:
        self.stages: dict[str, Stage] = {}

    def __call__(self, request: dict[str, Any], _: int) -> Turn:
        return self.stages[request["model"]].turn(request)


@pytest.fixture(scope="session")
def prompter() -> Prompter:
    return Prompter()


@pytest.fixture(scope="session")
def model(prompter: Prompter) -> Generator[ScriptedModel]:
    with scripted_model(prompter, models=STAGES) as running:
        yield running


def _stage(home: Path, name: str, model: ScriptedModel, prompter: Prompter) -> Generator[Stage]:
    environment = model.environment() | {"YOUJU_CHAT__MODEL": name}
    with serving(home, **environment) as address, httpx.Client(base_url=address, timeout=60) as client:
        prompter.stages[name] = Stage(client, model, home, name)
        yield prompter.stages[name]


@pytest.fixture(scope="session")
def stage(sample_home: Path, model: ScriptedModel, prompter: Prompter) -> Generator[Stage]:
    """A server of the sample base."""
    yield from _stage(sample_home, "samples", model, prompter)


@pytest.fixture(scope="session")
def odd_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with documents that have been trouble elsewhere."""
    folder = tmp_path_factory.mktemp("odd")
    write_documents(folder / "documents")
    added = run_youju(["add", str(folder / "documents")], folder / "home")
    assert added.code == 0, added.err
    return folder / "home"


@pytest.fixture(scope="session")
def odd(odd_home: Path, model: ScriptedModel, prompter: Prompter) -> Generator[Stage]:
    """A server of the documents that have been trouble elsewhere."""
    yield from _stage(odd_home, "odd", model, prompter)


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory, model: ScriptedModel, prompter: Prompter) -> Generator[Stage]:
    """A server of files whose pages and positions have been trouble elsewhere."""
    folder = tmp_path_factory.mktemp("papers")
    write_papers(folder / "documents")
    added = run_youju(["add", str(folder / "documents")], folder / "home")
    assert added.code == 0, added.err
    yield from _stage(folder / "home", "papers", model, prompter)


@pytest.fixture(scope="session")
def address(stage: Stage) -> str:
    """Where the browser goes."""
    return str(stage.client.base_url)
