"""A figure that comes from a calculation must be said of what the calculation says it of.

经济补偿 of 28,000 and 赔偿金 of 56,000 rest on the same article; a sentence that cites it may give each its own figure
and no other's.
"""

from __future__ import annotations

from collections.abc import Sequence

from youju.caller import Caller
from youju.citations.calculations import Statement
from youju.knowledge.values import Passage
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import content_units, coverage
from youju.text.sentences import split_clauses
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

_NAMED = 0.5
"""Share of a subject's content that a sentence must have to name it."""
_FIGURES = ("money", "duration", "count", "date")


class CalculationCheck:
    """Objects to a result of a calculation that is given as another's, or as nobody's."""

    name = "calculation"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first figure that no cited passage has and that is another result than the sentence says."""
        results = [one for one in evidence.other if one.subject]
        if not results:
            return None
        for span in split_clauses(claim.text):
            clause = claim.text[span.start : span.end]
            for figure in find_quantities(clause):
                said = clause[figure.start : figure.end]
                if figure.kind in _FIGURES and _misplaced(figure, clause, claim.text, results, evidence.cited):
                    return objection(
                        self.name,
                        claim,
                        f"“{said}”不是这一项的计算结果。",
                        f"“{said}” is not the result of what the sentence names.",
                    )
        return None


def _misplaced(
    figure: Quantity, clause: str, sentence: str, results: Sequence[Statement], cited: Sequence[Passage]
) -> bool:
    """Whether the figure is a result, and the clause (or, where it names none, the sentence) names another one."""
    mine = [one for one in results if _holds(figure, one.text)]
    if not mine or any(_holds(figure, passage.text) for passage in cited if passage.source):
        return False
    others = [one for one in results if one not in mine]
    for words, several in ((clause, False), (sentence, True)):
        best, rival = _named(words, mine), _named(words, others)
        if best or rival:
            return rival > best or (several and rival == best)
    return bool(others)


def _named(words: str, results: Sequence[Statement]) -> tuple[float, ...]:
    """How closely the words name one of these results: the content of its subject that they have, and its share of the
    subject; nothing under `_NAMED`. 经济补偿加代通知金 names N+1 more closely than N."""
    units = content_units(words)
    best = (0.0, 0.0)
    for one in results:
        subject = content_units(one.subject)
        share = coverage(subject, units)
        if share >= _NAMED:
            best = max(best, (share * len(subject), share))
    return best if best[0] else ()


def _holds(figure: Quantity, text: str) -> bool:
    return any(figure.proved_by(other) for other in find_quantities(text))
