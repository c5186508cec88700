"""`youju cite`: provisions by their address, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Command, run_youju
from tests.law.shelf import COURT, fill


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        fill(folder / "home", folder / "files")
    return folder / "home"


@pytest.fixture
def cite(shelf: Path) -> Command:
    return lambda *arguments, **options: run_youju(["cite", *arguments], shelf, **options)


def test_a_provision_is_shown_with_its_words_edition_and_state(cite: Command):
    shown = cite("园林法2条1款2项")
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "《中华人民共和国园林法》第二条第一款第二项 · 2020-03-01 · 现行有效",
        "    管理处收取下列费用应当公示：",
        "    （二）停车费。",
    ]


def test_what_is_repealed_is_shown_with_since_when_and_by_what(cite: Command):
    reference = f"《{COURT}（一）》第三十二条第一款"
    then, now = cite(reference, "--at", "2025-08-31"), cite(reference, "--at", "2025-09-01")
    assert then.code == now.code == 0
    assert "现行有效" in then.out and "应当按劳务关系处理" in then.out
    assert "已失效" in now.out and "应当按劳务关系处理" in now.out
    assert f"自2025年9月1日起不再有效，已被《{COURT}（二）》第二十一条废止。" in now.out


def test_a_program_gets_the_same_as_one_document(cite: Command):
    told = cite("园林法第一条、第九条", "--json", "--at", "2012-01-01")
    assert told.code == 3 and told.json["at"] == "2012-01-01"
    first, ninth = told.json["references"]
    assert (first["existence"], first["edition"]) == ("found", "2010-03-01")
    assert first["in_force"] == {"status": "in_force", "from": "2010-05-01", "to": "2020-05-01"}
    assert (ninth["existence"], ninth["quote"], ninth["in_force"]) == ("unknown", "", None)
    assert "该法共5条" in ninth["message"]["zh"] and "5 articles" in ninth["message"]["en"]


def test_what_does_not_exist_ends_with_the_code_of_a_refusal(cite: Command):
    unknown = cite("园林保护法第一条")
    assert unknown.code == 3 and "资料中没有《园林保护法》" in unknown.out
    nothing = cite("你好")
    assert nothing.code == 3 and "没有认出对法律条文的引用" in nothing.out
    english = cite("what is the law?")
    assert english.code == 3 and "No reference to a provision was recognised" in english.out


def test_an_impossible_date_is_wrong_usage(cite: Command):
    wrong = cite("园林法第一条", "--at", "2025-02-30")
    assert wrong.code == 2 and "2025-02-30" in wrong.err


def test_a_text_on_standard_input_may_be_long(cite: Command):
    text = "根据《园林法》第一条。" + "第一百款，" * 20_000
    shown = cite("-", stdin=text)
    assert shown.code == 0 and "不得少于十小时" in shown.out


def test_a_law_that_somebody_may_not_read_does_not_exist_for_them(cite: Command, shelf: Path):
    placed = run_youju(["set", "湿地园管理条例", "--role", "hr"], shelf)
    assert placed.code == 0, placed.err
    told = cite("湿地园管理条例第一条", "--role", "guest")
    absent = cite("沙地园管理条例第一条", "--role", "guest")
    assert told.code == absent.code == 3
    assert told.out == absent.out.replace("沙地", "湿地")
    assert "观鸟台" in cite("湿地园管理条例第一条", "--role", "hr").out
