"""How much of what a sentence speaks of must stay: 全部 is not 部分, 仅 cannot go, “and” is not “or”."""

from __future__ import annotations

from youju.caller import Caller
from youju.verification.differences import difference_of
from youju.verification.protocol import Claim, Evidence, FailedCheck


class QuantifierCheck:
    """全部, 部分, 均, 仅, 一般, 或者; all, some, only, usually, or."""

    name = "quantifier"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first word of amount or choice that the source has otherwise."""
        return difference_of(self.name, "quantifier", claim, evidence)
