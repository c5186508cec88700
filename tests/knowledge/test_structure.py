from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.structure import HeadingStructure
from youju.reading.builder import TextBuilder
from youju.reading.document import ReadDocument


def document(*pieces, title=None):
    """Headings as (level, text), paragraphs as text."""
    builder = TextBuilder()
    for piece in pieces:
        if isinstance(piece, str):
            builder.add("paragraph", piece)
        else:
            builder.add("heading", piece[1], level=piece[0])
    return ReadDocument(builder.text, builder.blocks, title=title)


def test_headings_draw_the_tree():
    read = document((1, "第一章"), "甲", (2, "1.1"), "乙", (2, "1.2"), "丙", (1, "第二章"), "丁")
    sections = HeadingStructure().parse(read, "制度")
    assert [(s.title, s.level, s.parent) for s in sections] == [
        ("第一章", 1, None),
        ("1.1", 2, 0),
        ("1.2", 2, 0),
        ("第二章", 1, None),
    ]
    assert read.text[sections[0].start : sections[0].end].split() == ["第一章", "甲", "1.1", "乙", "1.2", "丙"]


def test_a_heading_that_repeats_the_title_is_no_section():
    read = document((1, "员工 手册"), "序", (2, "第一章"), "甲", title="员工 手册")
    assert [section.title for section in HeadingStructure().parse(read, "员工手册")] == ["第一章"]


def test_a_title_on_a_cover_is_no_section_and_a_contents_table_has_none_below():
    read = document(
        (3, "栎光科技"), (1, "员工手册"), "版本", (2, "目 录"), "第一章…1", (3, "第一章"), "甲", (4, "1.1"), "乙"
    )
    sections = HeadingStructure().parse(read, "员工手册")
    assert [(section.title, section.parent) for section in sections] == [
        ("目 录", None),
        ("第一章", None),
        ("1.1", 1),
    ]


def test_a_title_beside_headings_of_its_level_is_a_section():
    read = document((1, "手册"), "序", (1, "附录"), "甲")
    assert [section.title for section in HeadingStructure().parse(read, "手册")] == ["手册", "附录"]


def test_a_skipped_level_still_has_its_parent():
    read = document((1, "一"), (3, "三"), "甲", (2, "二"), "乙")
    assert [section.parent for section in HeadingStructure().parse(read, "")] == [None, 0, 0]


@given(st.lists(st.one_of(st.just("文"), st.tuples(st.integers(1, 6), st.just("题"))), max_size=20))
def test_sections_nest_and_cover_their_headings(pieces):
    read = document(*pieces)
    sections = HeadingStructure().parse(read, "")
    assert [section.ordinal for section in sections] == list(range(len(sections)))
    for section in sections:
        assert section.start < section.end <= len(read.text)
        if section.parent is not None:
            parent = sections[section.parent]
            assert parent.start < section.start and section.end <= parent.end
            assert parent.level < section.level
        for other in sections:
            apart = section.end <= other.start or other.end <= section.start
            inside = section.start <= other.start and other.end <= section.end
            around = other.start <= section.start and section.end <= other.end
            assert apart or inside or around
