"""The vector file through its public door."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from youju.errors import PartUnavailable
from youju.index.protocol import Address, Entry
from youju.index.vectors import VectorStore, embedding_input, embedding_key

DIMENSIONS = 24


def key(number: int) -> bytes:
    return embedding_key(str(number))


def unit(count: int, seed: int = 1) -> NDArray[np.float32]:
    matrix = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


@pytest.fixture
def store(tmp_path: Path) -> VectorStore:
    return VectorStore(tmp_path / "index", "model/1", DIMENSIONS)


def test_the_same_heading_and_text_have_the_same_key() -> None:
    one, two = (Entry(f"p{i}", f"v{i}", "d", "标题", "文字") for i in range(2))
    assert embedding_key(embedding_input(one)) == embedding_key(embedding_input(two))
    other = Entry("p", "v", "d", "别的标题", "文字")
    assert embedding_key(embedding_input(one)) != embedding_key(embedding_input(other))


def test_a_provision_is_embedded_as_people_cite_it() -> None:
    address = Address("中华人民共和国劳动合同法", "第四十七条", ("第四章 劳动合同的解除和终止",))
    text = "第四十七条\u3000经济补偿按劳动者在本单位工作的年限支付。\n\n劳动者月工资高于三倍的，按三倍支付。"
    one = Entry("p", "v", "d", "中华人民共和国劳动合同法 第四章 劳动合同的解除和终止 第四十七条", text, address=address)
    expected = "劳动合同法第四十七条 经济补偿按劳动者在本单位工作的年限支付。\n劳动者月工资高于三倍的，按三倍支付。"
    assert embedding_input(one) == expected
    older = Entry("q", "w", "e", "another heading", text, address=Address(address.work, address.label))
    assert embedding_key(embedding_input(older)) == embedding_key(expected)


def test_a_long_provision_is_embedded_by_its_opening() -> None:
    one = Entry("p", "v", "d", "", "第一条 " + "很长的规定" * 100, address=Address("办法", "第一条"))
    assert embedding_input(one) == ("办法第一条 " + "很长的规定" * 70)


def test_finished_vectors_are_copied_where_they_are_missing(store: VectorStore, tmp_path: Path) -> None:
    matrix = unit(6)
    finished = VectorStore(tmp_path / "made", "model/1", DIMENSIONS)
    finished.append([key(i) for i in range(6)], matrix)
    store.append([key(0)], -matrix[:1])
    assert store.adopt(finished.path, [key(i) for i in (0, 2, 4, 99)]) == 2
    assert store.view().keys() == {key(0), key(2), key(4)}
    rows = store.view().rows_for([key(0), key(2), key(4)])
    assert np.abs(store.view().matrix(rows) - np.stack([-matrix[0], matrix[2], matrix[4]])).max() < 0.01
    assert store.adopt(finished.path, [key(i) for i in (0, 2, 4)]) == 0


@given(st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)), st.sets(st.integers(0, 30)))
@settings(max_examples=25, deadline=None)
def test_adopting_adds_what_is_wanted_offered_and_missing(
    tmp_path_factory: pytest.TempPathFactory, present: set[int], offered: set[int], wanted: set[int]
) -> None:
    folder = tmp_path_factory.mktemp("v")
    store, other = (VectorStore(folder / name, "m", DIMENSIONS) for name in ("own", "other"))
    for one, numbers in ((store, present), (other, offered)):
        one.append([key(i) for i in numbers], unit(31)[sorted(numbers)])
    came = store.adopt(other.path, [key(i) for i in wanted]) if offered else 0
    assert store.refresh().keys() == {key(i) for i in present | (offered & wanted)}
    assert came == len((offered & wanted) - present)


def test_vectors_of_another_embedder_are_refused(store: VectorStore, tmp_path: Path) -> None:
    foreign = VectorStore(tmp_path / "made", "model/2", DIMENSIONS)
    foreign.append([key(1)], unit(1))
    with pytest.raises(PartUnavailable, match="another embedding model"):
        store.adopt(foreign.path, [key(1)])
    with pytest.raises(PartUnavailable, match="cannot be read"):
        store.adopt(tmp_path / "nowhere", [key(1)])
    assert len(store.refresh()) == 0


def test_empty_file_finds_nothing(store: VectorStore) -> None:
    view = store.view()
    assert len(view) == 0
    assert view.rows_for([key(1)]).tolist() == [-1]
    assert len(view.search(unit(1)[0], np.empty(0, np.int32), 5).positions) == 0


def test_what_is_appended_is_found_again(store: VectorStore) -> None:
    matrix = unit(10)
    store.append([key(i) for i in range(6)], matrix[:6])
    store.append([key(i) for i in range(6, 10)], matrix[6:])
    view = VectorStore(store.folder, "model/1", DIMENSIONS).view()
    assert view.keys() == {key(i) for i in range(10)}
    rows = view.rows_for([key(7), key(99), key(0)])
    assert rows.tolist() == [7, -1, 0]
    assert np.abs(view.matrix(np.arange(10)) - matrix).max() < 0.01


@given(st.integers(1, 300), st.integers(1, 40), st.integers(0, 5))
@settings(max_examples=25, deadline=None)
def test_search_is_exact_over_the_selection(
    tmp_path_factory: pytest.TempPathFactory, count: int, k: int, seed: int
) -> None:
    store = VectorStore(tmp_path_factory.mktemp("v"), "m", DIMENSIONS)
    matrix = unit(count, seed)
    matrix[count // 2 :] = matrix[0]
    store.append([key(i) for i in range(count)], matrix)
    selection = np.flatnonzero(np.random.default_rng(seed).random(count) < 0.6)
    query = unit(1, seed + 100)[0]
    nearest = store.view().search(query, selection, k)
    scores = store.view().matrix(selection) @ query
    expected = sorted(range(len(selection)), key=lambda i: (-round(float(scores[i]), 5), i))[:k]
    assert nearest.positions.tolist() == expected
    assert nearest.mean == pytest.approx(float(scores.mean()) if len(scores) else 0.0, abs=1e-5)


def test_another_model_has_another_file(store: VectorStore) -> None:
    store.append([key(1)], unit(1))
    assert len(VectorStore(store.folder, "model/2", DIMENSIONS).view()) == 0


def test_a_torn_tail_is_ignored_and_cut_off_by_the_next_write(store: VectorStore) -> None:
    store.append([key(1), key(2)], unit(2))
    with store.path.open("ab") as file:
        file.write(b"half a record and more" * 5)
    again = VectorStore(store.folder, "model/1", DIMENSIONS)
    assert again.view().keys() == {key(1), key(2)}
    again.append([key(3)], unit(1, 3))
    assert again.view().keys() == {key(1), key(2), key(3)}
    assert np.abs(again.view().matrix(again.view().rows_for([key(3)])) - unit(1, 3)).max() < 0.01


def test_a_file_cut_short_loses_only_its_end(store: VectorStore) -> None:
    store.append([key(i) for i in range(5)], unit(5))
    content = store.path.read_bytes()
    store.path.unlink()
    store.path.write_bytes(content[:-3])
    again = VectorStore(store.folder, "model/1", DIMENSIONS)
    assert again.view().keys() == {key(i) for i in range(4)}


@pytest.mark.parametrize("content", [b"", b"not ours" * 20, bytes(200)])
def test_damage_is_told_with_its_remedy_and_reset_mends_it(store: VectorStore, content: bytes) -> None:
    store.append([key(1)], unit(1))
    store.path.unlink()  # never in place: this process has the old file mapped
    store.path.write_bytes(content)
    again = VectorStore(store.folder, "model/1", DIMENSIONS)
    with pytest.raises(PartUnavailable) as caught:
        again.refresh()
    assert "youju reindex" in caught.value.line()
    again.reset()
    again.append([key(2)], unit(1))
    assert again.view().keys() == {key(2)}


def test_readers_follow_appends_and_compaction_and_old_views_stay_whole(store: VectorStore) -> None:
    matrix = unit(6)
    store.append([key(i) for i in range(6)], matrix)
    reader = VectorStore(store.folder, "model/1", DIMENSIONS)
    before = reader.view()
    store.compact([key(1), key(4), key(77)])
    assert before.rows_for([key(4)]).tolist() == [4]
    assert np.abs(before.matrix(np.array([4])) - matrix[4]).max() < 0.01
    after = reader.refresh()
    assert after.keys() == {key(1), key(4)}
    assert np.abs(after.matrix(after.rows_for([key(4)])) - matrix[4]).max() < 0.01


def test_a_view_does_not_see_later_rows(store: VectorStore) -> None:
    store.append([key(1)], unit(1))
    view = store.view()
    store.append([key(2)], unit(1))
    assert view.rows_for([key(2)]).tolist() == [-1]
    assert view.keys() == {key(1)}


def test_zero_vectors_are_kept_as_zero(store: VectorStore) -> None:
    store.append([key(1)], np.zeros((1, DIMENSIONS), np.float32))
    assert not store.view().matrix(np.array([0])).any()
    store.append([], np.empty((0, DIMENSIONS), np.float32))
    assert len(store.view()) == 1


WRITER = """
import sys
from pathlib import Path
import numpy as np
from youju.index.vectors import VectorStore, embedding_key
store, start = VectorStore(Path(sys.argv[1]), "m", 24), int(sys.argv[2])
for number in range(start, start + 100000, 8):
    rows = np.array([[n] * 24 for n in range(number, number + 8)], np.float32)
    store.append([embedding_key(str(n)) for n in range(number, number + 8)], rows)
    print(number, flush=True)
"""


def test_kill_in_mid_write_and_two_writers_leave_only_whole_records(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for attempt in range(4):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(tmp_path), str(start)], stdout=subprocess.PIPE, env=environment
            )
            for start in (1 + attempt * 1_000_000, 1 + attempt * 1_000_000 + 500_000)
        ]
        for process in writers:
            assert process.stdout
            process.stdout.readline()
        time.sleep(0.02 + 0.007 * attempt)
        for process in writers:
            process.send_signal(signal.SIGKILL)
            process.wait()
            assert process.stdout
            process.stdout.close()
        view = VectorStore(tmp_path, "m", 24).view()
        assert len(view) % 8 == 0
        matrix = view.matrix(np.arange(len(view)))
        assert np.allclose(matrix, matrix[:, :1])
        numbers = np.rint(matrix[:, 0]).astype(int)
        assert view.rows_for([embedding_key(str(n)) for n in numbers]).tolist() == list(range(len(view)))
