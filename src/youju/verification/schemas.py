"""The wire form of a verification."""

from __future__ import annotations

from typing import Literal

from youju.citations.schemas import Wire


class FailedCheckResult(Wire):
    """Why a sentence is not supported."""

    check: str
    message: str


class QuoteResult(Wire):
    """The words of one source that a sentence rests on."""

    number: int
    source: str
    quote: str


class SentenceResult(Wire):
    """One sentence of the answer and its verdict."""

    text: str
    citations: tuple[int, ...] = ()
    verdict: Literal["supported", "unsupported", "no_claim"]
    failed_checks: tuple[FailedCheckResult, ...] = ()
    quotes: tuple[QuoteResult, ...] = ()


class Verification(Wire):
    """The verdict on a whole answer: `supported` if every claim is, `partial` if some are, `unsupported` if none is,
    `no_claim` if it states nothing. `invalid_markers` cite sources that were not given."""

    status: Literal["supported", "partial", "unsupported", "no_claim"]
    sentences: tuple[SentenceResult, ...]
    supported: int
    unsupported: int
    no_claim: int
    invalid_markers: tuple[str, ...] = ()
