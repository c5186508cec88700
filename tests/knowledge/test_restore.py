"""Earlier versions live again, and what the file says later wins."""

from __future__ import annotations

from tests.knowledge.test_sources import write
from tests.knowledge.test_sync import start, sync

from youju.caller import OWNER


async def test_an_earlier_version_is_live_again_as_one_publish(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "a.md", "第一版规定。\n")
    syncing = await start(library, docs)
    write(docs, "a.md", "第二版规定，改过的。\n")
    await sync(syncing)
    (document,) = await library.ledger.documents(OWNER)
    second, first = await library.ledger.history(document.id, OWNER)
    assert (first.name, second.name) == ("a.md", "a.md")
    assert second.reader.startswith("Markdown/")
    await library.importer.restore(document.id, first.id)
    assert await library.shown("规定") == ["第一版规定。"]
    assert [version.live for version in await library.ledger.history(document.id, OWNER)] == [False, True]
    document = await library.ledger.document("a.md", OWNER)
    assert document.source_is_newer
    assert document.problem is None
    assert await sync(syncing) == [], "the file has not changed, so what was restored stays"
    write(docs, "a.md", "第三版规定，又改过的。\n")
    assert [item.outcome for item in await sync(syncing)] == ["updated"]
    assert await library.shown("规定") == ["第三版规定，又改过的。"]
    assert not (await library.ledger.document("a.md", OWNER)).source_is_newer


async def test_adding_the_file_again_takes_a_restoration_back(library, tmp_path):
    rule = write(tmp_path, "a.md", "第一版规定。\n")
    await library.add(rule)
    write(tmp_path, "a.md", "第二版规定。\n")
    (item,) = await library.add(rule)
    _, first = await library.ledger.history(item.document_id, OWNER)
    await library.importer.restore(item.document_id, first.id)
    (again,) = await library.add(rule)
    assert again.outcome == "restored"
    assert await library.shown("规定") == ["第二版规定。"]
