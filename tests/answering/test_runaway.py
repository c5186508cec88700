"""When a model is taken to run away: never for ordinary text, always for a piece that comes again and again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from youju.answering.runaway import MAX_CHARACTERS, Runaway

PIECES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=250)
CUTS = st.lists(st.integers(1, 900), min_size=1, max_size=8)


def runs_away(text: str, sizes: list[int]) -> bool:
    """Feed the text in chunks of these sizes, again and again."""
    watch, at, turn = Runaway(), 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        if watch.wrote(text[at : at + size])[1]:
            return True
        at, turn = at + size, turn + 1
    return False


@settings(max_examples=60)
@given(before=st.text(max_size=300), piece=PIECES, sizes=CUTS)
def test_a_piece_again_and_again_is_noticed_however_it_arrives(before: str, piece: str, sizes: list[int]):
    text = before + piece * (1_500 // len(piece) + 2)
    assert runs_away(text, sizes)


@settings(max_examples=40)
@given(numbers=st.lists(st.integers(0, 10**9), min_size=150, max_size=300, unique=True), sizes=CUTS)
def test_an_enumeration_of_different_things_is_not(numbers: list[int], sizes: list[int]):
    assert not runs_away("\n".join(f"- 第{number}号文件：保存10年。" for number in numbers), sizes)


@given(text=st.text(max_size=50), sizes=CUTS)
def test_no_more_is_taken_than_is_allowed(text: str, sizes: list[int]):
    watch = Runaway()
    taken = "".join(watch.wrote((text + "x") * size)[0] for size in sizes * 40)
    assert len(taken) <= MAX_CHARACTERS
