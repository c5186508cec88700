"""The wording of one article in one edition: its passages put together, and the exact words of a 款, 项 or 目 in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from youju.knowledge.values import InForceStatus, Locator, Passage
from youju.law.clauses import Clause, clauses, missing
from youju.law.numerals import NUMERAL, article_label, hanzi

Span = tuple[int, int]
_LABEL = re.compile(rf"\s*第\s*{NUMERAL}\s*条(?:\s*之\s*{NUMERAL})?[\s　]*")
_STRUCK_OUT = re.compile(r"条(?:之\S+)?\s*[（(]?删[去除][）)]?$")


def address_label(address: Locator) -> str:
    """第四十七条第二款第三项第一目."""
    inside = ((address.paragraph, "款"), (address.item, "项"), (address.subitem, "目"))
    article = article_label(address.article, address.suffix) if address.article else ""
    return article + "".join(f"第{hanzi(number)}{unit}" for number, unit in inside if number is not None)


@dataclass(frozen=True, slots=True)
class Wording:
    """An article as one edition has it. `text` is `[start, start + len(text))` of the edition's canonical text;
    `passages` are what it is cut into, in order."""

    passages: tuple[Passage, ...]
    text: str
    start: int

    @property
    def struck_out(self) -> bool:
        """Whether nothing is left of the article but that it was taken out."""
        return _STRUCK_OUT.search(self.text.strip()) is not None

    def lacks(self, address: Locator) -> str | None:
        """Why there is no such 款, 项 or 目, in words for a person; None where there is."""
        return missing(self.text, address.paragraph, address.item, address.subitem)

    def spans(self, address: Locator) -> tuple[Span, ...]:
        """Where the words of an address stand in the canonical text, in order. A 项 comes with the words that lead in
        to it, and a 目 with those and its 项's, for it means nothing without them; a 款 comes without the article's
        label. Empty where there is no such place."""
        if self.lacks(address):
            return ()
        if address.paragraph is None and address.item is None:
            return ((self.start, self.start + len(self.text)),)
        found = [
            span
            for number, clause in enumerate(clauses(self.text), start=1)
            if address.paragraph in (None, number)
            for span in self._inside(clause, address)
        ]
        return tuple((self.start + start, self.start + end) for start, end in found)

    def _inside(self, clause: Clause, address: Locator) -> list[Span]:
        """What of a 款 an address names; nothing where the 款 has no such 项 or 目."""
        label = _LABEL.match(self.text, clause.start)
        start = label.end() if label else clause.start
        if address.item is None:
            return [(start, clause.end)]
        item = clause.items.get(address.item)
        if item is None or (address.subitem is not None and address.subitem not in item.subitems):
            return []
        lead = (start, clause.lead[1])
        if address.subitem is None:
            return [lead, item.span]
        first = min(begin for begin, _ in item.subitems.values())
        return [lead, (item.start, first), item.subitems[address.subitem]]

    def shared(self, address: Locator) -> tuple[int, ...]:
        """The 款 that have the 项 which an address names without its 款, where they are several."""
        if address.item is None or address.paragraph is not None:
            return ()
        having = [number for number, clause in enumerate(clauses(self.text), start=1) if self._inside(clause, address)]
        return tuple(having) if len(having) > 1 else ()

    def words(self, spans: Sequence[Span]) -> str:
        """The words of spans, each on a line of its own."""
        return "\n".join(self.text[start - self.start : end - self.start].strip() for start, end in spans)

    def holding(self, spans: Sequence[Span]) -> tuple[Passage, ...]:
        """The passages in which the spans stand."""
        return tuple(p for p in self.passages if any(p.start < end and start < p.end for start, end in spans))


def wordings(passages: Iterable[Passage]) -> list[Wording]:
    """One wording for each edition among the passages of an article, in the order in which they come."""
    editions: dict[str, list[Passage]] = {}
    for passage in passages:
        editions.setdefault(passage.version_id, []).append(passage)
    return [_joined(sorted(pieces, key=lambda piece: piece.start)) for pieces in editions.values()]


def _joined(pieces: list[Passage]) -> Wording:
    """The pieces with the white space that lies between them, so that offsets stay those of the canonical text."""
    text, start = "", pieces[0].start
    for piece in pieces:
        gap = piece.start - start - len(text)
        text += "\n" * gap + piece.text[max(-gap, 0) :]
    return Wording(tuple(pieces), text, start)


_ORDER: tuple[InForceStatus, ...] = ("in_force", "unknown", "repealed", "not_yet")


def within(spans: Sequence[Span], passages: Sequence[Passage]) -> tuple[Span, ...]:
    """The parts of spans that stand in these passages."""
    shared = [(max(a, p.start), min(b, p.end)) for a, b in spans for p in passages]
    return tuple((start, end) for start, end in shared if start < end)


def state_of(passages: Sequence[Passage]) -> InForceStatus:
    """The state of what stands in several passages: in force as long as one of them is."""
    states = {passage.in_force.status for passage in passages}
    return next(state for state in _ORDER if state in states)


def best(found: Sequence[Wording], address: Locator) -> Wording:
    """Of several editions the one in force counts; then one of unknown state, a repealed one, a future one. Of several
    repealed ones the last, of several future ones the first. An edition that has the place counts before one that
    lacks it only among those of the same state."""

    def rank(wording: Wording) -> tuple[int, bool, int]:
        spans = wording.spans(address)
        held = wording.holding(spans) or wording.passages
        state = state_of(held)
        days = [day for p in held for day in (p.in_force.start, p.in_force.end) if day]
        newest = max(days).toordinal() if days else 0
        return _ORDER.index(state), not spans, newest if state == "not_yet" else -newest

    return min(found, key=rank)
