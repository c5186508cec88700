"""The wire form of a citation card: what a person sees of a source."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Wire(BaseModel):
    """Base of everything that crosses a face: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class CardLocator(Wire):
    """The address inside the document, as its domain writes it."""

    law: str
    article: str | None = None
    paragraph: int | None = None
    item: int | None = None


class CardInForce(Wire):
    """Whether the text was in force at the date asked about. `to` is the first day on which it was no longer."""

    status: Literal["in_force", "repealed", "not_yet", "unknown"]
    start: date | None = Field(default=None, alias="from")
    end: date | None = Field(default=None, alias="to")


class CardOcr(Wire):
    """That the quoted words were recognised in pictures: on which physical pages, and how surely (0–1, the mean over
    the quoted characters there)."""

    pages: tuple[int, ...]
    confidence: float


class CardPart(Wire):
    """What one number cites. A merged card holds one part for each, so that `[3]` opens at its own words."""

    number: int
    passage_id: str
    section: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    page_label: str = ""
    place: str = ""
    ocr: CardOcr | None = None
    snippet: str
    quote: str
    locator: CardLocator | None = None
    view: str


class Card(Wire):
    """A citation card. `pages` are physical, from 1; `page_label` is what is shown (printed label where the file has
    one, “约第 N 页” where the page is estimated), empty where the format has no pages. `place` is where the
    quote stands in such a file: rows of a sheet, an anchor, a chapter; `ocr` says that it was read from a picture.
    `view` opens the passage with the quote marked. One card stands for all cited passages of one document version;
    `parts` tells them apart."""

    numbers: tuple[int, ...]
    source: str
    title: str
    section: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    page_label: str = ""
    place: str = ""
    ocr: CardOcr | None = None
    snippet: str
    quote: str
    score: float
    score_stage: Literal["lexical", "dense", "rerank", "fusion", "exact"]
    document_id: str
    passage_id: str
    locator: CardLocator | None = None
    version: str = ""
    in_force: CardInForce
    view: str
    parts: tuple[CardPart, ...] = ()
