"""Finding measured on a user's own questions, over the user's own ledger, as it is found today."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass

from youju.caller import Caller
from youju.errors import CallerMistake
from youju.retrieval.evaluation.cases import Case, Gold
from youju.retrieval.evaluation.golds import Golds
from youju.retrieval.evaluation.measures import DEPTH, Interval, interval, measures_of
from youju.retrieval.finding import Finder
from youju.retrieval.values import Found, Stage

FINAL = "final"
"""The order in which passages leave finding, were there no floor; the other stages are those of `--explain`."""
_STAGES: tuple[Stage, ...] = ("lexical", "dense", "adapted", "fusion", "rerank")


@dataclass(frozen=True, slots=True)
class Result:
    """One question: the measures of every stage that ranked anything, the confidence of its best passage, and the gold
    that is not in the ledger. Without any gold there are no measures."""

    case: Case
    stages: Mapping[str, Mapping[str, float]]
    confidence: float
    unknown: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Means over the questions that were measured. `accepted`: the share whose best passage is above the floor.
    `left_out`: the lines of questions none of whose gold is in the ledger."""

    questions: int
    stages: Mapping[str, Mapping[str, Interval]]
    accepted: float
    left_out: tuple[int, ...]
    results: Sequence[Result]


async def evaluate(finder: Finder, golds: Golds, cases: Sequence[Case], caller: Caller) -> AsyncGenerator[Result]:
    """Ask every question, one after the other."""
    for case in cases:
        known = await golds.passages(case)
        gold = [passages for _, passages in known if passages]
        unknown = tuple(one for one, passages in known if not passages)
        if not gold:
            yield Result(case, {}, 0.0, unknown)
            continue
        found = await finder.find(case.question, caller, at=case.at, k=DEPTH, explain=True, threshold=0.0)
        stages = {stage: measures_of(ranking, gold) for stage, ranking in rankings_of(found).items()}
        yield Result(case, stages, found.confidence, unknown)


def rankings_of(found: Found) -> dict[str, list[str]]:
    """Passage ids in the order of each stage. Two sides that rank apart (a specialist and the rest) are taken by rank,
    one from each in turn."""
    rankings: dict[str, list[str]] = {}
    for stage in _STAGES:
        ranked = sorted((trace.stages[stage][0], trace.passage_id) for trace in found.explain if stage in trace.stages)
        if ranked:
            rankings[stage] = [one for _, one in ranked]
    return rankings | {FINAL: [scored.passage.id for scored in found.passages]}


def report_of(results: Sequence[Result], threshold: float) -> Report:
    """The means. A stage that ranked nothing for a question found nothing for it. Raises `CallerMistake` where no
    question could be measured."""
    measured = [result for result in results if result.stages]
    left_out = tuple(result.case.line for result in results if not result.stages)
    if not measured:
        raise CallerMistake(
            "None of the golds is in the ledger.", remedy="Import what they name, or check how they are written."
        )
    nothing = dict.fromkeys(measures_of((), [frozenset("-")]), 0.0)
    ranked = [stage for stage in (*_STAGES, FINAL) if any(stage in result.stages for result in measured)]
    stages = {
        stage: {
            measure: interval([result.stages.get(stage, nothing)[measure] for result in measured])
            for measure in nothing
        }
        for stage in ranked
    }
    accepted = sum(result.confidence >= threshold for result in measured) / len(measured)
    return Report(len(measured), stages, accepted, left_out, results)
