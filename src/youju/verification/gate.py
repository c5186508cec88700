"""The sentence gate: a sentence is judged before a person sees it.

Everything here is deterministic and runs without a model. A check can only object; nothing waives an objection.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from youju.caller import Caller
from youju.citations.calculations import CalculationMade
from youju.citations.cards import Cited
from youju.citations.markers import Marker, Parsed, canonical, parse, with_markers
from youju.citations.quotes import locate_quote
from youju.citations.registry import Registered, Registry
from youju.citations.snippets import Span, merged
from youju.knowledge.values import Passage
from youju.text.folding import visible
from youju.text.overlap import content_units, coverage
from youju.text.sentences import SentenceKind
from youju.verification.calculated import content_of, evidence_of, gives_result
from youju.verification.cells import rows_of, states_cells
from youju.verification.checks.calculation import CalculationCheck
from youju.verification.checks.condition import ConditionCheck
from youju.verification.checks.direction import DirectionCheck
from youju.verification.checks.language import LanguageCheck
from youju.verification.checks.names import NamesCheck
from youju.verification.checks.number import NumberCheck
from youju.verification.checks.polarity import PolarityCheck
from youju.verification.checks.quantifier import QuantifierCheck
from youju.verification.checks.quote import QuoteCheck
from youju.verification.checks.reference import ReferenceCheck
from youju.verification.checks.support import SupportCheck
from youju.verification.claims import is_claim
from youju.verification.clauses import compare, heading_of
from youju.verification.lead_ins import without_mark
from youju.verification.protocol import Claim, ClaimCheck, FailedCheck, ReferenceResolver, Verdict
from youju.verification.short_answers import readings
from youju.verification.verbatim import denied_by_lead, stands_in
from youju.verification.wording import objection

CANDIDATES = 5
"""Registered passages that an uncited claim is tried on, best covering first."""
REST = 0.5
"""Coverage of a clause from which it rests on a sentence."""
ON_TOPIC, BRIEF = 0.4, 3
"""Coverage from which a heading or a question is about what was asked or found; units of one that is too short to state
anything (结论, 注意事项, Summary)."""
UNION = 3
"""Passages that may prove an uncited claim together."""

_ASKS = re.compile(r"哪|什么|多[少久长大]|几|怎|谁|\b(?:which|what|how|when|where|who)\b", re.IGNORECASE)
"""What an open question asks with; one without states what it asks for confirmation of."""
_CLOSING = "。．.！!？?；;…|*_ \t\r\n"


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence with its verdict.

    `text` carries canonical markers of `citations` only. `failed_checks` explain `unsupported`. `quotes` say, for each
    number, which spans of its passage the sentence rests on. `invalid` are markers that were dropped, as written.
    """

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    failed_checks: tuple[FailedCheck, ...] = ()
    quotes: tuple[Cited, ...] = ()
    invalid: tuple[str, ...] = ()


def standard_checks(resolvers: Sequence[ReferenceResolver] = ()) -> tuple[ClaimCheck, ...]:
    """The checks of the core, the cheapest and plainest first."""
    return (
        LanguageCheck(),
        QuoteCheck(),
        NumberCheck(),
        CalculationCheck(),
        NamesCheck(resolvers),
        DirectionCheck(),
        PolarityCheck(),
        QuantifierCheck(),
        ConditionCheck(),
        ReferenceCheck(resolvers),
        SupportCheck(),
    )


@dataclass(frozen=True, slots=True)
class _Sources:
    """All that a sentence of one question may cite."""

    registered: tuple[Registered, ...]
    calculations: tuple[CalculationMade, ...]


class Gate:
    """Judges sentences against the passages of one question."""

    def __init__(self, checks: Sequence[ClaimCheck]) -> None:
        self._checks = tuple(checks)

    async def judge(
        self, sentence: str, registry: Registry, claim: Claim, caller: Caller, kind: SentenceKind = "sentence"
    ) -> CheckedSentence:
        """Judge one sentence as its author wrote it, with markers in any dialect. `claim` gives the context (question,
        text before, date); its own text is not used."""
        parsed = parse(visible(sentence), registry.numbers())
        plain = parsed.without_markers().strip()
        sources = _Sources(tuple(registry), registry.calculations)
        if not is_claim(plain, kind):
            return _without_claim(plain, kind, claim, sources.registered, parsed.invalid)
        words = plain if kind == "code" else without_mark(_without_emphasis(plain))
        numbers, failed, stated = (), (), words
        for stated in readings(words, claim.question):
            read = replace(claim, text=stated)
            if parsed.numbers:
                numbers, failed = await self._cited(read, parsed.numbers, sources, caller)
            else:
                numbers, failed = await self._attributed(read, sources, caller)
            if not failed:
                break
        text = _with_markers(parsed, numbers)
        if failed:
            return CheckedSentence(text, numbers, "unsupported", failed, invalid=parsed.invalid)
        quotes = _quotes(stated, claim.question, [one for one in sources.registered if one.number in numbers])
        return CheckedSentence(text, numbers, "supported", quotes=quotes, invalid=parsed.invalid)

    async def _cited(
        self, claim: Claim, numbers: tuple[int, ...], sources: _Sources, caller: Caller
    ) -> tuple[tuple[int, ...], tuple[FailedCheck, ...]]:
        """Check against what the sentence cites; a citation that the claim holds without, and that proves nothing of
        it alone, goes."""
        failed = await self._failures(claim, numbers, sources, caller)
        if failed:
            return numbers, failed
        kept = list(numbers)
        for number in reversed(numbers):
            others = tuple(other for other in kept if other != number)
            if not others or gives_result(claim.text, number, sources.calculations):
                continue
            if not await self._failures(claim, (number,), sources, caller):
                continue
            if not await self._failures(claim, others, sources, caller):
                kept.remove(number)
        return tuple(kept), ()

    async def _attributed(
        self, claim: Claim, sources: _Sources, caller: Caller
    ) -> tuple[tuple[int, ...], tuple[FailedCheck, ...]]:
        """Find the registered passage that proves an uncited claim, or the few that prove it together."""
        units = content_units(claim.text)
        made = sources.calculations
        ranked = sorted(sources.registered, key=lambda entry: -coverage(units, content_of(entry, made)))[:CANDIDATES]
        first: tuple[FailedCheck, ...] = ()
        for entry in ranked:
            failed = await self._failures(claim, (entry.number,), sources, caller)
            if not failed:
                return (entry.number,), ()
            first = first or failed
        together = tuple(sorted(entry.number for entry in ranked[:UNION]))
        if len(together) > 1:
            numbers, failed = await self._cited(claim, together, sources, caller)
            if not failed:
                return numbers, ()
        if not ranked:
            first = (objection("source", claim, "没有可引用的资料。", "There is no passage to cite."),)
        return (), first

    async def _failures(
        self, claim: Claim, numbers: Sequence[int], sources: _Sources, caller: Caller
    ) -> tuple[FailedCheck, ...]:
        evidence = evidence_of(numbers, sources.registered, sources.calculations)
        cited = evidence.cited
        if states_cells(claim.text, claim.question, cited):
            return ()
        if stands_in(claim.text, cited) and not denied_by_lead(claim.text, claim.before, cited):
            return ()
        found = [await check.check(claim, evidence, caller) for check in self._checks]
        return tuple(failed for failed in found if failed)


_EMPHASIS = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")


def _without_emphasis(text: str) -> str:
    """The words as they are read: a number or name that is half in bold type is whole."""
    return _EMPHASIS.sub(lambda match: match[1] or match[2], text)


def _without_claim(
    plain: str, kind: SentenceKind, claim: Claim, registered: Sequence[Registered], invalid: tuple[str, ...]
) -> CheckedSentence:
    """What states nothing by its words. A heading, a header or a question that is not about what was asked or found is
    a statement in disguise (“## 去年的火灾使公司取消了这项安排”): it carries an objection, and is not shown. A table
    cannot be read without its header, so that one is unsupported."""
    asks = plain.endswith(("？", "?"))
    told = kind in ("heading", "table_row") or (asks and not _ASKS.search(plain))
    if not told or _on_topic(plain, claim.question, registered):
        return CheckedSentence(plain, (), "no_claim", invalid=invalid)
    failed = objection("support", claim, f"资料中没有“{plain}”。", f"The passages do not say “{plain}”.")
    verdict: Verdict = "unsupported" if plain.startswith("|") else "no_claim"
    return CheckedSentence(plain, (), verdict, (failed,), invalid=invalid)


def _on_topic(words: str, question: str, registered: Sequence[Registered]) -> bool:
    """Whether enough of the content stands in the question, or in what was found and its headings."""
    units = content_units(words)
    if len(units) <= BRIEF:
        return True
    texts = [text for entry in registered for text in (entry.passage.text, heading_of(entry.passage))]
    known = frozenset[str]().union(*(content_units(text) for text in (question, *texts)))
    return coverage(units, known) >= ON_TOPIC


def _with_markers(parsed: Parsed, numbers: Sequence[int]) -> str:
    """The text with markers of these numbers only, each once: where it was written last, else before the closing
    punctuation."""
    last: dict[int, Marker] = {number: marker for marker in parsed.markers for number in marker.numbers}
    pieces: list[str] = []
    place = 0
    for marker in parsed.markers:
        kept = canonical([number for number in marker.numbers if number in numbers and last[number] is marker])
        words = parsed.text[place : marker.start]
        pieces += [words if kept else words.rstrip(" "), kept]
        place = marker.end
    text = "".join([*pieces, parsed.text[place:]]).strip()
    missing = [number for number in numbers if number not in last]
    if not missing:
        return text
    end = len(text.rstrip(_CLOSING)) or len(text)
    return with_markers(text, end, missing)


def _quotes(claim: str, question: str, cited: Sequence[Registered]) -> tuple[Cited, ...]:
    """For each number the words of its passage that the claim rests on: the claim itself where it stands there, else
    the sentences nearest to its clauses."""
    return tuple(Cited(entry.number, _spans(claim, question, entry.passage)) for entry in cited)


def _spans(claim: str, question: str, passage: Passage) -> tuple[Span, ...]:
    if rows := rows_of(claim, question, passage):
        return rows
    spans = [
        (source.start, source.end)
        for clause, source in compare(claim, (passage,)).rests_on
        if source and source.end and coverage(clause.units, source.units) >= REST
    ]
    whole = locate_quote(claim, passage)
    if whole and (not spans or whole[1] - whole[0] <= len(claim)):
        return (whole,)
    return tuple(merged(spans))
