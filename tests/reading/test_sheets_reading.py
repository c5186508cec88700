"""Spreadsheets as people see them: sheets, rows with their numbers, headers over every part, formats."""

import datetime
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula
from tests.reading.made_files import kinds, read, read_bytes, zipped
from tests.reading.office_files import workbook

from youju.errors import InputRejected
from youju.knowledge.passages import cut_passages
from youju.reading.cells import headers_of
from youju.reading.sheets import values
from youju.reading.sheets.formats import shown


def made(folder, fill):
    return read(workbook(folder / "a.xlsx", fill))


def texts(document):
    return [text for _, text in kinds(document)]


def place(document, wanted):
    start = document.text.index(wanted)
    return next((p.name, p.first, p.last) for p in document.places if p.start <= start < p.end)


def test_sheets_are_sections_and_rows_have_their_numbers(tmp_path):
    def fill(book):
        hotel = book.active
        hotel.title = "住宿标准"
        for row in (["城市", "元/天"], ["一线城市", 600], ["二线城市", 400]):
            hotel.append(row)
        book.create_sheet("空表")
        book.create_sheet("说明").append(["本表自2025年起执行。"])

    document = made(tmp_path, fill)
    assert kinds(document) == [
        ("heading", "住宿标准"),
        ("table_header", "城市 | 元/天"),
        ("table_row", "一线城市 | 600"),
        ("table_row", "二线城市 | 400"),
        ("heading", "说明"),
        ("paragraph", "本表自2025年起执行。"),
    ]
    assert place(document, "二线城市 | 400") == ("住宿标准", 3, 3)
    assert place(document, "本表自") == ("说明", 1, 1)
    (table,) = document.tables
    cell = next(cell for cell in table.cells if document.text[cell.start : cell.end] == "400")
    assert [document.text[each.start : each.end] for each in headers_of(table, cell, document.text)] == [
        "元/天",
        "二线城市",
    ]


def test_values_stand_as_people_see_them(tmp_path):
    cells = [
        (0.15, "0%", "15%"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (-80, '"¥"#,##0.00;[Red]-"¥"#,##0.00', "-¥80.00"),
        (datetime.date(2025, 7, 1), 'yyyy"年"m"月"d"日"', "2025年7月1日"),
        (datetime.datetime(2025, 7, 1, 9, 30), "yyyy-mm-dd hh:mm", "2025-07-01 09:30"),
        (datetime.time(18, 5), "h:mm", "18:05"),
        (7, "000", "007"),
        (True, "General", "TRUE"),
        ("a_x000D_b", "General", "a\nb"),
        ("#REF!", "General", "#REF!"),
    ]

    def fill(book):
        for row, (value, code, _) in enumerate(cells, start=1):
            book.active.cell(row, 1, value).number_format = code

    assert texts(made(tmp_path, fill))[1:] == [wanted for *_, wanted in cells]


def test_a_formula_is_its_last_value(tmp_path):
    """openpyxl computes nothing: the file has formulas without values, which is told."""

    def fill(book):
        book.active.append(["合计", "=1+1", ArrayFormula("C1:C1", "=2")])

    document = made(tmp_path, fill)
    assert texts(document)[1:] == ["合计"]
    assert "2 formulas have never been computed" in document.warnings[0]


def test_merged_cells_and_headers_of_two_rows(tmp_path):
    def fill(book):
        sheet = book.active
        for row in (
            ["差旅费标准（2025年）", None, None, None],
            ["级别", "住宿（元/天）", None, "交通"],
            [None, "一线城市", "二线城市", None],
            ["经理", 600, 400, "高铁"],
            ["员工", 450, 300, None],
            ["注：以当地公告为准。"],
        ):
            sheet.append(row)
        for merged in ("A1:D1", "A2:A3", "B2:C2", "D2:D3", "D4:D5"):
            sheet.merge_cells(merged)

    document = made(tmp_path, fill)
    assert kinds(document)[1:] == [
        ("paragraph", "差旅费标准（2025年）"),
        ("table_header", "级别 | 住宿（元/天） | 住宿（元/天） | 交通"),
        ("table_header", "级别 | 一线城市 | 二线城市 | 交通"),
        ("table_row", "经理 | 600 | 400 | 高铁"),
        ("table_row", "员工 | 450 | 300 | 高铁"),
        ("paragraph", "注：以当地公告为准。"),
    ]
    assert place(document, "员工 | 450") == ("Sheet", 5, 5)


def test_tables_that_empty_rows_and_columns_part(tmp_path):
    def fill(book):
        sheet = book.active
        sheet["A1"] = "报表"
        for row, cells in enumerate([["月份", "销量"], ["一月", 10], ["二月", 12]], start=3):
            for column, value in enumerate(cells, start=1):
                sheet.cell(row, column, value)
                sheet.cell(row, column + 3, value if isinstance(value, str) else value * 2)
        sheet["A7"], sheet["B7"] = "三月", 14
        sheet["A10"], sheet["B10"] = "城市", "人数"
        sheet["A11"], sheet["B11"] = "北京", 30

    document = made(tmp_path, fill)
    assert texts(document)[1:] == [
        "报表",
        *("月份 | 销量", "一月 | 10", "二月 | 12"),
        *("月份 | 销量", "一月 | 20", "二月 | 24"),
        *("月份 | 销量", "三月 | 14"),
        *("城市 | 人数", "北京 | 30"),
    ]
    assert len(document.tables) == 4
    assert place(document, "三月 | 14") == ("Sheet", 7, 7)


def test_what_is_hidden_is_left_out_and_told(tmp_path):
    def fill(book):
        sheet = book.active
        for row in (["城市", "底价", "报价"], ["北京", 1, 600], ["上海", 2, 500]):
            sheet.append(row)
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[3].hidden = True
        secret = book.create_sheet("成本")
        secret.append(["机密"])
        secret.sheet_state = "hidden"

    document = made(tmp_path, fill)
    assert texts(document)[1:] == ["城市 | 报价", "北京 | 600"]
    assert document.warnings == (
        "Hidden sheets are left out: 成本.",
        "Hidden on sheet Sheet and left out: 1 rows and 1 columns.",
    )


def test_a_form_is_no_table_with_a_header(tmp_path):
    def fill(book):
        for row in (["姓名：", "张三", "部门："], ["电话：", "138", "职务："]):
            book.active.append(row)

    assert {kind for kind, _ in kinds(made(tmp_path, fill))} == {"heading", "table_row"}


def test_a_bold_first_row_is_a_header(tmp_path):
    def fill(book):
        for row in (["岗位", "要求"], ["会计", "持证"]):
            book.active.append(row)
        for cell in book.active[1]:
            cell.font = Font(bold=True)

    assert kinds(made(tmp_path, fill))[1] == ("table_header", "岗位 | 要求")


def test_every_passage_of_a_long_sheet_carries_the_header(tmp_path):
    def fill(book):
        book.active.append(["工号", "姓名", "部门", "奖金"])
        for number in range(400):
            book.active.append([f"E{number:04d}", f"员工{number}", "研发部", number * 10])

    document = made(tmp_path, fill)
    passages = cut_passages(document.text, document.blocks, ())
    assert len(passages) > 8
    for passage in passages:
        text = document.text[passage.start : passage.end].removeprefix("Sheet").strip()
        assert text.startswith("工号 | 姓名 | 部门 | 奖金")
    inside = [p for p in document.places if passages[3].start <= p.start < passages[3].end]
    assert inside[0].first > 30, "the header that is written again has no place: the rows speak for themselves"
    assert [p.first for p in document.places] == list(range(1, 402))


def test_too_many_rows_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(values, "MOST_ROWS", 20)

    def fill(book):
        for number in range(21):
            book.active.append([number])

    with pytest.raises(InputRejected, match="more than 20 rows") as refusal:
        made(tmp_path, fill)
    assert refusal.value.code == "too_large"


def test_a_damaged_workbook_is_refused(tmp_path):
    path = workbook(tmp_path / "a.xlsx", lambda book: book.active.append(["甲"] * 50))
    data = path.read_bytes()
    for number, broken in enumerate((data[: len(data) // 2], zipped({"xl/workbook.xml": b"<workbook"}))):
        with pytest.raises(InputRejected) as refusal:
            read_bytes(tmp_path, f"{number}.xlsx", broken)
        assert refusal.value.code == "broken"


def test_merged_ranges_that_swell(tmp_path):
    """A sheet of a few bytes whose merged cells cover millions of places."""

    def fill(book):
        sheet = book.active
        for row in range(1, 200):
            sheet.cell(row, 1, "甲" * 300)
            sheet.merged_cells.add(f"A{row}:XFD{row + 50_000}")
        sheet.cell(200, 3, "末")

    assert len(made(tmp_path, fill).text) < 500_000


CSV = '城市,标准,备注\n一线城市,600,"含早餐, 可开票"\n二线城市,400,"两行\n备注"\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_csv_in_the_encodings_of_an_office(tmp_path, encoding):
    document = read_bytes(tmp_path, "标准.csv", CSV.encode(encoding))
    assert kinds(document) == [
        ("table_header", "城市 | 标准 | 备注"),
        ("table_row", "一线城市 | 600 | 含早餐, 可开票"),
        ("table_row", "二线城市 | 400 | 两行 备注"),
    ]
    assert place(document, "二线城市") == ("标准", 3, 3)
    assert document.media_type == "text/csv"


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path, mark):
    lines = [["城市", "元，含税", "人"], ["北京", "1.5", "2"], ["上海", "2.5", "3"]]
    document = read_bytes(tmp_path, "a.csv", "\n".join(mark.join(line) for line in lines).encode())
    assert texts(document) == [" | ".join(line) for line in lines]


def test_odd_csv_files(tmp_path):
    ragged = read_bytes(tmp_path, "a.csv", b"a,b,c\n1,2,3\n4,5\n6,7,8\n9,10,11\n")
    assert ragged.warnings == ("Rows with more or fewer than 3 cells: 3.",)
    assert texts(ragged)[2] == "4 | 5 |"
    open_quote = read_bytes(tmp_path, "b.csv", b'a,b\n5" tube,1\n"lost,2\nx,3\n')
    assert len(open_quote.tables[0].cells) == 8
    assert "never closed" in open_quote.warnings[0]
    stated = read_bytes(tmp_path, "c.csv", b'sep=;\na;b\n1;="007"\n')
    assert texts(stated) == ["a | b", "1 | 007"]
    huge = read_bytes(tmp_path, "d.csv", ("a,b\n1," + "长" * 400_000).encode())
    assert len(huge.text) > 400_000
    tabs = read_bytes(tmp_path, "e.xls", "城市\t元\n北京\t600\n".encode("gb18030"))
    assert texts(tabs) == ["城市 | 元", "北京 | 600"]


@settings(max_examples=200, deadline=None)
@given(st.floats(-1e12, 1e12, allow_nan=False), st.integers(0, 6), st.booleans())
def test_a_number_is_shown_rounded_and_never_changed(value, decimals, grouped):
    code = ("#,##0" if grouped else "0") + ("." + "0" * decimals if decimals else "")
    text = shown(value, code)
    assert abs(float(text.replace(",", "")) - value) <= 0.5 * 10**-decimals + abs(value) * 1e-15
    assert len(text.partition(".")[2]) == decimals


@settings(max_examples=300, deadline=None)
@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.text('0#?.,;%yYmMdDhHsS/aAeE+-@"\\[]$*_ 元General', max_size=12),
)
def test_no_format_breaks_a_number(value, code):
    assert isinstance(shown(value, code), str)


SHEET = st.lists(st.lists(st.sampled_from([None, None, "城市", "甲", 1, 2.5, "合计："]), max_size=6), max_size=12)


@settings(max_examples=60, deadline=None)
@given(SHEET, st.lists(st.tuples(*[st.integers(1, 8)] * 4), max_size=3))
def test_no_cell_is_lost_or_moved_to_another_row(tmp_path_factory, rows, merges):
    """Whatever the layout: each row's cells stand in the block of its place."""

    def fill(book):
        for row in rows:
            book.active.append(row)
        taken = set()
        for top, left, high, wide in merges:
            covered = {(r, c) for r in range(top, top + high) for c in range(left, left + wide)}
            if not covered & taken and high * wide > 1:
                taken |= covered
                book.active.merge_cells(
                    start_row=top, end_row=top + high - 1, start_column=left, end_column=left + wide - 1
                )

    path = workbook(tmp_path_factory.getbasetemp() / f"{random.random()}.xlsx", fill)
    import openpyxl

    cells = [[cell.value for cell in row] for row in openpyxl.load_workbook(path).active.iter_rows()]
    if not any(value for row in cells for value in row):
        return
    document = read(path)
    for number, row in enumerate(cells, start=1):
        shown_here = " | ".join(document.text[p.start : p.end] for p in document.places if p.first == number)
        for value in row:
            assert value is None or str(value) in [cell.strip() for cell in shown_here.split("|")]
