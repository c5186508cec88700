"""A specialist: a domain that knows how people ask for its passages better than the general way of finding does.

    recall by keywords, by meaning, and by the adapted question ─► rerank by what was learned ─► ledger ─► floor

A specialist has the passages that carry an address to himself; the general way has all others, and neither takes a
place from the other. Where his model is not to be had, his passages are found in the general way, and the outcome says
so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from youju.index.vectors import own_words, short_name
from youju.retrieval.catalogue import Table
from youju.retrieval.floor import Signals
from youju.retrieval.learning.candidates import Candidates
from youju.retrieval.question import Asked

Floats = NDArray[np.float32]


class Specialist(Protocol):
    """What a domain gives to finding. Blocking and pure. `adapted` and `scores` raise `PartUnavailable` where the
    model's file is missing, damaged or made for another embedder."""

    def adapted(self, vector: Floats) -> Floats:
        """The question's vector (unit, as the embedder gave it), turned to where the domain's texts lie. Unit again."""
        ...

    def scores(self, asked: Asked, weights: Mapping[str, float], candidates: Candidates) -> Floats:
        """How likely each candidate answers, as log-odds, shape `(n,)`; they put the candidates in order."""
        ...

    def confidence(self, asked: Asked, score: float | None, found: Signals) -> float:
        """How sure it is that a passage answers, 0..1, .5 being the operating point: from its score (None where there
        is no model) and what speaks for it in wording and meaning."""
        ...


@dataclass(frozen=True, slots=True)
class Vectors:
    """The question's vector as it was and as adapted."""

    plain: Floats
    adapted: Floats


def candidates_of(table: Table, passage_ids: Sequence[str], lexical: Mapping[str, float], asked: Vectors) -> Candidates:
    """These passages of the table, each with what every way says of it. `lexical`: BM25 scores by passage id."""
    places = np.array([table.position[one] for one in passage_ids], np.int64)
    entries = [table.addressed[one] for one in passage_ids]
    addresses = [entry.address for entry in entries if entry.address is not None]
    rows = table.row[places]
    vectors = np.zeros((len(places), len(asked.plain)), np.float32)
    vectors[rows >= 0] = table.vectors.matrix(rows[rows >= 0])
    return Candidates(
        titles=[short_name(address) for address in addresses],
        parts=[" / ".join(address.parts) for address in addresses],
        labels=[address.label for address in addresses],
        texts=[own_words(entry) for entry in entries],
        places=np.stack([table.document[places].astype(np.int64), places], axis=1),
        lexical=np.array([lexical.get(one, 0.0) for one in passage_ids], np.float32),
        plain=np.vecdot(vectors, asked.plain),
        adapted=np.vecdot(vectors, asked.adapted),
        vectors=vectors,
    )
