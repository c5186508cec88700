"""A home folder with the articles of the Labour Contract Law that the advice on dismissal rests on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import run_youju

ARTICLES = Path(__file__).with_name("labour_contract_law.txt")


@pytest.fixture(scope="session")
def law_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """第十条, 第三十六条 to 第四十八条, 第八十二条 and 第八十七条, imported as a file. Not to be changed."""
    home = tmp_path_factory.mktemp("law")
    added = run_youju(["add", str(ARTICLES)], home)
    assert added.code == 0, added.err
    return home
