import json
import zlib
from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from youju.knowledge.layout import pack, unpack
from youju.reading.document import Block, Line, Page, Place, ReadDocument, Table, TableCell

POINTS = st.floats(-50, 5000, width=32)


@st.composite
def layouts(draw):
    lines = []
    start = 0
    for page in draw(st.lists(st.integers(1, 5000), max_size=12)):
        edges = draw(st.lists(POINTS, min_size=2, max_size=9))
        start += draw(st.integers(0, 3))
        end = start + len(edges) - 1
        lines.append(Line(page, start, end, draw(POINTS), draw(POINTS), array("f", edges)))
        start = end
    return tuple(lines)


@given(layouts())
@settings(deadline=None)
def test_every_line_comes_back_to_a_tenth_of_a_point(lines):
    back = unpack(pack(ReadDocument("", (), lines=lines))).lines
    assert [(n.page, n.start, n.end) for n in back] == [(n.page, n.start, n.end) for n in lines]
    for one, other in zip(back, lines, strict=True):
        for here, there in zip((one.top, one.bottom, *one.edges), (other.top, other.bottom, *other.edges), strict=True):
            assert abs(here - there) < 0.051


WHOLE = ReadDocument(
    "一 | 二\n三 | 四",
    (Block("table_header", 0, 5, 0, 1), Block("table_row", 6, 11, 0, 1)),
    pages=(Page(1, 0, 11, 595.3, 841.9, "ii"),),
    places=(Place("sheet", "表", 0, 5, 1, 1),),
    tables=(Table(1, (TableCell(0, 0, 0, 1, header=True), TableCell(1, 0, 6, 7, columns=2))),),
)


def test_everything_else_comes_back_as_it_was():
    back = unpack(pack(WHOLE))
    assert (back.blocks, back.pages, back.places, back.tables, back.lines) == (
        WHOLE.blocks,
        WHOLE.pages,
        WHOLE.places,
        WHOLE.tables,
        (),
    )


def test_a_layout_of_the_first_release_is_still_read():
    old = {"blocks": [["paragraph", 0, 2, 0, None]], "pages": [[1, 0, 2, 10.0, 20.0, None]], "lines": []}
    old["lines"] = [[1, 0, 2, 100, 110, 720, 830, 940]]
    back = unpack(zlib.compress(json.dumps(old).encode()))
    (line,) = back.lines
    assert (back.blocks, back.places) == ((Block("paragraph", 0, 2),), ())
    assert (line.page, line.end, line.top, list(line.edges)) == (1, 2, 10.0, [72.0, 83.0, 94.0])
