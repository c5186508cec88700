"""Which part of a page the address `#name` leads to."""

from hypothesis import given
from hypothesis import strategies as st
from tests.reading.made_files import read_bytes

from youju.reading.anchors import Anchors
from youju.reading.builder import TextBuilder


def parts(document):
    return [(place.name, document.text[place.start : place.end]) for place in document.places]


def test_each_anchor_leads_to_what_follows_it_up_to_the_next(tmp_path):
    page = """<p>前言</p><h2 id="a">甲</h2><p>一</p><p>二</p><a name="b"></a><h2>乙</h2>
    <ul id="list"><li>三<li id="四">四</ul><h2><a id="c"></a>丙</h2>
    <table id="t"><tr><td>五<td>六<tr><td>七<td>八</table>"""
    assert parts(read_bytes(tmp_path, "a.html", page.encode())) == [
        ("a", "甲\n\n一\n\n二"),
        ("b", "乙"),
        ("list", "三"),
        ("四", "四"),
        ("c", "丙"),
        ("t", "五 | 六\n七 | 八"),
    ]


def test_of_anchors_at_one_place_the_one_that_is_linked_to(tmp_path):
    page = '<a href="#sec">目录</a><section id="sec"><span id="x1"></span><h2 id="y1">甲</h2><p>文</p></section>'
    assert [name for name, _ in parts(read_bytes(tmp_path, "a.html", page.encode()))] == ["sec"]
    assert [name for name, _ in parts(read_bytes(tmp_path, "a.html", page[24:].encode()))] == ["y1"]


def test_an_anchor_within_a_line_does_not_part_the_text(tmp_path):
    page = '<h2 id="a">甲</h2><p>正文<sup id="fnref1">1</sup>继续。</p><p>后文</p>'
    assert [name for name, _ in parts(read_bytes(tmp_path, "a.html", page.encode()))] == ["a"]


def test_what_is_left_out_has_no_anchor(tmp_path):
    page = '<nav id="menu"><a href="/">首页</a></nav><p>甲</p><div hidden id="h">无</div><p>乙</p><p id="end"></p>'
    assert parts(read_bytes(tmp_path, "a.html", page.encode())) == []


@given(
    st.lists(
        st.one_of(
            st.text("甲乙 \n", max_size=3).map(lambda t: ("text", t)),
            st.text("ab", max_size=2).map(lambda t: ("mark", t)),
        ),
        max_size=30,
    )
)
def test_places_are_in_order_and_apart_and_begin_with_blocks(steps):
    builder = TextBuilder()
    anchors = Anchors(builder)
    for kind, value in steps:
        if kind == "text":
            builder.add("paragraph", value)
        else:
            anchors.mark(value)
    places = anchors.places({"a"})
    starts = {block.start for block in builder.blocks}
    for place, following in zip(places, [*places[1:], None], strict=False):
        assert place.kind == "anchor" and place.name
        assert place.start in starts
        assert place.start < place.end <= (following.start if following else builder.length)
        assert builder.text[place.start : place.end] == builder.text[place.start : place.end].strip()
