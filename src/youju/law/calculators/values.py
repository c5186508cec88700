"""What a calculator takes and gives: the same values for the agent, the command line, HTTP and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from youju.text.language import Language

Unit = Literal["CNY", "months", "days", "hours", "years", "date", "ratio", "none"]


@dataclass(frozen=True, slots=True)
class Basis:
    """A provision that a step rests on. `law` and `address` are as people write them (劳动合同法, 第四十七条第一款) and
    are resolved in the ledger; `gives` says in a few words what the calculation takes from it."""

    law: str
    address: str
    gives: str = ""

    @property
    def reference(self) -> str:
        """The provision as a reference that the resolver reads."""
        return f"《{self.law}》{self.address}"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a calculation in a sentence, with what it rests on."""

    text: str
    basis: tuple[Basis, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A further result beside the main one, for example N+1 beside N, and when it applies."""

    name: str
    value: str
    unit: Unit
    when: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a calculator found. `value` is money with two digits behind the point, a count, or an ISO date; None where
    it cannot be told, and then `notes` say why. `notes` are limits, local rules and what to look out for."""

    value: Decimal | str | None
    unit: Unit
    steps: tuple[Step, ...]
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def basis(self) -> tuple[Basis, ...]:
        """All provisions, each once, in order of first use."""
        return tuple(dict.fromkeys(one for step in self.steps for one in step.basis))


class Calculator(Protocol):
    """One calculation. `inputs` is a pydantic model: its fields have ranges, descriptions in both languages and
    examples, and give the JSON schema of the tool, the options of the command and the form of the page."""

    name: str
    inputs: type[BaseModel]

    def title(self, language: Language) -> str:
        """What it is called."""
        ...

    def describe(self, language: Language) -> str:
        """What it works out and when to use it, for a person and for a model."""
        ...

    def calculate(self, inputs: Any, standards: Standards) -> Outcome:
        """Work it out. Raises `CallerMistake` for inputs that contradict each other."""
        ...


class Standards(Protocol):
    """The dated table of local standards, of which nothing is ever invented."""

    def find(self, kind: str, city: str, day: Any) -> Standard | None:
        """The standard of a city that is in force on a day; None where the table has none."""
        ...


@dataclass(frozen=True, slots=True)
class Standard:
    """One row of the table: CNY a month, with where it comes from."""

    kind: str
    city: str
    value: Decimal
    start: Any
    end: Any
    source: str


Inputs = Mapping[str, Any]
