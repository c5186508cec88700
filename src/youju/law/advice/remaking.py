"""Making a calculation of an earlier answer again: its inputs are taken, its figures are not believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from youju.answering.calculating import made_of
from youju.caller import Caller
from youju.citations.calculations import CalculationMade
from youju.citations.registry import Registry
from youju.errors import CallerMistake
from youju.law.calculators.calculating import Calculators
from youju.text.language import Language


class Remaking:
    """Works calculations out anew, under the numbers that the answer's passages have in a registry."""

    def __init__(self, calculators: Calculators) -> None:
        self._calculators = calculators

    async def __call__(
        self, name: str, inputs: Mapping[str, Any], registry: Registry, caller: Caller, language: Language
    ) -> CalculationMade | None:
        """The calculation as evidence; None where there is no such calculator, or it does not take these inputs."""
        try:
            calculated = await self._calculators.run(name, inputs, caller, language)
        except CallerMistake:
            return None
        known = {passage.key: registry.number_of(passage) for passage in calculated.passages}
        numbers = {key: number for key, number in known.items() if number is not None}
        return made_of(calculated.wire(numbers, language), language)
