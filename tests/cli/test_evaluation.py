"""`youju eval retrieval` as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conftest import Command

QUESTIONS = [
    {"question": "纸质发票丢了还能报销吗？", "gold": [{"document": "费用报销管理办法.docx", "section": "第二十六条"}]},
    {
        "question": "晋升调薪的幅度是多少？",
        "gold": [{"document": "薪酬等级与调薪办法.docx", "section": "四、晋升调薪"}],
    },
    {"question": "P7以上员工的试用期是多久？", "gold": [{"document": "新员工入职指南.md"}]},
    {"question": "这里没有的资料怎么办？", "gold": [{"document": "没有这份资料.md"}, "没有这部法第一条"]},
]


def write(path: Path, rows: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_it_measures_every_stage_and_leaves_out_what_is_not_there(samples: Command, tmp_path: Path) -> None:
    data = write(tmp_path / "questions.jsonl", QUESTIONS)
    done = samples("eval", "retrieval", "--data", data, "--report", str(tmp_path / "out"), "--json")
    assert done.code == 0, done.err
    report = done.json
    assert (report["questions"], report["left_out"]) == (3, [4])
    assert set(report["stages"]) == {"lexical", "fusion", "final"}
    final = report["stages"]["final"]
    assert final["R@1"]["mean"] <= final["R@10"]["mean"] == 1.0
    assert all(value["low"] <= value["mean"] <= value["high"] for value in final.values())
    assert report["accepted"] == 1.0
    rows = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text("utf-8").splitlines()]
    assert [row["line"] for row in rows] == [1, 2, 3, 4]
    assert rows[3]["not_in_library"] == ["没有这份资料.md", "没有这部法第一条"]
    assert json.loads((tmp_path / "out" / "report.json").read_text("utf-8")) == report
    assert "| final |" in (tmp_path / "out" / "report.md").read_text("utf-8")


def test_what_the_caller_may_not_read_is_no_gold(samples: Command, tmp_path: Path) -> None:
    data = write(tmp_path / "questions.jsonl", QUESTIONS[:2])
    done = samples("eval", "retrieval", "--data", data, "--as", "guest", "--json")
    assert (done.json["questions"], done.json["left_out"]) == (1, [2])


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "no question"), (b"{}", "Line 1 has no question"), (b"\xff\xfe", "not UTF-8"), (None, "cannot be read")],
)
def test_a_file_that_is_none_is_told(youju: Command, tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "questions.jsonl"
    if content is not None:
        path.write_bytes(content)
    done = youju("eval", "retrieval", "--data", str(path))
    assert done.code == 2
    assert told in done.err
    assert "Traceback" not in done.err


def test_nothing_to_measure_is_told(samples: Command, tmp_path: Path) -> None:
    done = samples("eval", "retrieval", "--data", write(tmp_path / "q.jsonl", QUESTIONS[3:]))
    assert done.code == 2
    assert "None of the golds is in the ledger" in done.err
