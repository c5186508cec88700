"""`/references`: what the references to laws in a text point at, and whether that is in force."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query

from youju.answering.question import MAX_CHARACTERS
from youju.law.schemas import ReferencesOut
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED

router = APIRouter(prefix="/references", tags=["references"])

Words = Annotated[
    str,
    Query(
        min_length=1,
        max_length=MAX_CHARACTERS,
        description="A reference, or any text that holds some.",
        examples=["劳动合同法第四十七条第二款"],
    ),
]


@router.get("", responses=DOCUMENTED)
async def references(text: Words, caller: Asking, youju: House, at: date | None = None) -> ReferencesOut:
    """Every reference of the text in its order, resolved by address at a date (default: today). A law that the caller
    may not read does not exist for him. A text without references gives an empty list."""
    return await youju.cite(text, caller, at)
