"""The index in two parts, through the index protocol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from youju.index.lexical import TantivyIndex
from youju.index.parted import PartedIndex
from youju.index.protocol import Address, Entry, Filters

ALL = Filters(None)


def entry(number: int, text: str, version: str, *, addressed: bool = False, **more: object) -> Entry:
    address = Address("劳动法", f"第{number}条") if addressed else None
    return Entry(f"p{number:04d}", version, version.upper(), "", text, address=address, **more)  # type: ignore[arg-type]


def found(index: PartedIndex | TantivyIndex, query: str, filters: Filters = ALL) -> list[tuple[str, float]]:
    return [(hit.passage_id, round(hit.score, 4)) for hit in index.search(query, filters, 50)]


HANDBOOK = [
    entry(n, text, "h") for n, text in enumerate(["工资每月发放", "加班工资另计", "会议室预订", "工资保密规定说明"])
]
LAW = [entry(100 + n, "工资应当以货币形式按月支付给劳动者本人，不得克扣", "l", addressed=True) for n in range(60)]


def test_scores_of_one_part_do_not_depend_on_the_other(tmp_path: Path) -> None:
    alone, both = TantivyIndex(tmp_path / "alone"), PartedIndex(tmp_path / "both")
    alone.add(HANDBOOK)
    both.add([*LAW[:30], *HANDBOOK, *LAW[30:]])
    general = Filters(None, addressed=False)
    assert found(both, "加班工资", general) == found(alone, "加班工资")
    assert both.counts(["工资", "加班"], general) == alone.counts(["工资", "加班"], ALL)
    assert len(found(both, "工资", Filters(None, addressed=True))) == 50
    assert both.counts(["工资"], ALL) == ([63], 64)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=8), st.sets(st.sampled_from("abc")))
@settings(max_examples=20, deadline=None)
def test_what_was_added_last_is_there_and_what_was_removed_is_not(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[tuple[str, bool]], gone: set[str]
) -> None:
    index = PartedIndex(tmp_path_factory.mktemp("i"))
    expected: dict[str, bool] = {}
    for number, (version, addressed) in enumerate(steps):
        index.add([entry(number, f"工资{version}", version, addressed=addressed)])
        expected[version] = addressed
    index.remove(gone)
    kept = {version: addressed for version, addressed in expected.items() if version not in gone}
    assert index.versions() == set(kept)
    for addressed in (True, False):
        hits = index.search("工资", Filters(None, addressed=addressed), 50)
        assert {hit.version_id for hit in hits} == {one for one, own in kept.items() if own == addressed}
    assert len(index.search("工资", ALL, 50)) == len(kept)


def test_a_rebuilt_index_answers_like_one_that_grew_and_holds_no_remains(tmp_path: Path) -> None:
    grown, rebuilt = PartedIndex(tmp_path / "grown"), PartedIndex(tmp_path / "rebuilt")
    grown.add(HANDBOOK)
    grown.add(LAW)
    rebuilt.add([entry(n, "旧的", version, addressed=True) for n, version in enumerate(["old", "older"])])
    rebuilt.remove(["old"])
    assert rebuilt.has_remains()
    rebuilt.rebuild(iter([*LAW, *HANDBOOK]))
    assert not rebuilt.has_remains()
    assert rebuilt.versions() == grown.versions() == {"h", "l"}
    for addressed in (True, False, None):
        filters = Filters(None, addressed=addressed)
        assert [one for one, _ in found(rebuilt, "工资", filters)] == [one for one, _ in found(grown, "工资", filters)]


def test_an_empty_part_costs_nothing_and_says_nothing(tmp_path: Path) -> None:
    index = PartedIndex(tmp_path)
    assert index.versions() == set()
    assert found(index, "工资") == []
    index.add(HANDBOOK)
    assert not (tmp_path / "addressed").exists()
    assert found(index, "工资", Filters(None, addressed=True)) == []
    assert index.counts(["工资"], Filters(None, addressed=True)) == ([0], 0)
    assert not index.has_remains()
