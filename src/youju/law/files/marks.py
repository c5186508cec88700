"""Where the parts and articles of a law begin, told by the lines of its text.

Any line that begins like 第四十七条 is a candidate. Which of them are the law's own articles is decided by their order
(see `sequence`): references that happen to begin a line, quoted laws and tables of contents do not fit in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from youju.law.numerals import DIGITS, NUMERAL, article_label, number

MarkKind = Literal["part", "article", "annex", "preamble", "whole", "signature"]
ARTICLE_RANK = 5
GROUP_RANK = 4
"""一、管辖 above articles: a heading below 章 and 节 that many interpretations use."""

_PARTS = ("编", "分编", "章", "节")
_SPACE = "[ \t\u3000]*"
_SPREAD_NUMERAL = rf"[{DIGITS}十百千](?:{_SPACE}[{DIGITS}十百千]){{0,11}}"
_LABEL = re.compile(
    rf"第{_SPACE}({_SPREAD_NUMERAL}){_SPACE}(?:(分{_SPACE}编|[编章节])|条(?:{_SPACE}之{_SPACE}({NUMERAL}))?)"
)
_GROUP = re.compile(rf"({NUMERAL}){_SPACE}、{_SPACE}(?=[^ \t\u3000])")
_UNNUMBERED = frozenset({"总则", "分则", "附则", "通则"})
_ANNEX = re.compile(
    rf"附(?:件|表|录)\s*(?:{NUMERAL})?\s*(?:[:：]?\s*[^。，；]{{0,40}})?$|附\s*{NUMERAL}?\s*[:：]\s*[^。；]{{0,50}}$|附$"
)
_REFERS = re.compile(r"[、，和至及与或第的规款项所中]|建议|意见|理由|经验|路|线")
"""What follows 第N条 where a line happens to begin with a reference or a count: 第四十七条规定的…, 第一条建议…"""
_REFERS_BEHIND_SPACE = re.compile(rf"[、，的所]|规定[的，。；]|第{NUMERAL}[款项条]|(?:和|及|与|或|至|或者|以及)第")
_CONTENTS_PAGE = re.compile(r"(?:[\s.…·]*\d*|[（(]第?.{1,20}条[）)])$")
_SPREAD = re.compile(r"(?<=[^ -~])\s+(?=[^ -~])")
_QUOTATION = re.compile(r"(?:(?<=[：:\n])|(?<=[：:][ \u3000])|\A)[ \t\u3000]*“[^“”]*”")
_HEADING_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A place where a part, an article or an annex begins. `rank` grows inwards; `text` is its heading.

    `article` is None for an article without an address of its own, because its number occurs twice. `label_end` is
    where the words that stand for the number end in the text (`start` where there are none).
    """

    kind: MarkKind
    start: int
    rank: int
    text: str
    article: int | None = None
    suffix: int | None = None
    label_end: int = 0

    @property
    def order(self) -> tuple[int, int]:
        """Where an article stands among its like."""
        return self.article or 0, self.suffix or 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that begins like a part or an article. A `weak` one could as well be running words: it counts only right
    behind the article before it."""

    mark: Mark
    weak: bool = False


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Start and text of each line that holds any, without the white space around it."""
    for match in re.finditer(r"[^\n]+", text):
        line = match.group()
        if line.strip():
            yield match.start() + len(line) - len(line.lstrip()), line.strip()


def joined(words: str) -> str:
    """Without the spaces that Chinese headings are spread with: 总　则 → 总则."""
    return _SPREAD.sub("", words.strip())


def without_page(heading: str) -> str:
    """An entry of a table of contents as its heading reads: without dots, page number and （第一条至第八条）."""
    return joined(_CONTENTS_PAGE.sub("", heading))


def follows(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether one article number comes right after another: 三 → 四, 三 → 三之一, 三之一 → 三之二, 三之一 → 四."""
    return after == (before[0] + 1, 0) or after == (before[0], before[1] + 1)


def candidates(text: str) -> list[Candidate]:
    """Every line outside quotation marks that begins like a part or an article, tables of contents included."""
    found: list[Candidate] = []
    quoted = Quotations(text)
    for (start, line), (_, following) in pairwise([*lines(text), (len(text), "")]):
        if not quoted.holds(start) and (one := _candidate(start, line) or _heading(start, line, following)):
            found.append(one)
    return found


def begins_structure(line: str) -> bool:
    """Whether a line begins like a part or an article, so that no title can stand in it."""
    return _candidate(0, line) is not None


def begins_article(line: str) -> bool:
    """Whether a line begins like an article."""
    found = _candidate(0, line)
    return found is not None and found.mark.kind == "article"


def annexes(text: str) -> list[Mark]:
    """Every line that heads an annex, those of a table of contents included."""
    return [
        Mark("annex", start, 0, joined(line), label_end=start)
        for start, line in lines(text)
        if len(line) <= _HEADING_LENGTH and _ANNEX.match(line)
    ]


def body(found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Without the part headings of a table of contents: those that come again before the first article."""
    first_article = next((i for i, one in enumerate(found) if one.mark.kind == "article"), len(found))
    opening = [without_page(one.mark.text) for one in found[:first_article]]
    start = max((i for i, text in enumerate(opening) if text == opening[0]), default=0)
    return found[start:]


def _candidate(start: int, line: str) -> Candidate | None:
    match = _LABEL.match(line)
    value = number(joined(match[1]).replace(" ", "")) if match else None
    if match is None or value is None:
        return None
    return _part(start, line, match) if match[2] else _article(start, line, match, value)


def _part(start: int, line: str, match: re.Match[str]) -> Candidate | None:
    rest = line[match.end() :]
    if len(line) > _HEADING_LENGTH or line[-1] in "。；，：" or _REFERS.match(rest):
        return None
    words = [_squeezed(match.group()), joined(rest)]
    heading = " ".join(word for word in words if word)
    return Candidate(Mark("part", start, _PARTS.index(_squeezed(match[2])), heading, label_end=start))


def _article(start: int, line: str, match: re.Match[str], value: int) -> Candidate | None:
    """A label with a space or a bracket behind it; one without is weak, and none at all where it reads like a
    reference."""
    suffix = number(match[3]) if match[3] else None
    after = line[match.end() :]
    label = article_label(value, suffix)
    mark = Mark("article", start, ARTICLE_RANK, label, value, suffix, start + match.end())
    if not after or after[0] in "【（(［[":
        return Candidate(mark)
    if after[0].isspace():
        return Candidate(mark, weak=_REFERS_BEHIND_SPACE.match(after.lstrip()) is not None)
    return None if _REFERS.match(after) else Candidate(mark, weak=True)


def _heading(start: int, line: str, following: str) -> Candidate | None:
    """A heading without 章 or 节, which only what follows it tells: an article or a part."""
    if len(line) > _HEADING_LENGTH or line[-1] in "。；，：、" or not _LABEL.match(following):
        return None
    if joined(line) in _UNNUMBERED:
        return Candidate(Mark("part", start, 0, joined(line), label_end=start))
    match = _GROUP.match(line)
    if match is None or number(match[1]) is None or "。" in line:
        return None
    return Candidate(Mark("part", start, GROUP_RANK, match[1] + "、" + joined(line[match.end() :]), label_end=start))


def _squeezed(words: str) -> str:
    return re.sub(r"\s+", "", words)


class Quotations:
    """The spans of quoted passages, asked for places in rising order.

    A passage is quoted behind a colon or from the beginning of a line; a mark inside a sentence that somebody forgot to
    close swallows nothing, and one that is opened twice counts from the second time.
    """

    def __init__(self, text: str) -> None:
        self._spans = [match.span() for match in _QUOTATION.finditer(text)]
        self._at = 0

    def holds(self, place: int) -> bool:
        """Whether a place is quoted. A line that begins with the opening mark itself is not."""
        while self._at < len(self._spans) and self._spans[self._at][1] <= place:
            self._at += 1
        return self._at < len(self._spans) and self._spans[self._at][0] < place
