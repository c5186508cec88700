"""Conversations as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Standing = Literal["current", "changed"]
"""Whether a cited passage is live to the letter, or has been changed, replaced or taken out since."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. `title` is what its owner called it, else its first question; empty before there is one."""

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    answers: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a conversation and its answer. `answer` is the answer's JSON; None where it cites a document that
    its owner may no longer read: then not even its titles are told. `standing` is by passage id, as of now."""

    id: str
    question: str
    asked_at: datetime
    answer: dict[str, Any] | None
    standing: Mapping[str, Standing]
