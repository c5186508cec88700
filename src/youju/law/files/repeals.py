"""What a text ends: the laws and articles of which it says 同时废止."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from youju.knowledge.values import Locator
from youju.law.files.commencement import from_publication, stated_days
from youju.law.files.facts import Repeal
from youju.law.grammar import find_references
from youju.law.names import bare

_SENTENCE = re.compile(r"[^。；\n]*[。；]?")
_ENDS = re.compile(r"(?:同时|即行|予以|随之|自行|相应)?\s*(?:废止|失效|停止执行)")
_NAME = re.compile(r"《((?:[^《》]|《[^《》]*》)+)》")
_NUMBER = re.compile(r"\s*[（(]([^（）()]*?[〔［\[(（]\d{4}[〕］\])）][^（）()]*?号|[^（）()]*?令[^（）()]*?号)[）)]")
_NO_OBJECT = re.compile(r"\s*(?:（[^（）]*）)?\s*(?:规定|制定|颁布|的规定|与|同|和本|中的?规定)")
_TOGETHER = re.compile(r"同时|(?:施行|实施)(?:之日|后|之后)")
_NEGATED = re.compile(r"(?:不|未|尚未|不得)\s*(?:予以)?\s*废止")


def repeals(articles: Sequence[str], first: date | None) -> tuple[Repeal, ...]:
    """Every instrument and article that these texts end, in their order.

    `since` is the commencement that the same article states, or the text where it says 同时 or 施行之日; even where
    that is the day of an older text: an amended law goes on telling what its first text ended. `first` is the day on
    which that was published, for 自公布之日起.
    """
    days = stated_days(articles)
    begins = days[-1] if days else first if from_publication(articles) else None
    return tuple(one for article in articles for one in _in_article(article, begins))


def _in_article(article: str, begins: date | None) -> Iterator[Repeal]:
    days = stated_days([article])
    for match in _SENTENCE.finditer(article):
        sentence = match.group()
        ends = _ENDS.search(sentence)
        if ends and not _NEGATED.search(sentence):
            together = _TOGETHER.search(sentence) or from_publication([article])
            since = days[-1] if days else begins if together else None
            yield from _in_sentence(sentence, sentence[: ends.start()], since)


def _in_sentence(sentence: str, objects: str, since: date | None) -> Iterator[Repeal]:
    """The names in front of 废止; with the articles behind a name, where only those end."""
    names = list(_NAME.finditer(objects))
    for at, match in enumerate(names):
        behind = objects[match.end() : names[at + 1].start() if at + 1 < len(names) else len(objects)]
        number = _NUMBER.match(behind)
        rest = behind[number.end() :] if number else behind
        if _NO_OBJECT.match(rest):
            continue
        law = bare(match[1])
        parts = list(find_references(f"《{match[1]}》{rest}")) if re.match(r"\s*第", rest) else []
        addresses = [one.locator for one in parts] or [Locator(law=law)]
        for address in addresses:
            yield Repeal(address, number[1] if number else None, since, sentence.strip())
