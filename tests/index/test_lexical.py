"""The tantivy index through its public door."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from youju.errors import PartUnavailable
from youju.index.lexical import TantivyIndex
from youju.index.protocol import Address, Entry, Filters

ALL = Filters(roles=None)


def entry(number: int, text: str, *, version: str = "v1", heading: str = "", **more: object) -> Entry:
    return Entry(f"p{number:04d}", version, version.upper(), heading, text, **more)  # type: ignore[arg-type]


def ids(index: TantivyIndex, query: str, filters: Filters = ALL, k: int = 10) -> list[str]:
    return [hit.passage_id for hit in index.search(query, filters, k)]


@pytest.fixture
def index(tmp_path: Path) -> TantivyIndex:
    return TantivyIndex(tmp_path / "lexical")


def test_nothing_written_finds_nothing(index: TantivyIndex) -> None:
    assert ids(index, "报销") == []
    assert index.versions() == set()


def test_a_chinese_question_is_not_one_token(index: TantivyIndex) -> None:
    index.add([entry(1, "差旅费应当在出差结束后15个工作日内报销。"), entry(2, "办公室每周五打扫。")])
    assert ids(index, "差旅费要在多少天内报销？") == ["p0001"]


def test_an_unknown_word_does_not_void_the_question(index: TantivyIndex) -> None:
    index.add([entry(1, "Travel is reimbursed within ten days.")])
    assert ids(index, "xyzzy travel 未知词汇") == ["p0001"]


def test_hits_share_a_term_and_score_above_zero(index: TantivyIndex) -> None:
    index.add([entry(1, "差旅费报销"), entry(2, "打扫卫生")])
    hits = index.search("报销", Filters(roles=frozenset(), at=date(2024, 1, 1)), 10)
    assert [hit.passage_id for hit in hits] == ["p0001"]
    assert hits[0].score > 0
    assert index.search("毫不相干", ALL, 10) == []
    assert index.search("？！", ALL, 10) == []


def test_codes_match_in_any_typing(index: TantivyIndex) -> None:
    index.add([entry(1, "依据 GB/T 2024-001 执行。"), entry(2, "依据 GB/T 2024-002 执行。")])
    assert ids(index, "ＧＢ／Ｔ－2024－002 是什么")[0] == "p0002"


def test_heading_is_searched(index: TantivyIndex) -> None:
    index.add([entry(1, "十五日内。", heading="差旅管理办法 报销期限"), entry(2, "十五日内。", heading="考勤办法")])
    assert ids(index, "差旅报销") == ["p0001"]


def test_filters_choose_before_the_top_is_cut(index: TantivyIndex) -> None:
    secret = [entry(i, "工资 工资 工资", version=f"s{i}", roles=frozenset({"hr"})) for i in range(50)]
    index.add([*secret, entry(900, "关于工资发放日期的较长的公开说明文字，每月十日发放。", version="open")])
    assert ids(index, "工资", Filters(roles=frozenset()), k=3) == ["p0900"]
    assert ids(index, "工资", Filters(roles=frozenset({"sales"})), k=3) == ["p0900"]
    assert len(ids(index, "工资", Filters(roles=frozenset({"hr"})), k=100)) == 51


def test_a_role_named_like_the_marker_opens_nothing(index: TantivyIndex) -> None:
    index.add([entry(1, "工资", roles=frozenset({"open"})), entry(2, "工资")])
    assert ids(index, "工资", Filters(roles=frozenset())) == ["p0002"]
    assert ids(index, "工资", Filters(roles=frozenset({"open"}))) == ["p0001", "p0002"]


def test_dates_and_categories(index: TantivyIndex) -> None:
    index.add(
        [
            entry(1, "试用期", category="law", effective_from=date(2008, 1, 1), effective_to=date(2013, 7, 1)),
            entry(2, "试用期", category="law", effective_from=date(2013, 7, 1)),
            entry(3, "试用期", category="hr"),
        ]
    )
    assert ids(index, "试用期", Filters(None, at=date(2013, 6, 30))) == ["p0001", "p0003"]
    assert ids(index, "试用期", Filters(None, at=date(2013, 7, 1))) == ["p0002", "p0003"]
    assert ids(index, "试用期", Filters(None, "law", date(2007, 1, 1))) == []
    assert ids(index, "试用期", Filters(None, "hr")) == ["p0003"]


ENTRIES = st.lists(
    st.tuples(
        st.text("甲乙丙ab", max_size=6),
        st.frozensets(st.sampled_from(["x", "y", "*"]), max_size=2),
        st.sampled_from([None, "c", "d"]),
        st.none() | st.dates(),
        st.none() | st.dates(),
    ),
    max_size=12,
)


@given(ENTRIES, st.none() | st.frozensets(st.sampled_from("xyz*")), st.sampled_from([None, "c", "e"]), st.dates())
@settings(max_examples=40, deadline=None)
def test_the_index_filters_by_the_rule_of_the_protocol(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, frozenset[str], str | None, date | None, date | None]],
    roles: frozenset[str] | None,
    category: str | None,
    at: date,
) -> None:
    index = TantivyIndex(tmp_path_factory.mktemp("lexical"))
    entries = [
        Entry(f"p{i}", "v", "d", "", text + " 甲", own, cat, start, end)
        for i, (text, own, cat, start, end) in enumerate(rows)
    ]
    index.add(entries)
    filters = Filters(roles, category, at)
    admitted = {e.passage_id for e in entries if filters.admits(e.roles, e.category, e.effective_from, e.effective_to)}
    assert set(ids(index, "甲", filters, k=50)) == admitted
    assert index.counts(["甲"], filters) == ([len(admitted)], len(admitted))


def test_passages_with_an_address_are_searched_apart(index: TantivyIndex) -> None:
    law = entry(1, "试用期最长不得超过六个月。", version="law", address=Address("劳动法", "第二十一条"))
    index.add([law, *(entry(i, "试用期工资的规定", version="handbook") for i in range(2, 40))])
    assert ids(index, "试用期", Filters(None, addressed=True), 5) == ["p0001"]
    assert "p0001" not in ids(index, "试用期", Filters(None, addressed=False), 50)
    assert len(ids(index, "试用期", k=50)) == 39
    assert index.counts(["试用期"], Filters(None, addressed=True)) == ([1], 1)
    assert index.counts(["试用期"], Filters(None, addressed=False)) == ([38], 38)


def test_equal_scores_are_ordered_by_passage_id_even_at_the_border(index: TantivyIndex) -> None:
    numbers = [(i * 37) % 200 for i in range(200)]
    index.add([entry(i, "同样的文字") for i in numbers])
    assert ids(index, "文字", k=5) == [f"p{i:04d}" for i in range(5)]


def test_adding_a_version_again_replaces_it_and_removing_forgets_it(index: TantivyIndex) -> None:
    index.add([entry(1, "旧的规定"), entry(2, "别的规定", version="v2")])
    index.add([entry(3, "新的规定")])
    assert ids(index, "规定") == ["p0002", "p0003"]
    assert index.versions() == {"v1", "v2"}
    index.remove(["v1", "unknown"])
    assert ids(index, "规定") == ["p0002"]
    assert index.versions() == {"v2"}


def test_a_rebuilt_index_answers_like_one_that_grew(tmp_path: Path) -> None:
    entries = [entry(i, f"第{i}条 关于{'报销差旅考勤'[i % 5 : i % 5 + 2]}的规定") for i in range(60)]
    grown, rebuilt = TantivyIndex(tmp_path / "a"), TantivyIndex(tmp_path / "b")
    for i, one in enumerate(entries):
        grown.add([Entry(one.passage_id, f"v{i}", "d", "", one.text)])
    rebuilt.rebuild(Entry(one.passage_id, f"v{i}", "d", "", one.text) for i, one in enumerate(entries))
    for query in ("报销", "差旅的规定", "第7条"):
        assert ids(grown, query, k=20) == ids(rebuilt, query, k=20)


def test_readers_of_another_object_follow_writes_and_rebuilds(tmp_path: Path) -> None:
    writer, reader = TantivyIndex(tmp_path), TantivyIndex(tmp_path)
    assert ids(reader, "规定") == []
    for number, write in enumerate((writer.add, writer.rebuild, writer.rebuild), start=1):
        write([entry(number, "规定", version=f"v{number}")])
        reader.refresh()
        assert f"p{number:04d}" in ids(reader, "规定")


def test_a_failed_batch_leaves_nothing(index: TantivyIndex) -> None:
    def broken() -> Iterator[Entry]:
        yield entry(1, "规定")
        raise RuntimeError("reader died")

    with pytest.raises(RuntimeError):
        index.add(broken())
    assert ids(index, "规定") == []
    index.add([entry(2, "规定")])
    assert ids(index, "规定") == ["p0002"]


@pytest.mark.parametrize("suffix", ["meta.json", "*.store", "*.idx", "*.term", "*.fast", "*.fieldnorm", "current"])
@pytest.mark.parametrize("how", ["cut", "zero", "gone"])
def test_damage_is_told_with_its_remedy_and_rebuild_mends_it(tmp_path: Path, suffix: str, how: str) -> None:
    TantivyIndex(tmp_path).add([entry(1, "规定")])
    path = next(tmp_path.rglob(suffix))
    content = path.read_bytes()
    path.unlink()  # never in place: this process may have the old file mapped
    if how != "gone":
        path.write_bytes(content[: len(content) // 2] if how == "cut" else bytes(len(content)))
    damaged = TantivyIndex(tmp_path)
    with pytest.raises(PartUnavailable) as caught:
        damaged.search("规定", ALL, 1)
    assert "youju reindex" in caught.value.line()
    with pytest.raises(PartUnavailable):
        damaged.add([entry(2, "规定")])
    damaged.rebuild([entry(3, "规定")])
    assert ids(damaged, "规定") == ["p0003"]


def test_a_writer_killed_before_its_first_commit_leaves_an_empty_index(tmp_path: Path) -> None:
    TantivyIndex(tmp_path).add([])
    shutil.rmtree(tmp_path / "gen-000001")
    again = TantivyIndex(tmp_path)
    assert ids(again, "规定") == []
    again.add([entry(1, "规定")])
    assert ids(again, "规定") == ["p0001"]


def _publish(folder: str, rounds: int) -> None:
    index = TantivyIndex(Path(folder))
    for number in range(rounds):
        index.add([entry(i, f"规定 {number}", version="doc") for i in range(20)])
        if number % 5 == 4:
            index.rebuild([entry(i, f"规定 {number}", version="doc") for i in range(20)])


def test_two_writers_wait_for_each_other_and_readers_see_whole_states(tmp_path: Path) -> None:
    reader = TantivyIndex(tmp_path)
    _publish(str(tmp_path), 1)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_publish, args=(str(tmp_path), 10)) for _ in range(2)]
    for process in writers:
        process.start()
    seen = 0
    while any(process.is_alive() for process in writers):
        reader.refresh()
        assert len(ids(reader, "规定", k=50)) == 20
        seen += 1
    assert [process.exitcode for process in writers] == [0, 0]
    assert seen > 10


WRITER = """
import sys
from pathlib import Path
from youju.index.lexical import TantivyIndex
from youju.index.protocol import Entry
index, number = TantivyIndex(Path(sys.argv[1])), 0
while True:
    number += 1
    index.add([Entry(f"p{i}", "doc", "d", "", f"规定 n{number}") for i in range(50)])
    if number % 3 == 0:
        index.rebuild([Entry(f"p{i}", "doc", "d", "", f"规定 n{number}") for i in range(50)])
    print(number, flush=True)
"""


def test_kill_in_mid_write_leaves_the_old_state_or_the_new_one(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for attempt in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, env=environment
        )
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.013 * attempt)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        index = TantivyIndex(tmp_path)
        assert len(ids(index, "规定", k=100)) == 50
        assert index.versions() == {"doc"}
    index.add([entry(1, "还能写", version="after")])
    assert "p0001" in ids(index, "还能写")


def test_counts_are_of_what_the_caller_may_read(index: TantivyIndex) -> None:
    index.add([entry(1, "裁员名单", roles=frozenset({"hr"})), entry(2, "放假名单"), entry(3, "规定", heading="名单")])
    terms = ["裁员", "名单", "没有的词", "放假名单"]
    assert index.counts(terms, Filters(roles=frozenset())) == ([0, 2, 0, 1], 2)
    assert index.counts(terms, Filters(roles=frozenset({"hr"}))) == ([1, 3, 0, 1], 3)
    assert index.counts([], ALL) == ([], 3)
