import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read_bytes, zipped

from youju.errors import InputRejected

CONTAINER = b"""<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
OPF = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>员工手册</dc:title><dc:creator>人力资源部</dc:creator>
<dc:language>zh</dc:language></metadata><manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="two" href="text/ch%202.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/ch1.xhtml" media-type="application/xhtml+xml"/>
<item id="css" href="a.css" media-type="text/css"/><item id="pic" href="a.jpg" media-type="image/jpeg"/>
</manifest><spine toc="ncx"><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/><itemref idref="none"/>
</spine></package>"""
NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="landmarks"><ol><li><a href="text/ch1.xhtml">封面</a></li></ol></nav>
<nav epub:type="toc"><ol><li><a href="text/ch1.xhtml">第一章 考勤</a></li>
<li><a href="text/ch%202.xhtml#s">第二章 休假</a><ol><li><a href="text/ch%202.xhtml#t">年假</a></li></ol></li></ol>
</nav></body></html>"""
NCX = """<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>第一章 考勤</text></navLabel>
<content src="text/ch1.xhtml"/></navPoint><navPoint><navLabel><text>第二章 休假</text></navLabel>
<content src="text/ch%202.xhtml#s"/></navPoint></navMap></ncx>"""
ONE = """<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>
<h1>第一章 考勤</h1><nav>前言</nav><p>每天<ruby>八<rt>ba</rt></ruby>小时。</p><script src="a.js"/>
<p hidden="">无</p></body></html>"""
TWO = """<html><body><p>年假五天。</p><table><tr><th>工龄</th><th>天</th></tr>
<tr><td>十年</td><td>10</td></tr></table></body></html>"""
PARTS = {
    "mimetype": b"application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/content.opf": OPF.encode(),
    "OEBPS/nav.xhtml": NAV.encode(),
    "OEBPS/toc.ncx": NCX.encode(),
    "OEBPS/text/ch1.xhtml": ONE.encode(),
    "OEBPS/text/ch 2.xhtml": TWO.encode(),
    "OEBPS/a.jpg": b"\xff\xd8",
}
WRITTEN = [
    ("heading", "第一章 考勤"),
    ("paragraph", "前言"),
    ("paragraph", "每天八小时。"),
    ("heading", "第二章 休假"),
    ("paragraph", "年假五天。"),
    ("table_header", "工龄 | 天"),
    ("table_row", "十年 | 10"),
]


def book(**changes: bytes | None) -> bytes:
    """The book, with parts (by the end of their name) replaced or left out."""
    parts = dict(PARTS)
    for name in [name for name in PARTS if name.rpartition("/")[2].partition(".")[0] in changes]:
        change = changes[name.rpartition("/")[2].partition(".")[0]]
        if change is None:
            del parts[name]
        else:
            parts[name] = change
    return zipped(parts)


def refused(folder, data) -> InputRejected:
    with pytest.raises(InputRejected) as refusal:
        read_bytes(folder, "手册.epub", data)
    assert refusal.value.message.startswith("手册.epub ") and refusal.value.remedy
    return refusal.value


def test_chapters_in_reading_order_under_the_titles_of_the_navigation(tmp_path):
    document = read_bytes(tmp_path, "手册.epub", book())
    assert document.title == "员工手册"
    assert document.media_type == "application/epub+zip"
    assert kinds(document) == WRITTEN
    assert [(place.kind, place.name) for place in document.places] == [("part", "第一章 考勤"), ("part", "第二章 休假")]
    assert [document.text[place.start : place.end].split("\n")[-1] for place in document.places] == [
        "每天八小时。",
        "十年 | 10",
    ]
    assert document.tables and document.warnings == ()
    assert document.metadata["creator"] == "人力资源部"


def test_the_older_kind_of_navigation(tmp_path):
    document = read_bytes(tmp_path, "手册.epub", book(nav=None, content=OPF.replace(' properties="nav"', "").encode()))
    assert kinds(document) == WRITTEN


def test_without_any_navigation_a_part_is_called_by_its_file(tmp_path):
    document = read_bytes(tmp_path, "手册.epub", book(nav=b"<html/>", toc=b"<ncx/>"))
    assert [place.name for place in document.places] == ["OEBPS/text/ch1.xhtml", "OEBPS/text/ch 2.xhtml"]


def test_a_name_without_suffix_is_recognised_by_content(tmp_path):
    document = read_bytes(tmp_path, "手册.bin", book(mimetype=None))
    assert document.warnings == ("手册.bin is read as e-book, which is what it holds.",)


ENCRYPTION = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="{}"/><enc:CipherData><enc:CipherReference URI="OEBPS/x"/>
</enc:CipherData></enc:EncryptedData></encryption>"""


@pytest.mark.parametrize(
    ("encryption", "protected"),
    [
        (ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), True),
        ("<encryption", True),
        (ENCRYPTION.format("http://www.idpf.org/2008/embedding"), False),
        (ENCRYPTION.format("http://ns.adobe.com/pdf/enc#RC"), False),
    ],
)
def test_protected_books_are_refused_and_disguised_fonts_are_not(tmp_path, encryption, protected):
    data = zipped({**PARTS, "META-INF/encryption.xml": encryption.encode()})
    if protected:
        assert refused(tmp_path, data).code == "encrypted"
    else:
        assert kinds(read_bytes(tmp_path, "手册.epub", data)) == WRITTEN


def test_a_damaged_chapter_costs_only_itself(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, part in PARTS.items():
            archive.writestr(name, part)
    damaged = data.getvalue().replace("年假五天".encode(), "年假十天".encode(), 1)
    document = read_bytes(tmp_path, "手册.epub", damaged)
    assert kinds(document) == WRITTEN[:3]
    assert document.warnings == ("1 chapters are damaged and missing: OEBPS/text/ch 2.xhtml.",)
    assert refused(tmp_path, book(ch1=None, **{"ch 2": None})).code == "broken"


@pytest.mark.parametrize(
    "changes", [{"container": b"<x/>"}, {"container": b"no xml"}, {"content": None}, {"content": b"<x>"}]
)
def test_a_book_that_does_not_say_what_it_consists_of(tmp_path, changes):
    assert refused(tmp_path, book(**changes)).code == "broken"


def test_entities_that_swell_are_not_expanded(tmp_path):
    bomb = (
        b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + OPF.replace("员工手册", "&b;").encode()
    )
    assert refused(tmp_path, book(content=bomb)).code == "broken"


def test_a_book_of_pictures_is_empty_and_says_so(tmp_path):
    picture = b'<html><body><img src="a.jpg" alt="x"/></body></html>'
    assert refused(tmp_path, book(ch1=picture, **{"ch 2": picture})).code == "empty"


@settings(deadline=None)
@given(place=st.integers(0, 3000), junk=st.binary(min_size=1, max_size=40))
def test_mutated_books_end_in_text_or_a_refusal(tmp_path_factory, place, junk):
    whole = book()
    try:
        document = read_bytes(
            tmp_path_factory.mktemp("epub"), "a.epub", whole[:place] + junk + whole[place + len(junk) :]
        )
    except InputRejected as refusal:
        assert refusal.code in {"broken", "empty", "encrypted", "unsupported", "too_large"}
        return
    assert document.text
    assert all(0 <= part.start < part.end <= len(document.text) for part in document.places)
