"""The page of the calculators says what they ask for and give today."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_page_is_as_its_command_writes_it():
    made = importlib.util.spec_from_file_location("describe", ROOT / "tools" / "describe_calculators.py")
    assert made is not None and made.loader is not None
    describe = importlib.util.module_from_spec(made)
    made.loader.exec_module(describe)
    text = describe.PAGE.read_text(encoding="utf-8")
    assert describe.page(text) == text, "run: PYTHONPATH=src python tools/describe_calculators.py"
