"""Verdicts, and the two extension points of the gate: a check of a claim, and a resolver of references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

from youju.caller import Caller
from youju.citations.calculations import Statement
from youju.knowledge.values import Locator, Passage

Verdict = Literal["supported", "unsupported", "no_claim"]
Existence = Literal["found", "unknown", "repealed", "not_yet"]


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """Which check failed and why, in words for a person."""

    check: str
    message: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence to prove.

    `text` has no markers. `question` holds the user's own words, which restated facts may come from. `before` is the
    answer's text before this sentence (a bare 第N条 takes the law last named there). `at` is the date asked about.
    """

    text: str
    question: str = ""
    before: str = ""
    at: date | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the claim may be proved by: the passages it cites, and all that this question retrieved.

    The statements of calculations that it cites stand among `cited` as a passage, and in `stated` as such; `other` are
    those of all calculations of this question, from which a figure might have been taken by mistake.
    """

    cited: tuple[Passage, ...]
    registered: tuple[Passage, ...] = ()
    stated: tuple[Statement, ...] = ()
    other: tuple[Statement, ...] = ()


class ClaimCheck(Protocol):
    """One deterministic check. It can only object: None means that this check found nothing wrong."""

    name: str

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Return the objection, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference found in text: its span there, and the address it names. `law` is the official name where the
    resolver knows it, else the name as written. `edition` is the one that the text names, a year or a day in ISO form
    (《劳动合同法》（2012修正）); None where it leaves that to the date asked about."""

    start: int
    end: int
    text: str
    locator: Locator
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a reference points at, for this caller at this date.

    `passages` is empty unless `existence` is `found` (or the text is repealed / not yet in force and is shown as such).
    `message` and `english` explain every other outcome. `instrument` is the official name of what is referred to; it is
    empty where there is no such law, so that an unknown law and an unknown article of a known law are told apart.
    """

    existence: Existence
    passages: tuple[Passage, ...] = ()
    message: str = ""
    english: str = ""
    instrument: str = ""


class ReferenceResolver(Protocol):
    """Finds references in text and resolves them to passages exactly, by structure and never by similarity."""

    def find(self, text: str, *, before: str = "") -> Sequence[Reference]:
        """All references in `text`, in order; `before` is earlier text that a bare 第N条 leans on."""
        ...

    def aliases(self, title: str) -> Sequence[str]:
        """Other names of the instrument that this title stands for, without 书名号; none if it is not known."""
        ...

    async def resolve(self, reference: Reference, caller: Caller, at: date | None = None) -> Resolution:
        """Look the address up in the ledger."""
        ...
