import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.reading.decoding import decode, decode_names, is_text

RULES = "差旅费应在出差结束后15个工作日内提交报销申请。超过期限的，须附书面说明。\n" * 4
COMMON = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "gbk", "gb2312"]
)
def test_chinese_in_every_usual_encoding(encoding):
    assert decode(RULES.encode(encoding)).text == RULES


def test_utf16_with_either_mark():
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        assert decode(mark + "年假".encode(encoding)).text == "年假"


def test_gb2312_that_holds_more_than_gb2312():
    """Fault 48: pages declare GB2312 and hold characters of its supersets."""
    text = "朱镕基、㑇、龦、€" + RULES
    assert decode(text.encode("gb18030"), declared="gb2312").text == text
    assert decode(text.encode("gb18030")).text == text


def test_a_wrong_declaration_is_not_believed():
    assert decode(RULES.encode("utf-8"), declared="gb2312").text == RULES
    assert decode(RULES.encode("utf-8"), declared="no-such-encoding").text == RULES


def test_big5_and_western_text_are_not_read_as_gb():
    big5 = "員工請假應事先提出申請，並經主管核准。出差期間之住宿費用依實際支出報銷。" * 3
    assert decode(big5.encode("big5")).text == big5
    french = (
        "Le salarié doit déposer sa demande après accord écrit du responsable. Les frais engagés à l'étranger. " * 3
    )
    assert decode(french.encode("cp1252")).text == french


def test_one_damaged_byte_costs_one_character():
    data = RULES.encode("gb18030")
    decoded = decode(data[:40] + b"\xff" + data[40:])
    assert decoded.text.count("\ufffd") == 1
    assert decoded.text.replace("\ufffd", "") == RULES
    assert any("1 character" in warning for warning in decoded.warnings)


def test_nul_and_surrogates_are_removed_with_a_warning():
    """Fault 49: a database refuses NUL."""
    decoded = decode("报销\x00期限".encode() + b" " * 200)
    assert decoded.text.startswith("报销期限")
    assert "removed" in decoded.warnings[0]
    assert "\ud800" not in decode("甲\ud800乙".encode("utf-16-le", "surrogatepass"), declared="utf-16-le").text


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 16, b"\x7fELF\x02\x01\x01\x00" + bytes(500), b"\xff\xd8\xff\xe0\x00\x10JFIF" * 20]
)
def test_binary_is_not_text(data):
    assert not is_text(data)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16", "utf-16-le"])
def test_text_is_text(encoding):
    assert is_text(("第1章 Rules 总则\n" * 300).encode(encoding)[:4096])


@given(st.text(alphabet=COMMON + "，。1A\n", min_size=8, max_size=300))
def test_everyday_chinese_in_gb18030_comes_back(text):
    assert decode(text.encode("gb18030")).text == text


@given(st.text(max_size=200))
def test_utf8_comes_back_but_for_what_is_no_text(text):
    text = text.encode("utf-8", "ignore").decode()
    if not text.startswith("\ufeff"):
        assert decode(text.encode()).text == text.replace("\x00", "") or "\x00" in text


def test_japanese_mail_encoding_is_known_by_its_escapes():
    assert decode("就業規則".encode("iso2022_jp")).text == "就業規則"


@pytest.mark.parametrize(
    "name",
    ["base64", "hex", "rot13", "zlib", "idna", "punycode", "unicode_escape", "undefined", "\x00", "", " ", "x" * 999],
)
def test_what_is_no_encoding_is_not_believed(name):
    assert decode(RULES.encode(), declared=name).text == RULES
    assert decode(RULES.encode("gb18030"), declared=name).text == RULES


@pytest.mark.parametrize("declared", ["utf-16", "utf-16le", "utf-32", "ISO-8859-1", "us-ascii", "windows-1252", "UTF8"])
def test_a_declaration_that_fits_everything_says_nothing(declared):
    assert decode(RULES.encode(), declared=declared).text == RULES
    assert decode(RULES.encode("gb18030"), declared=declared).text == RULES


def test_utf16_without_mark_where_it_is_declared():
    text = "第１条\n年假五天"
    assert decode(text.encode("utf-16-le"), declared="utf-16").text == text


@pytest.mark.parametrize("label", ["x-gbk", "gb_2312-80", "windows-936", "cp936", '"GBK"', " gb2312 "])
def test_labels_of_old_mailers_and_browsers(label):
    assert decode("镕基".encode("gb18030"), declared=label).text == "镕基"


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        (["合同.pdf", "a.txt", "附件（一）.docx"], "gb18030"),
        (["合同.pdf", "résumé.txt"], "utf-8"),
        (["Übersicht.txt", "año.txt"], "cp437"),
        (["a.txt"], "ascii"),
    ],
)
def test_names_in_an_archive(names, encoding):
    assert decode_names([name.encode(encoding) for name in names]) == names
