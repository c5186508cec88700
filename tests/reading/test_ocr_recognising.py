"""From what an engine sees to text with its places, whichever way the page was laid on the scanner."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.ocr_scene import HEIGHT, UNIT, WIDTH, Printed, PrintedEngine, paper, recognised

from youju.reading.document import ReadDocument, boxes_of
from youju.reading.ocr.quality import readable_lines
from youju.reading.ocr.recognising import recognise
from youju.reading.ocr.spreading import spread
from youju.reading.ocr.turning import turned
from youju.reading.pdf.assembly import assemble
from youju.reading.pdf.recognised import recognised_glyphs

LINES = (
    Printed("员工出差应当提前三日提交申请经批准后方可订票", 80, 200),
    Printed("住宿费在限额内据实报销", 80, 232),
    Printed("第二条伙食补贴按天数发放", 80, 300),
)


def read_page(turn: int, skew: float = 0.0) -> ReadDocument:
    width, height = (HEIGHT, WIDTH) if turn % 2 else (WIDTH, HEIGHT)
    page = recognise(paper(turn), PrintedEngine(LINES, skew), 1, width, height)
    assert page.angle == pytest.approx((90 * turn + skew) if abs(skew) >= 0.1 else 90 * turn, abs=0.2)
    glyphs = recognised_glyphs(page)
    assert glyphs is not None
    return assemble([glyphs])


@pytest.mark.parametrize("turn", range(4))
def test_a_page_is_read_whichever_way_it_lies_and_every_character_has_its_place(turn: int) -> None:
    document = read_page(turn)
    for line in LINES:
        start = document.text.index(line.text[:5])
        (x, y), *_ = turned(
            np.array([[line.x + UNIT / 2, line.y + UNIT / 2]]),
            90 * turn,
            (WIDTH, HEIGHT),
            (HEIGHT, WIDTH) if turn % 2 else (WIDTH, HEIGHT),
        )
        (box,) = boxes_of(document.lines, start, start + 1)
        assert box.x0 - 1 <= x <= box.x1 + 1 and box.y0 - 1 <= y <= box.y1 + 1


@settings(max_examples=40, deadline=None)
@given(st.floats(-4, 4))
def test_a_page_askew_reads_the_same_and_its_marks_follow_the_slant(skew: float) -> None:
    document = read_page(0, skew)
    assert document.text == read_page(0).text
    last = document.text.index("订票")
    x, y = turned(LINES[0].corners, skew, (WIDTH, HEIGHT), (WIDTH, HEIGHT))[1:3].mean(axis=0)
    box = boxes_of(document.lines, last, last + 2)[-1]
    assert abs(box.x1 - x) < UNIT and abs((box.y0 + box.y1) / 2 - y) < 0.6 * UNIT
    assert box.y1 - box.y0 < 2 * UNIT


@given(st.text(max_size=30))
def test_what_no_person_reads_is_no_text(text: str) -> None:
    page = recognise(paper(), PrintedEngine([Printed(text or "x", 50, 50)]), 1, WIDTH, HEIGHT)
    for line in page.lines:
        assert len(line.edges) == len(line.text) + 1
        assert "\0" not in line.text and line.text.strip() == line.text
        line.text.encode()


@given(st.text(min_size=1, max_size=20), st.data())
def test_edges_never_fall_and_span_the_line(text: str, data: st.DataObject) -> None:
    place = st.none() | st.tuples(st.floats(0, 1), st.floats(0, 1))
    known = data.draw(st.lists(place, min_size=len(text), max_size=len(text)))
    edges = spread(text, known)
    assert (edges[0], edges[-1], len(edges)) == (0.0, 1.0, len(text) + 1)
    assert all(low <= high for low, high in pairwise(edges))


@pytest.mark.parametrize(
    "texts, score",
    [
        ((), 0.9),
        (("SwYw", "ww", "nwwns"), 0.62),  # what scribbles score
        (("册毛工员巨公育甘", "家ε.2"), 0.71),  # a page seen in a mirror
        (("的25据(63)", "调病碍1天以的"), 0.78),  # 30 dots an inch
        (("7",), 0.99),
    ],
)
def test_noise_is_never_text(texts: tuple[str, ...], score: float) -> None:
    page = recognised(1, *texts, score=score)
    assert readable_lines(page) == () and recognised_glyphs(page) is None


def test_a_stamp_on_a_good_page_is_left_out() -> None:
    good, stamp = recognised(1, "住宿费在限额内据实报销。" * 2), recognised(1, "ㅋ乂ニ", score=0.6)
    page = recognise(
        paper(),
        PrintedEngine([Printed(good.lines[0].text, 50, 50), Printed("ㅋ乂ニ", 300, 500, 0.6)]),
        1,
        WIDTH,
        HEIGHT,
    )
    assert stamp.lines[0].text in {line.text for line in page.lines}
    assert [line.text for line in readable_lines(page)] == [good.lines[0].text]


def test_spaces_and_bullets_come_as_people_set_them() -> None:
    glyphs = recognised_glyphs(recognised(1, "5.3 病假的 期限", "・有效 证件", "第 9 页说明", "annual leave"))
    assert glyphs is not None
    texts = [fragment.text for _, frame in glyphs.frames for fragment in frame]
    assert texts == ["5.3 病假的期限", "•有效证件", "第9页说明", "annual leave"]
