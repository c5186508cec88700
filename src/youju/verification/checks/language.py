"""A sentence in another language than its sources cannot be held against them without a model."""

from __future__ import annotations

from youju.caller import Caller
from youju.text.language import language_of
from youju.text.overlap import content_units, coverage
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

SHARED = 0.5
"""Share of the claim's words that the sources hold as they are (names, commands) from which it can be checked."""
LEAST = 2
"""Units of content of a claim that is in a language at all."""


class LanguageCheck:
    """An English sentence over Chinese passages, or the other way round, is withheld and told so plainly."""

    name = "language"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object where no cited passage is in the language of the claim and they share no words."""
        wanted = content_units(claim.text)
        spoken = language_of(claim.text)
        if len(wanted) < LEAST or not evidence.cited or any(language_of(one.text) == spoken for one in evidence.cited):
            return None
        if coverage(wanted, frozenset[str]().union(*(content_units(one.text) for one in evidence.cited))) >= SHARED:
            return None
        return objection(
            self.name,
            claim,
            "这句话是中文，所引资料是英文，无法逐字核对，因此不予显示。",
            "This sentence is in English and the cited passages are in Chinese: it cannot be checked against them.",
        )
