from hypothesis import given
from hypothesis import strategies as st

from youju.reading.builder import TextBuilder, clean, glue
from youju.reading.document import row_cells, row_text

ANY = st.text(alphabet=st.characters(codec=None), max_size=40)


@given(st.lists(st.tuples(ANY, st.sampled_from([None, 1, 2])), max_size=12))
def test_blocks_are_spans_of_the_text_in_order(pieces):
    builder = TextBuilder()
    written = [(builder.add("paragraph", text, group=group), clean(text).strip()) for text, group in pieces]
    position = 0
    for block, text in written:
        if block is None:
            assert not text
            continue
        assert builder.text[block.start : block.end] == text
        assert block.start >= position
        assert not builder.text[position : block.start].strip()
        position = block.end
    assert position == builder.length == len(builder.text)


@given(ANY)
def test_clean_text_can_be_stored(text):
    kept = clean(text)
    kept.encode("utf-8")
    assert not set(kept) & {"\x00", "\r", "\ufeff", "\x0b", "\u2028"}


def test_lines_are_joined_as_they_are_read():
    assert glue("员工应当在", "十五日内") == ""
    assert glue("within fifteen", "working days") == " "
    assert glue("使用", "VPN") == ""
    assert glue("the “policy”", "applies") == " "
    assert glue("所称“公司”", "是指") == ""


@given(st.lists(st.text(alphabet="ab 甲|｜", max_size=5), min_size=1, max_size=5))
def test_cells_keep_their_column(cells):
    """Fault 52: an empty cell must not shift those after it."""
    wanted = [" ".join(cell.replace("|", "｜").split()) for cell in cells]
    assert row_cells(row_text(cells)) == wanted
