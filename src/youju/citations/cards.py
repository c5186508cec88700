"""From cited passages to the cards that a person sees: only display names, only what the shown text cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import urlencode

from youju.citations.pages import page_label, pages_of
from youju.citations.registry import Registered, Registry
from youju.citations.schemas import Card, CardInForce, CardLocator, CardOcr, CardPart
from youju.citations.snippets import Span, merged, quote_of, snippet_of
from youju.knowledge.places import place_label, recognition
from youju.knowledge.values import InForce, PageSpan, Passage


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation in the shown text: a number, and the spans of its passage's text that the sentence rests on (none
    if the whole passage is meant)."""

    number: int
    spans: tuple[Span, ...] = ()


def build_cards(cited: Sequence[Cited], registry: Registry) -> tuple[Card, ...]:
    """One card for each document version cited, in order of first appearance; every number in `cited` is on exactly
    one card. Raises `KeyError` for a number that was never registered."""
    spans: dict[int, list[Span]] = {}
    for citation in cited:
        spans.setdefault(citation.number, []).extend(citation.spans)
    groups: dict[tuple[str, str, str, InForce], list[_Entry]] = {}
    for number, found in spans.items():
        registered = registry.get(number)
        if registered is None:
            raise KeyError(number)
        passage = registered.passage
        key = passage.document_id, passage.title, passage.version_id, passage.in_force
        groups.setdefault(key, []).append(_entry(registered, merged(found)))
    return tuple(_card(entries) for entries in groups.values())


@dataclass(frozen=True, slots=True)
class _Entry:
    registered: Registered
    part: CardPart
    pages: tuple[PageSpan, ...]
    spans: tuple[Span, ...]
    """The quotes in the canonical text."""


def _entry(registered: Registered, spans: Sequence[Span]) -> _Entry:
    passage = registered.passage
    quoted = tuple((passage.start + start, passage.start + end) for start, end in spans or [(0, len(passage.text))])
    pages = tuple(page for start, end in quoted for page in pages_of(passage.pages, start, end))
    part = CardPart(
        number=registered.number,
        passage_id=passage.id,
        section=passage.section,
        pages=_numbers(pages),
        page_label=page_label(pages),
        place=place_label(passage.places, quoted),
        snippet=snippet_of(passage.text, spans or [(0, 0)]),
        quote=quote_of(passage.text, spans),
        locator=_locator(passage),
        view=view_of(passage, spans),
    )
    entry = _Entry(registered, part, pages, quoted)
    return replace(entry, part=part.model_copy(update={"ocr": _ocr([entry])}))


def view_of(passage: Passage, spans: Sequence[Span]) -> str:
    """The address that opens the passage with its quotes marked: `start` and `end` of each, in the canonical text."""
    marks = [
        (name, passage.start + place) for span in spans for name, place in zip(("start", "end"), span, strict=True)
    ]
    return f"/api/v1/passages/{passage.id}/view" + (f"?{urlencode(marks)}" if marks else "")


def _card(entries: Sequence[_Entry]) -> Card:
    first = entries[0]
    passage, parts = first.registered.passage, [entry.part for entry in entries]
    pages = tuple(page for entry in entries for page in entry.pages)
    return Card(
        numbers=tuple(part.number for part in parts),
        source=display_name(passage.source),
        title=display_name(passage.title),
        section=_common([part.section for part in parts]),
        pages=_numbers(pages),
        page_label=page_label(pages),
        place=place_label(
            [place for entry in entries for place in entry.registered.passage.places],
            [span for entry in entries for span in entry.spans],
        ),
        ocr=_ocr(entries),
        snippet="\n".join(dict.fromkeys(part.snippet for part in parts)),
        quote="\n".join(dict.fromkeys(part.quote for part in parts if part.quote)),
        score=max(e.registered.score for e in entries if e.registered.stage == first.registered.stage),
        score_stage=first.registered.stage,
        document_id=passage.document_id,
        passage_id=passage.id,
        locator=_joined([part.locator for part in parts if part.locator]),
        version=passage.version_label,
        in_force=CardInForce.model_validate(
            {"status": passage.in_force.status, "from": passage.in_force.start, "to": passage.in_force.end}
        ),
        view=first.part.view,
        parts=tuple(parts),
    )


def display_name(name: str) -> str:
    """The name without the folders of a path; a web address stays."""
    if name.startswith(("/", "~", "file:", "./", "../")):
        return PurePosixPath(name).name
    windows = PureWindowsPath(name)
    return windows.name if windows.drive else name


def _ocr(entries: Sequence[_Entry]) -> CardOcr | None:
    found = recognition((entry.registered.passage.pages, entry.spans) for entry in entries)
    return CardOcr(pages=found[0], confidence=found[1]) if found else None


def _numbers(pages: Sequence[PageSpan]) -> tuple[int, ...]:
    return tuple(sorted({page.number for page in pages}))


def _common(sections: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    shared: list[str] = []
    for level in zip(*sections, strict=False):
        if len(set(level)) > 1:
            break
        shared.append(level[0])
    return tuple(shared)


def _locator(passage: Passage) -> CardLocator | None:
    locator = passage.locator
    if locator is None:
        return None
    return CardLocator(law=locator.law, article=locator.label, paragraph=locator.paragraph, item=locator.item)


def _joined(locators: Sequence[CardLocator]) -> CardLocator | None:
    """The address of all parts: one, or their articles side by side."""
    distinct = list(dict.fromkeys(locators))
    if len(distinct) <= 1:
        return distinct[0] if distinct else None
    articles = dict.fromkeys(locator.article for locator in distinct if locator.article)
    return CardLocator(law=distinct[0].law, article="、".join(articles) or None)
