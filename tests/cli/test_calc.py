"""`youju calc`: results with steps and cards, help that teaches, failures in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Command, run_youju
from tests.law.calculators.statutes import RETIREMENT, written

SEVERANCE = ("calc", "severance", "--start", "2020-03-15", "--end", "2023-07-20", "--salary", "8000")


@pytest.fixture(scope="module")
def law_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("law")
    added = run_youju(["add", str(written(home / "files"))], home / "home")
    assert added.code == 0, added.err
    return home / "home"


@pytest.fixture
def calc(law_home: Path) -> Command:
    return lambda *arguments, **options: run_youju(arguments, law_home, **options)


def test_severance_shows_result_steps_and_the_article_that_it_rests_on(calc: Command):
    done = calc(*SEVERANCE, "--json")
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


def test_what_is_not_in_the_library_is_named_with_the_way_to_it(calc: Command):
    lacking = [one for one in calc(*SEVERANCE, "--json").json["basis"] if one["status"] == "unknown"]
    assert [one["reference"] for one in lacking] == ["《劳动合同法实施条例》第二十七条"]
    assert lacking[0]["numbers"] == []
    assert "youju law import" in lacking[0]["message"]


def test_a_person_reads_the_same_in_either_language(calc: Command):
    shown = calc(*SEVERANCE)
    assert shown.out.startswith("经济补偿（N）：28000.00元")
    assert "（《劳动合同法》第四十七条第一款[1]）" in shown.out
    assert "[1]" in shown.out.splitlines()[-3]
    english = calc(*SEVERANCE, "--lang", "en")
    assert english.out.startswith("severance pay (N): CNY 28000.00")
    assert "3 years 4 months 6 days" in english.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("severance",), ("start:", "salary:")),
        (("severance", "--years", "3", "--start", "2020-01-01", "--end", "2021-01-01", "--salary", "1"), ("years:",)),
        (("severance", "--years", "3", "--months", "13", "--salary", "-5"), ("months:", "salary:")),
        (("work-injury", "--grade", "11", "--own-wage", "5000"), ("grade: 11", "10")),
        (("severence",), ("severence", "severance")),
        (("severance", "--sallary", "1"), ("--sallary",)),
    ],
)
def test_wrong_use_is_told_in_a_line_and_ends_with_two(
    calc: Command, arguments: tuple[str, ...], told: tuple[str, ...]
):
    done = calc("calc", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert all(word in done.err for word in told)


def test_help_teaches_with_an_example(youju: Command):
    shown = youju("calc", "severance", "--help")
    assert shown.code == 0
    words = " ".join(shown.out.split())
    assert "youju calc severance --start 2020-03-15 --end 2023-07-20 --salary 8000" in words
    assert "--local-average" in words
    listed = youju("calc", "list")
    assert "court-fee" in listed.out
    assert "案件受理费" in listed.out
    assert {one["name"] for one in youju("calc", "list", "--json").json} >= {"severance", "retirement_age"}


def test_flags_and_repeated_options(youju: Command):
    done = youju(
        "calc", "severance", "--months", "3", "--wages", "6000", "--wages", "7000", "--wages", "8000", "--json"
    )
    assert done.json["result"]["value"] == "3500.00"
    done = youju("calc", "probation", "--contract-months", "36", "--again", "--json")
    assert done.json["result"]["value"] == "0"


def test_retirement_is_computed_only_with_its_instrument(tmp_path: Path):
    home = tmp_path / "home"
    asked = ["calc", "retirement-age", "--born", "1976-09", "--kind", "man", "--json"]
    without = run_youju(asked, home)
    assert without.code == 3
    assert without.json["result"] == {"value": None, "unit": "none"}
    assert "渐进式延迟" in without.json["steps"][0]
    assert "2039" not in without.out
    (tmp_path / "办法.md").write_text(RETIREMENT, encoding="utf-8")
    assert run_youju(["add", str(tmp_path / "办法.md")], home).code == 0
    found = run_youju(asked, home)
    assert found.code == 0
    assert found.json["result"] == {"value": "2039-09", "unit": "month"}
    assert found.json["citations"] == [1, 2, 3]


def test_local_standards_come_from_the_home_folder(tmp_path: Path):
    home = tmp_path / "home"
    assert "standards.toml" in run_youju(["calc", "standards"], home).out
    home.mkdir(exist_ok=True)
    row = '[[standard]]\nkind = "average_wage"\ncity = "某市"\nvalue = 2000\nfrom = 2023-01-01\nsource = "公告"\n'
    (home / "standards.toml").write_text(row, encoding="utf-8")
    listed = run_youju(["calc", "standards", "--json"], home).json
    assert [(one["city"], one["from"], one["source"]) for one in listed] == [("某", "2023-01-01", "公告")]
    capped = run_youju([*SEVERANCE, "--city", "某市", "--json"], home)
    assert capped.json["result"]["value"] == "21000.00"
    (home / "standards.toml").write_text(row.replace("2000", "-1"), encoding="utf-8")
    broken = run_youju(list(SEVERANCE), home)
    assert broken.code == 2
    assert "standards.toml, [[standard]] 1: value" in broken.err
