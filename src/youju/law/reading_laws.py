"""The text of a law as it is shown: its parts, an article with its 款 and 项, and its wordings through the editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from youju.citations.schemas import CardInForce
from youju.knowledge.editions.values import RepealedPart
from youju.knowledge.values import Section
from youju.law.clauses import Clause, Item, clauses
from youju.law.comparing import Address, Article, articles, counterpart, diff, plain
from youju.law.library_values import (
    ArticleOut,
    ArticleRef,
    EndingOut,
    ItemOut,
    ParagraphOut,
    PartOut,
    PieceOut,
    WordingOut,
)

if TYPE_CHECKING:
    from youju.law.browsing import Shown


@dataclass(frozen=True, slots=True)
class LawText:
    """The text of one edition with its sections, and its articles by address."""

    text: str
    sections: Sequence[Section]
    articles: Mapping[Address, Article]

    @classmethod
    def of(cls, text: str, sections: Sequence[Section]) -> LawText:
        """From what the ledger holds."""
        return cls(text, sections, articles(text, sections))

    def section(self, address: Address) -> Section:
        """The section of an article that is there."""
        return next(
            one for one in self.sections if one.locator and (one.locator.article, one.locator.suffix or 0) == address
        )

    def path(self, section: Section) -> tuple[str, ...]:
        """The headings above a section, outermost first."""
        known = {one.ordinal: one for one in self.sections}
        titles: list[str] = []
        above = section.parent
        while above is not None:
            titles.append(known[above].title)
            above = known[above].parent
        return tuple(reversed(titles))


def reference(address: Address, article: Article) -> ArticleRef:
    """An article as a list names it."""
    return ArticleRef(no=number_of(address), label=article.label)


def number_of(address: Address) -> str:
    """47, 120-1."""
    return f"{address[0]}-{address[1]}" if address[1] else str(address[0])


# ── parts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def contents_of(text: LawText) -> PartOut:
    """The parts of a law with their articles, as a tree; its root has no title."""
    below: dict[int | None, list[Section]] = {}
    for section in text.sections:
        below.setdefault(section.parent, []).append(section)
    return _part("", below, None, text)


def _part(title: str, below: Mapping[int | None, Sequence[Section]], ordinal: int | None, text: LawText) -> PartOut:
    refs: list[ArticleRef] = []
    parts: list[PartOut] = []
    for section in below.get(ordinal, ()):
        at = section.locator
        if at is not None and at.article is not None:
            address = (at.article, at.suffix or 0)
            refs.append(reference(address, text.articles[address]))
        else:
            parts.append(_part(section.title, below, section.ordinal, text))
    return PartOut(title=title, articles=tuple(refs), parts=tuple(parts))


# ── an article ─────────────────────────────────────────────────────────────────────────────────────────────────────


def article_of(
    shown: Shown, address: Address, editions: Sequence[tuple[Shown, LawText]], passages: Sequence[str], at: date
) -> ArticleOut:
    """An article of the edition that counts; `editions` are all, the oldest first."""
    text = next(text for one, text in editions if one is shown)
    section = text.section(address)
    words = text.text[section.start : section.end].strip()
    places = list(text.articles)
    place = places.index(address)
    own = [part for part in shown.parts if (part.article, part.suffix or 0) == address]
    whole = min((part for part in own if part.paragraph is None), key=lambda part: part.until, default=None)
    paragraphs = tuple(
        _paragraph(number, one, shown, [part for part in own if part.paragraph in {None, number}], at)
        for number, one in enumerate(clauses(words), start=1)
    )
    return ArticleOut.model_validate(
        {
            "law": shown.info.edition.line,
            "no": number_of(address),
            "label": text.articles[address].label,
            "text": words,
            "section": text.path(section),
            "edition": shown.out,
            "in_force": _narrowed(shown.out.in_force, whole.until if whole else None, at),
            "ended": _repealed(whole) if whole else shown.out.ended,
            "paragraphs": paragraphs,
            "previous": reference(places[place - 1], text.articles[places[place - 1]]) if place else None,
            "next": reference(places[place + 1], text.articles[places[place + 1]]) if place + 1 < len(places) else None,
            "passages": tuple(passages),
            "history": tuple(wordings(shown, address, editions)),
        }
    )


def _paragraph(number: int, clause: Clause, shown: Shown, parts: Sequence[RepealedPart], at: date) -> ParagraphOut:
    ends = min(parts, key=lambda part: part.until, default=None)
    return ParagraphOut(
        number=number,
        start=clause.start,
        end=clause.end,
        in_force=_narrowed(shown.out.in_force, ends.until if ends else None, at),
        ended=_repealed(ends) if ends else shown.out.ended,
        items=tuple(_item(value, item) for value, item in clause.items.items()),
    )


def _item(number: int, item: Item) -> ItemOut:
    subitems = (ItemOut(number=value, start=start, end=end) for value, (start, end) in item.subitems.items())
    return ItemOut(number=number, start=item.start, end=item.end, subitems=tuple(subitems))


def _narrowed(state: CardInForce, until: date | None, at: date) -> CardInForce:
    """The state of a provision that ends before its text does."""
    if until is None or (state.end is not None and state.end <= until):
        return state
    status = "repealed" if at >= until and state.status != "not_yet" else state.status
    return CardInForce.model_validate({"status": status, "from": state.start, "to": until})


def _repealed(part: RepealedPart) -> EndingOut:
    return EndingOut(law=part.law, address=part.address, since=part.until, superseded=False, exact=True)


# ── wordings ───────────────────────────────────────────────────────────────────────────────────────────────────────


def wordings(shown: Shown, address: Address, editions: Sequence[tuple[Shown, LawText]]) -> list[WordingOut]:
    """The article in every edition, the newest first, followed from the edition that counts to both sides: under its
    number, or under another one where its words are clearly there."""
    place = next(place for place, (one, _) in enumerate(editions) if one is shown)
    found: dict[int, tuple[Address, float] | None] = {place: (address, 1.0)}
    for step in (-1, 1):
        last, before = address, place
        for other in range(place + step, len(editions) if step > 0 else -1, step):
            found[other] = counterpart(editions[before][1].articles[last], last, editions[other][1].articles)
            if (met := found[other]) is not None:
                last, before = met[0], other
    return [_wording(editions, number, found, address) for number in range(len(editions) - 1, -1, -1)]


def _wording(
    editions: Sequence[tuple[Shown, LawText]],
    number: int,
    found: Mapping[int, tuple[Address, float] | None],
    address: Address,
) -> WordingOut:
    shown, text = editions[number]
    met = found[number]
    if met is None:
        return WordingOut(
            edition=shown.out, label=None, text=None, renumbered=False, similarity=None, changed=False, diff=()
        )
    article = text.articles[met[0]]
    older = ((one, there[0]) for one in range(number - 1, -1, -1) if (there := found[one]) is not None)
    was = next((editions[one][1].articles[at].text for one, at in older), None)
    changed = was is not None and plain(was) != plain(article.text)
    return WordingOut(
        edition=shown.out,
        label=article.label,
        text=article.text,
        renumbered=met[0] != address,
        similarity=round(met[1], 3) if met[0] != address else None,
        changed=changed,
        diff=tuple(PieceOut(sign=one.sign, text=one.text) for one in diff(was or "", article.text)) if changed else (),
    )
