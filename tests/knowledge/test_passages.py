import itertools
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from youju.knowledge.passages import cut_passages
from youju.knowledge.regions import TINY
from youju.knowledge.structure import HeadingStructure
from youju.knowledge.values import Locator, Section
from youju.reading.builder import TextBuilder
from youju.reading.document import Block, ReadDocument
from youju.reading.flow import Flow
from youju.text.tokens import estimate_tokens

SENTENCE = "员工出差应当事先提交申请，写明事由、地点和天数。"


def made(*pieces):
    """Blocks as (kind, text) or (kind, text, level)."""
    builder = TextBuilder()
    group = builder.new_group()
    for kind, text, *level in pieces:
        grouped = group if kind in {"list_item", "table_row", "table_header"} else None
        builder.add(kind, text, level=level[0] if level else 0, group=grouped)
    return ReadDocument(builder.text, builder.blocks)


def cut(document, sections=None, **sizes):
    if sections is None:
        sections = HeadingStructure().parse(document, "")
    passages = cut_passages(document.text, document.blocks, sections, **sizes)
    return passages, [document.text[p.start : p.end] for p in passages]


# ── what is promised for every text ───────────────────────────────────────────────────────────────────────────────────

WORDS = st.text(alphabet="甲乙。，；\n 　aZ0.!e\u0301👩\u200d\u200d👧", max_size=60)
KINDS = ["heading", "paragraph", "paragraph", "list_item", "table_header", "table_row", "code", "quote"]
PIECE = st.tuples(
    st.sampled_from(KINDS), st.one_of(WORDS, st.sampled_from([SENTENCE * 9, "无标点" * 90, "word " * 80, "问：何时？"]))
)


@st.composite
def documents(draw):
    pieces = [(kind, text, draw(st.integers(1, 4))) for kind, text in draw(st.lists(PIECE, max_size=14))]
    document = made(*pieces)
    sections = HeadingStructure().parse(document, "")
    located = draw(st.sets(st.sampled_from(range(len(sections))))) if sections else set()
    sections = tuple(replace(s, locator=Locator("法", s.ordinal)) if s.ordinal in located else s for s in sections)
    return document, sections


def check(text, passages, size, overlap):
    covered = set()
    for ordinal, passage in enumerate(passages):
        piece = text[passage.start : passage.end]
        assert passage.ordinal == ordinal
        assert piece and piece == piece.strip()
        assert estimate_tokens(piece) <= 2 * size
        covered.update(range(passage.start, passage.end))
    assert not [place for place, char in enumerate(text) if not char.isspace() and place not in covered]
    for before, after in itertools.pairwise(passages):
        assert before.start < after.start and before.end < after.end
        assert estimate_tokens(text[after.start : before.end]) <= overlap + 1


@settings(deadline=None)
@given(documents(), st.integers(20, 120))
def test_spans_cover_the_text_in_order_and_are_bounded(made_, size):
    document, sections = made_
    passages = cut_passages(document.text, document.blocks, sections, size=size, overlap=size // 5)
    check(document.text, passages, size, size // 5)
    parents = {section.ordinal: section for section in sections}
    for passage in passages:
        if passage.section is not None:
            section = parents[passage.section]
            assert section.start < passage.end and passage.start < section.end
            assert passage.locator == section.locator


@settings(deadline=None)
@given(documents(), st.integers(20, 120))
def test_passages_overlap_only_inside_one_block(made_, size):
    document, sections = made_
    passages = cut_passages(document.text, document.blocks, sections, size=size, overlap=size // 5)
    for before, after in itertools.pairwise(passages):
        if after.start < before.end:
            assert any(b.start <= after.start and before.end <= b.end for b in document.blocks)


@settings(deadline=None)
@given(st.text(max_size=400), st.integers(5, 60))
@example("無" * 3000, 50)
@example("a" * 3000, 50)
@example("\U0001f469\u200d" * 500, 20)
@example(" \n" * 300 + "x" + " " * 4000, 20)
def test_text_without_any_blocks(text, size):
    check(text, cut_passages(text, (), (), size=size, overlap=size // 5), size, size // 5)


@settings(deadline=None)
@given(documents())
def test_cutting_is_deterministic_and_ignores_the_order_of_blocks(made_):
    document, sections = made_
    passages = cut_passages(document.text, document.blocks, sections, size=60)
    assert passages == cut_passages(document.text, document.blocks[::-1], sections[::-1], size=60)


# ── what a person expects ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_line_of_29000_characters():
    """Fault 51: one passage of 29,000 characters."""
    text = "无标点的一行文字" * 3625
    passages = cut_passages(text, (Block("paragraph", 0, len(text)),), ())
    assert max(estimate_tokens(text[p.start : p.end]) for p in passages) <= 1000
    check(text, passages, 500, 100)


def test_a_section_is_one_passage_with_its_headings():
    document = made(
        ("heading", "第一章", 1),
        ("heading", "1.1 目的", 2),
        ("paragraph", SENTENCE * 3),
        ("heading", "1.2", 2),
        ("paragraph", SENTENCE * 3),
    )
    passages, texts = cut(document)
    assert [text.split("\n")[0] for text in texts] == ["第一章", "1.2"]
    assert [passage.section for passage in passages] == [1, 2]


def test_long_prose_overlaps_at_sentence_ends():
    """Fault 40: overlap moves nothing."""
    document = made(("paragraph", "".join(f"第{n}句，{SENTENCE}" for n in range(100))))
    passages, texts = cut(document, size=200, overlap=60)
    assert all(text.endswith("。") for text in texts)
    assert all(after.start < before.end for before, after in itertools.pairwise(passages))
    assert all(text.startswith("第") for text in texts)


def test_paragraphs_are_cut_between_and_do_not_overlap():
    document = made(*(("paragraph", SENTENCE * 5) for _ in range(10)))
    passages, texts = cut(document, size=300)
    assert all(text.startswith("员工出差") and text.endswith("。") for text in texts)
    assert all(before.end < after.start for before, after in itertools.pairwise(passages))
    assert len(texts) <= 6


def test_rows_and_items_stay_whole_and_a_header_has_a_row():
    rows = [("table_row", f"城市{n} | 每晚{n}00元 | 含早餐和服务费") for n in range(60)]
    document = made(("paragraph", "标准如下："), ("table_header", "城市 | 标准 | 说明"), *rows)
    _, texts = cut(document, size=150)
    assert len(texts) > 3
    assert all(line.count("|") == 2 for text in texts for line in text.splitlines() if "城市" in line)
    assert texts[0].startswith("标准如下：\n\n城市 | 标准 | 说明\n城市0")


def test_an_introduction_stays_with_its_list():
    filler = ("paragraph", SENTENCE * 6)
    document = made(
        filler, ("paragraph", "应当提交下列材料："), ("list_item", "身份证件" * 30), ("list_item", "学历证书" * 30)
    )
    _, texts = cut(document, size=170)
    assert [text for text in texts if text.endswith("：")] == []


def test_question_and_answer_stay_together_and_apart_from_others():
    pairs = [
        piece
        for n in range(5)
        for piece in (("paragraph", f"问：第{n}问？"), ("paragraph", f"答：第{n}答。"), ("paragraph", "补充。"))
    ]
    _, texts = cut(made(("heading", "常见问题", 1), *pairs))
    assert [text.count("问：") for text in texts] == [1] * 5
    assert all(f"问：第{n}问？\n\n答：第{n}答。\n\n补充。" in text for n, text in enumerate(texts))


def test_a_question_that_nobody_answers_is_prose():
    document = made(("paragraph", "问：这是引用的一句话。"), ("paragraph", SENTENCE))
    assert len(cut(document)[0]) == 1


def test_tiny_siblings_share_a_passage_under_their_parent():
    terms = [piece for n in range(60) for piece in (("heading", f"术语{n}", 2), ("paragraph", f"释义{n}。"))]
    passages, texts = cut(made(("heading", "第一章 定义", 1), *terms))
    assert 1 < len(passages) < 30
    assert {passage.section for passage in passages[:-1]} == {0}
    assert all(estimate_tokens(text) <= 4 * TINY for text in texts)


def test_sections_of_other_parents_never_share():
    document = made(
        ("heading", "甲", 1),
        ("heading", "甲一", 2),
        ("paragraph", "短。"),
        ("heading", "乙", 1),
        ("heading", "乙一", 2),
        ("paragraph", "短。"),
    )
    assert [text.split()[0] for text in cut(document)[1]] == ["甲", "乙"]


def articles(*texts):
    """A statute: one section with a locator for each text, in one chapter."""
    builder = TextBuilder()
    builder.add("heading", "第一章 总则", level=1)
    sections = []
    for number, paragraphs in enumerate(texts, start=1):
        blocks = [builder.add("paragraph", text) for text in paragraphs]
        locator = Locator("某法", number)
        sections.append(Section(number, f"第{number}条", 2, blocks[0].start, blocks[-1].end, 0, locator))
    chapter = Section(0, "第一章 总则", 1, 0, builder.length)
    return ReadDocument(builder.text, builder.blocks), (chapter, *sections)


def test_an_article_is_one_passage_up_to_twice_the_size():
    document, sections = articles(["第一条 短。"], [SENTENCE * 10, SENTENCE * 10], ["第三条 也短。"])
    passages, texts = cut(document, sections, size=300)
    assert [passage.locator and passage.locator.article for passage in passages] == [None, 1, 2, 3]
    assert texts[0] == "第一章 总则"
    assert estimate_tokens(texts[2]) > 300


def test_a_longer_article_is_cut_between_its_paragraphs():
    document, sections = articles([SENTENCE * 8] * 5)
    passages, texts = cut(document, sections, size=300)
    assert {passage.locator.article for passage in passages[1:]} == {1}
    assert len(passages) > 2
    assert all(text.startswith("员工") and text.endswith("。") for text in texts[1:])


def test_clauses_of_company_rules_are_not_parted_in_the_middle():
    clauses = [
        piece
        for n in "一二三四五六"
        for piece in (("paragraph", f"第{n}条 {SENTENCE * 3}"), ("paragraph", SENTENCE * 2))
    ]
    _, texts = cut(made(*clauses), size=300)
    assert len(texts) > 1
    assert all(text.startswith("第") for text in texts)


def test_text_after_the_last_subsection_belongs_to_the_section_above():
    text = "甲章\n\n一节\n\n正文在节里，写得足够长才不会太短。\n\n章末的话，也写得足够长才不会太短，因而自成一段。"
    tail = text.index("章末")
    sections = (Section(0, "甲章", 1, 0, len(text)), Section(1, "一节", 2, 4, tail - 2, 0))
    passages = cut_passages(text, (), sections)
    assert [(passage.section, text[passage.start : passage.end][:2]) for passage in passages][-1] == (0, "章末")


def test_every_passage_of_a_long_table_begins_with_its_header():
    """A reader repeats the header in the text; a passage is cut there."""
    flow = Flow()
    flow.heading("住宿标准", 1)
    flow.table([(True, ["城市", "级别", "标准（元）"]), *((False, [f"城市{n}", "经理", f"{n}元"]) for n in range(300))])
    text, blocks = flow.builder.text, flow.builder.blocks
    passages = cut_passages(text, blocks, ())
    assert len(passages) > 3
    for passage in passages:
        assert text[passage.start : passage.end].removeprefix("住宿标准").strip().startswith("城市 | 级别 | 标准（元）")
