import os
import threading

import pytest
from tests.reading.made_files import lines, pdf, read, zipped

from youju.errors import InputRejected
from youju.reading.readers import READERS

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("空.md", b"", "empty"),
        ("白.txt", b" \n\n\t", "empty"),
        ("注释.md", b"<!-- nothing -->", "empty"),
        ("程序.txt", bytes(range(256)) * 8, "not_text"),
        ("图.md", b"\x89PNG\r\n\x1a\n" + bytes(200), "broken"),
        ("网页.html", bytes(range(256)) * 8, "not_text"),
        ("假.pdf", "这是文本".encode(), "broken"),
        ("假.docx", "这是文本".encode(), "broken"),
        ("别的.docx", zipped({"xl/workbook.xml": b"<x/>"}), "broken"),
        ("旧.doc", OLE, "broken"),
        ("旧的.doc", OLE + "WordDocument\0".encode("utf-16-le"), "unsupported"),
        ("旧.xls", OLE + "Workbook\0".encode("utf-16-le"), "broken"),
        ("密.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        ("富文本.txt", rb"{\rtf1\ansi text}", "unsupported"),
        ("表.xlsx", zipped({"xl/workbook.xml": b"<x/>"}), "broken"),
        ("脚本.py", b"print(1)", "unsupported"),
    ],
)
def test_each_refusal_names_file_reason_and_way_out(tmp_path, name, data, code):
    path = tmp_path / "stored-under-another-name"
    path.write_bytes(data)
    with pytest.raises(InputRejected) as refusal:
        read(path, name)
    assert refusal.value.code == code
    assert refusal.value.message.startswith(f"{name} ")
    assert refusal.value.message.endswith(".")
    assert refusal.value.remedy
    assert "\n" not in refusal.value.line()
    assert str(tmp_path) not in refusal.value.line()


def test_content_decides_and_a_wrong_suffix_is_told(tmp_path):
    document = read(pdf(tmp_path / "手册.docx", [lambda c: lines(c, ["员工手册正文"])]))
    assert document.text == "员工手册正文"
    assert document.media_type == "application/pdf"
    assert document.warnings == ("手册.docx is read as PDF, which is what it holds.",)
    (tmp_path / "页.txt").write_text("<!DOCTYPE html><p>甲</p>", encoding="utf-8")
    assert read(tmp_path / "页.txt").text == "甲"


def test_a_file_without_suffix_is_text(tmp_path):
    (tmp_path / "README").write_text("说明", encoding="utf-8")
    assert read(tmp_path / "README").warnings == ()


def test_size_is_checked_before_reading(tmp_path):
    path = tmp_path / "大.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a gigabyte that takes no room
    with pytest.raises(InputRejected) as refusal:
        read(path)
    assert refusal.value.code == "too_large"
    assert "1024.0 MB" in refusal.value.message


def test_what_cannot_be_opened(tmp_path):
    os.mkfifo(tmp_path / "fifo.txt")
    for path in (tmp_path / "无.txt", tmp_path, tmp_path / "fifo.txt"):
        with pytest.raises(InputRejected) as refusal:
            read(path)
        assert refusal.value.code == "unreadable"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "锁.txt"
    path.write_text("甲", encoding="utf-8")
    path.chmod(0)
    with pytest.raises(InputRejected) as refusal:
        read(path)
    assert refusal.value.code == "unreadable"


def test_the_fingerprint_names_reader_and_version(tmp_path):
    (tmp_path / "a.md").write_text("# 甲\n\n乙", encoding="utf-8")
    assert read(tmp_path / "a.md").metadata["reader"] in {f"{reader.name}/{reader.version}" for reader in READERS}


def test_reading_starts_no_thread(tmp_path):
    (tmp_path / "a.md").write_text("甲", encoding="utf-8")
    before = threading.active_count()
    read(tmp_path / "a.md")
    assert threading.active_count() == before
