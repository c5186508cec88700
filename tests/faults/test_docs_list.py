"""docs/faults.md and the tests tell of each other."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBERS = (*range(1, 64), 75, 76, 77)


def numbered() -> dict[str, int]:
    """Each numbered test of this folder and its number."""
    found = [
        name
        for path in HERE.glob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.M)
    ]
    return {name: int(number[1]) for name in found if (number := re.match(r"test_(\d\d)_", name))}


def table() -> dict[int, list[str]]:
    """The tests that each row of the table names."""
    text = (HERE.parents[1] / "docs" / "faults.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) == len({row[0] for row in rows})
    assert all(len(row) == 4 for row in rows)
    return {int(row[0]): re.findall(r"`(test_\w+)`", row[3]) for row in rows}


def test_every_kind_of_fault_has_a_test():
    assert set(numbered().values()) == set(NUMBERS)


def test_the_table_names_the_tests_that_there_are():
    named = table()
    assert list(named) == list(NUMBERS)
    assert {(name, number) for number, names in named.items() for name in names} == set(numbered().items())
