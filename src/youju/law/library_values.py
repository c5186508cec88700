"""What the library shows of laws: one form for the command line and for HTTP."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from youju.citations.schemas import CardInForce, Wire

State = Literal["in_force", "amended", "superseded", "repealed", "not_yet", "unknown"]
"""`amended`: the source says that articles of this text read otherwise by now, and no newer text is here;
`superseded`: a newer edition has taken its place."""


class EndingOut(Wire):
    """What ends a text, or a provision of it: the repealing law and its article, or the newer edition of the same law.
    `law` is empty where that may not be told; `exact` false: on that day at the earliest."""

    law: str
    address: str
    since: date
    superseded: bool
    exact: bool


class EditionOut(Wire):
    """One edition of a law. `source_status` is its source's own word; `exact_start` false: the day of commencement is
    not known, and the text cannot have begun before the day that is given. `id` is its document's."""

    id: str
    published: date | None
    in_force: CardInForce
    exact_start: bool
    state: State
    source_status: str
    origin: Literal["pack", "file"]
    part: str | None
    articles: int
    ended: EndingOut | None


class LawRow(Wire):
    """A law in a list, in the edition that counts at the date asked about; `editions` counts all that are here."""

    name: str
    short_name: str
    kind: str
    issuer: str | None
    number: str | None
    place: str | None
    editions: int
    edition: EditionOut


class LawList(Wire):
    """Laws by name. `total` counts all that match, `laws` holds one page of them."""

    laws: tuple[LawRow, ...]
    total: int
    offset: int


class ArticleRef(Wire):
    """An article by its number (`47`, `120-1`) and as it is cited."""

    no: str
    label: str


class PartOut(Wire):
    """A 编, 章 or 节, or a provision without a number (a preamble, an annex), with what stands in it."""

    title: str
    articles: tuple[ArticleRef, ...] = ()
    parts: tuple[PartOut, ...] = ()


class LawOut(Wire):
    """A law: the edition that counts, its parts and articles, and all editions that are here, the newest first."""

    law: LawRow
    contents: PartOut
    editions: tuple[EditionOut, ...]


class ItemOut(Wire):
    """A 项: `[start, end)` of the article's text, with its 目."""

    number: int
    start: int
    end: int
    subitems: tuple[ItemOut, ...] = ()


class ParagraphOut(Wire):
    """A 款: `[start, end)` of the article's text, its own state in force, and its 项."""

    number: int
    start: int
    end: int
    in_force: CardInForce
    ended: EndingOut | None
    items: tuple[ItemOut, ...] = ()


class PieceOut(Wire):
    """A run of a diff: text of both wordings (`=`), of the older (`-`) or of the newer (`+`) alone."""

    sign: Literal["=", "-", "+"]
    text: str


class WordingOut(Wire):
    """An article as one edition has it. `label` is its number there; `renumbered`: it was found by its words under
    another number than in the edition after it, with that similarity (0–1). No `text`: that edition has no such
    article. `diff` leads here from the wording of the edition before; none for the oldest and where nothing changed."""

    edition: EditionOut
    label: str | None
    text: str | None
    renumbered: bool
    similarity: float | None
    changed: bool
    diff: tuple[PieceOut, ...]


class ArticleOut(Wire):
    """An article in the edition that counts at the date asked about. `text` is as it stands there, with its label;
    `section` are the headings above it; `passages` open it where it stands."""

    law: str
    no: str
    label: str
    text: str
    section: tuple[str, ...]
    edition: EditionOut
    in_force: CardInForce
    ended: EndingOut | None
    paragraphs: tuple[ParagraphOut, ...]
    previous: ArticleRef | None
    following: ArticleRef | None = Field(alias="next")
    passages: tuple[str, ...]
    history: tuple[WordingOut, ...]
