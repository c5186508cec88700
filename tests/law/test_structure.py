"""Statutes are told by their articles, whatever layout they come in."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.structure import StructureParser
from youju.law.clauses import clauses, missing
from youju.law.numerals import article_label, hanzi
from youju.law.structure import StatuteStructure
from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.samples import sample_files

PARSER: StructureParser = StatuteStructure()


def read(folder: Path, name: str, text: str) -> ReadDocument:
    (folder / name).write_text(text, encoding="utf-8")
    return read_file(SourceFile(folder / name, name), Limits())


def outline(document: ReadDocument, title: str = "某条例") -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in PARSER.parse(document, title)]


MARKDOWN = """# 某条例

2020年1月1日 通过

<!-- INFO END -->

## 第一编  总　则

### 第一章 一般规定

第一条 为了测试，制定本条例。

本条例适用于全部读者。

第二条 有下列情形之一的，可以：

（一）第一种；

（二）依照第一条
第二款的。

### 第二章 和解与调解

第二条之一 和解自愿。

## 第二编 附则

第三条 第一条规定的期限，自公布之日起算。

附件：

收费标准一览
"""

PLAIN = """某条例

目　　录
第一章　总　则 ……… 1
第二章　附　则 ……… 3

第一章　总　则
第一条　为了测试，制定本条例。
第二条　有下列情形之一的：
（一）第一种；
（二）第二种。
第二章　附　则
第三条　本条例自公布之日起施行。
第四十七条规定的事项，另行公布。
"""


def test_parts_articles_and_annexes_in_markdown(tmp_path: Path):
    document = read(tmp_path, "a.md", MARKDOWN)
    assert PARSER.recognises(document, "某条例")
    assert outline(document) == [
        (1, "第一编 总则"),
        (2, "第一章 一般规定"),
        (3, "第一条"),
        (3, "第二条"),
        (2, "第二章 和解与调解"),
        (3, "第二条之一"),
        (1, "第二编 附则"),
        (2, "第三条"),
        (1, "附件："),
    ]
    sections = PARSER.parse(document, "某条例")
    locator = sections[5].locator
    assert locator and (locator.law, locator.article, locator.suffix, locator.label) == ("某条例", 2, 1, "第二条之一")
    assert "（二）依照第一条" in document.text[sections[3].start : sections[3].end]


def test_a_table_of_contents_and_wrapped_references_are_no_structure(tmp_path: Path):
    document = read(tmp_path, "a.txt", PLAIN)
    assert outline(document) == [
        (1, "第一章 总则"),
        (2, "第一条"),
        (2, "第二条"),
        (1, "第二章 附则"),
        (2, "第三条"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# 随笔\n\n第一条建议是早睡。\n\n第二条建议是早起。\n\n第三条路是旅行。\n",
        "# 说明\n\n第三十八条 有权解除。\n\n第四十六条 应当补偿。\n\n第八十七条 支付赔偿金。\n\n第二条 不适用。\n",
        "# 手册\n\n## 1.1 目的\n\n为了使员工了解制度。\n",
        "第一条 只有一条。\n\n第二条 还有一条。\n",
        "",
    ],
)
def test_what_only_mentions_articles_is_no_statute(tmp_path: Path, text: str):
    (tmp_path / "a.md").write_text(text or "空", encoding="utf-8")
    assert not PARSER.recognises(read_file(SourceFile(tmp_path / "a.md", "a.md"), Limits()), "随笔")


@given(st.lists(st.sampled_from(["编", "章", "节", "条", "款", "之"]), min_size=1, max_size=40), st.booleans())
def test_spans_nest_and_hold_their_headings(shape: list[str], digits: bool):
    lines, article, suffix = ["某法", "第一条 起。", "第二条 承。"], 2, 0
    for number, kind in enumerate(shape, start=1):
        numeral = str(number) if digits else hanzi(number)
        if kind == "条":
            article, suffix = article + 1, 0
            lines.append(f"{f'第{article}条' if digits else article_label(article)}　内容{number}。")
        elif kind == "之":
            suffix += 1
            lines.append(f"{article_label(article, suffix)} 内容{number}。")
        else:
            lines.append(f"另一款{number}。" if kind == "款" else f"第{numeral}{kind} 名称")
    text = "\n\n".join(lines)
    sections = PARSER.parse(ReadDocument(text, ()), "某法")
    assert [s.ordinal for s in sections] == list(range(len(sections)))
    assert sum(s.locator is not None for s in sections) == 2 + sum(kind in "条之" for kind in shape)
    for section in sections:
        assert 0 <= section.start < section.end <= len(text)
        assert text.startswith("第", section.start)
        if section.parent is not None:
            parent = sections[section.parent]
            assert parent.ordinal < section.ordinal and parent.level == section.level - 1
            assert parent.start <= section.start and section.end <= parent.end
    addresses = [s.locator for s in sections if s.locator]
    assert len(set(addresses)) == len(addresses)


SOURCES = Path(__file__).parents[2] / "tools" / "samples"
SAMPLES = {file.name: file.path for file in sample_files()}


@pytest.mark.parametrize(("name", "articles"), [("费用报销管理办法", 34), ("采购管理办法", 18)])
def test_company_rules_in_articles_are_found_under_their_title(name: str, articles: int):
    document = read_file(SourceFile(SOURCES / f"{name}.md", f"{name}.md"), Limits())
    assert PARSER.recognises(document, name)
    found = [section.locator for section in PARSER.parse(document, name) if section.locator]
    assert [(one.law, one.article) for one in found] == [(name, number) for number in range(1, articles + 1)]


def test_lists_and_tables_of_a_rule_stay_in_their_article():
    path = SAMPLES["考勤与休假管理规定.md"]
    document = read_file(SourceFile(path, path.name), Limits())
    sections = {s.locator.article: s for s in PARSER.parse(document, path.stem) if s.locator}
    assert list(sections) == list(range(1, 27))
    assert "旷工半天处理" in document.text[sections[8].start : sections[8].end]
    assert "300%" in document.text[sections[13].start : sections[13].end]
    assert sections[13].locator and sections[13].locator.law == "栎光科技有限公司考勤与休假管理规定"


@pytest.mark.parametrize(
    "path",
    [SAMPLES["新员工入职指南.md"], SAMPLES["常见问题.txt"], SAMPLES["会议室使用规则.txt"], SOURCES / "员工手册.md"],
    ids=lambda path: path.name,
)
def test_documents_without_articles_are_left_to_others(path: Path):
    document = read_file(SourceFile(path, path.name), Limits())
    assert not PARSER.recognises(document, document.title or path.stem)


def test_paragraphs_and_items_of_an_article():
    article = "第三条　有下列情形之一的：\n\n（一）甲；\n（二）乙：\n\n前款规定不适用于丙。\n\n（一）丁"
    assert [(len(clause.items)) for clause in clauses(article)] == [2, 1]
    assert missing(article, 2, 1) is None
    assert missing(article, 1, 2) is None
    assert missing(article, 3, None) == "该条共2款"
    assert missing(article, 2, 2) == "该款共1项"
    assert missing(article, None, 9) == "该条共2项"
    assert missing("第一条　甲。", 1, 1) == "该款没有分项"


def test_articles_of_the_labour_statutes_equal_the_independent_list(statutes: Path):
    expected: dict[str, list[str]] = defaultdict(list)
    with gzip.open(statutes / "articles.jsonl.gz", "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            expected[row["path"]].append(row["article"])
    by_name = {Path(path).name: articles for path, articles in expected.items()}
    by_name |= {path.replace("民法典/", "民法典_"): articles for path, articles in expected.items()}
    by_name["职业病防治法(2018-12-29).md"] = by_name["职业病防治法(2018-12-29).md"][:88]  # listed from two folders
    compared = 0
    for path in sorted((statutes / "labour_md" / "md").glob("*.md")):
        document = read_file(SourceFile(path, path.name), Limits())
        if path.name in by_name and PARSER.recognises(document, path.stem):
            found = [s.locator.label for s in PARSER.parse(document, path.stem) if s.locator]
            assert found == by_name[path.name], path.name
            compared += 1
    assert compared > 45


def test_the_second_layout_has_articles_without_a_gap(statutes: Path):
    folder = statutes / "justlaws_md" / "docs" / "social"
    read_laws = 0
    for path in sorted(folder.glob("*/README.md")):
        document = read_file(SourceFile(path, path.name), Limits())
        if PARSER.recognises(document, path.parent.name):
            found = [s.locator for s in PARSER.parse(document, path.parent.name) if s.locator]
            assert [one.article for one in found] == list(range(1, len(found) + 1)), path.parent.name
            read_laws += 1
    assert read_laws >= 25
