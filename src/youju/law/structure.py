"""Statutes as structure: 编, 分编, 章, 节 and 条, found in whatever a reader made of the file.

A statute is told by its articles: lines that begin with 第一条, 第二条, … in rising order. Company rules written in
articles are recognised too; their "law" is their title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from youju.knowledge.values import Locator, Section
from youju.law.numerals import NUMERAL, article_label, number
from youju.reading.document import ReadDocument

MarkKind = Literal["part", "article", "annex"]

_PARTS = ("编", "分编", "章", "节")
_ARTICLE_RANK = 5
_LABEL = re.compile(rf"第\s*({NUMERAL})\s*(?:(分编|[编章节])|条(?:之\s*({NUMERAL}))?)")
_ANNEX = re.compile(rf"附(?:件|表|录)\s*(?:{NUMERAL})?\s*(?:[:：]?\s*[^。，；]{{0,40}})?$")
_REFERS = re.compile(r"[、，和至及与或第的规款项所中]|建议|意见|理由|经验|路|线")
"""What follows 第N条 where a line happens to begin with a reference or a count: 第四十七条规定的…, 第一条建议…"""
_CONTENTS_PAGE = re.compile(r"[\s.…·]*\d*$")
_SPREAD = re.compile(r"(?<=[^ -~])\s+(?=[^ -~])")
_HEADING_LENGTH = 60
_FEWEST_ARTICLES = 3
_NO_TITLE = re.compile(r"目\s*[录次]|第\s*[一1]\s*[编章节条]|附|前\s*言")
_FILE_DATE = re.compile(r"[（(]\d{4}-\d{1,2}-\d{1,2}[）)]$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place where a part, an article or an annex begins. `rank` grows inwards; `text` is its heading."""

    kind: MarkKind
    start: int
    rank: int
    text: str
    article: int | None = None
    suffix: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Where an article stands among its like."""
        return self.article or 0, self.suffix or 0


class StatuteStructure:
    """One section for every 编, 分编, 章, 节 and 条; each article carries its locator."""

    name = "statute"
    version = "1"

    def recognises(self, document: ReadDocument, title: str) -> bool:
        """Whether lines number articles, three at least, nearly all of them one by one."""
        orders = [mark.order for mark in _labels(document.text) if mark.kind == "article"]
        steps = sum(_follows(before, after) for before, after in pairwise(orders))
        return steps + 1 >= _FEWEST_ARTICLES and steps >= 0.8 * (len(orders) - 1)

    def parse(self, document: ReadDocument, title: str) -> tuple[Section, ...]:
        """The sections in the order of the text. What stands before the first of them (title, dates) is in none."""
        return sections_of(marks(document.text), len(document.text), law_name(document, title))


def law_name(document: ReadDocument, title: str) -> str:
    """The name that the document gives itself: its title, or its first heading; at last `title`, without a date."""
    named = document.title
    first = next(iter(document.blocks), None)
    if named is None and first is not None and first.kind == "heading":
        named = document.text[first.start : first.end]
        named = None if _NO_TITLE.match(named) else named
    name = _FILE_DATE.sub("", " ".join((named or title).split()))
    return _joined(name)


def marks(text: str) -> list[Mark]:
    """Parts and articles of the body, in order, and the annexes behind it; a table of contents in front is left out."""
    found = _body(_labels(text))
    last = (0, 0)
    kept: list[Mark] = []
    for mark in found:
        if mark.kind == "article":
            if mark.order <= last:  # a quoted text that has articles of its own
                continue
            last = mark.order
        kept.append(mark)
    end = kept[-1].start if kept else 0
    return [*kept, *_annexes(text, end)]


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


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Start and text of each line that holds any."""
    for match in re.finditer(r"[^\n]+", text):
        line = match.group()
        if line.strip():
            yield match.start() + len(line) - len(line.lstrip()), line.strip()


def _labels(text: str) -> list[Mark]:
    """Every line that begins like a part or an article, those of the table of contents included."""
    found: list[Mark] = []
    last = (0, 0)
    for start, line in _lines(text):
        match = _LABEL.match(line)
        value = number(match[1]) if match else None
        if match is None or value is None:
            continue
        mark = _part(start, line, match) if match[2] else _article(start, line, match, value, last)
        if mark is not None:
            found.append(mark)
            last = mark.order if mark.kind == "article" else last
    return found


def _part(start: int, line: str, match: re.Match[str]) -> Mark | None:
    rest = line[match.end() :]
    if len(line) > _HEADING_LENGTH or line[-1] in "。；，：" or _REFERS.match(rest):
        return None
    words = [_joined(match.group()), _joined(rest)]
    return Mark("part", start, _PARTS.index(match[2]), " ".join(word for word in words if word))


def _joined(words: str) -> str:
    """Without the spaces that Chinese headings are spread with: 总　则 → 总则."""
    return _SPREAD.sub("", words.strip())


def _article(start: int, line: str, match: re.Match[str], value: int, last: tuple[int, int]) -> Mark | None:
    """A label with a space behind it; without one only where the number goes on from the article before."""
    suffix = number(match[3]) if match[3] else None
    after = line[match.end() :]
    mark = Mark("article", start, _ARTICLE_RANK, article_label(value, suffix), value, suffix)
    if after and not after[0].isspace() and after[0] not in "【（(［[":
        return mark if _follows(last, mark.order) and not _REFERS.match(after) else None
    return mark


def _follows(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether one article number comes right after another: 三 → 四, 三 → 三之一, 三之一 → 三之二, 三之一 → 四."""
    return after == (before[0] + 1, 0) or after == (before[0], before[1] + 1)


def _body(found: list[Mark]) -> list[Mark]:
    """Without the part headings of a table of contents: those that come again before the first article."""
    first_article = next((i for i, mark in enumerate(found) if mark.kind == "article"), len(found))
    opening = [_CONTENTS_PAGE.sub("", mark.text) for mark in found[:first_article]]
    body = max((i for i, text in enumerate(opening) if text == opening[0]), default=0)
    return found[body:]


def _annexes(text: str, after: int) -> list[Mark]:
    """Annexes behind the last article, each headed by a line of its own."""
    return [
        Mark("annex", start, 0, line)
        for start, line in _lines(text)
        if start > after and len(line) <= _HEADING_LENGTH and _ANNEX.match(line)
    ]
