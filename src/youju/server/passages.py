"""`/passages`: a passage as text, and the page or section where it stands."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from youju.citations.schemas import CardInForce, Wire
from youju.knowledge.values import Passage
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED
from youju.server.viewing import Labels, page_html

router = APIRouter(prefix="/passages", tags=["passages"])

Offset = Annotated[int | None, Query(ge=0, description="Offset in the version's canonical text, in code points.")]
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
            in_force=CardInForce(
                status=passage.in_force.status, start=passage.in_force.start, end=passage.in_force.end
            ),
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
    start: Offset = None,
    end: Offset = None,
    page: Annotated[int | None, Query(ge=1, description="Show this page alone (formats with pages).")] = None,
    lang: Labels = "zh",
) -> HTMLResponse:
    """The passage where it stands, with the span marked: page images with rectangles, or the section as HTML."""
    shown = await youju.passage_view(identifier, caller, start, end)
    return HTMLResponse(page_html(shown, page, lang), headers={"Content-Security-Policy": _VIEW_POLICY})


@router.get(
    "/{identifier}/pages/{number}.png",
    response_class=Response,
    responses=DOCUMENTED | {200: {"content": {"image/png": {}}, "description": "The page as it is printed."}},
)
async def page_image(
    *, identifier: str, number: int, caller: Asking, youju: House, start: Offset = None, end: Offset = None
) -> Response:
    """One page of the passage's document; with `start` and `end` the span is marked in the image itself."""
    image = await youju.page_image(identifier, number, caller, start, end)
    return Response(image, media_type="image/png")
