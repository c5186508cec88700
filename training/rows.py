"""What the scorer learns from and is measured on: cases, their features, and what the rest of the gate says."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from training.cases import Case, cases, real_cases
from training.corpora import Corpus, Sample
from youju.caller import OWNER
from youju.errors import PartUnavailable
from youju.knowledge.values import Passage
from youju.verification.checks.support import SupportCheck, floor_fails
from youju.verification.features import FEATURES, Rarity, features
from youju.verification.gate import standard_checks
from youju.verification.protocol import Claim, ClaimCheck, Evidence

PROCESSES = 2
SAID = 0.6
"""Coverage from which a lawyer's sentence is taken for what the gold article says: of 47 read, nearly all were."""
THRESHOLDS = SupportCheck(PartUnavailable("Not asked for: this is what the scorer is compared with."))


@dataclass(frozen=True)
class Row:
    """A case with its features, and what objects to it: one of the other checks, the floor, the thresholds of before.
    What is learned from is not judged: only the floor is looked at."""

    case: Case
    features: NDArray[np.float64]
    others: bool
    floor: bool
    thresholds: bool


def prepared(drawn: dict[Corpus, list[Sample]], rarity: Rarity, seed: int) -> list[Row]:
    """The rows of all corpora, on two processes."""
    made = [*(case for several in drawn.values() for case in cases(several, seed)), *real_cases()]
    size = math.ceil(len(made) / (4 * PROCESSES))
    parts = [made[start : start + size] for start in range(0, len(made), size)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        return [row for rows in pool.map(partial(rows_of, rarity=rarity), parts) for row in rows]


def rows_of(made: Sequence[Case], rarity: Rarity) -> list[Row]:
    """The rows of some cases."""
    return asyncio.run(_rows_of(made, rarity))


async def _rows_of(made: Sequence[Case], rarity: Rarity) -> list[Row]:
    others = [check for check in standard_checks() if check.name != SupportCheck.name]
    rows: list[Row] = []
    for case in made:
        claim, evidence = Claim(case.claim), Evidence(case.passages, case.passages)
        row = features(case.claim, case.passages, rarity)
        if case.kind == "lawyer" and row[FEATURES.index("held")] < SAID:
            continue
        measured = case.split != "train"
        failed = measured and await _any_fails(others, claim, evidence)
        before = measured and await _any_fails((THRESHOLDS,), claim, evidence)
        rows.append(
            Row(
                case,
                row,
                failed,
                floor_fails(case.claim, case.passages, rarity),
                before,
            )
        )
    return rows


async def _any_fails(checks: Sequence[ClaimCheck], claim: Claim, evidence: Evidence) -> bool:
    for check in checks:
        if await check.check(claim, evidence, OWNER) is not None:
            return True
    return False


class Table:
    """Rows as columns."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.features = np.stack([row.features for row in rows])
        self.true = np.array([row.case.true for row in rows])
        self.kind = np.array([row.case.kind for row in rows])
        self.corpus = np.array([row.case.corpus for row in rows])
        self.split = np.array([row.case.split for row in rows])
        self.others = np.array([row.others for row in rows])
        self.floor = np.array([row.floor for row in rows])
        self.thresholds = np.array([row.thresholds for row in rows])


def fails(check: SupportCheck, claim: str, passages: tuple[Passage, ...]) -> bool:
    """Whether a check objects to a claim beside some passages."""
    return asyncio.run(check.check(Claim(claim), Evidence(passages, passages), OWNER)) is not None
