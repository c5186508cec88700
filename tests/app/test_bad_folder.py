"""A folder of everything that goes wrong: each file ends in one of three ways, and the others come in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.app.bad_files import BAD, GOOD, Bad
from tests.conftest import Result, run_youju


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad") / "文件"
    folder.mkdir()
    for one in BAD:
        (folder / one.name).write_bytes(one.data)
    for name, text in GOOD.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "断链.md").symlink_to(folder / "没有.md")
    (folder / "回环").symlink_to(folder, target_is_directory=True)
    return folder


@pytest.fixture(scope="module")
def home(folder: Path) -> Path:
    return folder.parent / "home"


@pytest.fixture(scope="module")
def added(folder: Path, home: Path) -> Result:
    return run_youju(["add", str(folder), "--json"], home)


@pytest.fixture(scope="module")
def items(added: Result) -> list[dict[str, Any]]:
    told = added.json
    return told if isinstance(told, list) else told["items"]


def result_of(item: dict[str, Any]) -> str:
    if item["outcome"] in {"failed", "duplicate"}:
        return "refused"
    return "partial" if item["missing"] or item["outcome"] == "needs_ocr" else "imported"


def test_the_run_ends_with_the_code_of_files_that_did_not_come_in(added: Result):
    assert added.code == 1
    assert "Traceback" not in added.err


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: ascii(bad.name))
def test_every_file_ends_in_one_of_three_ways(items: list[dict[str, Any]], bad: Bad, folder: Path):
    shown = " ".join(bad.name.split())
    told = [one for one in items if one["name"] in {bad.name, shown} or one["name"].startswith(f"{bad.name}/")]
    assert told
    for item in told:
        assert result_of(item) in bad.may_be, item
        assert str(folder) not in item["message"]
        if result_of(item) == "refused":
            reason, _, way_out = item["message"].partition(". ")
            assert item["code"]
            assert reason.startswith(item["name"].split("\n")[0])
            assert way_out.endswith(".")
        else:
            assert item["passages"] or item["missing"] or item["outcome"] == "needs_ocr", item


def test_links_that_lead_nowhere_or_back_are_told(items: list[dict[str, Any]]):
    codes = {item["name"]: item["code"] for item in items}
    assert (codes["断链.md"], codes["回环"]) == ("loop", "loop") or codes["断链.md"] == "missing"


def test_the_good_files_are_in_and_answer(items: list[dict[str, Any]], home: Path):
    assert {item["name"] for item in items if item["name"] in GOOD and item["outcome"] == "added"} == set(GOOD)
    answer = run_youju(["ask", "仓库每月盘点几次？", "--json"], home).json
    assert "仓库每月盘点2次" in answer["text"]


def test_what_was_refused_left_nothing(items: list[dict[str, Any]], home: Path):
    listed = run_youju(["ls", "--json"], home).json
    refused = {item["name"] for item in items if result_of(item) == "refused"}
    assert not refused & {document["source"] for document in listed}
    text = json.dumps(listed, ensure_ascii=False)
    assert "\\u0000" not in text
    assert all(document["passages"] for document in listed if document["state"] == "ready")


def test_adding_the_folder_again_changes_nothing(folder: Path, home: Path, items: list[dict[str, Any]]):
    again = run_youju(["add", str(folder), "--json"], home).json
    told = again if isinstance(again, list) else again["items"]
    assert [one["name"] for one in told] == [one["name"] for one in items]
    assert not [one for one in told if one["outcome"] in {"added", "updated", "restored"}]
