"""Files that are no law, half a law, or a law that counts in its own way: said, and nothing guessed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law.law_files import law_in, law_of

from youju.law.documents import LawDocument
from youju.law.files.facts import NotLaw
from youju.law.files.sequence import marks_of
from youju.law.numerals import article_label

HEAD = "中华人民共和国测试法\n（2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过）\n"


def law(text: str, name: str = "文件.txt") -> LawDocument:
    found = law_of(text, name)
    assert isinstance(found, LawDocument), found
    return found


def articles(found: LawDocument) -> dict[str, str]:
    """The articles with an address: label → text."""
    return {
        section.title: found.document.text[section.start : section.end].strip()
        for section in found.sections
        if section.locator and section.locator.article
    }


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("空.txt", "", "没有文字"),
        ("空白.txt", " \n\n　", "没有文字"),
        (
            "小说.txt",
            "红楼梦\n\n第一回　梦幻\n此开卷第一回也。\n第二回　仙逝\n却说。\n",
            "没有逐条编号",
        ),
        ("随笔.txt", "随笔\n第一条建议是早睡。\n第二条建议是早起。\n第三条路是旅行。\n", "没有逐条编号"),
        ("攻略.txt", "劳动仲裁攻略\n一、先收集证据。\n二、再申请仲裁。\n", "没有逐条编号"),
        ("无题.txt", "第一条　甲。\n第二条　乙。\n第三条　丙。\n", "没有写明法律的名称"),
        ("题.txt", "中华人民共和国测试法\n", "没有正文"),
        (
            "手册.txt",
            "某某有限公司考勤管理规定\n第一条　甲。\n第二条　乙。\n第三条　丙。\n",
            "看不出是哪个国家机关",
        ),
    ],
)
def test_what_is_no_law_says_why(name: str, text: str, reason: str):
    found = law_of(text, name)
    assert isinstance(found, NotLaw)
    assert found.name == name and reason in found.zh and found.en


def test_a_guide_that_quotes_the_law_is_none(statutes: Path):
    path = statutes / "labour_md" / "md" / "劳动仲裁和劳动诉讼的攻略.md"
    assert isinstance(law_of(path.read_text(encoding="utf-8"), path.name), NotLaw)


def test_a_gap_a_repetition_and_a_misplaced_article_are_named_and_kept():
    found = law(
        HEAD
        + "第一条　甲。\n第二条　乙。\n第四条　丁。\n第六条　己。\n第五条　戊。\n"
        + "第四条　又丁。\n第七条　庚。\n第八条　辛。\n"
    )
    assert [(finding.code, finding.places) for finding in found.findings] == [
        ("gap", ("第三条",)),
        ("duplicate", ("第四条",)),
        ("out_of_order", ("第五条",)),
    ]
    assert found.findings[0].zh == "缺少第三条：第二条之后是第四条。"
    assert all(finding.zh and finding.en for finding in found.findings)
    kept = articles(found)
    assert kept["第四条"] == "第四条　丁。" and kept["第五条"] == "第五条　戊。" and kept["第六条"] == "第六条　己。"
    again = [section for section in found.sections if section.locator is None]
    assert [found.document.text[one.start : one.end].strip() for one in again] == ["第四条　又丁。"]


def test_a_law_without_its_first_half_says_where_it_begins():
    found = law(HEAD + "".join(f"{article_label(number)}　内容。\n" for number in range(30, 40)))
    assert [(finding.code, finding.places) for finding in found.findings] == [("starts_late", ("第三十条",))]
    assert next(iter(articles(found))) == "第三十条"


def test_spaces_of_ocr_and_mixed_numerals_are_read():
    found = law(HEAD + "第 一 条　甲。\n第 2 条　乙。\n第３条　丙。\n第 四 条 之 一　丁。\n第五条　戊。\n")
    assert list(articles(found)) == ["第一条", "第二条", "第三条", "第四条之一", "第五条"]
    assert articles(found)["第二条"] == "第2条　乙。"
    assert [finding.places for finding in found.findings] == [("第四条",)]


def test_a_label_alone_on_its_line_goes_with_the_line_below():
    found = law(HEAD + "第一条\n甲。\n第二条\n乙。\n\n丙。\n第三条\n丁。\n")
    assert articles(found) == {"第一条": "第一条　甲。", "第二条": "第二条　乙。\n\n丙。", "第三条": "第三条　丁。"}


def test_references_at_the_beginning_of_a_line_are_no_articles():
    found = law(
        HEAD
        + "第一条　依照本法\n第三十八条 规定的情形解除。\n"
        + "第二条　依照\n第四十条\n第一款处理。\n第三条　丙。\n第四条　丁。\n"
    )
    assert list(articles(found)) == ["第一条", "第二条", "第三条", "第四条"]
    assert "第三十八条 规定的情形解除。" in articles(found)["第一条"]


def test_a_contents_page_with_the_same_headings_leaves_no_trace():
    found = law(
        HEAD
        + "目　录\n第一章　总　则……1\n第二章　附　则……3\n附件：费用表\n\n第一章　总　则\n第一条　甲。\n第二条　乙。\n"
        "第二章　附　则\n第三条　丙。\n附件：费用表\n一元。\n"
    )
    assert [section.title for section in found.sections] == [
        "第一章 总则",
        "第一条",
        "第二条",
        "第二章 附则",
        "第三条",
        "附件：费用表",
    ]
    assert found.document.text.count("总则") == 1


def test_an_amendment_counts_in_points_and_the_articles_it_quotes_are_not_its_own():
    found = law(
        "中华人民共和国测试法修正案（二）\n（2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过）\n"
        "一、将测试法第三条修改为：\n“第三条　新的第三条：\n（一）甲；\n（二）乙。”\n"
        "二、增加二条，作为第四条、第五条：\n“第四条　新的第四条。\n第五条　新的第五条。”\n"
        "三、本修正案自公布之日起施行。\n"
    )
    assert found.kind == "修正案" and found.findings == ()
    assert list(articles(found)) == ["第一条", "第二条", "第三条"]
    assert articles(found)["第二条"].startswith("二、增加二条") and "第五条　新的第五条。”" in articles(found)["第二条"]


def test_the_law_printed_again_behind_a_decision_is_its_annex():
    found = law(
        "全国人民代表大会常务委员会关于修改《中华人民共和国测试法》的决定\n（2012年12月28日全国人民代表大会常务委员会通过）\n"
        "全国人民代表大会常务委员会决定作如下修改：\n一、将第一条修改为：“甲。”\n二、将第二条修改为：“乙。”\n"
        "本决定自2013年7月1日起施行。\n中华人民共和国测试法\n第一条　甲。\n第二条　乙。\n第三条　丙。\n"
    )
    assert [section.title for section in found.sections] == ["引言", "第一条", "第二条", "中华人民共和国测试法"]
    assert list(articles(found)) == ["第一条", "第二条"]
    annex = found.sections[-1]
    assert "第三条　丙。" in found.document.text[annex.start : annex.end]


def test_points_that_begin_again_are_repetitions():
    found = law(
        "中华人民共和国测试法修正案\n（2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过）\n"
        "一、甲。\n二、乙。\n三、丙。\n一、丁。\n二、戊。\n"
    )
    assert [finding.places for finding in found.findings] == [("第一条",), ("第二条",)]
    assert articles(found)["第一条"] == "一、甲。"


def test_a_reply_without_articles_is_one_whole():
    found = law(
        "最高人民法院关于测试问题的批复\n法释〔2021〕11号\n（2021年5月31日最高人民法院审判委员会第1840次会议通过）\n"
        "上海市高级人民法院：\n你院《关于测试问题的请示》收悉。经研究，批复如下：\n一、可以测试。\n二、不得不测试。\n此复。\n"
    )
    (whole,) = found.sections
    assert found.kind == "批复" and found.number == "法释〔2021〕11号"
    assert whole.locator and (whole.locator.article, whole.locator.label) == (None, "全文")
    assert found.document.text[whole.start :].startswith("上海市高级人民法院：") and "此复。" in found.document.text


def test_rules_that_count_in_digits_through_their_chapters():
    found = law(
        "最高人民法院关于执行测试工作的规定（试行）\n法释〔1998〕15号\n一、执行机构\n1. 设立执行机构。\n"
        "2. 执行机构负责：\n（1）判决；\n（2）裁定。\n二、执行管辖\n3. 由法院管辖。\n4. 由上级法院监督。\n"
    )
    assert [(section.level, section.title) for section in found.sections] == [
        (1, "一、执行机构"),
        (2, "第一条"),
        (2, "第二条"),
        (1, "二、执行管辖"),
        (2, "第三条"),
        (2, "第四条"),
    ]
    assert articles(found)["第四条"] == "4.由上级法院监督。"


def test_digits_that_begin_again_are_points_of_a_point():
    found = law(
        "国务院关于测试工作的决定\n国发〔1998〕15号\n一、关于机构：\n1. 甲。\n2. 乙。\n3. 丙。\n"
        "二、关于管辖：\n1. 丁。\n2. 戊。\n"
    )
    assert list(articles(found)) == ["第一条", "第二条"]


def test_what_signs_a_text_is_not_part_of_its_last_article():
    found = law(HEAD + "第一条　甲。\n第二条　乙。\n第三条　丙。\n最高人民法院\n二〇二一年一月一日\n")
    assert articles(found)["第三条"] == "第三条　丙。"
    assert found.sections[-1].title == "落款"


def test_a_table_stays_a_table_inside_its_annex(tmp_path: Path):
    path = tmp_path / "税法.md"
    path.write_text(
        f"# {HEAD.splitlines()[0]}\n\n{HEAD.splitlines()[1]}\n\n第一条 甲。\n\n第二条 乙。\n\n第三条 丙。\n\n"
        "附：税率表\n\n"
        "| 级数 | 税率 |\n| --- | --- |\n| 1 | 3 |\n| 2 | 10 |\n",
        encoding="utf-8",
    )
    found = law_in(path)
    (table,) = found.document.tables
    rows = [block for block in found.document.blocks if block.kind in {"table_header", "table_row"}]
    assert len(rows) == 3 and {row.group for row in rows} == {table.group}
    assert [found.document.text[cell.start : cell.end] for cell in table.cells] == ["级数", "税率", "1", "3", "2", "10"]


def test_the_files_name_and_the_text_may_disagree():
    found = law(HEAD + "第一条　甲。\n第二条　乙。\n第三条　丙。\n", "测试法(2001-01-01).md")
    assert [finding.code for finding in found.findings] == ["file_name_date"]
    assert str(found.published) == "2007-06-29"


@given(st.text("第一二三十百0123456789条章节编之 \n　、。“”（）附件目录总则《》法废止年月日", max_size=400))
def test_any_text_at_all_is_read_without_failing(text: str):
    found = law_of(text)
    if isinstance(found, LawDocument):
        assert all(0 <= one.start < one.end <= len(found.document.text) for one in found.sections)


@pytest.mark.parametrize(
    "text",
    [
        "第一条　甲。\n" * 5_000,
        "".join(f"第{number % 9000 + 1}条　甲。\n" for number in range(0, 15_000, 3)),
        "“" * 100_000,
        "目录\n" + "第一章　总则\n" * 5_000,
        "《" * 50_000 + "同时废止。" * 5_000,
    ],
    ids=["one number", "gaps", "quotes", "contents", "titles"],
)
def test_hostile_texts_take_no_time(text: str):
    began = time.process_time()
    law_of(HEAD + text)
    marks_of(text)
    assert time.process_time() - began < 3


def test_a_page_of_the_web_around_a_law_is_told_from_it():
    found = law(
        "最高人民法院 关于审理测试案件适用法律问题的解释（二） - 公报\n首 页\n>\n司法解释\n"
        "中华人民共和国最高人民法院\n公告\n"
        "《最高人民法院关于审理测试案件适用法律问题的解释（二）》已于2025年2月17日由最高人民法院审判委员会第1942次会议通过，"
        "现予公布，自2025年9月1日起施行。\n2025年7月31日\n最高人民法院\n关于审理测试案件适用法律问题的解释（二）\n法释〔2025〕12号\n"
        "为正确审理案件，制定本解释。\n第一条 甲。\n第二条 乙。\n第三条 丙。\n法律声明\n|\n联系我们\n",
        "jieshi_2025.raw.txt",
    )
    assert (found.title, found.part) == ("最高人民法院关于审理测试案件适用法律问题的解释（二）", None)
    assert (found.number, str(found.published), str(found.effective_from)) == (
        "法释〔2025〕12号",
        "2025-07-31",
        "2025-09-01",
    )
    assert articles(found)["第三条"] == "第三条　丙。"
    assert [section.title for section in found.sections] == ["引言", "第一条", "第二条", "第三条", "文末"]


def test_a_list_without_full_stops_stays_in_its_article_or_annex():
    head = "职工测试条例\n国务院令第9号\n第一条　甲。\n第二条　乙。\n"
    listed = law(head + "第三条　费用如下：\n甲 十元\n乙 二十元\n")
    assert articles(listed)["第三条"].endswith("乙 二十元")
    annexed = law(head + "第三条　丙。\n附件：收费标准\n甲 十元\n乙 二十元\n")
    assert annexed.sections[-1].title == "附件：收费标准"
