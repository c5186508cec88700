"""One look-up of references: who asks, about which day, by what names the laws go; and what the ledger has said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.knowledge.editions.values import Edition, EditionInfo
from youju.knowledge.values import Locator, Passage
from youju.law.names import LawNames
from youju.law.wording import Wording, wordings


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


@dataclass(slots=True)
class Desk:
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
