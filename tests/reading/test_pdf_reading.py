import re

import numpy as np
import pytest
from reportlab.lib.colors import black
from tests.reading.made_files import LATIN, SONG, kinds, lines, pdf, picture, read, table, wrapped

from youju.errors import InputRejected
from youju.reading.document import boxes_of
from youju.reading.pdf.glyphs import _readable  # no font at hand has radicals: the mapping itself is asked

RULE = (
    "差旅费应在出差结束后十五个工作日内提交报销申请，超过期限的须附书面说明，由分管副总经理批准；"
    "出差结束后超过六十天的，不予报销。"
)
PROSE = (
    "Travel claims must be submitted within fifteen working days after the end of the trip. Later claims need a "
    "written reason and the approval of the vice president in charge of the department that bears the cost. "
)


def fill(text, width):
    """Words in lines of at most `width` characters."""
    out = [""]
    for word in text.split():
        if len(out[-1]) + len(word) >= width:
            out.append("")
        out[-1] = f"{out[-1]} {word}".strip()
    return out


def where(document, quote):
    start = document.text.index(quote)
    return boxes_of(document.lines, start, start + len(quote))


def test_chinese_lines_become_paragraphs_with_exact_places(tmp_path):
    def page(canvas):
        lines(canvas, ["第一章 总则"], y=770, size=16)
        lines(canvas, ["　　" + RULE[:36], *wrapped(RULE[36:], 38)], y=740)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert kinds(document) == [("heading", "第一章 总则"), ("paragraph", RULE)]
    (box,) = where(document, RULE[36:40])  # the first four characters of the second line
    assert (box.page, box.x0, box.x1) == (1, 72.0, pytest.approx(72 + 44, abs=0.1))
    assert box.y0 < 841.89 - (740 - 17) < box.y1 < box.y0 + 15
    assert [len(where(document, RULE[20:60])), len(where(document, RULE[:5]))] == [2, 1]


def test_every_line_holds_as_many_edges_as_characters(tmp_path):
    document = read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, [*fill(PROSE * 3, 70), *wrapped(RULE, 30)])]))
    for line in document.lines:
        assert len(line.edges) == line.end - line.start + 1
        assert list(line.edges) == sorted(line.edges)
        assert line.top < line.bottom
    covered = {place for line in document.lines for place in range(line.start, line.end)}
    assert not [char for place, char in enumerate(document.text) if place not in covered and not char.isspace()]


def test_english_lines_are_joined_and_hyphens_mended(tmp_path):
    text = [
        "Costs that the company has approved before the trip are paid in full, and the reimburse-",
        "ment follows the well-known rule, which holds for every employee and is state-of-the-art",
        "in every department of the company and of its subsidiaries abroad, as far as the well-",
        "known rule allows.",
    ]

    def page(canvas):
        lines(canvas, text, font=LATIN)

    (paragraph,) = kinds(read(pdf(tmp_path / "a.pdf", [page])))
    assert "the reimbursement follows the well-known rule" in paragraph[1]
    assert "state-of-the-art in every department" in paragraph[1]
    assert "as far as the well-known rule allows." in paragraph[1]


def test_two_columns_are_read_one_after_the_other(tmp_path):
    left, right = fill(PROSE * 4, 44), fill(PROSE.replace("Travel", "Hotel") * 4, 44)

    def row_by_row(canvas):
        lines(canvas, ["International Travel Policy"], y=790, font="Helvetica-Bold", size=18)
        lines(
            canvas,
            ["This policy applies to everyone and is read across the full width of the page, first of all."],
            72,
            765,
            LATIN,
        )
        for number, (one, other) in enumerate(zip(left, right, strict=False)):
            canvas.setFont(LATIN, 10)
            canvas.drawString(72, 740 - 15 * number, one)
            canvas.drawString(310, 733 - 15 * number, other)  # not level with the line on the left

    document = read(pdf(tmp_path / "a.pdf", [row_by_row]))
    assert document.title == "International Travel Policy"
    flat = " ".join(document.text.split())
    assert flat.index("full width") < flat.index("Travel claims") < flat.index("Hotel claims")
    assert flat.count(" ".join(PROSE.split())) == 4
    assert flat.count(" ".join(PROSE.replace("Travel", "Hotel").split())) == 4


def test_a_table_is_read_row_by_row(tmp_path):
    rows = [["职级", "一线城市", "其他城市"], ["P1至P6", "550元", "350元"], ["P7及以上", "700元", "450元"]]
    for ruled in (True, False):
        document = read(pdf(tmp_path / "a.pdf", [lambda c, ruled=ruled: table(c, rows, 700, ruled=ruled)]))
        assert kinds(document) == [
            ("table_header", "职级 | 一线城市 | 其他城市"),
            ("table_row", "P1至P6 | 550元 | 350元"),
            ("table_row", "P7及以上 | 700元 | 450元"),
        ]
        assert len({block.group for block in document.blocks}) == 1
        (box,) = where(document, "700元")
        assert box.x1 - box.x0 < 40


def test_cells_of_several_lines_and_rows_stay_in_their_row(tmp_path):
    """Fault 52."""
    rows = [
        ["级别", "城市", "说明"],
        ["一线", "北京", "含服务费\n不含早餐"],
        ["", "上海", "无"],
        ["合计以实际支出为准", "", ""],
    ]
    style = [("SPAN", (0, 1), (0, 2)), ("SPAN", (0, 3), (2, 3))]
    document = read(pdf(tmp_path / "a.pdf", [lambda c: table(c, rows, 700, style=style)]))
    assert [text for _, text in kinds(document)] == [
        "级别 | 城市 | 说明",
        "一线 | 北京 | 含服务费不含早餐",
        "一线 | 上海 | 无",
        "合计以实际支出为准",
    ]
    assert len(where(document, "含服务费不含早餐")) == 2


def running(number, pages):
    def page(canvas):
        lines(canvas, ["栎光科技有限公司 员工手册"], y=810, size=9)
        lines(canvas, [f"第 {number} 页 共 {pages} 页"], x=270, y=30, size=9)
        lines(canvas, [f"第{number}章 本章的标题"], y=770, size=16)
        lines(canvas, [f"这是第{number}页的正文。" + RULE[: 20 + number]], y=740)

    return page


def test_headers_footers_and_page_numbers_are_left_out_and_headings_are_not(tmp_path):
    document = read(pdf(tmp_path / "a.pdf", [running(number, 6) for number in range(1, 7)]))
    assert "员工手册" not in document.text
    assert "共 6 页" not in document.text
    assert [text for kind, text in kinds(document) if kind == "heading"] == [f"第{n}章 本章的标题" for n in range(1, 7)]


def test_no_page_is_dropped_or_moved(tmp_path):
    """Faults 35, 36 and 47: pages count from 1, the first and the last are there, each with its own text."""
    document = read(pdf(tmp_path / "a.pdf", [running(number, 6) for number in range(1, 7)]))
    assert [page.number for page in document.pages] == [1, 2, 3, 4, 5, 6]
    for page in document.pages:
        assert re.findall(r"这是第(\d)页", document.text[page.start : page.end]) == [str(page.number)]
    assert document.pages[0].start == 0
    assert document.pages[-1].end == len(document.text)
    assert all(one.end == other.start for one, other in zip(document.pages, document.pages[1:], strict=False))
    assert (round(document.pages[0].width), round(document.pages[0].height)) == (595, 842)


def test_printed_numbers_are_labels_and_not_pages(tmp_path):
    """Fault 37: the number on the page is not its place in the file."""
    cover = [lambda c: lines(c, ["员工手册"], y=500, size=30), lambda c: lines(c, ["目录"], y=700, size=20)]
    document = read(pdf(tmp_path / "a.pdf", [*cover, *(running(number, 6) for number in range(1, 7))]))
    assert [page.label for page in document.pages] == [None, None, "1", "2", "3", "4", "5", "6"]


def test_a_paragraph_that_runs_over_the_page_is_one(tmp_path):
    """Fault 38: both pages are known for what stands on both."""
    text = RULE * 3
    rows = wrapped(text, 38)

    document = read(
        pdf(
            tmp_path / "a.pdf",
            [lambda c: lines(c, rows[:3], y=120), lambda c: lines(c, [*rows[3:], "", "末段。"], y=760)],
        )
    )
    assert kinds(document)[0] == ("paragraph", text)
    boxes = where(document, text)
    assert [box.page for box in boxes] == [1] * 3 + [2] * (len(rows) - 3)
    assert document.pages[1].start == len("".join(rows[:3]))


def test_scans_are_listed_for_ocr(tmp_path):
    """Fault 43: a scan is never an empty document that looks ready."""
    document = read(pdf(tmp_path / "a.pdf", [picture, lambda c: lines(c, wrapped(RULE, 38)), picture]))
    assert document.needs_ocr == (1, 3)
    assert RULE in document.text
    assert document.warnings == ("Pages 1, 3 need OCR: pictures or unknown characters without usable text.",)
    scan = read(pdf(tmp_path / "b.pdf", [picture]))
    assert (scan.text, scan.needs_ocr) == ("", (1,))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_pages_are_read_as_they_are_shown(tmp_path, turn):
    def page(canvas):
        canvas.setPageRotation(turn)  # and reportlab swaps the sides of the sheet, so that it is shown upright
        canvas.translate(*{0: (0, 0), 90: (842, 0), 180: (595, 842), 270: (0, 595)}[turn])
        canvas.rotate(turn)
        lines(canvas, ["上面一行文字", "下面一行文字"], x=100, y=400)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert document.text.split() == ["上面一行文字", "下面一行文字"]
    (box,) = where(document, "上面")
    assert (box.x0, box.x1) == (pytest.approx(100, abs=1), pytest.approx(122, abs=1))
    assert box.y0 < 842 - 400 < box.y1


def test_sideways_text_keeps_its_place(tmp_path):
    def page(canvas):
        lines(canvas, wrapped(RULE, 38))
        canvas.saveState()
        canvas.translate(40, 300)
        canvas.rotate(90)
        lines(canvas, ["侧边的说明文字"], x=0, y=0, size=10)
        canvas.restoreState()

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert kinds(document) == [("paragraph", RULE), ("paragraph", "侧边的说明文字")]
    boxes = where(document, "侧边")
    assert len(boxes) == 2
    assert all(28 < box.x0 < box.x1 < 45 for box in boxes)
    assert boxes[1].y1 <= boxes[0].y0 + 0.1  # upwards


def test_doubled_printing_is_read_once(tmp_path):
    def page(canvas):
        lines(canvas, ["年度报告"], y=700)
        lines(canvas, ["年度报告"], x=72.3, y=700)

    assert read(pdf(tmp_path / "a.pdf", [page])).text == "年度报告"


def test_radicals_are_read_as_the_characters_that_people_type(tmp_path):
    codes, _ = _readable(np.array([ord(char) for char in "⼈⼯⾃\uf900"], np.uint32))
    assert "".join(map(chr, codes.tolist())) == "人工自豈"


def test_encrypted_broken_and_too_long(tmp_path):
    from reportlab.lib.pdfencrypt import StandardEncryption

    secret = pdf(tmp_path / "密.pdf", [lambda c: lines(c, ["机密"])], encrypt=StandardEncryption("pass", canPrint=0))
    whole = pdf(tmp_path / "a.pdf", [lambda c: lines(c, [RULE])] * 4)
    broken = tmp_path / "坏.pdf"
    broken.write_bytes(b"%PDF-1.7\n" + whole.read_bytes()[100:400])
    nothing = tmp_path / "无页.pdf"
    nothing.write_bytes(
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    )
    cases = [(secret, "encrypted", 9), (broken, "broken", 9), (nothing, "broken", 9), (whole, "too_large", 3)]
    for path, code, most in cases:
        with pytest.raises(InputRejected) as refusal:
            read(path, max_pages=most)
        assert refusal.value.code == code
        assert refusal.value.line().startswith(path.name + " ")
        assert str(tmp_path) not in refusal.value.line()


def test_headings_by_size_and_by_number(tmp_path):
    def page(canvas):
        lines(canvas, ["员工手册"], y=800, size=22)
        lines(canvas, ["第三章 休假"], y=760, size=15)
        lines(canvas, ["3.1 年休假"], y=735, size=12)
        lines(canvas, [RULE[:30] + "。"], y=715, size=10.5)
        lines(canvas, ["3.2 病假"], y=690, size=10.5)
        lines(canvas, [RULE[:34] + "。", "2025年起执行。"], y=670, size=10.5)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    headings = [(b.level, document.text[b.start : b.end]) for b in document.blocks if b.kind == "heading"]
    assert headings == [(1, "员工手册"), (2, "第三章 休假"), (3, "3.1 年休假"), (4, "3.2 病假")]


def test_lists_lose_bullets_and_keep_numbers(tmp_path):
    texts = ["应当提交下列材料：", "• 身份证件；", "• 学历证书；", "（1）体检报告；", "（2）离职证明。"]
    document = read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, texts)]))
    assert kinds(document)[1:] == [
        ("list_item", "身份证件；"),
        ("list_item", "学历证书；"),
        ("list_item", "（1）体检报告；"),
        ("list_item", "（2）离职证明。"),
    ]
    (box,) = where(document, "身份")
    assert box.x0 > 74  # behind the bullet


def test_a_frame_is_no_table(tmp_path):
    def page(canvas):
        canvas.setStrokeColor(black)
        canvas.rect(60, 600, 470, 180)
        lines(canvas, wrapped(RULE, 36), y=740)

    assert kinds(read(pdf(tmp_path / "a.pdf", [page]))) == [("paragraph", RULE)]


def test_mixed_scripts_keep_their_spaces(tmp_path):
    def page(canvas):
        canvas.setFont(SONG, 11)
        canvas.drawString(72, 700, "使用 VPN 须经批准。")
        canvas.drawString(72, 650, "版本 6.2 自 2025 年起")

    assert read(pdf(tmp_path / "a.pdf", [page])).text.split("\n\n") == ["使用 VPN 须经批准。", "版本 6.2 自 2025 年起"]
