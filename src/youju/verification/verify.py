"""Checking an answer that already exists: Youju's own, or anyone's.

Three inputs: Youju's answer JSON (its passages are read from the ledger again, its own quotes are not believed), JSON
`{"answer": …, "sources": […]}`, or plain text, for which passages are searched.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from youju.caller import Caller
from youju.citations.calculations import CalculationMade
from youju.citations.markers import parse
from youju.citations.registry import Registry
from youju.citations.snippets import quote_of
from youju.errors import CallerMistake
from youju.knowledge.values import Passage
from youju.retrieval.values import Scored
from youju.text.language import Language, language_of
from youju.text.sentences import split_sentences
from youju.verification.claims import is_claim
from youju.verification.gate import CheckedSentence, Gate
from youju.verification.protocol import Claim, FailedCheck
from youju.verification.schemas import FailedCheckResult, QuoteResult, SentenceResult, Verification

Find = Callable[[str, Caller], Awaitable[Sequence[Scored]]]
"""Search: the passages that may prove a text, best first, that the caller may read."""
Lookup = Callable[[Sequence[str], Caller], Awaitable[Mapping[str, Passage]]]
"""Passages by id, those that are live and that the caller may read."""


class Remake(Protocol):
    """Makes a calculation again from its inputs, under the numbers of `registry`; None where that cannot be done."""

    async def __call__(
        self, name: str, inputs: Mapping[str, Any], registry: Registry, caller: Caller, language: Language
    ) -> CalculationMade | None:
        """Make it again."""
        ...


FORMS = 'Give Youju\'s answer JSON, {"answer": "…", "sources": ["…"]}, or plain text.'
MAX_SOURCES = 999


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Source(_Loose):
    text: Annotated[str, Field(min_length=1)]
    title: str = ""
    source: str = ""
    number: Annotated[int, Field(ge=1, le=MAX_SOURCES)] | None = None


class _WithSources(_Loose):
    answer: str
    sources: Annotated[list[str | _Source], Field(max_length=MAX_SOURCES)]
    question: str = ""


class _Part(_Loose):
    number: int
    passage_id: str


class _Card(_Loose):
    numbers: list[int]
    passage_id: str
    parts: list[_Part] = []


class _Made(_Loose):
    name: str
    inputs: dict[str, Any]


class _OwnAnswer(_Loose):
    text: str
    citations: list[_Card]
    calculations: Annotated[list[_Made], Field(max_length=MAX_SOURCES)] = []
    question: str = ""


async def verify_answer(  # noqa: PLR0917 - the parts that it works with, as the assembly has them
    given: str | Mapping[str, Any], gate: Gate, caller: Caller, find: Find, lookup: Lookup, remake: Remake | None = None
) -> Verification:
    """Judge every sentence of the answer. Calculations of an own answer are made again. Raises `CallerMistake` for
    input in none of the three forms."""
    form = _read(given)
    registry = Registry()
    offered: frozenset[int] = frozenset()
    if isinstance(form, _WithSources):
        offered = _register_sources(form, registry)
        text, question = form.answer, form.question
    elif isinstance(form, _OwnAnswer):
        offered = await _register_passages(form, registry, lookup, caller)
        for made in form.calculations:
            language = language_of(form.question)
            if remake and (again := await remake(made.name, made.inputs, registry, caller, language)):
                registry.made(again)
        text, question = form.text, form.question
    else:
        text, question = form, ""
    parsed = parse(text, offered)
    checked: list[CheckedSentence] = []
    for unit in split_sentences(parsed.text):
        words = parsed.text[unit.start : unit.end]
        claim = Claim(words, question, before=parsed.text[: unit.start])
        gone = [number for number in parse(words, offered).numbers if registry.get(number) is None]
        if gone:
            checked.append(_without_source(words, gone))
            continue
        if isinstance(form, str) and is_claim(words, unit.kind):
            for found in await find(words, caller):
                registry.register(found)
        checked.append(await gate.judge(words, registry, claim, caller, unit.kind))
    return _result(checked, registry, parsed.invalid)


def _read(given: str | Mapping[str, Any]) -> str | _WithSources | _OwnAnswer:
    if isinstance(given, str):
        text = given.strip().removeprefix("\ufeff").strip()
        if not text:
            raise CallerMistake("There is nothing to verify: the input is empty.", remedy=FORMS)
        if not text.startswith("{"):
            return text
        try:
            value: Any = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
            raise CallerMistake(f"The input begins like JSON but is not valid JSON{where}.", remedy=FORMS) from None
        return _read_object(value)
    return _read_object(given)


def _read_object(given: Mapping[str, Any]) -> _WithSources | _OwnAnswer:
    form = _WithSources if "answer" in given or "sources" in given else _OwnAnswer
    try:
        read = form.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "the input"
        raise CallerMistake(f"The answer to verify cannot be read: {name}: {first['msg']}.", remedy=FORMS) from None
    if not (read.answer if isinstance(read, _WithSources) else read.text).strip():
        raise CallerMistake("There is nothing to verify: the answer is empty.", remedy=FORMS)
    return read


def _register_sources(form: _WithSources, registry: Registry) -> frozenset[int]:
    for place, given in enumerate(form.sources, 1):
        source = _Source(text=given) if isinstance(given, str) and given else given
        if isinstance(source, str):
            raise CallerMistake(f"Source {place} is empty.", remedy=FORMS)
        number = source.number or place
        if registry.get(number):
            raise CallerMistake(f"Two sources have the number {number}.", remedy="Number each source once.")
        registry.restore(number, Scored(_passage(source, number), 1.0, "exact"))
    return registry.numbers()


def _passage(source: _Source, number: int) -> Passage:
    name = source.title or source.source or f"[{number}]"
    identity = f"source-{number}"
    return Passage(
        id=identity,
        document_id=identity,
        version_id=identity,
        ordinal=0,
        text=source.text,
        start=0,
        end=len(source.text),
        source=source.source or name,
        title=name,
    )


async def _register_passages(form: _OwnAnswer, registry: Registry, lookup: Lookup, caller: Caller) -> frozenset[int]:
    """Register what is still there; return all numbers that the answer's cards name."""
    ids: dict[int, str] = {}
    for card in form.citations:
        ids |= dict.fromkeys(card.numbers, card.passage_id)
        ids |= {part.number: part.passage_id for part in card.parts}
    passages = await lookup(list(dict.fromkeys(ids.values())), caller)
    for number, identity in ids.items():
        passage = passages.get(identity)
        if passage is not None:
            registry.restore(number, Scored(passage, 1.0, "exact"))
    return frozenset(ids)


def _without_source(words: str, gone: Sequence[int]) -> CheckedSentence:
    names = "".join(f"[{number}]" for number in gone)
    message = f"The text cited as {names} is not there any more, or you may not read it."
    return CheckedSentence(words, (), "unsupported", (FailedCheck("source", message),))


def _result(checked: Sequence[CheckedSentence], registry: Registry, invalid: tuple[str, ...]) -> Verification:
    counts = Counter(sentence.verdict for sentence in checked)
    status: Literal["supported", "partial", "unsupported", "no_claim"] = "supported"
    if not counts["supported"]:
        status = "unsupported" if counts["unsupported"] else "no_claim"
    elif counts["unsupported"]:
        status = "partial"
    return Verification(
        status=status,
        sentences=tuple(_sentence(sentence, registry) for sentence in checked),
        supported=counts["supported"],
        unsupported=counts["unsupported"],
        no_claim=counts["no_claim"],
        invalid_markers=invalid,
    )


def _sentence(sentence: CheckedSentence, registry: Registry) -> SentenceResult:
    quotes: list[QuoteResult] = []
    for cited in sentence.quotes:
        registered = registry.get(cited.number)
        if registered and cited.spans:
            passage = registered.passage
            quotes.append(
                QuoteResult(number=cited.number, source=passage.source, quote=quote_of(passage.text, cited.spans))
            )
    return SentenceResult(
        text=sentence.text,
        citations=sentence.citations,
        verdict=sentence.verdict,
        failed_checks=tuple(FailedCheckResult(check=f.check, message=f.message) for f in sentence.failed_checks),
        quotes=tuple(quotes),
    )
