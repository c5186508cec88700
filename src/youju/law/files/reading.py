"""A law from a file: whatever a reader made of it becomes one canonical document with its sections and its facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from youju.knowledge.values import Locator, Section
from youju.law.documents import LawDocument
from youju.law.files.canonical import canonical
from youju.law.files.commencement import effective
from youju.law.files.facts import Finding, LawFacts, LawPart, NotLaw
from youju.law.files.findings import findings_of, other_day
from youju.law.files.head import Head, head_of
from youju.law.files.history import events, file_date, first_published, latest, published
from youju.law.files.judging import not_a_law
from youju.law.files.kinds import issuer_of, kind_of, number_of, place_of
from youju.law.files.marks import Mark
from youju.law.files.points import points_of
from youju.law.files.repeals import repeals
from youju.law.files.sequence import Marked, contiguous, marks_of
from youju.law.structure import sections_of
from youju.reading.document import ReadDocument

_AMENDING = ("修正案", "修改决定", "决定")
_REPLIES = "批复"


def law_document(read: ReadDocument, name: str) -> LawDocument | NotLaw:
    """The law that a file holds, or why it holds none. `name` is the file's name as people know it.

    Gaps, repeated numbers and articles out of order do not keep it out: they are in `findings`.
    """
    marked = marks_of(read.text)
    counted = sum(mark.kind == "article" for mark in marked.marks)
    head = head_of(read, name, _first(marked))
    marked, head = _with_points(read, name, marked, head)
    if reason := not_a_law(read, name, head, marked.marks, counted=counted):
        return reason
    title = head.name or ""
    kept = canonical(read, head, marked.marks, title)
    sections = _addressed(sections_of(kept.marks, len(kept.document.text), title), kept.marks, title)
    texts = [kept.document.text[section.start : section.end] for section in sections if section.locator]
    facts = _facts(head, name, texts)
    part = _part(head, kept.marks)
    return LawDocument(
        key=f"law:{title}/{part.name}" if part else f"law:{title}",
        display_name=f"{title}（{part.name}）" if part else title,
        title=title,
        document=kept.document,
        sections=sections,
        effective_from=facts.effective,
        effective_to=None,
        version_label=str(facts.published or ""),
        status="",
        declared=None,
        kind=facts.kind,
        issuer=facts.issuer,
        number=facts.number,
        place=facts.place,
        published=facts.published,
        published_how=facts.published_how,
        effective_how=facts.effective_how,
        history=facts.history,
        repeals=facts.repeals,
        findings=(*findings_of(marked, whole=part is None and facts.kind != "修正案"), *_dates_disagree(facts, name)),
        part=part,
    )


def _first(marked: Marked) -> int | None:
    return marked.marks[0].start if marked.marks else None


def _with_points(read: ReadDocument, name: str, marked: Marked, head: Head) -> tuple[Marked, Head]:
    """一、二、 or 1. 2. as articles, where a text has no 第X条, or only those that its points quote."""
    kind = kind_of(head.name or "", None, None)
    marked = contiguous(marked) if kind in _AMENDING else marked
    if kind == _REPLIES or (marked.marks and kind not in _AMENDING):
        return marked, head
    open_head = head_of(read, name, None)
    start = open_head.preamble if open_head.preamble is not None else len(read.text)
    points = points_of(read.text, start, amends=kind in _AMENDING)
    first, before = _first(points), _first(marked)
    if first is None or (before is not None and before < first):
        return marked, head
    return points, head_of(read, name, first)


def _facts(head: Head, name: str, texts: Sequence[str]) -> LawFacts:
    title = head.name or ""
    history = events(head.notes)
    issuer = issuer_of(title, history, head.notes)
    place = place_of(title, issuer, "\n".join(texts))
    kind = kind_of(title, issuer, place)
    national = bool(issuer and issuer.startswith("全国人民代表大会"))
    made = published(history, file_date(name), national=national)
    start = effective(texts, head.notes, history, made)
    return LawFacts(
        name=title,
        kind=kind,
        issuer=issuer,
        number=number_of(head.notes, history, made[0]),
        place=place,
        published=made[0],
        published_how=made[1],
        effective=start[0],
        effective_how=start[1],
        history=history,
        repeals=repeals(texts, first_published(history, national=national) or made[0]),
    )


def _addressed(sections: Sequence[Section], marks: Sequence[Mark], law: str) -> tuple[Section, ...]:
    """Preamble, annexes and the whole get an address too: their heading, each once."""
    taken: set[str] = set()
    found: list[Section] = []
    for section, mark in zip(sections, marks, strict=True):
        label = mark.text if mark.kind in {"preamble", "whole"} else mark.text.partition("：")[0].partition(":")[0]
        addressed = mark.kind in {"preamble", "whole", "annex"} and label not in taken
        found.append(replace(section, locator=Locator(law=law, label=label)) if addressed else section)
        taken.add(label)
    return tuple(found)


def _part(head: Head, marks: Sequence[Mark]) -> LawPart | None:
    numbers = [mark.article for mark in marks if mark.article is not None]
    if head.part is None or not numbers:
        return None
    return LawPart(head.part, min(numbers), max(numbers))


def _dates_disagree(facts: LawFacts, name: str) -> tuple[Finding, ...]:
    made, in_name = latest(facts.history), file_date(name)
    if made is None or in_name is None or in_name >= made.day:
        return ()
    return (other_day(in_name, made.day),)
