"""What of a page's text can be used: characters that are none are dropped, all else is kept or told."""

import io

import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from tests.reading.made_files import LATIN, lines, pdf, picture, read

from youju.errors import InputRejected
from youju.reading.document import RecognisedPage, boxes_of
from youju.reading.pdf.noise import is_noise
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.reading.rendering import render_page

SEEN = "Travel claims are submitted within fifteen working days."


def written(objects):
    """A PDF of these objects, numbered from 1; the first one is the catalogue. PDFium finds them without a table."""
    body = b"".join(b"%d 0 obj %b endobj\n" % (number, each) for number, each in enumerate(objects, start=1))
    return b"%PDF-1.7\n" + body + b"trailer <</Root 1 0 R /Size " + b"%d" % (len(objects) + 1) + b">>\n%%EOF"


def stream(content):
    return b"<</Length %d>> stream\n%b\nendstream" % (len(content), content)


def one_page(content, page=b"/MediaBox [0 0 595 842]", mapping=b""):
    """A page with this content in Helvetica, whose codes mean what `mapping` (lines of a ToUnicode map) says."""
    font = b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R " + page + b" /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>>",
        stream(content),
        font + (b" /ToUnicode 6 0 R>>" if mapping else b">>"),
    ]
    count = len(mapping.splitlines())
    cmap = b"1 begincodespacerange <00> <FF> endcodespacerange\n%d beginbfchar\n%b\nendbfchar" % (count, mapping)
    return written([*objects, stream(cmap)] if mapping else objects)


def shown(text, x=72, y=700, size=11):
    return f"BT /F {size} Tf {x} {y} Td ({text}) Tj ET\n".encode()


@pytest.mark.parametrize("meaning", [b"D800", b"DBFF", b"DC00", b"DFFF", b"DC00D800", b"00110000", b"FFFF"])
def test_a_character_that_is_none_is_dropped_and_the_page_kept(tmp_path, meaning):
    path = tmp_path / "a.pdf"
    path.write_bytes(one_page(shown(f"# {SEEN}") + shown(SEEN, y=600), mapping=b"<23> <" + meaning + b">"))
    document = read(path)
    document.text.encode()  # no half of a pair is left
    assert document.text.count(SEEN) == 2
    assert len(document.text) < 2 * len(SEEN) + 6


@pytest.mark.parametrize(("meaning", "char"), [(b"D840DC0B", "\U0002000b"), (b"D835DC00", "\U0001d400")])
def test_a_character_beyond_the_first_plane_is_kept_in_its_place(tmp_path, meaning, char):
    """Rare names, letters of formulas: told by PDFium as two halves of a pair."""
    path = tmp_path / "a.pdf"
    path.write_bytes(one_page(shown(f"A#B {SEEN}"), mapping=b"<23> <" + meaning + b">"))
    document = read(path)
    assert document.text == f"A{char}B {SEEN}"
    ((_, before), (start, end), (after, _)) = [
        (box.x0, box.x1) for place in range(3) for box in boxes_of(document.lines, place, place + 1)
    ]
    assert before <= start < end <= after


# ── pages that are a picture ────────────────────────────────────────────────────────────────────────────────────────


def printed(canvas, number):
    lines(canvas, ["Register of the Works / Vol. 85, No. 152 / Thursday, August 6 / Proposed Rules"], 72, 805, LATIN, 8)
    lines(canvas, [f"{number}"], 500, 30, LATIN, 8)


def body(canvas, number):
    lines(canvas, [f"{number}-{row}: {SEEN}" for row in range(20)], font=LATIN)


def test_a_picture_under_a_running_header_is_a_page_to_recognise(tmp_path):
    def page(number, draw):
        return lambda canvas: (printed(canvas, 47_700 + number), draw(canvas))

    draws = [
        lambda c: body(c, 1),
        lambda c: body(c, 2),
        picture,
        lambda c: body(c, 4),
        lambda c: (picture(c), body(c, 5)),
    ]
    document = read(pdf(tmp_path / "a.pdf", [page(number, draw) for number, draw in enumerate(draws, start=1)]))
    assert document.needs_ocr == (3,)
    assert document.warnings[0].startswith("Page 3 ")
    assert all(f"{number}-19: {SEEN}" in document.text for number in (1, 2, 4, 5))


def test_a_picture_with_a_caption_or_without_a_page_to_cover_needs_nothing(tmp_path):
    caption = lambda c: (picture(c), lines(c, [f"Figure 1. {SEEN}"], y=120, font=LATIN))  # noqa: E731
    header = lambda c: printed(c, 47_702)  # noqa: E731
    assert read(pdf(tmp_path / "a.pdf", [caption, header])).needs_ocr == ()


def test_pictures_that_cannot_be_read_beside_text_that_nobody_sees_are_told_as_not_readable(tmp_path):
    """Not as a file without text: its pages are listed, and what was recognised stays known."""

    def page(canvas):
        picture(canvas)
        canvas.setFont(LATIN, 11)
        canvas.drawString(900, 500, "off the page")

    path = pdf(tmp_path / "a.pdf", [page])
    assert read(path).needs_ocr == (1,)
    nothing = RecognisedPage(1, 595.0, 842.0, (), "engine")
    document = read_file(SourceFile(path, "a.pdf", recognised=(nothing,)), Limits())
    assert (document.text, document.needs_ocr, document.unreadable) == ("", (), (1,))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_no_text_of_a_turned_page_is_outside_of_it(tmp_path, turn):
    """The sheet keeps its sides, and words stand in all its corners."""
    path = tmp_path / "a.pdf"
    places = [(x, y) for x in (110, 600) for y in (60, 1230)]
    content = b"".join(shown(f"Corner{x}x{y}", x, y) for x, y in places)
    path.write_bytes(one_page(content, f"/MediaBox [100 50 695 1250] /Rotate {turn}".encode()))
    document = read(path)
    assert sorted(document.text.split()) == sorted(f"Corner{x}x{y}" for x, y in places)
    assert document.warnings == ()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_margins_are_those_of_the_page_as_it_is_shown(tmp_path, turn):
    path = tmp_path / "a.pdf"
    page = f"/MediaBox [0 0 595 842] /Rotate {turn}".encode()
    path.write_bytes(
        one_page(shown(SEEN, 72, 800) + b"q 500 0 0 700 40 40 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xa0 EI Q", page)
    )
    assert read(path).needs_ocr == (1,)


# ── text that is noise ──────────────────────────────────────────────────────────────────────────────────────────────

GLYPH_NUMBERS = "کى㈉ⰰẍو䆀ى ✛䮨䊒Ǎ˄㨉ᒒᓧⵇ ا࠘᧽䋔Ⱊ او䆀ឮᑽĴ ຝ䩱ᜯ䜫ர石ᄹ" * 2


def test_a_text_layer_of_noise_is_a_page_to_recognise(tmp_path):
    codes = range(0x41, 0x41 + 26)
    signs = [char for char in GLYPH_NUMBERS if char != " "][:26]
    mapping = "\n".join(f"<{code:02X}> <{ord(sign):04X}>" for code, sign in zip(codes, signs, strict=True))
    word = "".join(map(chr, codes))
    path = tmp_path / "a.pdf"
    path.write_bytes(one_page(shown(word) + shown(word[::-1], y=600), mapping=mapping.encode()))
    document = read(path)
    assert (document.text, document.needs_ocr) == ("", (1,))
    assert document.warnings == ("All pages need OCR: pictures or unknown characters without usable text.",)


@pytest.mark.parametrize(
    "text",
    [
        "差旅费Travel费用α与β之和≤3σ，见Приложение第2条。カタカナとひらがなの混じった日本語ABC文。",
        "∑ᵢ αᵢxᵢ ≥ 𝒇(𝑥)·ℝⁿ, ∀ε∃δ: |x−y|<δ ⇒ ‖f(x)−f(y)‖<ε, ℵ₀, ℏω, Åm, µm, ΔxΔp≥ħ/2",
        "大韓民國은 民主共和國이다. 대한민국의 主權은 國民에게 있고",
        "English Deutsch العربية 中文 ไทย हिन्दी ελληνικά עברית русский 한국어 ქართული հայերեն ខ្មែរ ລາວ",
        "阿拉伯语كتاب是书，قلم是笔，بيت是房子，希伯来语ספר也是书，בית也是房子。",
        "हिन्दी में यात्रा व्यय पंद्रह दिनों में प्रस्तुत करें। ค่าเดินทางต้องส่งภายในสิบห้าวัน",
        "nǐ hǎo, Tiếng Việt: điều khoản, ŋɡʷʰə ˈtɹævəl ʃʊd bi",
        "",
    ],
)
def test_what_people_write_is_no_noise(text):
    assert not is_noise([text] * 20)
    assert is_noise([GLYPH_NUMBERS])


def test_what_is_filled_into_a_form_is_read_where_it_stands(tmp_path):
    def page(canvas):
        lines(canvas, [SEEN], font=LATIN)
        canvas.acroForm.textfield(name="name", value="Li Qiushui 12345", x=72, y=600, width=300, height=20)

    document = read(pdf(tmp_path / "a.pdf", [page, lambda c: lines(c, [SEEN], font=LATIN)]))
    assert document.text.split("\n\n") == [SEEN, "Li Qiushui 12345", SEEN]
    assert document.warnings == ()
    start = document.text.index("12345")
    (box,) = boxes_of(document.lines, start, start + 5)
    assert (box.page, 72 < box.x0 < box.x1 < 372, 842 - 625 < box.y0 < box.y1 < 842 - 595) == (1, True, True)
    picture_of = Image.open(io.BytesIO(render_page(tmp_path / "a.pdf", 1, [], scale=2.0))).convert("L")
    inside = picture_of.crop((round(2 * box.x0), round(2 * box.y0), round(2 * box.x1), round(2 * box.y1)))
    assert inside.getextrema()[0] < 128  # it is drawn there, too


# ── files that do not open ──────────────────────────────────────────────────────────────────────────────────────────


def encrypted(handler):
    objects = [b"<</Type /Catalog /Pages 2 0 R>>", b"<</Type /Pages /Kids [3 0 R] /Count 1>>"]
    objects += [b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>", handler]
    return written(objects).replace(b"/Size", b"/Encrypt 4 0 R /ID [<00><00>] /Size")


def test_a_handler_that_is_not_the_standard_one_is_told(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(encrypted(b"<</Filter /Acme.Rights /V 4 /R 4>>"))
    with pytest.raises(InputRejected) as refusal:
        read(path)
    assert "is encrypted in a way that is not known" in refusal.value.message
    assert refusal.value.line().endswith("Save a copy without protection and add that.")


def test_a_damaged_file_is_not_taken_for_one_with_a_password(tmp_path):
    """PDFium may leave the code of the error that an earlier file had."""
    locked = tmp_path / "locked.pdf"
    pdf(locked, [lambda c: lines(c, [SEEN], font=LATIN)], encrypt=StandardEncryption("open"))
    torn = tmp_path / "torn.pdf"
    torn.write_bytes(one_page(shown(SEEN)).replace(b"/Type /Catalog /Pages 2 0 R", b"/Encrypt 9 0 R"))
    said = []
    for path in (torn, locked, torn):
        with pytest.raises(InputRejected) as refusal:
            read(path)
        said.append(refusal.value.message)
    assert said[0] == said[2]
    assert "password" in said[1]
    assert "password" not in said[2]
