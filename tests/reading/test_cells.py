"""Cells of written tables: each text is where its cell says, merged cells are found in every row that they span, and a
cell knows the names of its column and row."""

from hypothesis import given, settings
from hypothesis import strategies as st

from youju.reading.builder import TextBuilder
from youju.reading.cells import cells_at, headers_of
from youju.reading.document import ReadDocument
from youju.reading.flow import Flow
from youju.reading.grid import Cell
from youju.reading.tables import Row, TableWriter

WORDS = st.text("甲乙| a\x00\n1", max_size=5)


def written(rows):
    builder = TextBuilder()
    builder.add("paragraph", "前言")
    writer = TableWriter(builder)
    rows_ = writer.write([Row([cell if isinstance(cell, Cell) else Cell(cell) for cell in row], h) for h, row in rows])
    return ReadDocument(builder.text, builder.blocks, tables=tuple(writer.tables)), rows_


def texts(document, cells):
    return [document.text[cell.start : cell.end] for cell in cells]


def headers(document, table, wanted):
    cell = next(cell for cell in table.cells if document.text[cell.start : cell.end] == wanted)
    return texts(document, headers_of(table, cell, document.text))


HOTEL = [
    (True, [Cell("级别", rows=2), Cell("住宿标准（元/天）", columns=2)]),
    (True, ["一线城市", "二线城市"]),
    (False, [Cell("经理", rows=2), "600", "400"]),
    (False, ["650", "450"]),
    (False, [Cell("以上含税", columns=3)]),
]


def test_a_cell_has_the_names_of_its_columns_and_its_row():
    document, _ = written(HOTEL)
    assert document.text.splitlines()[2:] == [
        "级别 | 住宿标准（元/天） | 住宿标准（元/天）",
        "级别 | 一线城市 | 二线城市",
        "经理 | 600 | 400",
        "经理 | 650 | 450",
        "以上含税",
    ]
    (table,) = document.tables
    assert headers(document, table, "400") == ["住宿标准（元/天）", "二线城市", "经理"]
    assert headers(document, table, "450") == ["住宿标准（元/天）", "二线城市", "经理"]
    assert headers(document, table, "二线城市") == ["住宿标准（元/天）"]
    assert [(cell.rows, cell.columns) for cell in table.cells if cell.rows + cell.columns > 2] == [
        (2, 1),
        (1, 2),
        (2, 1),
        (1, 3),
    ]


def test_a_merged_cell_is_found_in_every_row_that_writes_it():
    document, _ = written(HOTEL)
    (table,) = document.tables
    start = document.text.index("经理 | 650")
    assert texts(document, cells_at(table, start, start + 2)) == ["经理"]
    assert texts(document, cells_at(table, start, start + len("经理 | 650 | 450"))) == ["经理", "650", "450"]
    assert cells_at(table, start + 2, start + 5) == ()


def test_what_names_a_row():
    document, _ = written(
        [
            (True, ["序号", "城市", "地区", "元"]),
            (False, ["1", Cell("一线", rows=2), "北京", "600"]),
            (False, ["2", "上海", "550"]),
        ]
    )
    (table,) = document.tables
    assert headers(document, table, "550") == ["元", "一线", "上海"]
    marked, _ = written([(False, [Cell("年假", header=True), "5", "10"])])
    assert headers(marked, marked.tables[0], "10") == ["年假"]
    captioned, _ = written(
        [
            (True, ["城市", "元"]),
            (False, ["北京", "600"]),
            (True, [Cell("境外", columns=2)]),
            (False, ["东京", "900"]),
            (True, ["航线", "里程"]),
            (False, ["京沪", "1200"]),
        ]
    )
    (table,) = captioned.tables
    assert headers(captioned, table, "900") == ["元", "境外", "东京"]
    assert headers(captioned, table, "1200") == ["里程", "京沪"]


def test_a_long_table_repeats_its_header():
    rows = [(False, [f"城市{number}", f"{number}元"]) for number in range(200)]
    document, lines = written([(True, ["城市", "标准"]), *rows])
    assert [line.number for line in lines if not line.again] == list(range(201))
    assert len(document.tables) > 3
    for table in document.tables:
        assert texts(document, [cell for cell in table.cells if cell.header]) == ["城市", "标准"]
    table = next(table for table in document.tables if "150元" in texts(document, table.cells))
    assert headers(document, table, "150元") == ["标准", "城市150"]


def test_a_table_that_swells_is_written_once():
    huge = [(False, [Cell("甲" * 1000, columns=900, rows=60000), "x"]), *[(False, ["x"])] * 3000]
    document, _ = written(huge)
    assert len(document.text) < 50_000


def test_a_flow_keeps_its_cells():
    flow = Flow()
    flow.table([(True, ["城市", "元"]), (False, ["", "600"])])
    (table,) = flow.tables
    text = flow.builder.text
    assert [text[cell.start : cell.end] for cell in table.cells] == ["城市", "元", "600"]
    assert [cell.column for cell in table.cells] == [0, 1, 1]


CELLS = st.builds(Cell, WORDS, st.integers(0, 3), st.integers(0, 3), st.booleans())


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.lists(CELLS, max_size=4)), max_size=8))
def test_every_place_of_every_cell_is_found(rows):
    """Whatever is merged: the text of a row is the texts of the cells found in it, each where it says."""
    document, lines = written(rows)
    tables = {table.group: table for table in document.tables}
    for line in lines:
        block = line.block
        table = tables[block.group]
        found = cells_at(table, block.start, block.end)
        shown = [part for part in document.text[block.start : block.end].replace("|", " | ").split() if part != "|"]
        assert set(" ".join(texts(document, found)).split()) == set(shown)
        for cell in found:
            assert headers_of(table, cell, document.text) is not None
            assert cell in cells_at(table, cell.start, cell.end)
        assert any(cell.start >= block.start and cell.end <= block.end for cell in found)
