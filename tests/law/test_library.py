"""Laws come in from files, in any order, and the library tells what is in force, since when and why not."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncGenerator, Sequence
from datetime import date
from itertools import permutations
from pathlib import Path

import pytest
from tests.law.writing import FILES, FIRST, FIRST_NAME, NEW_RULES, OLD_RULES, SECOND, SECOND_NAME, written

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.errors import CallerMistake, NotFound
from youju.index.protocol import Filters
from youju.knowledge.identity import document_id
from youju.knowledge.placing import Wish
from youju.law.library import LawItem
from youju.law.repeals import OWN_TABLE, ending_of
from youju.settings import Settings

GUEST = Caller("visitor", frozenset({"visitor"}))
BEFORE, AFTER = date(2025, 8, 31), date(2025, 9, 1)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Youju]:
    async with Youju.open(Settings(home=tmp_path / "home"), dense=False) as opened:
        yield opened


async def imported(house: Youju, *paths: Path) -> list[LawItem]:
    return [item async for item in house.laws.import_files(house.sources(list(paths)), OWNER)]


def outcomes(items: Sequence[LawItem]) -> dict[str, str]:
    return {item.name: item.outcome for item in items}


async def passages(house: Youju, name: str, article: int, at: date) -> dict[int | None, str]:
    """The state of each passage of an article, by its 款."""
    found = await house._ledger.passages_at(name, article, None, OWNER, at)
    return {one.locator.paragraph: one.in_force.status for one in found if one.locator}


# ── coming in ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_folder_comes_in_with_a_report_of_what_is_new_amended_and_repealed(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path / "old", OLD_RULES))
    items = await imported(house, *written(tmp_path / "rest", NEW_RULES, FIRST, SECOND))
    assert outcomes(items) == {NEW_RULES: "amended", FIRST: "new", SECOND: "new"}
    report = {item.name: item for item in items}
    assert report[NEW_RULES].ended == ("《居家办公劳动保护条例》2015-03-01: until 2020-09-01",)
    assert report[NEW_RULES].repeals == ("《居家办公津贴暂行规定》 from 2020-09-01",)
    assert report[SECOND].repeals == (f"《{FIRST_NAME}》第二条第一款 from 2025-09-01",)


async def test_the_same_import_again_changes_nothing(house: Youju, tmp_path: Path):
    paths = written(tmp_path / "laws")
    await imported(house, *paths)
    counter = await house.changes()
    assert set(outcomes(await imported(house, *paths)).values()) == {"unchanged"}
    assert await house.changes() == counter


async def test_in_whatever_order_and_however_often_files_come_the_terms_are_the_same(tmp_path: Path):
    paths = written(tmp_path / "laws", OLD_RULES, NEW_RULES, SECOND, FIRST)
    seen: set[tuple[object, ...]] = set()
    for number, order in enumerate(permutations(paths, 4)):
        if number % 7:
            continue
        async with Youju.open(Settings(home=tmp_path / f"home{number}"), dense=False) as house:
            for path in (*order, order[0], order[-1]):
                await imported(house, path)
            rows = (await house.laws.laws(OWNER, every=True)).laws
            parts = await passages(house, FIRST_NAME, 2, AFTER)
            seen.add((*((row.name, row.edition.published, str(row.edition.in_force)) for row in rows), str(parts)))
    assert len(seen) == 1


async def test_one_bad_file_never_stops_the_others(house: Youju, tmp_path: Path):
    folder = tmp_path / "mixed"
    (good,) = written(folder, OLD_RULES)
    (folder / "菜谱.md").write_text("# 红烧肉\n\n先焯水，再炖一小时。\n", encoding="utf-8")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    (folder / "empty.txt").write_bytes(b"")
    items = await imported(house, folder)
    assert outcomes(items) == {
        good.name: "new", "菜谱.md": "not_law", "broken.docx": "failed", "empty.txt": "failed",
    }  # fmt: skip
    assert all(item.message for item in items)
    assert await house.examine(OWNER) == []  # and nothing is kept of what did not come in


async def test_an_archive_is_opened(house: Youju, tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "laws.zip", "w") as archive:
        for name in (OLD_RULES, FIRST):
            archive.writestr(name, FILES[name])
    items = await imported(house, tmp_path / "laws.zip")
    assert [item.outcome for item in items] == ["new", "new"]


async def test_a_second_copy_in_one_import_does_not_replace_the_first(house: Youju, tmp_path: Path):
    (one,) = written(tmp_path / "a", OLD_RULES)
    other = tmp_path / "b" / OLD_RULES
    other.parent.mkdir()
    other.write_text(FILES[OLD_RULES].replace("五十元", "六十元"), encoding="utf-8")
    first, second = await imported(house, one, other)
    assert (first.outcome, second.outcome, second.differences) == ("new", "known", ("第二条",))
    assert "五十元" in (await house.laws.article("居家办公劳动保护条例", "2", OWNER, date(2016, 1, 1))).text


async def test_a_corrected_file_is_the_same_edition_read_anew(house: Youju, tmp_path: Path):
    (path,) = written(tmp_path, OLD_RULES)
    await imported(house, path)
    path.write_text(FILES[OLD_RULES].replace("五十元", "六十元"), encoding="utf-8")
    (item,) = await imported(house, path)
    assert item.outcome == "updated"
    found = await house.laws.law("居家办公劳动保护条例", OWNER)
    assert len(found.editions) == 1


async def test_parts_of_a_law_become_one_law(house: Youju, tmp_path: Path):
    notes = ["2018年5月28日 第十三届全国人民代表大会第三次会议通过", "2019年1月1日 施行", "<!-- INFO END -->"]
    paths: list[Path] = []
    for part, numbers in (("总则", "一二三"), ("分则编", "四五六")):
        body = [f"第{number}条 居家办公的第{number}项规则。" for number in numbers]
        text = "\n\n".join(["# 中华人民共和国居家办公法典", f"# {part}", *notes, "## 第一章 规定", *body])
        paths.append(tmp_path / f"居家办公法典_{part}.md")
        paths[-1].write_text(text, encoding="utf-8")
    items = await imported(house, *paths)
    assert [item.outcome for item in items] == ["part", "part", "new"]
    (row,) = (await house.laws.laws(OWNER)).laws
    assert (row.short_name, row.edition.articles, row.editions) == ("居家办公法典", 6, 1)


async def test_only_the_owner_imports(house: Youju, tmp_path: Path):
    with pytest.raises(CallerMistake):
        async for _ in house.laws.import_files(house.sources(written(tmp_path)), GUEST):
            pass


# ── in force ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_repealed_paragraph_is_found_the_day_before_and_not_on_the_day(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, FIRST, SECOND))
    question = "居家办公设备的折旧费用由双方协商分担"
    before = await house.search(question, OWNER, at=BEFORE)
    assert before.passages[0].passage.text.endswith("折旧费用由双方协商分担。")
    for words in (question, "协商不成的，按照使用时间确定折旧费用"):
        after = await house.search(words, OWNER, at=AFTER)
        assert after.passages or words == question
        assert all("由双方协商分担" not in one.passage.text for one in after.passages)
    assert await passages(house, FIRST_NAME, 2, BEFORE) == {1: "in_force", 2: "in_force"}
    assert await passages(house, FIRST_NAME, 2, AFTER) == {1: "repealed", 2: "in_force"}
    assert await passages(house, FIRST_NAME, 1, AFTER) == {None: "in_force"}


async def test_what_a_stale_index_still_finds_is_dropped_by_the_ledger(house: Youju, tmp_path: Path):
    """The index of before the repeal: without dates of its own, as after a crash or a copy of an old folder."""
    await imported(house, *written(tmp_path, FIRST, SECOND))
    entries = await house._ledger.live_entries()
    open_ended = [type(one)(**{**_fields(one), "effective_from": None, "effective_to": None}) for one in entries]
    house._index.rebuild(open_ended)
    hits = house._index.search("折旧费用由双方协商分担", Filters(None, at=AFTER), 5)
    assert hits  # the index would show it
    found = await house.search("居家办公设备的折旧费用由双方协商分担", OWNER, at=AFTER)
    assert all("由双方协商分担" not in one.passage.text for one in found.passages)


def _fields(entry: object) -> dict[str, object]:
    return {name: getattr(entry, name) for name in type(entry).__slots__}  # type: ignore[attr-defined]


async def test_who_repealed_a_paragraph_is_told_and_not_to_those_who_may_not_know(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, FIRST, SECOND))
    first, second = await house._ledger.passages_at(FIRST_NAME, 2, None, OWNER, AFTER)
    ending = await ending_of(first, house._ledger, OWNER)
    assert ending is not None
    assert (ending.law, ending.address, ending.since) == (SECOND_NAME, "第三条", AFTER)
    assert await ending_of(second, house._ledger, OWNER) is None
    await house.place(SECOND_NAME, Wish(roles=frozenset({"legal"})), OWNER)
    hidden = await ending_of(first, house._ledger, GUEST)
    assert hidden is not None and (hidden.law, hidden.address, hidden.since) == ("", "", AFTER)
    shown = await house.laws.article(FIRST_NAME, "2", GUEST, AFTER)
    assert SECOND_NAME not in shown.model_dump_json()


async def test_an_edition_that_goes_gives_the_one_before_its_time_back(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, OLD_RULES, NEW_RULES))
    shown = await house.laws.law("居家办公劳动保护条例", OWNER)
    assert [(str(one.published), one.state) for one in shown.editions] == [
        ("2020-06-01", "in_force"),
        ("2015-03-01", "superseded"),
    ]
    await house.remove(shown.editions[0].id, OWNER)
    (left,) = (await house.laws.law("居家办公劳动保护条例", OWNER)).editions
    assert (left.state, left.in_force.end) == ("in_force", None)


async def test_what_was_set_by_hand_stands_above_what_follows_from_the_texts(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, OLD_RULES))
    (row,) = (await house.laws.laws(OWNER)).laws
    await house.place(row.edition.id, Wish(effective_to=date(2018, 1, 1), roles=frozenset({"hr"})), OWNER)
    await imported(house, *written(tmp_path, OLD_RULES, NEW_RULES))
    document = await house.document(row.edition.id, OWNER)
    assert document.effective_to == date(2018, 1, 1)
    assert document.roles == {"hr"}  # importing again opens nothing
    await house.place(row.edition.id, Wish(cleared=frozenset({"effective_to"})), OWNER)


async def test_an_entry_of_the_own_table_counts_from_the_next_import_on(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path / "laws", OLD_RULES))
    table = house.settings.home / OWN_TABLE
    table.write_text(
        '[[repeal]]\nlaw = "居家办公劳动保护条例"\narticle = "第二条"\nuntil = 2018-07-01\n'
        'by = "津贴管理办法"\naddress = "第十条"\nsource = "公报2018年第7期"\n',
        encoding="utf-8",
    )
    assert (await passages(house, "居家办公劳动保护条例", 2, date(2019, 1, 1))) == {None: "in_force"}
    await imported(house, *written(tmp_path / "other", FIRST))  # another file: the table counts for all
    assert (await passages(house, "居家办公劳动保护条例", 2, date(2018, 6, 30))) == {None: "in_force"}
    assert (await passages(house, "居家办公劳动保护条例", 2, date(2018, 7, 1))) == {None: "repealed"}
    article = await house.laws.article("居家办公劳动保护条例", "2", OWNER, date(2018, 7, 1))
    assert article.ended is not None and (article.ended.law, article.ended.address) == ("津贴管理办法", "第十条")
    assert article.in_force.status == "repealed"
    table.unlink()
    await imported(house, *written(tmp_path / "other", FIRST))
    assert (await passages(house, "居家办公劳动保护条例", 2, date(2019, 1, 1))) == {None: "in_force"}
    assert await house.examine(OWNER) == []


async def test_a_table_that_cannot_be_understood_stops_the_import_before_anything_changed(house: Youju, tmp_path: Path):
    (house.settings.home / OWN_TABLE).write_text('[[repeal]]\nlaw = "甲法"\nuntil = "soon"\nby = "乙法"\n', "utf-8")
    with pytest.raises(CallerMistake, match="entry 1: `until` must be a date") as refused:
        await imported(house, *written(tmp_path / "laws"))
    assert refused.value.code == "invalid_repeals"
    assert not (await house.laws.laws(OWNER)).laws


# ── staying ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_imported_laws_stay_through_sync_reindex_and_doctor(house: Youju, tmp_path: Path):
    paths = written(tmp_path)
    await imported(house, *paths)
    before = (await house.laws.laws(OWNER, every=True)).laws
    for path in paths:
        path.unlink()
    plan = await house.plan_sync(None, OWNER)
    assert plan.empty
    await house.reindex()
    assert await house.examine(OWNER) == []
    assert (await house.laws.laws(OWNER, every=True)).laws == before
    found = await house.search("通讯补贴八十元", OWNER, at=date(2021, 1, 1))
    assert found.passages


# ── looking ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_article_shows_its_neighbours_and_its_wording_under_other_numbers(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, OLD_RULES, NEW_RULES))
    shown = await house.laws.article("居家办公劳动保护条例", "第三条", OWNER, date(2021, 1, 1))
    assert (shown.previous and shown.previous.no, shown.following and shown.following.no) == ("2", "4")
    newest, oldest = shown.history
    assert (oldest.label, oldest.renumbered, newest.renumbered) == ("第二条", True, False)
    assert newest.changed and "".join(one.text for one in newest.diff if one.sign != "-") == newest.text
    assert "".join(one.text for one in newest.diff if one.sign != "+") == oldest.text
    assert [one.text for one in newest.diff if one.sign != "="] == ["五", "八"]


async def test_a_date_chooses_the_edition(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, OLD_RULES, NEW_RULES))
    texts = [
        (await house.laws.article("居家办公劳动保护条例", no, OWNER, at)).text
        for no, at in (("2", date(2020, 8, 31)), ("3", date(2020, 9, 1)))
    ]
    assert "五十元" in texts[0] and "八十元" in texts[1]
    (row,) = (await house.laws.laws(OWNER, date(2014, 1, 1))).laws
    assert (row.edition.state, str(row.edition.published)) == ("not_yet", "2015-03-01")


@pytest.mark.parametrize(
    ("name", "no", "kind", "words"),
    [
        ("不存在的法", "1", NotFound, "法律库中没有《不存在的法》"),
        ("居家办公劳动保护条例", "9", NotFound, "没有第九条，该法共5条"),
        ("居家办公劳动保护条例", "三之二", CallerMistake, "不是条文号"),
        ("最高人民法院关于审理居家办公争议案件适用法律问题的解释", "1", CallerMistake, "可能指"),
    ],
)
async def test_what_cannot_be_shown_says_why(
    house: Youju, tmp_path: Path, name: str, no: str, kind: type[Exception], words: str
):
    await imported(house, *written(tmp_path))
    with pytest.raises(kind, match=words):
        await house.laws.article(name, no, OWNER)


async def test_a_law_that_a_caller_may_not_read_does_not_exist_for_him(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path, FIRST, SECOND))
    await house.place(SECOND_NAME, Wish(roles=frozenset({"legal"})), OWNER)
    assert [row.name for row in (await house.laws.laws(GUEST)).laws] == [FIRST_NAME]
    messages: list[str] = []
    for name in (SECOND_NAME, "不存在的法"):
        with pytest.raises(NotFound) as refused:
            await house.laws.law(name, GUEST)
        messages.append(refused.value.message.replace(name, ""))
    assert messages[0] == messages[1]


async def test_an_empty_library_says_how_to_fill_it(house: Youju):
    assert (await house.laws.laws(OWNER)).total == 0
    with pytest.raises(NotFound) as refused:
        await house.laws.law("劳动法", OWNER)
    assert "youju law install" in refused.value.remedy


async def test_lists_are_filtered_and_paged(house: Youju, tmp_path: Path):
    await imported(house, *written(tmp_path))
    everything = await house.laws.laws(OWNER, every=True)
    pages = [(await house.laws.laws(OWNER, every=True, offset=place, limit=3)).laws for place in (0, 3)]
    assert everything.total == 4 and everything.laws == (*pages[0], *pages[1])
    found = await house.laws.laws(OWNER, text="司法解释 争议")
    assert {row.name for row in found.laws} == {FIRST_NAME, SECOND_NAME}
    assert document_id(f"law:{FIRST_NAME}@2020-12-29") in {row.edition.id for row in found.laws}
