"""Tables of PDFs as cells: merged, over pages, without rules; and prose where nobody can tell."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.lib import colors
from reportlab.platypus import Table
from tests.reading.made_files import LATIN, SONG, kinds, lines, pdf, read, table

from youju.reading.document import boxes_of, row_cells


def cells(document, number=0):
    """`{(row, column): (text, rows, columns, header)}` of one table."""
    return {
        (cell.row, cell.column): (document.text[cell.start : cell.end], cell.rows, cell.columns, cell.header)
        for cell in document.tables[number].cells
    }


def texts(document, number=0):
    return {place: cell[0] for place, cell in cells(document, number).items()}


ROWS = [["职级", "一线城市", "其他城市"], ["P1至P6", "550元", "350元"], ["P7及以上", "700元", "450元"]]


@pytest.mark.parametrize("ruled", [True, False])
def test_every_cell_has_its_row_and_column(tmp_path, ruled):
    document = read(pdf(tmp_path / "a.pdf", [lambda c: table(c, ROWS, 700, ruled=ruled)]))
    assert cells(document) == {
        (row, column): (text, 1, 1, row == 0) for row, line in enumerate(ROWS) for column, text in enumerate(line)
    }
    (found,) = document.tables
    assert {block.group for block in document.blocks} == {found.group}
    cell = next(cell for cell in found.cells if (cell.row, cell.column) == (2, 1))
    (box,) = boxes_of(document.lines, cell.start, cell.end)
    assert box.x1 - box.x0 < 40


def test_merged_cells_have_their_spans_and_are_written_in_each_row(tmp_path):
    rows = [
        ["级别", "住宿标准", "", "说明"],
        ["", "一线", "其他", ""],
        ["普通", "550", "350", "含服务费\n不含早餐"],
        ["", "600", "400", "旺季"],
        ["高管", "900", "600", ""],
    ]
    style = [("SPAN", (0, 0), (0, 1)), ("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (3, 1)), ("SPAN", (0, 2), (0, 3))]
    document = read(pdf(tmp_path / "a.pdf", [lambda c: table(c, rows, 700, style=style)]))
    assert cells(document) == {
        (0, 0): ("级别", 2, 1, True),
        (0, 1): ("住宿标准", 1, 2, True),
        (0, 3): ("说明", 2, 1, True),
        (1, 1): ("一线", 1, 1, True),
        (1, 2): ("其他", 1, 1, True),
        (2, 0): ("普通", 2, 1, False),
        (2, 1): ("550", 1, 1, False),
        (2, 2): ("350", 1, 1, False),
        (2, 3): ("含服务费不含早餐", 1, 1, False),
        (3, 1): ("600", 1, 1, False),
        (3, 2): ("400", 1, 1, False),
        (3, 3): ("旺季", 1, 1, False),
        (4, 0): ("高管", 1, 1, False),
        (4, 1): ("900", 1, 1, False),
        (4, 2): ("600", 1, 1, False),
        (4, 3): ("", 1, 1, False),
    }
    assert [text for _, text in kinds(document)][3] == "普通 | 600 | 400 | 旺季"


def test_a_caption_over_the_whole_table_is_no_header(tmp_path):
    rows = [["表一 住宿标准", "", ""], *ROWS]
    document = read(pdf(tmp_path / "a.pdf", [lambda c: table(c, rows, 700, style=[("SPAN", (0, 0), (2, 0))])]))
    assert [kind for kind, _ in kinds(document)] == ["table_row", "table_header", "table_row", "table_row"]
    assert cells(document)[0, 0] == ("表一 住宿标准", 1, 3, False)


@pytest.mark.parametrize("ruled", [True, False])
def test_empty_cells_keep_their_place(tmp_path, ruled):
    """Fault 52."""
    rows = [
        ["Item", "January", "February", "March"],
        ["Rent", "1200", "", "1250"],
        ["Power", "", "310", ""],
        ["Water", "80", "85", ""],
        ["Phone", "", "", "45"],
    ]
    style = [("FONT", (0, 0), (-1, -1), LATIN, 10)]
    style += [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else []

    def page(canvas):
        drawn = Table(rows, colWidths=[100] * 4, style=style)
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    found = texts(document)
    assert {place: text for place, text in found.items() if text} == {
        (row, column): text for row, line in enumerate(rows) for column, text in enumerate(line) if text
    }


def test_cells_that_are_wrapped_between_level_rules_are_one(tmp_path):
    rows = [
        ["Item", "What is paid", "Limit"],
        ["Hotel", "the price of the room with\nbreakfast and taxes", "550"],
        ["Meals", "a lump sum for each whole\nday away from home", "100"],
        ["Taxi", "only late at night", "80"],
    ]
    style = [("FONT", (0, 0), (-1, -1), LATIN, 10), ("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.black)]
    style += [("VALIGN", (0, 0), (-1, -1), "TOP")]

    def page(canvas):
        drawn = Table(rows, colWidths=[100, 160, 100], style=style)
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    found = texts(read(pdf(tmp_path / "a.pdf", [page])))
    assert found[1, 1] == "the price of the room with breakfast and taxes"
    assert found[2, 2] == "100"
    assert len(found) == 12


def test_rows_without_rules_between_them_are_rows(tmp_path):
    rows = [["职级", "一线城市", "其他城市"], ["P1", "550", "350"], ["P2", "700", "450"], ["P3", "900", "600"]]
    style = [
        ("FONT", (0, 0), (-1, -1), SONG, 10),
        ("BOX", (0, 0), (-1, -1), 0.5, colors.black),
        ("INNERGRID", (0, 0), (-1, 0), 0.5, colors.black),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
        ("LINEAFTER", (0, 0), (1, -1), 0.5, colors.black),
    ]

    def page(canvas):
        drawn = Table(rows, colWidths=[100] * 3, style=style)
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    found = texts(read(pdf(tmp_path / "a.pdf", [page])))
    assert found == {(row, column): text for row, line in enumerate(rows) for column, text in enumerate(line)}


def test_a_table_without_rules_at_its_sides(tmp_path):
    style = [
        ("FONT", (0, 0), (-1, -1), SONG, 10),
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.black),
        ("LINEABOVE", (0, 0), (-1, 0), 0.5, colors.black),
        ("LINEAFTER", (0, 0), (1, -1), 0.5, colors.black),
    ]

    def page(canvas):
        drawn = Table(ROWS, colWidths=[100] * 3, style=style)
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    assert texts(read(pdf(tmp_path / "a.pdf", [page])))[2, 2] == "450元"


def paged(folder, parts, *, repeat, ruled=True, note=None):
    style = [("FONT", (0, 0), (-1, -1), SONG, 10)]
    style += [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else []

    def page(number, rows):
        def draw(canvas):
            shown = rows if number == 0 or not repeat else [ROWS[0], *rows]
            drawn = Table(shown, colWidths=[120] * 3, style=style)
            _, height = drawn.wrap(500, 700)
            top = 60 + height if number == 0 else 780
            drawn.drawOn(canvas, 72, top - height)
            if number == 0:
                lines(canvas, ["住宿标准如下表所示，按照职级和城市执行。"], y=top + 30)
            lines(canvas, [f"- {number + 1} -"], x=290, y=25, size=9)

        return draw

    return read(pdf(folder / "a.pdf", [page(number, rows) for number, rows in enumerate(parts)]))


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("repeat", [True, False])
def test_a_table_goes_on_over_the_page(tmp_path, repeat, ruled):
    parts = [
        [ROWS[0], *([f"P{n}", f"{n}50", f"{n}20"] for n in range(1, 5))],
        [[f"P{n}", f"{n}50", f"{n}20"] for n in range(5, 9)],
    ]
    document = paged(tmp_path, parts, repeat=repeat, ruled=ruled)
    assert len(document.tables) == 1
    rows = [*parts[0], *parts[1]]
    assert texts(document) == {(row, column): text for row, line in enumerate(rows) for column, text in enumerate(line)}
    kept = [kind for kind, _ in kinds(document)]
    assert kept.count("table_header") == (2 if repeat else 1)
    eighth = next(cell for cell in document.tables[0].cells if (cell.row, cell.column) == (8, 0))
    assert [box.page for box in boxes_of(document.lines, eighth.start, eighth.end)] == [2]


def test_another_table_on_the_next_page_is_another_one(tmp_path):
    def page(rows, widths):
        def draw(canvas):
            drawn = Table(rows, colWidths=widths, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
            drawn.wrap(500, 700)
            drawn.drawOn(canvas, 72, 600)

        return draw

    first, second = [["a", "b"], ["1", "2"]], [["c", "d", "e"], ["3", "4", "5"]]
    document = read(pdf(tmp_path / "a.pdf", [page(first, [90] * 2), page(second, [90] * 3)]))
    assert [texts(document, number)[1, 1] for number in (0, 1)] == ["2", "4"]
    assert len({found.group for found in document.tables}) == 2


def test_rules_that_do_not_tell_the_cells_make_no_table(tmp_path):
    """An L of missing rules: whose is the text in it? Prose rather than a wrong table."""

    def page(canvas):
        for x, y in ((72, 600), (172, 630), (272, 600)):
            canvas.line(x, y, x, 660)
        for y, x in ((600, 272), (630, 172), (660, 272)):
            canvas.line(72, y, x, y)
        for text, x, y in (("first", 80, 640), ("second", 180, 640), ("third", 80, 610), ("fourth", 180, 610)):
            lines(canvas, [text], x, y, LATIN)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert document.tables == ()
    assert document.text.split() == ["first", "second", "third", "fourth"]


@pytest.mark.parametrize(
    "texts_",
    [
        [
            "•      First item of a list that has a wide gap",
            "•      Second item of it",
            "•      Third item of it",
            "•      Last",
        ],
        ["(1)      First item of a list", "(2)      Second item of it", "(3)      Third item of it"],
    ],
)
def test_lists_with_wide_gaps_are_no_tables(tmp_path, texts_):
    def page(canvas):
        canvas.setFont(LATIN, 10)
        for number, text in enumerate(texts_):
            mark, rest = text.split(None, 1)
            canvas.drawString(72, 700 - 16 * number, mark)
            canvas.drawString(100, 700 - 16 * number, rest)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert document.tables == ()
    assert {kind for kind, _ in kinds(document)} == {"list_item"}


words = st.text("北京上海差旅费住宿标准ABCxyz0123456789", min_size=0, max_size=6)


@given(st.integers(2, 5).flatmap(lambda n: st.lists(st.lists(words, min_size=n, max_size=n), min_size=2, max_size=7)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_cell_of_a_ruled_table_is_ever_shifted(tmp_path, rows):
    """Fault 52: whatever is empty, every text stands in its row and column."""
    kept = [row for row in rows if any(row)]
    if sum(bool(cell) for row in rows for cell in row) < 2:
        return

    def page(canvas):
        style = [("FONT", (0, 0), (-1, -1), SONG, 10), ("GRID", (0, 0), (-1, -1), 0.5, colors.black)]
        drawn = Table(rows, colWidths=[80] * len(rows[0]), rowHeights=[20] * len(rows), style=style)
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert len(document.tables) == 1
    assert texts(document) == {(row, column): text for row, line in enumerate(kept) for column, text in enumerate(line)}
    blocks = [row_cells(text) for kind, text in kinds(document)]
    assert [[cell for cell in row if cell] for row in blocks] == [[cell for cell in row if cell] for row in kept]


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=4, max_size=9))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cell_of_an_aligned_table_is_in_its_column_or_there_is_no_table(tmp_path, filled):
    rows = [["one", "two", "three", "four"]]
    rows += [[f"{row}{column}5" if full else "" for column, full in enumerate(line)] for row, line in enumerate(filled)]

    def page(canvas):
        drawn = Table(rows, colWidths=[90] * 4, style=[("FONT", (0, 0), (-1, -1), LATIN, 10)])
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 72, 500)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    for number in range(len(document.tables)):
        found = {place: text for place, text in texts(document, number).items() if text}
        shown = sorted({column for _, column in found})
        by_column = {column: {text for (_, where), text in found.items() if where == column} for column in shown}
        for column, inside in by_column.items():
            homes = {line.index(text) for text in inside for line in rows if text in line}
            assert len(homes) == 1, (column, inside)
        by_row = {row: {text for (where, _), text in found.items() if where == row} for row, _ in found}
        for inside in by_row.values():
            assert any(inside <= set(line) for line in rows), inside
    assert sorted(document.text.replace("|", " ").split()) == sorted(cell for row in rows for cell in row if cell)
