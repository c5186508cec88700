"""A law from the pack or from a file as an edition of its line: what its own text and its source say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Literal

from youju.knowledge.editions.values import Edition, Repeal
from youju.knowledge.values import Section
from youju.law.files.commencement import stated_days
from youju.law.files.repeals import repeals
from youju.law.terms import terms

if TYPE_CHECKING:
    from youju.law.documents import LawDocument

Origin = Literal["pack", "file"]
"""Where a text came from: the statute pack, or a file that somebody imported."""


def edition_of(law: LawDocument, origin: Origin) -> Edition:
    """The edition that a law is."""
    articles = list(articles_of(law))
    commences = law.commences or law.effective_from or _first_commencement([text for _, text in articles])
    begins = commences if commences and (law.published is None or commences >= law.published) else None
    return Edition(
        line=law.title,
        kind=law.kind,
        published=law.published,
        commences=commences,
        status=law.status,
        origin=origin,
        issuer=law.issuer,
        number=law.number,
        place=law.place,
        part=law.part.name if law.part else None,
        repeals=tuple(_repeals(articles, begins)),
    )


def articles_of(law: LawDocument) -> Iterator[tuple[Section, str]]:
    """The sections that have an address, with their text."""
    for section in law.sections:
        if section.locator is not None:
            yield section, law.document.text[section.start : section.end]


def dated(laws: Sequence[LawDocument]) -> list[LawDocument]:
    """Laws with the days in force that follow from each other, by name and date as the ledger would have them."""
    found = terms({law.key: edition_of(law, "pack") for law in laws})
    days = {key: term.dates for key, term in found.items()}
    return [
        replace(
            law,
            effective_from=days[law.key].start,
            effective_to=days[law.key].end,
            declared=days[law.key].declared,
        )
        for law in laws
    ]


def _first_commencement(texts: Sequence[str]) -> date | None:
    """The day that the last article names; of an amended law it is that of its first text."""
    days = stated_days(texts)
    return days[-1] if days else None


def _repeals(articles: Sequence[tuple[Section, str]], begins: date | None) -> Iterator[Repeal]:
    """What the articles end, each once, with the article that says so."""
    for section, text in articles:
        if section.locator is None or "废止" not in text:
            continue
        address = section.locator.label or section.title
        for one in dict.fromkeys(repeals([text], begins)):
            ends = one.locator
            yield Repeal(ends.law, one.since, address, ends.article, ends.suffix, ends.paragraph)
