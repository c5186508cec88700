import io

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from tests.reading.made_files import kinds, read, read_bytes, zipped

from youju.errors import InputRejected


def save(folder, document, name="a.docx"):
    document.save(str(folder / name))
    return folder / name


def numbering(document, *levels):
    """Add a list whose levels are (format, text); its numId."""
    part = document.part.numbering_part.element
    xml = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for at, (form, text) in enumerate(levels)
    )
    part.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{xml}</w:abstractNum>'))
    part.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))


def numbered(document, text, level=0):
    paragraph = document.add_paragraph(text)
    properties = paragraph._p.get_or_add_pPr()
    properties.append(parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="77"/></w:numPr>'))


def test_headings_lists_and_tables_in_the_order_of_the_body(tmp_path):
    document = docx.Document()
    document.add_heading("费用报销管理办法", 0)
    document.add_heading("第一章 总则", 1)
    document.add_paragraph("为规范费用报销，制定本办法。")
    document.add_paragraph("真实", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ["职级", "元", "P1", "500"], strict=True):
        cell.text = text
    document.add_paragraph("表后。")
    read_ = read(save(tmp_path, document))
    assert read_.title == "费用报销管理办法"
    assert read_.pages == ()
    assert kinds(read_) == [
        ("heading", "费用报销管理办法"),
        ("heading", "第一章 总则"),
        ("paragraph", "为规范费用报销，制定本办法。"),
        ("list_item", "真实"),
        ("table_header", "职级 | 元"),
        ("table_row", "P1 | 500"),
        ("paragraph", "表后。"),
    ]
    assert [block.level for block in read_.blocks[:2]] == [1, 2]


def test_automatic_numbers_are_counted(tmp_path):
    document = docx.Document()
    numbering(document, ("chineseCountingThousand", "第%1条"), ("decimal", "（%2）"), ("lowerLetter", "%3)"))
    for number in range(1, 13):
        numbered(document, f"规定{number}")
    numbered(document, "情形甲", 1)
    numbered(document, "细目", 2)
    numbered(document, "情形乙", 1)
    numbered(document, "规定末")
    numbered(document, "又一情形", 1)
    texts = kinds(read(save(tmp_path, document)))
    assert texts[0] == ("paragraph", "第一条 规定1")
    assert texts[11] == ("paragraph", "第十二条 规定12")
    assert texts[12:] == [
        ("list_item", "（1）情形甲"),
        ("list_item", "a) 细目"),
        ("list_item", "（2）情形乙"),
        ("paragraph", "第十三条 规定末"),
        ("list_item", "（1）又一情形"),
    ]


def test_merged_cells_stand_in_every_row_and_shift_nothing(tmp_path):
    """Fault 52: python-docx repeats merged cells, other readers drop them; both move cells to other rows."""
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    table.cell(0, 0).text, table.cell(0, 1).text, table.cell(0, 2).text = "级别", "城市", "元"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "一线"
    table.cell(1, 1).text, table.cell(1, 2).text = "北京", "600"
    table.cell(2, 1).text, table.cell(2, 2).text = "上海", "550"
    table.cell(3, 0).merge(table.cell(3, 2)).text = "以上含税"
    assert kinds(read(save(tmp_path, document))) == [
        ("table_header", "级别 | 城市 | 元"),
        ("table_row", "一线 | 北京 | 600"),
        ("table_row", "一线 | 上海 | 550"),
        ("table_row", "以上含税"),
    ]


def test_headings_without_styles(tmp_path):
    document = docx.Document()
    for text, bold in (("第一章 总则", False), ("一、目的", True), ("为了规范。", False), ("二、不加粗的一行", False)):
        document.add_paragraph().add_run(text).bold = bold
    document.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
    assert kinds(read(save(tmp_path, document))) == [
        ("heading", "第一章 总则"),
        ("heading", "一、目的"),
        ("paragraph", "为了规范。"),
        ("paragraph", "二、不加粗的一行"),
    ]


def test_tracked_changes_hidden_text_and_boxes(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph("期限为")
    paragraph._p.append(parse_xml(f"<w:del {nsdecls('w')}><w:r><w:delText>十日</w:delText></w:r></w:del>"))
    paragraph._p.append(parse_xml(f"<w:ins {nsdecls('w')}><w:r><w:t>十五日</w:t></w:r></w:ins>"))
    paragraph._p.append(parse_xml(f"<w:r {nsdecls('w')}><w:rPr><w:vanish/></w:rPr><w:t>密</w:t></w:r>"))
    inside = "<w:txbxContent><w:p><w:r><w:t>框中字</w:t></w:r></w:p></w:txbxContent>"
    box = f"<w:r {nsdecls('w')}><w:pict>{inside}</w:pict></w:r>"
    paragraph._p.append(parse_xml(box))
    assert [text for _, text in kinds(read(save(tmp_path, document)))] == ["期限为十五日", "框中字"]


def test_damage_is_told(tmp_path):
    """Fault 53: a damaged file fails with a word."""
    document = docx.Document()
    document.add_paragraph("甲" * 3000)
    data = io.BytesIO()
    document.save(data)
    cut = data.getvalue()[: len(data.getvalue()) // 2]
    for broken in (
        cut,
        zipped({"word/document.xml": b"<w:document"}),
        zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b""}),
    ):
        with pytest.raises(InputRejected) as refusal:
            read_bytes(tmp_path, "坏.docx", broken)
        assert refusal.value.code == "broken"
        assert refusal.value.line().startswith("坏.docx ")


def test_an_archive_bomb_is_refused_unopened(tmp_path):
    bomb = zipped({"[Content_Types].xml": b"", "word/document.xml": b"0" * 3_000_000})
    path = tmp_path / "b.docx"
    path.write_bytes(bomb)
    with pytest.raises(InputRejected) as refusal:
        read(path, max_bytes=100_000)
    assert refusal.value.code == "too_large"
