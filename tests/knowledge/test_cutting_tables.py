"""Tables longer than a passage: cut between rows, each passage with the header that it is read under."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.knowledge.conftest import Library

from youju.caller import OWNER
from youju.knowledge.heads import LONGEST, TableHeads
from youju.knowledge.passages import cut_passages
from youju.reading.builder import TextBuilder
from youju.reading.document import ReadDocument, row_text
from youju.text.tokens import estimate_tokens

HEADER = row_text(["城市", "总监", "经理"])


def table(rows: int, *, caption: str = "", headers: int = 1, long_row: str = "") -> ReadDocument:
    builder = TextBuilder()
    builder.add("paragraph", "本办法适用于全体员工。")
    if caption:
        builder.add("paragraph", caption)
    group = builder.new_group()
    for _ in range(headers):
        builder.add("table_header", HEADER, group=group)
    for number in range(rows):
        builder.add("table_row", row_text([f"城市{number}", str(800 + number), str(600 + number)]), group=group)
    if long_row:
        builder.add("table_row", long_row, group=group)
    builder.add("paragraph", "超出部分自理。")
    return ReadDocument(builder.text, builder.blocks)


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(0, 120), headers=st.integers(0, 2), size=st.integers(40, 200), long=st.integers(0, 900))
def test_a_passage_begins_and_ends_with_whole_rows_and_knows_its_header(
    rows: int, headers: int, size: int, long: int
) -> None:
    document = table(rows, headers=headers, long_row="甲 | " + "乙，" * long if long else "")
    passages = cut_passages(document.text, document.blocks, (), size, size // 5)
    heads = TableHeads(document.text, document.blocks)
    long_rows = [block for block in document.blocks if block.end - block.start > size]
    first = next((block for block in document.blocks if block.group is not None), None)
    for passage in passages:
        assert estimate_tokens(document.text[passage.start : passage.end]) <= 2 * size
        above = heads.above(passage.start)
        inside = [block for block in document.blocks if block.start < passage.start < block.end]
        assert all(block in long_rows or block.group is None for block in inside)  # only what has no room is cut
        assert all(head.block.end <= passage.start or head.block in inside for head in above)
        assert all(head.text == document.text[head.block.start : head.block.end] for head in above if head.text)
        rows_here = [
            b for b in document.blocks if b.group is not None and b.start < passage.end and passage.start < b.end
        ]
        begins = rows_here and rows_here[0].start <= passage.start
        if begins and first and first.start < passage.start:
            assert [head.block.kind for head in above] == ["table_header"] * headers or not headers
            assert above
        else:
            assert above == []


def test_the_caption_goes_with_the_header_and_a_sentence_before_the_table_does_not() -> None:
    named = table(60, caption="表1 住宿标准（单位：元/晚）")
    plain = table(60, caption="住宿标准由行政部每年公布一次。")
    for document, captions in ((named, ["表1 住宿标准（单位：元/晚）"]), (plain, [])):
        *_, last = cut_passages(document.text, document.blocks, (), 80, 0)
        heads = TableHeads(document.text, document.blocks).above(last.start)
        assert [head.text for head in heads] == [*captions, HEADER]


def test_a_header_that_fills_pages_is_named_and_not_read_with_every_row() -> None:
    builder = TextBuilder()
    group = builder.new_group()
    builder.add("table_header", row_text(["城市", "说明" * LONGEST]), group=group)
    builder.add("table_row", row_text(["一线城市", "800"]), group=group)
    builder.add("table_row", row_text(["二线城市", "700"]), group=group)
    (head,) = TableHeads(builder.text, builder.blocks).above(builder.blocks[2].start)
    assert head.text == ""
    assert head.block.kind == "table_header"


def test_a_row_of_29000_characters_makes_passages_of_ordinary_size() -> None:  # MaxKB#1363
    document = table(3, long_row=row_text(["备注", "超出标准的部分由个人承担，" * 2230]))
    assert max(block.end - block.start for block in document.blocks) > 28_000
    passages = cut_passages(document.text, document.blocks, ())
    assert max(estimate_tokens(document.text[one.start : one.end]) for one in passages) <= 1000
    covered = "".join(document.text[one.start : one.end] for one in passages)
    assert covered.count("超出标准") >= 2230


async def test_the_ledger_gives_a_passage_its_header_and_search_finds_it_by_that(
    library: Library, tmp_path: Path
) -> None:
    rows = "\n".join(f"| 城市{number} | {8000 + number} |" for number in range(400))
    source = tmp_path / "标准.md"
    source.write_text(f"# 标准\n\n表1 住宿标准\n\n| 城市 | 限额（元/晚） |\n| --- | --- |\n{rows}\n", encoding="utf-8")
    (added,) = await library.add(source)
    entries = await library.ledger.live_entries([added.document_id or ""])
    loaded = await library.ledger.load_passages([entry.passage_id for entry in entries], OWNER, None)
    passages = sorted(loaded.values(), key=lambda passage: passage.ordinal)
    assert len(passages) > 3
    for passage in passages[1:]:
        above = "\n".join([*(head.text for head in passage.heads), passage.text])
        assert above.startswith("表1 住宿标准\n城市 | 限额（元/晚）\n")
    told = {entry.passage_id: entry.heading for entry in entries}
    assert all(head.text in told[passage.id] for passage in passages for head in passage.heads)
