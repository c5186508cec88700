"""What the text of a law says about itself, as values: what it is, when it was made, from when it applies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from youju.knowledge.values import Locator

Act = Literal["adopted", "approved", "published", "amended", "revised", "effective"]
"""通过, 批准, 公布（发布、颁布）, 修正, 修订, 施行."""

PublishedHow = Literal["stated", "adopted", "file_name", "source", "unknown"]
"""How the day of publication is known: the text says 公布; a national law was published on the day it was adopted;
the name of the file holds it; the source keeps it beside the text; or not at all."""

EffectiveHow = Literal["stated", "publication", "source", "unknown"]
"""How the first day in force is known: 自2025年9月1日起施行; 自公布之日起施行; the source that the text came from keeps
it beside the text; or not at all."""

FindingCode = Literal["gap", "duplicate", "out_of_order", "starts_late", "file_name_date", "no_title"]


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a law's history as its 题注 tells it: on `day` it was adopted, published, amended, …"""

    day: date
    act: Act
    words: str


@dataclass(frozen=True, slots=True)
class Repeal:
    """What a text ends: 《…》同时废止. `locator.law` is the name as written, without 书名号; its article, 款 and 项 are
    None where the whole instrument ends. `number` is the document number behind the name. `since` is the first day on
    which it is no longer in force; None where the text does not tell. `words` is the sentence that says so.
    """

    locator: Locator
    number: str | None
    since: date | None
    words: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a file that a person must look at. The document comes in all the same, and nothing is guessed.

    `places` are the articles as people cite them; `zh` and `en` say what is wrong.
    """

    code: FindingCode
    places: tuple[str, ...]
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class LawPart:
    """A file that holds only a part of its law, as 民法典 comes in one file for each 编. `first` and `last` are its
    articles, counted as in the whole law."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class LawFacts:
    """Everything that the ledger keeps of an edition besides its text.

    `name` is the official name; `kind` one of 宪法, 法律, 立法解释, 修正案, 修改决定, 决定, 行政法规, 监察法规,
    司法解释, 批复, 部门规章, 地方性法规, 地方政府规章, 规范性文件. `place` is the place of local rules, as 上海市.
    """

    name: str
    kind: str
    issuer: str | None
    number: str | None
    place: str | None
    published: date | None
    published_how: PublishedHow
    effective: date | None
    effective_how: EffectiveHow
    history: tuple[Event, ...] = ()
    repeals: tuple[Repeal, ...] = ()


@dataclass(frozen=True, slots=True)
class NotLaw:
    """A file that is no law, and why, in words for a person."""

    name: str
    zh: str
    en: str
