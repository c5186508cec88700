"""An import as a person started it, as pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

RunState = Literal["running", "done", "cancelled", "interrupted"]
"""`interrupted`: its process was killed, or a server was stopped while it ran."""


@dataclass(frozen=True, slots=True)
class RunItem:
    """What became of one file of a run. `result` is imported, partial or refused; `outcome` says which kind."""

    name: str
    result: str
    outcome: str
    code: str | None
    message: str
    document_id: str | None
    pages: int
    passages: int


@dataclass(frozen=True, slots=True)
class Run:
    """How a run stands, counted from its rows: `done` of `total` files, in three results. `goes_on`: it is interrupted,
    and the files that wait are imported when the server starts."""

    id: str
    state: RunState
    caller: str
    total: int
    done: int
    imported: int
    partial: int
    refused: int
    goes_on: bool
    started_at: datetime
    finished_at: datetime | None

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self.finished_at is not None

    @property
    def waiting(self) -> int:
        """Files that were not reached."""
        return self.total - self.done

    @property
    def note(self) -> str:
        """One line on what is left to do; empty where that is nothing."""
        if self.state == "interrupted":
            way = "`youju serve` goes on with them." if self.goes_on else "Run the same command again: it goes on."
            return f"It was interrupted: {self.waiting} of {self.total} files were not reached. {way}"
        if self.state == "cancelled":
            return "It was stopped; what had come in stays."
        return ""
