"""What every test may use: the command, and a home folder with the sample base."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Result:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Result]

os.environ.setdefault("YOUJU_LIBREOFFICE", "off")  # what is installed here decides nothing; tests that need it say so


def clean_environment(home: Path) -> dict[str, str]:
    """The environment without settings of this machine: this home folder, keyword search alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YOUJU_")}
    kept |= {"YOUJU_LIBREOFFICE": "off", "YOUJU_OCR": "false"}  # what is installed here decides nothing
    return kept | {"YOUJU_EMBEDDING__PROVIDER": "none", "YOUJU_HOME": str(home), "COLUMNS": "200"}


def run_youju(arguments: Sequence[str], home: Path, stdin: str | None = None, **environment: str) -> Result:
    """Run the command as a person would, in a process of its own. Keyword search alone unless told otherwise."""
    done = subprocess.run(
        [sys.executable, "-m", "youju", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        env=clean_environment(home) | environment,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def youju(tmp_path: Path) -> Command:
    """The command on an empty home folder."""
    return lambda *arguments, **options: run_youju(arguments, tmp_path / "home", **options)


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the sample base, found by keywords. Not to be changed."""
    home = tmp_path_factory.mktemp("samples")
    added = run_youju(["add", "--samples"], home)
    assert added.code == 0, added.err
    return home


@pytest.fixture
def samples(sample_home: Path) -> Command:
    """The command on the sample base."""
    return lambda *arguments, **options: run_youju(arguments, sample_home, **options)
