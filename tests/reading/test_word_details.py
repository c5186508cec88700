"""What Word files hold beside plain text: each thing where a person sees it, once, or told to be missing."""

import docx
import pytest
from tests.reading.made_files import kinds, read, read_bytes, zipped
from tests.reading.office_files import level, numbered, p, r, tbl, word

from youju.errors import InputRejected
from youju.reading.cells import headers_of


def texts(document):
    return [text for _, text in kinds(document)]


def test_lists_keep_their_numbers(tmp_path):
    """Several levels, Chinese forms, a restart, a level that never restarts, figures where the law asks for them."""
    levels = (
        level(0, "chineseCountingThousand", "%1、")
        + level(1, "chineseCountingThousand", "（%2）")
        + level(2, "decimal", "%1.%2.%3", '<w:lvlRestart w:val="0"/><w:isLgl/>')
    )
    lists = (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/>'
        '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
    )
    body = [("甲", 0, 1), ("乙", 1, 1), ("丙", 2, 1), ("丁", 0, 1), ("戊", 1, 1), ("己", 2, 1), ("庚", 0, 2)]
    path = word(tmp_path / "a.docx", "".join(numbered(*each) for each in body), {"numbering": lists})
    assert texts(read(path)) == ["一、甲", "（一）乙", "1.1.1 丙", "二、丁", "（一）戊", "2.1.2 己", "一、庚"]
    assert [block.level for block in read(path).blocks] == [1, 2, 3, 1, 2, 3, 1]


def test_the_level_of_a_style_is_said_by_its_list(tmp_path):
    lists = (
        '<w:abstractNum w:abstractNumId="0">'
        + level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>')
        + level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>')
        + '</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>'
    )
    style = (
        '<w:style w:type="paragraph" w:styleId="{0}"><w:name w:val="heading {1}"/>'
        '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>'
    ).format
    body = p("总则", '<w:pStyle w:val="H1"/>') + p("目的", '<w:pStyle w:val="H2"/>')
    path = word(tmp_path / "a.docx", body, {"numbering": lists, "styles": style("H1", 1) + style("H2", 2)})
    assert kinds(read(path)) == [("heading", "1 总则"), ("heading", "1.1 目的")]


def test_numbers_in_the_cells_of_a_table(tmp_path):
    lists = (
        f'<w:abstractNum w:abstractNumId="0">{level(0, "decimal", "%1")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    rows = [["序号", "城市", "元"], [numbered("北京"), "一线", "600"], [numbered("成都"), "二线", "400"]]
    document = read(word(tmp_path / "a.docx", tbl(*rows), {"numbering": lists}))
    assert texts(document) == ["序号 | 城市 | 元", "1 北京 | 一线 | 600", "2 成都 | 二线 | 400"]


def test_cells_merged_both_ways_keep_their_headers(tmp_path):
    """Fault 52: every figure stays under its own header."""
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    rows = [["级别", "住宿标准", ""], ["", "一线城市", "二线城市"], ["经理", "600元", "400元"], ["", "650元", "450元"]]
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2)).text = "住宿标准"
    table.cell(0, 0).merge(table.cell(1, 0)).text = "级别"
    table.cell(2, 0).merge(table.cell(3, 0)).text = "经理"
    for row in (table.rows[0], table.rows[1]):
        row._tr.get_or_add_trPr().append(docx.oxml.parse_xml(f'<w:tblHeader xmlns:w="{docx.oxml.ns.nsmap["w"]}"/>'))
    document.save(str(tmp_path / "a.docx"))
    found = read(tmp_path / "a.docx")
    assert texts(found) == [
        "级别 | 住宿标准 | 住宿标准",
        "级别 | 一线城市 | 二线城市",
        "经理 | 600元 | 400元",
        "经理 | 650元 | 450元",
    ]
    (table,) = found.tables
    cell = next(cell for cell in table.cells if found.text[cell.start : cell.end] == "450元")
    assert [found.text[each.start : each.end] for each in headers_of(table, cell, found.text)] == [
        "住宿标准",
        "二线城市",
        "经理",
    ]


def test_a_table_inside_a_cell_is_a_table_of_its_own(tmp_path):
    inner = tbl(["职级", "元"], ["P1", "500"])
    path = word(tmp_path / "a.docx", tbl(["项目", "标准"], ["住宿", p("见下表") + inner + p("")]) + p("后文"))
    document = read(path)
    assert texts(document) == ["项目 | 标准", "住宿 | 见下表", "职级 | 元", "P1 | 500", "后文"]
    assert len(document.tables) == 2


def test_a_frame_is_not_a_table(tmp_path):
    styles = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>'
    body = tbl([p("第一章 总则", '<w:pStyle w:val="H"/>') + p("正文")])
    document = read(word(tmp_path / "a.docx", body, {"styles": styles}))
    assert kinds(document) == [("heading", "第一章 总则"), ("paragraph", "正文")]
    assert document.tables == ()


def test_a_text_box_is_read_once(tmp_path):
    inside = f"<w:txbxContent>{p('框中字')}</w:txbxContent>"
    both = (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{inside}</wps:txbx></w:drawing>'
        f"</mc:Choice><mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    box = "<w:r><w:pict>{}</w:pict></w:r>".format
    nested = box(f"<w:txbxContent>{p(r('外') + box(inside))}</w:txbxContent>")
    path = word(tmp_path / "a.docx", p(r("前") + both) + p(r("后") + nested) + tbl(["甲", p(r("乙") + both)]))
    assert texts(read(path)) == ["前", "框中字", "后", "外", "框中字", "甲 | 乙 框中字"]


def test_notes_are_set_apart(tmp_path):
    note = '<w:{0} w:id="{1}">{2}</w:{0}>'.format
    parts = {
        "footnotes": '<w:footnote w:type="separator" w:id="-1"/>' + note("footnote", 2, p("以当地公告为准。")),
        "endnotes": note("endnote", 1, p("See annex.")),
    }
    body = p(
        r("标准为四百元")
        + '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>'
        + r("。")
    ) + p("下一段。")
    assert texts(read(word(tmp_path / "a.docx", body, parts))) == [
        "标准为四百元。",
        "注1：以当地公告为准。",
        "下一段。",
        "Endnote 1: See annex.",
    ]


def field(code, result, kind="separate"):
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    return mark("begin") + f"<w:r><w:instrText>{code}</w:instrText></w:r>" + mark(kind) + result + mark("end")


def test_fields_show_their_result(tmp_path):
    inner = field("PAGE", r("3"))
    body = (
        p(r("共") + field("NUMPAGES", r("12")) + r("页"))
        + p(r("甲") + field(f"IF</w:instrText></w:r>{inner}<w:r><w:instrText>", r("乙")) + r("丙"))
        + p('<w:fldSimple w:instr="DATE"><w:r><w:t>今日</w:t></w:r></w:fldSimple>')
        + p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + r("不是结果"))
        + p("下一段仍在")
        + p(
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData>'
            '</w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>' + r("同意")
        )
    )
    assert texts(read(word(tmp_path / "a.docx", body))) == ["共12页", "甲乙丙", "今日", "下一段仍在", "☒同意"]


def test_changes_are_accepted(tmp_path):
    moved = r("搬来的话。")
    gone = "<w:rPr><w:del w:id='9'/></w:rPr>"
    body = (
        p(f"<w:moveFrom>{moved}</w:moveFrom>")
        + p(r("期限") + "<w:del><w:r><w:delText>十日</w:delText></w:r></w:del><w:ins>" + r("十五日") + "</w:ins>")
        + p(f"<w:moveTo>{moved}</w:moveTo>")
        + p("前半", gone)
        + p("后半")
        + "<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>"
        + p("删去的行")
        + "</w:tc></w:tr><w:tr><w:tc>"
        + p("留")
        + "</w:tc><w:tc>"
        + p("下")
        + "</w:tc></w:tr></w:tbl>"
    )
    assert texts(read(word(tmp_path / "a.docx", body))) == ["期限十五日", "搬来的话。", "前半后半", "留 | 下"]


def test_what_nobody_sees_is_left_out(tmp_path):
    styles = '<w:style w:type="character" w:styleId="X"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style>'
    holder = "<w:sdt><w:sdtPr>{}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>".format
    body = (
        p(r("见") + r("密", "<w:vanish/>") + r("隐", '<w:rStyle w:val="X"/>') + r("本", '<w:vanish w:val="0"/>'))
        + p('<w:hyperlink r:id="x">' + r("链接文字") + "</w:hyperlink>" + "<w:commentReference w:id='1'/>")
        + p(r("软\xad连") + "<w:r><w:softHyphen/><w:noBreakHyphen/></w:r>" + r("字"))
        + p('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + r("已阅") + '<w:r><w:sym w:char="00A9"/></w:r>')
        + holder("", p("控件中的字"))
        + holder("<w:showingPlcHdr/>", p("单击此处输入文字"))
        + p(holder("<w:showingPlcHdr/>", r("请选择")) + r("填好的"))
        + p("<w:ruby><w:rt>" + r("hàn") + "</w:rt><w:rubyBase>" + r("汉") + "</w:rubyBase></w:ruby>")
    )
    assert texts(read(word(tmp_path / "a.docx", body, {"styles": styles}))) == [
        "见本",
        "链接文字",
        "软连-字",
        "☑已阅©",
        "控件中的字",
        "填好的",
        "汉",
    ]


def test_what_is_not_read_is_told(tmp_path):
    body = (
        p("正文")
        + '<w:altChunk r:id="c1"/>'
        + p('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>')
    )
    document = read(word(tmp_path / "a.docx", body))
    assert len(document.warnings) == 2
    assert "1 documents that are inserted as whole files" in document.warnings[0]
    assert "1 embedded objects" in document.warnings[1]


def test_a_missing_picture_spoils_nothing(tmp_path):
    """A relation to a part that is not there, as converters leave it, makes python-docx fail."""
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../NULL"/>'
        "</Relationships>"
    )
    path = word(tmp_path / "a.docx", p("正文"), more={"word/_rels/document.xml.rels": rels.encode()})
    assert read(path).text == "正文"


def test_strict_files_and_templates_are_word_files(tmp_path):
    path = word(tmp_path / "a.docm", p("正文"))
    strict = path.read_bytes()
    assert read(path).warnings == ()
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(strict)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    parts["word/document.xml"] = parts["word/document.xml"].replace(
        name, b"http://purl.oclc.org/ooxml/wordprocessingml/main"
    )
    assert read_bytes(tmp_path, "s.docx", zipped(parts)).text == "正文"


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    ],
)
def test_entities_are_refused(tmp_path, head):
    body = f'{head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
    path = word(tmp_path / "a.docx", "", more={"word/document.xml": body.encode()})
    with pytest.raises(InputRejected, match="declares XML entities") as refusal:
        read(path)
    assert refusal.value.code == "broken"


def test_deep_nesting_ends_in_a_refusal(tmp_path):
    body = "".join("<w:tbl><w:tr><w:tc>" for _ in range(2000)) + "".join("</w:tc></w:tr></w:tbl>" for _ in range(2000))
    with pytest.raises(InputRejected) as refusal:
        read(word(tmp_path / "a.docx", body))
    assert refusal.value.code == "broken"


def test_numbers_that_swell_are_figures(tmp_path):
    lists = (
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="999999999"/>'
        '<w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    path = word(tmp_path / "a.docx", numbered("甲"), {"numbering": lists})
    assert texts(read(path)) == ["999999999. 甲"]
