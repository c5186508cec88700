"""The claim must be about what the cited text is about: its content must stand there, without a model.

The trained scorer decides, above floors that it cannot waive: no clause with content may be absent from the cited text.
Where the scorer's file cannot be read, fixed thresholds of coverage decide.
"""

from __future__ import annotations

from youju.caller import Caller
from youju.errors import PartUnavailable
from youju.knowledge.values import Passage
from youju.text.overlap import coverage
from youju.verification.clauses import clauses_of, clauses_of_passage, is_attribution, without_introduction
from youju.verification.features import Part, Rarity, parts_of
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.scorer import Scorer, installed
from youju.verification.senses import matter
from youju.verification.wording import objection

HEAVY, FLOOR = 2.5, 0.3
"""Beside the scorer: a clause whose content weighs `HEAVY` (two or three rare units) must be held by `FLOOR` of it."""

WHOLE = 0.5
"""Without the scorer: content of the claim that must stand in the source clauses that match its clauses best."""
SHORT, WHOLE_OF_SHORT = 8, 0.7
"""A claim with fewer units than `SHORT` must be covered more: few common words stand in any text."""
EACH = 0.3
"""The same for each clause with at least `CONTENT` units: nothing may be added to a supported sentence."""
CONTENT = 4


class SupportCheck:
    """Keeps out what is not in the sources at all, and what was added to what is. `scorer` is the one of this package
    unless another is given; why there is none (`PartUnavailable`) means thresholds."""

    name = "support"

    def __init__(self, scorer: Scorer | PartUnavailable | None = None) -> None:
        self._scorer = scorer

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to a claim, or a clause of it, whose content the cited passages do not hold."""
        if not evidence.cited:
            return objection(self.name, claim, "没有任何资料支持这句话。", "No passage supports this sentence.")
        scorer = self._scorer or installed()
        if isinstance(scorer, Scorer):
            words = _unsupported(claim.text, evidence, scorer)
        else:
            words = _uncovered(claim.text, evidence)
        return None if words is None else self._fails(claim, words)

    def _fails(self, claim: Claim, words: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"所引资料没有这样的内容：“{words.strip()}”。",
            f"The cited passages do not say this: “{words.strip()}”.",
        )


def _unsupported(text: str, evidence: Evidence, scorer: Scorer) -> str | None:
    """The clause that is not held, or the whole claim if its score is too low; None if it is supported."""
    parts = parts_of(text, evidence.cited, scorer.rarity)
    if not parts:
        return None if any(clause.quantities for clause in clauses_of(text)) else text
    absent = next(filter(_absent, parts), None)
    if absent:
        return absent.text
    return text if scorer.score(text, evidence.cited) < scorer.threshold else None


def _absent(part: Part) -> bool:
    return part.weight >= HEAVY and part.held < FLOOR


def floor_fails(text: str, passages: tuple[Passage, ...], rarity: Rarity) -> bool:
    """Whether the claim has a clause that is under the floor, whatever its score."""
    return any(map(_absent, parts_of(text, passages, rarity)))


def _uncovered(text: str, evidence: Evidence) -> str | None:
    """The same by thresholds on coverage."""
    sources = [clause for passage in evidence.cited for clause in clauses_of_passage(passage)]
    about = [matter(source.text) | source.units | source.context for source in sources]
    covered = total = 0.0
    measured = False
    for clause in clauses_of(text):
        measured = measured or bool(clause.quantities)
        wanted = matter(without_introduction(clause.text))
        if not wanted or is_attribution(clause.text):
            continue
        share = max(coverage(wanted, content) for content in about)
        if share < EACH and len(wanted) >= CONTENT:
            return clause.text
        covered += share * len(wanted)
        total += len(wanted)
    enough = covered >= total * (WHOLE if total >= SHORT else WHOLE_OF_SHORT)
    return None if enough and (total or measured) else text
