"""The sample base holds what its questions promise, and nothing about the trap."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from docx import Document

from youju.caller import Caller
from youju.samples import QUESTIONS, SampleFile, SampleQuestion, sample_files

FILES = {file.name: file for file in sample_files()}
GENERATOR = Path(__file__).parents[2] / "tools" / "make_samples.py"


def pages_of(file: SampleFile) -> list[str]:
    """The text of each page, or all of it as one page, without any white space."""
    data = file.path.read_bytes()
    if file.name.endswith(".pdf"):
        with pypdfium2.PdfDocument(data) as pdf:
            texts = [page.get_textpage().get_text_bounded() for page in pdf]
    elif file.name.endswith(".docx"):
        document = Document(str(file.path))
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        texts = ["\n".join([p.text for p in document.paragraphs] + cells)]
    else:
        texts = [data.decode("gb18030" if file.name == "常见问题.txt" else "utf-8")]
    return [re.sub(r"\s+", "", text) for text in texts]


TEXTS = {name: pages_of(file) for name, file in FILES.items()}


def test_the_manifest_lists_every_file_and_the_base_is_small():
    on_disk = {path.name: path.stat().st_size for path in next(iter(FILES.values())).path.parent.iterdir()}
    assert set(FILES) == set(on_disk)
    assert 12 <= len(FILES) <= 15
    assert sum(on_disk.values()) < 3_000_000


@pytest.mark.parametrize("name", FILES)
def test_no_document_says_anything_about_the_invoice_title(name):
    text = "".join(TEXTS[name])
    assert not re.search(r"抬头|开票信息|税号|识别号|购买方|invoicetitle|taxnumber", text, re.IGNORECASE)


def test_invoices_are_discussed_at_length_so_that_the_trap_is_one():
    assert sum("".join(pages).count("发票") for pages in TEXTS.values()) > 30


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.text)
def test_every_answer_stands_in_its_sources_on_its_page(question: SampleQuestion):
    for name in question.sources:
        assert Caller("asker", question.roles).may_read(FILES[name].roles)
        for phrase in question.phrases:
            assert phrase.replace(" ", "") in "".join(TEXTS[name]), name
    if question.page is not None:
        page = TEXTS[question.sources[0]][question.page - 1]
        assert all(phrase.replace(" ", "") in page for phrase in question.phrases)


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.at], ids=lambda q: f"{q.text} {q.at}")
def test_a_dated_question_has_its_source_in_force(question: SampleQuestion):
    file = FILES[question.sources[0]]
    assert file.effective_from is not None and question.at is not None
    assert file.effective_from <= question.at
    assert file.effective_to is None or question.at < file.effective_to


def test_what_only_hr_may_read_is_refused_to_others():
    restricted = [q for q in QUESTIONS if q.roles]
    refused = {q.text for q in QUESTIONS if q.refused and not q.roles}
    assert restricted and all(q.text in refused for q in restricted)


def test_the_travel_deadline_is_one_and_the_same_everywhere():
    assert "差旅费应在出差结束后15个工作日内提交报销申请。" in TEXTS["员工手册.pdf"][10]
    assert "出差结束后15个工作日以内" in TEXTS["费用报销管理办法.docx"][0]
    assert "within15workingdaysaftertheendofthetrip" in "".join(TEXTS["travel-policy.pdf"])


def test_the_handbook_prints_its_physical_page_numbers():
    pages = TEXTS["员工手册.pdf"]
    assert len(pages) >= 20
    for number, page in enumerate(pages[1:], start=2):
        assert f"第{number}页共{len(pages)}页" in page


def test_the_handbook_sends_to_chapters_and_pages_that_exist():
    pages = TEXTS["员工手册.pdf"]
    for title, number in re.findall(r"(第[一二三四五六七八九十]+章[^\d]+?)(\d+)(?=第|附)", pages[1]):
        assert pages[int(number) - 1].startswith(title)


def test_the_policy_stands_in_two_columns_that_no_line_crosses():
    with pypdfium2.PdfDocument(FILES["travel-policy.pdf"].path.read_bytes()) as pdf:
        text = pdf[0].get_textpage()
        width = pdf[0].get_width()
        boxes = [text.get_rect(i) for i in range(text.count_rects())]
    body = [box for box in boxes if 70 < box[1] < 715]
    assert any(box[2] < width / 2 for box in body)
    assert any(box[0] > width / 2 for box in body)
    assert not [box for box in body if box[0] < width / 2 - 5 and box[2] > width / 2 + 5]


def font_present() -> bool:
    try:
        found = subprocess.run(["fc-list", "Droid Sans Fallback", "file"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return False
    return bool(found.stdout.strip())


@pytest.mark.skipif(not GENERATOR.is_file(), reason="the generator is not part of an installed package")
@pytest.mark.skipif(not font_present(), reason="needs the font Droid Sans Fallback")
def test_making_the_base_twice_gives_identical_bytes_and_the_text_that_ships():
    pytest.importorskip("reportlab", reason="needs reportlab")
    spec = importlib.util.spec_from_file_location("make_samples", GENERATOR)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_samples"] = module
    spec.loader.exec_module(module)
    first, second = module.make(), module.make()
    assert first == second
    assert set(first) < set(FILES)
