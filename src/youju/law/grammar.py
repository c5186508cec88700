"""How people write references to law: 《劳动合同法》第四十七条第二款第（三）项, 劳动合同法47条2款, 第四十六、四十七条.

One pass from left to right, in linear time. The law last named is remembered for a bare 第N条, 该法 and 同法. Bracketed
markers and case numbers are no references.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from youju.knowledge.values import Locator
from youju.law.names import STATE, bare, known_ending_at
from youju.law.numerals import DIGITS, NUMERAL, article_label, number
from youju.verification.protocol import Reference

WIDEST_RANGE = 60
"""第N条至第M条 names every article between; beyond this many only its two ends."""

_AND = r"(?:、|，|,|和|及|与|或者?|以及)"
_TO = r"(?:至|到|[-—–~～]{1,2})"
_NUMBERING = r"（[一二三四五六七八九十]{1,3}）|\([一二三四五六七八九十]{1,3}\)"
_KINDS = (
    "法典|法|条例|规定|办法|细则|规则|解释|决定|修正案|章程|手册|制度|准则|规程|规范|"
    "通知|意见|标准|守则|批复|公约|通则|总则|纲要"
)
_INSTRUMENT = re.compile(rf"({_KINDS})(?:{_NUMBERING}|（试行）|（暂行）)?$")
_TOKEN = re.compile(
    rf"(?P<book>《(?:[^《》\n]{{1,90}}|[^《》\n]{{0,60}}(?:《[^《》\n]{{1,60}}》[^《》\n]{{0,60}}){{1,3}})》)"
    rf"|(?P<same>(?:(?<![基根])本|(?<![合共])同|该|此|上述|前述)(?P<kind>{_KINDS}))"
    rf"|(?:(?P<mark>第)\s*|(?<![第{DIGITS}十百千.]))(?P<first>{NUMERAL})"
    rf"(?P<rest>(?:\s*(?:{_AND}|{_TO})\s*{NUMERAL}){{0,30}})\s*条(?:\s*之\s*(?P<suffix>{NUMERAL}))?"
)
_RANGE_END = re.compile(rf"\s*{_TO}\s*第\s*({NUMERAL})\s*条(?:\s*之\s*({NUMERAL}))?")
_LIST = rf"({NUMERAL}\s*[）)]?(?:\s*(?:{_AND}|{_TO})\s*第?\s*[（(]?\s*{NUMERAL}\s*[）)]?){{0,30}})"
_PARAGRAPHS = re.compile(rf"\s*第?\s*{_LIST}\s*款")
_ITEMS = re.compile(rf"\s*(?:第\s*[（(]?|[（(])\s*{_LIST}\s*项")
_ITEMS_OF_PARAGRAPH = re.compile(rf"\s*第?\s*[（(]?\s*{_LIST}\s*项")
_MORE = re.compile(rf"\s*({_TO})?(?:{_AND})?(?=\s*第)")
_STEP = re.compile(rf"({_TO})?\s*第?\s*[（(]?\s*({NUMERAL})")
_BETWEEN = re.compile(r"(?:[ \t　]*[（(][^（）()\n]{0,40}[）)])?[ \t　的中之里]*")
_FARTHEST = 100
_NO_ARTICLE = re.compile(r"\s*(?:路|街|线|消息|建议|理由|意见|原则|经验|短信|微博|新闻)")
_HAN_RUN = re.compile(r"(?:[\u4e00-\u9fff〇]|[（(][\u4e00-\u9fff]{1,8}[）)]){2,60}$")
_LEAD_IN = re.compile(
    r"(?:根据|依据|依照|按照|参照|违反|违背|适用|结合|属于|符合|援引|引用|参见|详见|查阅|请问|请看|触犯|以及|或者|现行|我国)"
)
_LEAD_NUMBER = re.compile(r"^[（(][^（）()]*[）)]")
_LEAD_CHARACTERS = "和与及或按依据见将把在"
_NO_NAME = re.compile(r"[依合违司立执非无方办]法|(?:有关|相关|司法|国家)?(?:规定|解释)|决定|通知|意见|标准")
_MENTION = re.compile(r"(?:法典|法|条例)(?=[的中里规还也，。、；：和与等第\s]|$)")


def find_references(text: str) -> Iterator[Reference]:
    """All references in order. `locator.law` is the name as written, without 书名号, 中华人民共和国 and edition.

    A list or a range gives one reference for each article, 款 or 项, all with the span of the whole. A bare 第N条
    before which no law was named is no reference: it names nothing that could be looked up.
    """
    return _Scan(text).references()


@dataclass(frozen=True, slots=True)
class _Named:
    """A name in the text. `law` is empty for what is no law (《劳动合同》) and for 本法 where no law was named."""

    law: str
    start: int
    end: int


class _Scan:
    """One pass over a text: what was named last, and where the next token may begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._law = ""
        self._of_kind: dict[str, str] = {}
        self._named = _Named("", 0, 0)
        self._past = 0

    def references(self) -> Iterator[Reference]:
        """References in order."""
        for token in _TOKEN.finditer(self._text):
            if token.start() < self._past:
                continue
            self._mentions(token.start())
            if token["book"]:
                self._book(token)
            elif token["same"]:
                self._same(token)
            else:
                yield from self._articles(token)

    def _book(self, token: re.Match[str]) -> None:
        name = bare(token["book"])
        self._named = _Named(name if _INSTRUMENT.search(name) else "", token.start(), token.end())
        self._name(self._named.law)
        self._past = token.end()

    def _same(self, token: re.Match[str]) -> None:
        """本条例 is the 条例 last named and nothing else; 该规定 may be whatever was named last."""
        law = self._of_kind.get(token["kind"].removesuffix("典"), "")
        if not token["same"].startswith("本"):
            law = law or self._law
        self._named = _Named(law, token.start(), token.end())
        self._past = token.end()

    def _name(self, law: str) -> None:
        """Remember a law as the one last named, and as the last of its kind."""
        if law and (kind := _INSTRUMENT.search(law)):
            self._law = law
            self._of_kind[kind[1].removesuffix("典")] = law

    def _mentions(self, until: int) -> None:
        """Well-known laws named without 书名号 before `until`."""
        for match in _MENTION.finditer(self._text, self._past, until):
            if name := known_ending_at(self._text, match.end()):
                self._name(bare(name))

    def _articles(self, token: re.Match[str]) -> Iterator[Reference]:
        named = self._adjoining(token.start())
        self._past = token.end()
        law, start = (named.law, named.start) if named else (self._law if token["mark"] else "", token.start())
        addresses, end = self._addresses(token)
        if not law or not addresses or _NO_ARTICLE.match(self._text, token.end()):
            return
        self._name(law)
        self._past = end
        for article, suffix, paragraph, item in addresses:
            label = article_label(article, suffix)
            yield Reference(start, end, self._text[start:end], Locator(law, article, suffix, paragraph, item, label))

    def _adjoining(self, at: int) -> _Named | None:
        """The name right in front of an article: the last token, or words that read like a law's name."""
        end = self._named.end
        if end and at - end <= _FARTHEST and _BETWEEN.fullmatch(self._text, end, at):
            return self._named
        before = self._text[max(self._past, at - _FARTHEST) : at].rstrip(" \t\n　的中之里")
        run = _HAN_RUN.search(before)
        name = _behind_lead_in(run.group()) if run else ""
        name = name[max(name.rfind(STATE), 0) :]
        if _NO_NAME.fullmatch(name) or not _INSTRUMENT.search(name):
            return None
        end = max(self._past, at - _FARTHEST) + len(before)
        return _Named(bare(name), end - len(name), end)

    def _addresses(self, token: re.Match[str]) -> tuple[list[_Address], int]:
        """Article, suffix, 款 and 项 of everything that the token names, and where that ends."""
        articles = _numbers(token["first"] + token["rest"])
        suffix, end = _optional(token["suffix"]), token.end()
        if further := _RANGE_END.match(self._text, end):
            articles = _through(articles, number(further[1]))
            suffix, end = _optional(further[2]), further.end()
        clauses, end = self._clauses(end)
        if not articles:
            return [], end
        *others, last = articles
        whole: list[_Address] = [(article, None, None, None) for article in others]
        return whole + [(last, suffix, *clause) for clause in clauses or [(None, None)]], end

    def _clauses(self, end: int) -> tuple[list[tuple[int | None, int | None]], int]:
        """款 and 项 behind an article: 第二款第（三）项, 第一款、第三款, 第（一）、（二）项, 第一项至第三项."""
        found: list[tuple[int | None, int | None]] = []
        position, through = end, False
        while True:
            paragraphs = _PARAGRAPHS.match(self._text, position)
            items = (_ITEMS_OF_PARAGRAPH if paragraphs else _ITEMS).match(
                self._text, paragraphs.end() if paragraphs else position
            )
            if not paragraphs and not items:
                return found, end
            found = _extended(found, paragraphs and paragraphs[1], items and items[1], through=through)
            end = items.end() if items else paragraphs.end() if paragraphs else end
            more = _MORE.match(self._text, end)
            if more is None or more.end() == end:
                return found, end
            position, through = more.end(), more[1] is not None


def _behind_lead_in(words: str) -> str:
    """The name at the end of running words: what stands behind the last lead-in that leaves a name, for some names hold
    one (涉外民事关系法律适用法)."""
    for match in reversed(list(_LEAD_IN.finditer(words))):
        name = _LEAD_NUMBER.sub("", words[match.end() :].lstrip(_LEAD_CHARACTERS))
        if len(name) > 1 and _INSTRUMENT.search(name):
            return name
    return _LEAD_NUMBER.sub("", words.lstrip(_LEAD_CHARACTERS))


_Address = tuple[int, int | None, int | None, int | None]


def _extended(
    found: list[tuple[int | None, int | None]], paragraphs: str | None, items: str | None, *, through: bool
) -> list[tuple[int | None, int | None]]:
    """`found` and what the next words add; `through`: 至 stood between."""
    before = found[-1] if found else (None, None)
    if paragraphs is None:
        numbers = _numbers(items or "")
        if through and before[1] is not None:
            numbers = _through([before[1]], numbers[0] if numbers else None)[1:]
        return [*found, *((before[0], item) for item in numbers)]
    numbers = _numbers(paragraphs)
    if through and before[0] is not None:
        numbers = _through([before[0]], numbers[0] if numbers else None)[1:]
    if items is None or not numbers:
        return [*found, *((paragraph, None) for paragraph in numbers)]
    *others, last = numbers
    return [*found, *((one, None) for one in others), *((last, item) for item in _numbers(items))]


def _numbers(words: str) -> list[int]:
    """The numbers of a list: 四十六、四十七 and 四十七至五十; empty where one of them is no numeral."""
    values: list[int] = []
    for until, numeral in _STEP.findall(words):
        value = number(numeral)
        if value is None:
            return []
        values = _through(values, value) if until else [*values, value]
    return values


def _through(values: list[int], last: int | None) -> list[int]:
    """`values` and everything from its end up to `last`."""
    if last is None or not values:
        return values if last is None else [*values, last]
    first = values[-1] + 1
    return [*values, *(range(first, last + 1) if first <= last < first + WIDEST_RANGE else [last])]


def _optional(numeral: str | None) -> int | None:
    return number(numeral) if numeral else None
