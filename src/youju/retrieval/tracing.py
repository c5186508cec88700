"""How each candidate came through the stages, for `--explain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from youju.retrieval.judging import Judged
from youju.retrieval.recall import Ranking
from youju.retrieval.searching import Looked
from youju.retrieval.values import Scored, Stage, Trace


def traces(
    looked: Looked, judged: Sequence[Judged], kept: Sequence[Judged], hits: Sequence[Scored]
) -> tuple[Trace, ...]:
    """The way of every candidate that the caller may read; of others not even the number is told."""
    exact = [hit for hit in hits if hit.stage == "exact"]
    passages = {passage.id: passage for passage in (*(hit.passage for hit in exact), *(one.passage for one in judged))}
    stages: dict[str, dict[Stage, tuple[int, float]]] = {one: {} for one in passages}
    named: tuple[Stage, Ranking] = "exact", [(hit.passage.id, hit.score) for hit in exact]
    for stage, ranking in (*_recalled(looked), *_ranked(judged), named):
        confirmed = [(one, score) for one, score in ranking if one in stages]
        for rank, (one, score) in enumerate(confirmed, start=1):
            stages[one][stage] = (rank, score)
    above, shown = {one.passage.id for one in kept}, {hit.passage.id for hit in hits}
    return tuple(
        Trace(
            passage_id=one,
            source=passage.source,
            section=passage.section,
            stages=stages[one],
            dropped=None if one in shown else "top_k" if one in above else "floor",
        )
        for one, passage in passages.items()
    )


def _recalled(looked: Looked) -> Iterable[tuple[Stage, Ranking]]:
    """The rankings of recall, of the general passages and of the specialist's."""
    special = looked.special
    for recalled in (looked.general, special.recalled if special else None):
        if recalled and recalled.lexical:
            yield "lexical", recalled.lexical.ranking
        if recalled and recalled.dense:
            yield "dense", recalled.dense.ranking
    if special and special.adapted:
        yield "adapted", special.adapted.ranking
        yield "fusion", special.fused()


def _ranked(judged: Sequence[Judged]) -> Iterable[tuple[Stage, Ranking]]:
    """The rankings of the last stage. A specialist's candidates were fused before they were reranked."""
    for stage in ("fusion", "rerank"):
        if ranking := [(one.passage.id, one.score) for one in judged if one.stage == stage]:
            yield stage, ranking
