"""What of a page's text can be used: characters that are none are dropped, all else is kept or told."""

import pytest
from tests.reading.made_files import read

from youju.reading.document import boxes_of

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
