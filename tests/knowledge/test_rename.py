"""A file that was moved keeps its document."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.knowledge.test_sources import HR, write

from youju.caller import OWNER
from youju.knowledge.placing import Wish


async def test_a_renamed_file_keeps_its_document_and_history(library, tmp_path):
    rule = write(tmp_path, "旧名.md", "第一版规定。\n")
    (first,) = await library.add(rule, wish=Wish(roles=HR, category="人事"))
    write(tmp_path, "旧名.md", "第二版规定。\n")
    await library.add(rule)
    rule.rename(tmp_path / "新名.md")
    (item,) = await library.add(tmp_path / "新名.md")
    assert (item.outcome, item.document_id) == ("renamed", first.document_id)
    assert "旧名.md" in item.message
    (document,) = await library.ledger.documents(OWNER)
    assert (document.source, document.roles, document.category) == ("新名.md", HR, "人事")
    assert [version.number for version in await library.ledger.history(document.id, OWNER)] == [2, 1]
    assert document.title == "新名", "a title that is the file's name goes with it"


async def test_a_folder_that_was_moved_keeps_all_its_documents(library, tmp_path):
    for number in range(4):
        write(tmp_path, f"旧/{number}.md", f"第{number}条规定。\n")
    before = {item.name: item.document_id for item in await library.add(tmp_path / "旧")}
    shutil.move(tmp_path / "旧", tmp_path / "新")
    items = await library.add(tmp_path / "新")
    assert {item.outcome for item in items} == {"renamed"}
    assert {item.name: item.document_id for item in items} == before


async def test_a_copy_is_no_rename(library, tmp_path):
    rule = write(tmp_path, "a.md", "一条规定。\n")
    await library.add(rule)
    shutil.copy(rule, tmp_path / "b.md")
    (item,) = await library.add(tmp_path / "b.md")
    assert item.outcome == "joined"


async def test_a_name_that_goes_while_another_stays_is_replaced_among_the_names(library, tmp_path):
    first, second = write(tmp_path, "a.md", "一条规定。\n"), write(tmp_path, "b.md", "一条规定。\n")
    await library.add(first, second)
    second.rename(tmp_path / "c.md")
    (item,) = await library.add(tmp_path / "c.md")
    assert item.outcome == "renamed"
    (document,) = await library.ledger.documents(OWNER)
    assert (document.source, document.other_names) == ("a.md", ("c.md",))


async def test_a_file_that_comes_back_under_its_old_name_makes_nothing_new(library, tmp_path: Path):
    rule = write(tmp_path, "a.md", "一条规定。\n")
    (first,) = await library.add(rule)
    moved = rule.rename(tmp_path / "b.md")
    await library.add(moved)
    moved.rename(rule)
    (back,) = await library.add(rule)
    assert (back.outcome, back.document_id) == ("renamed", first.document_id)
