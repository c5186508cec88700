import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.reading.decoding import decode, is_text

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
