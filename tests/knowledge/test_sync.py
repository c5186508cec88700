"""Looking again: what is new, changed, renamed, gone; and what only looks so."""

from __future__ import annotations

import os
import shutil
import time
import zipfile
from pathlib import Path

import pytest
from tests.knowledge.conftest import Library
from tests.knowledge.test_sources import HR, write

from youju.caller import OWNER
from youju.errors import CallerMistake
from youju.knowledge import importing
from youju.knowledge.importing import Item
from youju.knowledge.names.repository import Root
from youju.knowledge.placing import Wish
from youju.knowledge.sources import file_key
from youju.knowledge.syncing import Plan, Syncing


async def start(library: Library, folder: Path, wish: Wish | None = None) -> Syncing:
    """Add a folder as the command does, and look at it again."""
    wish = wish or Wish()
    await library.ledger.remember([Root(file_key(folder), str(folder), wish)])
    await library.add(folder, wish=wish)
    _age(folder)
    syncing = Syncing(library.ledger, library.importer)
    await sync(syncing)
    return syncing


def _age(folder: Path) -> None:
    """Make the files an hour old, so that their times can be trusted."""
    past = time.time() - 3600
    for path in folder.rglob("*"):
        os.utime(path, (past, past))


async def sync(syncing: Syncing, *paths: Path, keep_history: bool = False, **how: bool) -> list[Item]:
    plan = await syncing.plan(list(paths) or None, **how)
    return [item async for item in syncing.run(plan, OWNER, keep_history=keep_history)]


def told(plan: Plan) -> list[tuple[str, str]]:
    return sorted((found.name, found.change) for found in plan.found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        write(tmp_path / "docs", f"{number}.md", f"第{number}条规定。\n")
    return tmp_path / "docs"


async def test_new_changed_renamed_and_deleted_files_are_found(library, folder):
    syncing = await start(library, folder)
    assert (await syncing.plan(None)).unchanged == 4
    write(folder, "4.md", "新来的规定。\n")
    write(folder, "0.md", "改过的规定。\n")
    (folder / "1.md").rename(folder / "一.md")
    (folder / "2.md").unlink()
    plan = await syncing.plan(None)
    assert told(plan) == [("0.md", "changed"), ("2.md", "gone"), ("4.md", "new"), ("一.md", "renamed")]
    assert plan.unchanged == 1
    items = {item.name: item.outcome for item in await sync(syncing)}
    assert items == {"0.md": "updated", "4.md": "added", "一.md": "renamed", "2.md": "removed"}
    assert {document.source for document in await library.ledger.documents(OWNER)} == {
        "0.md", "3.md", "4.md", "一.md",
    }  # fmt: skip
    assert await library.shown("第2条") == [] or "第2条规定。" not in await library.shown("第2条")


async def test_a_plan_changes_nothing(library, folder):
    syncing = await start(library, folder)
    write(folder, "0.md", "改过的规定。\n")
    (folder / "1.md").unlink()
    before = await library.ledger.change_counter()
    await syncing.plan(None)
    assert await library.ledger.change_counter() == before
    assert len(told(await syncing.plan(None))) == 2


async def test_a_change_within_the_same_instant_is_seen(library, tmp_path):
    """The time of a file may be that of its last look, and its size too: then only its bytes tell."""
    rule = write(tmp_path / "docs", "a.md", "第一版。\n")
    await library.ledger.remember([Root(file_key(tmp_path / "docs"), str(tmp_path / "docs"), Wish())])
    await library.add(tmp_path / "docs")
    before = rule.stat()
    rule.write_text("第二版。\n", encoding="utf-8")
    os.utime(rule, ns=(before.st_atime_ns, before.st_mtime_ns))
    (item,) = await sync(Syncing(library.ledger, library.importer))
    assert item.outcome == "updated"


async def test_only_deep_sees_what_time_and_size_hide(library, folder):
    syncing = await start(library, folder)
    before = (folder / "0.md").stat()
    (folder / "0.md").write_text("第9条规定。\n", encoding="utf-8")
    os.utime(folder / "0.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (await syncing.plan(None)).empty
    assert told(await syncing.plan(None, deep=True)) == [("0.md", "changed")]


async def test_a_touched_file_is_not_read_again(library, folder):
    syncing = await start(library, folder)
    os.utime(folder / "0.md")
    assert await sync(syncing) == []
    assert len(await library.ledger.history((await library.ledger.document("0.md", OWNER)).id, OWNER)) == 1


@pytest.mark.parametrize("how", ["missing", "empty"])
async def test_a_folder_that_is_missing_or_empty_deletes_nothing_until_confirmed(library, folder, how):
    """An unmounted disk is no deletion."""
    syncing = await start(library, folder)
    shutil.rmtree(folder)
    if how == "empty":
        folder.mkdir()
    plan = await syncing.plan(None)
    assert (plan.gone, plan.found) == ([], [])
    (held,) = plan.held
    assert "4 files" in held.message
    assert "--gone" in held.message
    assert await sync(syncing) == []
    assert len(await library.ledger.documents(OWNER)) == 4
    assert {item.outcome for item in await sync(syncing, gone=True)} == {"removed"}
    assert await library.ledger.documents(OWNER) == []


async def test_history_is_kept_unsearchable_and_comes_back_with_the_file(library, folder):
    syncing = await start(library, folder, Wish(roles=HR))
    before = await library.ledger.document("0.md", OWNER)
    text = (folder / "0.md").read_text(encoding="utf-8")
    (folder / "0.md").unlink()
    (item,) = await sync(syncing, keep_history=True)
    assert "kept" in item.message
    assert await library.shown("第0条规定") != ["第0条规定。"]
    assert before.id not in {document.id for document in await library.ledger.documents(OWNER)}
    assert [version.live for version in await library.ledger.history(before.id, OWNER)] == [False]
    write(folder, "0.md", text)
    (back,) = await sync(syncing)
    assert (back.outcome, back.document_id) == ("restored", before.id)
    assert (await library.ledger.document("0.md", OWNER)).roles == HR


async def test_a_failed_reading_keeps_the_old_version_and_is_remembered(library, folder, monkeypatch):
    """Fault 56: old text removed, new text broken, nothing left."""
    syncing = await start(library, folder)
    (folder / "0.md").write_bytes(b"%PDF-1.7\nbroken")
    (item,) = await sync(syncing)
    assert (item.outcome, item.result) == ("failed", "refused")
    assert "stays in use" in item.message
    document = await library.ledger.document("0.md", OWNER)
    assert document.source_is_newer
    assert document.problem == (await library.ledger.document("0.md", OWNER)).problem != ""
    assert "第0条规定。" in await library.shown("第0条规定")
    _age(folder)
    await sync(syncing)
    assert (await syncing.plan(None)).empty, "not tried again while nothing changed"
    monkeypatch.setattr(library.importer, "readers", "of tomorrow")
    assert told(await syncing.plan(None)) == [("0.md", "retry")]
    write(folder, "0.md", "第0条规定，改过的。\n")
    assert [item.outcome for item in await sync(syncing)] == ["updated"]
    document = await library.ledger.document("0.md", OWNER)
    assert (document.source_is_newer, document.problem) == (False, None)


async def test_a_file_that_never_came_in_is_tried_again_only_when_it_changes(library, folder):
    write(folder, "leer.md", "")
    syncing = await start(library, folder)
    assert (await syncing.plan(None)).empty
    write(folder, "leer.md", "Jetzt steht etwas darin.\n")
    assert [(item.name, item.outcome) for item in await sync(syncing)] == [("leer.md", "added")]


async def test_a_better_reader_reads_its_own_files_again_and_no_others(library, folder, monkeypatch):
    write(folder, "text.txt", "Ein Text ohne Auszeichnung.\n")
    syncing = await start(library, folder)
    monkeypatch.setattr(importing, "renewed", lambda reader: reader.replace("Markdown", "Markdown, next"))
    assert {name for name, change in told(await syncing.plan(None)) if change == "reader"} == {
        f"{number}.md" for number in range(4)
    }


async def test_a_path_narrows_and_an_unknown_one_is_an_error(library, folder, tmp_path):
    syncing = await start(library, folder)
    write(folder, "unter/5.md", "Neues unten.\n")
    write(folder, "0.md", "改过的规定。\n")
    assert told(await syncing.plan([folder / "unter"])) == [("5.md", "new")]
    with pytest.raises(CallerMistake):
        await syncing.plan([tmp_path / "fremd"])


async def test_what_was_said_about_a_root_holds_for_what_comes_later(library, folder):
    syncing = await start(library, folder, Wish(roles=HR, category="制度"))
    write(folder, "5.md", "后来的规定。\n")
    await sync(syncing)
    document = await library.ledger.document("5.md", OWNER)
    assert (document.roles, document.category) == (HR, "制度")


async def test_a_name_that_goes_leaves_the_document_to_the_other(library, folder):
    shutil.copy(folder / "0.md", folder / "副本.md")
    syncing = await start(library, folder)
    before = await library.ledger.document("副本.md", OWNER)
    (folder / "0.md").unlink()
    (item,) = await sync(syncing)
    assert "other names" in item.message
    document = await library.ledger.document("副本.md", OWNER)
    assert (document.id, document.source, document.other_names) == (before.id, "副本.md", ())


def _zip(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


async def test_the_files_of_an_archive_are_documents_that_follow_it(library, tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    archive = _zip(docs / "制度.zip", {"人事/休假.md": "年休假为5天。\n", "报销.md": "应在10日内报销。\n", "空.md": ""})
    syncing = await start(library, docs, Wish(roles=HR))
    assert {document.source for document in await library.ledger.documents(OWNER)} == {
        "制度.zip/人事/休假.md", "制度.zip/报销.md",
    }  # fmt: skip
    assert (await syncing.plan(None)).empty
    before = (await library.ledger.document("制度.zip/报销.md", OWNER)).id
    _zip(archive, {"报销.md": "应在20日内报销。\n", "差旅.md": "飞机限经济舱。\n"})
    items = {item.name: item.outcome for item in await sync(syncing)}
    assert items == {
        "制度.zip/报销.md": "updated",
        "制度.zip/差旅.md": "added",
        "制度.zip/人事/休假.md": "removed",
        "制度.zip/空.md": "removed",
    }
    assert (await library.ledger.document("制度.zip/报销.md", OWNER)).id == before
    archive.rename(docs / "新制度.zip")
    assert {item.outcome for item in await sync(syncing)} == {"renamed"}
    document = await library.ledger.document("新制度.zip/报销.md", OWNER)
    assert (document.id, document.roles) == (before, HR)
    (docs / "新制度.zip").unlink()
    assert {item.outcome for item in await sync(syncing, gone=True)} == {"removed"}
    assert await library.ledger.documents(OWNER) == []
    assert await library.ledger.known_names() == []


async def test_a_broken_archive_keeps_what_came_out_of_the_whole_one(library, tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    archive = _zip(docs / "制度.zip", {"报销.md": "应在10日内报销。\n"})
    syncing = await start(library, docs)
    archive.write_bytes(archive.read_bytes()[:-30])
    (item,) = await sync(syncing)
    assert item.outcome == "failed"
    assert await library.shown("报销") == ["应在10日内报销。"]
