"""One document and its names: the same file twice, names that part, names that come at once."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from youju.caller import OWNER, Caller
from youju.index.lexical import TantivyIndex
from youju.knowledge.importing import Importer
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.placing import Wish
from youju.knowledge.sources import expand
from youju.reading.worker import ReadingPool

GUEST = Caller("guest")
HR = frozenset({"hr"})


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


async def test_the_same_file_twice_is_one_document_with_two_names(library, tmp_path):
    first = write(tmp_path, "甲/规定.md", "同样的规定。\n")
    second = write(tmp_path, "乙/副本.md", "同样的规定。\n")
    (added,), (joined,) = await library.add(first), await library.add(second)
    assert (added.outcome, joined.outcome, joined.document_id) == ("added", "joined", added.document_id)
    (document,) = await library.ledger.documents(OWNER)
    assert (document.source, document.other_names) == ("规定.md", ("副本.md",))
    assert (await library.ledger.document("副本.md", OWNER)).id == document.id
    assert await library.shown("规定") == ["同样的规定。"]


async def test_a_copy_that_is_to_be_closed_stays_a_document_of_its_own(library, tmp_path):
    await library.add(write(tmp_path, "公开.md", "同样的规定。\n"))
    (item,) = await library.add(write(tmp_path, "内部.md", "同样的规定。\n"), wish=Wish(roles=HR))
    assert item.outcome == "added"
    assert "公开.md" in item.message
    roles = {document.source: document.roles for document in await library.ledger.documents(OWNER)}
    assert roles == {"公开.md": frozenset(), "内部.md": HR}


async def test_an_open_copy_does_not_open_the_closed_one(library, tmp_path):
    await library.add(write(tmp_path, "内部.md", "同样的规定。\n"), wish=Wish(roles=HR))
    (item,) = await library.add(write(tmp_path, "公开.md", "同样的规定。\n"))
    assert "内部.md" in item.message
    assert [document.source for document in await library.ledger.documents(GUEST)] == ["公开.md"]


async def test_a_name_whose_content_changes_alone_becomes_a_document_of_its_own(library, tmp_path):
    first, second = write(tmp_path, "a.md", "同样的规定。\n"), write(tmp_path, "b.md", "同样的规定。\n")
    (kept, _) = await library.add(first, second)
    write(tmp_path, "a.md", "改过的规定。\n")
    (split,) = await library.add(first)
    assert split.document_id != kept.document_id
    assert "document of its own" in split.message
    shown = {document.source: document.id for document in await library.ledger.documents(OWNER)}
    assert shown == {"b.md": kept.document_id, "a.md": split.document_id}
    assert sorted(await library.shown("规定")) == ["同样的规定。", "改过的规定。"]


async def test_a_document_whose_names_all_change_alike_stays_one(library, tmp_path):
    first, second = write(tmp_path, "a.md", "旧的规定。\n"), write(tmp_path, "b.md", "旧的规定。\n")
    (before, _) = await library.add(first, second)
    write(tmp_path, "a.md", "新的规定。\n")
    write(tmp_path, "b.md", "新的规定。\n")
    items = await library.add(first, second)
    assert [(item.outcome, item.document_id) for item in items] == [
        ("updated", before.document_id),
        ("unchanged", before.document_id),
    ]
    (document,) = await library.ledger.documents(OWNER)
    assert (document.other_names, document.version_number) == (("b.md",), 2)


async def test_roles_for_all_names_move_the_document_and_for_one_split_it(library, tmp_path):
    first, second = write(tmp_path, "a.md", "同样的规定。\n"), write(tmp_path, "b.md", "同样的规定。\n")
    (before, _) = await library.add(first, second)
    items = await library.add(first, second, wish=Wish(roles=HR))
    assert sorted(item.outcome for item in items) == ["moved", "unchanged"]
    assert {item.document_id for item in items} == {before.document_id}
    assert len(await library.ledger.documents(OWNER)) == 1
    (split,) = await library.add(second, wish=Wish(roles=frozenset({"it"})))
    roles = {document.source: document.roles for document in await library.ledger.documents(OWNER)}
    assert roles == {"a.md": HR, "b.md": frozenset({"it"})}
    assert split.document_id != before.document_id


async def test_a_file_that_becomes_a_copy_of_another_is_a_name_of_it(library, tmp_path):
    first, second = write(tmp_path, "a.md", "一条规定。\n"), write(tmp_path, "b.md", "另一条规定。\n")
    (kept, _) = await library.add(first, second)
    shutil.copy(first, second)
    (item,) = await library.add(second)
    assert (item.outcome, item.document_id) == ("joined", kept.document_id)
    (document,) = await library.ledger.documents(OWNER)
    assert document.other_names == ("b.md",)
    assert await library.shown("规定") == ["一条规定。"]


@pytest.mark.parametrize("copies", [1, 2])
async def test_tasks_that_add_the_same_file_at_once_make_one_document(library, tmp_path, copies):
    """Fault 57: the same file twice at once, none or two copies."""
    files = [write(tmp_path, f"{number}.md", "同时到来的规定。\n") for number in range(copies)]
    await asyncio.gather(*(library.add(files[turn % copies]) for turn in range(6)))
    (document,) = await library.ledger.documents(OWNER)
    assert len(document.other_names) == copies - 1
    assert await library.shown("规定") == ["同时到来的规定。"]
    assert len(list((library.home / "files").iterdir())) == 1


def test_processes_that_add_the_same_file_at_once_make_one_document(tmp_path):
    """Fault 57, across processes."""
    rule = write(tmp_path, "规定.md", "同时到来的规定。\n")
    (tmp_path / "home").mkdir()
    program = (
        "import asyncio, sys; from pathlib import Path; from tests.knowledge.test_sources import add_once; "
        "asyncio.run(add_once(Path(sys.argv[1]), Path(sys.argv[2])))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "home"), str(rule)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    assert [child.communicate()[1].decode() for child in running] == ["", "", ""]
    assert asyncio.run(_listed(tmp_path / "home")) == [("规定.md", 1)]


async def add_once(home: Path, path: Path) -> None:
    ledger, pool = await Ledger.open(home), ReadingPool()
    importer = Importer(ledger, TantivyIndex(home / "index"), Originals(home / "files"), pool)
    items = [item async for item in importer.add(list(expand([path])), Wish(), OWNER)]
    await pool.close()
    await ledger.close()
    if items[0].outcome not in {"added", "unchanged"}:
        raise SystemExit(items[0].message)


async def _listed(home: Path) -> list[tuple[str, int]]:
    ledger = await Ledger.open(home)
    try:
        return [(document.source, document.version_number) for document in await ledger.documents(OWNER)]
    finally:
        await ledger.close()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), min_size=1, max_size=6))
async def test_whatever_happens_to_files_each_text_is_there_once_for_each_circle_of_readers(
    steps, library, tmp_path_factory
):
    """Each step gives a file a text and perhaps roles; at the end every file's text is found with its own roles, and
    no text is found twice with the same roles."""
    folder = tmp_path_factory.mktemp("files")
    holds: dict[str, tuple[str, bool]] = {}
    for file, text, closed in steps:
        path = write(folder, f"{folder.name}-{file}.md", f"{folder.name} 第{text}种规定。\n")
        wish = Wish(roles=HR if closed else frozenset())
        (item,) = await library.add(path, wish=wish)
        assert item.result == "imported"
        holds[path.name] = (f"{folder.name} 第{text}种规定。", closed)
    found: list[tuple[frozenset[str], bool, str]] = []
    for document in await library.ledger.documents(OWNER):
        if document.source.startswith(folder.name):
            names = frozenset({document.source, *document.other_names})
            text = (await library.ledger.content(document.version_id, OWNER)).text
            found.append((names, bool(document.roles), text))
    assert {name for names, _, _ in found for name in names} == set(holds)
    assert all(holds[name] == (text, closed) for names, closed, text in found for name in names)
