"""From written units to shown ones: each is judged, and only what the policy lets through reaches the answer.

What claims nothing (a heading, a lead-in, a greeting) waits for the next sentence that is shown, so that it never
stands alone above something that was withheld. With a judge model, which is asked once a turn, all waits for the
turn's end.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from youju.answering.composition import Composition
from youju.answering.events import AnswerEvent
from youju.caller import Caller
from youju.citations.markers import parse
from youju.text.folding import fold
from youju.text.language import REFUSAL
from youju.text.sentences import SentenceKind
from youju.text.streaming import Piece, Unit
from youju.verification.gate import CheckedSentence, Gate
from youju.verification.judge import UNAVAILABLE, Judge, Judged
from youju.verification.policy import Policy
from youju.verification.protocol import Claim, FailedCheck

_RULER = re.compile(r"\s*\|?[\s:|-]*-{2,}[\s:|-]*$")
_REFUSALS = frozenset(text.strip(" 。.") for text in REFUSAL.values())
_LEADS_IN = ("：", ":")


@dataclass(frozen=True, slots=True)
class _Judged:
    lead: str
    checked: CheckedSentence
    kind: SentenceKind


class Examiner:
    """Judges the units of one answer, in their order. `failed` are those of the turn that may not be shown."""

    def __init__(
        self, gate: Gate, policy: Policy, answer: Composition, caller: Caller, judge: Judge | None = None
    ) -> None:
        self.failed: list[CheckedSentence] = []
        self._gate = gate
        self._policy = policy
        self._answer = answer
        self._caller = caller
        self._second = judge
        self._waiting: list[list[_Judged]] = []  # units that the judge has still to see
        self._held: list[_Judged] = []
        self._lead = ""  # of what was withheld since the last shown sentence
        self._shown: set[str] = set()

    async def take(self, unit: Unit) -> list[AnswerEvent]:
        """Judge a unit; return the events of what may be shown."""
        headed = len(unit) > 1 and bool(_RULER.match(unit[1].text))
        judged = [await self._judge(piece, header=headed and not place) for place, piece in enumerate(unit)]
        if headed and judged[0].checked.verdict == "unsupported":  # then the rows cannot be read
            judged = [_without_header(one, judged[0]) for one in judged]
        if self._second is not None:
            self._waiting.append(judged)
            return []
        return self._settled(judged)

    def _settled(self, judged: Sequence[_Judged]) -> list[AnswerEvent]:
        held = list(self._held)
        events = [event for one in judged for event in self._settle(one)]
        if len(judged) > 1 and not events:
            self._held = held  # a table of which no row is shown has no header either
        return events

    async def finish(self, *, whole: bool = True) -> list[AnswerEvent]:
        """The turn is over: what still waits is shown if there is an answer that it belongs to, and it came `whole`."""
        events = [event for judged in await self._reviewed() for event in self._settled(judged)]
        trailing = [one for one in self._held if whole and not self._opens(one)]
        self._held = []
        if self._answer.text:
            events += [event for one in trailing for event in self._show(one, one.checked)]
        return events

    def discard(self) -> None:
        """The turn goes on with tools: what was written beside the calls and is not shown yet was no answer."""
        self._held = []
        self._waiting = []
        self.failed = []

    @property
    def unjudged(self) -> bool:
        """Whether something failed only because the judge gave no verdict: asking the writer again would not help."""
        return any(one.check == UNAVAILABLE for checked in self.failed for one in checked.failed_checks)

    async def _reviewed(self) -> list[list[_Judged]]:
        """The units that waited for the judge; what it objects to is unsupported."""
        waiting, self._waiting = self._waiting, []
        passed = [one for judged in waiting for one in judged if one.checked.verdict == "supported"]
        if self._second is None or not passed:
            return waiting
        objections = await self._second.review([self._for_judge(one.checked) for one in passed])
        objected = {id(one): failed for one, failed in zip(passed, objections, strict=True) if failed}
        return [[_refuted(one, objected.get(id(one))) for one in judged] for judged in waiting]

    def _for_judge(self, checked: CheckedSentence) -> Judged:
        registry = self._answer.registry
        cited = [registry.get(number) for number in checked.citations]
        return Judged(
            parse(checked.text, registry.numbers()).without_markers(), tuple(one.passage for one in cited if one)
        )

    async def _judge(self, piece: Piece, *, header: bool) -> _Judged:
        await asyncio.sleep(0)  # the gate itself never waits: others, and who wants to stop, come in between
        claim = Claim("", self._answer.question.text, before=self._before(), at=self._answer.question.at)
        checked = await self._gate.judge(
            piece.text, self._answer.registry, claim, self._caller, "heading" if header else piece.kind
        )
        return _Judged(piece.lead, checked, piece.kind)

    def _before(self) -> str:
        """What a reader has before the sentence, if it is shown."""
        return self._answer.text + "".join(one.lead + one.checked.text for one in self._held)

    def _settle(self, judged: _Judged) -> Iterator[AnswerEvent]:
        checked = judged.checked
        if checked.verdict == "no_claim":
            if not checked.failed_checks:
                self._hold(judged)
            return
        key = self._key(checked)
        if key in self._shown:
            return
        shown = self._policy(checked)
        if shown is None:
            if all(other.text != checked.text for other in self.failed):
                self.failed.append(checked)
            self._lead = _stronger(self._lead, judged.lead)
            return
        self._shown.add(key)
        for one in self._kept_for(judged.kind):
            yield from self._show(one, one.checked)
        yield from self._show(judged, shown)

    def _hold(self, judged: _Judged) -> None:
        if judged.kind == "heading":
            self._held = []
        if judged.checked.text and judged.checked.text.strip(" 。.") not in _REFUSALS:
            self._held.append(judged)  # the refusal beside an answer would deny it

    def _kept_for(self, kind: SentenceKind) -> list[_Judged]:
        """What waits and belongs to a shown piece of this kind: not what led into a list that was withheld."""
        held, self._held = self._held, []
        lost = bool(self.failed) and kind in ("sentence", "code")
        return [one for one in held if not (lost and one.checked.text.rstrip().endswith(_LEADS_IN))]

    def _show(self, judged: _Judged, shown: CheckedSentence) -> Iterator[AnswerEvent]:
        lead, self._lead = _stronger(self._lead, judged.lead), ""
        yield from self._answer.show(shown, lead)

    def _key(self, checked: CheckedSentence) -> str:
        """The same statement again, whatever it cites and however it is set."""
        plain = parse(checked.text, self._answer.registry.numbers()).without_markers()
        return fold(re.sub(r"^[\s>*#\-\d.、）)]+|[*_\s。.]+$", "", plain)).text

    @staticmethod
    def _opens(judged: _Judged) -> bool:
        return judged.kind in ("heading", "table_row") or judged.checked.text.rstrip().endswith(_LEADS_IN)


def _refuted(judged: _Judged, failed: FailedCheck | None) -> _Judged:
    if failed is None:
        return judged
    checked = replace(judged.checked, verdict="unsupported", failed_checks=(failed,), quotes=())
    return replace(judged, checked=checked)


def _without_header(row: _Judged, header: _Judged) -> _Judged:
    if row.checked.verdict == "no_claim":
        return row
    failed = row.checked.failed_checks or header.checked.failed_checks
    text, numbers = row.checked.text, row.checked.citations
    return _Judged(row.lead, CheckedSentence(text, numbers, "unsupported", failed), row.kind)


def _stronger(one: str, other: str) -> str:
    """The white space that parts more."""
    return max(one, other, key=lambda lead: (lead.count("\n"), len(lead)))
