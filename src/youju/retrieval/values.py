"""What finding returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from youju.knowledge.values import Passage

Stage = Literal["lexical", "dense", "adapted", "fusion", "rerank", "exact"]


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage and its real score at the last stage that ranked it."""

    passage: Passage
    score: float
    stage: Stage


@dataclass(frozen=True, slots=True)
class Trace:
    """Ranks and scores of one candidate at every stage (rank from 1; a stage that did not see it is missing)."""

    passage_id: str
    source: str
    section: tuple[str, ...]
    stages: dict[Stage, tuple[int, float]]
    dropped: str | None = None
    """Why it did not survive: `floor`, `ledger`, `top_k`, or None."""


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of one search.

    `terms`: the question's content terms, each with its rarity among what the caller may read.

    `passages`: best first, each live, permitted and above the floor. `nearest`: display titles of the best documents
    below the floor that the caller may read, for a hint beside a refusal. `notices`: sentences about what was degraded.
    `confidence`: of the best passage, above the floor or not, 0..1.
    """

    passages: tuple[Scored, ...] = ()
    terms: Mapping[str, float] = field(default_factory=dict[str, float])
    confidence: float = 0.0
    nearest: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    explain: tuple[Trace, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict[str, float])
