"""Where sentences stand: article, paragraph, item, chapter and section, and whether a claim names the right one.

根据第八条规定，… is proved by the eighth article only if the statement stands there; a number of an article inside a
statement must be said by the sentence that it rests on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.knowledge.values import Passage
from youju.text.numbers import Quantity, find_quantities
from youju.text.numerals import parse_numeral
from youju.verification.clauses import Clause, Comparison, heading_of
from youju.verification.repeats import leads_in, repeats_of

_N = r"[\d〇零一二三四五六七八九十百千]"
_LABEL = re.compile(
    rf"(?m)^[ \t\u3000#*>|-]*(第[ ]?{_N}+[ ]?([编章节条目])(?:之[\d一二三四五六七八九十]+)?|\d+(?:\.\d+)+(?![\d.]))"
)
_ITEM = re.compile(r"[ \t\u3000*>-]*(?:[（(]([\d一二三四五六七八九十]{1,3})[）)]|(\d{1,2})[.、])")
_CITATION = re.compile(
    rf"《[^《》]*》|第(?:{_N}|[ 、和至到第])+[编章节条款项目](?:之[\d一二三四五六七八九十]+)?|\d+(?:\.\d+)*|"
    r"[\s（()）的和及与]|规定|明确|指出|要求|根据|依据|依照|按照|参照|参见|"
    r"(?i:\b(?:under|according|to|of|the|in|see|section|article|chapter|clause|paragraph|says?|states?|part)\b)"
)


class Addresses:
    """The addresses of the sentences that a claim repeats, or else rests on. Where it rests on none, and of what stands
    above the passages, everything."""

    def __init__(self, claim: str, comparison: Comparison, passages: tuple[Passage, ...]) -> None:
        self._comparison = comparison
        repeats = repeats_of(claim, passages)
        found: list[Quantity] = []
        ends = {
            passage.id: {one.end for one in repeats if one.passage is passage} if repeats else self._ends_in(passage)
            for passage in passages
        }
        for passage in passages:
            if not ends[passage.id] and any(ends.values()):
                continue
            for end in ends[passage.id]:
                found += _address_at(passage, end)
            labelled = _LABEL.search(passage.text)
            found += find_quantities(" ".join(passage.section) if labelled else heading_of(passage))
            found += () if labelled else _address(passage)
        self._found = tuple(one for one in found if one.kind in ("article", "number", "count", "code"))

    def bears(self, quantity: Quantity) -> bool:
        """Whether this is the address of a sentence that the claim repeats or rests on."""
        return any(quantity.proved_by(other) for other in self._found)

    def proves(self, quantity: Quantity, clause: Clause, source: Clause | None) -> bool:
        """Whether the number of an article, chapter or section is such an address, or is said by the sentence that the
        clause rests on (by a clause that names places, if the clause does no more)."""
        places = self._rested_on() if _cites(clause) else {(source.start, source.end)} if source else set[object]()
        said = [
            other
            for one in self._comparison.sources
            if one.end and (one.start, one.end) in places and (_cites(one) or not _cites(clause))
            for other in one.quantities
        ]
        return self.bears(quantity) or any(quantity.proved_by(other) for other in said)

    def _rested_on(self) -> set[tuple[int, int]]:
        """The sentences that the claim rests on; where it does more than name places, those of what it says."""
        pairs = [(clause, source) for clause, source in self._comparison.rests_on if source and source.end]
        said = [source for clause, source in pairs if not _cites(clause)] or [source for _, source in pairs]
        return {(source.start, source.end) for source in said}

    def _ends_in(self, passage: Passage) -> set[int]:
        rested_on = self._rested_on()
        return {
            one.end
            for one in self._comparison.sources
            if (one.start, one.end) in rested_on
            and all(part in passage.text[one.start : one.end] for part in one.text.split())
        }


def _cites(clause: Clause) -> bool:
    """Whether the clause does no more than name a place: 根据《员工手册》第七条规定."""
    names_article = any(one.kind == "article" for one in clause.quantities)
    return leads_in(clause.text) or (names_article and len(_CITATION.sub("", clause.text)) <= 6)


def _address_at(passage: Passage, end: int) -> Sequence[Quantity]:
    """The labels that stand last before a place, one of each sort, and the paragraph and item inside an article."""
    labels = {match[2] or ".": match for match in _LABEL.finditer(passage.text, 0, end)}
    words = " ".join(match[1] for match in labels.values())
    if article := labels.get("条"):
        paragraph = item = 0
        for line in passage.text[article.end() : end].splitlines():
            numbered = _ITEM.match(line)
            if numbered:
                item = int(parse_numeral(numbered[1] or numbered[2]) or 0)
            elif line.strip():
                paragraph, item = paragraph + 1, 0
        words += f" 第{max(1, paragraph)}款" + (f" 第{item}项" if item else "")
    return find_quantities(f"·{words}") if words else ()


def _address(passage: Passage) -> Sequence[Quantity]:
    """What the passage's locator says, where its text bears no label."""
    locator = passage.locator
    if locator is None:
        return ()
    words = f"第{locator.article}条" if locator.article else ""
    words += f"之{locator.suffix}" if locator.suffix else ""
    words += f"第{locator.paragraph}款" if locator.paragraph else ""
    words += f"第{locator.item}项" if locator.item else ""
    return find_quantities(words)
