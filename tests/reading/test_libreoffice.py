"""What LibreOffice adds where it is installed, and what is said where it is not."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read, read_bytes
from tests.reading.office_files import p, word, workbook

from youju.errors import InputRejected
from youju.reading import libreoffice
from youju.reading.alignment import align
from youju.reading.office import OLE
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

RTF = rb"{\rtf1\ansi\ansicpg936 \b \'d7\'a1\'cb\'de\'b1\'ea\'d7\'bc\b0 \par 400 yuan\par}"


@pytest.fixture
def office(monkeypatch):
    """LibreOffice as it is installed here."""
    monkeypatch.setenv(libreoffice.VARIABLE, "on")
    if libreoffice.program() is None:
        pytest.skip("LibreOffice is not installed")


def test_without_it_the_way_out_is_told_and_no_page_is_claimed(tmp_path):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "旧.rtf", RTF)
    assert refusal.value.code == "unsupported"
    assert "Install LibreOffice, or save it as .docx" in refusal.value.line()
    assert read(word(tmp_path / "a.docx", p("正文"))).pages == ()


def test_old_formats_are_read(tmp_path, office):
    document = read_bytes(tmp_path, "旧.rtf", RTF)
    assert [text for _, text in kinds(document)] == ["住宿标准", "400 yuan"]
    assert document.media_type == "application/rtf"
    assert [page.estimated for page in document.pages] == [True]


def test_old_workbooks_are_read_with_and_without_it(tmp_path, office, monkeypatch):
    def fill(book):
        book.active.append(["城市", "折扣"])
        book.active.append(["北京", 0.15])
        book.active["B2"].number_format = "0%"

    path = workbook(tmp_path / "新.xlsx", fill)
    with libreoffice.converted(SourceFile(path, path.name), "xls", 60) as made:
        data = made.read_bytes()
    assert [text for _, text in kinds(read_bytes(tmp_path, "旧.xls", data))][1:] == ["城市 | 折扣", "北京 | 15%"]
    monkeypatch.setenv(libreoffice.VARIABLE, "off")
    plain = read_bytes(tmp_path, "旧.xls", data)
    assert [text for _, text in kinds(plain)][1:] == ["城市 | 折扣", "北京 | 0.15"]
    assert "Percent signs" in plain.warnings[0]
    assert [(place.first, place.last) for place in plain.places] == [(1, 1), (2, 2)]


def test_word_files_get_the_pages_that_it_prints(tmp_path, office):
    document = docx.Document()
    for number in range(1, 4):
        document.add_heading(f"第{number}章 标题", 1)
        for line in range(8):
            document.add_paragraph(f"第{number}章第{line}段：出差住宿标准按照城市类别执行，编号{number * 37 + line}。")
        if number < 3:
            document.add_page_break()
    document.sections[0].footer.paragraphs[0].text = "内部资料"
    document.save(str(tmp_path / "a.docx"))
    found = read(tmp_path / "a.docx")
    assert [page.number for page in found.pages] == [1, 2, 3]
    assert all(page.estimated and page.width > 500 for page in found.pages)
    for number, page in enumerate(found.pages, start=1):
        text = found.text[page.start : page.end].strip()
        assert text.startswith(f"第{number}章 标题")
        assert text.endswith(f"编号{number * 37 + 7}。")


def test_a_file_that_it_cannot_open_is_refused(tmp_path, office):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "旧.doc", OLE + bytes(500) + "WordDocument\0".encode("utf-16-le"))
    assert refusal.value.code == "broken"
    assert "LibreOffice" in refusal.value.message


def script(folder: Path, text: str) -> Path:
    """A program that takes LibreOffice's place."""
    path = folder / "soffice"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(0o755)
    return folder


STUCK = """
import os, pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path(os.environ["MARKS"]).write_text(f"{os.getpid()} {child.pid}")
time.sleep(60)
"""


def alive(pid: str) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def wait_until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes by /proc")
def test_the_time_limit_ends_it_and_its_children(tmp_path, monkeypatch):
    """Pages that do not come are a warning: the text is there all the same."""
    marks = tmp_path / "marks"
    monkeypatch.setenv("PATH", str(script(tmp_path, STUCK)))
    monkeypatch.setenv("MARKS", str(marks))
    monkeypatch.setenv(libreoffice.VARIABLE, "on")
    path = word(tmp_path / "a.docx", p("正文"))
    document = read(path, max_seconds=2)
    assert document.text == "正文"
    assert document.pages == ()
    assert document.warnings == ("Its pages are not known: LibreOffice takes longer than 0.666667 seconds.",)
    wait_until(lambda: not any(alive(pid) for pid in marks.read_text().split()))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes by /proc")
async def test_it_ends_with_the_process_that_reads(tmp_path, monkeypatch):
    marks, tmp = tmp_path / "marks", tmp_path / "tmp"
    tmp.mkdir()
    monkeypatch.setenv("PATH", f"{script(tmp_path, STUCK)}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("MARKS", str(marks))
    monkeypatch.setenv("TMPDIR", str(tmp))
    monkeypatch.setenv(libreoffice.VARIABLE, "on")
    path = word(tmp_path / "a.docx", p("正文"))
    async with ReadingPool() as pool:
        reading = asyncio.create_task(pool.read(SourceFile(path, "a.docx"), Limits()))
        await asyncio.to_thread(wait_until, lambda: marks.exists() and " " in marks.read_text())
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await asyncio.to_thread(wait_until, lambda: not any(alive(pid) for pid in marks.read_text().split()))
        await asyncio.to_thread(wait_until, lambda: not list(tmp.iterdir()))


def test_nothing_is_fetched(tmp_path, office):
    asked = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_GET  # noqa: N815 (the name that the library looks for)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        html = (
            f'<html><body><img src="{address}/a.png"><p>正文</p><iframe src="{address}/b.html"></iframe></body></html>'
        )
        path = tmp_path / "a.html"
        path.write_text(html, encoding="utf-8")
        with libreoffice.converted(SourceFile(path, "a.html"), "pdf", 60):
            pass
        field = p(
            f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDEPICTURE "{address}/c.png" \\d'
            '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
        assert read(word(tmp_path / "a.docx", p("正文") + field)).pages
    finally:
        server.shutdown()
        server.server_close()
    assert asked == []


def test_the_fingerprint_says_whether_it_is_there(tmp_path):
    code = (
        "from youju.reading.readers import READERS; print([r.version for r in READERS if r.name == 'Word document'][0])"
    )
    soffice = script(tmp_path, "")

    def version(**environment):
        run = [sys.executable, "-c", code]
        return subprocess.check_output(run, env={**os.environ, **environment}, text=True).strip()

    there = version(PATH=str(soffice), YOUJU_LIBREOFFICE="on")
    assert there == version(YOUJU_LIBREOFFICE="off") + "+LibreOffice"


# Finding the text of pages again


def spans(text, pages):
    return [text[start:end].strip() for start, end in align(text, pages)]


def test_text_that_is_not_found_has_no_page():
    one, two, three = ("".join(chr(0x4E00 + seed * 500 + n) for n in range(100)) for seed in range(3))
    text = f"{one}。\n\n{two}。\n\n{three}。"
    assert spans(text, [f"页眉 {one}。 1", f"页眉 {two}。 2", f"页眉 {three}。 3"]) == [
        f"{one}。",
        f"{two}。",
        f"{three}。",
    ]
    assert spans(text, [one, "图", three])[1] == ""
    assert spans(text, [one + "另一种写法" * 20, three]) == [one, f"{three}。"]
    assert spans(text, ["毫不相干的文字" * 10]) == [""]
    assert spans("", [""]) == [""]


WORDS = st.lists(st.text("甲乙丙丁戊己庚辛壬癸子丑寅卯 。，", min_size=1, max_size=30), min_size=1, max_size=20)


@settings(max_examples=200, deadline=None)
@given(WORDS, st.lists(st.integers(0, 400), max_size=5), st.text("页眉0123456789", max_size=4))
def test_a_page_never_claims_what_stands_on_another(lines, cuts, furniture):
    """Pages cut anywhere, with something printed around: each letter is claimed by its own page or by none, wherever
    the text does not repeat itself."""
    text = "\n".join(f"{line}{number * 7919}" for number, line in enumerate(lines))
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    parts = list(pairwise(places))
    found = align(text, [f"{furniture} {text[start:end]} {furniture}" for start, end in parts])
    last = 0
    for (start, end), (low, high) in zip(found, parts, strict=True):
        assert last <= start <= end
        last = end
        inside = [at for at in range(start, end) if text[at].isalnum()]
        wrong = [at for at in inside if not low <= at < high]
        assert len(wrong) <= 4, "a few letters at a cut may fit on either side"
