"""What a calculator takes and gives: the same values for the agent, the command line, HTTP and the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Literal, Protocol

from youju.law.calculators.inputs import Inputs
from youju.text.language import Language

Unit = Literal["CNY", "months", "days", "hours", "years", "date", "month", "ratio", "none"]
"""`months` and `days` are counts; `date` is an ISO date, `month` an ISO month (2039-09)."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence in both languages."""

    zh: str
    en: str

    def text(self, language: Language) -> str:
        """The sentence in one of them."""
        return self.zh if language == "zh" else self.en


NOTHING = Said("", "")


@dataclass(frozen=True, slots=True)
class Basis:
    """A provision that a step rests on. `law` and `address` are as people write them (劳动合同法, 第四十七条第一款) and
    are resolved in the ledger; an instrument without articles has no address. `gives` says in a few words what the
    calculation takes from it."""

    law: str
    address: str = ""
    gives: Said = field(default=NOTHING, compare=False)
    within: str = field(default="", compare=False)
    """The instrument of which it may stand as an annex, and then under that one's name."""
    now: bool = field(default=False, compare=False)
    """Applies to what is decided now, whatever day the facts are of (judicial interpretations)."""

    @property
    def reference(self) -> str:
        """The provision as a reference that the resolver reads."""
        return f"《{self.law}》{self.address}"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a calculation in a sentence, with what it rests on."""

    said: Said
    basis: tuple[Basis, ...] = ()


def step(zh: str, en: str, *basis: Basis) -> Step:
    """A step in both languages."""
    return Step(Said(zh, en), basis)


@dataclass(frozen=True, slots=True)
class Row:
    """A further result beside the main one, and when it applies. `value` is plain text in the form of its unit; None
    where it is not for this calculator to tell (`when` says who does)."""

    name: Said
    value: str | None
    unit: Unit
    when: Said = NOTHING


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a calculator found. `value` is money, a count, or an ISO date or month; None where it cannot be told, and
    then `notes` say why. `notes` are limits, local rules and what is contested. `day` is the day whose law counts
    (None: today's)."""

    value: Decimal | str | None
    unit: Unit
    steps: tuple[Step, ...]
    rows: tuple[Row, ...] = ()
    notes: tuple[Said, ...] = ()
    day: date | None = None

    @property
    def basis(self) -> tuple[Basis, ...]:
        """All provisions, each once, in order of first use."""
        return tuple(dict.fromkeys(one for step in self.steps for one in step.basis))


@dataclass(frozen=True, slots=True)
class Standard:
    """One row of the table of local standards: CNY a month, in force from `start` to before `end` (None: until
    another one follows), with where it comes from."""

    kind: str
    city: str
    value: Decimal
    start: date
    end: date | None
    source: str


class Standards(Protocol):
    """The dated table of local standards, of which nothing is ever invented."""

    def find(self, kind: str, city: str, day: date) -> Standard | None:
        """The standard of a city that is in force on a day; None where the table has none."""
        ...


@dataclass(frozen=True, slots=True)
class Background:
    """What a calculation may look up: the local standards, and which day is today."""

    standards: Standards
    today: date


class Calculator(Protocol):
    """One calculation. `inputs` is a pydantic model: its fields have ranges, descriptions in both languages and
    examples, and give the JSON schema of the tool, the options of the command and the form of the page.

    `needs`: at least one of these instruments must be in the library, else nothing is computed (empty: always).
    """

    @property
    def name(self) -> str:
        """As the tool, the command and the address are called."""
        ...

    @property
    def title(self) -> Said:
        """What people call it."""
        ...

    @property
    def about(self) -> Said:
        """What it works out and when to use it, for a person and for a model."""
        ...

    @property
    def inputs(self) -> type[Inputs]:
        """What it asks for."""
        ...

    @property
    def needs(self) -> tuple[Basis, ...]:
        """See above."""
        ...

    def calculate(self, given: Any, background: Background) -> Outcome:
        """Work it out from an instance of `inputs` without objections."""
        ...
