"""The claim must be about what the cited text is about: content coverage, without a model."""

from __future__ import annotations

from youju.caller import Caller
from youju.text.overlap import coverage
from youju.verification.clauses import clauses_of, clauses_of_passage, is_attribution
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

WHOLE = 0.5
"""Content of the claim that the cited text must hold, in the sentences that match its clauses best."""
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
        covered = total = 0.0
        for clause in clauses_of(claim.text):
            if not clause.units or is_attribution(clause.text):
                continue
            share = max(coverage(clause.units, source.units | source.context) for source in sources)
            if share < EACH and len(clause.units) >= CONTENT:
                return self._fails(claim, clause.text)
            covered += share * len(clause.units)
            total += len(clause.units)
        if total and covered / total < WHOLE:
            return self._fails(claim, claim.text)
        return None

    def _fails(self, claim: Claim, words: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"所引资料没有这样的内容：“{words.strip()}”。",
            f"The cited passages do not say this: “{words.strip()}”.",
        )
