"""The wire form of references that were looked up: `youju cite --json` and `GET /references` print exactly this."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from youju.citations.schemas import CardInForce, Wire
from youju.law.provisions import Provision, Told

MOST_REFERENCES = 300
"""References of one text that are looked up; 第一条至第六十条 counts as sixty."""


class ToldOut(Wire):
    """A sentence for a person, in both languages."""

    zh: str
    en: str

    @classmethod
    def of(cls, told: Told) -> ToldOut:
        """The same, for the wire."""
        return cls(zh=told.zh, en=told.en)


class AddressOut(Wire):
    """A place in a law: numbers as integers, `suffix` the N of 第X条之N."""

    article: int | None
    suffix: int | None
    paragraph: int | None
    item: int | None
    subitem: int | None


class QuotedOut(Wire):
    """A passage that holds words of the provision. `starts` and `ends` delimit them in the canonical text of its
    version, in code points."""

    passage_id: str
    document_id: str
    source: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    view: str


class ReferenceOut(Wire):
    """One reference: where it stands in the text, what it points at, and whether that is in force at the date.

    `existence` is `found`, `repealed`, `not_yet` (then `quote` holds the exact words all the same) or `unknown`: there
    is no such law, article or paragraph, or the name may stand for several laws (`candidates`). `message` explains all
    but `found`. `law` is the official name, `label` the address as statutes write it, `edition` the day on which the
    wording was published."""

    text: str
    start: int
    end: int
    existence: Literal["found", "unknown", "repealed", "not_yet"]
    law: str
    label: str
    address: AddressOut
    edition: str
    in_force: CardInForce | None
    quote: str
    passages: tuple[QuotedOut, ...]
    message: ToldOut | None
    notes: tuple[ToldOut, ...]
    candidates: tuple[str, ...]

    @classmethod
    def of(cls, one: Provision) -> ReferenceOut:
        """As programs read it."""
        place, term = one.reference.locator, one.in_force
        in_force = CardInForce.model_validate({"status": term.status, "from": term.start, "to": term.end})
        return cls(
            text=one.reference.text,
            start=one.reference.start,
            end=one.reference.end,
            existence=one.existence,
            law=one.law,
            label=one.label,
            address=AddressOut(
                article=place.article,
                suffix=place.suffix,
                paragraph=place.paragraph,
                item=place.item,
                subitem=place.subitem,
            ),
            edition=one.edition,
            in_force=in_force if one.text else None,
            quote=one.text,
            passages=_quoted(one),
            message=ToldOut.of(one.message) if one.message.zh else None,
            notes=tuple(map(ToldOut.of, one.notes)),
            candidates=one.candidates,
        )


class ReferencesOut(Wire):
    """All references of a text, in its order; a list or a range gives one for each article. `left_out` counts those
    beyond the number that is looked up at once."""

    at: date
    references: tuple[ReferenceOut, ...]
    left_out: int

    @classmethod
    def of(cls, found: Sequence[Provision], at: date, left_out: int) -> ReferencesOut:
        """As programs read it."""
        return cls(at=at, references=tuple(map(ReferenceOut.of, found)), left_out=left_out)


def _quoted(one: Provision) -> tuple[QuotedOut, ...]:
    found: list[QuotedOut] = []
    for passage in one.passages:
        inside = [
            (max(a, passage.start), min(b, passage.end)) for a, b in one.spans if a < passage.end and passage.start < b
        ]
        found.append(
            QuotedOut(
                passage_id=passage.id,
                document_id=passage.document_id,
                source=passage.source,
                starts=tuple(start for start, _ in inside),
                ends=tuple(end for _, end in inside),
                view=f"/api/v1/passages/{passage.id}/view",
            )
        )
    return tuple(found)
