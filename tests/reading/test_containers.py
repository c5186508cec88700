import bz2
import gzip
import io
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import zipped

from youju.errors import InputRejected
from youju.reading import containers
from youju.reading.containers import Member, holds_files, unpack
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool


def opened(folder, data, name="资料.zip", password=None, **limits):
    """What comes out: contents by name, and the refusals."""
    path = folder / "stored-under-another-name"
    path.write_bytes(data)
    out = folder / "out"
    out.mkdir(exist_ok=True)
    unpacked = unpack(SourceFile(path, name, password), out, Limits(**limits))
    members = [one for one in unpacked.members if isinstance(one, Member)]
    assert sorted(out.iterdir()) == sorted(member.path for member in members)
    files = {member.name: member.path.read_bytes() for member in members}
    assert len(files) == len(members)
    return files, [one for one in unpacked.members if isinstance(one, InputRejected)]


def refused(folder, data, name="资料.zip", password=None, **limits):
    with pytest.raises(InputRejected) as refusal:
        opened(folder, data, name, password, **limits)
    assert list((folder / "out").iterdir()) == []
    assert refusal.value.message.startswith(f"{name} ") and refusal.value.message.endswith(".")
    assert refusal.value.remedy
    assert str(folder) not in refusal.value.line()
    return refusal.value


def entries(*written, method=zipfile.ZIP_DEFLATED):
    """A zip of (name or ZipInfo, bytes), in this order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in written:
            archive.writestr(name, data)
    return out.getvalue()


def named_raw(name: bytes, data: bytes = b"x", extra: bytes = b"") -> bytes:
    """A zip with one entry whose name is these bytes, not marked as UTF-8."""
    stand_in = "n" * len(name)
    info = zipfile.ZipInfo(stand_in)
    info.extra = extra
    return entries((info, data)).replace(stand_in.encode(), name)


def test_files_in_their_order_under_their_paths(tmp_path):
    files, problems = opened(tmp_path, entries(("乙/价目.csv", b"a,b"), ("甲.txt", b"text"), ("空/", b"")))
    assert list(files.items()) == [("乙/价目.csv", b"a,b"), ("甲.txt", b"text")]
    assert problems == []


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("合同/附件一.pdf".encode("gb18030"), "合同/附件一.pdf"),
        ("合同/附件一.pdf".encode(), "合同/附件一.pdf"),
        ("Übersicht é.txt".encode("cp437"), "Übersicht é.txt"),
        ("合同\\附件.pdf".encode("gb18030"), "合同/附件.pdf"),
        (b"a\x00b\x1b\x7f.txt", "ab.txt"),
        ("发票\u202efdp.exe".encode(), "发票fdp.exe"),
    ],
)
def test_names_in_any_code_page(tmp_path, raw, name):
    assert list(opened(tmp_path, named_raw(raw))[0]) == [name]


def test_a_name_in_the_unicode_field_wins(tmp_path):
    field = struct.pack("<BL", 1, zlib.crc32(b"????.txt")) + "报价.txt".encode()
    data = named_raw(b"????.txt", extra=struct.pack("<HH", 0x7075, len(field)) + field)
    assert list(opened(tmp_path, data)[0]) == ["报价.txt"]


@pytest.mark.parametrize("name", ["../外.txt", "a/../../外.txt", "/etc/外.txt", "C:\\外.txt", "..\\外.txt", "C:外.txt"])
def test_names_that_lead_out_are_refused_and_the_rest_goes_on(tmp_path, name):
    files, problems = opened(tmp_path, entries((name, b"x"), ("好.txt", b"y")))
    assert files == {"好.txt": b"y"}
    assert [problem.code for problem in problems] == ["unsafe_name"]
    assert {path.name for path in tmp_path.iterdir()} == {"out", "stored-under-another-name"}


@settings(deadline=None)
@given(names=st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=6))
def test_no_name_makes_a_file_outside_or_takes_another_ones_place(tmp_path_factory, names):
    folder = tmp_path_factory.mktemp("zip")
    written = [(name.replace("\x00", ""), str(place).encode()) for place, name in enumerate(names)]
    written = [(name, data) for name, data in written if name.encode("utf-8", "replace").decode() == name and name]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in written:
            if name not in archive.namelist():
                archive.writestr(name, content)
    try:
        files, _ = opened(folder, data.getvalue())
    except InputRejected as refusal:
        assert refusal.code == "empty"
        return
    assert {path.name for path in folder.iterdir()} == {"out", "stored-under-another-name"}
    for name in files:
        assert name and not name.startswith("/") and ".." not in name.split("/")
        name.encode("utf-8")


def test_device_names_are_only_names(tmp_path):
    assert list(opened(tmp_path, entries(("CON.txt", b"x"), ("aux/nul", b"y")))[0]) == ["CON.txt", "aux/nul"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_two_files(tmp_path):
    data = entries(("a/甲.txt", b"1"), ("a/甲.txt", b"2"), ("a//甲.txt", b"3"), ("无", b"4"), ("无", b"5"))
    assert opened(tmp_path, data)[0] == {
        "a/甲.txt": b"1",
        "a/甲 (2).txt": b"2",
        "a/甲 (3).txt": b"3",
        "无": b"4",
        "无 (2)": b"5",
    }


def test_links_are_refused(tmp_path):
    link = zipfile.ZipInfo("链接")
    link.external_attr = 0o120777 << 16
    files, problems = opened(tmp_path, entries((link, b"/etc/passwd"), ("好.txt", b"y")))
    assert list(files) == ["好.txt"]
    assert problems[0].message == "链接: is a link or a device, no file."


def test_what_systems_leave_behind_is_no_file(tmp_path):
    junk = ["__MACOSX/._甲.txt", ".DS_Store", "a/.git/config", "Thumbs.db", "a/desktop.ini"]
    assert list(opened(tmp_path, entries(*[(name, b"x") for name in junk], ("甲.txt", b"y")))[0]) == ["甲.txt"]


def test_an_archive_of_junk_alone_is_empty(tmp_path):
    assert refused(tmp_path, entries((".DS_Store", b"x"))).code == "empty"


def test_a_damaged_member_costs_only_itself(tmp_path):
    data = bytearray(entries(("一.txt", b"1" * 50), ("二.txt", b"2" * 50), ("三.txt", b"3" * 50), method=0))
    data[data.index(b"2222") + 7] ^= 0xFF
    files, problems = opened(tmp_path, bytes(data))
    assert list(files) == ["一.txt", "三.txt"]
    assert [(problem.code, problem.message) for problem in problems] == [("broken", "二.txt: is damaged.")]


def test_a_way_of_packing_that_nobody_knows(tmp_path):
    data = entries(("一.txt", b"1" * 50), ("二.txt", b"2"), method=0)
    data = data.replace(struct.pack("<H", 0) + data[10:14], struct.pack("<H", 97) + data[10:14])
    files, problems = opened(tmp_path, data)
    assert files == {}
    assert {problem.code for problem in problems} == {"unsupported"}


def encrypted(tmp_path, password: str) -> bytes:
    """Made by Info-ZIP, since Python's zipfile cannot encrypt."""
    (tmp_path / "密.txt").write_text("机密", encoding="utf-8")
    command = ["zip", "-q", "-P", password, "密.zip", "密.txt"]
    try:
        subprocess.run(command, cwd=tmp_path, check=True, timeout=20)
    except FileNotFoundError:
        pytest.skip("zip is not installed")
    data = (tmp_path / "密.zip").read_bytes()
    for name in ("密.zip", "密.txt"):
        (tmp_path / name).unlink()
    return data


def test_a_password_opens_and_only_the_right_one(tmp_path):
    data = encrypted(tmp_path, "口令1")
    assert refused(tmp_path, data).code == "encrypted"
    assert opened(tmp_path, data, password="口令1")[0] == {"密.txt": "机密".encode()}
    files, problems = opened(tmp_path, data, password="错")
    assert files == {}
    assert problems[0].code == "encrypted"
    assert "错" not in problems[0].line()


def test_archives_in_archives_are_opened(tmp_path):
    inner = entries(("价目.csv", b"a,b"))
    data = entries(("内.zip", inner), ("坏.zip", b"PK\x03\x04 no"), ("空.zip", entries()), ("末.txt", b"z"))
    files, problems = opened(tmp_path, data)
    assert files == {"内.zip/价目.csv": b"a,b", "末.txt": b"z"}
    assert [(problem.message.partition(":")[0], problem.code) for problem in problems] == [
        ("坏.zip", "broken"),
        ("空.zip", "empty"),
    ]


def test_only_three_deep(tmp_path):
    data = entries(("底.txt", b"x"))
    for _ in range(2):
        data = entries(("层.zip", data))
    assert list(opened(tmp_path, data)[0]) == ["层.zip/层.zip/底.txt"]
    files, problems = opened(tmp_path, entries(("层.zip", data), ("旁.txt", b"y")))
    assert list(files) == ["旁.txt"]
    assert problems[0].message == "层.zip/层.zip/层.zip: is packed more than 3 deep."


def test_documents_in_a_zips_clothes_are_no_archives(tmp_path):
    for name, parts in {
        "a.docx": {"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"},
        "b": {"[Content_Types].xml": b"<x/>"},
        "c": {"mimetype": b"application/epub+zip"},
        "d.xlsx": {"xl/workbook.xml": b"<x/>"},
    }.items():
        data = zipped(parts)
        (tmp_path / name).write_bytes(data)
        assert not holds_files(SourceFile(tmp_path / name, name), data[:4096]), name
    files, _ = opened(tmp_path, entries(("制度.docx", zipped({"[Content_Types].xml": b"<x/>"}))))
    assert list(files) == ["制度.docx"]


def test_content_decides_whether_files_are_inside(tmp_path):
    data = entries(("甲.txt", b"x"))
    (tmp_path / "a").write_bytes(data)
    assert holds_files(SourceFile(tmp_path / "a", "资料"), data[:4096])
    (tmp_path / "b").write_bytes(b"text")
    assert not holds_files(SourceFile(tmp_path / "b", "假.zip"), b"text")


# Bombs


def test_what_unpacks_to_too_much_is_refused_whole(tmp_path):
    data = entries(*[(f"{number}.txt", bytes(200_000)) for number in range(30)], ("甲.txt", b"x"))
    error = refused(tmp_path, data, max_bytes=1_000_000)
    assert error.code == "too_large"
    assert "unpacks to more than 4 MB" in error.message


def test_a_large_member_is_refused_alone(tmp_path):
    files, problems = opened(tmp_path, entries(("大.txt", bytes(200_000)), ("小.txt", b"x")), max_bytes=100_000)
    assert list(files) == ["小.txt"]
    assert (problems[0].code, problems[0].message[:6]) == ("too_large", "大.txt:")


def test_too_many_members(tmp_path, monkeypatch):
    monkeypatch.setattr(containers, "MOST_MEMBERS", 5)
    inner = entries(*[(f"{number}.txt", b"x") for number in range(3)])
    assert refused(tmp_path, entries(("一.zip", inner), ("二.zip", inner))).code == "too_large"


def test_nothing_is_meant_to_be_read_that_packs_so_well(tmp_path, monkeypatch):
    monkeypatch.setattr(containers, "RATIO_FROM", 1 << 20)
    assert "200 times" in refused(tmp_path, entries(("零.txt", bytes(5 << 20)))).message
    nested = entries(("内.zip", entries(("零.txt", bytes(5 << 20)))))
    assert "200 times" in refused(tmp_path, nested).message


def test_entries_that_share_their_bytes(tmp_path):
    """As in the zip bombs of D. Fifield (2019): the directory names the same packed bytes again and again."""
    data = entries(("甲.txt", b"x" * 500), ("乙.txt", b"y"))
    start = data.index(b"PK\x01\x02")
    first = data[start : data.index(b"PK\x01\x02", start + 4)]
    end = bytearray(data[data.index(b"PK\x05\x06") :])
    struct.pack_into("<HHL", end, 8, 2, 2, 2 * len(first))
    assert "overlap" in refused(tmp_path, data[:start] + first * 2 + bytes(end)).message


def test_a_directory_that_would_fill_the_memory_is_not_opened(tmp_path):
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 65535, 65535, 500_000_000, 0, 0)
    assert refused(tmp_path, b"PK\x03\x04" + bytes(100) + end).code == "too_large"


# Others


def tarred(*written, mode="w:gz"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in written:
            info = tarfile.TarInfo(name)
            if data is None:
                info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
                archive.addfile(info)
            else:
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_archives(tmp_path, mode):
    data = tarred(("合同/甲.txt", b"x"), ("链", None), ("../外", b"y"), mode=mode)
    files, problems = opened(tmp_path, data, "资料.tar.gz")
    assert files == {"合同/甲.txt": b"x"}
    assert [problem.code for problem in problems] == ["unsafe_name", "unsafe_name"]


def test_a_tar_that_breaks_off_gives_what_it_has(tmp_path):
    data = tarred(("a.txt", b"x" * 2000), ("b.txt", bytes(range(256)) * 40), ("c.txt", b"z"), mode="w")
    files, problems = opened(tmp_path, data[:6000], "资料.tar")
    assert list(files) == ["a.txt"]
    assert {problem.code for problem in problems} == {"broken"}
    damaged = data[:2560] + b"\xff" * 512 + data[3072:]
    files, problems = opened(tmp_path, damaged, "资料.tar")
    assert list(files) == ["a.txt"]
    assert problems[0].message == "(the rest): is missing, since the archive is damaged there."


def test_a_tar_header_that_claims_the_memory(tmp_path):
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 4 << 30
    error = refused(tmp_path, gzip.compress(info.tobuf() + bytes(1 << 20)), "资料.tar.gz")
    assert error.code in {"broken", "unsupported"}


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), "7-Zip"),
        (b"Rar!\x1a\x07\x00" + bytes(50), "RAR"),
        (gzip.compress(b"a log, no archive", mtime=0), "gzip"),
        (bz2.compress(b"a log, no archive"), "bzip2"),
    ],
    ids=["7z", "rar", "gzip", "bzip2"],
)
def test_archives_that_are_not_opened_say_what_to_do(tmp_path, data, word):
    error = refused(tmp_path, data)
    assert error.code == "unsupported"
    assert word in error.message and "Unpack it yourself" in error.remedy
    (tmp_path / "x").write_bytes(data)
    assert holds_files(SourceFile(tmp_path / "x", "资料.7z"), data[:4096])


def mail(**files):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.com", "询价"
    message.set_content("见附件。")
    for name, data in files.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=f"{name}.zip")
    return message.as_bytes()


def test_a_mail_is_a_document_and_holds_files(tmp_path):
    data = mail(价目=entries(("价.csv", b"a,b")))
    (tmp_path / "m").write_bytes(data)
    source = SourceFile(tmp_path / "m", "询价.eml")
    assert holds_files(source, data[:4096])
    (tmp_path / "o").mkdir()
    unpacked = unpack(source, tmp_path / "o", Limits())
    assert unpacked.is_document
    assert [one.name for one in unpacked.members if isinstance(one, Member)] == ["价目.zip/价.csv"]
    files, _ = opened(tmp_path, entries(("信/询价.eml", data)))
    assert list(files) == ["信/询价.eml", "信/询价.eml/价目.zip/价.csv"]


def test_a_mail_without_files_holds_none(tmp_path):
    data = mail()
    (tmp_path / "m").write_bytes(data)
    assert not holds_files(SourceFile(tmp_path / "m", "询价.eml"), data[:4096])


async def test_in_a_process_of_its_own(tmp_path):
    (tmp_path / "a").write_bytes(entries(("../外", b"x"), ("甲.txt", b"y")))
    (tmp_path / "o").mkdir()
    async with ReadingPool() as pool:
        unpacked = await pool.unpack(SourceFile(tmp_path / "a", "资料.zip"), tmp_path / "o", Limits())
    refusal, member = unpacked.members
    assert isinstance(refusal, InputRejected) and refusal.code == "unsafe_name" and refusal.remedy
    assert isinstance(member, Member) and member.path.read_bytes() == b"y"


@settings(deadline=None)
@given(data=st.binary(max_size=300), place=st.integers(0, 200))
def test_mutated_archives_end_in_files_or_refusals(tmp_path_factory, data, place):
    folder = tmp_path_factory.mktemp("fuzz")
    whole = entries(("甲.txt", b"x" * 40), ("内.zip", entries(("乙.txt", b"y"))))
    mutated = whole[:place] + data + whole[place + len(data) :]
    try:
        opened(folder, b"PK\x03\x04" + mutated[4:])
    except InputRejected as refusal:
        assert refusal.code in {"broken", "empty", "too_large", "encrypted"}


def test_opening_needs_no_heavy_library():
    code = "import sys, youju.reading.containers; print([n for n in ('numpy', 'docx', 'pydantic') if n in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert out.stdout.strip() == "[]"
