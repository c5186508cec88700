"""What other instruments have repealed of a law: articles and paragraphs that have a term of their own.

Known from two sources: what texts say themselves (《…》第三十二条第一款同时废止), and the table `repeals.toml`, to
which a home folder may add its own. Both are kept with the edition that they concern, so what is told later of a
passage (`ending_of`) is what was known when it was cut.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from youju.caller import Caller
from youju.errors import CallerMistake
from youju.knowledge.editions.values import Edition, EditionInfo, RepealedPart
from youju.knowledge.values import Passage, PassageSpan, Section
from youju.law.clauses import clauses
from youju.law.names import bare
from youju.law.numerals import article_number
from youju.law.terms import Ending, terms

OWN_TABLE = "repeals.toml"
"""The name of the table in the home folder."""
_FIELDS = {"law", "article", "paragraph", "until", "by", "address", "source"}


# ── the table ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One row of the table: what is repealed of which law (its bare name)."""

    law: str
    part: RepealedPart


def repeal_table(home: Path | None = None) -> list[TableEntry]:
    """The table that ships here, and that of a home folder behind it. Raises `CallerMistake` (`invalid_repeals`) for
    an entry that cannot be understood: file, entry, reason."""
    shipped = files("youju.law").joinpath("repeals.toml").read_text(encoding="utf-8")
    entries = read_table(shipped, "repeals.toml")
    own = home / OWN_TABLE if home else None
    if own is not None and own.is_file():
        try:
            entries += read_table(own.read_text(encoding="utf-8"), f"{OWN_TABLE} (home folder)")
        except (OSError, UnicodeDecodeError) as error:
            raise _wrong(f"{OWN_TABLE} (home folder)", f"cannot be read: {error}") from None
    return entries


def read_table(text: str, name: str) -> list[TableEntry]:
    """The entries of a table. Raises as `repeal_table`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _wrong(name, str(error)) from None
    rows = data.pop("repeal", [])
    if data or not isinstance(rows, list):
        raise _wrong(name, "only [[repeal]] entries are known")
    return [_entry(row, f"{name}, entry {number}") for number, row in enumerate(rows, start=1)]


def _entry(row: Any, where: str) -> TableEntry:
    if not isinstance(row, dict):
        raise _wrong(where, "is no [[repeal]] entry")
    values: dict[str, Any] = row
    if unknown := sorted(values.keys() - _FIELDS):
        raise _wrong(where, f"unknown field {', '.join(unknown)}")
    for name in ("law", "by"):
        if not isinstance(values.get(name), str) or not values[name].strip():
            raise _wrong(where, f"`{name}` must be the name of a law")
    for name in ("article", "address", "source"):
        if not isinstance(values.get(name, ""), str):
            raise _wrong(where, f"`{name}` must be text")
    until, paragraph = values.get("until"), values.get("paragraph")
    if not isinstance(until, date) or isinstance(until, datetime):
        raise _wrong(where, "`until` must be a date such as 2025-09-01: the first day out of force")
    if paragraph is not None and (not isinstance(paragraph, int) or isinstance(paragraph, bool) or paragraph < 1):
        raise _wrong(where, "`paragraph` must be a number from 1")
    written = values.get("article")
    address = article_number(written) if written else None
    if written and address is None:
        raise _wrong(where, f"`article` must be written as 第三十二条, not {written}")
    if paragraph is not None and address is None:
        raise _wrong(where, "a `paragraph` needs its `article`")
    article, suffix = address or (None, None)
    told = (values["by"].strip(), values.get("address", ""), values.get("source", ""))
    return TableEntry(bare(values["law"]), RepealedPart(article, suffix, paragraph, until, *told))


def _wrong(where: str, reason: str) -> CallerMistake:
    remedy = "Mend the table; how it is written stands in docs/law/in-force.md."
    return CallerMistake(f"{where}: {reason}.", remedy=remedy, code="invalid_repeals")


# ── what concerns an edition ───────────────────────────────────────────────────────────────────────────────────────


def parts_of(
    edition: Edition, table: Iterable[TableEntry], editions: Iterable[Edition] = ()
) -> tuple[RepealedPart, ...]:
    """What is repealed of an edition, by the table and by what other editions say of articles of its law. Texts that
    were published on the first day out of force or later are not concerned."""
    name = bare(edition.line)
    found = [entry.part for entry in table if entry.law == name]
    for other in editions:
        for repeal in other.repeals:
            since = repeal.since or other.commences
            if since is not None and repeal.article is not None and bare(repeal.name) == name:
                address = (repeal.article, repeal.suffix, repeal.paragraph)
                found.append(RepealedPart(*address, since, other.line, repeal.address))
    concerned = [part for part in found if edition.published is None or edition.published < part.until]
    first: dict[tuple[int | None, int | None, int | None], RepealedPart] = {}
    for part in sorted(concerned, key=lambda part: (part.until, not part.source, part.law, part.address)):
        first.setdefault((part.article, part.suffix, part.paragraph), part)
    return tuple(sorted(first.values(), key=lambda part: (part.article or 0, part.suffix or 0, part.paragraph or 0)))


# ── passages with a term of their own ──────────────────────────────────────────────────────────────────────────────


def with_terms(
    text: str, sections: Sequence[Section], passages: Sequence[PassageSpan], parts: Sequence[RepealedPart]
) -> tuple[PassageSpan, ...]:
    """The passages of a text of which these parts are repealed. An article that loses one of its paragraphs becomes one
    passage for each of them, with `locator.paragraph`; an article that is repealed as a whole keeps its passages. What
    the text does not have is left out: nothing is guessed."""
    of_article: dict[tuple[int | None, int | None], list[RepealedPart]] = {}
    for part in parts:
        if part.article is not None:
            of_article.setdefault((part.article, part.suffix), []).append(part)
    addressed = {
        section.ordinal: (section, of_article[address])
        for section in sections
        if section.locator and (address := (section.locator.article, section.locator.suffix)) in of_article
    }
    cut: list[PassageSpan] = []
    for passage in passages:
        known = addressed.get(passage.section) if passage.section is not None else None
        cut += [passage] if known is None else _pieces(text, passage, *known)
    return tuple(replace(passage, ordinal=ordinal) for ordinal, passage in enumerate(cut))


def _pieces(text: str, passage: PassageSpan, section: Section, parts: Sequence[RepealedPart]) -> list[PassageSpan]:
    whole = min((part.until for part in parts if part.paragraph is None), default=None)
    ends = {part.paragraph: part.until for part in parts if part.paragraph is not None}
    if not ends:
        return [replace(passage, effective_to=whole)]
    spans = [(section.start + one.start, section.start + one.end) for one in clauses(text[section.start : section.end])]
    if not any(number in ends for number in range(1, len(spans) + 1)):
        return [replace(passage, effective_to=whole)]
    pieces: list[PassageSpan] = []
    for number, (start, end) in enumerate(spans, start=1):
        inside = text[max(start, passage.start) : min(end, passage.end)]
        if not inside.strip():
            continue
        first = max(start, passage.start) + len(inside) - len(inside.lstrip())
        until = min((day for day in (ends.get(number), whole) if day), default=None)
        locator = replace(passage.locator, paragraph=number) if passage.locator else None
        span = (first, first + len(inside.strip()))
        pieces.append(replace(passage, start=span[0], end=span[1], locator=locator, effective_to=until))
    return pieces


# ── who ended a passage ────────────────────────────────────────────────────────────────────────────────────────────


class EditionLedger(Protocol):
    """What telling needs of the ledger."""

    async def editions(self) -> Mapping[str, Edition]:
        """All live editions by document id."""
        ...

    async def readable_editions(self, caller: Caller) -> Sequence[EditionInfo]:
        """Those that a caller may read."""
        ...


async def ending_of(passage: Passage, ledger: EditionLedger, caller: Caller) -> Ending | None:
    """What ends, or ended, a passage of a law: the provision that repeals its article or paragraph, the law that
    repeals its law, or the newer edition of the same law (`superseded`), whichever comes first. None where nothing is
    known. A document that the caller may not read is never named: then `law` and `address` are empty."""
    editions = await ledger.editions()
    edition = editions.get(passage.document_id)
    if edition is None:
        return None
    term = terms(editions)[passage.document_id]
    endings = [(term.ending, not term.ending.by)] if term.ending else []
    endings += [
        (Ending(part.law, part.address, part.until), bool(part.source))
        for part in edition.parts
        if _covers(part, passage)
    ]
    if not endings:
        return None
    ending, known_to_all = min(endings, key=lambda one: one[0].since)
    if known_to_all or caller.reads_all:
        return ending
    readable = await ledger.readable_editions(caller)
    documents, lines = {one.document_id for one in readable}, {bare(one.edition.line) for one in readable}
    named = ending.by in documents if ending.by else bare(ending.law) in lines
    return ending if named else replace(ending, law="", address="")


def told_to(part: RepealedPart, lines: Set[str]) -> RepealedPart:
    """A repeal as it may be told to somebody who may read the laws of these bare names: what stands in the table is
    public, what only a text here says is told with that text alone."""
    return part if part.source or bare(part.law) in lines else replace(part, law="", address="")


def _covers(part: RepealedPart, passage: Passage) -> bool:
    at = passage.locator
    if at is None or part.article is None or (at.article, at.suffix) != (part.article, part.suffix):
        return False
    return part.paragraph is None or part.paragraph == at.paragraph
