from tests.reading.made_files import kinds, read_bytes


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
