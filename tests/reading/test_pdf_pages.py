"""Turned pages, columns, page labels, locked files, pages that cannot be loaded."""

import io

import numpy as np
import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table
from tests.reading.made_files import LATIN, SONG, kinds, lines, pdf, read, wrapped

from youju.errors import InputRejected
from youju.reading.document import boxes_of
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.reading.rendering import render_page

RULE = "差旅费应在出差结束后十五个工作日内提交报销申请，超过期限的须附书面说明，由分管副总经理批准。"
SENTENCES = {
    letter: f"Column {letter} says that claims are submitted within fifteen days after the trip and that later claims "
    f"need a written reason from {letter}. "
    for letter in "ABC"
}


def filled(text, width):
    out = [""]
    for word in text.split():
        if len(out[-1]) + len(word) >= width:
            out.append("")
        out[-1] = f"{out[-1]} {word}".strip()
    return out


def where(document, quote):
    start = document.text.index(quote)
    return boxes_of(document.lines, start, start + len(quote))


def darkness(path, page, box):
    """The share of dark pixels in a box of the rendered page."""
    image = Image.open(io.BytesIO(render_page(path, page, [], scale=2.0))).convert("L")
    part = np.asarray(image.crop(tuple(round(2 * edge) for edge in (box.x0, box.y0, box.x1, box.y1))))
    return float((part < 128).mean())


# ── turned ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("upright", [True, False])
def test_boxes_lie_over_the_words_of_turned_pages(tmp_path, turn, upright):
    """`upright`: the text is set against the page's turn, as scanners and landscape tables do; else it lies."""

    def page(canvas):
        canvas.setPageRotation(turn)
        if upright:
            width, height = A4
            canvas.translate(*{0: (0, 0), 90: (height, 0), 180: (width, height), 270: (0, width)}[turn])
            canvas.rotate(turn)
        lines(canvas, ["The first line of it.", "The second one: MMMM"], x=120, y=420, font=LATIN, size=14)

    path = pdf(tmp_path / "a.pdf", [page])
    document = read(path)
    assert document.text.split("\n\n") == ["The first line of it.", "The second one: MMMM"]
    boxes = where(document, "MMMM")
    assert sum(darkness(path, 1, box) for box in boxes) / len(boxes) > 0.15
    page = document.pages[0]
    assert all(0 <= box.x0 < box.x1 <= page.width and 0 <= box.y0 < box.y1 <= page.height for box in boxes)


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_text_on_an_upright_page_is_read_along_its_lines(tmp_path, angle):
    def page(canvas):
        canvas.translate(300, 400)
        canvas.rotate(angle)
        lines(canvas, ["A turned first line.", "A turned second line MM"], x=0, y=0, font=LATIN, size=14)

    path = pdf(tmp_path / "a.pdf", [page])
    document = read(path)
    assert document.text.split("\n\n") == ["A turned first line.", "A turned second line MM"]
    boxes = where(document, "MM")
    assert sum(darkness(path, 1, box) for box in boxes) / len(boxes) > 0.15


def test_pages_of_different_turns_keep_their_order(tmp_path):
    def page(turn, text):
        def draw(canvas):
            canvas.setPageRotation(turn)
            lines(canvas, [text], x=200, y=300, font=LATIN)

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(turn, f"page with {turn}") for turn in (0, 90, 180, 270)]))
    spans = [document.text[page.start : page.end].strip() for page in document.pages]
    assert spans == ["page with 0", "page with 90", "page with 180", "page with 270"]


def test_vertical_chinese_is_read_from_right_to_left(tmp_path):
    text = "道可道非常道名可名非常名無名天地之始有名萬物之母"
    pdfmetrics.registerFont(UnicodeCIDFont("MSung-Light", isVertical=True))

    def page(canvas):
        canvas.setFont("MSung-Light", 14)
        for number, column in enumerate(wrapped(text, 8)):
            canvas.drawString(400 - 24 * number, 700, column)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert "".join(document.text.split()) == text
    boxes = where(document, "名萬物")  # the last four characters but one stand in the last column but none
    assert all(345 < (box.x0 + box.x1) / 2 < 360 for box in boxes)
    assert [box.y0 for box in boxes] == sorted(box.y0 for box in boxes)


# ── columns ─────────────────────────────────────────────────────────────────────────────────────────────────────


def columns(canvas, texts, places, width, y, font=LATIN, size=9):
    """Columns written line by line, as PDFium and many programs order them."""
    rows = [filled(text, width) if font == LATIN else wrapped(text, width) for text in texts]
    for number in range(max(map(len, rows))):
        for place, column in zip(places, rows, strict=True):
            if number < len(column):
                canvas.setFont(font, size)
                canvas.drawString(place, y - 14 * number, column[number])


@pytest.mark.parametrize(("places", "width"), [((60, 310), 46), ((50, 220, 390), 30)])
def test_columns_are_read_one_after_the_other_under_a_heading_across(tmp_path, places, width):
    texts = [SENTENCES[letter] * 4 for letter in "ABC"[: len(places)]]

    def page(canvas):
        lines(canvas, ["A heading that goes across all columns of the page"], 60, 790, "Helvetica-Bold", 16)
        columns(canvas, texts, places, width, 750)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert kinds(document)[0] == ("heading", "A heading that goes across all columns of the page")
    flat = " ".join(document.text.split())
    assert flat.endswith(" ".join(text.strip() for text in texts))


def test_chinese_columns_of_unequal_width(tmp_path):
    first, second = RULE * 5, RULE.replace("差旅费", "住宿费") * 4

    def page(canvas):
        rows = [wrapped(first, 15), wrapped(second, 27)]
        for number in range(max(map(len, rows))):
            for place, column in zip((60, 250), rows, strict=True):
                if number < len(column):
                    lines(canvas, [column[number]], place, 750 - 16 * number, SONG, 10)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert "".join(document.text.split()) == first + second


@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_across_two_columns_parts_them(tmp_path, ruled):
    grid = [("GRID", (0, 0), (-1, -1), 0.5, "black")] if ruled else []
    rows = [["职级", "一线城市", "其他城市"], ["P1", "550", "350"], ["P2", "700", "450"], ["P3", "900", "600"]]
    above = [SENTENCES["A"] * 3, SENTENCES["B"] * 3]
    below = [SENTENCES["C"] * 3, SENTENCES["A"].replace("Column A", "The end") * 3]

    def page(canvas):
        columns(canvas, above, (60, 310), 46, 790)
        drawn = Table(rows, colWidths=[155] * 3, style=[("FONT", (0, 0), (-1, -1), SONG, 10), *grid])
        drawn.wrap(500, 700)
        drawn.drawOn(canvas, 60, 520)
        columns(canvas, below, (60, 310), 46, 480)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    flat = " ".join(document.text.split())
    places = [flat.index(part) for part in ("Column A", "Column B", "职级 |", "P3 | 900 | 600", "Column C", "The end")]
    assert places == sorted(places)
    assert all(flat.count(" ".join(text.split())) == 1 for text in (*above, *below))


def test_columns_go_on_over_the_page(tmp_path):
    parts = [SENTENCES[letter] * 4 for letter in "ABC"] + [SENTENCES["A"].replace("Column A", "Column D") * 4]

    def page(one, other):
        return lambda canvas: columns(canvas, [one, other], (60, 310), 46, 790)

    document = read(pdf(tmp_path / "a.pdf", [page(*parts[:2]), page(*parts[2:])]))
    assert " ".join(document.text.split()) == " ".join("".join(parts).split())


# ── labels and numbers ──────────────────────────────────────────────────────────────────────────────────────────


def labelled(folder, pages=6):
    canvas = Canvas(str(folder / "labels.pdf"), pagesize=A4)
    for number in range(pages):
        lines(canvas, [f"正文第{'一二三四五六七八'[number]}部分"], y=700)
        if number == 0:
            canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
        if number == 2:
            canvas.addPageLabel(2, style="ARABIC", start=1, prefix="A-")
        canvas.showPage()
    canvas.save()
    return folder / "labels.pdf"


def test_page_labels_of_the_file_are_labels_and_numbers_count_from_one(tmp_path):
    """Fault 37."""
    pages = read(labelled(tmp_path)).pages
    assert [page.number for page in pages] == [1, 2, 3, 4, 5, 6]
    assert [page.label for page in pages] == ["i", "ii", "A-1", "A-2", "A-3", "A-4"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_page_of_a_short_file_is_lost_or_invented(tmp_path, count):
    """Faults 35 and 36."""
    texts = ["第一页的文字。", "第二页的文字。", "第三页的文字。"][:count]
    document = read(pdf(tmp_path / "a.pdf", [lambda c, text=text: lines(c, [text]) for text in texts]))
    assert [page.number for page in document.pages] == list(range(1, count + 1))
    assert [document.text[page.start : page.end].strip() for page in document.pages] == texts
    assert {line.page for line in document.lines} == set(range(1, count + 1))


def test_empty_pages_keep_their_place_and_drop_no_neighbour(tmp_path):
    pages = [lambda c: lines(c, ["前面的文字。"]), lambda c: None, lambda c: None, lambda c: lines(c, ["后面的文字。"])]
    document = read(pdf(tmp_path / "a.pdf", pages))
    spans = [document.text[page.start : page.end].strip() for page in document.pages]
    assert (spans, document.unreadable, document.needs_ocr) == (["前面的文字。", "", "", "后面的文字。"], (), ())


def damaged(folder):
    """Four pages, the third of which is no page."""
    path = pdf(folder / "a.pdf", [lambda c, n=n: lines(c, [f"Text of page {n}."], font=LATIN) for n in "ABCD"])
    data = path.read_bytes()
    third = data.split(b"/Kids [")[1].split()[6]
    start = data.index(b"\n" + third + b" 0 obj") + len(third) + 8
    end = data.index(b"endobj", start)
    path.write_bytes(data[:start] + b"[1 2]".ljust(end - start) + data[end:])
    return path


def test_a_page_that_cannot_be_loaded_is_told_and_drops_no_neighbour(tmp_path):
    document = read(damaged(tmp_path))
    assert document.unreadable == (3,)
    assert [page.number for page in document.pages] == [1, 2, 3, 4]
    spans = [document.text[page.start : page.end].strip() for page in document.pages]
    assert spans == ["Text of page A.", "Text of page B.", "", "Text of page D."]
    assert document.warnings == ("Page 3 could not be read.",)


# ── locked files ────────────────────────────────────────────────────────────────────────────────────────────────


def locked(folder, user, strength=128):
    encryption = StandardEncryption(user, ownerPassword="owner", canPrint=0, canCopy=0, strength=strength)
    return pdf(folder / "密.pdf", [lambda c: lines(c, ["机密内容。"])], encrypt=encryption)


@pytest.mark.parametrize("strength", [40, 128])
def test_a_password_opens_a_file(tmp_path, strength):
    path = locked(tmp_path, "open", strength)
    for word in ("open", "owner"):
        document = read_file(SourceFile(path, path.name, password=word), Limits())
        assert document.text == "机密内容。"
        assert word not in repr(document)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (None, "密.pdf is protected by a password. Give it with --password."),
        ("wrong", "密.pdf does not open with this password. Give the right one with --password."),
        ("", "密.pdf does not open with this password. Give the right one with --password."),
    ],
)
def test_without_the_right_password_the_way_out_is_told(tmp_path, word, said):
    path = locked(tmp_path, "open")
    with pytest.raises(InputRejected) as refusal:
        read_file(SourceFile(path, path.name, password=word), Limits())
    assert (refusal.value.code, refusal.value.line()) == ("encrypted", said)


def test_a_file_that_only_its_owner_may_change_opens(tmp_path):
    assert read(locked(tmp_path, "")).text == "机密内容。"
