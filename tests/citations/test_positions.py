"""A quote stands on the pages, rows and boxes of its own words: not of its passage, and not a character beside them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from youju.citations.cards import Cited, build_cards
from youju.citations.registry import Registry
from youju.knowledge.content.values import Content
from youju.knowledge.layout import Layout
from youju.knowledge.values import PageSpan, Passage
from youju.knowledge.views import view_of
from youju.reading.document import Block, Line, Page, Place
from youju.retrieval.values import Scored

WIDTH, ROWS = 7, 3
LETTERS = "住宿💰标准é👩‍👧800元"
"""With characters of four bytes, of two UTF-16 units, and of several code points."""


def book(pages: int) -> Content:
    """Pages of three lines of seven characters, each ten points wide; a line end between lines."""
    text, lines, spans, blocks = "", [], [], []
    for page in range(1, pages + 1):
        first = len(text)
        for row in range(ROWS):
            start = len(text)
            text += "".join(LETTERS[(start + at) % len(LETTERS)] for at in range(WIDTH))
            edges = tuple(10.0 * at for at in range(WIDTH + 1))
            lines.append(Line(page, start, len(text), 20.0 * row, 20.0 * row + 12, edges))
            blocks.append(Block("paragraph", start, len(text)))
            text += "\n"
        spans.append(Page(page, first, len(text), 200.0, 300.0, confidence=0.9 if page % 2 else None))
    return Content(text, Layout(tuple(blocks), tuple(spans), tuple(lines)), "file", "application/pdf")


def passage_of(content: Content, start: int, end: int, name: str = "p1") -> Passage:
    """As the ledger gives it: pages clipped to the passage."""
    pages = tuple(
        PageSpan(page.number, max(page.start, start), min(page.end, end), confidence=page.confidence)
        for page in content.layout.pages
        if page.start < end and start < page.end
    )
    text = content.text[start:end]
    return Passage(name, "d1", "v1", 0, text, start, end, "手册.pdf", "手册", pages=pages)


def card_of(passage: Passage, *spans: tuple[int, int]):
    registry = Registry()
    registry.register(Scored(passage, 0.5, "fusion"))
    (card,) = build_cards([Cited(1, tuple(spans))], registry)
    return card


@st.composite
def quotes(draw: st.DrawFn) -> tuple[Content, int, int, int, int]:
    """A book, a passage of it, and a quote in the passage that is not only line ends."""
    content = book(draw(st.integers(1, 5)))
    start = draw(st.integers(0, len(content.text) - 2))
    end = draw(st.integers(start + 2, len(content.text)))
    low = draw(st.integers(start, end - 1))
    high = draw(st.integers(low + 1, end))
    if not content.text[low:high].strip():
        low, high = (low, high + 1) if high < end else (low - 1, high)
    return content, start, end, max(low, start), high


@given(quotes())
def test_pages_and_boxes_cover_the_quote_and_nothing_else(quote: tuple[Content, int, int, int, int]) -> None:
    content, start, end, low, high = quote
    passage = passage_of(content, start, end)
    card = card_of(passage, (low - start, high - start))
    assert card.quote == content.text[low:high]
    view = view_of(passage, content, [(low, high)])
    covered = {
        line.start + at
        for page in view.pages
        for box in page.boxes
        for line in content.layout.lines
        if (line.page, line.top) == (page.number, box.y0)
        for at in range(round(box.x0 / 10), round(box.x1 / 10))
    }
    assert covered == {place for place in range(low, high) if content.text[place] != "\n"}
    standing = {page.number for page in content.layout.pages for place in covered if page.start <= place < page.end}
    assert set(view.marked) == standing
    assert standing <= set(card.pages)
    assert set(card.pages) == {p.number for p in content.layout.pages if p.start < high and low < p.end}


@given(quotes(), st.integers(0, 9))
def test_where_passages_overlap_the_same_words_stand_on_the_same_pages(
    quote: tuple[Content, int, int, int, int], more: int
) -> None:  # ragflow#18148
    content, start, end, low, high = quote
    one = passage_of(content, start, end)
    wider = passage_of(content, max(0, start - more), min(len(content.text), end + more), "p2")
    cards = [card_of(each, (low - each.start, high - each.start)) for each in (one, wider)]
    assert cards[0].pages == cards[1].pages
    assert cards[0].ocr == cards[1].ocr
    views = [view_of(each, content, [(low, high)]) for each in (one, wider)]
    assert [page.boxes for page in views[0].pages] == [page.boxes for page in views[1].pages]


def test_a_quote_over_a_page_break_marks_both_pages() -> None:  # ragflow#16735, azure-search-openai-demo#763
    content = book(3)
    edge = content.layout.pages[1].start
    passage = passage_of(content, 0, len(content.text))
    card = card_of(passage, (edge - 4, edge + 3))
    view = view_of(passage, content, [(edge - 4, edge + 3)])
    assert (card.pages, card.page_label, view.marked) == ((1, 2), "1–2", (1, 2))
    assert [len(page.boxes) for page in view.pages] == [1, 1, 0]


# ── read from a picture ────────────────────────────────────────────────────────────────────────────────────────────


def test_only_a_quote_from_a_recognised_page_says_so() -> None:
    content = book(2)  # the first page is a picture
    passage = passage_of(content, 0, len(content.text))
    second = content.layout.pages[1].start
    card = card_of(passage, (second, second + 5))
    assert card.pages == (2,)
    assert card.ocr is None
    card = card_of(passage, (0, 5))
    assert card.ocr is not None
    assert (card.ocr.pages, card.ocr.confidence) == ((1,), 0.9)
    assert card.parts[0].ocr == card.ocr


def test_the_confidence_is_that_of_the_quoted_characters() -> None:
    pages = (PageSpan(1, 0, 10, confidence=0.9), PageSpan(2, 10, 20, confidence=0.6))
    passage = Passage("p1", "d1", "v1", 0, "字" * 20, 0, 20, "a.pdf", "A", pages=pages)
    card = card_of(passage, (8, 14))
    assert card.ocr is not None
    assert (card.ocr.pages, card.ocr.confidence) == ((1, 2), 0.7)  # two characters at .9, four at .6


# ── without pages ──────────────────────────────────────────────────────────────────────────────────────────────────


def sheet(name: str, rows: list[str], first: int = 1, offset: int = 0) -> tuple[str, list[Place]]:
    text, places = "", []
    for number, row in enumerate(rows, first):
        start = offset + len(text)
        text += row
        places.append(Place("sheet", name, start, offset + len(text), number, number))
        text += "\n"
    return text.rstrip("\n"), places


def test_a_quote_of_a_sheet_names_its_own_rows() -> None:
    text, places = sheet("住宿标准", ["城市 | 限额", "一线 | 800", "二线 | 600", "三线 | 500", "其他 | 400"], first=2)
    passage = Passage("p1", "d1", "v1", 0, text, 0, len(text), "a.xlsx", "A", places=tuple(places))
    row = text.index("一线")
    assert card_of(passage, (row, row + 8)).place == "工作表‘住宿标准’第 3 行"
    assert card_of(passage, (row, text.index("三线"))).place == "工作表‘住宿标准’第 3–4 行"
    both = card_of(passage, (row, row + 8), (text.index("其他"), len(text)))
    assert both.place == "工作表‘住宿标准’第 3、6 行"
    assert both.page_label == ""
    assert card_of(passage).place == "工作表‘住宿标准’第 2–6 行"  # the passage as a whole is meant


def test_rows_of_two_sheets_are_told_apart() -> None:
    text, places = sheet("国内", ["一线 | 800"])
    more, others = sheet("国外", ["纽约 | 300"], first=7, offset=len(text) + 1)
    whole = f"{text}\n{more}"
    passage = Passage("p1", "d1", "v1", 0, whole, 0, len(whole), "a.xlsx", "A", places=(*places, *others))
    assert card_of(passage, (0, len(whole))).place == "工作表‘国内’第 1 行、工作表‘国外’第 7 行"


def test_a_chapter_and_an_anchor_are_named_and_an_ended_anchor_is_not() -> None:
    text = "第一章总则。费用按标准执行。附则。"
    places = (Place("part", "第一章", 0, len(text)), Place("anchor", "fees", 6, 14))
    passage = Passage("p1", "d1", "v1", 0, text, 0, len(text), "a.epub", "A", places=places)
    assert card_of(passage, (6, 13)).place == "第一章 #fees"
    assert card_of(passage, (14, 17)).place == "第一章"


def test_a_merged_card_names_the_place_of_each_part() -> None:
    text, places = sheet("标准", ["一线 | 800", "二线 | 600", "三线 | 500"])
    cut = text.index("三线")
    first = Passage("p1", "d1", "v1", 0, text[: cut - 1], 0, cut - 1, "a.xlsx", "A", places=tuple(places[:2]))
    second = replace(first, id="p2", ordinal=1, text=text[cut:], start=cut, end=len(text), places=(places[2],))
    registry = Registry()
    for passage in (first, second):
        registry.register(Scored(passage, 0.5, "fusion"))
    (card,) = build_cards([Cited(1, ((0, 8),)), Cited(2, ((0, 8),))], registry)
    assert card.place == "工作表‘标准’第 1、3 行"
    assert [part.place for part in card.parts] == ["工作表‘标准’第 1 行", "工作表‘标准’第 3 行"]
