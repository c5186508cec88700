"""The table of repeals, and what it makes of the passages of a text."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.errors import CallerMistake
from youju.knowledge.editions.values import Edition, Repeal, RepealedPart
from youju.knowledge.values import Locator, PassageSpan, Section
from youju.law.clauses import clauses
from youju.law.repeals import OWN_TABLE, parts_of, read_table, repeal_table, with_terms

ENTRY = 'law = "《中华人民共和国甲法》"\narticle = "第三十二条之一"\nparagraph = 2\nuntil = 2025-09-01\nby = "乙法"\n'
DAY = date(2025, 9, 1)


def test_the_table_that_ships_is_understood_and_knows_the_first_interpretation():
    entries = repeal_table()
    (part,) = [entry.part for entry in entries if entry.law.endswith("适用法律问题的解释（一）")]
    assert (part.article, part.paragraph, part.until, part.address) == (32, 1, DAY, "第二十一条")
    assert part.law.endswith("适用法律问题的解释（二）")
    assert all(entry.part.source for entry in entries)


def test_an_entry_is_read_with_its_address():
    (entry,) = read_table(f"[[repeal]]\n{ENTRY}", "own")
    assert (entry.law, entry.part) == ("甲法", RepealedPart(32, 1, 2, DAY, "乙法", ""))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[repeal]]\nlaw = ", "own: "),
        ("[[repeals]]\nlaw = '甲法'", r"own: only \[\[repeal\]\] entries are known"),
        ("repeal = ['甲法']", "own, entry 1: is no"),
        (f"[[repeal]]\n{ENTRY}\n[[repeal]]\nlaw = '甲法'\nuntil = 2025-09-01", "own, entry 2: `by` must be"),
        (f"[[repeal]]\n{ENTRY}untill = 2025-09-01", "own, entry 1: unknown field untill"),
        (f"[[repeal]]\n{ENTRY.replace('2025-09-01', '2025-13-01')}", "own: "),
        (f"[[repeal]]\n{ENTRY.replace('2025-09-01', '2025-09-01T00:00:00')}", "`until` must be a date"),
        (f"[[repeal]]\n{ENTRY.replace('= 2', '= 0')}", "`paragraph` must be a number from 1"),
        (f"[[repeal]]\n{ENTRY.replace('第三十二条之一', '三二')}", "`article` must be written as"),
        (f"[[repeal]]\n{ENTRY.replace(chr(34) + '第三十二条之一' + chr(34), '32')}", "`article` must be text"),
        ("[[repeal]]\nlaw = '甲法'\nparagraph = 1\nuntil = 2025-09-01\nby = '乙法'", "needs its `article`"),
    ],
)
def test_an_entry_that_cannot_be_understood_is_named_with_its_reason(text: str, words: str):
    with pytest.raises(CallerMistake, match=words) as refused:
        read_table(text, "own")
    assert refused.value.code == "invalid_repeals" and refused.value.remedy


def test_a_table_in_another_encoding_is_refused(tmp_path: Path):
    (tmp_path / OWN_TABLE).write_bytes(f"[[repeal]]\n{ENTRY}".encode("gb18030"))
    with pytest.raises(CallerMistake, match=r"repeals.toml \(home folder\): cannot be read"):
        repeal_table(tmp_path)


def test_only_texts_that_were_there_before_are_concerned():
    entries = read_table(f"[[repeal]]\n{ENTRY}", "own")
    told = Edition("丙法", published=date(2024, 1, 1), repeals=(Repeal("甲法", date(2024, 5, 1), "第九条", 7),))
    for published, parts in ((date(2020, 1, 1), 2), (date(2024, 6, 1), 1), (DAY, 0), (None, 2)):
        edition = Edition("中华人民共和国甲法", published=published)
        assert len(parts_of(edition, entries, [told, edition])) == parts, published
    assert parts_of(Edition("丁法", published=date(2020, 1, 1)), entries, [told]) == ()


PARAGRAPHS = st.lists(st.text("甲乙丙丁，", min_size=1, max_size=12), min_size=1, max_size=5)


@given(PARAGRAPHS, PARAGRAPHS, st.integers(1, 6))
def test_no_word_is_lost_or_moved_when_an_article_is_cut(first: list[str], second: list[str], number: int):
    text, sections, passages = "", [], []
    for article, paragraphs in enumerate((first, second), start=1):
        start = len(text)
        text += f"第{'一二'[article - 1]}条　" + "\n\n".join(paragraphs) + "\n\n"
        locator = Locator("甲法", article)
        sections.append(Section(article - 1, f"第{article}条", 1, start, len(text), locator=locator))
        passages.append(PassageSpan(article - 1, start, len(text.rstrip()), article - 1, locator))
    cut = with_terms(text, sections, passages, [RepealedPart(1, None, number, DAY, "乙法", "")])
    assert "".join("".join(text[one.start : one.end] for one in cut).split()) == "".join(text.split())
    assert [one.ordinal for one in cut] == list(range(len(cut)))
    own = [one for one in cut if one.section == 0]
    having = len(clauses(text[sections[0].start : sections[0].end]))
    if number > having:  # the text has no such 款: nothing is guessed
        assert own == [passages[0]]
    else:
        assert [one.locator.paragraph for one in own if one.locator] == list(range(1, having + 1))
        assert [one.effective_to for one in own] == [DAY if place + 1 == number else None for place in range(having)]
    assert [(one.effective_to, one.locator) for one in cut if one.section == 1] == [(None, passages[1].locator)]


def test_an_article_repealed_as_a_whole_keeps_its_passages():
    text = "第一条　甲。\n\n乙。"
    locator = Locator("甲法", 1)
    passages = [PassageSpan(0, 0, 7, 0, locator), PassageSpan(1, 7, len(text), 0, locator)]
    cut = with_terms(
        text, [Section(0, "第一条", 1, 0, len(text), locator=locator)], passages,
        [RepealedPart(1, None, None, DAY, "乙法", "")],
    )  # fmt: skip
    assert [(one.start, one.effective_to) for one in cut] == [(0, DAY), (7, DAY)]
