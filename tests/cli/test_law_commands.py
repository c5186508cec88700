"""`youju law`: what the commands print, their exit codes, and that they say what HTTP says."""

from __future__ import annotations

import sys
from collections.abc import Generator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
import structlog
from tests.conftest import Result, clean_environment, run_youju
from tests.law.writing import FIRST, FIRST_NAME, NEW_RULES, OLD_RULES, SECOND_NAME, written
from tests.server.living import served

from youju.cli.main import run

RULES = "居家办公劳动保护条例"


def told(home: Path, *arguments: str) -> Result:
    """The command in this process: what it prints, and its exit code."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("YOUJU_DATABASE_URL", "YOUJU_EMBEDDING__PROVIDER"):
            patch.delenv(name, raising=False)
        for name, value in clean_environment(home).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["youju", *arguments])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as left:
            run()
    printed = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Result(left.value.code if isinstance(left.value.code, int) else 0, *printed)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Generator[None]:
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the laws of our own. Not to be changed."""
    folder = tmp_path_factory.mktemp("laws")
    written(folder / "files")
    done = run_youju(["law", "import", str(folder / "files")], folder / "home")
    assert done.code == 0, done.err
    return folder / "home"


def law(home: Path, *arguments: str) -> str:
    done = told(home, "law", *arguments)
    assert done.code == 0, done.err
    return done.out


def test_an_import_reports_and_the_same_one_again_says_that_nothing_changed(tmp_path: Path):
    (tmp_path / "files").mkdir()
    written(tmp_path / "files", OLD_RULES, FIRST)
    first = told(tmp_path / "home", "law", "import", str(tmp_path / "files"))
    assert first.code == 0, first.err
    assert f"《{RULES}》, published 2015-03-01: new." in first.out
    assert first.out.strip().endswith("2 new.")
    (newer,) = written(tmp_path / "newer", NEW_RULES)
    second = told(tmp_path / "home", "law", "import", str(newer))
    assert "a newer edition of a law that was here" in second.out
    assert "repeals 《居家办公津贴暂行规定》 from 2020-09-01" in second.out
    assert f"ended: 《{RULES}》2015-03-01: until 2020-09-01" in second.out
    assert told(tmp_path / "home", "law", "import", str(newer)).out.strip() == "1 unchanged."


def test_files_that_are_no_law_are_named_and_the_code_is_one(tmp_path: Path):
    written(tmp_path / "files", OLD_RULES)
    (tmp_path / "files" / "菜谱.md").write_text("# 红烧肉\n\n先焯水，再炖一小时。\n", encoding="utf-8")
    done = told(tmp_path / "home", "law", "import", str(tmp_path / "files"), "--json")
    assert done.code == 1
    assert done.json["counts"] == {"new": 1, "not_law": 1}
    (bad,) = [item for item in done.json["items"] if item["outcome"] == "not_law"]
    assert bad["name"] == "菜谱.md" and bad["message"].startswith("菜谱.md: ")


def test_a_path_that_is_not_there_is_one_line(tmp_path: Path):
    done = told(tmp_path / "home", "law", "import", str(tmp_path / "nothing"))
    assert done.code == 1 and "no such file" in done.out


def test_an_empty_library_says_how_to_fill_it(tmp_path: Path):
    assert "youju law install" in told(tmp_path / "home", "law", "ls").out
    assert told(tmp_path / "home", "law", "show", "劳动法").code == 1


def test_lists_show_one_edition_or_all(home: Path):
    lines = [line for line in law(home, "ls", RULES).splitlines() if line.startswith(RULES)]
    assert len(lines) == 1 and "2020-09-01" in lines[0] and "现行有效" in lines[0]
    every = [line for line in law(home, "ls", RULES, "--all").splitlines() if line.startswith(RULES)]
    assert len(every) == 2 and "已被新文本取代" in every[0]
    assert "No law with 量子" in law(home, "ls", "量子")
    assert "2015-03-01" in law(home, "ls", RULES, "--at", "2018-01-01")


def test_an_article_says_what_repealed_its_paragraph(home: Path):
    shown = law(home, "show", FIRST_NAME, "第二条", "--at", "2025-09-01")
    assert f"第1款: 自2025-09-01起被《{SECOND_NAME}》第三条废止" in shown
    assert "第二条" in shown and "before: 第一条, after: 第三条" in shown


def test_history_and_diff_follow_an_article_under_another_number(home: Path):
    told = law(home, "history", RULES, "3")
    assert told.index("2020-06-01") < told.index("2015-03-01")
    assert "第二条 (under this number there; " in told
    assert "通讯补贴[-五-]{+八+}十元" in law(home, "diff", RULES, "3")
    assert "the same wording in 2 of 2 editions" in law(home, "diff", RULES, "1")
    assert "the same wording in the one edition here" in law(home, "diff", FIRST_NAME, "1")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("show", "不存在的法"), 1, "法律库中没有《不存在的法》"),
        (("show", RULES, "99"), 1, "没有第九十九条，该法共5条"),
        (("show", RULES, "abc"), 2, "不是条文号"),
        (("show", "最高人民法院关于审理居家办公争议案件适用法律问题的解释"), 2, "请写明全称"),
        (("show", RULES, "--at", "2025-02-30"), 2, "2025-02-30"),
    ],
)
def test_what_cannot_be_answered_is_one_line_with_its_code(
    home: Path, arguments: tuple[str, ...], code: int, words: str
):
    done = told(home, "law", *arguments)
    assert (done.code, words in done.err) == (code, True), done.err
    assert not done.out


def test_a_broken_table_of_repeals_is_named_with_its_entry(tmp_path: Path):
    written(tmp_path / "files", OLD_RULES)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "repeals.toml").write_text("[[repeal]]\nlaw = '甲法'\n", "utf-8")
    done = told(tmp_path / "home", "law", "import", str(tmp_path / "files"))
    assert done.code == 2 and "entry 1: `by` must be the name of a law" in done.err


def test_the_command_and_http_say_the_same(home: Path):
    """One form for both; the parts that a person sees and the JSON come from it."""
    with served(home) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as client:
        for arguments, path in (
            (("ls", "--all"), "/laws?all=true"),
            (("ls", "解释", "--at", "2021-06-01"), "/laws?text=解释&at=2021-06-01"),
            (("show", RULES), f"/laws/{quote(RULES)}"),
            (("show", RULES, "第三条", "--at", "2021-01-01"), f"/laws/{quote(RULES)}/articles/3?at=2021-01-01"),
            (
                ("show", FIRST_NAME, "2", "--at", "2025-09-01"),
                f"/laws/{quote(FIRST_NAME)}/articles/第二条?at=2025-09-01",
            ),
        ):
            printed = told(home, "law", *arguments, "--json")
            assert printed.code == 0, printed.err
            assert client.get(path).json() == printed.json, arguments
