"""`/laws`: the library of laws, from the list to the wording of an article through time."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query

from youju.law.library_values import ArticleOut, LawList, LawOut
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED

router = APIRouter(prefix="/laws", tags=["laws"])

MOST_LAWS = 500
Name = Annotated[
    str,
    Path(
        max_length=300,
        description="Official name, short name or abbreviation, with or without 书名号.",
        examples=["劳动合同法"],
    ),
]
Number = Annotated[
    str, Path(max_length=40, description="47, 第四十七条, 120-1 or 第一百二十条之一.", examples=["47", "第四十七条"])
]
At = Annotated[date | None, Query(description="The edition that counts on this day; today without.")]


@router.get("", responses=DOCUMENTED)
async def laws(
    *,
    caller: Asking,
    youju: House,
    at: At = None,
    text: Annotated[str, Query(max_length=200, description="Words of name, issuer, number or kind.")] = "",
    every: Annotated[bool, Query(alias="all", description="Every edition as a row of its own.")] = False,
    offset: Annotated[int, Query(ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LAWS)] = 100,
) -> LawList:
    """The laws that the caller may read, by name, each in the edition that counts on the day asked about."""
    return await youju.laws.laws(caller, at, text, every=every, offset=offset, limit=limit)


@router.get("/{name}", responses=DOCUMENTED)
async def law(name: Name, caller: Asking, youju: House, at: At = None) -> LawOut:
    """A law with its parts, articles and editions. A name that may mean several laws is refused (`ambiguous_law`), and
    they are named."""
    return await youju.laws.law(name, caller, at)


@router.get("/{name}/articles/{no}", responses=DOCUMENTED)
async def article(name: Name, no: Number, caller: Asking, youju: House, at: At = None) -> ArticleOut:
    """An article: text with 款 and 项, its neighbours, its state in force, and its wording in every edition with what
    changed."""
    return await youju.laws.article(name, no, caller, at)
