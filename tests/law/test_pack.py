"""The statute pack: what it says is kept, and what it does not say is not invented."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from youju.errors import PartUnavailable
from youju.law.documents import LawDocument, law_documents
from youju.law.pack import pack_file, read_pack

LAWS = [
    ("a1", "中华人民共和国甲法", "2010-05-01", "2000-01-01", "现行有效"),
    ("b1", "中华人民共和国乙法", "2001-05-01", "2002-01-01", "历史版本"),
    ("b2", "中华人民共和国乙法", "2020-05-01", "2021-01-01", "现行有效"),
    ("c1", "中华人民共和国丙法", "2005-05-01", "2005-06-01", "已废止"),
    ("d1", "中华人民共和国丁法典", "2022-03-01", "2022-09-01", "现行有效"),
    ("e1", "中华人民共和国戊法", "2019-03-01", "1999-01-01", "已被修改"),
    ("f1", "中华人民共和国戊法修正案", "2021-03-01", "2021-03-01", "现行有效"),
    ("g1", "关于甲法第一条的解释", "2011-03-01", "2011-03-01", "现行有效"),
    ("h1", "中华人民共和国己法", "1999-03-01", "1999-03-01", "已废止"),
]
ARTICLES = [
    ("a1", "第一章 总则", "第一条", "甲有下列情形之一的：\n（一）子；\n（二）丑。\n前款不适用于寅。"),
    ("a1", "第一章 总则", "第一条之一", "增加的条。"),
    ("a1", "第二章 附则", "第二条", "甲法自2000年1月1日起施行。"),
    ("b1", None, "第一条", "乙的旧文。"),
    ("b2", None, "第一条", "乙的新文。"),
    ("c1", None, "第一条", "丙。"),
    ("d1", None, "第一条", "本法典自 2022年9月1日起施行。 《中华人民共和国丙法》同时废止。"),
    ("e1", None, "第一条", "戊。"),
    ("f1", None, "条目一", "将戊法第一条修改为：“戊戊。”"),
    ("g1", None, "全文", "解释如下：\n甲即是甲。"),
    ("h1", None, "第三条", "引用的条文。"),
    ("h1", None, "第三条", "另一件引用的条文。"),
]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "laws.db"
    with sqlite3.connect(file) as connection:
        connection.execute(
            "CREATE TABLE laws (law_id, law_name, doc_type, issuing_body, publish_date, effective_date, status)"
        )
        connection.execute(
            "CREATE TABLE articles (id INTEGER PRIMARY KEY, law_id, chapter, section, article_no, article_text)"
        )
        connection.executemany("INSERT INTO laws VALUES (?, ?, '法律', NULL, ?, ?, ?)", LAWS)
        connection.executemany(
            "INSERT INTO articles (law_id, chapter, section, article_no, article_text) VALUES (?, ?, NULL, ?, ?)",
            ARTICLES,
        )
    connection.close()
    return file


def by_key(pack: Path) -> dict[str, LawDocument]:
    return {document.key.removeprefix("law:"): document for document in law_documents(read_pack(pack))}


def test_an_amended_law_was_in_force_before_this_text_was_published(pack: Path):
    """The pack tells only the law's first commencement; until this text it was in force in a wording unknown here."""
    law = by_key(pack)["中华人民共和国甲法"]
    assert (law.effective_from, law.effective_to, law.declared) == (date(2000, 1, 1), None, "in_force")
    assert (law.published, law.effective_how, law.version_label) == (date(2010, 5, 1), "unknown", "2010-05-01")


def test_a_superseded_version_ends_when_the_next_begins(pack: Path):
    laws = by_key(pack)
    old, new = laws["中华人民共和国乙法@2001-05-01"], laws["中华人民共和国乙法"]
    assert (old.effective_from, old.effective_to, old.declared) == (date(2002, 1, 1), date(2021, 1, 1), "in_force")
    assert (new.effective_from, new.effective_to) == (date(2021, 1, 1), None)
    assert old.title == new.title and old.display_name != new.display_name


def test_a_repeal_is_dated_by_the_law_that_repeals__korean_law_67(pack: Path):
    laws = by_key(pack)
    assert laws["中华人民共和国丙法"].effective_to == date(2022, 9, 1)
    undated = laws["中华人民共和国己法"]
    assert (undated.effective_to, undated.declared, undated.status) == (None, "repealed", "已废止")


def test_an_amended_law_is_not_called_repealed(pack: Path):
    law = by_key(pack)["中华人民共和国戊法"]
    assert (law.status, law.declared, law.effective_to) == ("已被修改", "unknown", None)
    assert "已被修改" in law.version_label


def test_the_text_keeps_parts_paragraphs_and_items_and_each_article_has_its_address(pack: Path):
    law = by_key(pack)["中华人民共和国甲法"]
    text = law.document.text
    assert text.startswith(
        "中华人民共和国甲法\n\n第一章 总则\n\n第一条　甲有下列情形之一的：\n\n（一）子；\n（二）丑。\n\n前款"
    )
    kinds = [block.kind for block in law.document.blocks]
    assert kinds[:6] == ["heading", "heading", "paragraph", "list_item", "list_item", "paragraph"]
    assert [(s.level, s.title, s.parent) for s in law.sections] == [
        (1, "第一章 总则", None),
        (2, "第一条", 0),
        (2, "第一条之一", 0),
        (1, "第二章 附则", None),
        (2, "第二条", 3),
    ]
    locator = law.sections[2].locator
    assert locator and (locator.law, locator.article, locator.suffix) == ("中华人民共和国甲法", 1, 1)


def test_amendments_whole_texts_and_repeated_numbers(pack: Path):
    laws = by_key(pack)
    amendment = laws["中华人民共和国戊法修正案"]
    assert amendment.document.text.endswith("一、将戊法第一条修改为：“戊戊。”")
    (point,) = amendment.sections
    assert point.locator and (point.locator.article, point.locator.label) == (1, "第一条")
    (whole,) = laws["关于甲法第一条的解释"].sections
    assert whole.locator and (whole.locator.article, whole.locator.label) == (None, "全文")
    first, again = laws["中华人民共和国己法"].sections
    assert first.locator is not None and again.locator is None


def test_a_missing_or_damaged_pack_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    broken = tmp_path / "laws.db"
    broken.write_bytes(b"SQLite format 3\x00" + b"\x7f" * 5000)
    with pytest.raises(PartUnavailable) as damaged:
        read_pack(broken)
    assert "laws.db" in damaged.value.message and "pip install" in damaged.value.remedy
    monkeypatch.setattr("youju.law.pack.PACKAGE", "no-such-package-of-statutes")
    with pytest.raises(PartUnavailable) as absent:
        pack_file()
    assert absent.value.remedy == "Install it: pip install 'youju[law]'"


def test_the_installed_pack_is_whole_and_always_the_same(pack_documents: list[LawDocument]):
    assert len(pack_documents) == len({document.key for document in pack_documents}) == 378
    addresses = [s.locator for d in pack_documents for s in d.sections if s.locator]
    assert len(addresses) > 26_000
    for document in pack_documents:
        text, length = document.document.text, len(document.document.text)
        located = [s.locator for s in document.sections if s.locator]
        assert len(set(located)) == len(located) > 0
        assert all(0 <= s.start < s.end <= length for s in document.sections)
        assert all(text[b.start : b.end].strip() for b in document.document.blocks)
    again = list(law_documents())
    assert again == pack_documents


def test_the_installed_pack_on_known_laws(pack_documents: list[LawDocument]):
    laws = {document.key.removeprefix("law:中华人民共和国"): document for document in pack_documents}
    contract = laws["劳动合同法"]
    article = next(s for s in contract.sections if s.locator and s.locator.article == 19)
    assert "试用期不得超过六个月" in contract.document.text[article.start : article.end]
    assert (contract.status, contract.effective_from) == ("现行有效", date(2008, 1, 1))
    assert laws["刑法"].status == "已被修改" and laws["刑法"].declared != "repealed"
    assert laws["环境保护法"].effective_to == date(2026, 8, 15)
    assert laws["农业法@2012-12-28"].effective_to == laws["农业法"].effective_from == date(2027, 1, 1)


def test_every_repeal_that_the_pack_tells_is_dated(pack_documents: list[LawDocument]):
    undated = [law.title for law in pack_documents if law.status == "已废止" and law.effective_to is None]
    assert len(undated) == 4
