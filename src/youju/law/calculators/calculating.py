"""From inputs to a result that can be cited: validated, worked out, its basis looked up in the ledger.

The one way in for the agent's tool, the command line, HTTP and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from youju.answering.schemas import Calculation, CalculationBasis, CalculationResult, CalculationRow
from youju.caller import Caller
from youju.citations.cards import Cited, build_cards
from youju.citations.registry import Registry
from youju.citations.snippets import Span
from youju.knowledge.values import Passage
from youju.law.calculators.catalogue import CALCULATORS, find
from youju.law.calculators.inputs import Inputs
from youju.law.calculators.mistakes import read
from youju.law.calculators.money import money, plain
from youju.law.calculators.standards import LocalStandards, standards
from youju.law.calculators.values import NOTHING, Background, Basis, Calculator, Outcome, Said, Step, Unit
from youju.law.clauses import clauses
from youju.retrieval.values import Scored
from youju.text.language import Language
from youju.verification.protocol import Existence, ReferenceResolver, Resolution

IMPORT = Said(
    "可用 youju law install（国家法律）或 youju law import 路径 导入其文本。",
    "`youju law install` (national laws) or `youju law import PATH` takes its text in.",
)


@dataclass(frozen=True, slots=True)
class Ground:
    """A provision that the result rests on, and what the ledger has of it. `passages` only where it is in force."""

    basis: Basis
    existence: Existence
    passages: tuple[Passage, ...]
    message: Said
    spans: tuple[Span, ...] = ()
    """The 款 or 项 in the text of the one passage; none where the whole article is meant."""


@dataclass(frozen=True, slots=True)
class Calculated:
    """A result with its grounds, in order of first use."""

    calculator: Calculator
    inputs: Inputs
    outcome: Outcome
    grounds: tuple[Ground, ...]

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage of the grounds, once."""
        return tuple({passage.key: passage for ground in self.grounds for passage in ground.passages}.values())

    def wire(self, numbers: Mapping[str, int], language: Language) -> Calculation:
        """As every face shows it. `numbers` are the citation numbers of the passages, by their key."""
        outcome = self.outcome
        basis = tuple(self._basis(ground, numbers, language) for ground in self.grounds)
        return Calculation(
            name=self.calculator.name,
            title=self.calculator.title.text(language),
            inputs=self.inputs.given(),
            steps=tuple(step.said.text(language) for step in outcome.steps),
            result=CalculationResult(value=value_text(outcome.value, outcome.unit), unit=outcome.unit),
            rows=tuple(
                CalculationRow(
                    name=row.name.text(language), value=row.value, unit=row.unit, when=row.when.text(language)
                )
                for row in outcome.rows
            ),
            notes=tuple(note.text(language) for note in outcome.notes),
            basis=basis,
            citations=tuple(dict.fromkeys(number for one in basis for number in one.numbers)),
        )

    def _basis(self, ground: Ground, numbers: Mapping[str, int], language: Language) -> CalculationBasis:
        steps = [place for place, step in enumerate(self.outcome.steps) if ground.basis in step.basis]
        known = [numbers[passage.key] for passage in ground.passages if passage.key in numbers]
        return CalculationBasis(
            reference=ground.basis.reference,
            gives=ground.basis.gives.text(language),
            steps=tuple(steps),
            numbers=tuple(dict.fromkeys(known)),
            status=ground.existence,
            message=ground.message.text(language),
        )


class Calculators:
    """All calculators, with the ledger in which their basis is looked up and the local standards of a home folder."""

    def __init__(self, references: ReferenceResolver, home: Path, today: Callable[[], date] = date.today) -> None:
        self._references = references
        self._home = home
        self._today = today

    def all(self) -> Sequence[Calculator]:
        """In the order in which they are listed."""
        return CALCULATORS

    def find(self, name: str) -> Calculator:
        """One of them. Raises `CallerMistake` that lists near names."""
        return find(name)

    def standards(self) -> LocalStandards:
        """The table of local standards as it is now. Raises `CallerMistake` that names file and entry."""
        return standards(self._home)

    async def run(self, name: str, raw: Mapping[str, Any], caller: Caller, language: Language) -> Calculated:
        """Work it out. Raises `CallerMistake` for an unknown name, `WrongInputs` for inputs that are missing, out of
        range or contradict each other."""
        calculator = find(name)
        today = self._today()
        given = read(calculator.inputs, raw, language, today)
        outcome = calculator.calculate(given, Background(self.standards(), today))
        if calculator.needs and not await self._has_any(calculator.needs, caller):
            outcome = _withheld(calculator)
        grounds = [await self._ground(basis, caller, outcome.day) for basis in outcome.basis]
        return Calculated(calculator, given, outcome, tuple(grounds))

    async def _has_any(self, needed: Sequence[Basis], caller: Caller) -> bool:
        """Whether any of the instruments is in the library, in force or not."""
        for law in {name for basis in needed for name in (basis.law, basis.within) if name}:
            resolution = await self._resolve(Basis(law, "第一条"), caller, None)
            if resolution is not None and resolution.instrument:
                return True
        return False

    async def _resolve(self, basis: Basis, caller: Caller, day: date | None) -> Resolution | None:
        """What the ledger has under the reference; None for one without an article, which no address leads to."""
        found = self._references.find(basis.reference)
        resolution = await self._references.resolve(found[0], caller, day) if found else None
        if resolution is not None and not resolution.instrument and basis.within:
            return await self._resolve(Basis(basis.within, basis.address), caller, day)
        return resolution

    async def _ground(self, basis: Basis, caller: Caller, day: date | None) -> Ground:
        resolution = await self._resolve(basis, caller, None if basis.now else day)
        if resolution is None or not resolution.instrument:
            return Ground(basis, "unknown", (), _absent(basis))
        if resolution.existence != "found":
            return Ground(basis, resolution.existence, (), Said(resolution.message, resolution.english))
        return Ground(basis, "found", resolution.passages, NOTHING, self._spans(basis, resolution.passages))

    def _spans(self, basis: Basis, passages: Sequence[Passage]) -> tuple[Span, ...]:
        address = self._references.find(basis.reference)[0].locator
        if len(passages) != 1 or (passages[0].locator and passages[0].locator.paragraph):
            return ()
        return clause_spans(passages[0].text, address.paragraph, address.item)


def registered(calculated: Calculated, registry: Registry, language: Language) -> Calculation:
    """Give every passage of the basis its number in a registry, and write the result with them."""
    numbers = {passage.key: registry.register(Scored(passage, 1.0, "exact")).number for passage in calculated.passages}
    return calculated.wire(numbers, language)


def alone(calculated: Calculated, language: Language) -> Calculation:
    """The result by itself: its citations are numbered from 1, and their cards stand with it, each quoting the 款 or 项
    that the result rests on."""
    registry = Registry()
    calculation = registered(calculated, registry, language)
    cited = [
        Cited(number, ground.spans)
        for ground, basis in zip(calculated.grounds, calculation.basis, strict=True)
        for number in basis.numbers
    ]
    return calculation.model_copy(update={"cards": build_cards(cited, registry)})


def clause_spans(article: str, paragraph: int | None, item: int | None) -> tuple[Span, ...]:
    """Where a 款 or 项 stands in the text of its article; nothing where neither is asked for or it is not there."""
    within = clauses(article)
    if paragraph is not None:
        within = within[paragraph - 1 : paragraph]
        if item is None:
            return tuple((one.start, one.end) for one in within)
    return tuple(one.items[item] for one in within if item is not None and item in one.items)[:1]


def value_text(value: Decimal | str | None, unit: Unit) -> str | None:
    """The value in plain text: money with two digits behind the point, counts without zeros behind, dates as ISO."""
    if value is None or isinstance(value, str):
        return value
    return money(value) if unit == "CNY" else plain(value)


def _absent(basis: Basis) -> Said:
    articles = "" if basis.address else "（或者该文件没有条文编号，不能按条引用）"
    without = "" if basis.address else " (or it has no articles to cite)"
    return Said(
        f"资料中没有《{basis.law}》的文本{articles}，未能核对。{IMPORT.zh}",
        f"The library holds no text of 《{basis.law}》{without}: it could not be checked. {IMPORT.en}",
    )


def _withheld(calculator: Calculator) -> Outcome:
    """No result, because the instrument that would have to bear it is not in the library."""
    names = "、".join(f"《{one.law}》" for one in calculator.needs)
    english = " or ".join(f"《{one.law}》" for one in calculator.needs)
    said = Said(
        f"资料中没有{names}，不作计算。{IMPORT.zh}", f"The library holds no {english}: nothing is computed. {IMPORT.en}"
    )
    return Outcome(None, "none", (Step(said, calculator.needs),), notes=(said,))
