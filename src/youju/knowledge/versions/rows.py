"""The stored form of a version's sections and passages: each passage carries what of the layout belongs to it."""

from __future__ import annotations

from datetime import date
from typing import Any

from youju.knowledge.drafts import Draft
from youju.knowledge.heads import TableHeads
from youju.knowledge.identity import text_hash
from youju.knowledge.layout import Overlapping, block_row
from youju.knowledge.placing import Placement
from youju.knowledge.values import Locator, PassageSpan
from youju.reading.document import Page, Place

ADDRESS = ("law", "article", "suffix", "paragraph", "item", "label", "subitem")
"""The columns of a locator."""


def address_row(locator: Locator | None) -> dict[str, Any]:
    """A locator as columns."""
    return {name: getattr(locator, name) if locator else None for name in ADDRESS}


def locator_of(row: Any) -> Locator | None:
    """The inverse of `address_row`."""
    return Locator(**{name: getattr(row, name) for name in ADDRESS}) if row.law is not None else None


def dates_row(placement: Placement) -> dict[str, date | None]:
    """The columns of a version that its placement decides."""
    return {"effective_from": placement.effective_from, "effective_to": placement.effective_to}


def section_rows(draft: Draft) -> list[dict[str, Any]]:
    """A row for each section."""
    return [
        {
            "version_id": draft.version_id,
            "ordinal": section.ordinal,
            "parent": section.parent,
            "title": section.title,
            "level": section.level,
            "start": section.start,
            "end": section.end,
            **address_row(section.locator),
        }
        for section in draft.sections
    ]


def passage_rows(draft: Draft) -> list[dict[str, Any]]:
    """A row for each passage, with the pages, places, blocks and heads of its span."""
    document = draft.document
    pages = Overlapping(document.pages)
    kinds = dict.fromkeys(place.kind for place in document.places)
    places = [Overlapping([place for place in document.places if place.kind == kind]) for kind in kinds]
    blocks = Overlapping(document.blocks)
    heads = TableHeads(document.text, document.blocks)
    rows: list[dict[str, Any]] = []
    for span in draft.passages:
        text = document.text[span.start : span.end]
        rows.append(
            {
                "id": draft.passage_id(span),
                "version_id": draft.version_id,
                "ordinal": span.ordinal,
                "section": span.section,
                "start": span.start,
                "end": span.end,
                "text": text,
                "text_hash": text_hash(text),
                "path": list(draft.path(span.section)),
                "pages": [_page_row(page, span) for page in pages(span.start, span.end)],
                "places": [_place_row(place, span) for of_kind in places for place in of_kind(span.start, span.end)],
                "blocks": [block_row(block) for block in blocks(span.start, span.end)],
                "heads": [[*block_row(head.block), head.text] for head in heads.above(span.start)],
                "effective_from": span.effective_from,
                "effective_to": span.effective_to,
                **address_row(span.locator),
            }
        )
    return rows


def _page_row(page: Page, span: PassageSpan) -> list[Any]:
    inside = max(page.start, span.start), min(page.end, span.end)
    return [page.number, *inside, page.label, page.estimated, page.confidence]


def _place_row(place: Place, span: PassageSpan) -> list[Any]:
    inside = max(place.start, span.start), min(place.end, span.end)
    return [place.kind, place.name, *inside, place.first, place.last]
