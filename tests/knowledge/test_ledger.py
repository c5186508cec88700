"""The ledger: migrations, atomic publishing, passages that are what was imported."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from youju.caller import Caller
from youju.errors import StorageFailed
from youju.knowledge.ledger import Ledger
from youju.knowledge.models import Base


async def test_migrations_make_the_tables_that_the_code_declares(tmp_path):
    ledger = await Ledger.open(tmp_path)
    await ledger.close()
    with sqlite3.connect(tmp_path / "ledger.db") as db:
        made = {
            table: {column[1] for column in db.execute(f"PRAGMA table_info({table})")}
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    db.close()
    declared = {table.name: {column.name for column in table.columns} for table in Base.metadata.sorted_tables}
    assert {name: made[name] for name in declared} == declared


async def test_a_ledger_from_a_newer_version_is_refused_and_left_alone(tmp_path):
    ledger = await Ledger.open(tmp_path)
    await ledger.close()
    db = sqlite3.connect(tmp_path / "ledger.db")
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    with pytest.raises(StorageFailed) as caught:
        await Ledger.open(tmp_path)
    assert caught.value.code == "ledger_newer"


async def test_a_file_that_is_no_ledger_is_one_line(tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"this is not a database" * 100)
    with pytest.raises(StorageFailed) as caught:
        await Ledger.open(tmp_path)
    assert str(tmp_path) not in caught.value.line()


async def test_a_passage_that_was_altered_behind_our_back_is_never_returned(library, tmp_path):
    path = tmp_path / "a.md"
    path.write_text("原来的规定。\n", encoding="utf-8")
    await library.add(path)
    assert len(await library.shown("规定")) == 1
    db = sqlite3.connect(library.home / "ledger.db")
    db.execute("UPDATE passages SET text = '被改过的规定。'")
    db.commit()
    db.close()
    assert await library.shown("规定") == []


async def test_a_failing_index_leaves_the_old_version(library, tmp_path):
    path = tmp_path / "a.md"
    path.write_text("旧的规定。\n", encoding="utf-8")
    await library.add(path)
    path.write_text("新的规定。\n", encoding="utf-8")

    def broken(_entries):
        raise StorageFailed("The disk is full.")

    library.importer._index.add = broken
    with pytest.raises(StorageFailed):
        await library.add(path)
    assert await library.shown("规定") == ["旧的规定。"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    documents=st.lists(
        st.tuples(st.sets(st.sampled_from(["hr", "it", "legal"])), st.sampled_from(["报销", "休假", "薪酬"])),
        min_size=1,
        max_size=4,
    ),
    roles=st.sets(st.sampled_from(["hr", "it", "legal", "sales"])),
)
def test_no_forbidden_passage_for_any_roles(documents, roles, tmp_path_factory):
    """Fault 68: roles stored, never applied."""

    async def run():
        from youju.index.lexical import TantivyIndex
        from youju.knowledge.drafts import Draft, Placement
        from youju.knowledge.values import PassageSpan
        from youju.reading.document import ReadDocument

        home = tmp_path_factory.mktemp("home")
        ledger = await Ledger.open(home)
        index = TantivyIndex(home / "index")
        drafts = []
        for number, (needed, topic) in enumerate(documents):
            text = f"文件{number}：{topic}规定，允许{'、'.join(sorted(needed)) or '所有人'}阅读。"
            drafts.append(
                Draft(
                    key=f"file:{number}",
                    source=f"{number}.md",
                    title=topic,
                    document=ReadDocument(text, ()),
                    sections=(),
                    passages=(PassageSpan(0, 0, len(text)),),
                    content_hash=str(number),
                    fingerprint=str(number),
                    placement=Placement(roles=frozenset(needed)),
                )
            )
        await ledger.publish(drafts, index.add)
        caller = Caller("someone", frozenset(roles))
        everything = [entry.passage_id for entry in await ledger.live_entries()]
        shown = await ledger.load_passages(everything, caller, None)
        listed = await ledger.documents(caller)
        await ledger.close()
        allowed = {f"{n}.md" for n, (needed, _) in enumerate(documents) if not needed or needed & roles}
        assert {passage.source for passage in shown.values()} == allowed
        assert {document.source for document in listed} == allowed

    asyncio.run(run())
