"""Statutes for tests: texts of our own, the installed pack, and the shared data where they are present."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from youju.errors import PartUnavailable
from youju.law.documents import LawDocument, law_documents


@pytest.fixture(scope="session")
def pack_documents() -> list[LawDocument]:
    try:
        return list(law_documents())
    except PartUnavailable:
        pytest.skip("the statute pack is not installed: pip install 'youju[law]'")


@pytest.fixture(scope="session")
def statutes() -> Path:
    beside = Path(__file__).parents[3] / "shared" / "data"
    folder = Path(os.environ.get("YOUJU_SHARED_DATA", beside)) / "statutes"
    if not folder.is_dir():
        pytest.skip("the shared statutes are not here: set YOUJU_SHARED_DATA")
    return folder
