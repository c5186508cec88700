"""References to statutes: found by grammar, resolved by address in the ledger. The one resolver of the product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import Protocol

from youju.caller import Caller
from youju.knowledge.editions.values import Edition, EditionInfo
from youju.knowledge.values import InForceStatus, Locator, Passage
from youju.law import provisions
from youju.law.endings import newest, repealed_in
from youju.law.grammar import find_references
from youju.law.names import ABBREVIATIONS, LawNames, bare
from youju.law.provisions import NOTHING, Provision, Told
from youju.law.repeals import ending_of
from youju.law.schemas import MOST_REFERENCES, ReferencesOut
from youju.law.wording import Wording, address_label, best, state_of, within, wordings
from youju.verification.protocol import Existence, Reference, Resolution


class LawLedger(Protocol):
    """What resolving needs from the ledger. Every answer is for this caller: what he may not read does not exist."""

    async def change_counter(self) -> int:
        """A number that grows with every change of what is live, permitted or in force."""
        ...

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

    async def editions(self) -> Mapping[str, Edition]:
        """What is known of every dated text, by document id: from this follows what ended which. No content."""
        ...

    async def readable_editions(self, caller: Caller) -> Sequence[EditionInfo]:
        """The dated texts that the caller may read, with what each says of the repeal of others."""
        ...


_MOST_ROLES = 16
"""Sets of roles whose names are kept."""


@dataclass(slots=True)
class _Desk:
    """Who asks, about which day, by what names the laws go; and what was looked up for it already."""

    ledger: LawLedger
    caller: Caller
    at: date | None
    names: LawNames
    _held: dict[tuple[str, int, int | None], list[Wording]] = field(default_factory=dict)
    _editions: Sequence[EditionInfo] | None = None

    async def wordings(self, law: str, address: Locator) -> list[Wording]:
        """The article in every edition, under each spelling of the law's name."""
        key = law, address.article or 0, address.suffix
        if key not in self._held:
            found: list[Passage] = []
            for name in self.names.spellings(law):
                found += await self.ledger.passages_at(name, key[1], key[2], self.caller, self.at)
            self._held[key] = wordings(found)
        return self._held[key]

    async def last_article(self, law: str) -> int | None:
        """The highest article number of a law."""
        last = [await self.ledger.last_article(name, self.caller) for name in self.names.spellings(law)]
        return max((one for one in last if one is not None), default=None)

    async def editions(self) -> Sequence[EditionInfo]:
        """The texts that the caller may read, with what they say of the repeal of others."""
        if self._editions is None:
            self._editions = await self.ledger.readable_editions(self.caller)
        return self._editions


class StatuteReferences:
    """Finds references to statutes and resolves them exactly."""

    def __init__(self, ledger: LawLedger) -> None:
        self._ledger = ledger
        self._known: dict[frozenset[str] | None, tuple[int, LawNames]] = {}

    def find(self, text: str, *, before: str = "", base: Locator | None = None) -> Sequence[Reference]:
        """All references in `text`, in order. A reference with no law named anywhere is left out: it names nothing.

        Lists and ranges give one reference for each article or item. `locator.law` is the name as written, without
        书名号; `provision` makes it official. `base` is the place where the text itself stands in a law.
        """
        shift = len(before)
        return [
            replace(
                one,
                start=max(one.start - shift, 0),
                end=one.end - shift,
                text=text[max(one.start - shift, 0) : one.end - shift],
            )
            for one in find_references(before + text, base)
            if one.end > shift
        ]

    def aliases(self, title: str) -> Sequence[str]:
        """The name without 中华人民共和国 and edition, what an abbreviation stands for, and its abbreviations."""
        name = bare(title)
        full = ABBREVIATIONS.get(name, name)
        return tuple({name, full, *(short for short, long in ABBREVIATIONS.items() if long == full)})

    async def resolve(self, reference: Reference, caller: Caller, at: date | None = None) -> Resolution:
        """Look the address up. Tells apart: no such law, no such article, repealed, not yet in force, found."""
        return (await self.provision(reference, caller, at)).resolution

    async def provision(self, reference: Reference, caller: Caller, at: date | None = None) -> Provision:
        """What a reference points at, with its exact words and what should be known about it."""
        return await self._provision(reference, await self._desk(caller, at))

    async def provisions(
        self, references: Sequence[Reference], caller: Caller, at: date | None = None
    ) -> list[Provision]:
        """The same for several references at once."""
        if not references:
            return []
        desk = await self._desk(caller, at)
        return [await self._provision(reference, desk) for reference in references]

    async def commencement(self, name: str, caller: Caller) -> date | None:
        """The day on which a law first took effect, as far as its texts here tell; None also where the name may stand
        for several."""
        names = await self._names(caller)
        official = names.official(name) or names.within(name)
        if len(official) != 1:
            return None
        law = bare(official[0])
        editions = [one for one in await self._ledger.readable_editions(caller) if bare(one.edition.line) == law]
        return min((day for one in editions if (day := one.dates.start)), default=None)

    async def cited(self, text: str, caller: Caller, at: date) -> ReferencesOut:
        """What the references of a text point at, for the wire; the first `MOST_REFERENCES` of them."""
        found = self.find(text)
        looked_up = await self.provisions(found[:MOST_REFERENCES], caller, at)
        return ReferencesOut.of(looked_up, at, len(found) - len(looked_up))

    async def exact(self, question: str, caller: Caller, at: date | None) -> Sequence[Passage]:
        """The passages that a question names by address, in its order, in force or not (each says so itself)."""
        named = await self.provisions(self.find(question)[:MOST_REFERENCES], caller, at)
        return [passage for one in named for passage in one.passages]

    async def _desk(self, caller: Caller, at: date | None) -> _Desk:
        return _Desk(self._ledger, caller, at, await self._names(caller))

    async def _names(self, caller: Caller) -> LawNames:
        """By what names the laws go that the caller may read; looked up again whenever the ledger changed."""
        roles = None if caller.reads_all else caller.roles
        counter = await self._ledger.change_counter()
        known = self._known.get(roles)
        if known is None or known[0] != counter:
            known = counter, _names(tuple(await self._ledger.law_names(caller)))
            self._known = {**dict(list(self._known.items())[-_MOST_ROLES:]), roles: known}
        return known[1]

    async def _provision(self, reference: Reference, desk: _Desk) -> Provision:
        address = reference.locator
        quoted = "《" in reference.text
        official = desk.names.official(address.law) or (() if quoted else desk.names.within(address.law))
        if not official:
            return await self._without_text(reference, desk)
        if address.article is None:
            return provisions.no_article_named(reference, official[0])
        held = {law: await desk.wordings(law, address) for law in official}
        law = official[0] if len(official) == 1 else await self._only_one_in_force(held, desk)
        if law is None:
            return provisions.several_laws(reference, official)
        found = await self._in_law(reference, law, held[law], desk)
        if len(held) > 1:
            found = replace(found, notes=(provisions.meant(address.law, law), *found.notes))
        return found

    async def _only_one_in_force(self, held: Mapping[str, list[Wording]], desk: _Desk) -> str | None:
        """The law that the date decides for, where a name may stand for several: all others are out of force then. Of a
        law without such an article its first one tells how it stands."""
        states: dict[str, set[InForceStatus]] = {}
        for law, found in held.items():
            told = found or await desk.wordings(law, Locator(law, 1))
            states[law] = {state_of(one.passages) for one in told} or {"unknown"}
        standing = [law for law, found in states.items() if found & {"in_force", "unknown"}]
        return standing[0] if len(standing) == 1 and "in_force" in states[standing[0]] else None

    async def _without_text(self, reference: Reference, desk: _Desk) -> Provision:
        """A law that the library does not hold: one that is known to be repealed is not an invented one."""
        name = reference.locator.law
        name = ABBREVIATIONS.get(name, name)
        if ending := repealed_in(await desk.editions(), name):
            return provisions.repealed_elsewhere(reference, name, ending, desk.at or date.today())
        return provisions.no_such_law(reference, desk.names.near(name))

    async def _in_law(self, reference: Reference, law: str, held: list[Wording], desk: _Desk) -> Provision:
        address = reference.locator
        if not held:
            return provisions.no_such_article(reference, law, await desk.last_article(law))
        chosen = [one for one in held if _is_edition(one, reference.edition)] if reference.edition else held
        if not chosen:
            labels = sorted({one.passages[0].version_label for one in held})
            return provisions.no_such_edition(reference, law, labels)
        wording = best(chosen, address)
        if wording.struck_out:
            told = provisions.struck_out(provisions.where(law, address))
            return _shown(reference, law, wording, wording.passages, existence="repealed", message=told)
        if lacks := wording.lacks(address):
            return provisions.no_such_clause(reference, law, lacks)
        return await self._judged(reference, law, wording, desk)

    async def _judged(self, reference: Reference, law: str, wording: Wording, desk: _Desk) -> Provision:
        """In force or not, and what is to be told about it."""
        address = reference.locator
        held = wording.holding(wording.spans(address))
        state, where = state_of(held), provisions.where(law, address)
        term = next(passage.in_force for passage in held if passage.in_force.status == state)
        if state == "not_yet":
            past = desk.at if desk.at and desk.at < date.today() else None
            told = provisions.not_yet(where, term, past)
            return _shown(reference, law, wording, held, existence="not_yet", message=told)
        if state == "unknown":
            note = provisions.state_unknown(where, held[0].version_label)
            return _shown(reference, law, wording, held, notes=(note,))
        if state == "in_force":
            ended = [passage for passage in held if passage.in_force.status == "repealed"]
            notes = [await self._ended(law, passage, desk, passage.locator or address) for passage in ended]
            return _shown(reference, law, wording, held, notes=tuple(notes))
        told = await self._ended(law, held[0], desk, address, gone=reference.edition is None)
        return _shown(reference, law, wording, held, existence="repealed", message=told)

    async def _ended(self, law: str, passage: Passage, desk: _Desk, address: Locator, *, gone: bool = False) -> Told:
        """Since when a passage is out of force, and what ended it. `gone`: the newest edition has no such place, or it
        would have been taken."""
        ending = await ending_of(passage, self._ledger, desk.caller)
        later = None
        if ending is None or ending.superseded:
            later = newest(await desk.editions(), law)
        replaced = later is not None and str(later.edition.published) > passage.version_label[:10]
        published = str(later.edition.published) if later and replaced else ""
        where = provisions.where(law, address)
        return provisions.repealed(where, passage.in_force, ending, published, gone=gone)


@lru_cache(maxsize=8)
def _names(official: tuple[str, ...]) -> LawNames:
    return LawNames(official)


def _is_edition(wording: Wording, edition: str) -> bool:
    """Whether a text is the edition that is named: by its day or year of publication, or the year it began in."""
    passage = wording.passages[0]
    start = passage.in_force.start.isoformat() if passage.in_force.start else ""
    return passage.version_label.startswith(edition) or start.startswith(edition)


def _shown(
    reference: Reference,
    law: str,
    wording: Wording,
    held: Sequence[Passage],
    *,
    existence: Existence = "found",
    message: Told = NOTHING,
    notes: tuple[Told, ...] = (),
) -> Provision:
    """A provision with its text. Of an article that is in force in part, what is in force is cited."""
    state = state_of(held)
    counting = tuple(passage for passage in held if passage.in_force.status == state)
    spans = wording.spans(reference.locator)
    if numbers := wording.shared(reference.locator):
        inside = address_label(replace(reference.locator, article=None))
        notes = (provisions.several_paragraphs(inside, numbers), *notes)
    spans = spans if len(counting) == len(held) else within(spans, counting)
    return Provision(
        reference,
        existence,
        law,
        address_label(reference.locator),
        held[0].version_label,
        counting[0].in_force,
        wording.words(spans),
        spans,
        counting,
        message,
        notes,
    )
