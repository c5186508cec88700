"""Running headers, footers and page numbers are no text; titles, headings and the heads of tables are."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.lib import colors
from reportlab.platypus import Table
from tests.reading.made_files import LATIN, SONG, kinds, lines, pdf, read

TOPICS = [
    "出差申请应当事先提交",
    "住宿标准按照城市等级执行",
    "餐费每日补贴一百元",
    "交通费凭票据实报销",
    "预借款项应当及时归还",
    "发票抬头须写公司全称",
    "逾期报销不予受理",
    "特殊情况报总经理批准",
    "本办法由财务部解释",
    "附则自发布之日起施行",
    "原有规定同时废止",
    "修订须经董事会通过",
]


def body(canvas, number, y=720):
    """Text of its own for every page: 14 lines."""
    topic = TOPICS[number % len(TOPICS)]
    texts = [f"{topic}，第{'一二三四五六七八九十'[row % 10]}项要求见本页所列。" for row in range(14)]
    lines(canvas, texts, y=y, size=11)


def made(folder, count, draw):
    """`draw(canvas, number)` adds what is to be recognised; numbers from 1."""

    def page(number):
        def drawn(canvas):
            body(canvas, number)
            draw(canvas, number)

        return drawn

    return read(pdf(folder / "a.pdf", [page(number) for number in range(1, count + 1)]))


def foot(canvas, text, size=9, x=270):
    lines(canvas, [text], x=x, y=30, size=size)


def head(canvas, text, size=9, x=72):
    lines(canvas, [text], x=x, y=805, size=size)


ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]


@pytest.mark.parametrize(
    ("form", "labels"),
    [
        ("第 {n} 页 共 {all} 页", "12345678"),
        ("第{n}页／共{all}页", "12345678"),
        ("- {n} -", "12345678"),
        ("— {n} —", "12345678"),
        ("{n}", "12345678"),
        ("{n}/{all}", "12345678"),
        ("Page {n} of {all}", "12345678"),
        ("{roman}", ROMAN),
        ("栎光科技 员工手册 | 第 {n} 页", "12345678"),
    ],
)
def test_page_numbers_in_many_forms(tmp_path, form, labels):
    document = made(tmp_path, 8, lambda canvas, n: foot(canvas, form.format(n=n, all=8, roman=ROMAN[n - 1])))
    assert [page.label for page in document.pages] == list(labels)
    assert all(len(document.text[page.start : page.end].strip().splitlines()) <= 14 * 2 for page in document.pages)
    last = [document.text[page.start : page.end].strip()[-8:] for page in document.pages]
    assert set(last) == {"项要求见本页所列。"[-8:]}


def test_numbers_that_do_not_begin_with_one(tmp_path):
    """Fault 37: printed and physical numbers differ."""
    document = made(tmp_path, 6, lambda canvas, n: foot(canvas, f"{n + 40}"))
    assert [(page.number, page.label) for page in document.pages] == [(n, str(n + 40)) for n in range(1, 7)]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_short_files(tmp_path, count):
    document = made(tmp_path, count, lambda canvas, n: (head(canvas, "内部资料 注意保存"), foot(canvas, f"- {n} -")))
    assert "内部资料" not in document.text
    assert f"- {count}" not in document.text


def test_left_and_right_pages_with_different_headers(tmp_path):
    def draw(canvas, number):
        if number % 2:
            head(canvas, "财务管理制度汇编", x=420)
            foot(canvas, str(number), x=520)
        else:
            head(canvas, "栎光科技有限公司", x=72)
            foot(canvas, str(number), x=72)

    document = made(tmp_path, 8, draw)
    assert "汇编" not in document.text
    assert "栎光科技" not in document.text
    assert [page.label for page in document.pages] == list("12345678")


def test_names_of_chapters_that_change_in_the_header(tmp_path):
    names = ["第一章 总则", "第二章 出差", "第三章 报销", "第四章 附则"]

    def draw(canvas, number):
        chapter = (number - 1) // 3
        head(canvas, names[chapter] if number % 2 else "财务管理制度")
        if (number - 1) % 3 == 0:
            lines(canvas, [names[chapter]], y=760, size=16)  # the chapter's own heading

    document = made(tmp_path, 12, draw)
    assert "财务管理制度" not in document.text
    assert [text for kind, text in kinds(document) if kind == "heading"] == names
    assert all(document.text.count(name) == 1 for name in names)


def test_a_title_on_the_first_page_stays_though_the_header_repeats_it(tmp_path):
    def draw(canvas, number):
        if number == 1:
            lines(canvas, ["差旅费管理办法"], y=780, size=20)
        else:
            head(canvas, "差旅费管理办法")

    document = made(tmp_path, 6, draw)
    assert kinds(document)[0] == ("heading", "差旅费管理办法")
    assert document.text.count("差旅费管理办法") == 1


def test_headings_that_begin_every_page_stay(tmp_path):
    document = made(tmp_path, 6, lambda canvas, n: lines(canvas, [f"第{n}章 {TOPICS[n]}"], y=770, size=15))
    headings = [text for kind, text in kinds(document) if kind == "heading"]
    assert headings == [f"第{n}章 {TOPICS[n]}" for n in range(1, 7)]


def test_numbered_headings_in_the_size_of_the_text_stay(tmp_path):
    document = made(tmp_path, 6, lambda canvas, n: lines(canvas, [f"Article {n}"], y=770, font=LATIN, size=11))
    assert all(f"Article {n}" in document.text for n in range(1, 7))


@pytest.mark.parametrize("ruled", [True, False])
def test_the_head_of_a_table_that_is_repeated_stays(tmp_path, ruled):
    style = [("FONT", (0, 0), (-1, -1), SONG, 10), ("TOPPADDING", (0, 0), (-1, -1), 6)]
    style += [("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else []

    def page(number):
        def draw(canvas):
            head(canvas, "内部资料 注意保存")
            foot(canvas, f"第 {number} 页")
            rows = [["职级", "一线城市", "其他城市"]]
            rows += [[f"P{number}{row}", f"{number * 97 + row}", f"{number * 53 + row}"] for row in range(12)]
            drawn = Table(rows, colWidths=[150] * 3, style=style)
            _, height = drawn.wrap(500, 700)
            drawn.drawOn(canvas, 72, 780 - height)

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(number) for number in range(1, 7)]))
    headers = [text for kind, text in kinds(document) if kind == "table_header"]
    assert headers == ["职级 | 一线城市 | 其他城市"] * 6
    assert "内部资料" not in document.text
    assert [page.label for page in document.pages] == list("123456")


def test_pages_that_are_all_alike_are_not_emptied(tmp_path):
    document = read(pdf(tmp_path / "a.pdf", [lambda c: lines(c, ["本页无正文"], y=400)] * 5))
    assert document.text.count("本页无正文") == 5


@pytest.mark.parametrize("form", ["{n}", "第 {n} 页 共 {all} 页", "Page {n} of {all}"])
@pytest.mark.parametrize("first", [1, 7, 121])
@pytest.mark.parametrize("words", [["序"], ["第{n}章", "秋水"], ["山高月小", "水落石出"]])
def test_the_numbers_of_a_book_with_few_words_on_a_page(tmp_path, form, first, words):
    def page(number):
        def draw(canvas):
            lines(canvas, [word.format(n=number) + TOPICS[number][:2] for word in words], y=760)
            foot(canvas, form.format(n=number + first - 1, all=200))

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(number) for number in range(1, 9)]))
    texts = ["".join(document.text[page.start : page.end].split()) for page in document.pages]
    assert texts == ["".join(word.format(n=n) + TOPICS[n][:2] for word in words) for n in range(1, 9)]
    assert [page.label for page in document.pages] == [str(number) for number in range(first, first + 8)]


def test_headers_of_pages_that_hold_little_else_stay_but_not_their_numbers(tmp_path):
    def page(number):
        def draw(canvas):
            head(canvas, "证书编号另见登记簿，涂改无效")
            lines(canvas, [TOPICS[number][:3]], y=400)
            foot(canvas, f"{number}")

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(number) for number in range(1, 7)]))
    assert document.text.count("证书编号另见登记簿，涂改无效") == 6
    assert not any(char in document.text for char in "123456")


def test_one_page_keeps_what_could_be_a_header(tmp_path):
    document = made(tmp_path, 1, lambda canvas, n: (head(canvas, "通知"), foot(canvas, "二〇二五年三月")))
    assert document.text.startswith("通知")
    assert "二〇二五年三月" in document.text


def test_headers_close_to_text_that_is_set_wide(tmp_path):
    """Word processors leave less space under a header than between lines at one and a half spaces."""

    def page(number):
        def draw(canvas):
            head(canvas, "财务管理制度汇编")
            texts = [f"{TOPICS[number]}，第{'一二三四五六七八九十'[row % 10]}项要求见本页。" for row in range(20)]
            lines(canvas, texts, y=790, pitch=24)
            foot(canvas, f"第 {number} 页 共 8 页")

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(number) for number in range(1, 9)]))
    assert "汇编" not in document.text
    assert [page.label for page in document.pages] == list("12345678")


@given(
    st.lists(st.lists(st.sampled_from(TOPICS[:4]), min_size=8, max_size=20), min_size=3, max_size=8),
    st.sampled_from([14, 17, 24]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_of_the_body_is_lost_though_lines_are_repeated(tmp_path, pages, pitch):
    """Contracts and forms say the same at the same place of many pages."""

    def page(number, texts):
        def draw(canvas):
            head(canvas, "内部资料 注意保存")
            lines(canvas, [f"{text}。" for text in texts], y=760, pitch=pitch)
            foot(canvas, f"- {number} -")

        return draw

    document = read(pdf(tmp_path / "a.pdf", [page(number, texts) for number, texts in enumerate(pages, start=1)]))
    flat = "".join(document.text.split())
    assert flat == "".join(f"{text}。" for texts in pages for text in texts)
