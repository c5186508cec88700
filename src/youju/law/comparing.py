"""Two texts of one law held against each other, article by article."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from youju.knowledge.values import Section

Address = tuple[int, int]
"""Article and suffix (0 for none)."""
Change = Literal["wording", "missing", "extra"]
"""Of an article in another text: it reads otherwise, it is not there, only the other text has it."""

_LABEL = re.compile(r"^\s*第[^条]{1,14}条(?:之[一二三四五六七八九十]{1,3})?\s*")
_CLEAR = 0.8
"""From this similarity on (0–1) an article under another number is the same article, if no other one is near."""
_GAP = 0.1
"""By how much it must lead the next one."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article of one text: `label` as it is cited, `text` without it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One article that two texts do not share."""

    label: str
    change: Change
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a diff: text that both share, or that only the older (`-`) or the newer one (`+`) has."""

    sign: Literal["=", "-", "+"]
    text: str


def articles(text: str, sections: Sequence[Section]) -> dict[Address, Article]:
    """The articles of a text by address, in its order."""
    found: dict[Address, Article] = {}
    for section in sections:
        at = section.locator
        if at is not None and at.article is not None:
            words = _LABEL.sub("", text[section.start : section.end]).strip()
            found[at.article, at.suffix or 0] = Article(at.label or section.title, words)
    return found


def plain(text: str) -> str:
    """The words alone: without white space, in one width. What differs only in these is the same wording."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def differences(ours: Mapping[Address, Article], theirs: Mapping[Address, Article]) -> list[Difference]:
    """The articles in which two texts differ, by address."""
    found: list[Difference] = []
    for address in sorted({*ours, *theirs}):
        mine, other = ours.get(address), theirs.get(address)
        if mine is None and other is not None:
            found.append(Difference(other.label, "extra", "", other.text))
        elif mine is not None and other is None:
            found.append(Difference(mine.label, "missing", mine.text, ""))
        elif mine and other and plain(mine.text) != plain(other.text):
            found.append(Difference(mine.label, "wording", mine.text, other.text))
    return found


def diff(old: str, new: str) -> list[Piece]:
    """The way from one wording to another, character by character; short shared runs inside a change are part of it, so
    that a person can read it."""
    pieces: list[Piece] = []
    for tag, a, b, c, d in _operations(old, new):
        if tag == "equal":
            pieces.append(Piece("=", old[a:b]))
            continue
        pieces += [Piece("-", old[a:b])] if b > a else []
        pieces += [Piece("+", new[c:d])] if d > c else []
    return pieces


def _operations(old: str, new: str) -> list[tuple[str, int, int, int, int]]:
    joined: list[tuple[str, int, int, int, int]] = []
    operations = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for place, (tag, a, b, c, d) in enumerate(operations):
        inside = 0 < place < len(operations) - 1
        changed = tag != "equal" or (inside and b - a < 2 and old[a:b].isalnum())
        if changed and joined and joined[-1][0] != "equal":
            _, first, _, third, _ = joined[-1]
            joined[-1] = ("replace", first, b, third, d)
        else:
            joined.append(("replace" if changed else "equal", a, b, c, d))
    return joined


def counterpart(article: Article, address: Address, others: Mapping[Address, Article]) -> tuple[Address, float] | None:
    """The article of another edition that this one is, with their similarity: the one of the same number, unless
    another one is clearly nearer (renumbered); None where none is clear."""
    words = plain(article.text)
    near = sorted(((_similarity(words, plain(one.text)), at) for at, one in others.items()), reverse=True)[:2]
    same = _similarity(words, plain(others[address].text)) if address in others else 0.0
    if not near:
        return None
    best, at = near[0]
    second = near[1][0] if len(near) > 1 else 0.0
    if at != address and best >= _CLEAR and best - max(second, same) >= _GAP:
        return at, best
    if address in others and same >= _CLEAR / 2:
        return address, same
    return None


def _similarity(one: str, two: str) -> float:
    if one == two:
        return 1.0
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > 0.3 and _shared(one, two) > 0.3 else 0.0


def _shared(one: str, two: str) -> float:
    """The share of pairs of characters that two texts have in common: cheap, and never far from the similarity."""
    first, second = ({text[i : i + 2] for i in range(len(text) - 1)} for text in (one, two))
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0
