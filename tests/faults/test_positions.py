"""The page and the place that a citation names: kinds 35 to 42 of docs/faults.md."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from tests.faults.papers import (
    ACROSS_WHOLE,
    ASTRAL,
    BEHIND,
    IN_WORD,
    LABELLED,
    NO_PAGES,
    ONE_PAGE,
    ROWS,
    SCORES,
    THREE_PAGES,
    hole,
    hole_rows,
)
from tests.faults.scene import Stage, parts_of, squeezed


def only_part(answer: dict[str, Any]) -> dict[str, Any]:
    assert answer["status"] == "answered"
    (part,) = parts_of(answer).values()
    return part


def pages_drawn(papers: Stage, part: dict[str, Any]) -> list[int]:
    """The pages that a person sees marked when the view is opened."""
    html = papers.client.get(part["view"]).text
    figures = [figure for figure in html.split("<figure>") if 'class="mark"' in figure]
    return [int(number) for figure in figures for number in re.findall(r"/pages/(\d+)\.png", figure)]


@pytest.mark.parametrize(
    ("page", "question"),
    [(1, "温室的总面积是多少？"), (2, "温室每天通风几次？"), (3, "温室夜间的温度不得低于多少度？")],
)
def test_35_first_and_last_page_are_named_as_they_are(papers: Stage, page: int, question: str):
    part = only_part(papers.ask(question))
    assert part["quote"] in THREE_PAGES[page]
    assert (part["pages"], pages_drawn(papers, part)) == ([page], [page])


def test_36_a_page_that_is_not_there_is_never_named(papers: Stage):
    part = only_part(papers.ask("码头共有几个泊位？"))
    assert part["quote"] in ONE_PAGE
    assert part["pages"] == [1]
    image = f"/api/v1/passages/{part['passage_id']}/pages"
    assert papers.client.get(f"{image}/1.png").status_code == 200
    assert [papers.client.get(f"{image}/{number}.png").status_code for number in (0, 2, 99)] == [404] * 3
    without = only_part(papers.ask("灯塔的高度是多少米？"))
    assert without["quote"] in NO_PAGES
    assert (without["pages"], without["page_label"]) == ([], "")


def test_37_the_printed_number_is_shown_and_the_physical_page_is_opened(papers: Stage):
    part = only_part(papers.ask("航线全程的长度是多少海里？"))
    assert part["quote"] in LABELLED
    assert (part["pages"], part["page_label"]) == ([4], "2")
    assert pages_drawn(papers, part) == [4]


def test_38_a_sentence_over_a_page_break_marks_both_pages(papers: Stage):
    part = only_part(papers.ask("矿井的瓦斯浓度由谁检查，每班检查几次？"))
    assert squeezed(part["quote"]) == ACROSS_WHOLE.rstrip("。") or squeezed(part["quote"]) == ACROSS_WHOLE
    assert part["pages"] == [1, 2]
    assert pages_drawn(papers, part) == [1, 2]


def test_39_the_page_is_where_the_sentence_stands_not_where_its_passage_begins(papers: Stage):
    part = only_part(papers.ask("索道的检修周期是多少天？"))
    whole = papers.client.get(f"/api/v1/passages/{part['passage_id']}").json()
    assert 1 in whole["pages"]
    assert part["quote"] in BEHIND
    assert (part["pages"], pages_drawn(papers, part)) == ([2], [2])


@pytest.mark.parametrize("number", [2, 12, 58, 101, SCORES - 1])
def test_40_overlapping_passages_shift_neither_words_nor_pages(papers: Stage, number: int):
    part = only_part(papers.ask(f"第{number}号钻孔的深度是多少米？"))
    rows = hole_rows()
    at = "".join(rows).index(hole(number))
    ends = [at, at + len(hole(number)) - 2]
    page_ends = [len("".join(rows[: place + ROWS])) for place in range(0, len(rows), ROWS)]
    standing = [1 + sum(end <= one for end in page_ends) for one in ends]
    assert squeezed(part["quote"]) in hole(number)
    assert part["pages"] == sorted(set(standing))
    assert papers.opened(part) == squeezed(part["quote"])


def test_41_a_page_that_is_no_fact_is_not_shown_as_one(papers: Stage):
    """A Word file has the pages that a program gives it: none is claimed, or it is called a guess."""
    part = only_part(papers.ask("渡口的营业时间是几点到几点？"))
    assert part["quote"] in IN_WORD
    assert part["page_label"] == "" if not part["pages"] else part["page_label"].startswith("约")


def test_42_positions_count_characters_whatever_their_bytes(papers: Stage):
    part = only_part(papers.ask("食堂每天供应多少份午餐？"))
    text = "食堂每天供应午餐300份"
    whole = papers.client.get(f"/api/v1/passages/{part['passage_id']}").json()
    start, end = (int(re.search(rf"{name}=(\d+)", part["view"])[1]) for name in ("start", "end"))
    canonical = whole["text"][start - whole["start"] : end - whole["start"]]
    assert unicodedata.normalize("NFC", ASTRAL[:4]) == whole["text"][:4]
    assert text in canonical
    assert text in papers.opened(part)
