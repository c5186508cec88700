"""The table of local standards: empty as it ships, the user's own rows over it, faults named by file and entry."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from youju.errors import CallerMistake
from youju.law.calculators.standards import standards

ROW = """
[[standard]]
kind = "average_wage"
city = "某市"
value = "12345.00"
from = 2024-07-01
to = 2025-07-01
source = "某市公告〔2024〕1号"
"""


def test_nothing_ships_that_has_no_source(tmp_path: Path):
    assert standards(tmp_path).rows == ()


def test_a_row_counts_from_its_first_to_before_its_last_day(tmp_path: Path):
    (tmp_path / "standards.toml").write_text(ROW, encoding="utf-8")
    table = standards(tmp_path)
    found = table.find("average_wage", "某", date(2024, 7, 1))
    assert found is not None
    assert (found.value, found.source) == (Decimal("12345.00"), "某市公告〔2024〕1号")
    assert table.find("average_wage", "某市", date(2025, 6, 30)) == found
    for kind, city, day in (
        ("average_wage", "某市", date(2025, 7, 1)),
        ("average_wage", "某市", date(2024, 6, 30)),
        ("minimum_wage", "某市", date(2025, 1, 1)),
        ("average_wage", "别处", date(2025, 1, 1)),
    ):
        assert table.find(kind, city, day) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[standard", "TOML"),
        ("[other]\nx = 1\n", "[[standard]]"),
        ("standard = 3\n", "[[standard]]"),
        (ROW + ROW.replace("average_wage", "wage"), "[[standard]] 2: kind"),
        (ROW.replace('"12345.00"', '"-1"'), "[[standard]] 1: value"),
        (ROW.replace("2024-07-01", "2026-07-01"), "from"),
        (ROW.replace('source = "某市公告〔2024〕1号"', ""), "[[standard]] 1: source"),
        (ROW.replace('source = "某市公告〔2024〕1号"', 'source = ""'), "[[standard]] 1: source"),
        (ROW + "page = 3\n", "[[standard]] 1: page"),
        (ROW + ROW.replace("2024-07-01", "2024-10-01").replace("2025-07-01", "2026-07-01"), "重叠"),
    ],
)
def test_faults_name_file_and_entry(tmp_path: Path, text: str, told: str):
    (tmp_path / "standards.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CallerMistake) as caught:
        standards(tmp_path)
    assert "standards.toml" in caught.value.message
    assert told in caught.value.message
    assert str(tmp_path) not in caught.value.line()
