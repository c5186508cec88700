"""Markdown beyond the basics: anchors, front matter, footnotes, what is hidden in HTML, what is nested without end."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read_bytes

from youju.errors import InputRejected
from youju.reading.markdown import slug


def parts(document):
    return [(place.name, document.text[place.start : place.end]) for place in document.places]


def test_headings_have_the_anchors_that_github_gives_them(tmp_path):
    text = """前言

# 差旅费 管理办法（试行）

正文

## 1.2 Travel & *Lodging*: `fees`

## 说明

## 说明

## 别名 {#custom}

<a id="old-name"></a>
段落

### A_b-C
"""
    assert parts(read_bytes(tmp_path, "a.md", text.encode())) == [
        ("差旅费-管理办法试行", "差旅费 管理办法（试行）\n\n正文"),
        ("12-travel--lodging-fees", "1.2 Travel & Lodging: fees"),
        ("说明", "说明"),
        ("说明-1", "说明"),
        ("custom", "别名"),
        ("old-name", "段落"),
        ("a_b-c", "A_b-C"),
    ]


def test_of_two_anchors_of_a_heading_the_one_that_is_linked_to(tmp_path):
    text = '[见](#%E5%88%AB%E5%90%8D)\n\n<a id="别名"></a>\n\n## 说明\n\n文'
    assert [name for name, _ in parts(read_bytes(tmp_path, "a.md", text.encode()))] == ["别名"]


@given(st.text(max_size=40))
def test_a_slug_can_stand_in_an_address(heading):
    name = slug(heading)
    assert name == slug(name)
    assert not any(mark in name for mark in "#?&/\\<>\"'%")


@pytest.mark.parametrize(
    ("front", "title", "dates"),
    [
        ("---\ntitle: '考勤: 制度'\ndate: 2024-3-1\nlastmod: 2025/01/02 10:00\ntags:\n  - a\n- b\n---\n", "考勤: 制度",
         {"date": "2024-03-01", "updated": "2025-01-02"}),
        ('+++\ntitle = "考勤"\n生效日期 = 2026年7月1日\n+++\n', "考勤", {"effective_from": "2026-07-01"}),
        ("---\n标题: 考勤 # 内部\nlist: [a,\nb\n]\n", None, {}),
        ("---\n---\n", None, {}),
        ("---\ntitle: >\n  折叠\n---\n", None, {}),
    ],
)  # fmt: skip
def test_front_matter_is_known_and_no_text(tmp_path, front, title, dates):
    document = read_bytes(tmp_path, "a.md", f"{front}正文".encode())
    assert document.title == title
    assert {name: value for name, value in document.metadata.items() if name != "reader"} == dates
    assert document.text.endswith("正文")
    assert (document.text == "正文") == (not front.startswith("---\n标题"))


def test_text_between_rules_is_no_front_matter(tmp_path):
    text = "---\n\n第一段，没有冒号。\n\n---\n\n第二段"
    assert read_bytes(tmp_path, "a.md", text.encode()).text == "第一段，没有冒号。\n\n第二段"


def test_footnotes_stand_below_what_they_belong_to(tmp_path):
    text = """住宿标准每晚 400 元[^1]，餐费另计[^b]。

- 高铁二等座[^1]

| 级别 | 元[^t] |
|--|--|
| 甲 | 1 |

后文[^none]。

[^1]: 港澳台地区除外，
    见附件。
[^b]: 另计
[^t]: 人民币
[^x]: 没有人提到的
"""
    assert kinds(read_bytes(tmp_path, "a.md", text.encode())) == [
        ("paragraph", "住宿标准每晚 400 元，餐费另计。"),
        ("paragraph", "港澳台地区除外，见附件。"),
        ("paragraph", "另计"),
        ("list_item", "高铁二等座"),
        ("table_header", "级别 | 元"),
        ("table_row", "甲 | 1"),
        ("paragraph", "人民币"),
        ("paragraph", "后文[^none]。"),
        ("paragraph", "没有人提到的"),
    ]


def test_task_lists_alerts_and_containers(tmp_path):
    text = """- [ ] 提交申请
- [x] 领取证件
- [链接](a) 和 [x]

> [!WARNING]
> 逾期不补。

:::tip 提示
跨年票据一月底前交。
:::

[[toc]]

见 [[差旅办法|办法]] 和 [[附件一]]。
"""
    assert kinds(read_bytes(tmp_path, "a.md", text.encode())) == [
        ("list_item", "☐ 提交申请"),
        ("list_item", "☑ 领取证件"),
        ("list_item", "链接 和 [x]"),
        ("quote", "逾期不补。"),
        ("paragraph", "提示\n跨年票据一月底前交。"),
        ("paragraph", "见 办法 和 附件一。"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "文<span hidden>9999</span>字",
        "文 <!-- 9999 --> 字",
        '<div style="display:none">\n\n密令 **9999**\n\n- 9999\n\n</div>\n\n文字',
        "<div hidden>\n\n<div>\n\n# 9999\n\n</div>\n\n| 9999 | b |\n|--|--|\n| 9999 | 1 |\n\n</div>\n\n文字",
        "文~~9999~~字",
        "文<del>9999 **9999**</del>字",
        "<script>\n9999\n</script>\n\n文字",
        "文字[链接](http://9999.example)",
        "| 甲 | <b hidden>9999</b>乙 |\n|--|--|\n| 文 | 字 |",
    ],
)
def test_what_nobody_sees_is_no_text(tmp_path, text):
    document = read_bytes(tmp_path, "a.md", text.encode())
    assert "9999" not in document.text
    assert "文" in document.text and "字" in document.text


@pytest.mark.parametrize("text", ["<details>\n<summary>问</summary>\n\n答 **一**\n\n</details>", "<div>问\n\n答一"])
def test_markdown_within_html_is_read(tmp_path, text):
    document = read_bytes(tmp_path, "a.md", text.encode())
    assert [text for _, text in kinds(document)] == ["问", "答 一" if "答 " in text else "答一"]


@pytest.mark.parametrize("opening", ["> ", "- ", "1. "])
def test_what_is_nested_without_end_is_read_as_plain_text_and_told(tmp_path, opening):
    document = read_bytes(tmp_path, "a.md", (opening * 2000 + "最深处\n\n后文").encode())
    assert "最深处" in document.text and "后文" in document.text
    assert document.warnings == ("Its lists or quotes are nested too deep: it was read as plain text.",)


def test_a_code_fence_that_never_ends(tmp_path):
    assert kinds(read_bytes(tmp_path, "a.md", "甲\n```sql\nselect 1\n# 二".encode()))[-1] == ("code", "select 1\n# 二")


@settings(deadline=None)
@given(st.text("#-*_`~>|[]()!^:<>/ab甲\n \t1.{}", max_size=80))
def test_any_text_is_read_in_order(tmp_path_factory, text):
    """Whatever is written, blocks are in order and places begin with them."""
    try:
        document = read_bytes(tmp_path_factory.mktemp("md"), "a.md", text.encode())
    except InputRejected as refusal:
        assert refusal.code == "empty"
        return
    end = 0
    for block in document.blocks:
        assert end <= block.start < block.end
        end = block.end
    assert {place.start for place in document.places} <= {block.start for block in document.blocks}


@pytest.mark.parametrize(
    "text",
    [
        "---\na" + " " * 60_000 + "\n---\n正文",
        "---\n" + "a:\n" * 8_000 + "正文",
        "正文 " + "[" * 5_000,
        "正文 " + "*a _b " * 10_000,
        "正文 " + "![[" * 2_500,
        "正文\n\n" + "<div x='" * 5_000,
        "正文[^1]\n\n" + "[^1]: 注\n" * 10_000,
    ],
)
def test_texts_made_to_keep_a_reader_busy(tmp_path, text):
    began = time.process_time()
    assert "正文" in read_bytes(tmp_path, "a.md", text.encode()).text
    assert time.process_time() - began < 5
