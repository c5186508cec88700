"""Importing through its public door: what comes in, what does not, and what stays when something fails."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from youju.caller import OWNER, Caller
from youju.errors import NotFound
from youju.knowledge.importing import Wish

GUEST = Caller("guest")
HR = Caller("hr person", frozenset({"hr"}))


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


async def test_a_replaced_document_shows_only_its_new_text(library, tmp_path):
    """Fault 58: old and new fact side by side; fault 54: the old one still cited."""
    rule = write(tmp_path, "报销.md", "# 报销\n\n差旅费应在15个工作日内报销。\n")
    (first,) = await library.add(rule)
    assert first.outcome == "added"
    write(tmp_path, "报销.md", "# 报销\n\n差旅费应在10个工作日内报销。\n")
    (second,) = await library.add(rule)
    assert (second.outcome, second.document_id) == ("updated", first.document_id)
    (text,) = await library.shown("差旅费报销")
    assert "10个工作日" in text
    assert "15个工作日" not in text


async def test_the_same_bytes_again_change_nothing(library, tmp_path):
    rule = write(tmp_path, "a.md", "一条规定。\n")
    await library.add(rule)
    before = await library.ledger.change_counter()
    (again,) = await library.add(rule)
    assert again.outcome == "unchanged"
    assert await library.ledger.change_counter() == before


async def test_going_back_to_earlier_bytes_makes_that_version_live_again(library, tmp_path):
    rule = write(tmp_path, "a.md", "第一版。\n")
    await library.add(rule)
    write(tmp_path, "a.md", "第二版。\n")
    await library.add(rule)
    write(tmp_path, "a.md", "第一版。\n")
    (back,) = await library.add(rule)
    history = await library.ledger.history(back.document_id, OWNER)
    assert back.outcome == "restored"
    assert [(version.number, version.live) for version in history] == [(2, False), (1, True)]
    assert await library.shown("第一版") == ["第一版。"]
    assert await library.shown("第二版") == []


async def test_a_failed_replacement_keeps_the_old_version_and_says_so(library, tmp_path):
    """Fault 56: old text removed, new text broken, nothing left."""
    rule = write(tmp_path, "规定.txt", "迟到三次以上的，书面警告。\n")
    await library.add(rule)
    rule.write_bytes(b"%PDF-1.7\nbroken")
    (failed,) = await library.add(rule)
    assert failed.outcome == "failed"
    assert "规定.txt" in failed.message
    assert "stays in use" in failed.message
    assert await library.shown("迟到") == ["迟到三次以上的，书面警告。"]


async def test_one_bad_file_does_not_stop_the_others(library, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    write(folder, "a.md", "好文件甲。\n")
    write(folder, "b.md", "")
    (folder / "c.txt").write_bytes(bytes(range(256)) * 20)
    write(folder, "d.md", "好文件乙。\n")
    (folder / "e.txt").write_bytes(b"x" * (1024 * 1024 + 1))
    (folder / "loop").symlink_to(folder)
    items = await library.add(folder, tmp_path / "missing.md")
    told = {item.name: (item.outcome, item.code) for item in items}
    assert told == {
        "a.md": ("added", None),
        "b.md": ("failed", "empty"),
        "c.txt": ("failed", "not_text"),
        "d.md": ("added", None),
        "e.txt": ("failed", "too_large"),
        "loop": ("failed", "loop"),
        "missing.md": ("failed", "missing"),
    }
    assert all(item.name in item.message and "\n" not in item.message for item in items)
    assert not any(str(tmp_path) in item.message for item in items)
    assert {document.source for document in await library.ledger.documents(OWNER)} == {"a.md", "d.md"}


async def test_a_copy_under_another_name_is_told_and_not_added_twice(library, tmp_path):
    items = await library.add(write(tmp_path, "a.md", "同样的内容。\n"), write(tmp_path, "b.txt", "同样的内容。\n"))
    assert [item.outcome for item in items] == ["added", "joined"]
    assert items[0].document_id == items[1].document_id
    assert "a.md" in items[1].message
    assert len(list((library.home / "files").iterdir())) == 1, "the copy of what did not come in is kept"


async def test_a_duplicate_of_a_hidden_document_says_nothing_about_it(library, tmp_path):
    await library.add(write(tmp_path, "机密.md", "同样的内容。\n"), wish=Wish(roles=frozenset({"hr"})))
    (item,) = await library.add(write(tmp_path, "b.md", "同样的内容。\n"), caller=GUEST)
    assert item.outcome == "added"
    assert "机密" not in item.message


async def test_importing_again_without_roles_keeps_a_document_closed(library, tmp_path):
    rule = write(tmp_path, "薪酬.md", "P6 的年薪范围是保密的。\n")
    await library.add(rule, wish=Wish(roles=frozenset({"hr"}), category="薪酬", effective_from=date(2025, 1, 1)))
    write(tmp_path, "薪酬.md", "P6 的年薪范围仍是保密的。\n")
    (item,) = await library.add(rule)
    document = await library.ledger.document(item.document_id, OWNER)
    assert (document.roles, document.category) == (frozenset({"hr"}), "薪酬")
    assert document.effective_from == date(2025, 1, 1)
    assert await library.shown("年薪范围", GUEST) == []
    assert len(await library.shown("年薪范围", HR)) == 1


async def test_a_change_of_roles_needs_no_reading_and_counts_at_once(library, tmp_path):
    rule = write(tmp_path, "薪酬.md", "P6 的年薪范围是保密的。\n")
    await library.add(rule)
    assert len(await library.shown("年薪范围", GUEST)) == 1
    (item,) = await library.add(rule, wish=Wish(roles=frozenset({"hr"})))
    assert item.outcome == "moved"
    assert await library.shown("年薪范围", GUEST) == []


async def test_removal_is_total(library, tmp_path):
    """Fault 54: a deleted file is still cited."""
    rule = write(tmp_path, "a.md", "独一无二的规定。\n")
    (item,) = await library.add(rule)
    assert len(list((library.home / "files").iterdir())) == 1
    await library.importer.remove(item.document_id)
    assert await library.shown("独一无二") == []
    assert library.index.versions() == set()
    assert list((library.home / "files").iterdir()) == []
    with pytest.raises(NotFound):
        await library.ledger.document(item.document_id, OWNER)
    (again,) = await library.add(rule)
    assert (again.outcome, again.document_id) == ("added", item.document_id)


async def test_unknown_and_forbidden_documents_are_the_same(library, tmp_path):
    (item,) = await library.add(write(tmp_path, "a.md", "机密。\n"), wish=Wish(roles=frozenset({"hr"})))
    errors = []
    for wanted in (item.document_id, "a.md", "no-such-document"):
        with pytest.raises(NotFound) as caught:
            await library.ledger.document(wanted, GUEST)
        errors.append((caught.value.code, caught.value.message.replace(wanted, "…")))
    assert len(set(errors)) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
async def test_a_file_without_permission_is_named(library, tmp_path):
    rule = write(tmp_path, "a.md", "看不到。\n")
    rule.chmod(0)
    (item,) = await library.add(rule)
    assert (item.outcome, item.code) == ("failed", "unreadable")


async def test_a_scan_is_listed_as_not_searchable_and_never_ready(library, tmp_path):
    """Fault 43: a scan is “ready” with no passage."""
    scan = tmp_path / "扫描.pdf"
    scan.write_bytes(_picture_only_pdf())
    (item,) = await library.add(scan)
    assert (item.outcome, item.code) == ("needs_ocr", "needs_ocr")
    assert "OCR" in item.message
    (document,) = await library.ledger.documents(OWNER)
    assert (document.state, document.passages, document.pages) == ("needs_ocr", 0, 1)


def _picture_only_pdf() -> bytes:
    from io import BytesIO

    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (600, 800), "white").save(file, "PDF")
    return file.getvalue()
