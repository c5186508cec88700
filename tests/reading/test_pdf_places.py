"""Every character has its place: what is printed stands in one line, and pages cover the text."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from tests.reading.made_files import LATIN, SONG, lines, pdf, read, table
from tests.reading.test_parser_files import FILES

from youju.errors import InputRejected

NOT_PRINTED = "|"
"""The bars between cells stand in the text only; a cell of a table may be printed once and written in several rows."""


def check_places(document):
    """What holds for every PDF."""
    assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))
    assert document.pages[0].start == 0
    assert document.pages[-1].end == len(document.text)
    assert all(one.end == other.start for one, other in pairwise(document.pages))

    lines_of = [0] * len(document.text)
    for line in document.lines:
        assert 1 <= line.page <= len(document.pages)
        assert len(line.edges) == line.end - line.start + 1
        assert line.top < line.bottom
        for place in range(line.start, line.end):
            lines_of[place] += 1
    tabled = {
        place
        for block in document.blocks
        if block.kind.startswith("table")
        for place in range(block.start, block.end)
        if document.text[place] in NOT_PRINTED
    }
    for place, char in enumerate(document.text):
        if not char.isspace() and place not in tabled:
            assert lines_of[place] == 1, (place, document.text[max(0, place - 10) : place + 10])
        assert lines_of[place] <= 1
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)


def rises(line):
    edges = list(line.edges)
    return edges == sorted(edges) or edges == sorted(edges, reverse=True)


words = st.text("差旅费报销申请，。abcXYZ019 -–.()（）", min_size=1, max_size=40)
paragraphs = st.lists(words, min_size=1, max_size=8)


@given(st.lists(st.tuples(paragraphs, st.booleans(), st.sampled_from([0, 90, 180, 270])), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_character_stands_in_one_line(tmp_path, pages):
    def page(texts, with_table, turn):
        def draw(canvas):
            canvas.setPageRotation(turn)
            lines(canvas, texts, y=560)
            if with_table:
                table(canvas, [["职级", "标准"], [texts[0][:6], "550"], ["", "x"]], 300)

        return draw

    path = pdf(tmp_path / "a.pdf", [page(*one) for one in pages])
    try:
        document = read(path)
    except InputRejected as refusal:
        assert refusal.code == "empty"
        assert not any(text.strip(" ") for texts, *_ in pages for text in texts)
        return
    check_places(document)
    assert all(map(rises, document.lines))


def test_letters_of_a_ligature_have_a_place_each(tmp_path):
    try:
        pdfmetrics.registerFont(TTFont("DejaVu", "DejaVuSerif-Bold.ttf"))
    except TTFError:
        pytest.skip("no font with ligatures is installed")
    document = read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, ["the oﬃce ﬁnance ﬂow"], font="DejaVu")]))
    assert document.text == "the office finance flow"
    (line,) = document.lines
    assert all(after > before for before, after in pairwise(line.edges))


@pytest.mark.parametrize(
    ("drawn", "read_as"),
    [
        (["A N N U A L   R E P O R T"], "ANNUAL REPORT"),
        (["员 工 手 册"], "员工手册"),
        (["目　　录"], "目录"),
        (["S P A C E D:"], "SPACED:"),
        (["a b c"], "a b c"),
    ],
)
def test_words_that_are_set_wide_are_words(tmp_path, drawn, read_as):
    font = LATIN if drawn[0].isascii() else SONG
    document = read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, drawn, font=font, size=16)]))
    assert document.text == read_as
    check_places(document)


@pytest.mark.parametrize("spacing", [3, 9])
def test_letters_with_space_between_them(tmp_path, spacing):
    def page(canvas):
        text = canvas.beginText(72, 700)
        text.setFont("Helvetica-Bold", 14)
        text.setCharSpace(spacing)
        text.textOut("ANNUAL REPORT")
        canvas.drawText(text)

    assert read(pdf(tmp_path / "a.pdf", [page])).text == "ANNUAL REPORT"


def test_the_gap_that_typesetters_leave_beside_latin_characters_is_no_space(tmp_path):
    def page(canvas):
        x = 72
        for piece, font in (("第", SONG), ("12", LATIN), ("章", SONG), ("VPN", LATIN), ("须经批准", SONG)):
            canvas.setFont(font, 12)
            canvas.drawString(x, 700, piece)
            x += canvas.stringWidth(piece, font, 12) + 3

    assert read(pdf(tmp_path / "a.pdf", [page])).text == "第12章VPN须经批准"


def test_a_soft_hyphen_at_the_end_of_a_line_is_mended(tmp_path):
    texts = ["Costs that were approved before the trip are paid in full, and the reimburse\u00ad", "ment follows soon."]
    assert "the reimbursement follows" in read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, texts, font=LATIN)])).text


@pytest.mark.skipif(not FILES.is_dir(), reason="the shared parser files are not here")
def test_every_character_of_public_files_has_its_place():
    seen = 0
    for path in sorted((FILES / "pdf").glob("*.pdf")):
        try:
            document = read(path)
        except InputRejected:
            continue
        check_places(document)
        seen += 1
    assert seen > 40
