"""`/passages`: a passage as text, and the page or section where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response
from pydantic import NonNegativeInt

from youju.citations.schemas import CardInForce, Wire
from youju.errors import CallerMistake
from youju.knowledge.values import Passage
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED
from youju.server.viewing import Labels, page_html
from youju.server.wire import in_force_out

router = APIRouter(prefix="/passages", tags=["passages"])

Starts = Annotated[
    list[NonNegativeInt] | None, Query(description="Where marked spans begin in the canonical text, in code points.")
]
Ends = Annotated[list[NonNegativeInt] | None, Query(description="Where each of them ends; as many as `start`.")]
MOST_SPANS = 100
_VIEW_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'"


class PassageOut(Wire):
    """A passage: `text` is `[start, end)` of the version's canonical text; pages are physical, from 1."""

    id: str
    document_id: str
    source: str
    title: str
    section: tuple[str, ...]
    pages: tuple[int, ...]
    text: str
    start: int
    end: int
    version: str
    in_force: CardInForce
    view: str

    @classmethod
    def of(cls, passage: Passage) -> PassageOut:
        """What a person may see of it."""
        return cls(
            id=passage.id,
            document_id=passage.document_id,
            source=passage.source,
            title=passage.title,
            section=passage.section,
            pages=tuple(page.number for page in passage.pages),
            text=passage.text,
            start=passage.start,
            end=passage.end,
            version=passage.version_label,
            in_force=in_force_out(passage.in_force),
            view=f"/api/v1/passages/{passage.id}/view",
        )


@router.get("/{identifier}", responses=DOCUMENTED)
async def passage(identifier: str, caller: Asking, youju: House, at: date | None = None) -> PassageOut:
    """A passage of a live version that the caller may read."""
    return PassageOut.of(await youju.passage(identifier, caller, at))


@router.get("/{identifier}/view", response_class=HTMLResponse, responses=DOCUMENTED)
async def view(
    *,
    identifier: str,
    caller: Asking,
    youju: House,
    start: Starts = None,
    end: Ends = None,
    page: Annotated[int | None, Query(ge=1, description="Show this page alone (formats with pages).")] = None,
    lang: Labels = "zh",
) -> HTMLResponse:
    """The passage where it stands, with the span marked: page images with rectangles, or the section as HTML."""
    shown = await youju.passage_view(identifier, caller, _spans(start, end))
    return HTMLResponse(page_html(shown, page, lang), headers={"Content-Security-Policy": _VIEW_POLICY})


@router.get(
    "/{identifier}/pages/{number}.png",
    response_class=Response,
    responses=DOCUMENTED | {200: {"content": {"image/png": {}}, "description": "The page as it is printed."}},
)
async def page_image(
    *, identifier: str, number: int, caller: Asking, youju: House, start: Starts = None, end: Ends = None
) -> Response:
    """One page of the passage's document; with `start` and `end` the spans are marked in the image itself."""
    image = await youju.page_image(identifier, number, caller, _spans(start, end))
    return Response(image, media_type="image/png")


def _spans(starts: Sequence[int] | None, ends: Sequence[int] | None) -> list[tuple[int, int]]:
    starts, ends = starts or (), ends or ()
    if len(starts) != len(ends) or len(starts) > MOST_SPANS:
        raise CallerMistake(f"As many `start` as `end`, and at most {MOST_SPANS}.", code="invalid_span")
    return list(zip(starts, ends, strict=True))
