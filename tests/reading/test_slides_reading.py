"""Slides in the order in which people read them, each a page; notes, tables, charts; what is hidden or around."""

from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches
from tests.reading.made_files import kinds, read
from tests.reading.office_files import slides


def made(folder, fill):
    return read(slides(folder / "a.pptx", fill))


def box(shapes, text, left, top, width=2.0, height=0.5):
    shape = shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))
    shape.text_frame.text = text
    return shape


def texts(document):
    return [text for _, text in kinds(document)]


def on_page(document, number):
    page = document.pages[number - 1]
    assert page.number == number
    return document.text[page.start : page.end].strip()


def test_a_slide_is_a_page_and_a_section(tmp_path):
    def fill(deck):
        first = deck.slides.add_slide(deck.slide_layouts[0])
        first.shapes.title.text = "差旅制度培训"
        first.placeholders[1].text = "人力资源部"
        second = deck.slides.add_slide(deck.slide_layouts[1])
        second.shapes.title.text = "住宿标准"
        frame = second.placeholders[1].text_frame
        frame.text = "一线城市六百元"
        line = frame.add_paragraph()
        line.text, line.level = "含早餐", 1
        second.notes_slide.notes_text_frame.text = "提醒：以当地公告为准。"

    document = made(tmp_path, fill)
    assert document.title == "差旅制度培训"
    assert kinds(document) == [
        ("heading", "差旅制度培训"),
        ("paragraph", "人力资源部"),
        ("heading", "住宿标准"),
        ("list_item", "一线城市六百元"),
        ("list_item", "含早餐"),
        ("heading", "备注"),
        ("paragraph", "提醒：以当地公告为准。"),
    ]
    assert [block.level for block in document.blocks] == [1, 0, 1, 1, 2, 2, 0]
    assert on_page(document, 1) == "差旅制度培训\n\n人力资源部"
    assert on_page(document, 2).startswith("住宿标准")
    assert on_page(document, 2).endswith("以当地公告为准。")
    assert [(page.width, page.height, page.estimated) for page in document.pages] == [(720.0, 540.0, False)] * 2


def test_columns_are_read_one_after_the_other(tmp_path):
    def fill(deck):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "比较"
        box(slide.shapes, "右上", 6, 2, 3)
        box(slide.shapes, "左下", 1, 2.6, 3)
        box(slide.shapes, "右下", 6, 2.6, 3)
        box(slide.shapes, "左上", 1, 2, 3)
        group = slide.shapes.add_group_shape()
        box(group.shapes, "组内后", 1, 6)
        box(group.shapes, "组内前", 1, 5)

    assert texts(made(tmp_path, fill)) == ["比较", "左上", "左下", "组内前", "组内后", "右上", "右下"]


def test_tables_and_charts_keep_their_headers(tmp_path):
    def fill(deck):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "标准"
        table = slide.shapes.add_table(3, 3, Inches(1), Inches(2), Inches(6), Inches(1)).table
        for row, cells in enumerate([["城市", "住宿", "餐费"], ["一线", "600", "100"], ["二线", "", "80"]]):
            for column, text in enumerate(cells):
                table.cell(row, column).text = text
        table.cell(1, 1).merge(table.cell(2, 1))
        data = CategoryChartData(number_format="0%")
        data.categories = ["一季度", "二季度"]
        data.add_series("完成率", (0.5, 0.75))
        slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, Inches(1), Inches(4), Inches(4), Inches(2), data)

    document = made(tmp_path, fill)
    assert kinds(document)[1:] == [
        ("table_header", "城市 | 住宿 | 餐费"),
        ("table_row", "一线 | 600 | 100"),
        ("table_row", "二线 | 600 | 80"),
        ("table_header", "| 完成率"),
        ("table_row", "一季度 | 50%"),
        ("table_row", "二季度 | 75%"),
    ]
    assert len(document.tables) == 2


def test_hidden_slides_and_pictures_are_told(tmp_path):
    def fill(deck):
        for number in (1, 2, 3):
            slide = deck.slides.add_slide(deck.slide_layouts[5 if number < 3 else 6])
            if number < 3:
                slide.shapes.title.text = f"第{number}张"
        deck.slides[1]._element.set("show", "0")

    document = made(tmp_path, fill)
    assert texts(document) == ["第1张"]
    assert document.warnings == ("Slide 2: hidden and left out.", "Slide 3: without text: pictures are not read.")
    assert [on_page(document, number) for number in (1, 2, 3)] == ["第1张", "", ""]


def test_a_slide_without_a_title_is_a_section_of_its_own(tmp_path):
    def fill(deck):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "甲"
        box(deck.slides.add_slide(deck.slide_layouts[6]).shapes, "没有标题的文字", 1, 1)

    document = made(tmp_path, fill)
    assert kinds(document)[1:] == [("heading", "幻灯片 2"), ("paragraph", "没有标题的文字")]


def test_numbered_paragraphs_and_footers(tmp_path):
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    def fill(deck):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = "步骤"
        frame = slide.placeholders[1].text_frame
        for number, text in enumerate(("申请", "批准", "不编号")):
            line = frame.paragraphs[0] if not number else frame.add_paragraph()
            line.text = text
            kind = '<a:buAutoNum {} type="ea1ChsPeriod"/>' if number < 2 else "<a:buNone {}/>"
            line._p.get_or_add_pPr().append(parse_xml(kind.format(nsdecls("a"))))
        footer = box(slide.shapes, "机密", 1, 7)
        footer._element.nvSpPr.nvPr.append(parse_xml(f'<p:ph {nsdecls("p")} type="ftr" idx="11"/>'))

    assert kinds(made(tmp_path, fill))[1:] == [
        ("list_item", "一. 申请"),
        ("list_item", "二. 批准"),
        ("paragraph", "不编号"),
    ]
