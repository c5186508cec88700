"""Sentences of a text that is still arriving."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from youju.text.streaming import SentenceStream, Unit

TEXT = """您好！根据资料：

## 一、报销
差旅费应在15个工作日内提交[1]。超过60天的，不予报销。[2] 制度写明“不得。迟交”（见 3.5 节。）。**必须签字。** 好的

1. 第一项，满三年[1]；
2. 第二项。还有一句。

| 城市 | 标准 |
|---|---|
| 北京 | 600元[1] |

```python
a = b[1]  # 注释。

x
```
See e.g. Section 3.5. You must apply by 5 p.m. on Friday. No. 5 is "the one. yes" that counts.
最后一行没有标点"""

PIECES = st.sampled_from(
    [*"。！？.!?…；：，“”「」()（）[]1 2\n|`~*#a b报", "```", "\n\n", "[1]", "| ", "第三章", "e.g. ", "3.5", "\n- "]
)


def cut(*chunks: str) -> list[Unit]:
    stream = SentenceStream()
    return [unit for chunk in chunks for unit in stream.feed(chunk)] + stream.finish()


def test_units_are_what_a_reader_takes_for_sentences():
    assert ["".join(piece.text for piece in unit) for unit in cut(TEXT)] == [
        "您好！",
        "根据资料：",
        "## 一、报销",
        "差旅费应在15个工作日内提交[1]。",
        "超过60天的，不予报销。[2]",
        "制度写明“不得。迟交”（见 3.5 节。）。",
        "**必须签字。**",
        "好的",
        "1. 第一项，满三年[1]；",
        "2. 第二项。",
        "还有一句。",
        "| 城市 | 标准 ||---|---|| 北京 | 600元[1] |",
        "```python\na = b[1]  # 注释。\n\nx\n```",
        "See e.g. Section 3.5.",
        "You must apply by 5 p.m. on Friday.",
        'No. 5 is "the one. yes" that counts.',
        "最后一行没有标点",
    ]


def test_kinds_are_told():
    kinds = {piece.kind for unit in cut(TEXT) for piece in unit}
    assert kinds == {"sentence", "heading", "list_item", "table_row", "code"}


def test_any_split_into_two_gives_the_same_units():
    whole = cut(TEXT)
    assert all(cut(TEXT[:place], TEXT[place:]) == whole for place in range(len(TEXT)))


@given(st.lists(PIECES, max_size=60).map("".join), st.data())
def test_units_depend_on_the_text_alone_and_lose_nothing(text: str, data: st.DataObject):
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    units = cut(text)
    assert cut(*chunks) == units
    assert "".join(piece.lead + piece.text for unit in units for piece in unit).split() == text.split()


def test_a_sentence_is_complete_one_character_after_its_end():
    stream = SentenceStream()
    assert stream.feed("差旅费应当报销[1]。") == []
    assert [unit[0].text for unit in stream.feed("其")] == ["差旅费应当报销[1]。"]


def test_a_pause_lets_a_whole_sentence_with_its_marker_go():
    stream = SentenceStream()
    stream.feed("差旅费应当报销[1]。")
    assert [unit[0].text for unit in stream.pause()] == ["差旅费应当报销[1]。"]
    for unfinished in ("差旅费应当报销。", "差旅费应当报销[1]", "制度写明“应当报销[1]。", "| 一行[1]。"):
        stream = SentenceStream()
        stream.feed(unfinished)
        assert stream.pause() == []


def test_long_texts_without_an_end_take_linear_time():
    started = time.perf_counter()
    for text in ("[“" * 10_000, "a. " * 7_000, "." * 20_000, "字" * 20_000, "```\n" + "x\n" * 9_000, "| a |\n" * 3_000):
        assert cut(text)
    assert time.perf_counter() - started < 20
