"""Messages of the checks in the language of the claim."""

from __future__ import annotations

from youju.text.language import language_of
from youju.verification.protocol import Claim, FailedCheck


def objection(check: str, claim: Claim, zh: str, en: str) -> FailedCheck:
    """A failed check with its reason, Chinese or English as the claim is."""
    return FailedCheck(check, zh if language_of(claim.text) == "zh" else en)
