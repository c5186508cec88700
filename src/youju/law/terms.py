"""When the editions of laws are in force: one place, pure, from what their sources say.

    the start   the source's day of commencement, where it can be this text's: not before its publication. Of an amended
                law sources often give the day on which its first text took effect. Then this text begins at its
                publication at the earliest, and that is all that is known.
    the end     the start of the next edition, whatever the source's flag says; or the day on which another law says
                “《…》同时废止” of it, if that is earlier.

Where the oldest edition here belongs to a law that is older than it, nobody knows by this library how the law read
between the law's commencement and the publication of this text: the law was in force, its wording is unknown (see
`knowledge.repository.in_force`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from youju.knowledge.editions.values import Dates, Edition
from youju.knowledge.values import InForceStatus
from youju.law.names import bare

IN_FORCE, REPEALED, SUPERSEDED, AMENDED = "现行有效", "已废止", "历史版本", "已被修改"
"""What sources call the state of a text."""
_OVER = frozenset((REPEALED, SUPERSEDED, "失效", "已失效", "废止"))


@dataclass(frozen=True, slots=True)
class Start:
    """When a text begins; None: nobody knows. Not `exact`: that day at the earliest. `first`: since that day the law
    was in force in a wording that is not here."""

    day: date | None
    exact: bool = True
    first: date | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a text, and `since` when it is out of force (not `exact`: that day at the earliest). `law` is the law
    that does it: the same one, where a newer edition takes its place (`superseded`), else the one that repeals it, at
    `address`."""

    law: str
    address: str
    since: date
    superseded: bool = False
    exact: bool = True
    by: str = ""
    """The document that says so; empty for the table of repeals."""
    told: date | None = None
    """When that was published."""


@dataclass(frozen=True, slots=True)
class Term:
    """When one edition is in force, and what is declared beside its dates (see `Dates`)."""

    start: Start
    ending: Ending | None
    declared: InForceStatus | None

    @property
    def dates(self) -> Dates:
        """As the ledger keeps them."""
        return Dates(self.start.first or self.start.day, self.ending.since if self.ending else None, self.declared)


def settle(editions: Mapping[str, Edition]) -> dict[str, Dates]:
    """The rule that the ledger applies whenever an edition comes or goes."""
    return {document: term.dates for document, term in terms(editions).items()}


def terms(editions: Mapping[str, Edition]) -> dict[str, Term]:
    """The term of every edition, by document id. The order in which they came makes no difference."""
    repeals = _repeals(editions)
    found: dict[str, Term] = {}
    for name, documents in _lines(editions).items():
        days = sorted({day for one in documents if (day := editions[one].published) is not None})
        first = {editions[one].published: one for one in reversed(documents)}
        next_one: dict[date | None, str] = {before: first[after] for before, after in pairwise(days)}
        starts = {one: _start(editions[one], oldest=editions[one].published in days[:1]) for one in documents}
        for document in documents:
            edition, start = editions[document], starts[document]
            endings = [one for one in [*repeals.get(name, ()), *_told(edition)] if _concerns(one, edition)]
            if edition.published in next_one:
                newer = next_one[edition.published]
                endings += _superseded(edition.line, starts[newer], newer)
            ending = min(endings, key=lambda one: (one.since, not one.superseded, one.law, one.address), default=None)
            found[document] = Term(start, ending, _declared(edition, ending))
    return found


def _lines(editions: Mapping[str, Edition]) -> dict[str, list[str]]:
    """The editions of each law, the oldest first. Names that differ only in 中华人民共和国 name one law."""
    lines: dict[str, list[str]] = {}
    for document, edition in editions.items():
        lines.setdefault(bare(edition.line), []).append(document)
    for documents in lines.values():
        documents.sort(key=lambda one: (editions[one].published or date.min, one))
    return lines


def _start(edition: Edition, *, oldest: bool) -> Start:
    published, commences = edition.published, edition.commences
    if published is None or (commences is not None and commences >= published):
        return Start(commences)
    return Start(published, exact=False, first=commences if oldest else None)


def _superseded(line: str, start: Start, by: str) -> list[Ending]:
    return [Ending(line, "", start.day, superseded=True, exact=start.exact, by=by)] if start.day else []


def _repeals(editions: Mapping[str, Edition]) -> dict[str, list[Ending]]:
    """What the texts say of other laws, by the bare name of the law that they repeal. Without a day of its own a repeal
    counts from the text's commencement."""
    found: dict[str, list[Ending]] = {}
    for document, edition in editions.items():
        for repeal in edition.repeals:
            since = repeal.since or edition.commences
            if since is not None and repeal.article is None:
                ending = Ending(edition.line, repeal.address, since, by=document, told=edition.published)
                found.setdefault(bare(repeal.name), []).append(ending)
    return found


def _told(edition: Edition) -> list[Ending]:
    """What the table of repeals says of the whole text."""
    return [Ending(part.law, part.address, part.until) for part in edition.parts if part.article is None]


def _concerns(ending: Ending, edition: Edition) -> bool:
    """A repeal ends the texts that were there before it: 《禁止使用童工规定》 of 2002 repealed the one of 1991, and not
    itself."""
    if edition.published is None:
        return False
    return edition.published < ending.since and (ending.told is None or edition.published < ending.told)


def _declared(edition: Edition, ending: Ending | None) -> InForceStatus | None:
    """现行有效 is in force; a repealed or superseded text was so until its end, where that day is known.

    已被修改 is neither, unless the newer text is here: the law goes on, but some of its articles read otherwise by now.
    """
    if edition.status == IN_FORCE or ending is not None:
        return "in_force"
    if edition.status == AMENDED:
        return "unknown"
    return "repealed" if edition.status in _OVER else None
