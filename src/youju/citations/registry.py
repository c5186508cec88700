"""The passages of one question, each under one number.

Numbers are given at registration, from 1, and never reused. The prompt, the stream, the gate and the cards all use
the objects registered here; a number that is not here does not exist.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from youju.citations.calculations import CalculationMade
from youju.knowledge.values import Passage
from youju.retrieval.values import Scored, Stage


@dataclass(frozen=True, slots=True)
class Registered:
    """A passage under its number, with its best score and the stage that gave it."""

    number: int
    passage: Passage
    score: float
    stage: Stage


class Registry:
    """One per question. Safe across threads and tasks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_key: dict[str, Registered] = {}
        self._by_number: dict[int, Registered] = {}
        self._calculations: list[CalculationMade] = []

    def register(self, found: Scored) -> Registered:
        """Give the passage a number; the same passage again keeps its number and the better score."""
        with self._lock:
            known = self._by_key.get(found.passage.key)
            if known is None:
                known = Registered(max(self._by_number, default=0) + 1, found.passage, found.score, found.stage)
            elif found.score > known.score:
                known = replace(known, score=found.score, stage=found.stage)
            self._by_key[found.passage.key] = known
            self._by_number[known.number] = known
            return known

    def restore(self, number: int, found: Scored) -> Registered:
        """Put a passage under the number that it had in an earlier answer. Raises `ValueError` if the number or the
        passage is taken."""
        with self._lock:
            if number in self._by_number or found.passage.key in self._by_key:
                raise ValueError(number)
            known = Registered(number, found.passage, found.score, found.stage)
            self._by_key[found.passage.key] = self._by_number[number] = known
            return known

    def made(self, calculation: CalculationMade) -> None:
        """Keep a calculation that was made; the same again is one."""
        with self._lock:
            if calculation not in self._calculations:
                self._calculations.append(calculation)

    @property
    def calculations(self) -> tuple[CalculationMade, ...]:
        """The calculations that were made for this question, in their order."""
        with self._lock:
            return tuple(self._calculations)

    def get(self, number: int) -> Registered | None:
        """The passage under this number, or None if the number was never given."""
        with self._lock:
            return self._by_number.get(number)

    def number_of(self, passage: Passage) -> int | None:
        """The number of this passage, or None if it has none."""
        with self._lock:
            known = self._by_key.get(passage.key)
            return known.number if known else None

    def numbers(self) -> frozenset[int]:
        """Every number given so far: what a marker may cite."""
        with self._lock:
            return frozenset(self._by_number)

    def __iter__(self) -> Iterator[Registered]:
        with self._lock:
            return iter([self._by_number[number] for number in sorted(self._by_number)])

    def __len__(self) -> int:
        return len(self._by_number)
