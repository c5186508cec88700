"""The claim must be about what the cited text is about: content coverage, without a model."""

from __future__ import annotations

from youju.caller import Caller
from youju.text.overlap import coverage
from youju.verification.clauses import clauses_of, clauses_of_passage, is_attribution, without_introduction
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.senses import matter
from youju.verification.wording import objection

WHOLE = 0.5
"""Content of the claim that the cited text must hold, in the clauses that match its clauses best."""
SHORT, WHOLE_OF_SHORT = 8, 0.7
"""A claim with fewer units than `SHORT` must be covered more: few common words stand in any text."""
EACH = 0.3
"""The same for each clause with at least `CONTENT` units: nothing may be added to a supported sentence."""
CONTENT = 4


class SupportCheck:
    """Coverage by characters and words: a floor that keeps out what is not in the sources at all."""

    name = "support"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to a claim, or a clause of it, whose content the cited passages do not hold."""
        sources = [clause for passage in evidence.cited for clause in clauses_of_passage(passage)]
        if not evidence.cited:
            return objection(self.name, claim, "没有任何资料支持这句话。", "No passage supports this sentence.")
        about = [matter(source.text) | source.units | source.context for source in sources]
        covered = total = 0.0
        measured = False
        for clause in clauses_of(claim.text):
            measured = measured or bool(clause.quantities)
            wanted = matter(without_introduction(clause.text))
            if not wanted or is_attribution(clause.text):
                continue
            share = max(coverage(wanted, content) for content in about)
            if share < EACH and len(wanted) >= CONTENT:
                return self._fails(claim, clause.text)
            covered += share * len(wanted)
            total += len(wanted)
        if covered < total * (WHOLE if total >= SHORT else WHOLE_OF_SHORT) or not (total or measured):
            return self._fails(claim, claim.text)
        return None

    def _fails(self, claim: Claim, words: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"所引资料没有这样的内容：“{words.strip()}”。",
            f"The cited passages do not say this: “{words.strip()}”.",
        )
