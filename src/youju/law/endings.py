"""Laws that the library does not hold, and of which a text that it holds says that they are repealed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from youju.knowledge.editions.values import EditionInfo
from youju.law.names import bare
from youju.law.terms import Ending


def repealed_in(editions: Sequence[EditionInfo], law: str) -> Ending | None:
    """What repealed a whole law, by the texts that a caller may read; the earliest where several say so. None where
    none of them does, or none tells since when."""
    name = bare(law)
    found = [
        Ending(one.edition.line, repeal.address, since)
        for one in editions
        for repeal in one.edition.repeals
        if repeal.article is None and bare(repeal.name) == name and bare(one.edition.line) != name
        if (since := repeal.since or one.dates.start or one.edition.commences)
    ]
    return min(found, key=lambda ending: (ending.since, ending.law), default=None)


def newest(editions: Sequence[EditionInfo], law: str) -> EditionInfo | None:
    """The edition of a law that was published last."""
    own = [one for one in editions if bare(one.edition.line) == bare(law) and one.edition.published]
    return max(own, key=lambda one: one.edition.published or date.min, default=None)
