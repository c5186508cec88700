"""A law that comes in one file for each 编 is one law."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.law.law_files import law_in, law_of

from youju.law.documents import LawDocument
from youju.law.files.joining import join_parts
from youju.law.numerals import article_label

NOTES = "2020年5月28日 第十三届全国人民代表大会第三次会议通过"


def part(name: str, first: int, last: int, extra: str = "", notes: str = NOTES) -> LawDocument:
    """A file as 民法典_合同编.md: the law's title, the part's, and its articles."""
    articles = "".join(
        f"{article_label(number)} 第{number}号内容。\n\n（一）项；\n\n" for number in range(first, last + 1)
    )
    text = f"# 中华人民共和国测试法典\n\n# {name}\n\n{notes}\n\n## 第一章 规定\n\n{articles}{extra}"
    found = law_of(text.replace("#", "").replace("\n ", "\n").strip(), f"测试法典_{name}.md")
    assert isinstance(found, LawDocument)
    return found


def test_a_part_alone_says_what_it_is():
    found = part("合同编", 4, 6)
    assert found.part and (found.part.name, found.part.first, found.part.last) == ("合同编", 4, 6)
    assert (found.title, found.display_name) == ("中华人民共和国测试法典", "中华人民共和国测试法典（合同编）")
    assert found.key.endswith("/合同编") and found.findings == ()
    assert [(section.level, section.title) for section in found.sections][:3] == [
        (1, "合同编"),
        (2, "第一章 规定"),
        (3, "第四条"),
    ]


def test_parts_are_joined_in_the_order_of_their_articles():
    end = "第九条 本法自2021年1月1日起施行。《中华人民共和国旧法》同时废止。\n"
    (joined,) = join_parts([part("附则", 7, 8, end), part("总则", 1, 3), part("合同编", 4, 6)])
    assert joined.part is None and joined.findings == () and joined.key == "law:中华人民共和国测试法典"
    assert (joined.effective_from, joined.effective_how) == (date(2021, 1, 1), "stated")
    assert [repeal.locator.law for repeal in joined.repeals] == ["旧法"]
    text, sections = joined.document.text, joined.sections
    assert text.count("中华人民共和国测试法典") == 1 and text.count("会议通过") == 1
    assert [section.title for section in sections if section.parent is None] == ["总则", "合同编", "附则"]
    numbers = [section.locator.article for section in sections if section.locator]
    assert numbers == list(range(1, 10)) and [section.ordinal for section in sections] == list(range(len(sections)))
    for section in sections:
        assert text[section.start : section.end].startswith(section.title)
        if section.parent is not None:
            above = sections[section.parent]
            assert above.start < section.start and section.end <= above.end
    items = [block for block in joined.document.blocks if block.kind == "list_item"]
    assert [text[block.start : block.end] for block in items] == ["（一）项；"] * 8
    groups = [block.group for block in joined.document.blocks if block.group]
    assert len(set(groups)) == 8


def test_a_missing_part_is_a_gap_and_overlapping_ones_stay_apart():
    (joined,) = join_parts([part("总则", 1, 3), part("附则", 7, 8)])
    (gap,) = joined.findings
    assert gap.code == "gap" and gap.places == ("第四条", "第五条", "第六条")
    assert len(join_parts([part("总则", 1, 3), part("合同编", 3, 5)])) == 2
    assert len(join_parts([part("总则", 1, 3), part("合同编", 4, 5, notes="2021年1月1日 全国人民代表大会公布")])) == 2


def test_laws_that_are_whole_stay_as_they_are():
    whole = law_of("中华人民共和国测试法\n第一条　甲。\n第二条　乙。\n第三条　丙。\n")
    assert isinstance(whole, LawDocument)
    assert join_parts([whole, part("总则", 1, 3)])[0] is whole


@pytest.mark.parametrize("turned", [False, True])
def test_the_civil_code_of_the_shared_statutes_is_one_law(statutes: Path, turned: bool):
    paths = sorted((statutes / "labour_md" / "md").glob("民法典_*.md"), reverse=turned)
    (code,) = join_parts([law_in(path) for path in paths])
    assert code.title == "中华人民共和国民法典" and code.findings == ()
    located = [section.locator.article for section in code.sections if section.locator]
    assert located == list(range(1, 1261))
    assert (code.published, code.effective_from) == (date(2020, 5, 28), date(2021, 1, 1))
    assert len(code.repeals) == 9
    last = code.sections[-1]
    assert "同时废止" in code.document.text[last.start : last.end]
