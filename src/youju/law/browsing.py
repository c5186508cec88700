"""Looking at the library: lists, parts and articles of laws, and the wordings of an article through the editions.

Everything is what the caller may read: a law of which he may read no edition does not exist.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from youju.caller import Caller
from youju.citations.schemas import CardInForce
from youju.errors import CallerMistake, NotFound
from youju.knowledge.editions.values import EditionInfo, RepealedPart
from youju.knowledge.ledger_reader import LedgerReader
from youju.knowledge.repository import in_force
from youju.knowledge.values import InForce
from youju.law.library_values import (
    ArticleOut,
    EditionOut,
    EndingOut,
    LawList,
    LawOut,
    LawRow,
    State,
)
from youju.law.names import ABBREVIATIONS, LawNames, bare
from youju.law.numerals import article_label, article_number
from youju.law.reading_laws import LawText, article_of, contents_of
from youju.law.repeals import told_to
from youju.law.terms import AMENDED, Ending, Term, terms

_PREFERRED = ("in_force", "unknown", "repealed", "not_yet")
_NUMBER = re.compile(r"(\d{1,4})(?:-(\d{1,3}))?")
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """An edition that the caller may read, with its state at the date asked about; `parts` are what is repealed of it,
    as it may be told to him."""

    info: EditionInfo
    state: InForce
    parts: tuple[RepealedPart, ...]
    out: EditionOut

    @property
    def published(self) -> date:
        """For ordering; unknown days come first."""
        return self.info.edition.published or date.min


class Browsing:
    """What the library shows a caller."""

    def __init__(self, ledger: LedgerReader) -> None:
        self._ledger = ledger

    async def laws(
        self, caller: Caller, at: date | None, text: str, *, every: bool, offset: int, limit: int | None
    ) -> LawList:
        """Laws whose name, issuer or number holds the words of `text`; with `every` each edition is a row."""
        lines = await self._lines(caller, at)
        rows = [
            _row(shown, len(editions))
            for _, editions in sorted(lines.items())
            for shown in (sorted(editions, key=lambda one: one.published) if every else [_counting(editions)])
        ]
        found = [row for row in rows if _matches(row, text)]
        page = found[offset : None if limit is None else offset + limit]
        return LawList(laws=tuple(page), total=len(found), offset=offset)

    async def law(self, name: str, caller: Caller, at: date | None) -> LawOut:
        """One law in the edition that counts at a date. Raises `NotFound`, and `CallerMistake` (`ambiguous_law`) where
        the name may mean several."""
        editions = await self._editions(name, caller, at)
        shown = _counting(editions)
        text = await self._text(shown, caller)
        newest = sorted(editions, key=lambda one: one.published, reverse=True)
        contents = contents_of(text)
        return LawOut(law=_row(shown, len(editions)), contents=contents, editions=tuple(one.out for one in newest))

    async def article(self, name: str, no: str, caller: Caller, at: date | None) -> ArticleOut:
        """One article in the edition that counts at a date, with its wordings in all editions. Raises `NotFound`, also
        for an article that no edition has, and `CallerMistake`."""
        editions = sorted(await self._editions(name, caller, at), key=lambda one: one.published)
        address = article_address(no)
        texts = {one.info.document_id: await self._text(one, caller) for one in editions}
        having = [one for one in editions if address in texts[one.info.document_id].articles]
        shown = _counting(editions)
        if shown not in having:
            if not having:
                raise _no_article(shown, texts[shown.info.document_id], address)
            shown = _counting(having)
        passages = await self._ledger.passages_at(
            shown.info.edition.line, address[0], address[1] or None, caller, at or date.today()
        )
        identifiers = [one.id for one in passages if one.document_id == shown.info.document_id]
        wordings = [(one, texts[one.info.document_id]) for one in editions]
        day = at or date.today()
        return await asyncio.to_thread(article_of, shown, address, wordings, identifiers, day)

    async def _text(self, shown: Shown, caller: Caller) -> LawText:
        content = await self._ledger.content(shown.info.version_id, caller)
        return LawText.of(content.text, await self._ledger.sections(shown.info.version_id, caller))

    async def _editions(self, name: str, caller: Caller, at: date | None) -> list[Shown]:
        """The editions of the one law that is meant."""
        lines = await self._lines(caller, at)
        if not lines:
            raise NotFound("法律库是空的。", remedy="`youju law install` loads the statute pack.", code="no_laws")
        names = named(name, [editions[0].info.edition.line for editions in lines.values()])
        if not names:
            raise NotFound(f"法律库中没有《{bare(name)}》。", remedy="`youju law ls WORDS` lists what there is.")
        if len(names) > 1:
            several = "、".join(f"《{one}》" for one in names[:_MOST_NAMES])
            raise CallerMistake(f"“{name}”可能指{several}。", remedy="请写明全称。", code="ambiguous_law")
        return lines[bare(names[0])]

    async def _lines(self, caller: Caller, at: date | None) -> dict[str, list[Shown]]:
        """The editions that a caller may read, by the bare name of their law."""
        infos = await self._ledger.readable_editions(caller)
        found = terms(await self._ledger.editions())
        readable = {info.document_id for info in infos}
        names = {bare(info.edition.line) for info in infos}
        day = at or date.today()
        lines: dict[str, list[Shown]] = {}
        for info in infos:
            term = found.get(info.document_id)
            if term is not None:
                shown = _shown(info, term, day, readable, tuple(told_to(part, names) for part in info.edition.parts))
                lines.setdefault(bare(info.edition.line), []).append(shown)
        return lines


def named(written: str, lines: Sequence[str]) -> list[str]:
    """The official names that somebody may mean: by name, short name or abbreviation; then those that begin or end with
    it."""
    exact = LawNames(lines).official(written)
    if exact:
        return list(exact)
    name = ABBREVIATIONS.get(bare(written), bare(written))
    return [line for line in lines if len(name) >= 2 and (bare(line).startswith(name) or bare(line).endswith(name))]


def article_address(no: str) -> tuple[int, int]:
    """Article and suffix (0 for none) of 47, 120-1, 第四十七条 or 第一百二十条之一. Raises `CallerMistake`."""
    match = _NUMBER.fullmatch(no.strip())
    if match:
        return int(match[1]), int(match[2] or 0)
    found = article_number(no)
    if found is None:
        raise CallerMistake(
            f"“{no}”不是条文号。", remedy="写作 47、第四十七条、120-1 或 第一百二十条之一。", code="invalid_article"
        )
    return found[0], found[1] or 0


def _counting(editions: Iterable[Shown]) -> Shown:
    """The edition that counts: one in force, else one of unknown state, else the last one repealed, else the first one
    still to come."""
    some = sorted(editions, key=lambda one: one.published)
    for status in _PREFERRED:
        fits = [one for one in some if one.state.status == status]
        if fits:
            return fits[0] if status == "not_yet" else fits[-1]
    raise AssertionError("a law has an edition")


def _shown(info: EditionInfo, term: Term, at: date, readable: set[str], parts: tuple[RepealedPart, ...]) -> Shown:
    dates, edition = info.dates, info.edition
    state = in_force(dates.start, dates.end, dates.declared, at, edition.published)
    ours = dates == term.dates  # else somebody has set the dates by hand
    ending = ending_out(term.ending, readable) if ours and term.ending else None
    return Shown(
        info,
        state,
        parts,
        EditionOut(
            id=info.document_id,
            published=edition.published,
            in_force=state_out(InForce(state.status, _begins(info, term) if ours else dates.start, state.end)),
            exact_start=not ours or term.start.exact,
            state=_state(state, edition.status, ending),
            source_status=edition.status,
            origin="pack" if edition.origin == "pack" else "file",
            part=edition.part,
            articles=info.articles,
            ended=ending,
        ),
    )


def _begins(info: EditionInfo, term: Term) -> date | None:
    """The start of this very wording, where its law is older."""
    return term.start.day or info.dates.start


def ending_out(ending: Ending, readable: set[str]) -> EndingOut:
    """What ends a text, without the name of a law that the caller may not read."""
    told = not ending.by or ending.by in readable
    return EndingOut(
        law=ending.law if told else "",
        address=ending.address if told else "",
        since=ending.since,
        superseded=ending.superseded,
        exact=ending.exact,
    )


def state_out(value: InForce) -> CardInForce:
    """A state in force as cards carry it."""
    return CardInForce.model_validate({"status": value.status, "from": value.start, "to": value.end})


def _state(state: InForce, source: str, ending: EndingOut | None) -> State:
    if state.status == "repealed":
        return "superseded" if ending is not None and ending.superseded else "repealed"
    if state.status == "unknown" and source == AMENDED:
        return "amended"
    return state.status


def _row(shown: Shown, editions: int) -> LawRow:
    edition = shown.info.edition
    return LawRow(
        name=edition.line,
        short_name=bare(edition.line),
        kind=edition.kind,
        issuer=edition.issuer,
        number=edition.number,
        place=edition.place,
        editions=editions,
        edition=shown.out,
    )


def _matches(row: LawRow, text: str) -> bool:
    words = text.split()
    held = f"{row.name} {row.issuer or ''} {row.number or ''} {row.kind} {row.place or ''}"
    name = ABBREVIATIONS.get(bare(text), "")
    return all(word in held for word in words) or (bool(name) and row.short_name == name)


def _no_article(shown: Shown, text: LawText, address: tuple[int, int]) -> NotFound:
    label = article_label(address[0], address[1] or None)
    last = max((article for article, _ in text.articles), default=0)
    beyond = f"，该法共{last}条" if address[0] > last > 0 else ""
    return NotFound(f"《{shown.info.edition.line}》没有{label}{beyond}。", code="no_article")
