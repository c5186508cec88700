"""The provisions of a calculation in the library: found by the one resolver, as of the day of the events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from youju.caller import Caller
from youju.citations.snippets import Span
from youju.knowledge.values import Passage
from youju.law.calculators.values import NOTHING, Basis, Said
from youju.law.provisions import Provision
from youju.law.references import StatuteReferences
from youju.verification.protocol import Existence

IMPORT = Said(
    "可用 youju law install（国家法律）或 youju law import 路径 导入其文本。",
    "`youju law install` (national laws) or `youju law import PATH` takes its text in.",
)


@dataclass(frozen=True, slots=True)
class Ground:
    """A provision that a result rests on, and what the ledger has of it. `passages` only where it is in force then;
    `spans`, by the key of a passage, are the 款 or 项 in its text (none where the whole article is meant). `message`:
    why it is not cited, or what to know of the text that is."""

    basis: Basis
    existence: Existence
    passages: tuple[Passage, ...] = ()
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict[str, tuple[Span, ...]])
    message: Said = NOTHING


class Grounds:
    """Looks provisions up for one caller."""

    def __init__(self, references: StatuteReferences) -> None:
        self._references = references

    async def look_up(self, basis: Sequence[Basis], caller: Caller, day: date | None) -> list[Ground]:
        """Each as of `day`, and those that apply to what is decided now as of today; in their order."""
        found: dict[Basis, Provision] = {}
        for at, some in ((day, [one for one in basis if not one.now]), (None, [one for one in basis if one.now])):
            found |= await self._resolved({one: one.reference for one in some}, caller, at)
            annexed = {
                one: Basis(one.within, one.address).reference
                for one in some
                if one.within and one in found and not found[one].law
            }
            found |= await self._resolved(annexed, caller, at)
        whole = {one for one in basis if not one.address and await self.any_held((one,), caller)}
        return [_uncited(one) if one in whole else _ground(one, found.get(one)) for one in basis]

    async def any_held(self, basis: Sequence[Basis], caller: Caller) -> bool:
        """Whether the library holds any of these instruments, in force or not."""
        names = dict.fromkeys(name for one in basis for name in (one.law, one.within) if name)
        found = await self._resolved({Basis(name): f"《{name}》第一条" for name in names}, caller, None)
        return any(one.passages or (one.law and one.existence == "unknown") for one in found.values())

    async def _resolved(self, asked: Mapping[Basis, str], caller: Caller, at: date | None) -> dict[Basis, Provision]:
        """What each reference points at; left out is one without an article, which no address leads to."""
        found = {basis: self._references.find(written) for basis, written in asked.items()}
        known = {basis: references[0] for basis, references in found.items() if references}
        provisions = await self._references.provisions(list(known.values()), caller, at)
        return dict(zip(known, provisions, strict=True))


def _ground(basis: Basis, provision: Provision | None) -> Ground:
    if provision is None or not (provision.law or provision.candidates):
        return Ground(basis, "unknown", message=_absent(basis))
    told = Said(provision.message.zh, provision.message.en)
    if provision.existence != "found":
        return Ground(basis, provision.existence, message=told)
    notes = Said("".join(one.zh for one in provision.notes), " ".join(one.en for one in provision.notes))
    return Ground(basis, "found", provision.passages, _spans(provision), notes)


def _spans(provision: Provision) -> dict[str, tuple[Span, ...]]:
    """The 款 or 项 that is named, in the text of each passage that holds some of it."""
    address = provision.reference.locator
    if address.paragraph is None and address.item is None:
        return {}
    return {
        passage.key: tuple(
            (max(start, passage.start) - passage.start, min(end, passage.end) - passage.start)
            for start, end in provision.spans
            if start < passage.end and passage.start < end
        )
        for passage in provision.passages
    }


def _uncited(basis: Basis) -> Ground:
    """An instrument without articles that the library holds."""
    told = Said(
        f"资料中有《{basis.law}》，但它没有条文编号，不能按条引用。",
        f"The library holds 《{basis.law}》, which has no articles to cite.",
    )
    return Ground(basis, "found", message=told)


def _absent(basis: Basis) -> Said:
    return Said(
        f"资料中没有《{basis.law}》的文本，未能核对。{IMPORT.zh}",
        f"The library holds no text of 《{basis.law}》: it could not be checked. {IMPORT.en}",
    )
