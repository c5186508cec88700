"""One law gives one text and one structure, whatever file it comes in."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.law.law_files import LAYOUTS, Article, Law, Layout, law_in, read, write

from youju.knowledge.values import Section
from youju.law.clauses import clauses
from youju.law.documents import LawDocument
from youju.law.files.facts import NotLaw
from youju.law.files.reading import law_document
from youju.law.numerals import article_label, hanzi

CONTRACT = Law(
    "中华人民共和国测试合同法",
    (
        "2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过",
        "根据2012年12月28日第十一届全国人民代表大会常务委员会第三十次会议《关于修改〈中华人民共和国测试合同法〉的决定》修正",
    ),
    (
        ("第一章", "总则"),
        Article("第一条", ("为了测试，制定本法。",)),
        Article(
            "第二条",
            (
                "有下列情形之一的，可以：",
                "（一）第一种；",
                "（二）第二种：",
                "1．甲；",
                "2．乙。",
                "前款规定不适用于丙。",
            ),
        ),
        ("第二章", "订立"),
        ("第一节", "一般规定"),
        Article("第二条之一", ("订立应当自愿。", "依照第一条规定的，不在此限。")),
        ("第二节", "特别规定"),
        Article("第三条", ("当事人协商一致。",)),
        ("第三章", "附则"),
        Article("第四条", ("本法自2008年1月1日起施行。",)),
    ),
    annex=("附件一：收费标准", "每件十元。"),
)

EXPECTED = """中华人民共和国测试合同法

2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过

根据2012年12月28日第十一届全国人民代表大会常务委员会第三十次会议《关于修改〈中华人民共和国测试合同法〉的决定》修正

第一章 总则

第一条　为了测试，制定本法。

第二条　有下列情形之一的，可以：

（一）第一种；
（二）第二种：
1．甲；
2．乙。

前款规定不适用于丙。

第二章 订立

第一节 一般规定

第二条之一　订立应当自愿。

依照第一条规定的，不在此限。

第二节 特别规定

第三条　当事人协商一致。

第三章 附则

第四条　本法自2008年1月1日起施行。

附件一：收费标准

每件十元。"""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_gives_the_same_text_and_sections(layout: Layout, tmp_path: Path):
    law = law_in(write(CONTRACT, layout, tmp_path))
    assert law.document.text == EXPECTED
    assert [(section.level, section.title) for section in law.sections] == [
        (1, "第一章 总则"),
        (2, "第一条"),
        (2, "第二条"),
        (1, "第二章 订立"),
        (2, "第一节 一般规定"),
        (3, "第二条之一"),
        (2, "第二节 特别规定"),
        (3, "第三条"),
        (1, "第三章 附则"),
        (2, "第四条"),
        (1, "附件一：收费标准"),
    ]
    assert law.title == CONTRACT.title and law.findings == ()
    suffixed, annex = law.sections[5].locator, law.sections[10].locator
    assert suffixed and (suffixed.law, suffixed.article, suffixed.suffix) == (CONTRACT.title, 2, 1)
    assert annex and (annex.article, annex.label) == (None, "附件一")
    kinds = [block.kind for block in law.document.blocks]
    assert kinds[:3] == ["heading", "paragraph", "paragraph"] and kinds.count("list_item") == 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_interpretation_begins_with_its_introduction(layout: Layout, tmp_path: Path):
    law = law_in(
        write(
            Law(
                "最高人民法院关于审理测试案件适用法律问题的解释（二）",
                ("2025年2月17日最高人民法院审判委员会第1942次会议通过，自2025年9月1日起施行",),
                (Article("第一条", ("人民法院予以支持。",)), Article("第二条", ("人民法院不予支持。",))),
                preamble=("为正确审理测试案件，结合审判实践，制定本解释。",),
            ),
            layout,
            tmp_path,
        )
    )
    first, *articles = law.sections
    assert (first.title, first.parent) == ("引言", None)
    assert first.locator and first.locator.label == "引言" and first.locator.article is None
    assert law.document.text[first.start : first.end].strip() == "为正确审理测试案件，结合审判实践，制定本解释。"
    assert [section.title for section in articles] == ["第一条", "第二条"]


def test_a_constitution_begins_with_its_headed_preamble(tmp_path: Path):
    text = (
        "中华人民共和国宪法\n\n"
        "（1982年12月4日第五届全国人民代表大会第五次会议通过　1982年12月4日全国人民代表大会公告公布施行）\n\n"
        "目　　录\n序　言\n第一章　总　纲\n第二章　国　旗\n\n"
        "序　　言\n\n　　我们是测试者。\n　　我们有历史。\n\n第一章　总　纲\n"
        "　　第一条　这是测试。\n　　第二条　一切属于测试。\n第二章　国　旗\n　　第三条　旗帜是红的。\n"
    )
    path = tmp_path / "宪法.txt"
    path.write_text(text, encoding="utf-8")
    law = law_in(path)
    assert law.kind == "宪法" and "目录" not in law.document.text
    assert [section.title for section in law.sections][:3] == ["序言", "第一章 总纲", "第一条"]
    preamble = law.sections[0]
    assert law.document.text[preamble.start : preamble.end].split() == ["序言", "我们是测试者。", "我们有历史。"]


def test_chapters_that_count_in_hanzi_and_an_unnumbered_last_part(tmp_path: Path):
    path = tmp_path / "解释.md"
    path.write_text(
        "# 最高人民法院关于适用测试法的解释\n\n法释〔2022〕11号\n\n## 一、管　辖\n\n第一条 甲。\n\n第二条 乙：\n\n"
        "一、丙；\n\n二、丁。\n\n## 二、回避\n\n第三条 戊。\n\n## 附　则\n\n第四条 己。\n",
        encoding="utf-8",
    )
    law = law_in(path)
    assert [(section.level, section.title) for section in law.sections] == [
        (1, "一、管辖"),
        (2, "第一条"),
        (2, "第二条"),
        (1, "二、回避"),
        (2, "第三条"),
        (1, "附则"),
        (2, "第四条"),
    ]


TEXTS = st.text("甲乙丙丁，；“”《》、的或", min_size=1, max_size=12).map(lambda words: f"内容{words}完。")
LINES = st.lists(TEXTS, min_size=1, max_size=3).flatmap(
    lambda paragraphs: st.integers(0, 3).map(
        lambda items: tuple(
            [*paragraphs[:-1], *([paragraphs[-1][:-1] + "：" if items else paragraphs[-1]])]
            if not items
            else [*paragraphs[:-1], paragraphs[-1][:-1] + "："]
            + [f"（{hanzi(n)}）第{n}种；" for n in range(1, items + 1)]
        )
    )
)


@st.composite
def laws(draw: st.DrawFn) -> Law:
    """Laws with parts, articles and 之N in every order that makes sense."""
    body: list[tuple[str, str] | Article] = []
    article = suffix = chapter = section = 0
    for step in draw(st.lists(st.sampled_from(["章", "节", "条", "条", "条", "之"]), min_size=0, max_size=14)):
        if step == "章":
            chapter, section = chapter + 1, 0
            body.append((f"第{hanzi(chapter)}章", f"名称{hanzi(chapter)}"))
        elif step == "节" and chapter:
            section += 1
            body.append((f"第{hanzi(section)}节", f"小节{hanzi(chapter)}之{hanzi(section)}"))
        elif step == "之" and article:
            suffix += 1
            body.append(Article(article_label(article, suffix), draw(LINES)))
        else:
            article, suffix = article + 1, 0
            body.append(Article(article_label(article), draw(LINES)))
    for _ in range(2):
        article += 1
        body.append(Article(article_label(article), draw(LINES)))
    preamble = ("为了规范测试，制定本办法。",) if draw(st.booleans()) and isinstance(body[0], Article) else ()
    notes = ("2020年5月1日国务院令第9号公布",)
    return Law("测试管理条例", notes, tuple(body), preamble)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(laws())
def test_sections_tile_the_text_and_hold_the_words_of_their_articles(law: Law):
    with tempfile.TemporaryDirectory() as folder:
        found = [law_in(write(law, layout, Path(folder))) for layout in LAYOUTS]
    assert len({one.document.text for one in found}) == 1
    assert len({one.sections for one in found}) == 1
    _assert_tiles(found[0])
    written = [one for one in law.body if isinstance(one, Article)]
    sections = [section for section in found[0].sections if section.locator and section.locator.article]
    assert [section.title for section in sections] == [one.label for one in written]
    text = found[0].document.text
    for section, article in zip(sections, written, strict=True):
        words = text[section.start : section.end].split("\n")
        assert [line for line in words if line] == [f"{article.label}　{article.lines[0]}", *article.lines[1:]]


def _assert_tiles(law: LawDocument) -> None:
    """Roots and the children of every section follow each other without a hole, to the end of what holds them."""
    children: dict[int | None, list[Section]] = {}
    for section in law.sections:
        children.setdefault(section.parent, []).append(section)
    for parent, inside in children.items():
        end = len(law.document.text) if parent is None else law.sections[parent].end
        starts = [section.start for section in inside]
        assert [section.end for section in inside] == [*starts[1:], end]
        if parent is not None:
            assert law.sections[parent].start < starts[0]


def test_a_law_saved_from_the_web_equals_its_markdown(statutes: Path):
    folder = statutes / "new_2025_2026"
    for raw, name in (("jieshier_2025", "最高人民法院*（二）*"), ("chaoling_laodongzhe_2026", "超龄*")):
        saved, clean = law_in(folder / f"{raw}.raw.txt"), law_in(next(folder.glob(f"{name}.md")))
        assert saved.title == clean.title and saved.published == clean.published
        assert _words(saved) == _words(clean)


def _words(law: LawDocument) -> list[str]:
    """The articles without white space."""
    located = [section for section in law.sections if section.locator and section.locator.article]
    return ["".join(law.document.text[section.start : section.end].split()) for section in located]


def test_both_layouts_of_the_shared_statutes_tile_and_keep_every_word(statutes: Path):
    folders = (statutes / "labour_md" / "md", statutes / "justlaws_md" / "docs" / "social")
    laws_read = 0
    for path in sorted(one for folder in folders for one in folder.rglob("*.md")):
        document = read(path)
        law = law_document(document, path.name)
        if isinstance(law, NotLaw):
            continue
        laws_read += 1
        _assert_tiles(law)
        kept = "".join(law.document.text.split())
        for section in law.sections:
            if section.locator and section.locator.article:
                article = law.document.text[section.start : section.end]
                assert "".join(article.split()) in "".join(document.text.split())
                spans = [span for clause in clauses(article) for span in [clause.span]]
                assert all(0 <= start < end <= len(article) for start, end in spans)
        assert "INFOEND" not in kept and "**" not in kept and "sidebar" not in kept
    assert laws_read >= 85
