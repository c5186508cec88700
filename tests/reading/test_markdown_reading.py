from tests.reading.made_files import kinds, read_bytes

TEXT = """---
title: "考勤制度"
author: 人力资源部
---
<!-- 草稿，不公开 -->
# 考勤 *管理* 制度

员工应当按时
出勤。See the [**leave** policy](https://example.com "t"), `code` and ![图一](a.png).
Second line\\
new line

## 第一章 总则

- 甲
  - 乙一

    乙二
- 丙

3. 三
4. 四

| 城市 | 标准 |
|:--|--:|
| 北京 | 600 \\| 天 |
|  | 500 |

> 引用一
> 引用二

```python
dp[i][0] = "# 不是标题"
```

<table><tr><th>级别</th><th>元</th></tr><tr><td rowspan="2">甲</td><td>1</td></tr><tr><td>2</td></tr></table>
"""


def test_what_a_person_reads_of_it(tmp_path):
    document = read_bytes(tmp_path, "a.md", TEXT.encode())
    assert document.title == "考勤制度"
    assert document.media_type == "text/markdown"
    assert kinds(document) == [
        ("heading", "考勤 管理 制度"),
        ("paragraph", "员工应当按时出勤。See the leave policy, code and 图一. Second line\nnew line"),
        ("heading", "第一章 总则"),
        ("list_item", "甲"),
        ("list_item", "乙一\n乙二"),
        ("list_item", "丙"),
        ("list_item", "3. 三"),
        ("list_item", "4. 四"),
        ("table_header", "城市 | 标准"),
        ("table_row", "北京 | 600 ｜ 天"),
        ("table_row", "| 500"),
        ("quote", "引用一引用二"),
        ("code", 'dp[i][0] = "# 不是标题"'),
        ("table_header", "级别 | 元"),
        ("table_row", "甲 | 1"),
        ("table_row", "甲 | 2"),
    ]
    assert "草稿" not in document.text


def test_levels_and_groups(tmp_path):
    document = read_bytes(tmp_path, "a.md", TEXT.encode())
    by_text = {text: block for block, (_, text) in zip(document.blocks, kinds(document), strict=True)}
    assert by_text["第一章 总则"].level == 2
    assert by_text["乙一\n乙二"].level == 2
    assert by_text["甲"].group == by_text["乙一\n乙二"].group == by_text["丙"].group != by_text["3. 三"].group
    assert by_text["城市 | 标准"].group == by_text["| 500"].group


def test_title_is_the_only_top_heading(tmp_path):
    assert read_bytes(tmp_path, "a.md", "# 制度\n\n## 一\n\n文".encode()).title == "制度"
    assert read_bytes(tmp_path, "b.md", "# 甲\n\n文\n\n# 乙\n\n文".encode()).title is None


def test_numbered_lines_stay_lines(tmp_path):
    text = "第一条 本办法适用于\n全体员工。\n第二条 有下列情形之一的：\n（一）迟到；\n（二）早退。"
    wanted = "第一条 本办法适用于全体员工。\n第二条 有下列情形之一的：\n（一）迟到；\n（二）早退。"
    assert read_bytes(tmp_path, "a.md", text.encode()).text == wanted


def test_deep_nesting_loses_nothing(tmp_path):
    text = "".join("  " * depth + f"- 第{depth}层\n" for depth in range(30))
    document = read_bytes(tmp_path, "deep.md", text.encode())
    assert all(f"第{depth}层" in document.text for depth in range(30))
