"""A reference to a law or section must exist, be in force, and be cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from youju.caller import Caller
from youju.knowledge.values import Locator, Passage
from youju.text.folding import find_folded
from youju.verification.clauses import compare
from youju.verification.protocol import (
    Claim,
    Evidence,
    FailedCheck,
    Reference,
    ReferenceResolver,
    Resolution,
)
from youju.verification.repeats import LABEL, repeats_of
from youju.verification.wording import objection

_SAYS_SO = re.compile(
    r"废止|失效|已被?(?:修改|修订|取代|替代)|尚未(?:施行|生效)|将于|自.{4,14}起施行|"
    r"repealed|superseded|not yet in force",
    re.IGNORECASE,
)


Finding = Literal["cited", "not_cited", "not_retrieved", "no_article", "no_law", "repealed", "not_yet"]
"""What became of a reference: it is what the sentence cites; it was retrieved, but is not what the sentence cites; it
exists, but was not retrieved; the law has no such article; there is no such law; it is not in force now, or not yet."""


def finding(reference: Reference, resolution: Resolution, evidence: Evidence) -> Finding:
    """What became of a reference that was resolved, beside the passages of this question."""
    if resolution.existence == "unknown":
        return "no_article" if resolution.instrument else "no_law"
    if resolution.existence != "found":
        return resolution.existence
    if _among(reference, resolution, evidence.cited):
        return "cited"
    return "not_cited" if _among(reference, resolution, evidence.registered) else "not_retrieved"


class ReferenceCheck:
    """Asks each resolver for the references in a claim. Unknown, repealed, not yet in force, not retrieved and not
    cited are different findings. Without a resolver there are no references to check."""

    name = "reference"

    def __init__(self, resolvers: Sequence[ReferenceResolver] = ()) -> None:
        self._resolvers = tuple(resolvers)

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first reference that does not stand. What a cited sentence says of another place
        (依照刑法第五十条的规定) is proved by that sentence."""
        quoted = _sentences(claim, evidence.cited)
        for resolver in self._resolvers:
            for reference in resolver.find(claim.text, before=claim.before):
                if any(find_folded(reference.text, sentence) for sentence in quoted):
                    continue
                resolution = await resolver.resolve(reference, caller, claim.at)
                found = finding(reference, resolution, evidence)
                if found == "cited" or (found in ("repealed", "not_yet") and _SAYS_SO.search(claim.text)):
                    continue
                return self._fails(claim, reference, resolution, found)
        return None

    def _fails(self, claim: Claim, reference: Reference, resolution: Resolution, found: Finding) -> FailedCheck:
        zh, en = (words.format(reference.text) for words in _WORDS[found])
        return objection(self.name, claim, resolution.message or zh, resolution.english or en)


_WORDS: dict[Finding, tuple[str, str]] = {
    "not_cited": ("“{}”不是这句话所引的内容。", "“{}” is not what this sentence cites."),
    "not_retrieved": ("“{}”存在，但本次没有检索到。", "“{}” exists but was not retrieved for this question."),
    "no_article": ("“{}”不存在。", "“{}” does not exist."),
    "no_law": ("“{}”不存在。", "“{}” does not exist."),
    "repealed": ("“{}”在所问日期已废止。", "“{}” had been repealed at the date asked about."),
    "not_yet": ("“{}”在所问日期尚未施行。", "“{}” was not yet in force at the date asked about."),
}


def _sentences(claim: Claim, cited: tuple[Passage, ...]) -> list[str]:
    """The cited sentences that the claim rests on, without the label that is their own address."""
    repeated = [repeat.text for repeat in repeats_of(claim.text, cited)]
    rested_on = {(one.start, one.end) for _, one in compare(claim.text, cited).rests_on if one and one.end}
    return [
        LABEL.sub("", text, count=1) if LABEL.match(text) else text
        for text in (repeated or [passage.text[start:end] for passage in cited for start, end in rested_on])
    ]


def _among(reference: Reference, resolution: Resolution, passages: Sequence[Passage]) -> bool:
    """Whether one of the passages is what the reference points at, by key; or by address, where that says enough: the
    text of another edition, or one that is not in force at the date asked about, is another text."""
    keys = {passage.key for passage in resolution.passages}
    names = {reference.locator.law, *(p.locator.law for p in resolution.passages if p.locator)}
    return any(
        passage.key in keys
        or (
            reference.edition is None
            and passage.in_force.status in _STANDING
            and passage.locator is not None
            and _fits(reference.locator, passage.locator, names)
        )
        for passage in passages
    )


_STANDING = ("in_force", "unknown")


def _fits(wanted: Locator, held: Locator, names: set[str]) -> bool:
    """Whether a passage at `held` contains the address `wanted`; a part that the passage does not name is inside it."""
    return (
        held.law in names
        and (wanted.article is None or (wanted.article, wanted.suffix) == (held.article, held.suffix))
        and (wanted.paragraph is None or held.paragraph in (None, wanted.paragraph))
        and (wanted.item is None or held.item in (None, wanted.item))
    )
