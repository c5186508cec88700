"""The claim must be about what the cited text is about: content coverage, without a model."""

from __future__ import annotations

import re

from youju.caller import Caller
from youju.text.overlap import coverage
from youju.verification.clauses import clauses_of, clauses_of_passage
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

WHOLE = 0.5
"""Content of the claim that the cited text must hold, in the sentences that match its clauses best."""
EACH = 0.3
"""The same for each clause with at least `CONTENT` units: nothing may be added to a supported sentence."""
CONTENT = 4

_ATTRIBUTION = re.compile(
    r"(?:根据|按照|依据|依照|按)?(?:本|该|我们?)?(?:公司|单位|法律|法规|有关|相关|上述|以上|现行|内部|的|制度|手册|办法|政策|资料|"
    r"文件|文档|条款|内容|要求|规定)+(?:的?规定|可知|要求)?"
    r"|(?:according to|under|as stated in|per) (?:the|our|this) (?:company|policy|handbook|documents?|rules?|policies)",
    re.IGNORECASE,
)
"""Words that only say where a statement comes from."""


class SupportCheck:
    """Coverage by characters and words: a floor that keeps out what is not in the sources at all."""

    name = "support"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to a claim, or a clause of it, whose content the cited passages do not hold."""
        sources = [clause for passage in evidence.cited for clause in clauses_of_passage(passage)]
        if not sources:
            return objection(self.name, claim, "没有任何资料支持这句话。", "No passage supports this sentence.")
        covered = total = 0.0
        for clause in clauses_of(claim.text):
            if not clause.units or _ATTRIBUTION.fullmatch(clause.text.strip()):
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
