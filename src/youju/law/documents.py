"""Laws as documents: canonical text, blocks and sections, ready for the ledger's ordinary way of publishing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from youju.knowledge.values import InForceStatus, Locator, Section
from youju.law.editions import dated
from youju.law.files.facts import EffectiveHow, Event, Finding, LawPart, PublishedHow, Repeal
from youju.law.files.marks import Mark
from youju.law.numerals import NUMERAL
from youju.law.pack import WHOLE, PackArticle, PackLaw, pack_file, read_pack
from youju.law.structure import sections_of
from youju.law.terms import AMENDED
from youju.reading.builder import TextBuilder
from youju.reading.document import ReadDocument

CATEGORY = "法律"
_ITEM = re.compile(rf"[（(]{NUMERAL}[）)]")
_CHAPTER, _SECTION, _ARTICLE = 2, 3, 5


@dataclass(frozen=True, slots=True)
class LawDocument:
    """One edition of a law, ready to publish: its official name is `title`, what else is known of it as `LawFacts` has
    it.

    `status` is the source's own word (现行有效, 已废止, 历史版本, 已被修改), empty where it says nothing; `commences`
    the day that the source calls its commencement, which may be that of an older text. The dates in force are those
    that follow within its batch (see `terms`); the ledger works them out from all that it holds.
    """

    key: str
    display_name: str
    title: str
    document: ReadDocument
    sections: tuple[Section, ...]
    effective_from: date | None
    effective_to: date | None
    version_label: str
    status: str
    declared: InForceStatus | None
    category: str = CATEGORY
    kind: str = "法律"
    issuer: str | None = None
    number: str | None = None
    place: str | None = None
    published: date | None = None
    published_how: PublishedHow = "unknown"
    effective_how: EffectiveHow = "unknown"
    history: tuple[Event, ...] = ()
    repeals: tuple[Repeal, ...] = ()
    findings: tuple[Finding, ...] = ()
    part: LawPart | None = None
    commences: date | None = None


def law_documents(laws: Sequence[PackLaw] | None = None) -> Iterator[LawDocument]:
    """Every version of every law in the pack, in a fixed order. Without `laws` the installed pack is read.

    Raises `PartUnavailable` where no pack is installed.
    """
    laws = read_pack(pack_file()) if laws is None else laws
    newest = {law.name: law.published for law in sorted(laws, key=lambda law: law.published)}
    return iter(dated([_of_pack(law, old=law.published < newest[law.name]) for law in laws]))


def _of_pack(law: PackLaw, *, old: bool) -> LawDocument:
    document, sections = law_text(law)
    return LawDocument(
        key=f"law:{law.name}@{law.published}" if old else f"law:{law.name}",
        display_name=f"{law.name}（{law.published}）" if old else law.name,
        title=law.name,
        document=document,
        sections=sections,
        effective_from=None,
        effective_to=None,
        version_label=str(law.published) if law.status != AMENDED else f"{law.published}（{AMENDED}）",
        status=law.status,
        declared=None,
        kind=law.kind,
        issuer=law.issuer,
        published=law.published,
        published_how="source",
        effective_how="source" if law.effective and law.effective >= law.published else "unknown",
        commences=law.effective,
    )


def law_text(law: PackLaw) -> tuple[ReadDocument, tuple[Section, ...]]:
    """Canonical text and sections: the title, parts as headings, each article with one block for every 款 and 项."""
    builder = TextBuilder()
    builder.add("heading", law.name, level=1)
    marks: list[Mark] = []
    chapter = section = None
    for article in law.articles:
        if article.chapter != chapter:
            chapter, section = article.chapter, None
            marks += _heading(builder, chapter, _CHAPTER)
        if article.section != section:
            section = article.section
            marks += _heading(builder, section, _SECTION)
        marks += _article(builder, article)
    document = ReadDocument(builder.text, builder.blocks, title=law.name, media_type="text/plain")
    return document, _with_whole(sections_of(_rising(marks), builder.length, law.name), law.name)


def _heading(builder: TextBuilder, words: str | None, level: int) -> list[Mark]:
    block = builder.add("heading", words or "", level=level)
    return [Mark("part", block.start, level, words or "")] if block else []


def _article(builder: TextBuilder, article: PackArticle) -> list[Mark]:
    """The article's lines as blocks, its label in front of the first. No mark where there is no text at all."""
    label = f"{article.point}、" if article.point else f"{article.label}　" if article.label else ""
    first, *rest = article.text.split("\n")
    blocks = [builder.add("paragraph", label + first)]
    group = None
    for line in rest:
        if _ITEM.match(line):
            group = group or builder.new_group()
            blocks.append(builder.add("list_item", line, level=1, group=group))
        else:
            group = None
            blocks.append(builder.add("paragraph", line))
    start = next((block.start for block in blocks if block), None)
    mark = article.label or WHOLE
    return [] if start is None else [Mark("article", start, _ARTICLE, mark, article.number, article.suffix)]


def _rising(marks: Sequence[Mark]) -> list[Mark]:
    """Articles that repeat a number are quotations from another instrument: sections, but no addresses of this law."""
    last, checked = (0, 0), []
    for mark in marks:
        if mark.kind == "article" and mark.article is not None and mark.order <= last:
            checked.append(Mark("article", mark.start, mark.rank, mark.text))
        else:
            last = mark.order if mark.article is not None else last
            checked.append(mark)
    return checked


def _with_whole(sections: tuple[Section, ...], law: str) -> tuple[Section, ...]:
    """The one section of an instrument without articles is found under the law's name."""
    if len(sections) != 1 or sections[0].locator is not None:
        return sections
    only = sections[0]
    return (Section(0, only.title, 1, only.start, only.end, locator=Locator(law=law, label=only.title)),)
