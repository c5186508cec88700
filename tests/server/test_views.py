"""The passage where it stands: which spans, pages and blocks; and its HTML, in which a document is only text."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from youju.knowledge.content.values import Content
from youju.knowledge.layout import Layout
from youju.knowledge.values import InForce, PageSpan, Passage
from youju.knowledge.views import view_of
from youju.reading.document import Block, Line, Page, Place, Table, TableCell, boxes_of
from youju.server.viewing import page_html

HOSTILE = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>&lt;b&gt; </mark></p><mark id="mark">'


def passage_of(text: str, start: int, end: int, *, title: str = "规定", source: str = "规定.txt") -> Passage:
    return Passage(
        id="p1",
        document_id="d1",
        version_id="v1",
        ordinal=0,
        text=text[start:end],
        start=start,
        end=end,
        source=source,
        title=title,
        section=("第一章", "第一条"),
        in_force=InForce("repealed", date(2020, 1, 1), date(2024, 1, 1)),
        version_label="2020版",
    )


def text_content(*parts: tuple[str, str], group: int | None = None) -> Content:
    """A text of `(kind, text)` blocks, a line end apart; list items and table rows are of one group."""
    text, blocks = "", []
    for kind, part in parts:
        start = len(text) + bool(text)
        text = f"{text}\n{part}" if text else part
        grouped = kind in ("list_item", "table_header", "table_row")
        blocks.append(Block(kind, start, len(text), 1 if kind == "heading" else 0, group if grouped else None))
    return Content(text, Layout(tuple(blocks), (), ()), None, "text/plain")


def paged_content(pages: int, lines_per_page: int = 3, width: int = 10) -> Content:
    """Pages of lines of ten characters, each character ten points wide."""
    text, lines, spans = "", [], []
    for page in range(1, pages + 1):
        first = len(text)
        for row in range(lines_per_page):
            start = len(text)
            text += chr(0x4E00 + page) * width
            edges = tuple(float(10 * at) for at in range(width + 1))
            lines.append(Line(page, start, len(text), 20.0 * row, 20.0 * row + 12, edges))
        spans.append(Page(page, first, len(text), 200.0, 300.0))
    blocks = (Block("paragraph", 0, len(text)),)
    return Content(text, Layout(blocks, tuple(spans), tuple(lines)), "file", "application/pdf")


# ── which spans ────────────────────────────────────────────────────────────────────────────────────────────────────

SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=5)


@given(SPANS)
def test_marked_spans_lie_in_the_passage_in_order_and_apart(spans: list[tuple[int, int]]) -> None:
    content = paged_content(2)
    passage = passage_of(content.text, 10, 50)
    view = view_of(passage, content, spans)
    assert view.spans and all(10 <= low < high <= 50 for low, high in view.spans)
    assert all(one[1] < two[0] for one, two in zip(view.spans, view.spans[1:], strict=False))
    wanted = {at for low, high in spans for at in range(low, high)} & set(range(10, 50))
    marked = {at for low, high in view.spans for at in range(low, high)}
    assert marked == (wanted or set(range(10, 50)))


@given(SPANS)
def test_boxes_are_those_of_the_spans_page_by_page(spans: list[tuple[int, int]]) -> None:
    """Only the first page of a two-page quote marked: public faults 38."""
    content = paged_content(2)
    view = view_of(passage_of(content.text, 0, 60), content, spans)
    expected = [box for low, high in view.spans for box in boxes_of(content.layout.lines, low, high)]
    assert [box for page in view.pages for box in page.boxes] == sorted(expected, key=lambda box: box.page)
    assert view.marked == tuple(sorted({box.page for box in expected}))
    assert all(box.page == page.number for page in view.pages for box in page.boxes)


@pytest.mark.parametrize("reach", [0, 1])
def test_the_section_around_a_mark_ends_at_headings(reach: int) -> None:
    content = text_content(
        ("heading", "一、考勤"),
        ("paragraph", "迟到。"),
        ("heading", "二、休假"),
        ("paragraph", "年假。"),
        ("paragraph", "病假。"),
    )
    start = content.text.index("年假")
    view = view_of(passage_of(content.text, 0, len(content.text)), content, [(start, start + 2 + reach)])
    assert [block.text for block in view.blocks] == ["二、休假", "年假。", "病假。"]
    assert [block.marks for block in view.blocks] == [(), ((0, 2 + reach),), ()]
    assert (view.cut_before, view.cut_after, view.quote) == (False, False, "年假。"[: 2 + reach])


def test_a_very_long_section_is_cut_on_both_sides() -> None:
    content = text_content(*[("paragraph", f"{number}" * 500) for number in range(1, 10)] * 5)
    start = content.text.index("5" * 500, 10_000)
    view = view_of(passage_of(content.text, start, start + 500), content)
    assert view.cut_before and view.cut_after
    assert sum(len(block.text) for block in view.blocks) < 10_000


# ── the HTML ───────────────────────────────────────────────────────────────────────────────────────────────────────


def parsed(html: str) -> LexborHTMLParser:
    tree = LexborHTMLParser(html)
    assert not tree.css("script, img, iframe, object, embed, form, base, meta[http-equiv], style")
    for node in tree.css("*"):
        assert not [name for name in node.attributes if name.startswith("on") or name == "style"], node.html
    return tree


@pytest.mark.parametrize("kind", ["heading", "paragraph", "list_item", "table_header", "table_row", "code", "quote"])
def test_what_a_document_says_is_never_markup(kind: str) -> None:
    content = text_content((kind, f"前 {HOSTILE} 后"), group=1)
    view = view_of(passage_of(content.text, 0, len(content.text), title=HOSTILE, source=HOSTILE), content, [(4, 12)])
    tree = parsed(page_html(view, None, "zh"))
    assert [node.text() for node in tree.css("mark")] == [content.text[4:12]]
    assert tree.css_first("article").text().strip() == content.text.replace(" | ", "")
    assert tree.css_first("h1").text().startswith(HOSTILE)
    assert tree.css_first("title").text() == HOSTILE


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4), st.text(min_size=20, max_size=40))
def test_marks_change_no_character(spans: list[tuple[int, int]], text: str) -> None:
    text = re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", "x", text)
    content = text_content(("paragraph", text))
    view = view_of(passage_of(text, 0, len(text)), content, spans)
    tree = parsed(page_html(view, None, "zh"))
    assert tree.css_first("article p").text() == text
    assert "".join(node.text() for node in tree.css("mark")) == "".join(text[low:high] for low, high in view.spans)
    assert len(tree.css("#mark")) == 1


def test_a_table_keeps_its_cells_and_marks_across_them() -> None:
    content = text_content(
        ("table_header", "职级 | 试用期"), ("table_row", "P7 | 6个月"), ("table_row", " | 无"), group=3
    )
    start = content.text.index("P7")
    view = view_of(passage_of(content.text, 0, len(content.text)), content, [(start, start + len("P7 | 6个月"))])
    tree = parsed(page_html(view, None, "zh"))
    rows = [[cell.text() for cell in row.css("th, td")] for row in tree.css("tr")]
    assert rows == [["职级", "试用期"], ["P7", "6个月"], ["", "无"]]
    assert [node.text() for node in tree.css("mark")] == ["P7", "6个月"]


MERGED = (  # (first row, column, text, rows, columns, header)
    (0, 0, "城市", 2, 1, True),
    (0, 1, "住宿", 1, 2, True),
    (1, 1, "总监", 1, 1, True),
    (1, 2, "经理", 1, 1, True),
    (2, 0, "一线", 2, 1, False),
    (2, 1, "800", 1, 1, False),
    (2, 2, "600", 1, 1, False),
    (3, 1, "<i>750</i>", 1, 1, False),
    (3, 2, "550", 1, 1, False),
)


def merged_content() -> Content:
    """A table whose merged cells are written again in each row and column, as readers write them."""
    rows = [("table_header", "城市 | 住宿 | 住宿"), ("table_header", "城市 | 总监 | 经理")]
    rows += [("table_row", "一线 | 800 | 600"), ("table_row", "一线 | <i>750</i> | 550")]
    content = text_content(*rows, group=1)
    cells = []
    for row, column, text, high, wide, header in MERGED:
        block = content.layout.blocks[row]
        start = content.text.index(text, block.start, block.end)
        cells.append(TableCell(row, column, start, start + len(text), high, wide, header))
    layout = replace(content.layout, tables=(Table(1, tuple(cells)),))
    return replace(content, layout=layout)


def test_merged_cells_are_shown_once_with_their_spans_and_the_quoted_row_is_marked() -> None:
    content = merged_content()
    passage = passage_of(content.text, 0, len(content.text))
    last = content.layout.blocks[-1]
    html = page_html(view_of(passage, content, [(last.start, last.end)]), None, "zh")
    table = LexborHTMLParser(html).css_first("table")
    shown = [
        [
            (cell.tag, cell.text(), cell.attributes.get("rowspan"), cell.attributes.get("colspan"))
            for cell in row.css("td, th")
        ]
        for row in table.css("tr")
    ]
    assert shown == [
        [("th", "城市", "2", None), ("th", "住宿", None, "2")],
        [("th", "总监", None, None), ("th", "经理", None, None)],
        [("td", "一线", "2", None), ("td", "800", None, None), ("td", "600", None, None)],
        [("td", "<i>750</i>", None, None), ("td", "550", None, None)],
    ]
    assert [mark.text() for mark in table.css("mark")] == ["一线", "<i>750</i>", "550"]


def test_a_view_that_begins_inside_a_merged_cell_shows_it_all_the_same() -> None:
    content = merged_content()
    middle = content.layout.blocks[3]
    part = replace(content, layout=replace(content.layout, blocks=(middle,)))
    view = view_of(passage_of(content.text, middle.start, middle.end), part)
    assert [(cell.text, cell.rows) for cell in view.blocks[0].cells] == [("一线", 1), ("<i>750</i>", 1), ("550", 1)]


def test_the_place_in_a_sheet_and_the_reading_of_a_picture_are_told() -> None:
    content = merged_content()
    last = content.layout.blocks[-1]
    places = (Place("sheet", "<住宿>", last.start, last.end, 5, 5),)
    pages = (PageSpan(1, 0, len(content.text), confidence=0.934),)
    passage = replace(passage_of(content.text, 0, len(content.text)), places=places, pages=pages)
    html = page_html(view_of(passage, content, [(last.start, last.end)]), None, "zh")
    header = LexborHTMLParser(html).css_first("header")
    assert header.css_first(".place").text() == "工作表‘<住宿>’第 5 行"
    assert header.css_first(".ocr").text() == "图片识别，置信度 93%"


def test_pages_are_turned_within_the_document() -> None:
    content = paged_content(4)
    passage = passage_of(content.text, 0, len(content.text))
    spans = [(50, 70)]  # the end of page 2 and the beginning of page 3
    tree = parsed(page_html(view_of(passage, content, spans), None, "zh"))
    assert [node.text() for node in tree.css("figcaption")] == ["第 2 页", "第 3 页"]
    links = {node.text(): node.attributes["href"] for node in tree.css("nav a")}
    assert "page=1" in links["上一页"] and "page=4" in links["下一页"]
    last = parsed(page_html(view_of(passage, content, spans), 4, "zh"))
    links = {node.text(): node.attributes["href"] for node in last.css("nav a")}
    assert set(links) == {"上一页", "引用所在页"} and not last.css("rect")
    assert links["引用所在页"] == "?start=50&end=70&lang=zh#mark"


# ── over HTTP, with the samples ────────────────────────────────────────────────────────────────────────────────────


def first_card(client: httpx.Client, question: str) -> dict:
    return client.post("/api/v1/answers", json={"question": question}).json()["citations"][0]


@pytest.fixture(scope="module")
def handbook(owner: httpx.Client) -> dict:
    card = first_card(owner, "差旅费要在多少天内报销？")
    assert (card["source"], card["pages"]) == ("员工手册.pdf", [11])
    return card


def test_the_right_sentence_is_marked_on_the_right_page(owner: httpx.Client, handbook: dict) -> None:
    tree = parsed(owner.get(handbook["view"]).text)
    assert [node.text() for node in tree.css("figcaption")] == ["第 11 页"]
    rectangles = [
        {name: float(node.attributes[name]) for name in ("x", "y", "width", "height")} for node in tree.css("rect")
    ]
    spoken = tree.css_first("svg").attributes["aria-label"]
    assert rectangles and "15个工作日" in spoken
    marked, plain = page_images(owner, handbook)
    scale = plain.width / float(tree.css_first("image").attributes["width"])
    for box in rectangles:
        middle = (int((box["x"] + box["width"] / 2) * scale), int((box["y"] + 1) * scale))
        assert plain.getpixel(middle)[2] > 200 and marked.getpixel(middle)[2] < 200  # white paper, then yellow
    assert changed_share(marked, plain) == pytest.approx(
        sum(box["width"] * box["height"] for box in rectangles) * scale**2 / (plain.width * plain.height), rel=0.5
    )


def page_images(client: httpx.Client, card: dict) -> tuple[Image.Image, Image.Image]:
    address = card["view"].replace("/view", "/pages/11.png")
    both = [client.get(one) for one in (address, address.partition("?")[0])]
    assert {one.headers["content-type"] for one in both} == {"image/png"}
    marked, plain = (Image.open(io.BytesIO(one.content)).convert("RGB") for one in both)
    return marked, plain


def changed_share(one: Image.Image, two: Image.Image) -> float:
    changed = sum(a != b for a, b in zip(one.get_flattened_data(), two.get_flattened_data(), strict=True))
    return changed / (one.width * one.height)


def test_a_text_is_shown_with_its_mark(owner: httpx.Client) -> None:
    card = first_card(owner, "预订的会议室多久没有签到会被释放？")
    tree = parsed(owner.get(f"{card['view']}&lang=en").text)
    assert "10分钟" in tree.css_first("mark").text()
    assert tree.css_first("html").attributes["lang"] == "en"


@pytest.mark.parametrize("page", ["0", "24", "999999", "x", "-1"])
def test_a_page_that_is_not_there(owner: httpx.Client, handbook: dict, page: str) -> None:
    response = owner.get(f"/api/v1/passages/{handbook['passage_id']}/pages/{page}.png")
    assert response.status_code in (404, 422)


@pytest.mark.parametrize("query", ["start=9&end=", "start=9", "start=9&end=x", "start=-1&end=2", "start=1&end=2&end=3"])
def test_spans_that_are_none(owner: httpx.Client, handbook: dict, query: str) -> None:
    assert owner.get(f"/api/v1/passages/{handbook['passage_id']}/view?{query}").status_code == 422


@pytest.mark.parametrize("query", ["", "?start=0&end=1", "?start=5&end=2", "?start=999999999&end=9999999999"])
def test_a_span_outside_marks_the_passage(owner: httpx.Client, handbook: dict, query: str) -> None:
    tree = parsed(owner.get(f"/api/v1/passages/{handbook['passage_id']}/view{query}").text)
    assert len(tree.css("rect")) > 1


def test_the_passage_itself(owner: httpx.Client, handbook: dict) -> None:
    passage = owner.get(f"/api/v1/passages/{handbook['passage_id']}").json()
    assert handbook["quote"] in passage["text"] and passage["pages"] == [11]
    assert passage["end"] - passage["start"] == len(passage["text"])
    assert Path(passage["source"]).name == passage["source"]
