"""Which laws a text names, and which of their provisions: 《劳动合同法》第四十七条第二款, 该法第三条, 本条第三款, 前款.

One pass from left to right, in linear time. The law last named is remembered for a bare 第N条, 该法 and 同法, the
provision last named for 该条 and 同条; 本条 and 前款 lean on where the text itself stands. Bracketed markers and case
numbers are no references. How an address is written stands in `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from youju.knowledge.values import Locator
from youju.law.names import EDITION, STATE, bare, edition_of, known_ending_at
from youju.law.notation import LIST, SUFFIX, Address, Clause, articles_at, clauses_at
from youju.law.numerals import DIGITS, NUMERAL, article_label, number
from youju.verification.protocol import Reference

_NUMBERING = r"[（(][一二三四五六七八九十0-9]{1,3}[）)]"
_KINDS = (
    "法典|法|条例|规定|办法|细则|规则|解释|决定|决议|修正案|章程|手册|制度|准则|规程|规范|"
    "通知|意见|标准|守则|批复|公约|通则|总则|纲要"
)
_INSTRUMENT = re.compile(
    rf"({_KINDS})(?:{_NUMBERING}|（试行）|（暂行）|(?<=解释)(?:[一二三四五六七八九十]|[0-9]{{1,2}}))?$"
)
_TOKEN = re.compile(
    rf"(?P<book>《(?:[^《》\n]{{1,90}}|[^《》\n]{{0,60}}(?:《[^《》\n]{{1,60}}》[^《》\n]{{0,60}}){{1,3}})》)"
    rf"|(?P<same>(?:(?<![基根])本|(?<![合共])同|该|此|上述|前述)(?P<kind>{_KINDS}))"
    rf"|(?P<near>(?:前\s*(?P<back>[两二三四])?|本|(?<![合共相不协赞])同|该)(?P<unit>条(?![例款文件])|(?<!同)款(?![项式])|(?<![同该])项(?!目))"
    rf"(?!\s*之\s*{NUMERAL}))"
    rf"|(?:(?P<mark>第)\s*|(?<![第{DIGITS}十百千.])(?!(?<=解释)[一二三四五六七八九十][0-9０-９])"
    rf"|(?<=解释[一二三四五六七八九十]))(?P<numbers>{LIST})\s*条{SUFFIX}"
)
_EDITION_BEFORE = re.compile(r"((?:19|20)\d{2})\s*年?(?:版|修正|修订|修改)(?:版|本)?的?\s*$")
_BETWEEN = re.compile(r"(?:[ \t　]*[（(][^（）()\n]{0,60}[）)])?[ \t　的中之里]*")
_CALLED = re.compile(
    r"\s*[（(]\s*(?:(?:以下|下文)?(?:简|统|合)|以下|下)称(?:为|作)?[：:]?\s*[《“\"「]?([^《》“”\"「」（）()\n]{1,30}(?:（[^（）]{1,4}）)?)"
)
_FARTHEST = 100
_JOINED = re.compile(r"\s*(?:、|，|,|和|及|与|或者?|以及|至|到)?\s*")
_NO_ARTICLE = re.compile(r"\s*(?:路|街|线|消息|建议|理由|意见|原则|经验|短信|微博|新闻)")
_HAN_RUN = re.compile(r"(?:[\u4e00-\u9fff〇]|[（(][\u4e00-\u9fff0-9]{1,8}[）)]|(?<=解释)[0-9]{1,2}){2,60}$")
_LEAD_IN = re.compile(
    r"(?:根据|依据|依照|按照|参照|违反|违背|适用|结合|属于|符合|援引|引用|参见|详见|查阅|请问|请看|触犯|以及|或者|现行|我国)"
)
_LEAD_NUMBER = re.compile(r"^[（(][^（）()]*[）)]")
_LEAD_CHARACTERS = "和与及或按依见将把在"
_NO_NAME = re.compile(r"[依合违司立执非无方办]法|(?:有关|相关|司法|国家)?(?:规定|解释)|决定|通知|意见|标准")
_MENTION = re.compile(r"(?:法典|法|条例)(?=[的中里规还也，。、；：和与等第\s]|$)")
_NAMES_KEPT = 40
"""Instruments of one text that a short form may lean on."""


def find_references(text: str, base: Locator | None = None) -> Iterator[Reference]:
    """All references in order. `locator.law` is the name as written, without 书名号, 中华人民共和国 and edition.

    A list or a range gives one reference for each article, 款, 项 or 目, all with the span of the whole. A bare 第N条
    before which no law was named is no reference: it names nothing that could be looked up.

    `base` is where the text itself stands, if it is that of a law: then 本法, 前款, 本条 and a bare 第N条 are of that
    place, whatever was named before. Without it nobody can tell what 本条 and 前款 mean, and they are no references.
    """
    return _Scan(text, base).references()


@dataclass(frozen=True, slots=True)
class _Named:
    """A name in the text. `law` is empty for what is no law (《劳动合同》) and for 本法 where no law was named."""

    law: str
    start: int
    end: int
    edition: str | None = None


class _Scan:
    """One pass over a text: what was named last, and where the next token may begin."""

    def __init__(self, text: str, base: Locator | None) -> None:
        self._text = text
        self._base = base
        self._law = _Named(bare(base.law) if base else "", 0, 0)
        self._of_kind: dict[str, _Named] = {}
        self._called: dict[str, _Named] = {}
        self._named = _Named("", 0, 0)
        self._place: tuple[_Named, Address] | None = None
        self._past = 0
        if base:
            self._name(self._law)

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
            elif token["near"]:
                yield from self._near(token)
            else:
                yield from self._articles(token)

    def _book(self, token: re.Match[str]) -> None:
        name = bare(token["book"])
        edition = edition_of(token["book"]) or self._edition_before(token.start()) or self._edition_behind(token.end())
        law = name if _INSTRUMENT.search(name) or name in self._called else ""
        self._named = self._known(_Named(law, token.start(), token.end(), edition))
        self._name(self._named)
        if law and (called := _CALLED.match(self._text, token.end())) and len(self._called) < _NAMES_KEPT:
            self._called[bare(called[1])] = self._named
        self._past = token.end()

    def _edition_before(self, start: int) -> str | None:
        match = _EDITION_BEFORE.search(self._text, max(self._past, start - 16), start)
        return match[1] if match else None

    def _edition_behind(self, end: int) -> str | None:
        match = _BETWEEN.match(self._text, end)
        return edition_of(match.group().strip(" \t　的中之里")) if match else None

    def _known(self, named: _Named) -> _Named:
        """A short form of what was named in full before (《解释（一）》, what it is 以下简称) stands for that."""
        full = self._called.get(named.law)
        if full is None and re.fullmatch(rf"(?:司法)?解释(?:{_NUMBERING})?", named.law):
            last = self._of_kind.get("解释")
            full = last if last and last.law.endswith(named.law) else None
        return _Named(full.law, named.start, named.end, named.edition or full.edition) if full else named

    def _same(self, token: re.Match[str]) -> None:
        """本条例 is the 条例 last named and nothing else; 该规定 may be whatever was named last. In the text of a law
        本法 is that law."""
        own = token["same"].startswith("本")
        law = self._of_kind.get(token["kind"].removesuffix("典"))
        if not own:
            law = law or self._law
        elif self._base:
            law = _Named(bare(self._base.law), 0, 0)
        self._named = _Named(law.law if law else "", token.start(), token.end(), law.edition if law else None)
        self._past = token.end()

    def _name(self, named: _Named) -> None:
        """Remember a law as the one last named, and as the last of its kind."""
        kind = _INSTRUMENT.search(named.law)
        if kind or named.law in self._called:
            self._law = named
        if kind:
            self._of_kind[kind[1].removesuffix("典")] = named

    def _mentions(self, until: int) -> None:
        """Well-known laws named without 书名号 before `until`."""
        for match in _MENTION.finditer(self._text, self._past, until):
            if name := known_ending_at(self._text, match.end()):
                self._name(_Named(bare(name), match.end() - len(name), match.end()))

    def _articles(self, token: re.Match[str]) -> Iterator[Reference]:
        named = self._adjoining(token.start())
        joined = _JOINED.fullmatch(self._text, self._past, token.start()) if self._place else None
        self._past = token.end()
        if named is None:
            bare_law = self._law if token["mark"] or joined else _Named("", 0, 0)
            named = bare_law if joined or not self._base or not bare_law.law else _Named(bare(self._base.law), 0, 0)
            named = _Named(named.law, token.start(), token.start(), named.edition)
        addresses, end = articles_at(self._text, token)
        if not named.law or not addresses or _NO_ARTICLE.match(self._text, token.end()):
            return
        self._name(named)
        yield from self._found(named, addresses, end)

    def _near(self, token: re.Match[str]) -> Iterator[Reference]:
        """本条, 前条, 前款, 前两项 are relative to where the text stands; 同条 and 该款 to the provision last named."""
        if token["near"].startswith(("同", "该")):
            here = self._place
        elif self._base and self._base.article:
            inner = Clause(self._base.paragraph, self._base.item)
            here = _Named(bare(self._base.law), 0, 0), Address(self._base.article, self._base.suffix, inner)
        else:
            return
        self._past = token.end()
        addresses = _relative(here[1], token) if here else []
        if not here or not addresses:
            return
        *others, last = addresses
        inside, end = clauses_at(self._text, token.end(), last.clause)
        named = _Named(here[0].law, token.start(), token.start(), here[0].edition)
        yield from self._found(named, [*others, *(last._replace(clause=clause) for clause in inside)], end)

    def _found(self, named: _Named, addresses: Iterable[Address], end: int) -> Iterator[Reference]:
        start = named.start
        for address in addresses:
            self._place = named, address
            label = article_label(address.article, address.suffix)
            paragraph, item, subitem = address.clause
            place = Locator(named.law, address.article, address.suffix, paragraph, item, label, subitem)
            yield Reference(start, end, self._text[start:end], place, named.edition)
        self._past = end

    def _adjoining(self, at: int) -> _Named | None:
        """The name right in front of an article: the last token, or words that read like a law's name."""
        end = self._named.end
        if end and at - end <= _FARTHEST and _BETWEEN.fullmatch(self._text, end, at):
            return self._named
        before = self._text[max(self._past, at - _FARTHEST) : at].rstrip(" \t\n　的中之里")
        edition = edition_of(before)
        words = EDITION.sub("", before).rstrip() if edition else before
        run = _HAN_RUN.search(words)
        name = _behind_lead_in(run.group()) if run else ""
        name = name[max(name.rfind(STATE), 0) :]
        if _NO_NAME.fullmatch(name) or not (_INSTRUMENT.search(name) or name in self._called):
            return None
        end = max(self._past, at - _FARTHEST) + len(words)
        return self._known(_Named(bare(name), end - len(name), end, edition or self._edition_before(end - len(name))))


def _relative(here: Address, token: re.Match[str]) -> list[Address]:
    """The places that 前款, 前两款, 本条 … mean at `here`; none where that has no such place before it."""
    back = number(token["back"] or "一") or 1
    ahead = token["near"].startswith("前")
    paragraph, item, _ = here.clause
    if token["unit"] == "条":
        whole = here._replace(clause=Clause())
        return _articles_before(whole, back) if ahead else [whole]
    level, value = (0, paragraph) if token["unit"] == "款" else (1, item)
    if value is None or (ahead and value - back < 1):
        return []
    numbers = range(value - back, value) if ahead else [value]
    return [here._replace(clause=here.clause.at(level, one)) for one in numbers]


def _articles_before(here: Address, back: int) -> list[Address]:
    """The `back` articles before one. Before 第二十条之一 stands 第二十条; what 之N stand before 第二十一条 nobody
    knows from the words alone."""
    if here.suffix:
        return [Address(here.article, here.suffix - 1 or None)] if back == 1 else []
    return [Address(article) for article in range(here.article - back, here.article) if article > 0]


def _behind_lead_in(words: str) -> str:
    """The name at the end of running words: what stands behind the last lead-in that leaves a name, for some names hold
    one (涉外民事关系法律适用法)."""
    for match in reversed(list(_LEAD_IN.finditer(words))):
        name = _LEAD_NUMBER.sub("", words[match.end() :].lstrip(_LEAD_CHARACTERS))
        if len(name) > 1 and _INSTRUMENT.search(name):
            return name
    return _LEAD_NUMBER.sub("", words.lstrip(_LEAD_CHARACTERS))
