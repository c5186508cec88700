"""Finding: a question becomes ranked passages that the caller may read, or an honest nothing.

    analyse ─► exact references
            ─► recall by keywords ┐
            ─► recall by meaning  ┴─► fuse ─► ledger ─► floor ─► expand

Filters (roles, category, date) act inside each recall, so what is forbidden takes no place; the ledger has the last
word on every passage. A part that is down is named in `notices`, and the other goes on. Passages that a specialist
knows (see `specialist`) are recalled, ranked and judged apart, and the two rankings meet above the floor.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from youju.caller import Caller
from youju.index.protocol import Filters, LexicalIndex
from youju.knowledge.values import Passage
from youju.retrieval.expansion import companions
from youju.retrieval.judging import Judged, above_the_floor, merged, nearest, weights_of
from youju.retrieval.ledger_view import LedgerView
from youju.retrieval.notices import notice
from youju.retrieval.question import Asked, analyse
from youju.retrieval.ranking import Ranking, ranked_generally, ranked_specially
from youju.retrieval.searching import Looked, Meaning, Searching
from youju.retrieval.specialist import Specialist
from youju.retrieval.tracing import traces
from youju.retrieval.values import Found, Scored

__all__ = ["ExactLookup", "Finder", "Limits", "Meaning"]

MAX_NEAREST = 3
_MOST_LOOKS = 8
"""Of one question, while its documents are replaced under it."""


class ExactLookup(Protocol):
    """Finds what a question names by its address (劳动合同法第四十七条), by structure and never by similarity."""

    async def exact(self, question: str, caller: Caller, at: date | None) -> Sequence[Passage]:
        """Passages of all addresses in the question, in its order; empty if it names none."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """`recall` passages from each way in; at most `top` out. `threshold`, 0..1: if no passage is that sure to answer,
    nothing was found."""

    recall: int = 100
    top: int = 8
    threshold: float = 0.5


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one look brought, judged: the general passages and the specialist's, each in their order."""

    looked: Looked
    general: list[Judged]
    special: list[Judged]
    notices: list[str]

    @property
    def judged(self) -> list[Judged]:
        """All of them."""
        return [*self.general, *self.special]


class Finder:
    """Finds passages for questions. One per process and event loop; safe for concurrent questions."""

    def __init__(
        self,
        ledger: LedgerView,
        lexical: LexicalIndex,
        meaning: Meaning | None = None,
        *,
        exact: Sequence[ExactLookup] = (),
        specialist: Specialist | None = None,
        limits: Limits | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._ledger = ledger
        self._limits = limits or Limits()
        self._searching = Searching(ledger, lexical, meaning, specialist, self._limits.recall)
        self._exact = exact
        self._specialist = specialist
        self._today = today

    async def find(
        self,
        question: str,
        caller: Caller,
        *,
        category: str | None = None,
        at: date | None = None,
        k: int | None = None,
        explain: bool = False,
        threshold: float | None = None,
    ) -> Found:
        """The best `k` passages (default: `limits.top`) in force at `at` (default: today), then their companions.
        `threshold` moves the floor: 0 shows the whole ranking.

        Raises `PartUnavailable` when neither way of searching works. The same question over the same ledger gives the
        same passages in the same order.
        """
        clock = _Clock()
        asked = analyse(question)
        day = at or self._today()
        wanted = max(1, k or self._limits.top)
        named = [one for one in await self._named(question, caller, day) if category in (None, one.category)]
        clock.lap("exact")
        filters = Filters(None if caller.reads_all else caller.roles, category, day)
        outcome = await self._look(asked, filters, caller, None if explain else 2 * wanted, clock)
        floor = self._limits.threshold if threshold is None else threshold
        sides = [above_the_floor(side, floor) for side in (outcome.general, outcome.special)]
        kept = merged(sides)
        hits = [Scored(passage, 1.0, "exact") for passage in named]
        seen = {passage.id for passage in named}
        hits += [Scored(one.passage, one.score, one.stage) for one in kept if one.passage.id not in seen]
        hits = hits[: max(wanted, len(named))]
        around = await companions(self._ledger, hits, caller, day)
        clock.lap("expand")
        lead = outcome.looked.special if kept and kept[0] in sides[1] else None
        return Found(
            passages=(*hits, *around),
            terms=weights_of(asked, lead.recalled if lead else outcome.looked.general),
            confidence=max((one.confidence for one in outcome.judged), default=0.0),
            nearest=() if hits else nearest(outcome.judged, MAX_NEAREST),
            notices=tuple(outcome.notices),
            explain=traces(outcome.looked, outcome.judged, kept, hits) if explain else (),
            timings_ms=clock.laps,
        )

    async def _named(self, question: str, caller: Caller, day: date) -> list[Passage]:
        """The passages that the question names by address, confirmed by the ledger."""
        found = [passage for lookup in self._exact for passage in await lookup.exact(question, caller, day)]
        if not found:
            return []
        confirmed = await self._ledger.load_passages([passage.id for passage in found], caller, day)
        return [confirmed[one] for one in dict.fromkeys(passage.id for passage in found) if one in confirmed]

    async def _look(self, asked: Asked, filters: Filters, caller: Caller, pool: int | None, clock: _Clock) -> _Outcome:
        """What all ways bring, judged. Candidates that were replaced while it was looked for are dropped, and what has
        come in their place was not there yet: then it is looked for again, or a document would be missing for a
        moment."""
        looks = 0
        while True:
            looks += 1
            counter = await self._ledger.change_counter()
            looked = await self._searching.look(asked, filters, counter)
            clock.lap("recall")
            outcome, dropped = await self._judged(asked, looked, filters, caller, pool)
            clock.lap("judge")
            if not dropped or looks == _MOST_LOOKS or counter == await self._ledger.change_counter():
                return outcome

    async def _judged(
        self, asked: Asked, looked: Looked, filters: Filters, caller: Caller, pool: int | None
    ) -> tuple[_Outcome, bool]:
        """Both sides judged, and whether the ledger did not confirm some that were in their first places."""
        general = await asyncio.to_thread(ranked_generally, asked, looked.general)
        rankings, notices = [general], list(looked.notices)
        if looked.special is not None and self._specialist is not None:
            special = await asyncio.to_thread(ranked_specially, self._specialist, asked, looked.special)
            rankings.append(special)
            if special.trouble and (told := notice("no_specialist", asked.language)) not in notices:
                notices.append(told)
        judged, dropped = list[list[Judged]](), False
        for ranking in rankings:
            confirmed, less = await self._confirmed(ranking, filters, caller, pool)
            judged.append(await asyncio.to_thread(ranking.judge, confirmed))
            dropped = dropped or less
        return _Outcome(looked, judged[0], judged[1] if len(judged) > 1 else [], notices), dropped

    async def _confirmed(
        self, ranking: Ranking, filters: Filters, caller: Caller, pool: int | None
    ) -> tuple[list[tuple[Passage, float]], bool]:
        """The first `pool` candidates (None: all) that the ledger confirms, in their order, with their scores; and
        whether it did not confirm others before them."""
        left = list(ranking.candidates)
        pool = len(left) if pool is None else pool
        confirmed: list[tuple[Passage, float]] = []
        asked_for = 0
        while left and len(confirmed) < pool:
            batch, left = left[: pool - len(confirmed)], left[pool - len(confirmed) :]
            asked_for += len(batch)
            loaded = await self._ledger.load_passages([one for one, _ in batch], caller, filters.at)
            confirmed += [(loaded[one], score) for one, score in batch if one in loaded and _counts(loaded[one])]
        return confirmed, len(confirmed) < asked_for


def _counts(passage: Passage) -> bool:
    """Whether a passage is in force on the day asked about, or may be: the index narrows by date, the ledger
    decides."""
    return passage.in_force.status in {"in_force", "unknown"}


class _Clock:
    """Milliseconds of each stage since the last, and of all."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._start = self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = round((now - self._last) * 1000, 2)
        self.laps["total"] = round((now - self._start) * 1000, 2)
        self._last = now
