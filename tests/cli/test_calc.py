"""`youju calc`: results with steps and cards, help that teaches, failures in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import run_youju
from tests.law.calculators.statutes import RETIREMENT, written
from typer.testing import CliRunner, Result

from youju.cli.main import app, hoist
from youju.errors import CallerMistake

SEVERANCE = ("severance", "--start", "2020-03-15", "--end", "2023-07-20", "--salary", "8000")


def run(home: Path, *arguments: str) -> Result:
    """`youju calc …` in this process: a command of its own takes a second."""
    environment = {"YOUJU_EMBEDDING__PROVIDER": "none", "COLUMNS": "200"}
    return CliRunner().invoke(app, hoist(["calc", *arguments, "--home", str(home)]), env=environment)


def told(home: Path, *arguments: str) -> Any:
    """What `--json` prints."""
    done = run(home, *arguments, "--json")
    assert done.exit_code in (0, 3), done.output
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def law_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law")
    added = run_youju(["add", str(written(folder / "files"))], folder / "home")
    assert added.code == 0, added.err
    return folder / "home"


@pytest.fixture
def calc(law_home: Path) -> Callable[..., Result]:
    return lambda *arguments: run(law_home, *arguments)


def test_severance_shows_result_steps_and_the_article_that_it_rests_on(law_home: Path):
    done = run_youju(["calc", *SEVERANCE, "--json"], law_home)
    assert done.code == 0, done.err
    result = done.json
    assert result["result"] == {"value": "28000.00", "unit": "CNY"}
    assert "3年4个月6天" in result["steps"][0]
    first = result["basis"][0]
    assert (first["reference"], first["steps"], first["numbers"]) == ("《劳动合同法》第四十七条第一款", [0], [1])
    part = result["cards"][0]["parts"][0]
    assert part["number"] == 1
    assert part["locator"]["article"] == "第四十七条"
    assert "六个月以上不满一年的，按一年计算" in part["quote"]
    assert "三倍" not in part["quote"]  # the 款 that it rests on, not the whole article


def test_what_is_not_in_the_library_is_named_with_the_way_to_it(law_home: Path):
    lacking = [one for one in told(law_home, *SEVERANCE)["basis"] if one["status"] == "unknown"]
    assert [one["reference"] for one in lacking] == ["《劳动合同法实施条例》第二十七条"]
    assert lacking[0]["numbers"] == []
    assert "youju law import" in lacking[0]["message"]


def test_a_person_reads_the_same_in_either_language(calc: Callable[..., Result]):
    shown = calc(*SEVERANCE).stdout
    assert shown.startswith("经济补偿（N）：28000.00元")
    assert "（《劳动合同法》第四十七条第一款[1]）" in shown
    assert "[1][2] 劳动合同法.md" in shown
    english = calc(*SEVERANCE, "--lang", "en").stdout
    assert english.startswith("severance pay (N): CNY 28000.00")
    assert "3 years 4 months 6 days" in english


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("severance",), ("start:", "salary:")),
        (("severance", "--years", "3", "--start", "2020-01-01", "--end", "2021-01-01", "--salary", "1"), ("years:",)),
        (("severance", "--years", "3", "--months", "13", "--salary", "-5"), ("months:", "salary:")),
        (("work-injury", "--grade", "11", "--own-wage", "5000"), ("grade: 11", "10")),
        (("severence",), ("severence", "severance")),
    ],
)
def test_wrong_inputs_are_told_all_at_once(
    calc: Callable[..., Result], arguments: tuple[str, ...], words: tuple[str, ...]
):
    done = calc(*arguments)
    assert isinstance(done.exception, CallerMistake)
    assert done.stdout == ""
    assert all(word in done.exception.line() for word in words)


def test_a_mistake_is_one_line_and_ends_with_two(law_home: Path):
    done = run_youju(["calc", "work-injury", "--grade", "11"], law_home)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "grade: 11" in done.err
    assert "own_wage" in done.err


def test_help_teaches_with_an_example(tmp_path: Path):
    words = " ".join(run(tmp_path, "severance", "--help").stdout.split())
    assert "youju calc severance --start 2020-03-15 --end 2023-07-20 --salary 8000" in words
    assert "--local-average" in words
    assert run(tmp_path, "severance", "--sallary", "1").exit_code == 2
    listed = run(tmp_path, "list").stdout
    assert "court-fee" in listed
    assert "案件受理费" in listed
    assert {one["name"] for one in told(tmp_path, "list")} >= {"severance", "retirement_age"}


def test_flags_and_repeated_options(tmp_path: Path):
    wages = ("--wages", "6000", "--wages", "7000", "--wages", "8000")
    assert told(tmp_path, "severance", "--months", "3", *wages)["result"]["value"] == "3500.00"
    assert told(tmp_path, "probation", "--contract-months", "36", "--again")["result"]["value"] == "0"
    assert told(tmp_path, "probation", "--contract-months", "36", "--no-again")["result"]["value"] == "6"


def test_retirement_is_computed_only_with_its_instrument(tmp_path: Path):
    home = tmp_path / "home"
    asked = ("retirement-age", "--born", "1976-09", "--kind", "man")
    without = run(home, *asked, "--json")
    assert without.exit_code == 3
    assert json.loads(without.stdout)["result"] == {"value": None, "unit": "none"}
    assert "渐进式延迟" in json.loads(without.stdout)["steps"][0]
    assert "2039" not in without.stdout
    (tmp_path / "办法.md").write_text(RETIREMENT, encoding="utf-8")
    assert run_youju(["add", str(tmp_path / "办法.md")], home).code == 0
    found = told(home, *asked)
    assert found["result"] == {"value": "2039-09", "unit": "month"}
    assert found["citations"] == [1, 2, 3]


def test_local_standards_come_from_the_home_folder(tmp_path: Path):
    assert "standards.toml" in run(tmp_path, "standards").stdout
    row = '[[standard]]\nkind = "average_wage"\ncity = "某市"\nvalue = 2000\nfrom = 2023-01-01\nsource = "公告"\n'
    (tmp_path / "standards.toml").write_text(row, encoding="utf-8")
    listed = told(tmp_path, "standards")
    assert [(one["city"], one["from"], one["source"]) for one in listed] == [("某", "2023-01-01", "公告")]
    assert told(tmp_path, *SEVERANCE, "--city", "某市")["result"]["value"] == "21000.00"
    (tmp_path / "standards.toml").write_text(row.replace("2000", "-1"), encoding="utf-8")
    broken = run(tmp_path, *SEVERANCE).exception
    assert isinstance(broken, CallerMistake)
    assert "standards.toml, [[standard]] 1: value" in broken.line()
