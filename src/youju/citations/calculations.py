"""A calculation that was made for a question, as evidence: what it states, and under which numbers its basis stands.

A calculation is cited through the provisions that it rests on. A sentence may take a figure from it if it cites one of
the numbers of the statement in which the figure stands; a calculation without a basis among the sources proves nothing.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a calculation: a step, an input, a result. `numbers` are those of its basis. `subject` is what a
    result is the result of (经济补偿) and `amount` how much it is (28000.00元); both are empty for steps and inputs."""

    text: str
    numbers: frozenset[int]
    subject: str = ""
    amount: str = ""


@dataclass(frozen=True, slots=True)
class CalculationMade:
    """A calculation with all that it states."""

    name: str
    statements: tuple[Statement, ...]

    def cited_by(self, numbers: Container[int]) -> tuple[Statement, ...]:
        """What a sentence may take from it that cites these numbers."""
        return tuple(one for one in self.statements if any(number in numbers for number in one.numbers))
