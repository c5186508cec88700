"""Conditions and exceptions go with the statement they belong to: none is added, none left out."""

from __future__ import annotations

from youju.caller import Caller
from youju.verification.differences import difference_of
from youju.verification.protocol import Claim, Evidence, FailedCheck


class ConditionCheck:
    """如果, …的，, 除外, 但书; if, unless, except."""

    name = "condition"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first condition or exception that only one of claim and source has."""
        return difference_of(self.name, "condition", claim, evidence) or difference_of(
            self.name, "addition", claim, evidence
        )
