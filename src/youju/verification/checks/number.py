"""Every quantity of a claim must be said, in value and unit, by the evidence clause that speaks of the same thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal

from youju.caller import Caller
from youju.knowledge.values import Passage
from youju.text.folding import find_folded
from youju.text.names import Name
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import content_units, coverage
from youju.text.units import GENERIC_MEASURES
from youju.verification.addresses import Addresses
from youju.verification.cells import contradicted
from youju.verification.checks.names import names_fit
from youju.verification.clauses import TIE, Clause, Comparison, compare, heading_of, likeness
from youju.verification.lead_ins import stated
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.repeats import joined, leads_in, repeats_of
from youju.verification.slots import Beside, Masked, Slot, beside, mask
from youju.verification.wording import objection

_CONDITION = re.compile(r"您|你|如果|若|假如|倘若|当事人|\b(?:you|your|if)\b", re.IGNORECASE)
_DIGITS = r"[\d〇零一二三四五六七八九十百]"
_TWICE = re.compile(rf"(?<!{_DIGITS})({_DIGITS}{{1,6}})[、和及]\1(?!{_DIGITS}|\.)")
_RESTATED = 0.8
_VERBATIM = 0.5


class NumberCheck:
    """Numbers, amounts, rates, multiples, dates, times, durations, ordinals and codes."""

    name = "number"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first quantity that is nowhere in the cited text, or only where it speaks of something else."""
        wrong = contradicted(claim.text, claim.question, evidence.cited) or next(_wrong(claim, evidence.cited), None)
        return self._fails(claim, *wrong) if wrong else None

    def _fails(self, claim: Claim, said: str, found: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"“{said}”与所引资料不符" + (f"，资料为“{found}”。" if found else "，资料中没有。"),
            f"“{said}” is not what the cited passages say" + (f": “{found}”." if found else "."),
        )


def _wrong(claim: Claim, cited: tuple[Passage, ...]) -> Iterator[tuple[str, str]]:
    """The quantities that are not proved: as the claim says each, and as the source says it (empty: nowhere)."""
    comparison = compare(claim.text, cited)
    repeats = [repeat for repeat in repeats_of(claim.text, cited) if names_fit(repeat, cited)]
    unlike = [_misplaced(repeat.side, repeat.claim, repeat.text) for repeat in repeats]
    if all(unlike):
        yield from (one for one in unlike if one)
    whole = [repeat for repeat, one in zip(repeats, unlike, strict=True) if repeat.whole and not one]
    settled = bool(whole)
    addresses = Addresses(claim.text, comparison, cited)
    if settled:
        lead = _lead(claim.text, whole[0].claim)
        for label in find_quantities(f"·{lead}" if lead else ""):
            if label.kind == "article" and not addresses.bears(label):
                yield lead[max(0, label.start - 1) : label.end - 1], ""
    for clause, source in comparison.rests_on:
        if leads_in(clause.text):
            yield from ((said, "") for said in _misled(clause, source, addresses, cited))
        elif not settled:
            yield from _unproved(clause, source, comparison, addresses, claim, cited)
    if not settled and comparison.repeats and (surplus := _surplus(comparison)):
        yield surplus, ""
    if settled:
        yield from ((code, "") for code in _strange_codes(claim.text, cited))
    if exotic := _exotic(claim.text, cited):
        yield exotic, ""
    for twice in _TWICE.finditer(claim.text):  # 十九、十九届: a list that names the same number twice has lost one
        if not any(twice[0] in passage.text for passage in cited):
            yield twice[0], ""


def _lead(claim: str, repeated: str) -> str:
    """The words before the statement that is repeated: what leads in, else all before what the source has."""
    statement = stated(claim)
    led_in = claim != statement and claim.endswith(statement)
    return claim.removesuffix(statement if led_in else repeated)


def _misled(clause: Clause, source: Clause | None, addresses: Addresses, cited: tuple[Passage, ...]) -> Iterator[str]:
    """The quantities of words that say where the statement stands: an address that is another's, a year that no
    passage bears."""
    for quantity in clause.quantities:
        if quantity.kind == "article":
            proved = addresses.proves(quantity, clause, source)
        else:
            texts = (text for passage in cited for text in (heading_of(passage), passage.text))
            proved = any(quantity.proved_by(other) for text in texts for other in find_quantities(text))
        if not (proved or quantity.indefinite or quantity.kind == "frequency"):
            yield clause.text[quantity.start : quantity.end]


def _unproved(  # noqa: PLR0917 - all that a quantity may be proved by
    clause: Clause,
    source: Clause | None,
    comparison: Comparison,
    addresses: Addresses,
    claim: Claim,
    cited: tuple[Passage, ...],
) -> Iterator[tuple[str, str]]:
    """The quantities of a clause that the clause it rests on, or an equal one, does not prove."""
    if source and (displaced := _displaced(clause, source)):
        yield displaced
    for quantity in clause.quantities:
        said = clause.text[quantity.start : quantity.end]
        if quantity.kind == "article":
            if not addresses.proves(quantity, clause, source):
                yield said, ""
        elif not (_addressed(quantity, clause, cited) or _restated(quantity, clause, claim, comparison)):
            rival = _rival(quantity, clause, comparison)
            if rival is not None:
                yield said, _said(quantity, rival)
    if source and _exchanged(clause, source):
        yield clause.text.strip(), source.text.strip()


def _surplus(comparison: Comparison) -> str:
    """A quantity that the claim says more often than the sentence it repeats; empty if there is none."""
    said = [other for source in comparison.sources for other in source.quantities]
    every = [
        (clause, one)
        for clause, _ in comparison.rests_on
        for one in clause.quantities
        if one.kind != "frequency" and not one.indefinite
    ]
    for clause, quantity in every:
        here = sum((_worth(quantity), quantity.upper) == (_worth(one), one.upper) for _, one in every)
        if 1 < here > sum(quantity.proved_by(other) for other in said):
            return clause.text[quantity.start : quantity.end]
    return ""


def _strange_codes(text: str, passages: Sequence[Passage]) -> Iterator[str]:
    """Codes of the claim that stand nowhere in the cited text: a repeated sentence is compared without its codes."""
    for code in find_quantities(text):
        words = text[code.start : code.end]
        if code.kind == "code" and not any(
            find_folded(words, passage.text) or find_folded(words, heading_of(passage)) for passage in passages
        ):
            yield words


def _exotic(text: str, passages: Sequence[Passage]) -> str:
    """A number sign that is no digit (⑩, Ⅻ, ½) and that no cited passage holds; empty if there is none."""
    return next(
        (
            char
            for char in text
            if unicodedata.category(char) in ("Nl", "No")
            and not any(char in passage.text or char in heading_of(passage) for passage in passages)
        ),
        "",
    )


def _displaced(clause: Clause, source: Clause) -> tuple[str, str] | None:
    """A quantity that is not the one at the same place of a source clause that the claim repeats, and that one."""
    side = beside(_masked(clause), _masked(source))
    return _misplaced(side, clause.text, source.text) if side else None


def _misplaced(side: Beside[Name | Quantity], claim: str, source: str) -> tuple[str, str] | None:
    for slot, rival in side.pairs:
        mine, theirs = _quantities(slot), _quantities(rival)
        for quantity in mine:
            proving = sum(_is(quantity, other) for other in theirs)
            if proving < sum(_worth(quantity) == _worth(other) for other in mine):
                return claim[quantity.start : quantity.end], source[rival.start : rival.end]
    for said, rival in side.replaced:  # 一人 states no number of its own, but not where the source says 两人
        if _quantities(rival) and any(one.kind != "frequency" for one in find_quantities(f"·{said}")):
            return said, source[rival.start : rival.end]
    return None


def _is(quantity: Quantity, other: Quantity) -> bool:
    """Whether a quantity is the one that stands at its place: as exact, and a range for a range."""
    alike = quantity.about == other.about and (quantity.upper is None) == (other.upper is None)
    return alike and quantity.proved_by(other)


def _quantities(slot: Slot[Name | Quantity]) -> tuple[Quantity, ...]:
    return tuple(fact for fact in slot.facts if isinstance(fact, Quantity))


def _masked(clause: Clause) -> Masked[Name | Quantity]:
    """The clause with its quantities masked; those that one phrase names together, or that overlap, once."""
    kept: list[Quantity] = []
    for quantity in clause.quantities:
        if not quantity.indefinite and (not kept or quantity.start >= kept[-1].end):
            kept.append(quantity)
    return mask(clause.text, kept, joined)


def _addressed(quantity: Quantity, clause: Clause, passages: Sequence[Passage]) -> bool:
    """A code is proved by standing anywhere in the cited text."""
    if quantity.kind != "code":
        return False
    return not any(_strange_codes(clause.text[quantity.start : quantity.end], passages))


def _restated(quantity: Quantity, clause: Clause, claim: Claim, comparison: Comparison) -> bool:
    """A fact of the user's own, restated as a condition (“如果您工作了3年4个月”), that no source contradicts."""
    if not claim.question or not _CONDITION.search(clause.text):
        return False
    if not any(quantity.proved_by(other) for other in find_quantities(claim.question)):
        return False
    alike = coverage(clause.units, content_units(claim.question)) >= _RESTATED
    rivals = any(_rivals(quantity, other) for source in comparison.sources for other in source.quantities)
    return alike and not rivals


_NOWHERE = Clause("", "", 0, 0, frozenset(), frozenset(), ())


def _rival(quantity: Quantity, clause: Clause, comparison: Comparison) -> Clause | None:
    """The clause that speaks of the same thing and says another quantity; `_NOWHERE` if none says this one; None if
    the quantity is proved."""
    proving = against = -1.0
    rival = _NOWHERE
    for source in comparison.sources:
        proves = _times(quantity, source) >= max(1, _times(quantity, clause))
        if not proves and not any(_rivals(quantity, other) for other in source.quantities):
            continue
        score = comparison.match(clause, source, but=quantity)
        if proves:
            proving = max(proving, score)
        elif score > against:
            against, rival = score, source
    if quantity.indefinite and proving < 0:
        return rival if against >= 1.0 else None
    return None if proving >= 0 and against <= proving + TIE else rival


_MEASURED = ("money", "duration", "percentage", "multiple", "date", "time")


def _exchanged(clause: Clause, source: Clause) -> bool:
    """Whether the clause says the quantities of its source in another order: 每工作5日休2个月 for 每工作2个月休5日.
    A list (三日、十日) has no order."""
    mine = [quantity for quantity in clause.quantities if quantity.kind in _MEASURED]
    theirs = [quantity for quantity in source.quantities if quantity.kind in _MEASURED]
    if len(mine) < 2 or "、" in clause.text[mine[0].end : mine[-1].start]:
        return False
    here, there = [_worth(quantity) for quantity in mine], [_worth(quantity) for quantity in theirs]
    same = likeness(clause.text, source.text).share >= _VERBATIM
    return same and here != there and sorted(here) == sorted(there)


def _worth(quantity: Quantity) -> tuple[str, str, Decimal]:
    return quantity.kind, quantity.unit, quantity.value


def _times(quantity: Quantity, clause: Clause) -> int:
    """How often the clause says this quantity: 五千元以上五千元以下 is not proved by one 五千元."""
    return sum(quantity.proved_by(other) for other in clause.quantities)


def _rivals(quantity: Quantity, other: Quantity) -> bool:
    """Whether both measure the same sort of thing, so that one could be written for the other."""
    if quantity.kind != other.kind:
        return False
    if quantity.kind in ("count", "ordinal", "article"):
        measures = {quantity.unit, other.unit}
        return len(measures) == 1 or measures <= GENERIC_MEASURES
    return True


def _said(quantity: Quantity, rival: Clause) -> str:
    for other in rival.quantities:
        if _rivals(quantity, other):
            return rival.text[other.start : other.end]
    return ""
