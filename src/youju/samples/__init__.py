"""The sample knowledge base that ships with the package: an invented company's rules, and questions about them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

from youju.samples.questions import QUESTIONS, SampleQuestion

__all__ = ["QUESTIONS", "SampleFile", "SampleQuestion", "sample_files"]


@dataclass(frozen=True, slots=True)
class SampleFile:
    """One file of the base. No `roles` means open to everybody; `effective_to` is the first day out of force."""

    path: Path
    name: str
    category: str
    roles: frozenset[str] = frozenset()
    effective_from: date | None = None
    effective_to: date | None = None


def sample_files() -> tuple[SampleFile, ...]:
    """The files of the base in the order of its manifest."""
    manifest = files(__name__).joinpath("manifest.toml").read_text(encoding="utf-8")
    return tuple(_sample_file(entry) for entry in tomllib.loads(manifest)["file"])


def _sample_file(entry: Mapping[str, Any]) -> SampleFile:
    return SampleFile(
        path=Path(str(files(__name__).joinpath("files", entry["name"]))),
        name=entry["name"],
        category=entry["category"],
        roles=frozenset(entry.get("roles", ())),
        effective_from=entry.get("effective_from"),
        effective_to=entry.get("effective_to"),
    )
