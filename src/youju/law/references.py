"""References to statutes: found by grammar, resolved by address in the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Protocol

from youju.caller import Caller
from youju.knowledge.values import InForceStatus, Locator, Passage
from youju.law.clauses import missing
from youju.law.grammar import find_references
from youju.law.names import ABBREVIATIONS, LawNames, bare
from youju.law.numerals import article_label, hanzi
from youju.verification.protocol import Existence, Reference, Resolution


class LawLedger(Protocol):
    """What resolving needs from the ledger. Every answer is for this caller: what he may not read does not exist."""

    async def law_names(self, caller: Caller) -> Sequence[str]:
        """Official names of all laws with live articles, each once (`locator.law` of the sections)."""
        ...

    async def passages_at(
        self, law: str, article: int, suffix: int | None, caller: Caller, at: date | None
    ) -> Sequence[Passage]:
        """Live passages of exactly this article (`suffix` None: the article without 之N) in reading order, of every
        version of the law, whatever its dates; `in_force` of each tells the state at `at` (None: today)."""
        ...

    async def last_article(self, law: str, caller: Caller) -> int | None:
        """The highest article number of the law, or None where it has no articles."""
        ...


class StatuteReferences:
    """Finds references to statutes and resolves them exactly."""

    def __init__(self, ledger: LawLedger) -> None:
        self._ledger = ledger

    def find(self, text: str, *, before: str = "") -> Sequence[Reference]:
        """All references in `text`, in order. A reference with no law named anywhere is left out: it names nothing.

        Lists and ranges give one reference for each article or item. `locator.law` is the name as written, without
        书名号 and abbreviations resolved; `resolve` makes it official.
        """
        shift = len(before)
        return [
            replace(
                one,
                start=max(one.start - shift, 0),
                end=one.end - shift,
                text=text[max(one.start - shift, 0) : one.end - shift],
            )
            for one in find_references(before + text)
            if one.end > shift
        ]

    def aliases(self, title: str) -> Sequence[str]:
        """The name without 中华人民共和国 and edition, what an abbreviation stands for, and its abbreviations."""
        name = bare(title)
        full = ABBREVIATIONS.get(name, name)
        return tuple({name, full, *(short for short, long in ABBREVIATIONS.items() if long == full)})

    async def resolve(self, reference: Reference, caller: Caller, at: date | None = None) -> Resolution:
        """Look the address up. Tells apart: no such law, no such article, repealed, not yet in force, found."""
        address = reference.locator
        names = _names(tuple(await self._ledger.law_names(caller)))
        quoted = "《" in reference.text
        official = names.official(address.law) or (() if quoted else names.within(address.law))
        if len(official) != 1:
            return _no_such_law(address.law, official)
        law, article = official[0], address.article
        if article is None:
            return _unknown(law, f"没有写明《{law}》的第几条。", f"No article of 《{law}》 is named.")
        passages = await self._ledger.passages_at(law, article, address.suffix, caller, at)
        if not passages:
            return _no_such_article(law, address, await self._ledger.last_article(law, caller))
        return _judge(law, address, passages)

    async def exact(self, question: str, caller: Caller, at: date | None) -> Sequence[Passage]:
        """The passages that a question names by address, in its order, in force or not (each says so itself)."""
        found: list[Passage] = []
        for reference in self.find(question):
            found += (await self.resolve(reference, caller, at)).passages
        return found


@lru_cache(maxsize=8)
def _names(official: tuple[str, ...]) -> LawNames:
    return LawNames(official)


def _unknown(law: str, zh: str, en: str) -> Resolution:
    return Resolution("unknown", (), zh, en, law)


def _no_such_law(written: str, candidates: Sequence[str]) -> Resolution:
    if not candidates:
        return _unknown("", f"资料中没有《{written}》，无法核对。", f"The documents hold no 《{written}》.")
    several = [f"《{name}》" for name in candidates[:5]]
    return _unknown(
        "",
        f"“{written}”可能指{'或'.join(several)}，请写明全称。",
        f"“{written}” may mean {' or '.join(several)}: write the full name.",
    )


def _no_such_article(law: str, address: Locator, last: int | None) -> Resolution:
    label = article_label(address.article or 0, address.suffix)
    beyond = last if last and (address.article or 0) > last else None
    return _unknown(
        law,
        f"《{law}》没有{label}" + (f"，该法共{beyond}条。" if beyond else "。"),
        f"《{law}》 has no {label}" + (f": it has {beyond} articles." if beyond else "."),
    )


_EXISTENCE: dict[InForceStatus, Existence] = {
    "in_force": "found",
    "unknown": "found",
    "repealed": "repealed",
    "not_yet": "not_yet",
}


def _judge(law: str, address: Locator, passages: Sequence[Passage]) -> Resolution:
    """Of several versions the one in force counts; then one of unknown state, a repealed one, a future one."""
    states = [passage.in_force.status for passage in passages]
    state = next(state for state in _EXISTENCE if state in states)
    chosen = tuple(passage for passage in passages if passage.in_force.status == state)
    label = article_label(address.article or 0, address.suffix)
    where = f"《{law}》{label}"
    text = "\n".join(passage.text for passage in chosen)
    if re.search(r"条(?:之\S+)?\s*[（(]?删[去除][）)]?$", text.strip()):
        return Resolution("repealed", chosen, f"{where}已被删去。", f"{where} has been struck out.", law)
    if lacks := missing(text, address.paragraph, address.item):
        clause = _clause(address)
        return _unknown(law, f"{where}没有{clause}，{lacks}。", f"{where} has no {clause}.")
    term = chosen[0].in_force
    if state == "repealed":
        since = f"自{_day(term.end)}起" if term.end else ""
        ended = f" since {term.end.isoformat()}" if term.end else ""
        return Resolution("repealed", chosen, f"{where}{since}不再有效。", f"{where} is not in force{ended}.", law)
    if state == "not_yet":
        since = f"自{_day(term.start)}起" if term.start else "日后"
        begins = f" before {term.start.isoformat()}" if term.start else " yet"
        return Resolution(
            "not_yet", chosen, f"{where}{since}施行，此前尚未生效。", f"{where} is not in force{begins}.", law
        )
    return Resolution("found", chosen, instrument=law)


def _day(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def _clause(address: Locator) -> str:
    paragraph = f"第{hanzi(address.paragraph)}款" if address.paragraph is not None else ""
    item = f"第{hanzi(address.item)}项" if address.item is not None else ""
    return paragraph + item
