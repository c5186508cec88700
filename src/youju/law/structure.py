"""Statutes as structure: 编, 分编, 章, 节 and 条, found in whatever a reader made of the file.

A statute is told by its articles: lines that begin with 第一条, 第二条, … in rising order. Company rules written in
articles are recognised too; their "law" is their title.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from youju.knowledge.values import Locator, Section
from youju.law.files.marks import Mark, candidates, follows, joined
from youju.law.files.sequence import marks_of, own_articles
from youju.law.numerals import article_label
from youju.reading.document import ReadDocument

_FEWEST_ARTICLES = 3
_NO_TITLE = re.compile(r"目\s*[录次]|第\s*[一1]\s*[编章节条]|附|前\s*言")
_FILE_DATE = re.compile(r"[（(]\d{4}-\d{1,2}-\d{1,2}[）)]$")


class StatuteStructure:
    """One section for every 编, 分编, 章, 节 and 条; each article carries its locator."""

    name = "statute"
    version = "2"

    def recognises(self, document: ReadDocument, title: str) -> bool:
        """Whether lines number articles, three at least, nearly all of them one by one."""
        found = candidates(document.text)
        own = [mark.order for mark in own_articles(found)]
        steps = sum(follows(before, after) for before, after in pairwise(own))
        labels = sum(one.mark.kind == "article" and not one.weak for one in found)
        return steps + 1 >= _FEWEST_ARTICLES and steps >= 0.8 * (len(own) - 1) and len(own) >= 0.8 * labels

    def parse(self, document: ReadDocument, title: str) -> tuple[Section, ...]:
        """The sections in the order of the text. What stands before the first of them (title, dates) is in none."""
        return sections_of(marks_of(document.text).marks, len(document.text), law_name(document, title))


def law_name(document: ReadDocument, title: str) -> str:
    """The name that the document gives itself: its title, or its first heading; at last `title`, without a date."""
    named = document.title
    first = next(iter(document.blocks), None)
    if named is None and first is not None and first.kind == "heading":
        named = document.text[first.start : first.end]
        named = None if _NO_TITLE.match(named) else named
    name = _FILE_DATE.sub("", " ".join((named or title).split()))
    return joined(name)


def sections_of(found: Sequence[Mark], length: int, law: str) -> tuple[Section, ...]:
    """Sections for marks: each reaches to the next mark of its own rank or of one further out."""
    sections: list[Section] = []
    open_: list[tuple[Mark, int]] = []
    for mark in found:
        while open_ and open_[-1][0].rank >= mark.rank:
            _close(sections, open_.pop()[1], mark.start)
        locator = None
        if mark.article is not None:
            label = article_label(mark.article, mark.suffix)
            locator = Locator(law=law, article=mark.article, suffix=mark.suffix, label=label)
        parent = open_[-1][1] if open_ else None
        sections.append(
            Section(len(sections), mark.text, len(open_) + 1, mark.start, length, parent=parent, locator=locator)
        )
        open_.append((mark, len(sections) - 1))
    return tuple(sections)


def _close(sections: list[Section], ordinal: int, end: int) -> None:
    sections[ordinal] = replace(sections[ordinal], end=end)
