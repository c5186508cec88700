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
from youju.knowledge.values import Passage
from youju.law.calculators.catalogue import CALCULATORS, find
from youju.law.calculators.grounds import IMPORT, Ground, Grounds
from youju.law.calculators.inputs import Inputs
from youju.law.calculators.mistakes import read
from youju.law.calculators.money import money, plain
from youju.law.calculators.standards import LocalStandards, standards
from youju.law.calculators.values import Background, Calculator, Outcome, Said, Step, Unit
from youju.law.references import StatuteReferences
from youju.retrieval.values import Scored
from youju.text.language import Language


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

    def __init__(self, references: StatuteReferences, home: Path, today: Callable[[], date] = date.today) -> None:
        self._grounds = Grounds(references)
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

    async def run(
        self, name: str, raw: Mapping[str, Any], caller: Caller, language: Language, at: date | None = None
    ) -> Calculated:
        """Work it out. The basis is looked up as of the day of the events; where there is none, `at` (None: today).

        Raises `CallerMistake` for an unknown name, `WrongInputs` for inputs that are missing, out of range or
        contradict each other.
        """
        calculator = find(name)
        today = self._today()
        given = read(calculator.inputs, raw, language, today)
        outcome = calculator.calculate(given, Background(self.standards(), today))
        if calculator.needs and not await self._grounds.any_held(calculator.needs, caller):
            outcome = _withheld(calculator)
        grounds = await self._grounds.look_up(outcome.basis, caller, outcome.day or at)
        return Calculated(calculator, given, outcome, tuple(grounds))


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
        Cited(number, ground.spans.get(passage.key, ()))
        for ground in calculated.grounds
        for passage in ground.passages
        if (number := registry.number_of(passage)) is not None
    ]
    return calculation.model_copy(update={"cards": build_cards(cited, registry)})


def value_text(value: Decimal | str | None, unit: Unit) -> str | None:
    """The value in plain text: money with two digits behind the point, counts without zeros behind, dates as ISO."""
    if value is None or isinstance(value, str):
        return value
    return money(value) if unit == "CNY" else plain(value)


def _withheld(calculator: Calculator) -> Outcome:
    """No result, because the instrument that would have to bear it is not in the library."""
    names = [f"《{name}》" for one in calculator.needs for name in (one.within, one.law) if name]
    said = Said(
        f"资料中没有{'，也没有'.join(names)}，不作计算。{IMPORT.zh}",
        f"The library holds no {' and no '.join(names)}: nothing is computed. {IMPORT.en}",
    )
    return Outcome(None, "none", (Step(said, calculator.needs),), notes=(said,))
