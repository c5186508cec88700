"""The one schema of an answer: `ask --json`, HTTP and the `done` event print exactly this."""

from __future__ import annotations

from typing import Any, Literal

from youju.citations.schemas import Card, Wire

AnswerStatus = Literal["answered", "partial", "refused", "unverified", "blocked", "stopped", "failed"]
NoticeKind = Literal["urgent", "high_risk", "disclaimer", "degraded", "withheld"]


class FailedCheckOut(Wire):
    """Why a sentence was not supported."""

    check: str
    message: str


class Sentence(Wire):
    """One sentence (or table row, list item) of the answer, its citations and its verdict."""

    text: str
    citations: tuple[int, ...] = ()
    verdict: Literal["supported", "unsupported", "no_claim"]
    failed_checks: tuple[FailedCheckOut, ...] = ()


class Notice(Wire):
    """Something the reader must know beside the answer."""

    kind: NoticeKind
    text: str


class CalculationResult(Wire):
    """The result of a calculator: a decimal in plain notation, or an ISO date; None where it cannot be told (`notes`
    say why)."""

    value: str | None
    unit: str


class CalculationRow(Wire):
    """A further result, and `when` it applies. `value` is None where others set it."""

    name: str
    value: str | None
    unit: str
    when: str = ""


class CalculationBasis(Wire):
    """A provision that a calculation rests on. `gives`: what is taken from it; `steps`: which steps, from 0; `numbers`:
    its citations, none where it is not in the library or not in force then, which `message` explains."""

    reference: str
    gives: str = ""
    steps: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    status: Literal["found", "unknown", "repealed", "not_yet"]
    message: str = ""


class Calculation(Wire):
    """A calculator's steps and its basis. `inputs` are those given; `citations` all numbers of the basis; `cards` stand
    here where there is no answer around it."""

    name: str
    title: str = ""
    inputs: dict[str, Any]
    steps: tuple[str, ...]
    result: CalculationResult
    rows: tuple[CalculationRow, ...] = ()
    notes: tuple[str, ...] = ()
    basis: tuple[CalculationBasis, ...] = ()
    citations: tuple[int, ...]
    cards: tuple[Card, ...] = ()


class UnderstoodInput(Wire):
    """What was taken from the user's own words: `said` are these words, at `[start, end)` of the question."""

    name: str
    label: str
    value: str
    said: str
    start: int
    end: int


class MissingInput(Wire):
    """What a calculation needs and the question does not say. `ask` asks for it; `why` says what it decides;
    `required`: without it there is no result at all. `name` is the input of these `calculations`."""

    name: str
    label: str
    ask: str
    why: str
    required: bool
    calculations: tuple[str, ...] = ()


class Usage(Wire):
    """What the answer cost: `tool_calls` made of `tool_budget`, `refused_calls` beyond it, `retries` of the model,
    tokens as the model's server counts them."""

    tool_calls: int = 0
    tool_budget: int = 0
    refused_calls: int = 0
    retries: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class Timings(Wire):
    """Milliseconds since the question arrived."""

    ground: float = 0.0
    first_sentence: float = 0.0
    total: float = 0.0


class Answer(Wire):
    """An answer. `text` joins the shown sentences with their markers; `citations` holds a card for every number that
    stands in it and in the calculations, in order of first appearance. `understood` and `missing` tell what the
    calculations were made from and what they lack. `nearest` are titles that may help after a refusal."""

    id: str
    question: str
    status: AnswerStatus
    text: str
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Card, ...] = ()
    calculations: tuple[Calculation, ...] = ()
    understood: tuple[UnderstoodInput, ...] = ()
    missing: tuple[MissingInput, ...] = ()
    notices: tuple[Notice, ...] = ()
    withheld: int = 0
    nearest: tuple[str, ...] = ()
    model: str = "extractive"
    usage: Usage = Usage()
    timings_ms: Timings = Timings()
