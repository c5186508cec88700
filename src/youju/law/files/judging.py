"""Whether a file holds a law at all. What cannot be told is not guessed: the reason says what would settle it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.law.files.facts import NotLaw
from youju.law.files.head import Head
from youju.law.files.history import events
from youju.law.files.kinds import issuer_of, kind_of, number_in, place_of
from youju.law.files.marks import Mark
from youju.law.names import STATE
from youju.reading.document import ReadDocument

_FEWEST_ARTICLES = 2
_COMPANY = re.compile(r"公司|集团|工厂|商店|学校|医院|协会|本店|本厂")
_OF_A_COMPANY = re.compile(
    r"有限(?:责任)?公司|集团公司|我司|结合(?:本)?(?:公司|单位|企业|厂|校|院)|适用于(?:本)?(?:公司|单位)?(?:的)?(?:全体)?(?:员工|公司)"
)
_OF_A_STATUTE = re.compile(
    r"(?:法|法典)(?<!办法)$|^关于(?:审理|办理|适用).*解释|法(?:实施|施行)(?:细则|条例|办法)$|宪法修正案"
)
"""Only the state makes 法; 条例 too, by 行政法规制定程序条例第五条, but companies write some all the same."""
_STATE_WORDS = re.compile(r"国务院|人民代表大会|人民政府|根据《?中华人民共和国|根据宪法|各省、自治区、直辖市|人民法院")
_OPENING = 1500


def not_a_law(read: ReadDocument, name: str, head: Head, marks: Sequence[Mark], *, counted: int) -> NotLaw | None:
    """Why the file holds no law, or None where it holds one. `counted` is how many lines count in 第X条."""
    if not read.text.strip():
        return NotLaw(name, "文件里没有文字。", "The file holds no text.")
    if head.name is None:
        return _nameless(name) if counted >= _FEWEST_ARTICLES else _no_instrument(name)
    if not marks and head.preamble is None:
        return NotLaw(name, "只有标题，没有正文。", "There is a title and no text.")
    articles = any(mark.kind == "article" for mark in marks)
    if _made_by_the_state(read, head):
        return None if articles or _is_instrument_without_articles(head) else _no_instrument(name)
    return NotLaw(
        name,
        f"《{head.name}》看不出是哪个国家机关制定的，按一般文件处理。如果它是法规，请在标题下写明制定机关或公布日期。",
        f"《{head.name}》 does not say which organ of the state made it. If it is law, write the issuer or the day of "
        "publication below its title; else add it as an ordinary document.",
    )


def _made_by_the_state(read: ReadDocument, head: Head) -> bool:
    title = head.name or ""
    opening = read.text[:_OPENING]
    history = events(head.notes)
    issuer = issuer_of(title, history, head.notes)
    company = _COMPANY.search(title.split("关于")[0]) is not None or _OF_A_COMPANY.search(opening) is not None
    names_the_state = _STATE_WORDS.search(opening) is not None
    if issuer or title.startswith(STATE) or _OF_A_STATUTE.search(title):
        return True
    if title.endswith("条例"):
        return names_the_state or not _OF_A_COMPANY.search(title + opening)
    if company:
        return False
    signed = any(number_in(note) for note in head.notes) or place_of(title, issuer, read.text) is not None
    return names_the_state or signed or any(event.act != "effective" for event in history)


def _is_instrument_without_articles(head: Head) -> bool:
    """A reply, a decision or an interpretation of an organ that is named is law as a whole."""
    history = events(head.notes)
    issuer = issuer_of(head.name or "", history, head.notes)
    kind = kind_of(head.name or "", issuer, None)
    return bool(issuer) or kind == "批复" or any(number_in(note) for note in head.notes)


def _no_instrument(name: str) -> NotLaw:
    return NotLaw(
        name,
        "没有逐条编号的条文，标题也不是法律文件的名称。",
        "It has no numbered articles, and its title is not that of a legal instrument.",
    )


def _nameless(name: str) -> NotLaw:
    return NotLaw(
        name,
        "有条文，但没有写明法律的名称。请在开头写上标题，或用法律名称作文件名。",
        "It has articles but no title. Write the title at its top, or name the file after the law.",
    )
