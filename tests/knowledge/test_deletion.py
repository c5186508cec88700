"""Deletion is total: no byte of a deleted text is left under the home folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from youju.answering.question import Question
from youju.app import Youju
from youju.caller import OWNER
from youju.errors import NotFound
from youju.knowledge.placing import Wish
from youju.settings import EmbeddingSettings, Settings

RARE = ("熵减协约", "Zyxwvutron", "鸑鷟")
TEXT = "# 熵减协约\n\n参加Zyxwvutron试验的员工，每季度可领取鸑鷟津贴3721元。\n"


def traces(home: Path) -> list[tuple[str, str]]:
    """Every file under the home folder that holds one of the rare words, as text or as the index splits it."""
    pieces = [*RARE, RARE[1].lower(), "熵减", "协约", "鸑鷟津", "\\u71b5\\u51cf"]
    return [
        (path.name, piece)
        for path in home.rglob("*")
        if path.is_file()
        for piece in pieces
        if piece.encode() in path.read_bytes() or piece.encode("utf-16-le") in path.read_bytes()
    ]


@asynccontextmanager
async def opened(home: Path) -> AsyncGenerator[Youju]:
    async with Youju.open(Settings(home=home, embedding=EmbeddingSettings(provider="none"))) as library:
        yield library


async def add(library: Youju, docs: Path) -> None:
    await library.remember([docs], [], Wish(), OWNER)
    async for item in library.add(library.sources([docs]), Wish(), OWNER):
        assert item.result == "imported", item.message


@pytest.fixture
async def full(tmp_path: Path) -> AsyncGenerator[tuple[Youju, Path]]:
    """A home with one document to be deleted (two versions, an answer that cites it) among others."""
    docs, home = tmp_path / "docs", tmp_path / "home"
    docs.mkdir()
    for number in range(5):
        (docs / f"{number}.md").write_text(f"# 第{number}号规定\n\n差旅费应在{number + 10}日内报销。\n", "utf-8")
    async with opened(home) as library:
        for text in (f"{TEXT}第一版。\n", TEXT):
            (docs / "秘密.md").write_text(text, "utf-8")
            await add(library, docs)
        question = Question("参加Zyxwvutron试验每季度可领取多少津贴？")
        events = [event async for event in library.answer(question, OWNER)]
        assert "3721" in str(events[-1])
        yield library, home


async def test_no_byte_of_a_deleted_document_is_left(full):
    """Fault 54: a deleted file is still cited."""
    library, home = full
    assert traces(home)
    removal = await library.removal(["秘密.md"], OWNER)
    assert (removal.versions, removal.answers) == (2, 1)
    await library.remove("秘密.md", OWNER)
    assert traces(home) == []
    assert (await library.search("Zyxwvutron试验", OWNER)).passages == ()
    assert (await library.search("差旅费报销", OWNER)).passages
    assert await library.examine(OWNER) == []


async def test_no_byte_is_left_of_a_file_that_was_deleted(full, tmp_path):
    library, home = full
    (tmp_path / "docs" / "秘密.md").unlink()
    items = [item async for item in library.sync(await library.plan_sync(None, OWNER), OWNER)]
    assert [item.outcome for item in items] == ["removed"]
    assert traces(home) == []


async def test_several_at_once_and_an_unknown_one_deletes_nothing(full):
    library, home = full
    with pytest.raises(NotFound):
        await library.remove_all(["0.md", "没有的.md"], OWNER)
    assert len(await library.documents(OWNER)) == 6
    await library.remove_all(["0.md", "秘密.md"], OWNER)
    assert len(await library.documents(OWNER)) == 4
    assert traces(home) == []


async def test_history_is_kept_on_request_and_deleted_later(full):
    library, home = full
    await library.remove_all(["秘密.md"], OWNER, keep_history=True)
    assert (await library.search("Zyxwvutron试验", OWNER)).passages == ()
    assert "秘密.md" not in {document.source for document in await library.documents(OWNER)}
    assert [document.source for document in await library.documents(OWNER, history=True)] == ["秘密.md"]
    await library.restore("秘密.md", 1, OWNER)
    (found,) = (await library.search("Zyxwvutron试验", OWNER)).passages
    assert "第一版" in found.passage.text
    await library.remove("秘密.md", OWNER)
    assert traces(home) == []


async def test_what_a_killed_import_left_is_collected(tmp_path):
    """Killed after the copy of the original was made and before anything was published."""
    home, docs = tmp_path / "home", tmp_path / "docs"
    docs.mkdir()
    (docs / "规定.md").write_text(TEXT, "utf-8")
    program = (
        "import os, asyncio, sys; from youju.knowledge.ledger import Ledger\n"
        "async def stop(*_): os.kill(os.getpid(), 9)\n"
        "Ledger.publish = stop\n"
        "from youju.cli.main import run; sys.argv = ['youju', 'add', sys.argv[1]]; run()"
    )
    environment = {**os.environ, "YOUJU_HOME": str(home), "YOUJU_EMBEDDING__PROVIDER": "none"}
    killed = subprocess.run([sys.executable, "-c", program, str(docs)], env=environment, check=False)  # noqa: ASYNC221
    assert killed.returncode == -9
    assert traces(home), "the copy is there"
    (docs / "规定.md").write_text("另一条规定。\n", "utf-8")
    async with opened(home) as library:
        await add(library, docs)
    assert traces(home) == []


async def test_a_killed_deletion_comes_to_its_end(full):
    """Killed after the ledger let go of the text and before its traces in the files were cleared."""
    library, home = full
    program = (
        "import os, asyncio, sys; from youju.knowledge.importing import Importer\n"
        "async def stop(*_): os.kill(os.getpid(), 9)\n"
        "Importer.collect_files = stop\n"
        "from youju.cli.main import run; sys.argv = ['youju', 'rm', '--yes', '秘密.md']; run()"
    )
    environment = {**os.environ, "YOUJU_HOME": str(home), "YOUJU_EMBEDDING__PROVIDER": "none"}
    killed = subprocess.run([sys.executable, "-c", program], env=environment, check=False)  # noqa: ASYNC221
    assert killed.returncode == -9
    assert traces(home), "traces are there"
    assert await library.examine(OWNER) == []
    assert traces(home) == []


async def test_what_a_killed_import_left_is_nothing_wrong(tmp_path):
    home, docs = tmp_path / "home", tmp_path / "docs"
    docs.mkdir()
    (docs / "规定.md").write_text(TEXT, "utf-8")
    async with opened(home) as library:
        await add(library, docs)
        (home / "files" / f"{'0' * 64}.md").write_text("what a killed import copied", "utf-8")
        assert await library.examine(OWNER) == []
        assert not (home / "files" / f"{'0' * 64}.md").exists()
