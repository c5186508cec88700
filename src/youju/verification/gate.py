"""Interim: verbatim sentences only, until the whole gate lands."""

from __future__ import annotations

from dataclasses import dataclass

from youju.caller import Caller
from youju.citations.cards import Cited
from youju.citations.markers import parse
from youju.citations.registry import Registry
from youju.text.folding import find_folded
from youju.verification.protocol import Claim, FailedCheck, Verdict


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence and its verdict."""

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    failed_checks: tuple[FailedCheck, ...] = ()
    cited: tuple[Cited, ...] = ()


class Gate:
    """Judges sentences."""

    async def judge(self, text: str, registry: Registry, claim: Claim, caller: Caller) -> CheckedSentence:
        """Judge one sentence with markers."""
        parsed = parse(text, registry.numbers())
        cited = []
        for number in parsed.numbers:
            entry = registry.get(number)
            plain = parsed.without_markers().strip("| ").replace(" |", " |")
            span = find_folded(plain, entry.passage.text) if entry else None
            if span:
                cited.append(Cited(number, (span,)))
        verdict: Verdict = "supported" if cited else "unsupported"
        return CheckedSentence(parsed.text, parsed.numbers, verdict, (), tuple(cited))
