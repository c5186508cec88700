from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read_bytes

from youju.errors import InputRejected
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file


def read(folder, text):
    return read_bytes(folder, "a.txt", text.encode("gb18030"))


def test_chinese_numbers_make_headings_and_items(tmp_path):
    document = read(
        tmp_path,
        "会议室使用规则\n\n一、预订\n　　会议室通过系统预订。\n1. 最早提前7天。\n2. 单次不超过3小时。\n\n"
        "二、使用\n（一）范围\n全体员工。\n",
    )
    assert document.title == "会议室使用规则"
    assert kinds(document) == [
        ("heading", "会议室使用规则"),
        ("heading", "一、预订"),
        ("paragraph", "会议室通过系统预订。"),
        ("list_item", "1. 最早提前7天。"),
        ("list_item", "2. 单次不超过3小时。"),
        ("heading", "二、使用"),
        ("heading", "（一）范围"),
        ("paragraph", "全体员工。"),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 2, 2, 3]


def test_articles_are_paragraphs_and_chapters_headings(tmp_path):
    document = read(tmp_path, "第一章 总则\n第一条 为了规范管理，制定本办法。\n第二条 本办法适用于全体员工。\n")
    assert [kind for kind, _ in kinds(document)] == ["heading", "paragraph", "paragraph"]


def test_articles_with_a_wide_space_behind_their_numbers_are_no_table(tmp_path):
    lines = ["第一条  甲。", "第二条　　乙。", "第三条\t\t丙。", "第四条  丁。"]
    assert kinds(read(tmp_path, "\n".join(lines))) == [("paragraph", line) for line in lines]


def test_a_contents_table_is_no_heading(tmp_path):
    document = read(tmp_path, "目录\n\n第一章 总则........1\n第二章 休假........5\n\n第一章 总则\n正文在此。\n")
    assert [text for kind, text in kinds(document) if kind == "heading"] == ["目录", "第一章 总则"]


def test_hard_wrapped_lines_are_joined(tmp_path):
    text = (
        "The line manager approves trips of up to seven days and longer\n"
        "trips also need the approval of the vice president in charge of\n"
        "the department that pays for them.\n\n"
        "Requests must be filed in the travel tool at least ten working\n"
        "days before departure, with the purpose and the budget of it.\n"
    )
    assert [text for _, text in kinds(read(tmp_path, text))] == [
        "The line manager approves trips of up to seven days and longer trips also need the approval of the vice "
        "president in charge of the department that pays for them.",
        "Requests must be filed in the travel tool at least ten working days before departure, with the purpose and "
        "the budget of it.",
    ]


def test_columns_set_with_spaces_are_a_table(tmp_path):
    document = read(
        tmp_path, "会议室如下：\n名称    楼层    座位\n青枫    三楼    6\n白桦    三楼    10\n说明见前台。\n"
    )
    assert kinds(document)[1:4] == [
        ("table_header", "名称 | 楼层 | 座位"),
        ("table_row", "青枫 | 三楼 | 6"),
        ("table_row", "白桦 | 三楼 | 10"),
    ]


def test_a_line_of_29000_characters(tmp_path):
    """Fault 51: nothing to hold on to."""
    document = read(tmp_path, "无标点文字" * 5800)
    assert document.text == "无标点文字" * 5800


def test_form_feeds_part_pages(tmp_path):
    document = read(tmp_path, "手册\n\n第一页的话。\f第二页的话。\n\f\f第四页\n\f\n")
    assert [(page.number, document.text[page.start : page.end]) for page in document.pages] == [
        (1, "手册\n\n第一页的话。"),
        (2, "第二页的话。"),
        (3, ""),
        (4, "第四页"),
    ]
    assert read(tmp_path, "没有分页\n").pages == ()
    assert read(tmp_path, "结尾的分页符不是一页\n\f").pages == ()


def test_line_ends_of_every_system_and_mixed(tmp_path):
    data = "一。\r\n二。\r三。\n四。\u2028五。\x0b六。\x85七。".encode()
    assert [text for _, text in kinds(read_bytes(tmp_path, "a.txt", data))] == [f"{n}。" for n in "一二三四五六七"]


def test_a_very_long_line_is_one_paragraph_read_in_time(tmp_path):
    """Fault 51: a text without line ends. It is cut into passages later; nothing of it is lost here."""
    text = "差旅费应当在十五日内报销。" * 100_000
    assert read(tmp_path, text).text == text


@pytest.mark.parametrize(
    "line",
    [
        '{{"time": "2026-11-30", "level": "info", "message": "request number {} was served in time"}}',
        "2026-11-30 18:34:{:02} INFO request was served in time by the second worker process",
        "<134>Nov 30 18:34:{:02} host program[123]: request was served in time by the worker",
        "[2026-11-30T18:34:{:02}] request was served in time by the second worker process now",
    ],
)
def test_the_lines_of_a_log_stay_lines(tmp_path, line):
    lines = [line.format(number) for number in range(10, 40)]
    document = read_bytes(tmp_path, "a.log", "\n".join(lines).encode())
    assert [text for _, text in kinds(document)] == lines
    assert document.warnings == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.log", "一行日志。\n" * 3000),
        ("a.md", "一段文字。\n\n" * 3000),
        ("a.html", "<p>一段文字。</p>" * 5000),
        ("a.eml", "From: a@example.com\n\n" + "一行文字。\n" * 3000),
    ],
)
def test_more_text_than_pages_are_allowed_for_is_refused(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputRejected) as refusal:
        read_file(SourceFile(tmp_path / name, name), Limits(max_pages=4))
    assert (refusal.value.code, "4 are allowed" in refusal.value.message) == ("too_large", True)


def test_a_nul_here_and_there_is_told(tmp_path):
    """Fault 49: NUL characters refused by the database."""
    document = read_bytes(tmp_path, "a.txt", b"abc\x00def" + b" and so on" * 30)
    assert document.text.startswith("abcdef")
    assert "removed" in document.warnings[0]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_letter_is_lost_or_added(tmp_path_factory, text):
    letters = Counter(char for char in text if char.isalpha() and char.isprintable())
    try:
        document = read_bytes(tmp_path_factory.mktemp("plain"), "a.txt", text.encode("utf-8-sig", "replace"))
    except InputRejected as refusal:
        assert refusal.code in {"empty", "not_text"}
        return
    assert Counter(char for char in document.text if char.isalpha() and char.isprintable()) == letters
    for page in document.pages:
        assert 0 <= page.start <= page.end <= len(document.text)
