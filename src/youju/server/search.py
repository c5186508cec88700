"""`/search`: passages with their scores, without an answer."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from youju.answering.question import MAX_CHARACTERS
from youju.citations.schemas import Wire
from youju.retrieval.values import Found, Scored, Stage, Trace
from youju.server.callers import Asking, House
from youju.server.passages import PassageOut
from youju.server.problems import DOCUMENTED
from youju.server.wire import Text

router = APIRouter(prefix="/search", tags=["search"])


class Query(BaseModel):
    """What to look for. `k` bounds the passages; `explain` adds ranks and scores of every stage."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"query": "住宿费 限额", "k": 5}]})

    query: Text = Field(min_length=1, max_length=MAX_CHARACTERS)
    k: int | None = Field(default=None, ge=1, le=100)
    category: Text | None = Field(default=None, max_length=200)
    at: date | None = None
    explain: bool = False


class HitOut(Wire):
    """A passage and its score at the last stage that ranked it."""

    passage: PassageOut
    score: float
    score_stage: Stage

    @classmethod
    def of(cls, found: Scored) -> HitOut:
        """As a person sees it."""
        return cls(passage=PassageOut.of(found.passage), score=found.score, score_stage=found.stage)


class StageOut(Wire):
    """Rank (from 1) and score of a candidate at one stage."""

    rank: int
    score: float


class TraceOut(Wire):
    """One candidate's way through the stages; `dropped` says why it did not survive."""

    passage_id: str
    source: str
    section: tuple[str, ...]
    stages: dict[Stage, StageOut]
    dropped: str | None

    @classmethod
    def of(cls, trace: Trace) -> TraceOut:
        """The same, for the wire."""
        stages: dict[Stage, StageOut] = {}
        for stage, (rank, score) in trace.stages.items():
            stages[stage] = StageOut(rank=rank, score=score)
        return cls(
            passage_id=trace.passage_id,
            source=trace.source,
            section=trace.section,
            stages=stages,
            dropped=trace.dropped,
        )


class Results(Wire):
    """Best first. `nearest`: titles below the floor; `notices`: what was degraded."""

    passages: tuple[HitOut, ...]
    nearest: tuple[str, ...]
    notices: tuple[str, ...]
    explain: tuple[TraceOut, ...]
    timings_ms: dict[str, float]

    @classmethod
    def of(cls, found: Found, explain: bool) -> Results:
        """The outcome of one search."""
        return cls(
            passages=tuple(map(HitOut.of, found.passages)),
            nearest=found.nearest,
            notices=found.notices,
            explain=tuple(map(TraceOut.of, found.explain)) if explain else (),
            timings_ms=found.timings_ms,
        )


@router.post("", responses=DOCUMENTED)
async def search(body: Query, caller: Asking, youju: House) -> Results:
    """The passages that the caller may read and that are above the floor."""
    found = await youju.search(body.query, caller, k=body.k, category=body.category, at=body.at, explain=body.explain)
    return Results.of(found, body.explain)
