"""youju.toml in a folder: inherited, checked, and in effect without reading again."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.knowledge.test_sources import HR, write
from tests.knowledge.test_sync import start, sync, told

from youju.caller import OWNER, Caller
from youju.knowledge.folder_rules import FolderRules, wish_for
from youju.knowledge.placing import FIELDS, NOTHING_SAID, Placement, Wish

GUEST = Caller("guest")


async def test_rules_are_inherited_and_the_nearest_wins_key_by_key(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "youju.toml", 'roles = ["hr"]\ncategory = "人事"\n')
    write(docs, "unter/youju.toml", 'category = "薪酬"\neffective_from = 2025-01-01\n')
    write(docs, "unter/youju-offen.md", "谁都可以读的规定。\n")
    write(docs, "unter/offen/youju.toml", "roles = []\n")
    write(docs, "unter/offen/b.md", "公开的规定。\n")
    write(docs, "a.md", "人事规定。\n")
    await library.add(docs)
    placed = {d.source: (d.roles, d.category, d.effective_from) for d in await library.ledger.documents(OWNER)}
    assert placed == {
        "a.md": (HR, "人事", None),
        "youju-offen.md": (HR, "薪酬", date(2025, 1, 1)),
        "b.md": (frozenset(), "薪酬", date(2025, 1, 1)),
    }
    assert [document.source for document in await library.ledger.documents(GUEST)] == ["b.md"]


async def test_a_file_that_is_named_alone_keeps_the_rules_of_its_folders(library, tmp_path):
    write(tmp_path, "docs/youju.toml", 'roles = ["hr"]\n')
    await library.add(write(tmp_path, "docs/unter/a.md", "人事规定。\n"))
    assert await library.ledger.documents(GUEST) == []


async def test_a_link_into_a_closed_folder_opens_nothing(library, tmp_path):
    write(tmp_path, "closed/youju.toml", 'roles = ["hr"]\n')
    write(tmp_path, "closed/unter/a.md", "人事规定。\n")
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed" / "unter")
    (tmp_path / "open" / "link.md").symlink_to(tmp_path / "closed" / "unter" / "a.md")
    await library.add(tmp_path / "open")
    assert await library.ledger.documents(GUEST) == []
    assert len(await library.ledger.documents(OWNER)) == 1


async def test_single_files_have_rules_of_their_own_and_the_command_stands_above_all(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "youju.toml", 'category = "制度"\n[files."手册*.md"]\nroles = ["hr"]\ntitle = "filename"\n')
    write(docs, "手册2025.md", "# 员工手册\n\n一条规定。\n")
    write(docs, "其他.md", "# 其他规定\n\n另一条规定。\n")
    await library.add(docs, wish=Wish(category="命令"))
    placed = {d.source: (d.roles, d.category, d.title) for d in await library.ledger.documents(OWNER)}
    assert placed == {
        "手册2025.md": (HR, "命令", "手册2025"),
        "其他.md": (frozenset(), "命令", "其他规定"),
    }


async def test_changed_rules_take_effect_without_reading_again(library, tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    write(docs, "2025-报销.md", "# 费用报销\n\n一条规定。\n")
    syncing = await start(library, docs)
    write(docs, "youju.toml", 'roles = ["hr"]\ntitle = "^\\\\d+-(.+)$"\n')
    assert told(await syncing.plan(None)) == [("2025-报销.md", "placement")]

    async def never(*_):
        raise AssertionError("read again")

    monkeypatch.setattr(library.importer._reading, "read", never)
    assert [item.outcome for item in await sync(syncing)] == ["moved"]
    (document,) = await library.ledger.documents(OWNER)
    assert (document.roles, document.title) == (HR, "报销")
    assert (await syncing.plan(None)).empty
    write(docs, "youju.toml", 'roles = []\ntitle = "heading"\n')
    await sync(syncing)
    (document,) = await library.ledger.documents(GUEST)
    assert document.title == "费用报销"


async def test_a_rule_that_is_taken_away_opens_nothing_by_silence(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "youju.toml", 'roles = ["hr"]\n')
    write(docs, "a.md", "人事规定。\n")
    syncing = await start(library, docs)
    (docs / "youju.toml").unlink()
    await sync(syncing)
    assert await library.ledger.documents(GUEST) == []


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('category = "a"\nrole = ["hr"]\n', 2, "role is unknown"),
        ('roles = "hr"\n', 1, "list of names"),
        ('category = "a"\n\neffective_from = "2025"\n', 3, "date without quotes"),
        ("effective_from = 2025-01-01\neffective_to = 2024-01-01\n", 2, "after effective_from"),
        ('title = "(a)(b)"\n', 1, "one (group)"),
        ('title = "("\n', 1, "no regular expression"),
        ('replaces = "x.md"\n', 1, "replaces is unknown here"),
        ('category = "a"\n[files."*.md"]\nroles = [1]\n', 3, "list of names"),
        ('category = "a"\nroles = ["hr"\n', 2, "no TOML"),
    ],
)
async def test_a_broken_file_is_named_with_its_line_and_stops_what_is_below(library, tmp_path, text, line, reason):
    docs = tmp_path / "docs"
    write(docs, "gut/a.md", "一条规定。\n")
    write(docs, "schlecht/youju.toml", text)
    write(docs, "schlecht/unter/b.md", "另一条规定。\n")
    items = {item.name: item for item in await library.add(docs)}
    assert items["a.md"].outcome == "added"
    failed = items["schlecht/youju.toml"]
    assert (failed.outcome, failed.code) == ("failed", "broken_rules")
    assert reason in failed.message
    assert f"line {line}" in failed.message
    assert [document.source for document in await library.ledger.documents(OWNER)] == ["a.md"]


async def test_rules_that_break_later_change_and_delete_nothing(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "youju.toml", 'roles = ["hr"]\n')
    write(docs, "a.md", "人事规定。\n")
    syncing = await start(library, docs)
    write(docs, "youju.toml", 'rolls = ["hr"]\n')
    write(docs, "a.md", "人事规定，改过的。\n")
    (item,) = await sync(syncing)
    assert item.code == "broken_rules"
    assert (await library.ledger.document("a.md", OWNER)).roles == HR
    assert await library.shown("人事规定") == ["人事规定。"]


async def test_what_is_set_for_one_document_stands_above_the_folder(library, tmp_path):
    docs = tmp_path / "docs"
    write(docs, "youju.toml", 'roles = ["hr"]\n')
    write(docs, "a.md", "人事规定。\n")
    syncing = await start(library, docs)
    (document,) = await library.ledger.documents(OWNER)
    await library.importer.place(document.id, Wish(roles=frozenset()))
    assert await sync(syncing) == []
    write(docs, "a.md", "人事规定，改过的。\n")
    await sync(syncing)
    assert [document.source for document in await library.ledger.documents(GUEST)] == ["a.md"]


async def test_the_old_edition_ends_on_the_first_day_of_the_one_that_replaces_it(library, tmp_path):
    """The end is derived: it goes with the newer document, and both the index and the state follow."""
    docs = tmp_path / "docs"
    rules = '[files."手册2025.md"]\nreplaces = "手册2024.md"\neffective_from = 2025-07-01\n'
    write(docs, "手册2024.md", "年休假为5天。\n")
    write(docs, "手册2025.md", "年休假为10天。\n")
    write(docs, "youju.toml", rules)
    syncing = await start(library, docs)
    assert (await syncing.plan(None)).empty
    old = await library.ledger.document("手册2024.md", OWNER)
    new = await library.ledger.document("手册2025.md", OWNER)
    assert (old.in_force.status, old.in_force.end, old.effective_to) == ("repealed", date(2025, 7, 1), None)
    assert new.replaces == old.id
    assert await _valid(library, date(2025, 6, 30)) == ["年休假为5天。"]
    assert await _valid(library, date(2025, 7, 1)) == ["年休假为10天。"]
    await library.importer.place(new.id, Wish(effective_from=date(2026, 1, 1)))
    assert await _valid(library, date(2025, 12, 31)) == ["年休假为5天。"]
    (docs / "手册2025.md").unlink()
    await sync(syncing)
    assert (await library.ledger.document("手册2024.md", OWNER)).in_force.end is None
    assert await _valid(library, date(2026, 7, 1)) == ["年休假为5天。"]


async def _valid(library, day: date) -> list[str]:
    from youju.index.protocol import Filters

    library.index.refresh()
    hits = library.index.search("年休假", Filters(None, at=day), 10)
    found = await library.ledger.load_passages([hit.passage_id for hit in hits], OWNER, day)
    assert all(passage.in_force.status in {"in_force", "unknown"} for passage in found.values())
    return [found[hit.passage_id].text for hit in hits]


WISHES = st.builds(
    Wish,
    roles=st.none() | st.frozensets(st.sampled_from(["hr", "it"])),
    category=st.none() | st.sampled_from(["甲", "乙"]),
    effective_from=st.none() | st.just(date(2025, 1, 1)),
    cleared=st.frozensets(st.sampled_from(["category", "collection"])),
)


@given(st.lists(WISHES, max_size=4), WISHES)
def test_later_words_win_and_what_nobody_says_stays(wishes, last):
    placement = Placement(frozenset({"old"}), "旧", "c", date(2020, 1, 1))
    chain = [FolderRules(wish) for wish in wishes]
    result = wish_for(chain, "x.md").then(last).over(placement)
    for name in FIELDS:
        said = [wish.said[name] for wish in (*wishes, last) if name in wish.said]
        assert getattr(result, name) == (said[-1] if said else getattr(placement, name))
    assert Wish.of(last.row()).over(placement) == last.over(placement)
    assert NOTHING_SAID.over(placement) == placement
    assert Path("x.md").name
